"""Tables and sheets for the tests, written shortly."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.engine.game import Setup
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Build, Roll
from companion.games.cheops_dice.parts import COLOURS, FLOOR_POINTS
from companion.games.cheops_dice.plan import Plan, mask_of
from companion.games.cheops_dice.sheet import NO_BOX, Arch, Bonus, Floor, Paper, Pyramid, sealed
from companion.games.cheops_dice.state import Board, State, rolling
from tests.games import refusals
from tests.recorded import states_of

code, after = partial(refusals.code, GAME), partial(refusals.after, GAME)


def table(seats: int = 3, dice: str = "", first: int = 0, **options: object) -> State:
    """A fresh table, with the dice rolled where they are given."""
    state = GAME.setup(Setup.of(GAME.meta, seats, options, first))
    return rolled(state, dice) if dice else state


def rolled(state: State, dice: str) -> State:
    """The table after a roll in letters."""
    return after(state, (state.active, Roll(tuple(COLOURS[letter] for letter in dice))))


def bits(plan: Plan, words: str) -> int:
    """Boxes as bits; ``pyramid-1``, ``left`` or ``floor`` stand for all boxes that begin so."""
    wanted = words.split()
    return mask_of(
        plan.number,
        (b for b in plan.boxes if any(b == word or b.startswith(f"{word}-") for word in wanted)),
    )


def marked(
    state: State, seat: int, words: str, last: int = 0, jokers: int | None = None, won: int = 0
) -> State:
    """The table with one seat's boxes ticked, its quarry crossed at ``last`` and jokers left."""
    board = Board(
        bits(state.rules.plans[seat], words), 1 << last - 1 if last else 0,
        state.rules.seats if jokers is None else jokers, won,
    )  # fmt: skip
    return replace(state, boards=(*state.boards[:seat], board, *state.boards[seat + 1 :]))


def build(words: str, paid: str = "") -> Build:
    """Boxes in their order, and their payments."""
    return Build(tuple(words.split()), tuple(paid.split()))


def points(state: State, seat: int) -> dict[str, int]:
    """The points of a seat as the score sheet has them, by category."""
    lines = GAME.scoring.lines(Setup.of(GAME.meta, len(state.boards)), GAME.sheets(state))[seat]
    return {line.category: line.points or 0 for line in lines}


def random_sheets(chance: random.Random, count: int) -> tuple[Paper, ...]:
    """Sheets nobody printed: one shape and one list of bonuses, other colours on each."""
    base, height = chance.randint(3, 6), chance.randint(2, 5)
    widths = [base - row for row in range(base - chance.choice((0, 0, 1)))]
    outline = _outline(chance)
    stones = chance.randint(8, 24)
    bonuses = _bonuses(chance, widths, height, outline)
    row_values = _rising(chance, len(widths))
    levels = _rising(chance, height)
    top = levels[-1] + chance.randint(0, 3)

    def colours(number: int) -> str:
        return "".join(chance.choice("ROYGBV") for _ in range(number))

    return tuple(
        sealed(
            Paper(
                "random", letter, "printed",
                Pyramid(tuple(colours(width) for width in widths), row_values),
                Arch(colours(height), colours(height), levels, colours(1), top),
                Floor(
                    tuple(
                        "".join(NO_BOX if c == NO_BOX else colours(1) for c in line)
                        for line in outline
                    ),
                    FLOOR_POINTS,
                ),
                colours(stones), bonuses,
            )
        )
        for letter in "ABCDE"[:count]
    )  # fmt: skip


def _rising(chance: random.Random, count: int) -> tuple[int, ...]:
    found, value = [], 0
    for _ in range(count):
        value += chance.randint(1, 6)
        found.append(value)
    return tuple(found)


def _outline(chance: random.Random) -> tuple[str, ...]:
    """Six neighbouring pairs laid into a square of eight."""
    taken: set[tuple[int, int]] = set()
    while len(taken) < 12:
        row, place = chance.randrange(8), chance.randrange(8)
        other = (row, place + 1) if chance.random() < 0.5 else (row + 1, place)
        if not {(row, place), other} & taken and max(other) < 8:
            taken |= {(row, place), other}
    return tuple(
        "".join("?" if (row, place) in taken else NO_BOX for place in range(8)) for row in range(8)
    )


def _bonuses(
    chance: random.Random, widths: list[int], height: int, outline: tuple[str, ...]
) -> tuple[Bonus, ...]:
    row = chance.randrange(len(widths)) + 1
    floor = [
        f"floor-{r}-{p}" for r, line in enumerate(outline, 1) for p, c in enumerate(line, 1) if c != NO_BOX
    ]
    return (
        Bonus("pyramid", "snake", "single", (f"pyramid-{row}-{widths[row - 1]}",)),
        Bonus("arch", "eye", "last_of_type", (f"left-{height}", "right-1")),
        Bonus("floor", "ankh", "last_of_type", tuple(chance.sample(floor, 3))),
        Bonus("floor", "scarab", "single", (chance.choice(floor),)),
    )


def positions(name: str) -> Iterator[tuple[State, int]]:
    """Every (state, seat) of a recorded play in which the seat may build."""
    for state in states_of("cheops_dice", name):
        if not rolling(state):
            yield from ((state, seat) for seat in GAME.awaiting(state).seats)
