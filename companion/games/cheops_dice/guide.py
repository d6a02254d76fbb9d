"""The guide for Cheops: the kinds of moves, reasons for a move, and its value.

The value of an action is its points and what it leaves for the next turn. For the actions with most points,
the next turn is tried with a few rolls that contain every colour equally often. Finishing a second building
ends the game: this is worth most to a seat that then leads against all that the others can still reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.move_values import Terms, strongest_reasons
from companion.engine.words import Term
from companion.games.cheops_dice.geometry import Plan, boxes_to_mask, finished_buildings, tickable_choices
from companion.games.cheops_dice.moves import Build, Pass
from companion.games.cheops_dice.parts import COLOURS, POINTS, TO_END, building_of
from companion.games.cheops_dice.payment import DiceCover, PaymentOptions, dice_cover, payment_options
from companion.games.cheops_dice.rules import apply, bonuses_won
from companion.games.cheops_dice.scoring import by_category
from companion.games.cheops_dice.state import Board, State
from companion.games.cheops_dice.view import builds, costs

_LESSONS = (
    Lesson("Roll", "turn", "die", is_event=True),
    Lesson("pyramid", "pyramid", "pyramid"),
    Lesson("arch", "arch", "arch"),
    Lesson("floor", "floor", "floor"),
    Lesson("Pass", "turn", "sheet", is_rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Return the lessons: the roll, the three buildings, and building nothing."""
    return _LESSONS


def lesson_name(move: Move) -> str:
    """Return the lesson of a move. A build belongs to the building of its first box."""
    if isinstance(move, Build):
        return building_of(move.boxes[0]) if move.boxes else ""
    return type(move).__name__


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return the reasons of the strongest terms: what an action ends, wins, opens or saves."""
    if not isinstance(move, Build):
        return ()
    plan, before, after = state.rules.plans[seat], state.boards[seat], apply(state, seat, move).boards[seat]
    opened = sum(
        boxes & before.ticked != boxes and boxes & after.ticked == boxes and not after.ticked >> number & 1
        for number, boxes in enumerate(plan.needs)
    )
    plans, boards = state.rules.plans, state.boards
    rivals = (points_of(plans[other], boards[other]) for other in range(len(boards)) if other != seat)
    lead = points_of(plan, after) - max(rivals)
    won = (bonus for n, bonus in enumerate(plan.bonuses) if (after.won & ~before.won) >> n & 1)
    values = {"points": lead, "symbols": tuple(Term(bonus.symbol) for bonus in won), "boxes": opened}
    ends = (
        len(finished_buildings(plan, after.ticked)) >= TO_END > len(finished_buildings(plan, before.ticked))
    )
    candidates = (
        ("ends", "cheops_dice.ends", ends and lead > 0),
        ("bonuses", "cheops_dice.wins", bool(values["symbols"])),
        ("next", "cheops_dice.opens", opened),
        (
            "spent",
            "cheops_dice.spares",
            after.last_stone == before.last_stone and after.jokers == before.jokers,
        ),
    )
    return strongest_reasons(terms(state, seat, move), values, candidates)


BOX_VALUE = 0.1
"""Points that a ticked box is worth by itself."""
MAX_TRIED = 6
"""How many actions are tried with a next turn."""
NOT_TRIED_COST = 10.0
"""Points subtracted from all other actions."""
LAST_ACTION_POINTS = 5
"""Points that a rival may gain in the last round."""
END_VALUE = 1000.0
"""Value of ending the game in the lead."""


def worth(state: State, seat: int, move: Move) -> float:
    """Return the value of a legal move in points, compared with building nothing."""
    return sum(terms(state, seat, move).values())


def terms(state: State, seat: int, move: Move) -> Terms:
    """Return the terms of a legal move's value."""
    if not isinstance(move, Build | Pass):
        return {}
    plan, before, middle = state.rules.plans[seat], state.boards[seat], state.middle
    after = apply(state, seat, move).boards[seat]
    gained = points_of(plan, after) - points_of(plan, before)
    if len(finished_buildings(plan, after.ticked)) >= TO_END > len(finished_buildings(plan, before.ticked)):
        lead = points_of(plan, after) - max(_reachable(state, rival) for rival in _rivals(state, seat))
        return {"ends": END_VALUE + lead if lead > 0 else lead - END_VALUE}
    bonuses = POINTS["bonus"] * (after.won.bit_count() - before.won.bit_count())
    spent = _remaining_points(plan, before) - _remaining_points(plan, after)
    value = {
        "built": gained - bonuses + spent,
        "bonuses": bonuses,
        "spent": -spent,
        "boxes": BOX_VALUE * (after.ticked ^ before.ticked).bit_count(),
    }
    if gained < _least_tried(plan, before, state.open, middle) and isinstance(move, Build):
        return {**value, "not_looked_at": -NOT_TRIED_COST}
    dice = state.rules.dice
    later = _next_turn(plan, after, state.open, dice) - _next_turn(plan, before, state.open, dice)
    return {**value, "next": later}


