"""What the API offers it also takes: a client may send back every legal move as it was told it.

A few moves at some positions of one play of each game; every one of every play in tests/long/chance.
"""

import random
from typing import Any

import pytest
from flask import Flask

from companion.games.seeds import plays
from tests.people import Phone
from tests.recorded import A_PLAY_EACH, Line, enter, entry_of, open_play


def takes_what_it_offers(app: Flask, slug: str, name: str, positions: int, *, every: bool = False) -> None:
    """Ask about one move of each kind, or ``every`` one, at so many positions, and enter one of them."""
    record, chance = plays(slug)[name], random.Random(name)
    phone = open_play(app, slug, record)
    stride = max(1, len(record["log"]) // positions)
    for number, line in enumerate(record["log"]):
        if number % stride == 0:
            asked = [
                body
                for seat in range(len(record["seats"]))
                for body in offered(phone, seat, chance, every=every)
            ]
            if asked:
                enter(phone, {**chance.choice(asked), "key": f"sent-{number:05d}"})
                enter(phone, {"kind": "undo", "key": f"back-{number:05d}"})
        enter(phone, entry_of(line, number))


def offered(phone: Phone, seat: int, chance: random.Random, *, every: bool) -> list[Line]:
    """What a seat may enter now, each asked about by the very data that it came with."""
    by_kind: dict[str, list[Line]] = {}
    for move in phone.call("GET", f"/legal?seat={seat}").json["moves"]:
        by_kind.setdefault(move["move"], []).append({"seat": seat, **move})
    bodies = [b for kind in by_kind.values() for b in (kind if every else [chance.choice(kind)])]
    for body in bodies:
        answer = phone.call("POST", "/ask", body)
        assert answer.status_code == 200, (body, answer.text)
        assert answer.json["allowed"], body
    return bodies


@pytest.mark.parametrize(("slug", "name"), A_PLAY_EACH)
def test_legal_moves_may_be_sent_back_as_they_came(app: Flask, slug: str, name: str) -> None:
    takes_what_it_offers(app, slug, name, 7)


@pytest.mark.parametrize(
    "sheet",
    [{"money": 20, "wild": None}, {"prices": [{"for_the_most": 5, "for_the_others": None}, *[None] * 5]}],
)
def test_a_sheet_with_nothing_in_a_field_is_taken(app: Flask, sheet: dict[str, Any]) -> None:
    phone = open_play(app, "cheops_treasure", {"mode": "tally", "seats": ["Ana", "Bo"]})
    enter(phone, {"seat": 0, "move": "Sheet", "data": sheet, "key": "sheet-001"})
