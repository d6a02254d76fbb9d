"""The guide for Cheops: the kinds of moves, the reasons for a move, and its estimated value.

The value of an action is the points that it brings, plus those that the seat's next action may bring. The
next action is estimated with a few sample rolls, and only after the actions that bring most points. A
second finished building ends the game. That has a high value if no rival can then overtake the seat, and a
low one otherwise.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.engine.game import Description, Lesson, Move
from companion.engine.move_values import ValueParts, find_lead, find_strongest_reasons, value_end
from companion.engine.words import Term
from companion.games.cheops_dice.geometry import (
    BoxMask,
    Plan,
    boxes_to_mask,
    find_finished_buildings,
    iter_tickable_choices,
)
from companion.games.cheops_dice.moves import Build, Pass
from companion.games.cheops_dice.parts import (
    BUILDING_COUNT_TO_END,
    COLOUR_BY_LETTER,
    POINTS_PER_ITEM,
    get_building,
)
from companion.games.cheops_dice.payment import list_ways_to_pay, mark_dice_payments
from companion.games.cheops_dice.rules import apply, find_won_bonuses
from companion.games.cheops_dice.scoring import count_points_by_category
from companion.games.cheops_dice.state import Board, State
from companion.games.cheops_dice.view import get_payment_costs, list_builds

LESSONS = (
    Lesson("Roll", "turn", "die", is_event=True),
    Lesson("pyramid", "pyramid", "pyramid"),
    Lesson("arch", "arch", "arch"),
    Lesson("floor", "floor", "floor"),
    Lesson("Pass", "turn", "sheet", is_rare=True),
)


def lesson_name(move: Move) -> str:
    """Return the name of the lesson that explains a move. For a build, it is the building of the first
    box."""
    if isinstance(move, Build):
        return get_building(move.boxes[0]) if move.boxes else ""
    return type(move).__name__


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return at most two reasons to make a legal move, strongest first."""
    if not isinstance(move, Build):
        return ()
    plan, before, after = state.rules.plans[seat], state.boards[seat], apply(state, seat, move).boards[seat]
    opened = sum(
        boxes & before.ticked != boxes and boxes & after.ticked == boxes and not after.ticked >> number & 1
        for number, boxes in enumerate(plan.needs)
    )
    points = _list_points(state)
    points[seat] = count_page_points(plan, after)
    lead = find_lead(points, seat)
    won = (bonus for n, bonus in enumerate(plan.bonuses) if (after.won & ~before.won) >> n & 1)
    values = {"points": lead, "symbols": tuple(Term(bonus.symbol) for bonus in won), "boxes": opened}
    candidates = (
        ("ends", "cheops_dice.ends", _ends_game(plan, before, after) and lead > 0),
        ("bonuses", "cheops_dice.wins", bool(values["symbols"])),
        ("next", "cheops_dice.opens", opened),
        ("spent", "cheops_dice.spares", (after.crossed, after.jokers) == (before.crossed, before.jokers)),
    )
    return find_strongest_reasons(get_value_parts(state, seat, move), values, candidates)


BOX_VALUE = 0.1
"""The value in points of each ticked box, besides the points that it brings."""
MAX_TRIED_ACTIONS = 6
"""The guide estimates the seat's next action only after this many actions, those that bring most points."""
NOT_TRIED_COST = 10.0
"""Points subtracted from the value of an action after which the next action is not estimated."""
MAX_LAST_ACTION_POINTS = 5
"""The most points that a rival is expected to gain with one more action in the last round."""


def get_value_parts(state: State, seat: int, move: Move) -> ValueParts:
    """Return the estimated value of a legal move as named parts. The sum of the parts is the value."""
    if not isinstance(move, Build | Pass):
        return {}
    plan, before, middle = state.rules.plans[seat], state.boards[seat], state.middle
    after = apply(state, seat, move).boards[seat]
    gained = count_page_points(plan, after) - count_page_points(plan, before)
    if _ends_game(plan, before, after):
        reachable = [
            points if state.acted >> rival & 1 else points + MAX_LAST_ACTION_POINTS
            for rival, points in enumerate(_list_points(state))
        ]
        reachable[seat] = count_page_points(plan, after)
        return {"ends": value_end(find_lead(reachable, seat))}
    bonuses = POINTS_PER_ITEM["bonus"] * (after.won.bit_count() - before.won.bit_count())
    spent = _count_joker_and_stone_points(plan, before) - _count_joker_and_stone_points(plan, after)
    value = {
        "built": gained - bonuses + spent,
        "bonuses": bonuses,
        "spent": -spent,
        "boxes": BOX_VALUE * (after.ticked ^ before.ticked).bit_count(),
    }
    if gained < _find_min_points_to_try(plan, before, state.open, middle) and isinstance(move, Build):
        return {**value, "not_looked_at": -NOT_TRIED_COST}
    next_points, next_points_before = (
        _expect_next_action_points(plan, board, state.open, state.rules.dice) for board in (after, before)
    )
    return {**value, "next": next_points - next_points_before}


