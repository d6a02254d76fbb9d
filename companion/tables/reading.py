"""Everything that is shown: what waits, what is legal, the log, the scores and their reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from companion.engine.data import pack
from companion.engine.game import Account, Awaiting, Ending, Move, Refusal, ScoreLine
from companion.engine.log import Agreement, Entry, Step, Unreadable
from companion.engine.play import legal
from companion.engine.ranking import Ranking, rank
from companion.engine.replay import Fallen, Playing, fallen_after, standing, states_before
from companion.engine.tally import Tally, tally
from companion.engine.unknown import Unknown
from companion.store.log import Row, between
from companion.tables.held import Held, entry_of, told_by
from companion.tables.links import Who
from companion.tables.turns import give_way, giving_way


def viewer_of(who: Who | None) -> int | None:
    """Through whose eyes a link looks: its seat's, or a viewer's."""
    return who.seat if who is not None else None


def awaiting(held: Held) -> Awaiting | None:
    """Whom the table waits for; None once it is over or halted."""
    playing = held.playing
    if playing.fallen is not None or playing.game.ending(playing.state) is not None:
        return None
    return playing.game.awaiting(playing.state)


def ending(held: Held) -> Ending | None:
    """Why the table is over, or None."""
    return held.playing.game.ending(held.playing.state)


def agreement(held: Held) -> Agreement | None:
    """While the count waits for somebody's agreement: who agreed, and who is still to; else None."""
    found = held.playing.folded.agreement()
    return found if found and found.missing else None


def legal_moves(held: Held, seat: int | None) -> list[Move]:
    """What this seat could enter now."""
    if seat is None or held.playing.fallen is not None:
        return []
    return legal(held.playing.game, held.playing.state, seat)


def warnings(held: Held, seat: int, move: Move) -> tuple[Refusal, ...]:
    """What is worth a word about a move that is allowed."""
    return held.playing.game.warn(held.playing.state, seat, move)


def preview(held: Held, seat: int, move: Move) -> tuple[Account, ...]:
    """What would come of a move that is allowed."""
    return held.playing.game.preview(held.playing.state, seat, move)


def view(held: Held, viewer: int | None) -> dict[str, Any]:
    """What the viewer may see of the state."""
    return held.playing.game.view(held.playing.state, viewer)


def past_view(past: Held, now: Held, viewer: int | None) -> dict[str, Any]:
    """An earlier state of a table as the viewer may see it today: what was open then may be hidden now."""
    game = past.playing.game
    if game.past is None or game is not now.playing.game:
        return view(past, viewer)
    return game.past(past.playing.state, now.playing.state, viewer)


@dataclass(frozen=True)
class Scores:
    """The score sheet as one viewer may see it."""

    lines: tuple[tuple[ScoreLine, ...] | None, ...]
    """None for a seat whose score is still secret from the viewer, or not filled in."""
    totals: tuple[int | None, ...]
    final: bool
    missing: tuple[Unknown, ...] = ()
    """What somebody's score rests on and nobody has entered, hidden scores among them."""
    _rank: Callable[[], Ranking] | None = None

    @cached_property
    def ranking(self) -> Ranking | None:
        """Places and tie-breaks; None while somebody's score is hidden or missing."""
        return self._rank() if self._rank else None


def scores(held: Held, viewer: int | None) -> Scores:
    """Lines, totals and places; hidden seats stay hidden."""
    game, setup, state = held.playing.game, held.playing.setup, held.playing.state
    sheets = game.sheets(state)
    final = game.ending(state) is not None
    if any(sheet is None for sheet in sheets):
        return Scores((None,) * setup.seats, (None,) * setup.seats, final)
    lines = game.count.lines(setup, sheets)
    hidden = game.secret(state, viewer)
    shown = tuple(None if i in hidden else seat_lines for i, seat_lines in enumerate(lines))
    totals = tuple(total(seat_lines) for seat_lines in shown)
    missing = tuple(
        dict.fromkeys(u for seat_lines in lines for line in seat_lines for u, _ in line.unknown)
    )
    if hidden:
        return Scores(shown, totals, final, missing)
    return Scores(
        shown, totals, final, missing,
        lambda: rank(game.count.criteria(setup, sheets), setup.seats),
    )  # fmt: skip


