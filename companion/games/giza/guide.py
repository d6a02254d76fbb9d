"""What the guide says at a Giza table: the kinds of moves, the reasons for one, and what it is worth.

The worth is judged by what the player may see. A tile counts at once for the board that it lies on.
Besides, a board is worth what may still come onto it: the best of the next four tiles, and on each site
the room for lower stones and a treasure, which a scarab shuts. What a rival gains counts against the
mover, the less the more rivals there are. A move that ends the game is worth most to whoever is then
ahead, and least to anybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.move_values import Terms, strongest
from companion.engine.words import Seat, Term
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import (
    HAND,
    POINTS,
    PYRAMIDS,
    SITES,
    SPHINX,
    SPHINX_PARTS,
    Edition,
    Kind,
    tile_kinds,
)
from companion.games.giza.rules import apply, obstacle
from companion.games.giza.state import Stack, State, finished, top
from companion.games.giza.view import sees_stacks

_LESSONS = (
    Lesson("stone", "stone", "+5"),
    Lesson("treasure", "treasure", "t3"),
    Lesson("sphinx_part", "sphinx", "base"),
    Lesson("Discard", "discard", "tile"),
    Lesson("laid_scarab", "scarab", "scarab"),
    Lesson("demolish", "demolition", "demolition"),
    Lesson("Lift", "scarab", "scarab", is_rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Every kind of tile, and what is done without one."""
    return _LESSONS


def lesson_name(move: Move) -> str:
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


NEXT_TILE = 0.7
"""Share of the best next tile's points that counts now: a rival may come first."""
EACH_NUMBER = 0.2
"""Points that each lower number may bring to a pyramid in later turns."""
TREASURE_FITS = 0.35
UNDER_SCARAB = 0.6
"""Share of a site's outlook that a scarab leaves, as it can be lifted."""
SPHINX_OUTLOOK = {None: 0.7, "base": 2.0, "body": 2.0, "head": 0.0, "scarab": 0.7}
HIGHEST, USUAL = 5, 3
COVERED = "+3"
"""What a covered tile on another board may be: more than the 2.3 points of an average play, so that nobody
ends the game on a guess."""
AGAINST = (0.0, 0.7, 0.5, 0.4, 0.35, 0.3)
"""Share of a rival's gain that counts against the mover, by the number of rivals."""
LIFTING = 1.5
"""Points that a turn without a tile costs."""
ENDS = 1000.0
KEPT = {"scarab": 0.2, "demolition": 0.4, "t": 0.2}
"""What it costs to discard a tile that is of use later; a stone costs a tenth of its number."""


def worth(state: State, seat: int, move: Move) -> float:
    """What a legal move is worth to a seat, in points that it may expect to be ahead by."""
    return sum(terms(state, seat, move).values())


def guess_hidden(state: State, viewer: int | None) -> State:
    """The state with a usual tile in place of each that lies covered on a board of others."""
    stacks = list(state.stacks)
    for at, stack in enumerate(stacks):
        if len(stack) > 1 and not sees_stacks(state, viewer, at // 4):
            known = 2 if finished(state.rules, stack) else 1
            stacks[at] = (COVERED,) * (len(stack) - known) + stack[-known:]
    return replace(state, stacks=tuple(stacks))


def terms(state: State, seat: int, move: Move) -> Terms:
    """The terms of a legal move's worth to a seat."""
    after = apply(state, seat, move)
    if after.ended:
        lead, change = _lead(after, seat), _lead(after, seat) - _lead(state, seat)
        return {"ends": (ENDS if lead > 0 else -ENDS) + lead - change, "points": change}
    if isinstance(move, Discard):
        return {"later": -sum(_use_later(state.rules.kinds[tile]) for tile in move.tiles)}
    if isinstance(move, Lift):
        return {**_gain(state, after, seat, move.site), "no_tile": -LIFTING}
    if isinstance(move, Play):
        return _for_mover(state, seat, move, _gain(state, after, move.board, move.site))
    return {"no_tile": -LIFTING}


def _for_mover(state: State, seat: int, move: Play, gain: Terms) -> Terms:
    """A board's gain as the mover sees it: a rival's counts against the mover, points given in full."""
    if move.board == seat:
        return gain
    share = AGAINST[state.rules.seats - 1]
    against = {term: -share * points for term, points in gain.items()}
    return {**against, "points": min(-gain["points"], against["points"])}


def _lead(state: State, seat: int) -> float:
    rivals = (one for one in range(state.rules.seats) if one != seat)
    return _points(state, seat) - max(_points(state, one) for one in rivals)


def _gain(before: State, after: State, board: int, site: int) -> Terms:
    """What a board gains by what happened on one of its sites."""
    at = 4 * board + site
    then, now = before.stacks[at], after.stacks[at]
    laid, taken = now[len(then) :], then[len(now) :]
    points = sum(_points_of(before.rules.kinds[tile]) for tile in laid)
    points -= sum(_points_of(before.rules.kinds[tile]) for tile in taken)
    return {
        "points": points,
        "outlook": _outlook(before, now, site) - _outlook(before, then, site),
        "next": NEXT_TILE * (_next_tile(after, board) - _next_tile(before, board)),
    }


def _next_tile(state: State, board: int) -> float:
    """The points of the best of four tiles drawn by chance, laid on this board by its owner."""
    return _best_of_hand(state.rules.edition, tuple(map(top, state.stacks[4 * board : 4 * board + 4])))


@lru_cache(maxsize=8192)
def _best_of_hand(of: Edition, tops: tuple[str | None, ...]) -> float:
    box = tile_kinds(of)
    gains = sorted(((_most_on(box, kind, tops), kind.count) for kind in box.values()), reverse=True)
    tiles, expected, left = sum(count for _, count in gains), 0.0, 1.0
    for points, count in gains:
        rest = left - count / tiles
        expected += points * (left**HAND - rest**HAND)
        left = rest
    return expected


def _most_on(box: Mapping[str, Kind], kind: Kind, tops: tuple[str | None, ...]) -> float:
    """The points of a tile on a board where it fits; 0 where it does not, or would cost its owner."""
    if kind.family in ("scarab", "demolition"):
        return 0.0
    below = (box[shown] if shown else None for shown in tops)
    fits = any(obstacle(kind, one, site == SPHINX) is None for site, one in enumerate(below))
    return max(0.0, _points_of(kind)) if fits else 0.0


def _outlook(state: State, stack: Stack, site: int) -> float:
    """The points that may still come onto a site, by what lies open on it."""
    shown = top(stack)
    if site == SPHINX:
        return SPHINX_OUTLOOK.get(shown, 0.0)
    if shown is None:
        return EACH_NUMBER * HIGHEST
    if shown == "scarab":
        return UNDER_SCARAB * EACH_NUMBER * (HIGHEST - 1) / 2
    kind = state.rules.kinds[shown]
    lower = kind.number - 1
    return EACH_NUMBER * lower + TREASURE_FITS * (kind.family == "stone" and lower > 0)


def _points(state: State, board: int) -> float:
    """The points of a board, whether the game has ended or not."""
    stacks = state.stacks[4 * board : 4 * board + 4]
    return sum(_points_of(state.rules.kinds[tile]) for stack in stacks for tile in stack)


def _points_of(kind: Kind) -> float:
    """The points of a tile; those of a usual stone, for or against, where nobody has read them off it."""
    if kind.points is not None:
        return kind.points
    return USUAL if POINTS[kind.tile]["high"] > 0 else -USUAL


def _use_later(kind: Kind) -> float:
    return KEPT.get(kind.tile) or KEPT.get(kind.tile[0]) or kind.number / 10
