"""Replays a log into a game state; everything that is shown derives from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.game import Awaiting, Game, Refusal, Setup, check_option, option_named
from companion.engine.json_data import replace
from companion.engine.log import EffectiveLog, EffectiveMove, Entry, TallyStart, check_log_entry, fold
from companion.engine.possible_moves import check_move, legal_moves
from companion.engine.tally import Tally, tally_game
from companion.engine.words import OptionName

MAX_EARLIER_STATES = 8
Step = EffectiveMove | TallyStart
Throttle = Callable[[Iterable[Step]], Iterable[Step]]
"""Goes through steps, and may let others go first in between."""


@dataclass(frozen=True, slots=True)
class InvalidEntry:
    """An entry that is no longer valid, and why; the first one halts the table."""

    step: Step
    refusal: Refusal
    fault: Exception | None = field(default=None, compare=False)
    """What broke, where it was not the rules that refused."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A table's log brought up to date: the game in force (referee or tally), its state, the rest."""

    origin: Game[Any]
    """The game the table was opened with."""
    initial_setup: Setup
    """What it was opened with; ``setup`` has the settings made since."""
    game: Game[Any]
    setup: Setup
    log: EffectiveLog
    state: Any
    invalid: InvalidEntry | None = None
    pending: tuple[Step, ...] = ()
    """The steps after the fallen one, which wait for its repair."""
    revealed: bool = False
    """Going over to the count laid open what was hidden: there is no way back into the game."""
    earlier_states: tuple[Any, ...] = ()
    """The states before the last few moves, so that taking one back needs no replay."""

    @property
    def is_tally(self) -> bool:
        """Whether a referee's table went over to counting by hand."""
        return self.game is not self.origin

    def next_undo(self) -> Entry | None:
        """The entry that one tap on undo takes back; None where there is none, or it stands for good."""
        last = self.log.next_undo()
        return None if self.revealed and last and last.kind == "count" else last


def replay(game: Game[Any], setup: Setup, log: Sequence[Entry] = (), throttle: Throttle = iter) -> Replay:
    """Replay a log's effective moves; stops at the first invalid entry."""
    return _run(game, setup, fold(log), throttle)


def check_entry(replay: Replay, entry: Entry) -> Refusal | None:
    """Why this entry cannot be added now, or None."""
    refusal = check_log_entry(replay.log, entry)
    if refusal is not None:
        return refusal
    if entry.kind == "undo" and replay.next_undo() is None:
        return Refusal("table.count_stands", "log")
    if entry.kind in ("move", "ruling", "count") and replay.invalid is not None:
        return Refusal("table.halted", "log", {"entry": replay.invalid.step.seq})
    if entry.kind == "move":
        return check_move(replay.game, replay.state, entry.seat, entry.move)
    if entry.kind == "ruling":
        refusal = check_move(replay.game, replay.state, entry.seat, entry.move)
        if refusal is None:
            return Refusal("table.nothing_to_allow", "log")
        if not refusal.overridable:
            return Refusal("table.not_overridable", "log")
    if entry.kind == "setting":
        return _ask_setting(replay, entry)
    return None


def apply_entry(replay: Replay, entry: Entry, throttle: Throttle = iter) -> Replay:
    """Return the replay after one more entry, which ``check_entry`` must have accepted.

    A move is applied to the state at hand; anything that reaches back is replayed from the start. An entry
    over which the game stumbles falls, as it would in a replay.
    """
    log = fold((entry,), replay.log)
    if entry.kind == "note":
        return replay
    if entry.kind in ("move", "ruling"):
        return _moved(replay, entry, log, throttle)
    if entry.kind == "undo" and replay.earlier_states and replay.invalid is None:
        *earlier, state = replay.earlier_states
        return replace(replay, log=log, state=state, earlier_states=tuple(earlier))
    return _run(replay.origin, replay.initial_setup, log, throttle)


def _moved(replay: Replay, entry: Entry, log: EffectiveLog, throttle: Throttle) -> Replay:
    try:
        state = replay.game.apply(replay.state, entry.seat, entry.move)
        if entry.kind == "ruling":
            probe_state(replay.game, replay.setup, state)
    except Exception:  # a fault of a game, whatever it is, must not cost the table
        return _run(replay.origin, replay.initial_setup, log, throttle, looking=True)
    before = (*replay.earlier_states[1 - MAX_EARLIER_STATES :], replay.state)
    return replace(replay, log=log, state=state, earlier_states=before)


def states_before(replay: Replay) -> Iterator[tuple[Step, Game[Any], Any]]:
    """Yield each valid move with the game in force and the state just before it."""
    game, state = replay.origin, replay.origin.setup(replay.setup)
    for step in valid_moves(replay):
        yield step, game, state
        game, state = _applied(replay.origin, replay.setup, game, state, step)


def valid_moves(replay: Replay) -> tuple[Step, ...]:
    """Return the moves before the first invalid entry; all of them where there is none."""
    steps = replay.log.effective_moves()
    if replay.invalid is None:
        return steps
    return steps[: max(0, len(steps) - len(replay.pending) - 1)]