def _ends_game(plan: Plan, before: Board, after: Board) -> bool:
    count, count_before = (len(find_finished_buildings(plan, board.ticked)) for board in (after, before))
    return count >= BUILDING_COUNT_TO_END > count_before


def count_page_points(plan: Plan, board: Board) -> int:
    """Return the points that a seat's page has now, with those for unused jokers and stones."""
    return (
        _count_building_points(plan, board.ticked)
        + POINTS_PER_ITEM["bonus"] * board.won.bit_count()
        + _count_joker_and_stone_points(plan, board)
    )


def _count_joker_and_stone_points(plan: Plan, board: Board) -> int:
    return POINTS_PER_ITEM["joker"] * board.jokers + POINTS_PER_ITEM["stone"] * (
        len(plan.quarry) - board.last_stone
    )


@lru_cache(maxsize=1 << 15)
def _count_building_points(plan: Plan, ticked: BoxMask) -> int:
    """Return the points of pyramid, arch and floor, with the end bonus if two of them are finished."""
    worth = count_points_by_category(plan, Board(ticked, 0, 0, 0))
    return worth["pyramid"] + worth["arch"] + worth["floor"] + worth["bonuses"]


def _list_points(state: State) -> list[int]:
    return list(map(count_page_points, state.rules.plans, state.boards))


@lru_cache(maxsize=256)
def _find_min_points_to_try(plan: Plan, board: Board, open_bonuses: int, middle: str) -> int:
    """Return the fewest points of the ``MAX_TRIED_ACTIONS`` best actions. 0 if no action is possible.

    ``open_bonuses`` is the bit mask of the bonuses that can still be won, ``middle`` the dice to pay with.
    """
    gains = sorted(
        (sum(build["gains"].values()) - sum(way["costs"])
         for build in list_builds(plan, board, open_bonuses, middle)
         for way in build["ways"]),
        reverse=True,
    )  # fmt: skip
    return gains[:MAX_TRIED_ACTIONS][-1] if gains else 0


@lru_cache(maxsize=4096)
def _expect_next_action_points(plan: Plan, board: Board, open_bonuses: int, dice: int) -> float:
    """Return the points that the best next action on this page brings, averaged over sample rolls of this
    many dice."""
    gains = _find_gains_by_colours(plan, board, open_bonuses)
    best = [_find_best_gain(gains, plan.quarry, board, roll) for roll in _make_sample_rolls(dice)]
    return sum(best) / len(best)


def _find_gains_by_colours(plan: Plan, board: Board, open_bonuses: int) -> Mapping[str, int]:
    """Return the most points that an action brings, by the colours of the boxes that it ticks (``R+B``).

    What the seat pays for the boxes is not subtracted. ``open_bonuses`` is the bit mask of the bonuses that
    can still be won.
    """
    before, won = _count_building_points(plan, board.ticked), board.won.bit_count()
    gains = dict[str, int]()
    for choice in iter_tickable_choices(plan, board.ticked):
        ticked = board.ticked | boxes_to_mask(plan.number, choice.orders[0])
        bonuses = find_won_bonuses(plan, board, ticked, open_bonuses).bit_count() - won
        gain = _count_building_points(plan, ticked) - before + POINTS_PER_ITEM["bonus"] * bonuses
        gains[choice.colours] = max(gains.get(choice.colours, gain), gain)
    return gains


def _find_best_gain(gains: Mapping[str, int], quarry: str, board: Board, middle: str) -> int:
    """Return the most points that one of ``gains`` brings after its payment. 0 if none can be paid.

    ``gains`` has the points for each combination of colours, without the cost of its payment. ``middle``
    has the colours of the dice that are left.
    """
    last_stone, best = board.last_stone, 0
    for colours, gain in gains.items():
        if gain > best:
            to_pay = mark_dice_payments(middle, colours)
            ways = list_ways_to_pay(quarry, last_stone, board.jokers, to_pay)
            if ways:
                best = max(best, gain - sum(get_payment_costs(ways[0][1], last_stone)))
    return best


@cache
def _make_sample_rolls(dice: int) -> tuple[str, ...]:
    """Return a few rolls of this many dice. All of them together have every colour equally often."""
    letters = "".join(COLOUR_BY_LETTER) * 2
    return tuple(letters[start : start + dice] for start in range(len(COLOUR_BY_LETTER)))
