"""Everything seen on a phone is a replay of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine.game import Game, Refusal, Setup, check_option, option_named
from companion.engine.log import Counting, Entry, Folded, Step, ask_entry, fold
from companion.engine.play import ask, legal
from companion.engine.tally import handed_over, tally
from companion.engine.words import OptionName

KEPT_STATES = 8
STRETCH = 8
"""Steps that are played in one piece; between two stretches ``give_way`` is called."""
GiveWay = Callable[[], object]


def _nobody_waits() -> None:
    """Play all in one piece."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """The first entry that no longer stands, and why."""

    step: Step | Counting
    refusal: Refusal
    fault: Exception | None = field(default=None, compare=False)
    """What broke, where it was not the rules that refused."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A table's log brought up to date: the game in force (referee or tally), its state, the rest."""

    origin: Game[Any]
    """The game the table was opened with."""
    opened: Setup
    """What it was opened with; ``setup`` has the settings made since."""
    game: Game[Any]
    setup: Setup
    folded: Folded
    state: Any
    fallen: Fallen | None = None
    waiting: tuple[Step | Counting, ...] = ()
    """The steps after the fallen one, which wait for its repair."""
    revealed: bool = False
    """Going over to the count laid open what was hidden: there is no way back into the game."""
    before: tuple[Any, ...] = ()
    """The states before the last few moves, so that taking one back needs no replay."""

    @property
    def counting(self) -> bool:
        """Whether a referee's table went over to counting by hand."""
        return self.game is not self.origin

    def last(self) -> Entry | None:
        """The entry that one tap on undo takes back; None where there is none, or it stands for good."""
        last = self.folded.last()
        return None if last is None or self._stays(last) else last

    def _stays(self, last: Entry) -> bool:
        return self.revealed and last.kind == "count"


def begin(game: Game[Any], setup: Setup) -> Playing:
    """A playing before its first entry."""
    return Playing(game, setup, game, setup, Folded(), game.setup(setup))


def replay(
    game: Game[Any], setup: Setup, log: Sequence[Entry], give_way: GiveWay = _nobody_waits
) -> Playing:
    """Fold a log and play what is in force; stops at the first step that no longer stands."""
    return _run(game, setup, fold(log), give_way)


def ask_playing(playing: Playing, entry: Entry) -> Refusal | None:
    """Why this entry cannot be added now, or None."""
    refusal = ask_entry(playing.folded, entry)
    if refusal is not None:
        return refusal
    if entry.kind == "undo" and playing.last() is None:
        return Refusal("table.count_stands", "log")
    if entry.kind in ("move", "ruling", "count") and playing.fallen is not None:
        return Refusal("table.halted", "log", {"entry": playing.fallen.step.seq})
    if entry.kind == "move":
        return ask(playing.game, playing.state, entry.seat, entry.move)
    if entry.kind == "ruling":
        refusal = ask(playing.game, playing.state, entry.seat, entry.move)
        if refusal is None:
            return Refusal("table.nothing_to_allow", "log")
        if not refusal.overridable:
            return Refusal("table.not_overridable", "log")
    if entry.kind == "setting":
        return _ask_setting(playing, entry)
    return None


def add(playing: Playing, entry: Entry) -> Playing:
    """The playing after one more entry that ``ask_playing`` let through.

    A move is applied to the state at hand; anything that reaches back is replayed from the start. An entry
    over which the game stumbles falls, as it would in a replay.
    """
    folded = fold((entry,), playing.folded)
    if entry.kind == "note":
        return playing
    if entry.kind in ("move", "ruling"):
        return _moved(playing, entry, folded)
    if entry.kind == "undo" and playing.before and playing.fallen is None:
        return replace(playing, folded=folded, state=playing.before[-1], before=playing.before[:-1])
    return _run(playing.origin, playing.opened, folded)


def _moved(playing: Playing, entry: Entry, folded: Folded) -> Playing:
    try:
        state = playing.game.apply(playing.state, entry.seat, entry.move)
        if entry.kind == "ruling":
            look_at(playing.game, playing.setup, state)
    except Exception:  # a fault of a game, whatever it is, must not cost the table
        return _run(playing.origin, playing.opened, folded, looking=True)
    before = (*playing.before[1 - KEPT_STATES :], playing.state)
    return replace(playing, folded=folded, state=state, before=before)


def states_before(playing: Playing) -> Iterator[tuple[Step | Counting, Game[Any], Any]]:
    """Each step that stands, with the game in force and the state just before it."""
    game, state = playing.origin, playing.origin.setup(playing.setup)
    for step in standing(playing):
        yield step, game, state
        game, state = _applied(playing.origin, playing.setup, game, state, step)


def standing(playing: Playing) -> tuple[Step | Counting, ...]:
    """The steps before the first that has fallen: all of them, mostly."""
    steps = playing.folded.steps()
    if playing.fallen is None:
        return steps
    return steps[: max(0, len(steps) - len(playing.waiting) - 1)]


