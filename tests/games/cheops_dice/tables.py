"""Makes states and pad pages of Cheops for tests."""

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
from tests.recorded_plays import replay_states

get_refusal_code = partial(move_checks.get_refusal_code, GAME)
play_moves = partial(move_checks.play_moves, GAME)


def make_table(seats: int = 3, dice: str = "", first: int = 0, **options: object) -> State:
    state = GAME.setup(Setup.of(GAME.meta, seats, options, first))
    return make_rolled_table(state, dice) if dice else state


def make_rolled_table(state: State, dice: str) -> State:
    return play_moves(state, (state.active, Roll(tuple(COLOURS[letter] for letter in dice))))


def get_box_bits(plan: Plan, words: str) -> int:
    """Return the bits of the boxes whose names begin with one of these words, such as ``floor``."""
    prefixes = words.split()
    return boxes_to_mask(
        plan.number,
        (b for b in plan.boxes if any(b == word or b.startswith(f"{word}-") for word in prefixes)),
    )


def mark_boxes(
    state: State, seat: int, words: str, last: int = 0, jokers: int | None = None, won: int = 0
) -> State:
    """Return the state with these boxes of a seat ticked, and its quarry crossed up to stone ``last``."""
    board = Board(
        get_box_bits(state.rules.plans[seat], words), 1 << last - 1 if last else 0,
        state.rules.seats if jokers is None else jokers, won,
    )  # fmt: skip
    return replace(state, boards=(*state.boards[:seat], board, *state.boards[seat + 1 :]))


def make_build(words: str, paid: str = "") -> Build:
    return Build(tuple(words.split()), tuple(paid.split()))


def get_points(state: State, seat: int) -> dict[str, int]:
    lines = GAME.scoring.lines(Setup.of(GAME.meta, len(state.boards)), GAME.score_sheets(state))[seat]
    return {line.category: line.points or 0 for line in lines}


def iterate_build_positions(name: str) -> Iterator[tuple[State, int]]:
    for state in replay_states("cheops_dice", name):
        if not awaits_roll(state):
            yield from ((state, seat) for seat in GAME.awaiting(state).seats)
