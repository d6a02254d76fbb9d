"""What the guide says in Cheops: the kinds of moves, the reasons for one, and what it is worth.

An action is worth the points that it brings, and what it leaves for the next turn. The next turn is tried
with a few rolls that show every colour equally often, for the actions that bring most at once; a whole
play is not looked at. Whoever finishes a second building ends the game: that is worth most to the seat
that is then ahead of what the others can still reach, and least to anybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.move_values import Terms, strongest
from companion.engine.words import Term
from companion.games.cheops_dice.geometry import Plan, boxes_to_mask, finished_buildings, tickable_choices
from companion.games.cheops_dice.moves import Build, Pass
from companion.games.cheops_dice.parts import COLOURS, POINTS, TO_END, building_of
from companion.games.cheops_dice.payment import Cover, PaymentOptions, dice_cover, payment_options
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
    """The roll, the three buildings, and building nothing."""
    return _LESSONS


def lesson_name(move: Move) -> str:
    """A building action is of the building of its first box."""
    if isinstance(move, Build):
        return building_of(move.boxes[0]) if move.boxes else ""
    return type(move).__name__


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the strongest terms of its worth say of an action: what it ends, wins, opens or spares."""
    if not isinstance(move, Build):
        return ()
    plan, was, now = state.rules.plans[seat], state.boards[seat], apply(state, seat, move).boards[seat]
    opened = sum(
        needed & was.ticked != needed and needed & now.ticked == needed and not now.ticked >> number & 1
        for number, needed in enumerate(plan.needs)
    )
    plans, boards = state.rules.plans, state.boards
    rivals = (points_of(plans[one], boards[one]) for one in range(len(boards)) if one != seat)
    lead = points_of(plan, now) - max(rivals)
    won = (bonus for n, bonus in enumerate(plan.bonuses) if (now.won & ~was.won) >> n & 1)
    values = {"points": lead, "symbols": tuple(Term(bonus.symbol) for bonus in won), "boxes": opened}
    ends = len(finished_buildings(plan, now.ticked)) >= TO_END > len(finished_buildings(plan, was.ticked))
    found = (
        ("ends", "cheops_dice.ends", ends and lead > 0),
        ("bonuses", "cheops_dice.wins", bool(values["symbols"])),
        ("next", "cheops_dice.opens", opened),
        ("spent", "cheops_dice.spares", now.mark == was.mark and now.jokers == was.jokers),
    )
    return strongest(terms(state, seat, move), values, found)


BOX = 0.1
"""What a ticked box is worth by itself."""
LOOKED_AT = 6
"""Actions of which the next turn is tried."""
NOT_LOOKED_AT = 10.0
"""Points by which the others are worth less."""
LAST_ACTION = 5
"""Points that a rival may gain with its action in the last round."""
ENDS = 1000.0


def worth(state: State, seat: int, move: Move) -> float:
    """What a legal move is worth to a seat, in points, beside building nothing."""
    return sum(terms(state, seat, move).values())


def terms(state: State, seat: int, move: Move) -> Terms:
    """The terms of a legal move's worth to a seat."""
    if not isinstance(move, Build | Pass):
        return {}
    plan, before, middle = state.rules.plans[seat], state.boards[seat], state.middle
    after = apply(state, seat, move).boards[seat]
    gained = points_of(plan, after) - points_of(plan, before)
    if len(finished_buildings(plan, after.ticked)) >= TO_END > len(finished_buildings(plan, before.ticked)):
        lead = points_of(plan, after) - max(_reachable(state, one) for one in _rivals(state, seat))
        return {"ends": ENDS + lead if lead > 0 else lead - ENDS}
    bonuses = POINTS["bonus"] * (after.won.bit_count() - before.won.bit_count())
    spent = _kept(plan, before) - _kept(plan, after)
    value = {
        "built": gained - bonuses + spent,
        "bonuses": bonuses,
        "spent": -spent,
        "boxes": BOX * (after.ticked ^ before.ticked).bit_count(),
    }
    if gained < _least(plan, before, state.open, middle) and isinstance(move, Build):
        return {**value, "not_looked_at": -NOT_LOOKED_AT}
    dice = state.rules.dice
    later = _next_turn(plan, after, state.open, dice) - _next_turn(plan, before, state.open, dice)
    return {**value, "next": later}


def points_of(plan: Plan, board: Board) -> int:
    """All points of a sheet as it is marked."""
    return _built(plan, board.ticked) + POINTS["bonus"] * board.won.bit_count() + _kept(plan, board)


def _kept(plan: Plan, board: Board) -> int:
    """The points of the jokers and quarry stones that are left."""
    return POINTS["joker"] * board.jokers + POINTS["stone"] * (len(plan.quarry) - board.mark)


@lru_cache(maxsize=1 << 15)
def _built(plan: Plan, ticked: int) -> int:
    """The points of the buildings, and for two finished ones."""
    worth = by_category(plan, Board(ticked, 0, 0, 0))
    return worth["pyramid"] + worth["arch"] + worth["floor"] + worth["bonuses"]


def _rivals(state: State, seat: int) -> list[int]:
    return [one for one in range(state.rules.seats) if one != seat]


def _reachable(state: State, seat: int) -> int:
    """The points that a seat may have at the end of this round."""
    points = points_of(state.rules.plans[seat], state.boards[seat])
    return points if state.acted >> seat & 1 else points + LAST_ACTION


@lru_cache(maxsize=256)
def _least(plan: Plan, board: Board, open_: int, middle: str) -> int:
    """The points that the last action brings of those that are looked at."""
    gains = sorted(
        (sum(each["gains"].values()) - sum(way["costs"]) for each in builds(plan, board, open_, middle)
         for way in each["ways"]),
        reverse=True,
    )  # fmt: skip
    return gains[:LOOKED_AT][-1] if gains else 0


@lru_cache(maxsize=4096)
def _next_turn(plan: Plan, board: Board, open_: int, dice: int) -> float:
    """The points that the next action brings, on average of some rolls."""
    gains, options = _gains(plan, board, open_), payment_options(plan.quarry, board.mark, board.jokers)
    covers = [dice_cover(roll) for roll in _rolls(dice)]
    return sum(_best(gains, options, cover, board.mark) for cover in covers) / len(covers)


def _gains(plan: Plan, board: Board, open_: int) -> Mapping[str, int]:
    """The most points that boxes of these colours bring, before they are paid for."""
    before, won = _built(plan, board.ticked), board.won.bit_count()
    gains = dict[str, int]()
    for choice in tickable_choices(plan, board.ticked):
        ticked = board.ticked | boxes_to_mask(plan.number, choice.orders[0])
        bonuses = bonuses_won(plan, board, ticked, open_).bit_count() - won
        gain = _built(plan, ticked) - before + POINTS["bonus"] * bonuses
        gains[choice.colours] = max(gains.get(choice.colours, gain), gain)
    return gains


def _best(gains: Mapping[str, int], options: PaymentOptions, cover: Cover, mark: int) -> int:
    """The most points that an action brings with one roll; 0 where none can be paid."""
    paid = ((gain, options[cover[colours]]) for colours, gain in gains.items() if gain > 0)
    return max((0, *(gain - sum(costs(ways[0][1], mark)) for gain, ways in paid if ways)))


@cache
def _rolls(dice: int) -> tuple[str, ...]:
    """One roll beginning with each colour; each colour comes up equally often."""
    letters = "".join(COLOURS) * 2
    return tuple(letters[start : start + dice] for start in range(len(COLOURS)))
