"""The guide for Giza: the kinds of moves, the reasons for a move, and its estimated value.

The estimate uses only what the player may see. It is the points of the tile that is laid or removed, plus
the change in the points that the board may still bring: with the best tile of the next hand, and with lower
stones and treasures on each site. A scarab on a site reduces these later points. What a rival gains is
subtracted, and counts less if there are more rivals. Ending the game has a high value for a seat that
leads, and a low one for the others.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from companion.engine.game import Description, Lesson, Move
from companion.engine.move_values import ValueParts, find_lead, find_strongest_reasons, value_end
from companion.engine.words import Seat, Term
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import (
    HAND_SIZE,
    PYRAMID_SITES,
    SITE_NAMES,
    SPHINX_PARTS,
    SPHINX_POINT_BOUNDS,
    SPHINX_SITE,
    Edition,
    TileKind,
    get_tile_kinds,
)
from companion.games.giza.rules import apply, find_laying_refusal
from companion.games.giza.state import Stack, State, get_top_tile, is_pyramid_finished
from companion.games.giza.view import can_see_stacks

LESSONS = (
    Lesson("stone", "stone", "+5"),
    Lesson("treasure", "treasure", "t3"),
    Lesson("sphinx_part", "sphinx", "base"),
    Lesson("Discard", "discard", "tile"),
    Lesson("laid_scarab", "scarab", "scarab"),
    Lesson("demolish", "demolition", "demolition"),
    Lesson("Lift", "scarab", "scarab", is_rare=True),
)


def lesson_name(move: Move) -> str:
    """Return the name of the lesson that explains a move. Empty if the tile of the move is hidden."""
    if not isinstance(move, Play):
        return type(move).__name__
    tile = move.tile or ""
    if tile in SPHINX_PARTS:
        return "sphinx_part"
    if tile in ("scarab", "demolition"):
        return "laid_scarab" if tile == "scarab" else "demolish"
    return {"+": "stone", "-": "stone", "t": "treasure"}.get(tile[:1], "")


def get_played_tile(move: Move) -> str:
    """Return the tile that a move plays from the hand. Empty for other moves."""
    return (move.tile or "") if isinstance(move, Play) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return at most two reasons to make a legal move, strongest first."""
    if not isinstance(move, Play) or move.tile is None:
        return ()
    stack, others = state.stacks[4 * move.board + move.site], move.board != seat
    kinds, kind = state.rules.kinds, state.rules.kinds[move.tile]
    is_stone, is_treasure = kind.family == "stone", kind.family == "treasure"
    cost = (kinds[stack[-1]].points or 0) if kind.family == "demolition" else -(kind.points or 0)
    values = {
        "site": Term(SITE_NAMES[move.site]), "board": Seat(move.board), "points": cost,
        "number": kind.number, "treasure": Term(f"t{kind.number}"),
    }  # fmt: skip
    lacking = [
        n for n in PYRAMID_SITES if not is_pyramid_finished(state.rules, state.stacks[4 * move.board + n])
    ]
    is_last = lacking == [move.site]
    if is_stone and kind.number == 1 and is_last:
        return (Description("giza.ends_theirs" if others else "giza.ends", values),)
    if state.pile <= HAND_SIZE - state.hands[seat] + 1:
        return (Description("giza.last_tile", values),)
    shuts = others and move.tile == "scarab" and get_top_tile(stack) != "scarab"
    candidates = (
        ("points", "giza.costs", others and cost > 0),
        ("points", "giza.back", not others and is_treasure and get_top_tile(stack) == f"-{kind.number}"),
        ("outlook", "giza.shuts", shuts and is_last and _fits_stone_1(stack)),
        ("outlook", "giza.blocks", shuts and not (is_last and _fits_stone_1(stack))),
        ("outlook", "giza.stops", others and is_stone and kind.number == 1),
        ("outlook", "giza.covers", is_stone and kind.number > 1),
    )
    return find_strongest_reasons(get_value_parts(state, seat, move), values, candidates)


