"""What an entry came to, as the log says it, and what everybody is told of it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Description, Effect, Move, NewsItem
from companion.engine.words import Seat, Thing
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.parts import GOLD, POINTS
from companion.games.cheops_catan.state import State


def describe(state: State | None, seat: int, move: Move) -> Description:
    """What was built, what was paid to whom, and what a seven brought."""
    name = type(move).__name__
    if isinstance(move, moves.Roll):
        return _rolled(state, seat, move)
    if isinstance(move, moves.Found):
        return Description("founded_at_site" if move.at_site else name, {"piece": Thing("settlement")})
    if isinstance(move, moves.Build):
        return Description("built_at_site" if move.at_site else name, {"piece": Thing(move.piece)})
    if isinstance(move, moves.Reveal) and not move.cards:
        return Description("showed_none")
    if isinstance(move, moves.Claim | moves.Reveal):
        return Description(name, {"cards": move.cards})
    if isinstance(move, moves.Connect):
        way = Thing("ship" if move.ship else "road")
        return Description(name, {"way": way, "start": move.start, "end": move.end})
    if isinstance(move, moves.Mark):
        code = "drew_at_site" if move.at_site else "drew_harbour" if move.harbour else name
        return Description(code, {"crossing": move.crossing})
    return _paid(name, move)


def _rolled(state: State | None, seat: int, move: moves.Roll) -> Description:
    if state is not None:
        after = apply(state, seat, move)
        if after.black > state.black:
            return Description("black_stone", {"count": after.black, "all": after.rules.black_stones})
    return Description("Roll", {"total": move.total})


def _paid(name: str, move: Move) -> Description:
    if isinstance(move, moves.Income):
        return Description(name, {"gold": move.gold})
    if isinstance(move, moves.Purchase):
        return Description(name, {"gold": GOLD["price_with_harbour" if move.harbour else "price"]})
    if isinstance(move, moves.Give):
        return Description(name, {"gold": move.gold, "owner": Seat(move.owner)})
    if isinstance(move, moves.Harbour):
        return Description(name, {"gold": GOLD["fee"], "owner": Seat(move.owner)})
    if isinstance(move, moves.Lay) and move.owner is not None:
        values = {"stone": Thing("stone"), "gold": GOLD["fee"], "owner": Seat(move.owner)}
        return Description("laid_through", values)
    return Description(name, {"stone": Thing("stone")} if isinstance(move, moves.Lay) else {})


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """The same, and how the special cards moved by it."""
    description = describe(before, seat, move)
    owner = description.values.get("owner")
    return NewsItem(
        description.code, description.values, owner if isinstance(owner, Seat) else None,
        tuple(_effects(before, after)),
    )  # fmt: skip


def _effects(before: State, after: State) -> Iterator[Effect]:
    for seat in range(after.rules.seats):
        for card, had, has in (
            ("blessing", before.blessed == seat, after.blessed == seat),
            ("curse", seat in before.cursed, seat in after.cursed),
            ("army", before.army == seat, after.army == seat),
        ):
            if had != has:
                yield Effect(seat, card if has else f"{card}_lost", {"points": abs(POINTS[card])})
