"""Read-only queries on a table: whose turn it is, legal moves, view, scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from companion.engine import possible_moves
from companion.engine.game import Awaiting, Ending, Game, Move, ScoreLine, overlay
from companion.engine.log import CountAgreement
from companion.engine.possible_moves import MoveChoices
from companion.engine.ranking import Ranking, rank
from companion.engine.replay import InvalidEntry, Replay, get_awaiting, invalid_entries, states_before
from companion.engine.unknowns import Unknown
from companion.tables.errors import Forbidden
from companion.tables.links import Member
from companion.tables.lru_cache import LruCache
from companion.tables.state import TableState
from companion.tables.table_store import TableStore
from companion.tables.write_locks import yielding_control


@dataclass(frozen=True)
class _CachedResults:
    """What is worked out of one version of a table, once for all who look."""

    replay: Replay

    @cached_property
    def public(self) -> dict[str, Any]:
        return self.replay.game.public_view(self.replay.state)

    @cached_property
    def counted(self) -> Scores:
        sheets = self.replay.game.score_sheets(self.replay.state)
        return _scores(self.replay, sheets, sheets)

    @cached_property
    def standing(self) -> Scores:
        game, state = self.replay.game, self.replay.state
        if game.provisional_sheets is None or game.ending(state) is not None:
            return self.counted
        return _scores(self.replay, game.provisional_sheets(state), game.score_sheets(state))

    @cached_property
    def history(self) -> ScoreHistory:
        return _history(self.replay, standing=False)

    @cached_property
    def history_as_it_stood(self) -> ScoreHistory:
        return _history(self.replay, standing=True)


_results_cache: LruCache[int, _CachedResults] = LruCache(64)
"""By the identity of the replay, which each of them holds."""


def _cached_results(table: TableState) -> _CachedResults:
    found = _results_cache.get(id(table.replay))
    if found is None or found.replay is not table.replay:
        found = _CachedResults(table.replay)
        _results_cache.put(id(table.replay), found)
    return found


def viewing_seat(member: Member | None) -> int | None:
    """Return the seat whose view a member gets, or None for a viewer."""
    return member.seat if member is not None else None


def awaiting(table: TableState) -> Awaiting | None:
    """Whom the table waits for; None once it is over or halted."""
    return get_awaiting(table.replay)


def seats_that_can_enter(table: TableState) -> tuple[int, ...]:
    """The seats whose phones offer an entry now: those awaited, then those whose turn may begin."""
    awaited = awaiting(table)
    return (*awaited.seats, *awaited.early_seats) if awaited else ()


def last_entry_time(store: TableStore, table: TableState) -> int | None:
    """When the newest entry was made, in seconds since 1970; None before the first."""
    rows = store.rows_between(table.id, table.version, table.version + 1)
    return rows[0].at if rows else None


def ending(table: TableState) -> Ending | None:
    """Why the table is over, or None."""
    return table.replay.game.ending(table.replay.state)


def require_not_over(table: TableState) -> None:
    """Forbidden where the game is over: a finished table is closed to strangers."""
    if ending(table) is not None:
        raise Forbidden("table.door_closed")


def agreement(table: TableState) -> CountAgreement | None:
    """Return who agreed to the count and who has not yet, or None while no count waits."""
    asked = table.replay.log.agreement()
    return asked if asked and asked.missing else None


def legal_moves(table: TableState, seat: int | None) -> list[Move]:
    """What this seat could enter now."""
    if seat is None or table.replay.invalid is not None:
        return []
    return possible_moves.legal_moves(table.replay.game, table.replay.state, seat)


def get_move_choices(table: TableState, seat: int) -> tuple[MoveChoices, ...]:
    """Every kind of move as a seat finds it now; none while an entry waits to be repaired."""
    if table.replay.invalid is not None:
        return ()
    return possible_moves.get_move_choices(table.replay.game, table.replay.state, seat)


def view(table: TableState, viewer: int | None) -> dict[str, Any]:
    """What the viewer may see of the state: what is public is made once for all. Not to be changed."""
    public, own = _cached_results(table).public, own_view(table, viewer)
    return overlay(public, own) if own else public


def own_view(table: TableState, viewer: int | None) -> dict[Any, Any]:
    """What this seat alone sees of the state; nothing for a viewer, or while all lies open."""
    return {} if viewer is None else table.replay.game.private_view(table.replay.state, viewer)


def past_view(past: TableState, now: TableState, viewer: int | None) -> dict[str, Any]:
    """An earlier state of a table as the viewer may see it today: what was open then may be hidden now."""
    game = past.replay.game
    if game.past_view is None or game is not now.replay.game:
        return view(past, viewer)
    return game.past_view(past.replay.state, now.replay.state, viewer)


def is_still_visible(past: TableState, now: TableState, viewer: int | None) -> bool:
    """Whether the viewer may see today all that they saw of an earlier state of a table."""
    return past_view(past, now, viewer) == view(past, viewer)


@dataclass(frozen=True)
class Scores:
    """The score sheet as one viewer may see it."""

    lines: tuple[tuple[ScoreLine, ...] | None, ...]
    """None for a seat whose score is still secret from the viewer, or not filled in."""
    totals: tuple[int | None, ...]
    """By seat; None where it is hidden or not known."""
    final: bool
    provisional_seats: frozenset[int] = frozenset()
    """The seats whose lines count only once their owners say so."""
    missing: tuple[Unknown, ...] = ()
    """What somebody's score rests on and nobody has entered, hidden scores among them."""
    _rank: Callable[[], Ranking] | None = None

    @cached_property
    def ranking(self) -> Ranking | None:
        """Places and tie-breaks; None while somebody's score is hidden or missing."""
        return self._rank() if self._rank else None


