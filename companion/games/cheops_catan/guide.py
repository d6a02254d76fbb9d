"""What a newcomer to the scenario learns: what is built, and what gold does."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Seat
from companion.engine.worth import strongest
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.moves import Build, Knight, Lay, Purchase
from companion.games.cheops_catan.parts import POINTS
from companion.games.cheops_catan.state import State, points
from companion.games.cheops_catan.worth import lacks_ways, terms

_LESSONS = (
    Lesson("Found", "setup", "settlement"),
    Lesson("Roll", "turn", "die", happens=True),
    Lesson("road", "pieces", "road"),
    Lesson("settlement", "points", "settlement"),
    Lesson("city", "points", "city"),
    Lesson("Lay", "pyramid", "stone"),
    Lesson("Income", "gold", "gold", happens=True),
    Lesson("Purchase", "gold", "good"),
    Lesson("ship", "turn", "ship", rare=True),
    Lesson("Knight", "points", "army", rare=True),
    Lesson("Harbour", "routes", "gold", rare=True),
    Lesson("Give", "gold", "gold", rare=True),
    Lesson("ShowPoint", "points", "development", rare=True),
    Lesson("Claim", "end", "blessing", rare=True),
    Lesson("Reveal", "end", "development", rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Every public event but the drawing, which only says where something stands."""
    return _LESSONS


def lesson(move: Move) -> str:
    """By the piece that is built."""
    return move.piece if isinstance(move, Build) else type(move).__name__


def piece(move: Move) -> str:
    """What is paid with cards from the hand."""
    if isinstance(move, Build):
        return move.piece
    return "stone" if isinstance(move, Lay) else "good" if isinstance(move, Purchase) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the strongest terms of its worth say of an event: what it brings, and what it leads to."""
    if not isinstance(move, Build | Knight | Lay | Purchase):
        return ()
    after = apply(state, seat, move)
    now, then = points(state, seat), points(after, seat)
    values = {
        "points": then, "lacking": POINTS["goal"] - then, "knights": after.knights[seat],
        "who": Seat(state.blessed), "price": state.gold[seat] - after.gold[seat], "gold": state.gold[seat],
    }  # fmt: skip
    is_way = isinstance(move, Build) and move.piece in ("road", "ship")
    found = (
        ("ends", "cheops_catan.ends", after.closing == "cheops_catan.twelve"),
        ("own", "cheops_catan.blesses", after.blessed == seat != state.blessed >= 0),
        ("own", "cheops_catan.frees", seat in state.cursed - after.cursed),
        ("own", "cheops_catan.army", after.army == seat != state.army),
        ("own", "cheops_catan.lacks", now < then and not after.closing),
        ("later", "cheops_catan.own_site", state.at_site[seat] == 0 < after.at_site[seat]),
        ("stone", "cheops_catan.own_way", isinstance(move, Lay) and move.owner is None),
        ("way", "cheops_catan.to_settle", is_way and lacks_ways(state, seat)),
        ("card", "cheops_catan.buys", isinstance(move, Purchase)),
    )
    return strongest(terms(state, seat, move), values, found)
