"""The smallest complete game, for tests of the engine: seats in turn add 1 to 3, and 10 ends the game."""

from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.game import (
    Awaiting,
    Criterion,
    Description,
    Ending,
    Game,
    Meta,
    Option,
    Refusal,
    ScoreLine,
    Scoring,
    Setup,
)  # fmt: skip
from companion.engine.json_data import Between
from companion.engine.log import Entry
from companion.engine.replay import Replay, check_entry
from companion.engine.words import Words


@dataclass(frozen=True, slots=True)
class Add:
    number: Annotated[int, Between(0, 9)]


@dataclass(frozen=True, slots=True)
class Sheet:
    sum: Annotated[int, Between(0, 99)]


@dataclass(frozen=True, slots=True)
class State:
    goal: int
    turn: int
    sums: tuple[int, ...]


def check(state: State, seat: int, move: Add) -> Refusal | None:
    if not 1 <= move.number <= 3:
        return Refusal("counter.one_to_three", "add", {"number": move.number}, overridable=move.number > 0)
    return None


def apply(state: State, seat: int, move: Add) -> State:
    sums = list(state.sums)
    sums[seat] += move.number
    return replace(state, turn=(state.turn + 1) % len(sums), sums=tuple(sums))


GAME: Game[State] = Game(
    meta=Meta("counter", "Counter", (2, 4), (Option("goal", "number", 10, bounds=(5, 20), late=True),)),
    moves=(Add,),
    setup=lambda s: State(s.options["goal"], s.first, (0,) * s.seats),
    awaiting=lambda s: Awaiting((s.turn,), (Add,), "counter.add"),
    check=check,
    apply=apply,
    candidates=lambda s, seat: (Add(n) for n in range(1, 4)),
    score_sheets=lambda s: tuple(Sheet(n) for n in s.sums),
    scoring=Scoring(
        Sheet,
        lambda setup, seat, sheet: None,
        lambda setup, sheets: None,
        lambda setup, sheets: tuple((ScoreLine("sum", s.sum, "add"),) for s in sheets),
        lambda setup, sheets: (Criterion("points", "add", tuple(s.sum for s in sheets)),),
    ),
    ending=lambda s: Ending("counter.goal", "end") if max(s.sums) >= s.goal else None,
    public_view=lambda s: {"sums": list(s.sums)},
    words=Words({}, {}, {}, {}, {}, {}, {}, {}, {}),
    describe=lambda _state, _seat, move: Description("Add", {"number": move.number}),
    news=lambda _before, _after, _seat, move: Description("Add", {"number": move.number}),
)


def two_seat_setup() -> Setup:
    return Setup.of(GAME.meta, 2)


def get_refusal_code(replay: Replay, entry: Entry) -> str | None:
    refusal: Refusal | None = check_entry(replay, entry)
    return refusal.code if refusal else None