def fallen_after(playing: Playing, give_way: GiveWay = _nobody_waits) -> tuple[Fallen, ...]:
    """Every entry that would not stand if the fallen ones were left out, each with its reason."""
    if playing.fallen is None:
        return ()
    found = [playing.fallen]
    game, state = playing.game, playing.state
    for step in _in_stretches(playing.waiting, give_way):
        after = _after(playing.origin, playing.setup, game, state, step)
        if isinstance(after, Fallen):
            found.append(after)
        else:
            game, state = after
    return tuple(found)


def look_at(game: Game[Any], setup: Setup, state: Any) -> None:
    """Everything that is ever shown of a state, once: where the game stumbles it raises here."""
    for viewer in (None, *range(setup.seats)):
        game.view(state, viewer)
        game.secret(state, viewer)
    if game.ending(state) is None:
        for seat in game.awaiting(state).seats:
            legal(game, state, seat)
    sheets = game.sheets(state)
    if None not in sheets:
        game.count.lines(setup, sheets)
        game.count.criteria(setup, sheets)


def _ask_setting(playing: Playing, entry: Entry) -> Refusal | None:
    option = option_named(playing.origin, entry.option)
    if option is None:
        return Refusal("table.no_such_option", "setup", {"option": entry.option})
    if not option.late:
        return Refusal("table.option_fixed", "setup", {"option": OptionName(entry.option)})
    return check_option(option, entry.value, playing.setup.seats)


def _in_stretches(steps: Sequence[Step | Counting], give_way: GiveWay) -> Iterator[Step | Counting]:
    for number, step in enumerate(steps, 1):
        yield step
        if number % STRETCH == 0:
            give_way()


def _run(
    origin: Game[Any], opened: Setup, folded: Folded, give_way: GiveWay = _nobody_waits, *,
    looking: bool = False,
) -> Playing:  # fmt: skip
    """Play what is in force, up to the first step that falls.

    Where the board that comes of it cannot be looked at, play once more while ``looking`` at every board
    on the way, so that the step which made the first such one falls.
    """
    steps = folded.steps()
    setup, state, fallen = _set_up(origin, opened, folded)
    game, revealed = origin, False
    waiting: tuple[Step | Counting, ...] = steps if fallen else ()
    for index, step in enumerate(_in_stretches(() if fallen else steps, give_way)):
        after = _after(origin, setup, game, state, step, looking=looking)
        if isinstance(after, Fallen):
            fallen, waiting = after, steps[index + 1 :]
            break
        if isinstance(step, Counting):
            revealed = revealed or bool(game.secret(state, None))
        game, state = after
    if not looking and steps:
        try:
            look_at(game, setup, state)
        except Exception:
            return _run(origin, opened, folded, give_way, looking=True)
    return Playing(origin, opened, game, setup, folded, state, fallen, waiting, revealed)


def _set_up(origin: Game[Any], opened: Setup, folded: Folded) -> tuple[Setup, Any, Fallen | None]:
    """The table before its first move, with the settings made since; those that do not fit fall."""
    fallen: list[Fallen] = []
    setup, state = opened, origin.setup(opened)
    for name, entry in folded.set_by().items():
        step = Step(entry.seq, entry.seat, None)
        wanted = replace(setup, options={**setup.options, name: entry.value})
        try:
            option = option_named(origin, name)
            refusal = check_option(option, entry.value, setup.seats) if option else None
            if refusal is None:
                setup, state = wanted, origin.setup(wanted)
            else:
                fallen.append(Fallen(step, refusal))
        except Exception as fault:
            fallen.append(_stumbled(step, fault))
    return setup, state, fallen[0] if fallen else None


def _after(
    origin: Game[Any], setup: Setup, game: Game[Any], state: Any, step: Step | Counting, *,
    looking: bool = False,
) -> tuple[Game[Any], Any] | Fallen:  # fmt: skip
    """The game in force and its state after a step, or why the step falls."""
    try:
        if isinstance(step, Step):
            refusal = ask(game, state, step.seat, step.move)
            if refusal is not None and not (step.allowed and refusal.overridable):
                return Fallen(step, refusal)
        after = _applied(origin, setup, game, state, step)
        if looking:
            look_at(after[0], setup, after[1])
    except Exception as fault:  # a fault of a game, whatever it is, must not cost the table
        return _stumbled(step, fault)
    return after


def _stumbled(step: Step | Counting, fault: Exception) -> Fallen:
    return Fallen(step, Refusal("table.cannot_be_shown", "log"), fault)


def _applied(
    origin: Game[Any], setup: Setup, game: Game[Any], state: Any, step: Step | Counting
) -> tuple[Game[Any], Any]:
    if isinstance(step, Counting):
        return tally(origin), handed_over(setup, game.sheets(state))
    return game, game.apply(state, step.seat, step.move)