def invalid_entries(replay: Replay, throttle: Throttle = iter) -> tuple[InvalidEntry, ...]:
    """Return every entry that is invalid once the invalid ones before it are left out, with its refusal."""
    if replay.invalid is None:
        return ()
    fallen = [replay.invalid]
    game, state = replay.game, replay.state
    for step in throttle(replay.pending):
        after = _after(replay.origin, replay.setup, game, state, step)
        if isinstance(after, InvalidEntry):
            fallen.append(after)
        else:
            game, state = after
    return tuple(fallen)


def get_awaiting(replay: Replay) -> Awaiting | None:
    """Whom a table waits for; None once it is over or halted."""
    if replay.invalid is not None or replay.game.ending(replay.state) is not None:
        return None
    return replay.game.awaiting(replay.state)


def probe_state(game: Game[Any], setup: Setup, state: Any) -> None:
    """Compute everything that is ever shown of a state, so that a game's errors are raised here."""
    for viewer in (None, *range(setup.seats)) if game.has_secrets else (None,):
        game.view(state, viewer)
        game.hidden_seats(state, viewer)
    if game.ending(state) is None:
        for seat in game.awaiting(state).seats:
            legal_moves(game, state, seat)
    sheets = game.score_sheets(state)
    if None not in sheets:
        game.scoring.lines(setup, sheets)
        game.scoring.criteria(setup, sheets)


def _ask_setting(replay: Replay, entry: Entry) -> Refusal | None:
    option = option_named(replay.origin, entry.option)
    if option is None:
        return Refusal("table.no_such_option", "setup", {"option": entry.option})
    if not option.late:
        return Refusal("table.option_fixed", "setup", {"option": OptionName(entry.option)})
    return check_option(option, entry.value, replay.setup.seats)


def _run(
    origin: Game[Any], opened: Setup, log: EffectiveLog, throttle: Throttle = iter, *,
    looking: bool = False,
) -> Replay:  # fmt: skip
    """Play what is in force, up to the first step that falls.

    Where the board that comes of it cannot be looked at, play once more while ``looking`` at every board
    on the way, so that the step which made the first such one falls.
    """
    steps = log.effective_moves()
    setup, state, fallen = _set_up(origin, opened, log)
    game, revealed = origin, False
    waiting: tuple[Step, ...] = steps if fallen else ()
    for index, step in enumerate(throttle(() if fallen else steps)):
        after = _after(origin, setup, game, state, step, looking=looking)
        if isinstance(after, InvalidEntry):
            fallen, waiting = after, steps[index + 1 :]
            break
        if isinstance(step, TallyStart):
            revealed = revealed or bool(game.hidden_seats(state, None))
        game, state = after
    if not looking and steps:
        try:
            probe_state(game, setup, state)
        except Exception:
            return _run(origin, opened, log, throttle, looking=True)
    return Replay(origin, opened, game, setup, log, state, fallen, waiting, revealed)


def _set_up(origin: Game[Any], opened: Setup, log: EffectiveLog) -> tuple[Setup, Any, InvalidEntry | None]:
    """The table before its first move, with the settings made since; those that do not fit fall."""
    fallen: list[InvalidEntry] = []
    setup, state = opened, origin.setup(opened)
    for name, entry in log.latest_settings().items():
        step = EffectiveMove(entry.seq, entry.seat, None)
        wanted = replace(setup, options={**setup.options, name: entry.value})
        try:
            option = option_named(origin, name)
            refusal = check_option(option, entry.value, setup.seats) if option else None
            if refusal is None:
                setup, state = wanted, origin.setup(wanted)
            else:
                fallen.append(InvalidEntry(step, refusal))
        except Exception as fault:
            fallen.append(_stumbled(step, fault))
    return setup, state, fallen[0] if fallen else None


def _after(
    origin: Game[Any], setup: Setup, game: Game[Any], state: Any, step: Step, *,
    looking: bool = False,
) -> tuple[Game[Any], Any] | InvalidEntry:  # fmt: skip
    """The game in force and its state after a step, or why the step falls."""
    try:
        if isinstance(step, EffectiveMove):
            refusal = check_move(game, state, step.seat, step.move)
            if refusal is not None and not (step.allowed and refusal.overridable):
                return InvalidEntry(step, refusal)
        after = _applied(origin, setup, game, state, step)
        if looking:
            probe_state(after[0], setup, after[1])
    except Exception as fault:  # a fault of a game, whatever it is, must not cost the table
        return _stumbled(step, fault)
    return after


def _stumbled(step: Step, fault: Exception) -> InvalidEntry:
    return InvalidEntry(step, Refusal("table.cannot_be_shown", "log"), fault)


def _applied(
    origin: Game[Any], setup: Setup, game: Game[Any], state: Any, step: Step
) -> tuple[Game[Any], Any]:
    if isinstance(step, TallyStart):
        return tally_game(origin), Tally(setup, game.score_sheets(state))
    return game, game.apply(state, step.seat, step.move)
