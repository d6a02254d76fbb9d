"""Two tables that differ in one secret tell everybody else the same, to the byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.data import to_json
from companion.engine.game import Game, Setup
from companion.games import BY_SLUG, GAMES
from companion.games.seeds import plays
from tests.secrets.evening import OWNER, ROLES, Evening, Table, Told, differences, play
from tests.test_every_game import random_play

KHUFU = {"board": OWNER, "site": 0}


def laid(seat: int, tile: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "move": "Play", "tile": tile, **KHUFU, **more}


def giza(*log: dict[str, Any]) -> Evening:
    """Giza, probed by every tile on the owner's pyramid for every seat, whose turn it is last."""
    setup = Setup.of(BY_SLUG["giza"].meta, 3)
    tiles = tuple(BY_SLUG["giza"].setup(setup).rules.kinds)
    turn = len(log) % 3
    seats = ((turn + 1) % 3, (turn + 2) % 3, turn)
    return Evening("giza", log, probes=tuple(laid(s, tile) for s in seats for tile in tiles))


def covered(tile: str) -> Evening:
    return giza(laid(0, "+5"), laid(1, tile), laid(2, "+2"))


def under_a_scarab(tile: str) -> Evening:
    return giza(laid(0, "+5"), laid(1, tile), laid(2, "scarab"))


def put_right(tile: str, *, at_once: str = "+2") -> Evening:
    """A covered tile that was taken back and entered again, and two more that were changed later."""
    return giza(
        laid(0, "+5"), laid(1, tile), {"kind": "undo"}, laid(1, tile), laid(2, at_once),
        laid(0, "+5", site=1), laid(1, "+4", site=1), laid(2, "+1", site=1),
        {"kind": "amend", "of": 7, **laid(1, tile, site=1)},
        laid(0, tile, site=2), laid(1, "scarab", site=2), laid(2, "demolition", site=2),
        laid(0, "scarab", site=2),
    )  # fmt: skip


def money(amount: int) -> Evening:
    """Cheops 1998: Cy begins with so much; every price can be paid either way."""
    recorded = plays("cheops_treasure")["nobody_can"]
    log = tuple(recorded["log"][:6])
    return Evening(
        "cheops_treasure", log, recorded["options"],
        begun=lambda state: replace(state, money=(*state.money[:OWNER], amount)),
    )  # fmt: skip


PAIRS: dict[str, tuple[Evening, Evening]] = {
    "a covered tile": (covered("-4"), covered("t5")),
    "a scarab under a scarab": (under_a_scarab("scarab"), under_a_scarab("+3")),
    "covered tiles, put right": (put_right("+4"), put_right("+3")),
    "money": (money(100), money(150)),
}

Compare = Callable[[Callable[[Table], Told]], dict[str, str]]


@pytest.fixture(params=PAIRS)
def compare(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> Compare:
    one, other = PAIRS[request.param]

    def run(tell: Callable[[Table], Told]) -> dict[str, str]:
        told = [play(each, empty_database, tmp_path, tell) for each in (one, other)]
        return differences(*told)

    return run


def test_everything_shown_is_the_same(compare: Compare) -> None:
    def tell(table: Table) -> Told:
        return table.everything() | table.every_write()

    assert compare(tell) == {}


def test_probing_and_taking_back_tell_nothing(compare: Compare) -> None:
    """Every entry that might be the secret, by everybody, for every seat, with an old screen."""

    def tell(table: Table) -> Told:
        told: Told = {}
        moves = [
            (type(move).__name__, to_json(move)) for move in BY_SLUG[table.evening.slug].examples
        ]
        guesses = [
            {**data, "seat": seat, "move": name} for seat in range(3) for name, data in moves
        ]
        for n, line in enumerate((*table.evening.probes, *guesses)):
            for role in ROLES if n == 0 else ("host", "seat"):
                told[f"{role} asks {n}"] = table.question(role, line)
                answer = told[f"{role} enters {n}"] = table.enter(role, line, seen=0)
                if answer[0] == 201 and b'"confirmed":true' not in answer[2].replace(b" ", b""):
                    told[f"{role} undoes {n}"] = table.enter("seat", {"kind": "undo"})
        for role in ROLES:
            for path in (f"/t/{table.code}/log", f"/api/v1/tables/{table.code}/log"):
                told[f"{role} reads {path}"] = table.ask(role, path)
        return told

    assert compare(tell) == {}


def test_wanting_to_count_opens_nothing(compare: Compare) -> None:
    """Everybody but the owner wants to count, twice; then it is taken back."""

    def tell(table: Table) -> Told:
        told: Told = {}
        for role in (*ROLES, *ROLES):
            told[f"{role} counts {len(told)}"] = table.enter(role, {"kind": "count"})
        told |= {f"while asked: {key}": answer for key, answer in table.everything().items()}
        told["undo"] = table.enter("seat", {"kind": "undo"})
        for role in ROLES:
            told[f"{role} after"] = table.ask(role, f"/api/v1/tables/{table.code}")
            told[f"{role} log after"] = table.ask(role, f"/t/{table.code}/log")
        return told

    assert compare(tell) == {}


def test_no_test_is_missing_for_a_game_that_hides_something() -> None:
    """A game with a new secret needs a pair of tables above."""
    hiding = {game.meta.slug for game in GAMES if hides(game)}
    assert hiding == {one.slug for one, _ in PAIRS.values()}


def hides(game: Game[Any]) -> bool:
    """Whether two viewers are told different things at any state of some random plays."""
    seats = game.meta.seats[1]
    for seed in (1, 2):
        log, states = random_play(game, seats, seed)
        for state in states:
            viewers = (None, *range(seats))
            if any(game.secret(state, viewer) for viewer in viewers):
                return True
            if any(game.view(state, viewer) != game.view(state, None) for viewer in viewers):
                return True
            for entry in log:
                for viewer in viewers:
                    if game.seen(state, viewer, entry.seat, entry.move) != entry.move:
                        return True
    return False
