"""What the API offers it also takes: a client may send back every legal move as it was told it.

A few moves at some positions of the recorded plays; ``COMPANION_LEGAL=all`` asks about every one.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from flask import Flask

from companion.games.seeds import plays
from tests.long import of_each_game
from tests.people import Phone
from tests.shelf import ALL_GAMES
from tests.web.test_every_play import KNOWN, open_play

ALL = os.environ.get("COMPANION_LEGAL") == "all"
EVERY = [(game.meta.slug, name) for game in ALL_GAMES for name in plays(game.meta.slug)]
CASES = EVERY if ALL else of_each_game(EVERY, 2)


@pytest.mark.parametrize(("slug", "name"), CASES)
def test_every_legal_move_may_be_sent_back_as_it_came(app: Flask, slug: str, name: str) -> None:
    record, chance = plays(slug)[name], random.Random(name)
    phone = open_play(app, slug, record)
    for number, line in enumerate(record["log"]):
        if ALL or number % 7 == 0:
            asked = [
                body
                for seat in range(len(record["seats"]))
                for body in offered(phone, seat, chance)
            ]
            if asked:
                entered(phone, chance.choice(asked))
                entered(phone, {"kind": "undo"})
        data = {key: value for key, value in line.items() if key not in KNOWN}
        entered(phone, {**{key: line[key] for key in KNOWN if key in line}, "data": data})


def offered(phone: Phone, seat: int, chance: random.Random) -> list[dict[str, Any]]:
    """What a seat may enter now, each asked about by the very data that it came with."""
    told = phone.asked(f"/api/v1/tables/{phone.code}/legal?seat={seat}").json
    assert told
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for move in told["moves"]:
        by_kind.setdefault(move["move"], []).append({"seat": seat, **move})
    bodies = [b for kind in by_kind.values() for b in (kind if ALL else [chance.choice(kind)])]
    for body in bodies:
        answer = phone.client.post(f"/api/v1/tables/{phone.code}/ask", json=body)
        assert answer.status_code == 200, (body, answer.text)
        assert answer.json
        assert answer.json["allowed"], body
    return bodies


def entered(phone: Phone, body: dict[str, Any]) -> None:
    key = f"sent-{random.getrandbits(60):016x}"
    answer = phone.client.post(f"/api/v1/tables/{phone.code}/entries", json={**body, "key": key})
    assert answer.status_code == 201, (body, answer.text)


@pytest.mark.parametrize(
    "sheet",
    [
        {"money": 20, "wild": None},
        {"prices": [{"for_the_most": 5, "for_the_others": None}, *[None] * 5]},
    ],
)
def test_a_sheet_with_nothing_in_a_field_is_taken(app: Flask, sheet: dict[str, Any]) -> None:
    phone = open_play(app, "cheops_treasure", {"mode": "tally", "seats": ["Ana", "Bo"]})
    entered(phone, {"seat": 0, "move": "Sheet", "data": sheet})
