"""Everything seen on a phone is a replay of the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.game import Game, Refusal, Setup, check_option, option_named
from companion.engine.log import Counting, Entry, Folded, Step, ask_entry, fold
from companion.engine.play import ask
from companion.engine.tally import handed_over, tally
from companion.engine.words import OptionName

KEPT_STATES = 8


@dataclass(frozen=True, slots=True)
class Fallen:
    """The first entry that no longer stands, and why."""

    step: Step
    refusal: Refusal


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


def replay(game: Game[Any], setup: Setup, log: Sequence[Entry]) -> Playing:
    """Fold a log and play what is in force; stops at the first step that no longer stands."""
    return _run(game, setup, fold(log))


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

    A move is applied to the state at hand; anything that reaches back is replayed from the start.
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
    state = playing.game.apply(playing.state, entry.seat, entry.move)
    before = (*playing.before[1 - KEPT_STATES :], playing.state)
    return replace(playing, folded=folded, state=state, before=before)


def states_before(playing: Playing) -> Iterator[tuple[Step | Counting, Game[Any], Any]]:
    """Each step that stands, with the game in force and the state just before it."""
    game, state = playing.origin, playing.origin.setup(playing.setup)
    for step in standing(playing):
        yield step, game, state
        if isinstance(step, Counting):
            state, game = handed_over(playing.setup, game.sheets(state)), tally(playing.origin)
        else:
            state = game.apply(state, step.seat, step.move)


def standing(playing: Playing) -> tuple[Step | Counting, ...]:
    """The steps before the first that has fallen: all of them, mostly."""
    steps = playing.folded.steps()
    fallen = playing.fallen
    return steps if fallen is None else steps[: len(steps) - len(playing.waiting) - 1]


def fallen_after(playing: Playing) -> tuple[Fallen, ...]:
    """Every entry that would not stand if the fallen ones were left out, each with its reason."""
    if playing.fallen is None:
        return ()
    found = [playing.fallen]
    game, state = playing.game, playing.state
    for step in playing.waiting:
        if isinstance(step, Counting):
            state, game = handed_over(playing.setup, game.sheets(state)), tally(playing.origin)
            continue
        refusal = _stands(game, state, step)
        if refusal is None:
            state = game.apply(state, step.seat, step.move)
        else:
            found.append(Fallen(step, refusal))
    return tuple(found)


def _ask_setting(playing: Playing, entry: Entry) -> Refusal | None:
    option = option_named(playing.origin, entry.option)
    if option is None:
        return Refusal("table.no_such_option", "setup", {"option": entry.option})
    if not option.late:
        return Refusal("table.option_fixed", "setup", {"option": OptionName(entry.option)})
    return check_option(option, entry.value, playing.setup.seats)


def _run(origin: Game[Any], opened: Setup, folded: Folded) -> Playing:
    settings = folded.settings()
    setup = replace(opened, options={**opened.options, **settings}) if settings else opened
    game, state = origin, origin.setup(setup)
    steps, revealed = folded.steps(), False
    for index, step in enumerate(steps):
        if isinstance(step, Counting):
            revealed = revealed or bool(game.secret(state, None))
            state, game = handed_over(setup, game.sheets(state)), tally(origin)
            continue
        refusal = _stands(game, state, step)
        if refusal is not None:
            fallen = Fallen(step, refusal)
            waiting = steps[index + 1 :]
            return Playing(origin, opened, game, setup, folded, state, fallen, waiting, revealed)
        state = game.apply(state, step.seat, step.move)
    return Playing(origin, opened, game, setup, folded, state, revealed=revealed)


def _stands(game: Game[Any], state: Any, step: Step) -> Refusal | None:
    refusal = ask(game, state, step.seat, step.move)
    if refusal is None or (step.allowed and refusal.overridable):
        return None
    return refusal
