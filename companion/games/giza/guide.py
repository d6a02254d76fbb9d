"""What a newcomer to Giza learns, and what speaks for a move."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Seat, Term
from companion.engine.worth import strongest
from companion.games.giza.moves import Play
from companion.games.giza.parts import HAND, PYRAMIDS, SITES, SPHINX_PARTS
from companion.games.giza.state import Stack, State, finished, top
from companion.games.giza.worth import terms

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
    """What the strongest terms of its worth say of a tile: what it costs, shuts or ends."""
    if not isinstance(move, Play) or move.tile is None:
        return ()
    stack, others = state.stacks[4 * move.board + move.site], move.board != seat
    kinds, kind = state.rules.kinds, state.rules.kinds[move.tile]
    is_stone, is_treasure = kind.family == "stone", kind.family == "treasure"
    cost = (kinds[stack[-1]].points or 0) if kind.family == "demolition" else -(kind.points or 0)
    values = {
        "site": Term(SITES[move.site]), "board": Seat(move.board), "points": cost,
        "number": kind.number, "treasure": Term(f"t{kind.number}"),
    }  # fmt: skip
    lacking = [n for n in PYRAMIDS if not finished(state.rules, state.stacks[4 * move.board + n])]
    is_last = lacking == [move.site]
    if is_stone and kind.number == 1 and is_last:
        return (Description("giza.ends_theirs" if others else "giza.ends", values),)
    if state.pile <= HAND - state.hands[seat] + 1:
        return (Description("giza.last_tile", values),)
    shuts = others and move.tile == "scarab" and top(stack) != "scarab"
    found = (
        ("points", "giza.costs", others and cost > 0),
        ("points", "giza.back", not others and is_treasure and top(stack) == f"-{kind.number}"),
        ("outlook", "giza.shuts", shuts and is_last and _takes_a_1(stack)),
        ("outlook", "giza.blocks", shuts and not (is_last and _takes_a_1(stack))),
        ("outlook", "giza.stops", others and is_stone and kind.number == 1),
        ("outlook", "giza.covers", is_stone and kind.number > 1),
    )
    return strongest(terms(state, seat, move), values, found)


def _takes_a_1(stack: Stack) -> bool:
    """Whether a stone of 1 may be laid here now."""
    shown = top(stack)
    return shown is None or (shown[0] in "+-t" and int(shown[1:]) > 1)
