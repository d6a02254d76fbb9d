"""The log: an append-only list of entries. Undo, redo, amend and ruling are entries too."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal, get_args

from companion.engine.game import Move, Refusal
from companion.engine.words import Seat

EntryKind = Literal["move", "ruling", "undo", "redo", "amend", "setting", "note", "count"]
ENTRY_KINDS: Mapping[str, EntryKind] = {kind: kind for kind in get_args(EntryKind)}
"""Every kind of entry by the name under which it is stored and sent."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log, with the fields that the rules need.

    ``of`` is the number of the entry that an undo, redo or amend changes. An amend has the new move, or
    None to remove the entry; ``allowed`` means that the new move counts although the rules forbid it. A
    setting gives ``option`` the value ``value``, as if the table had been opened with it.
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
    """For a count: the seats that must all enter a count. Empty if the count reveals nothing."""


@dataclass(frozen=True, slots=True)
class UnreadableMove:
    """Stands for the move of an entry that is damaged or of an unknown kind. No game accepts it."""


@dataclass(frozen=True, slots=True)
class EffectiveMove:
    """A move that is not undone, with its latest changes. ``seq`` is the number of the original entry."""

    seq: int
    seat: int
    move: Move
    allowed: bool = False
    """Whether the table allowed the move against the rules."""


@dataclass(frozen=True, slots=True)
class TallyStart:
    """The step at which a table stops following the rules, and the players only count the points."""

    seq: int


@dataclass(frozen=True, slots=True)
class CountAgreement:
    """The seats that agreed to reveal everything and count the points, and those that have not yet."""

    agreed: frozenset[int]
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EffectiveLog:
    """The entries of a log that are in effect, and the undone entries that a redo can restore."""

    effective: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()

    def next_undo(self) -> Entry | None:
        """Return the entry that an undo would take back, or None if there is none."""
        return self.effective[-1] if self.effective else None

    def next_redo(self) -> Entry | None:
        """Return the entry that a redo would restore, or None if there is none."""
        return self.undone[-1] if self.undone else None

    def latest_settings(self) -> dict[str, Entry]:
        """Return, by option, the newest entry that sets the option. Removed settings are left out."""
        out = {entry.of for entry in self.effective if entry.kind == "amend"}
        return {e.option: e for e in self.effective if e.kind == "setting" and e.seq not in out}

    def count_agreement(self) -> CountAgreement | None:
        """Return who agreed to count the points, or None if the newest entry in effect is no count."""
        last = self.next_undo()
        if last is None or last.kind != "count":
            return None
        counts = takewhile(lambda entry: entry.kind == "count", reversed(self.effective))
        agreed = frozenset(entry.seat for entry in counts)
        return CountAgreement(agreed, tuple(seat for seat in last.asked if seat not in agreed))

    def effective_moves(self) -> tuple[EffectiveMove | TallyStart, ...]:
        """Return the moves in effect with their latest changes, and the start of a tally, oldest first."""
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


def make_effective_log(entries: Iterable[Entry], onto: EffectiveLog | None = None) -> EffectiveLog:
    """Return the effective log after these entries, oldest first. It continues ``onto``, or an empty log.

    >>> log = make_effective_log([Entry(1, "move", 0, "roll"), Entry(2, "undo", of=1)])
    >>> log.effective_moves(), log.next_redo().move
    ((), 'roll')
    """
    before = onto or EffectiveLog()
    effective, undone = list(before.effective), list(before.undone)
    for entry in entries:
        if entry.kind == "undo":
            last = effective.pop() if effective else None
            if last is not None and not last.asked:  # a redo restores no agreement of another seat
                undone.append(last)
        elif entry.kind == "redo":
            if undone:
                effective.append(undone.pop())
        elif entry.kind != "note":
            effective.append(entry)
            undone.clear()
    return EffectiveLog(tuple(effective), tuple(undone))


def check_log_entry(log: EffectiveLog, entry: Entry) -> Refusal | None:
    """Return why an undo, redo, amend or count is refused. None if it is allowed, or of another kind."""
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
        return _check_count(log, entry)
    return None


def _check_count(log: EffectiveLog, entry: Entry) -> Refusal | None:
    if any(isinstance(step, TallyStart) for step in log.effective_moves()):
        return Refusal("table.already_counting", "log")
    agreement = log.count_agreement()
    missing = set(entry.asked) - agreement.agreed if agreement else set()
    if agreement and entry.seat in agreement.agreed and missing:
        return Refusal("table.count_waits", "log", {"seats": tuple(map(Seat, sorted(missing)))})
    return None
