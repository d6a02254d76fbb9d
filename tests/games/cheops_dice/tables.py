"""Helpers that make tables and pages for tests."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.engine.game import Setup
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.geometry import Plan, boxes_to_mask
from companion.games.cheops_dice.moves import Build, Roll
from companion.games.cheops_dice.parts import COLOURS
from companion.games.cheops_dice.state import Board, State, awaits_roll
from tests.games import move_checks
from tests.recorded_plays import replayed_states

code, after = partial(move_checks.code, GAME), partial(move_checks.after, GAME)


def table(seats: int = 3, dice: str = "", first: int = 0, **options: object) -> State:
    state = GAME.setup(Setup.of(GAME.meta, seats, options, first))
    return rolled(state, dice) if dice else state


def rolled(state: State, dice: str) -> State:
    return after(state, (state.active, Roll(tuple(COLOURS[letter] for letter in dice))))


def bits(plan: Plan, words: str) -> int:
    """Return boxes as bits. ``pyramid-1``, ``left`` or ``floor`` mean all boxes that begin with it."""
    prefixes = words.split()
    return boxes_to_mask(
        plan.number,
        (b for b in plan.boxes if any(b == word or b.startswith(f"{word}-") for word in prefixes)),
    )


def marked(
    state: State, seat: int, words: str, last: int = 0, jokers: int | None = None, won: int = 0
) -> State:
    """Return the table with one seat's boxes ticked, its quarry crossed at ``last`` and jokers left."""
    board = Board(
        bits(state.rules.plans[seat], words), 1 << last - 1 if last else 0,
        state.rules.seats if jokers is None else jokers, won,
    )  # fmt: skip
    return replace(state, boards=(*state.boards[:seat], board, *state.boards[seat + 1 :]))


def build(words: str, paid: str = "") -> Build:
    return Build(tuple(words.split()), tuple(paid.split()))


def points(state: State, seat: int) -> dict[str, int]:
    lines = GAME.scoring.lines(Setup.of(GAME.meta, len(state.boards)), GAME.score_sheets(state))[seat]
    return {line.category: line.points or 0 for line in lines}


def positions(name: str) -> Iterator[tuple[State, int]]:
    """Yield every (state, seat) of a recorded play in which the seat may build."""
    for state in replayed_states("cheops_dice", name):
        if not awaits_roll(state):
            yield from ((state, seat) for seat in GAME.awaiting(state).seats)
