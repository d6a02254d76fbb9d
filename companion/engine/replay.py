"""Replay a log, which gives the state of a table's game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine.game import Awaiting, Game, Refusal, Setup, check_option, find_option
from companion.engine.log import (
    EffectiveLog,
    EffectiveMove,
    Entry,
    TallyStart,
    UnreadableMove,
    check_log_entry,
    make_effective_log,
)
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.tally import Tally, make_tally_game
from companion.engine.words import OptionName

MAX_EARLIER_STATES = 8
"""The number of earlier states that a replay keeps for undo."""
Step = EffectiveMove | TallyStart
YieldBetweenSteps = Callable[[Iterable[Step]], Iterable[Step]]
"""A function that iterates over the steps of a replay and lets other threads run between them."""


@dataclass(frozen=True, slots=True)
class InvalidEntry:
    """An entry that a change of the log made invalid, and the reason. The first one halts the table."""

    step: Step
    refusal: Refusal
    fault: Exception | None = field(default=None, compare=False)
    """The exception, if the game's code failed."""


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """A table after its log was replayed. A replay equals only itself, so it can be the key of a cache."""

    origin: Game[Any]
    """The game that the table was opened with. It stays the same if the table counts by hand later."""
    initial_setup: Setup
    """The setup at the opening. ``setup`` includes later settings."""
    game: Game[Any]
    setup: Setup
    log: EffectiveLog
    state: Any
    invalid: InvalidEntry | None = None
    pending: tuple[Step, ...] = ()
    """The steps after the invalid entry. They are not replayed until that entry is repaired."""
    revealed: bool = False
    """Whether the count revealed hidden things. If so, the count can no longer be undone."""
    earlier_states: tuple[Any, ...] = ()
    """The states before the last few moves, so that an undo needs no replay."""

    @property
    def is_tally(self) -> bool:
        """Whether the table switched from the game to counting by hand."""
        return self.game is not self.origin

    def next_undo(self) -> Entry | None:
        """Return the entry that an undo would take back, or None.

        A count of the points cannot be undone if it revealed something hidden.
        """
        last = self.log.next_undo()
        return None if self.revealed and last and last.kind == "count" else last


def replay_log(
    game: Game[Any], setup: Setup, log: Sequence[Entry] = (), throttle: YieldBetweenSteps = iter
) -> Replay:
    """Return the replay of a log, which stops at the first invalid entry.

    ``throttle`` iterates over the steps and may let other threads run between them.
    """
    return _replay_log(game, setup, make_effective_log(log), throttle)


def check_entry(replay: Replay, entry: Entry) -> Refusal | None:
    """Return why an entry is refused, or None if the entry can be added to the log now."""
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
        return _check_setting(replay, entry)
    return None


def apply_entry(replay: Replay, entry: Entry, throttle: YieldBetweenSteps = iter) -> Replay:
    """Return the replay after one more entry, which ``check_entry`` accepted.

    A move is applied to the current state. Other entries may replay the log with ``throttle``.
    """
    log = make_effective_log((entry,), replay.log)
    if entry.kind == "note":
        return replay
    is_readable = replay.invalid is None and type(entry.move) is not UnreadableMove
    if entry.kind in ("move", "ruling") and is_readable:
        return _apply_move(replay, entry, log, throttle)
    if entry.kind == "undo" and replay.earlier_states and replay.invalid is None:
        *earlier, state = replay.earlier_states
        return replace(replay, log=log, state=state, earlier_states=tuple(earlier))
    return _replay_log(replay.origin, replay.initial_setup, log, throttle)


def _apply_move(replay: Replay, entry: Entry, log: EffectiveLog, throttle: YieldBetweenSteps) -> Replay:
    try:
        state = replay.game.apply(replay.state, entry.seat, entry.move)
        if entry.kind == "ruling":
            probe_state(replay.game, replay.setup, state)
    except Exception:  # an error in a game must not break the table
        return _replay_log(replay.origin, replay.initial_setup, log, throttle, probing=True)
    before = (*replay.earlier_states[1 - MAX_EARLIER_STATES :], replay.state)
    return replace(replay, log=log, state=state, earlier_states=before)


def iterate_steps_with_states(replay: Replay) -> Iterator[tuple[Step, Game[Any], Any]]:
    """Yield (step, game, state before the step) for each valid step, oldest first."""
    game, state = replay.origin, replay.origin.setup(replay.setup)
    for step in list_valid_steps(replay):
        yield step, game, state
        game, state = _apply_step(replay.setup, game, state, step)


def list_valid_steps(replay: Replay) -> tuple[Step, ...]:
    """Return the moves that are not undone, and the start of a tally, up to the first invalid entry."""
    steps = replay.log.effective_moves()
    if replay.invalid is None:
        return steps
    return steps[: max(0, len(steps) - len(replay.pending) - 1)]