def _fits_stone_1(stack: Stack) -> bool:
    shown = get_top_tile(stack)
    return shown is None or (shown[0] in "+-t" and int(shown[1:]) > 1)


NEXT_TILE_WEIGHT = 0.7
"""Weight of the points that the best next tile would bring. It is below 1, because a rival may use the site
first."""
POINTS_PER_LOWER_NUMBER = 0.2
"""Points that a pyramid is expected to gain later for each number below that of its top tile."""
TREASURE_LATER_POINTS = 0.35
"""Points that a site on which a treasure can be laid is expected to gain later."""
BLOCKED_SITE_WEIGHT = 0.6
"""Weight of a site's later points while a scarab blocks the site. The owner can lift the scarab."""
SPHINX_LATER_POINTS = {None: 0.7, "base": 2.0, "body": 2.0, "head": 0.0, "scarab": 0.7}
"""Points that a sphinx is expected to gain later, by its top tile. None is a sphinx without tiles."""
HIGHEST_STONE_NUMBER, USUAL_STONE_NUMBER = 5, 3
GUESSED_TILE = "+3"
"""The guess for a covered tile on the board of another seat. It is above the average of 2.3 points, because
after a low guess a seat could end the game too early."""
RIVAL_GAIN_WEIGHTS = (0.0, 0.7, 0.5, 0.4, 0.35, 0.3)
"""The share of a rival's gain that is subtracted, by the number of rivals."""
COST_OF_TURN_WITHOUT_TILE = 1.5
"""The cost in points of a turn in which the seat lays no tile."""
TILE_DISCARD_COSTS = {"scarab": 0.2, "demolition": 0.4, "t": 0.2}
"""The cost in points of discarding a scarab, a demolition or a treasure (``t``). A stone costs a tenth of
its number."""