def scores(table: TableState, viewer: int | None, *, standing: bool = False) -> Scores:
    """Lines, totals and places; hidden seats stay hidden. With ``standing``, until the end, of the sheets
    as they stand."""
    worked = _cached_results(table)
    found = worked.standing if standing else worked.counted
    hidden = table.replay.game.hidden_seats(table.replay.state, viewer)
    if not hidden:
        return found
    lines = tuple([None if i in hidden else lines for i, lines in enumerate(found.lines)])
    totals = tuple([None if i in hidden else points for i, points in enumerate(found.totals)])
    return Scores(lines, totals, found.final, found.provisional_seats, found.missing)


def _scores(replay: Replay, sheets: tuple[Any, ...], counted: tuple[Any, ...]) -> Scores:
    """What these sheets come to beside those that count, for who may see all of them."""
    game, setup = replay.game, replay.setup
    final = game.ending(replay.state) is not None
    if any(sheet is None for sheet in sheets):
        return Scores((None,) * setup.seats, (None,) * setup.seats, final)
    lines = game.scoring.lines(setup, sheets)
    missing = dict.fromkeys([u for own in lines for line in own for u, _ in line.unknown])
    tentative = frozenset([seat for seat, sheet in enumerate(sheets) if sheet != counted[seat]])
    return Scores(
        lines, tuple([total(own) for own in lines]), final, tentative, tuple(missing),
        lambda: rank(game.scoring.criteria(setup, sheets), setup.seats),
    )  # fmt: skip


def current_sheets(game: Game[Any], state: Any) -> tuple[Any, ...]:
    """``Game.standing`` until the end, for a game that has it; else what counts."""
    if game.provisional_sheets is None or game.ending(state) is not None:
        return game.score_sheets(state)
    return game.provisional_sheets(state)


def total(lines: tuple[ScoreLine, ...] | None) -> int | None:
    """The sum of a seat's lines; None where one is hidden or unknown."""
    if lines is None:
        return None
    points = [line.points for line in lines]
    return None if None in points else sum(filter(None, points))


def list_invalid_entries(table: TableState) -> tuple[InvalidEntry, ...]:
    """The entries that no longer stand, each with its reason; the first one halts the table."""
    return invalid_entries(table.replay, yielding_control)


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """What one entry did to one number; None where the number was not known."""

    seq: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """Every score change of every seat. Not filtered: callers hide what a viewer may not see."""

    totals: tuple[tuple[int, tuple[int | None, ...]], ...]
    """(entry, total of each seat after it)."""
    changes: dict[tuple[int, str], tuple[ScoreChange, ...]]
    """By (seat, category): the entries that moved the number."""


def score_history(table: TableState, *, standing: bool = False) -> ScoreHistory:
    """Return the score history of a table at its version; with ``standing``, until the end, of the sheets
    as they stood."""
    worked = _cached_results(table)
    stood = standing and table.replay.origin.provisional_sheets is not None
    return worked.history_as_it_stood if stood else worked.history


def point_changes(table: TableState, viewer: int | None) -> dict[int, list[tuple[int, int]]]:
    """By entry, (seat, points gained or lost) of the seats whose points the viewer may see."""
    hidden = table.replay.game.hidden_seats(table.replay.state, viewer)
    changes = {}
    for (_, before), (seq, after) in pairwise(score_history(table, standing=True).totals):
        changes[seq] = [
            (seat, new - old)
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
            if seat not in hidden and old is not None and new is not None and new != old
        ]
    return changes


def _history(replay: Replay, standing: bool) -> ScoreHistory:
    setup = replay.setup
    totals: list[tuple[int, tuple[int | None, ...]]] = []
    changes: dict[tuple[int, str], list[ScoreChange]] = {}
    points: dict[tuple[int, str], int | None] = {}
    for seq, game, state in yielding_control(_states(replay)):
        sheets = current_sheets(game, state) if standing else game.score_sheets(state)
        if any(sheet is None for sheet in sheets):
            continue
        lines = game.scoring.lines(setup, sheets)
        totals.append((seq, tuple(total(seat_lines) for seat_lines in lines)))
        for seat, seat_lines in enumerate(lines):
            for line in seat_lines:
                key = (seat, line.category)
                before = points.get(key, 0)
                if line.points != before:
                    changes.setdefault(key, []).append(ScoreChange(seq, before, line.points))
                points[key] = line.points
    return ScoreHistory(tuple(totals), {key: tuple(made) for key, made in changes.items()})


def _states(replay: Replay) -> Iterator[tuple[int, Game[Any], Any]]:
    """(entry, game in force, state) from the start to the present, only of what stands."""
    seq = 0
    for step, game, state in states_before(replay):
        yield seq, game, state
        seq = step.seq
    yield seq, replay.game, replay.state
