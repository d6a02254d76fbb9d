"""What a newcomer to the scenario learns: what is built, and what gold does."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Seat
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.moves import Build, Found, Knight, Lay, Purchase, ShowPoint
from companion.games.cheops_catan.parts import POINTS
from companion.games.cheops_catan.state import State, points

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
    """What it brings its seat that others have now, who need not be paid then, and how far twelve is."""
    if not isinstance(move, Build | Found | Knight | Lay | Purchase | ShowPoint):
        return ()
    after = apply(state, seat, move)
    now, then = points(state, seat), points(after, seat)
    values = {
        "points": then, "lacking": POINTS["goal"] - then, "knights": after.knights[seat],
        "who": Seat(state.blessed), "price": state.gold[seat] - after.gold[seat], "gold": state.gold[seat],
    }  # fmt: skip
    ways = isinstance(move, Build) and move.piece in ("road", "ship")
    found = (
        ("cheops_catan.ends", after.closing == "cheops_catan.twelve"),
        ("cheops_catan.blesses", after.blessed == seat != state.blessed >= 0),
        ("cheops_catan.frees", seat in state.cursed - after.cursed),
        ("cheops_catan.army", after.army == seat != state.army),
        ("cheops_catan.own_site", state.at_site[seat] == 0 < after.at_site[seat]),
        ("cheops_catan.own_way", isinstance(move, Lay) and move.owner is None),
        ("cheops_catan.to_the_site", ways and not state.at_site[seat]),
        ("cheops_catan.buys", isinstance(move, Purchase)),
        ("cheops_catan.lacks", now < then and not after.closing and not isinstance(move, ShowPoint)),
    )
    return tuple(Description(code, values) for code, holds in found if holds)