def points_of(plan: Plan, board: Board) -> int:
    """Return all points of a page."""
    return (
        _building_points(plan, board.ticked)
        + POINTS["bonus"] * board.won.bit_count()
        + _remaining_points(plan, board)
    )


def _remaining_points(plan: Plan, board: Board) -> int:
    """Return the points of the remaining jokers and quarry stones."""
    return POINTS["joker"] * board.jokers + POINTS["stone"] * (len(plan.quarry) - board.last_stone)


@lru_cache(maxsize=1 << 15)
def _building_points(plan: Plan, ticked: int) -> int:
    """Return the points of the buildings, and for two finished ones."""
    worth = by_category(plan, Board(ticked, 0, 0, 0))
    return worth["pyramid"] + worth["arch"] + worth["floor"] + worth["bonuses"]


def _rivals(state: State, seat: int) -> list[int]:
    return [other for other in range(state.rules.seats) if other != seat]


def _reachable(state: State, seat: int) -> int:
    """Return the points that a seat may have at the end of this round."""
    points = points_of(state.rules.plans[seat], state.boards[seat])
    return points if state.acted >> seat & 1 else points + LAST_ACTION_POINTS


@lru_cache(maxsize=256)
def _least_tried(plan: Plan, board: Board, open_: int, middle: str) -> int:
    """Return the points of the last action that is tried with a next turn."""
    gains = sorted(
        (sum(build["gains"].values()) - sum(way["costs"]) for build in builds(plan, board, open_, middle)
         for way in build["ways"]),
        reverse=True,
    )  # fmt: skip
    return gains[:MAX_TRIED][-1] if gains else 0


@lru_cache(maxsize=4096)
def _next_turn(plan: Plan, board: Board, open_: int, dice: int) -> float:
    """Return the average points of the next action over some rolls."""
    gains, options = (
        _gains(plan, board, open_),
        payment_options(plan.quarry, board.last_stone, board.jokers),
    )
    covers = [dice_cover(roll) for roll in _rolls(dice)]
    return sum(_best_gain(gains, options, cover, board.last_stone) for cover in covers) / len(covers)


def _gains(plan: Plan, board: Board, open_: int) -> Mapping[str, int]:
    """Return by colours the most points of boxes, without their cost."""
    before, won = _building_points(plan, board.ticked), board.won.bit_count()
    gains = dict[str, int]()
    for choice in tickable_choices(plan, board.ticked):
        ticked = board.ticked | boxes_to_mask(plan.number, choice.orders[0])
        bonuses = bonuses_won(plan, board, ticked, open_).bit_count() - won
        gain = _building_points(plan, ticked) - before + POINTS["bonus"] * bonuses
        gains[choice.colours] = max(gains.get(choice.colours, gain), gain)
    return gains


def _best_gain(gains: Mapping[str, int], options: PaymentOptions, cover: DiceCover, mark: int) -> int:
    """Return the most points of an action with one roll. 0 if none can be paid."""
    paid = ((gain, options[cover[colours]]) for colours, gain in gains.items() if gain > 0)
    return max((0, *(gain - sum(costs(ways[0][1], mark)) for gain, ways in paid if ways)))


@cache
def _rolls(dice: int) -> tuple[str, ...]:
    """Return one roll beginning with each colour. Each colour occurs equally often."""
    letters = "".join(COLOURS) * 2
    return tuple(letters[start : start + dice] for start in range(len(COLOURS)))
