"""What everybody is told of an entry."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.data import replace
from companion.engine.game import Gain, Move, NewsItem
from companion.engine.words import Seat, Thing
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.parts import GOLD, POINTS
from companion.games.cheops_catan.state import State


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """What was built or paid to whom, and how the special cards moved by it."""
    name = type(move).__name__
    if isinstance(move, moves.Roll):
        if after.black > before.black:
            return NewsItem("black_stone", {"count": after.black, "all": after.rules.black_stones})
        return NewsItem("Roll", {"total": move.total})
    if isinstance(move, moves.Found | moves.Build):
        piece = Thing(f"a:{move.piece if isinstance(move, moves.Build) else 'settlement'}")
        return NewsItem("built_at_site" if move.at_site else name, {"piece": piece})
    if isinstance(move, moves.Knight | moves.Lay):
        return _moving_cards(before, after, seat, move)
    if isinstance(move, moves.Reveal):
        return NewsItem(name if move.cards else "showed_none", {"cards": move.cards})
    if isinstance(move, moves.ShowPoint):
        return NewsItem(name, {"points": POINTS["card"]})
    if isinstance(move, moves.Connect):
        return NewsItem("drew", {"piece": Thing("a:ship" if move.ship else "a:road")})
    if isinstance(move, moves.Mark):
        return NewsItem("marked")
    return _paid(name, move)


def _moving_cards(before: State, after: State, seat: int, move: moves.Knight | moves.Lay) -> NewsItem:
    gains = tuple(_gains(before, after))
    if isinstance(move, moves.Knight):
        return NewsItem("Knight", gains=gains)
    values: dict[str, object] = {"piece": Thing("a:stone")}
    if move.owner is None:
        return NewsItem("Lay", values, gains=gains)
    short = tuple(replace(gain, category="") for gain in gains)
    return NewsItem("laid_through", values | {"owner": Seat(move.owner)}, move.owner, short)


def _gains(before: State, after: State) -> Iterator[Gain]:
    for seat in range(after.rules.seats):
        held = (
            ("blessing", (after.blessed == seat) - (before.blessed == seat)),
            ("curse", (seat in after.cursed) - (seat in before.cursed)),
            ("army", (after.army == seat) - (before.army == seat)),
        )
        for category, change in held:
            if change:
                named = change > 0 and category != "army"
                yield Gain(seat, category if named else "", change * POINTS[category])


def _paid(name: str, move: Move) -> NewsItem:
    if isinstance(move, moves.Purchase):
        return NewsItem(name, {"gold": GOLD["price_with_harbour" if move.harbour else "price"]})
    if isinstance(move, moves.Income):
        return NewsItem(name, {"gold": move.gold})
    if isinstance(move, moves.Give):
        return NewsItem(name, {"gold": move.gold, "owner": Seat(move.owner)}, owner=move.owner)
    if isinstance(move, moves.Harbour):
        return NewsItem(name, {"gold": GOLD["fee"], "owner": Seat(move.owner)}, owner=move.owner)
    return NewsItem(name)
