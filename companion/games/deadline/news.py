"""What everybody is told of an entry."""

from __future__ import annotations

from companion.engine.game import Move, NewsItem
from companion.engine.words import Thing
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import PENALTY
from companion.games.deadline.state import State, left_of, served
from companion.games.deadline.tomb import worth


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """The stone, what the tomb is worth then, and how long the Pharaoh has still to live."""
    if isinstance(move, Roll):
        return NewsItem("rolled", {"dice": tuple(map(Thing, move.dice))})
    if isinstance(move, Build):
        return _built(before, after, seat, move)
    if isinstance(move, SetAside):
        stone = served(before, move.die) or move.die
        return NewsItem("set_aside", {"stone": _one(stone), "points": -PENALTY})
    if isinstance(move, BringDeath):
        return NewsItem("brought_death")
    if isinstance(move, Declare):
        return NewsItem("announced", {"points": worth(after.tombs[seat], after.aside[seat])})
    return NewsItem(type(move).__name__)


def _built(before: State, after: State, seat: int, move: Build) -> NewsItem:
    given = served(before, move.die) or move.die
    laid = given if move.stone == "new" else before.reserves[seat]
    values = {"stone": _one(laid), "points": worth(after.tombs[seat], after.aside[seat])}
    life = left_of("square", after)
    if life < left_of("square", before):
        return NewsItem("laid_of_life", values | {"life": life})
    if move.stone == "new":
        return NewsItem("laid", values)
    return NewsItem("laid_reserve", values | {"kept": _one(given)})


def _one(shape: str) -> Thing:
    return Thing(f"a:{shape}")
