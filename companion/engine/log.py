"""A table is an append-only list of entries; undo, redo, amend and ruling are entries too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal, get_args

from companion.engine.entry_list import EntryList
from companion.engine.game import Move, Refusal
from companion.engine.words import Seat

EntryKind = Literal["move", "ruling", "undo", "redo", "amend", "setting", "note", "count"]
KINDS: Mapping[str, EntryKind] = {kind: kind for kind in get_args(EntryKind)}
"""The kinds by the names under which they are stored and sent."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, as far as the rules care: who entered it and when is the table's business.

    ``of`` names the entry that an undo, redo or amend is about. An amend without a move takes the
    entry out; an amend with ``allowed`` lets its move stand against the rules. A setting gives an option
    of the table (a fact of the box, mostly) a new value, as if it had been so from the start.
    """

    seq: int
    kind: EntryKind
    seat: int = -1
    move: Move | None = None
    of: int = 0
    allowed: bool = False
    option: str = ""
    value: Any = None
    asked: tuple[int, ...] = ()
    """Of a count, the seats that must each enter one; none where nothing hidden is laid open by it."""


@dataclass(frozen=True, slots=True)
class UnreadableMove:
    """Stands for the move of an entry whose record is damaged or of a kind that nobody knows any more.

    No game has it among its moves, so the entry falls and waits to be repaired or taken out.
    """


@dataclass(frozen=True, slots=True)
class EffectiveMove:
    """One move that counts, after all undoing and amending; ``seq`` is the entry it came in with."""

    seq: int
    seat: int
    move: Move
    allowed: bool = False
    """The table allowed it against the rules."""


@dataclass(frozen=True, slots=True)
class TallyStart:
    """From here on the table counts by hand: the referee's state is handed to the tally."""

    seq: int


@dataclass(frozen=True, slots=True)
class CountAgreement:
    """The table is asked to lay open what is hidden and count: who agreed, and who is still to."""

    agreed: frozenset[int]
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EffectiveLog:
    """What a log comes down to: the entries in force and those that an undo took back."""

    effective: EntryList[Entry] = field(default_factory=EntryList)
    undone: tuple[Entry, ...] = ()

    def next_undo(self) -> Entry | None:
        """The entry that one tap on undo takes back."""
        return self.effective.last()

    def next_redo(self) -> Entry | None:
        """The entry that one tap on redo puts back."""
        return self.undone[-1] if self.undone else None

    def latest_settings(self) -> dict[str, Entry]:
        """The entry that set each option last, of those that were not taken out."""
        out = {entry.of for entry in self.effective if entry.kind == "amend"}
        return {e.option: e for e in self.effective if e.kind == "setting" and e.seq not in out}

    def agreement(self) -> CountAgreement | None:
        """What the newest entries in force agree on, where they are counts; any other ends it."""
        last = self.effective.last()
        if last is None or last.kind != "count":
            return None
        counts = takewhile(lambda entry: entry.kind == "count", reversed(list(self.effective)))
        agreed = frozenset(entry.seat for entry in counts)
        return CountAgreement(agreed, tuple(seat for seat in last.asked if seat not in agreed))

    def effective_moves(self) -> tuple[EffectiveMove | TallyStart, ...]:
        """The moves in force, in the order they were entered, each as last amended."""
        amended = {entry.of: entry for entry in self.effective if entry.kind == "amend"}
        steps: list[EffectiveMove | TallyStart] = []
        agreed: set[int] = set()
        for entry in self.effective:
            if entry.kind != "count":
                agreed.clear()
            if entry.kind == "count":
                agreed.add(entry.seat)
                if agreed.issuperset(entry.asked):
                    steps.append(TallyStart(entry.seq))
            elif entry.kind in ("move", "ruling"):
                change = amended.get(entry.seq)
                if change is None:
                    steps.append(EffectiveMove(entry.seq, entry.seat, entry.move, entry.kind == "ruling"))
                elif change.move is not None:
                    steps.append(EffectiveMove(entry.seq, change.seat, change.move, change.allowed))
        return tuple(steps)


def fold(entries: Iterable[Entry], onto: EffectiveLog | None = None) -> EffectiveLog:
    """Fold entries, oldest first, onto what is folded already."""
    done: EntryList[Entry] = onto.effective if onto else EntryList()
    undone = list(onto.undone) if onto else []
    for entry in entries:
        last = done.last()
        if entry.kind == "undo":
            if last is not None:
                if not last.asked:  # nobody else puts an agreement back
                    undone.append(last)
                done = done.without_last()
        elif entry.kind == "redo":
            if undone:
                done = done.appended(undone.pop())
        elif entry.kind != "note":
            done = done.appended(entry)
            undone.clear()
    return EffectiveLog(done, tuple(undone))


def check_log_entry(log: EffectiveLog, entry: Entry) -> Refusal | None:
    """Why an undo, redo, amend or count cannot be entered now; moves are asked of the game."""
    if entry.kind in ("undo", "redo"):
        undo = entry.kind == "undo"
        about = log.next_undo() if undo else log.next_redo()
        if about is None:
            return Refusal("table.nothing_to_undo" if undo else "table.nothing_to_redo", "log")
        if entry.of and entry.of != about.seq:
            return Refusal("table.not_the_last", "log", {"entry": entry.of})
    elif entry.kind == "amend":
        kinds = ("move", "ruling") if entry.move is not None else ("move", "ruling", "setting")
        if not any(e.seq == entry.of and e.kind in kinds for e in log.effective):
            return Refusal("table.no_such_entry", "log", {"entry": entry.of})
    elif entry.kind == "count":
        return _ask_count(log, entry)
    return None


def _ask_count(log: EffectiveLog, entry: Entry) -> Refusal | None:
    if any(isinstance(step, TallyStart) for step in log.effective_moves()):
        return Refusal("table.already_counting", "log")
    agreement = log.agreement()
    missing = set(entry.asked) - agreement.agreed if agreement else set()
    if agreement and entry.seat in agreement.agreed and missing:
        return Refusal("table.count_waits", "log", {"seats": tuple(map(Seat, sorted(missing)))})
    return None