def guess_hidden(state: State, viewer: int | None) -> State:
    """Return the state with ``GUESSED_TILE`` in place of each covered tile that the viewer may not see."""
    stacks = list(state.stacks)
    for at, stack in enumerate(stacks):
        if len(stack) > 1 and not can_see_stacks(state, viewer, at // 4):
            covered = [GUESSED_TILE] * (len(stack) - 1)
            if stack[-1] == "scarab" and is_pyramid_finished(state.rules, stack):
                covered[-1] = "+1"  # everybody sees that the pyramid is finished
            stacks[at] = (*covered, stack[-1])
    return replace(state, stacks=tuple(stacks))


def get_value_parts(state: State, seat: int, move: Move) -> ValueParts:
    """Return the estimated value of a legal move as named parts. The sum of the parts is the value."""
    after = apply(state, seat, move)
    if after.ended:
        lead, change = _count_lead(after, seat), _count_lead(after, seat) - _count_lead(state, seat)
        return {"ends": value_end(lead) - change, "points": change}
    if isinstance(move, Discard):
        return {"later": -sum(_get_discard_cost(state.rules.kinds[tile]) for tile in move.tiles)}
    if isinstance(move, Play):
        gain = _find_board_gain_parts(state, after, move.board, move.site)
        return _convert_gain_for_mover(state, seat, move, gain)
    gain = _find_board_gain_parts(state, after, seat, move.site) if isinstance(move, Lift) else {}
    return {**gain, "no_tile": -COST_OF_TURN_WITHOUT_TILE}


def _convert_gain_for_mover(state: State, seat: int, move: Play, gain: ValueParts) -> ValueParts:
    """Return the gain of a board as a gain or a loss for the seat that moves.

    What another seat's board gains is a loss for the mover, and what it loses is a gain. Points that it
    gains at once count in full, everything else is multiplied by one of ``RIVAL_GAIN_WEIGHTS``.
    """
    if move.board == seat:
        return gain
    share = RIVAL_GAIN_WEIGHTS[state.rules.seats - 1]
    against = {term: -share * points for term, points in gain.items()}
    return {**against, "points": min(-gain["points"], against["points"])}


def _count_lead(state: State, seat: int) -> float:
    return find_lead([_count_board_points(state, board) for board in range(state.rules.seats)], seat)


def _find_board_gain_parts(before: State, after: State, board: int, site: int) -> ValueParts:
    """Return what a board gains because a move changed one of its sites, as named parts in points."""
    at = 4 * board + site
    stack_before, stack_after = before.stacks[at], after.stacks[at]
    laid, removed = stack_after[len(stack_before) :], stack_before[len(stack_after) :]
    points = sum(_get_tile_points(before.rules.kinds[tile]) for tile in laid)
    points -= sum(_get_tile_points(before.rules.kinds[tile]) for tile in removed)
    later_before, later_after = (_expect_later_points(before, s, site) for s in (stack_before, stack_after))
    next_before, next_after = (
        _expect_best_tile_points(
            at.rules.edition, tuple(map(get_top_tile, at.stacks[4 * board : 4 * board + 4]))
        )
        for at in (before, after)
    )
    return {
        "points": points,
        "outlook": later_after - later_before,
        "next": NEXT_TILE_WEIGHT * (next_after - next_before),
    }


@lru_cache(maxsize=8192)
def _expect_best_tile_points(edition: Edition, tops: tuple[str | None, ...]) -> float:
    """Return the points that the best tile of a random hand is expected to bring on a board with these top
    tiles."""
    box = get_tile_kinds(edition)
    gains = sorted(
        ((_find_most_tile_points(box, kind, tops), kind.count) for kind in box.values()), reverse=True
    )
    tiles, expected, left = sum(count for _, count in gains), 0.0, 1.0
    for points, count in gains:
        rest = left - count / tiles
        expected += points * (left**HAND_SIZE - rest**HAND_SIZE)
        left = rest
    return expected


def _find_most_tile_points(
    box: Mapping[str, TileKind], kind: TileKind, tops: tuple[str | None, ...]
) -> float:
    """Return the most points that a tile brings on a board with these top tiles. 0 if the tile does not fit
    or costs points."""
    if kind.family in ("scarab", "demolition"):
        return 0.0
    below = (box[shown] if shown else None for shown in tops)
    fits = any(
        find_laying_refusal(kind, kind_below, site == SPHINX_SITE) is None
        for site, kind_below in enumerate(below)
    )
    return max(0.0, _get_tile_points(kind)) if fits else 0.0


def _expect_later_points(state: State, stack: Stack, site: int) -> float:
    """Return the points that a site is expected to gain in later turns, judged by its top tile."""
    shown = get_top_tile(stack)
    if site == SPHINX_SITE:
        return SPHINX_LATER_POINTS.get(shown, 0.0)
    if shown is None:
        return POINTS_PER_LOWER_NUMBER * HIGHEST_STONE_NUMBER
    if shown == "scarab":
        return BLOCKED_SITE_WEIGHT * POINTS_PER_LOWER_NUMBER * (HIGHEST_STONE_NUMBER - 1) / 2
    kind = state.rules.kinds[shown]
    lower = kind.number - 1
    return POINTS_PER_LOWER_NUMBER * lower + TREASURE_LATER_POINTS * (kind.family == "stone" and lower > 0)


def _count_board_points(state: State, board: int) -> float:
    stacks = state.stacks[4 * board : 4 * board + 4]
    return sum(_get_tile_points(state.rules.kinds[tile]) for stack in stacks for tile in stack)


def _get_tile_points(kind: TileKind) -> float:
    """Return the points of a tile. Unknown points count as 3, or as -3 if they cannot be positive."""
    if kind.points is not None:
        return kind.points
    return USUAL_STONE_NUMBER if SPHINX_POINT_BOUNDS[kind.tile]["high"] > 0 else -USUAL_STONE_NUMBER


def _get_discard_cost(kind: TileKind) -> float:
    return TILE_DISCARD_COSTS.get(kind.tile) or TILE_DISCARD_COSTS.get(kind.tile[0]) or kind.number / 10
