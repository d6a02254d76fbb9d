"""What a newcomer to the scenario learns: what is built, and what gold does."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.games.cheops_catan.moves import Build, Found
from companion.games.cheops_catan.state import State

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
    Lesson("Knight", "points", "army", last_resort=True, rare=True),
    Lesson("Harbour", "routes", "gold", rare=True),
    Lesson("Give", "gold", "gold", rare=True),
    Lesson("ShowPoint", "points", "development", last_resort=True, rare=True),
    Lesson("Claim", "end", "blessing", last_resort=True, rare=True),
    Lesson("Reveal", "end", "development", last_resort=True, rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Every public event but the drawing, which only says where something stands."""
    return _LESSONS


def lesson(move: Move) -> str:
    """By the piece that is built."""
    return move.piece if isinstance(move, Build) else type(move).__name__


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Who has nothing at the site pays others to lay stones."""
    at_site = isinstance(move, Build | Found) and move.at_site
    return (Description("cheops_catan.own_site"),) if at_site and not state.at_site[seat] else ()