def total(lines: tuple[ScoreLine, ...] | None) -> int | None:
    """The sum of a seat's lines; None where one is hidden or unknown."""
    if lines is None or any(line.points is None for line in lines):
        return None
    return sum(line.points or 0 for line in lines)


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as one viewer may read it."""

    seq: int
    kind: str
    seat: int
    by: int
    device: str
    at: int
    move: str | None
    data: dict[str, Any]
    of: int
    text: str
    in_force: bool
    """False for entries taken back, taken out or amended away."""
    amended: bool
    allowed: bool
    account: Account | None
    """What a move came to; None for entries without one."""
    unreadable: bool = False
    """The record is damaged, or of a kind that nobody knows any more."""


def log(held: Held, viewer: int | None, among: Collection[int] | None = None) -> list[LogLine]:
    """The lines of the log, newest last; what the viewer may not see has no face.

    ``among`` are the entries that are asked for; else it is all of them.
    """
    among = range(1, held.version + 1) if among is None else among
    if not among:
        return []
    rows = between(held.id, min(among), min(max(among), held.version) + 1)
    folded = held.playing.folded
    done = {entry.seq for entry in folded.done}
    amended = {entry.of: entry for entry in folded.done if entry.kind == "amend"}
    asked = [row for row in rows if row.seq in among]
    steps = {row.of or row.seq for row in asked}
    account, open_to = accounts(held.playing, steps), readable(held, viewer)
    lines = []
    for row in giving_way(asked):
        change = amended.get(row.seq)
        removed = change is not None and change.move is None
        in_force = row.kind in ("undo", "redo", "note") or (row.seq in done and not removed)
        step = row.of if row.kind == "amend" else row.seq
        latest = amended.get(step)
        covered = step not in open_to or row.seq != (latest.seq if latest else step)
        eyes = partial(_seen, held, viewer) if covered else _whole
        lines.append(_line(held, row, eyes, in_force, change is not None, account))
    return lines


def readable(held: Held, viewer: int | None) -> dict[int, Step]:
    """By entry, the steps that stand whose move the viewer may read as it is: nothing in it is hidden."""
    playing = held.playing
    steps = [step for step in standing(playing) if isinstance(step, Step)]
    if isinstance(playing.state, Tally):
        return {step.seq: step for step in steps}
    uncovered = playing.game.uncovered([(step.seat, step.move) for step in steps])
    return {
        step.seq: step
        for n, step in enumerate(steps)
        if n in uncovered
        or playing.game.seen(playing.state, viewer, step.seat, step.move) == step.move
    }


def accounts(
    playing: Playing, steps: Collection[int] | None = None
) -> Callable[[Entry, Move], Account]:
    """Says of an entry, and its move as somebody may see it, what it came to: the log played once, up to
    the last of the ``steps`` that will be asked for, by their entries.
    """
    last = None if steps is None else max(steps, default=0)
    before: dict[tuple[int, Move], Any] = {}
    for step, _, state in giving_way(states_before(playing)):
        if last is not None and step.seq > last:
            break
        if isinstance(step, Step) and (steps is None or step.seq in steps):
            before[step.seq, step.move] = state
    counting = tally(playing.origin)

    def account(entry: Entry, seen: Move) -> Account:
        game = playing.origin if type(seen) in playing.origin.moves else counting
        state = before.get((entry.of or entry.seq, entry.move))
        return game.account(None if isinstance(state, Tally) else state, entry.seat, seen)

    return account


def _line(
    held: Held, row: Row, eyes: Callable[[Entry], Move], in_force: bool, amended: bool,
    accounts: Callable[[Entry, Move], Account],
) -> LogLine:  # fmt: skip
    stored, entry = told_by(row) or {}, entry_of(held.slug, row)
    data: dict[str, Any] = {}
    account = None
    unreadable = isinstance(entry.move, Unreadable)
    if entry.kind in ("setting", "count"):
        data = stored
    elif entry.move is not None and not unreadable:
        seen = eyes(entry)
        data, account = _plain(seen), accounts(entry, seen)
    return LogLine(
        row.seq, row.kind, row.seat, row.by, row.device, row.at, row.move, data, row.of,
        str(stored.get("text", "")), in_force, amended, row.kind == "ruling" or "allowed" in stored,
        account, unreadable,
    )  # fmt: skip


def _seen(held: Held, viewer: int | None, entry: Entry) -> Move:
    """An entry's move through the viewer's eyes: the referee hides, a sheet of the tally is open."""
    playing = held.playing
    origin = playing.origin
    if type(entry.move) not in origin.moves or isinstance(playing.state, Tally):
        return entry.move
    return origin.seen(playing.state, viewer, entry.seat, entry.move)


def _whole(entry: Entry) -> Move:
    """An entry's move as it was entered."""
    return entry.move


def _plain(move: Move) -> dict[str, Any]:
    packed = pack(move)
    return packed if isinstance(packed, dict) else {}


def fallen(held: Held) -> tuple[Fallen, ...]:
    """The entries that no longer stand, each with its reason; the first one halts the table."""
    return fallen_after(held.playing, give_way)
