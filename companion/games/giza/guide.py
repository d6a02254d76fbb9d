"""What a newcomer to Giza learns, and what speaks for a move."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Seat, Term
from companion.games.giza.moves import Play
from companion.games.giza.parts import PYRAMIDS, SITES, SPHINX, SPHINX_PARTS
from companion.games.giza.state import Stack, State, finished, top

_LESSONS = (
    Lesson("stone", "stone", "+5"),
    Lesson("treasure", "treasure", "t3"),
    Lesson("sphinx_part", "sphinx", "base"),
    Lesson("Discard", "discard", "tile"),
    Lesson("laid_scarab", "scarab", "scarab"),
    Lesson("demolish", "demolition", "demolition"),
    Lesson("Lift", "scarab", "scarab", rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Every kind of tile, and what is done without one."""
    return _LESSONS


def lesson(move: Move) -> str:
    """By the tile that is laid; a buried one tells nothing."""
    if not isinstance(move, Play):
        return type(move).__name__
    tile = move.tile or ""
    if tile in SPHINX_PARTS:
        return "sphinx_part"
    known = {
        "scarab": "laid_scarab",
        "demolition": "demolish",
        "+": "stone",
        "-": "stone",
        "t": "treasure",
    }
    return known.get(tile) or known.get(tile[:1], "")


def piece(move: Move) -> str:
    """The tile in hand that is laid."""
    return (move.tile or "") if isinstance(move, Play) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the tile does to whom as the boards lie, else what fits on it from then on."""
    if not isinstance(move, Play) or move.tile is None:
        return ()
    where = {"site": Term(SITES[move.site]), "board": Seat(move.board)}
    stack, others = state.stacks[4 * move.board + move.site], move.board != seat
    number = int(move.tile[1:]) if move.tile[0] in "+-t" else 0
    lacking = [n for n in PYRAMIDS if not finished(state.rules, state.stacks[4 * move.board + n])]
    if move.tile == "scarab":
        if others and lacking == [move.site] and _takes_a_1(stack):
            return (Description("giza.shuts", where),)
        blocks = others and bool(stack) and top(stack) != "scarab"
        return (Description("giza.blocks", where),) if blocks else ()
    if move.tile[0] == "t" and not others and top(stack) == f"-{number}":
        return (Description("giza.back", {**where, "number": number}),)
    if move.tile[0] == "-" and others:
        return (Description("giza.costs", {**where, "points": number}),)
    if others and move.tile == "+1":
        return (Description("giza.ends_theirs" if lacking == [move.site] else "giza.stops", where),)
    if others or move.site == SPHINX or move.tile[0] not in "+-":
        return ()
    if number == 1:
        return (Description("giza.ends" if lacking == [move.site] else "giza.finishes", where),)
    return (Description("giza.covers", {"number": number, "treasure": Term(f"t{number}")}),)


def _takes_a_1(stack: Stack) -> bool:
    """Whether a stone of 1 may be laid here now."""
    shown = top(stack)
    return shown is None or (shown[0] in "+-t" and int(shown[1:]) > 1)