def invalid_entries(replay: Replay, throttle: YieldBetweenSteps = iter) -> tuple[InvalidEntry, ...]:
    """Return each entry that is invalid even without earlier ones. ``throttle`` is as in ``replay_log``."""
    if replay.invalid is None:
        return ()
    entries = [replay.invalid]
    game, state = replay.game, replay.state
    for step in throttle(replay.pending):
        after = _find_next_state(replay.setup, game, state, step)
        if isinstance(after, InvalidEntry):
            entries.append(after)
        else:
            game, state = after
    return tuple(entries)


def get_awaiting(replay: Replay) -> Awaiting | None:
    """Return who may enter what now. None if the game is over or an invalid entry halts the table."""
    if replay.invalid is not None or replay.game.ending(replay.state) is not None:
        return None
    return replay.game.awaiting(replay.state)


def probe_state(game: Game[Any], setup: Setup, state: Any) -> None:
    """Call all functions of the game that pages need for this state, so that a faulty game raises now."""
    for viewer in (None, *range(setup.seats)) if game.has_secrets else (None,):
        game.view(state, viewer)
        game.hidden_seats(state, viewer)
    if game.ending(state) is None:
        for seat in game.awaiting(state).seats:
            list_legal_moves(game, state, seat)
    sheets = game.score_sheets(state)
    if None not in sheets:
        game.scoring.lines(setup, sheets)
        game.scoring.criteria(setup, sheets)


def _check_setting(replay: Replay, entry: Entry) -> Refusal | None:
    option = find_option(replay.origin, entry.option)
    if option is None:
        return Refusal("table.no_such_option", "setup", {"option": entry.option})
    if not option.late:
        return Refusal("table.option_fixed", "setup", {"option": OptionName(entry.option)})
    return check_option(option, entry.value, replay.setup.seats)


def _replay_log(
    origin: Game[Any], opened: Setup, log: EffectiveLog, throttle: YieldBetweenSteps = iter, *,
    probing: bool = False,
) -> Replay:  # fmt: skip
    """Return the replay of a log up to its first invalid step. ``opened`` is the setup at the opening.

    A step after which ``probe_state`` fails is invalid. Without ``probing``, only the last state is probed,
    and if that fails, the log is replayed with ``probing``.
    """
    steps = log.effective_moves()
    setup, state, invalid = _make_initial_state(origin, opened, log)
    game, revealed = origin, False
    waiting: tuple[Step, ...] = steps if invalid else ()
    for index, step in enumerate(throttle(() if invalid else steps)):
        after = _find_next_state(setup, game, state, step, probing=probing)
        if isinstance(after, InvalidEntry):
            invalid, waiting = after, steps[index + 1 :]
            break
        if isinstance(step, TallyStart):
            revealed = revealed or bool(game.hidden_seats(state, None))
        game, state = after
    if not probing and steps:
        try:
            probe_state(game, setup, state)
        except Exception:
            return _replay_log(origin, opened, log, throttle, probing=True)
    return Replay(origin, opened, game, setup, log, state, invalid, waiting, revealed)


def _make_initial_state(
    origin: Game[Any], opened: Setup, log: EffectiveLog
) -> tuple[Setup, Any, InvalidEntry | None]:
    """Return (setup, first state, first invalid setting or None) with all settings of the log applied."""
    invalid: list[InvalidEntry] = []
    setup, state = opened, origin.setup(opened)
    for name, entry in log.latest_settings().items():
        step = EffectiveMove(entry.seq, entry.seat, None)
        changed = replace(setup, options={**setup.options, name: entry.value})
        try:
            option = find_option(origin, name)
            refusal = check_option(option, entry.value, setup.seats) if option else None
            if refusal is None:
                setup, state = changed, origin.setup(changed)
            else:
                invalid.append(InvalidEntry(step, refusal))
        except Exception as fault:
            invalid.append(_make_invalid_entry(step, fault))
    return setup, state, invalid[0] if invalid else None


def _find_next_state(
    setup: Setup, game: Game[Any], state: Any, step: Step, *, probing: bool = False
) -> tuple[Game[Any], Any] | InvalidEntry:
    try:
        if isinstance(step, EffectiveMove):
            refusal = check_move(game, state, step.seat, step.move)
            if refusal is not None and not (step.allowed and refusal.overridable):
                return InvalidEntry(step, refusal)
        after = _apply_step(setup, game, state, step)
        if probing:
            probe_state(after[0], setup, after[1])
    except Exception as fault:  # an error in a game must not break the table
        return _make_invalid_entry(step, fault)
    return after


def _make_invalid_entry(step: Step, fault: Exception) -> InvalidEntry:
    return InvalidEntry(step, Refusal("table.cannot_be_shown", "log"), fault)


def _apply_step(setup: Setup, game: Game[Any], state: Any, step: Step) -> tuple[Game[Any], Any]:
    if isinstance(step, TallyStart):
        return make_tally_game(game), Tally(setup, game.score_sheets(state))
    return game, game.apply(state, step.seat, step.move)
