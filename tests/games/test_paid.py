"""What the log says was paid is what the state shows as gone, and nothing else is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.game import Account
from companion.engine.words import Seat
from companion.games import BY_SLUG
from companion.games.plays import play_from
from companion.games.seeds import plays

COINS = {"cheops_treasure": "money", "cheops_catan": "gold"}
GAINS = {"sold", "sold_kept", "Income"}
PLAYS = [
    (slug, name)
    for slug in COINS
    for name in plays(slug)
    if plays(slug)[name].get("mode", "referee") == "referee"
]


def steps(slug: str, name: str) -> Iterator[tuple[Any, int, Any, Any]]:
    """Each move of a recorded play: the state before it, the seat, the move, the state after it."""
    play, game = play_from(plays(slug)[name]), BY_SLUG[slug]
    states, taken_back = [game.setup(play.setup)], []
    for entry in play.log:
        if entry.kind == "undo":
            taken_back.append(states.pop())
        elif entry.kind == "redo":
            states.append(taken_back.pop())
        elif entry.kind in ("move", "ruling"):
            before = states[-1]
            states.append(game.apply(before, entry.seat, entry.move))
            yield before, entry.seat, entry.move, states[-1]
        else:
            assert entry.kind == "note", "a kind of entry this test does not follow"


def moved(account: Account, seat: int, seats: int) -> list[int]:
    """How many coins each seat has more, by what the log says."""
    found = [0] * seats
    price = account.values.get("price", account.values.get("gold", 0))
    assert isinstance(price, int)
    found[seat] += price if account.code in GAINS else -price
    owner = account.values.get("owner")
    if isinstance(owner, Seat):
        found[owner] += price
    return found


@pytest.mark.parametrize(("slug", "name"), PLAYS)
def test_what_was_paid_is_gone(slug: str, name: str) -> None:
    game, paid = BY_SLUG[slug], 0
    for before, seat, move, after in steps(slug, name):
        had, has = (getattr(state, COINS[slug]) for state in (before, after))
        told = moved(game.account(before, seat, move), seat, len(had))
        assert told == [now - then for then, now in zip(had, has, strict=True)], move
        paid += any(told)
    assert paid, "nobody paid anything in this play"
