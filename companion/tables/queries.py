"""Read-only queries of a table: whose turn it is, legal moves, views and scores."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from companion.engine import possible_moves
from companion.engine.game import Awaiting, Ending, Game, Move, ScoreLine, merge_views
from companion.engine.log import CountAgreement
from companion.engine.possible_moves import MoveChoices
from companion.engine.ranking import Ranking, rank_seats
from companion.engine.replay import (
    InvalidEntry,
    Replay,
    get_awaiting,
    invalid_entries,
    iterate_steps_with_states,
)
from companion.engine.unknowns import Unknown
from companion.tables.concurrency import yielding_control
from companion.tables.errors import Forbidden
from companion.tables.state import TableState

MAX_CACHED_RESULTS = 64
"""The number of replays whose scores and public views are cached."""


def awaiting(table: TableState) -> Awaiting | None:
    """Return who may enter what now. None if the game is over or an invalid entry halts the table."""
    return get_awaiting(table.replay)


def seats_that_can_enter(table: TableState) -> tuple[int, ...]:
    """Return the seats that can enter a move: those awaited, then those that may start their turn early."""
    awaited = awaiting(table)
    return (*awaited.seats, *awaited.early_seats) if awaited else ()


def ending(table: TableState) -> Ending | None:
    """Return the Ending of a table: the reason why the game is over. None while the game runs."""
    return table.replay.game.ending(table.replay.state)


def require_not_over(table: TableState) -> None:
    """Raise Forbidden if the game is over, since strangers cannot join a finished table."""
    if ending(table) is not None:
        raise Forbidden("table.door_closed")


def pending_count_agreement(table: TableState) -> CountAgreement | None:
    """Return which seats agreed to end the game and count the points, and which still have to agree.

    Return None if nobody has proposed this, or if all have agreed.
    """
    pending = table.replay.log.count_agreement()
    return pending if pending and pending.missing else None


def legal_moves(table: TableState, seat: int | None) -> list[Move]:
    """Return the moves that this seat can enter now. Somebody without a seat (None) has none."""
    if seat is None or table.replay.invalid is not None:
        return []
    return possible_moves.list_legal_moves(table.replay.game, table.replay.state, seat)


def get_move_choices(table: TableState, seat: int) -> tuple[MoveChoices, ...]:
    """Return a seat's legal and refused moves by kind of move. () if an invalid entry halts the table."""
    if table.replay.invalid is not None:
        return ()
    return possible_moves.get_move_choices(table.replay.game, table.replay.state, seat)


def visible_state(table: TableState, viewer: int | None) -> dict[str, Any]:
    """Return what the seat ``viewer`` (None: no seat) may see of the state, as plain data.

    Callers must not change the data, because it is cached and shared.
    """
    public, own = _public_view(table.replay), private_view(table, viewer)
    return merge_views(public, own) if own else public


@lru_cache(MAX_CACHED_RESULTS)
def _public_view(replay: Replay) -> dict[str, Any]:
    return replay.game.public_view(replay.state)


def private_view(table: TableState, viewer: int | None) -> dict[Any, Any]:
    """Return the part of ``visible_state`` that only the seat ``viewer`` sees. Empty if there is none."""
    return {} if viewer is None else table.replay.game.private_view(table.replay.state, viewer)


def past_view(past: TableState, now: TableState, viewer: int | None) -> dict[str, Any]:
    """Return the view of the older state ``past`` without anything hidden from the viewer in ``now``."""
    game = past.replay.game
    if game.past_view is None or game is not now.replay.game:
        return visible_state(past, viewer)
    return game.past_view(past.replay.state, now.replay.state, viewer)


def is_still_visible(past: TableState, now: TableState, viewer: int | None) -> bool:
    """Return whether the viewer may see in ``now`` all that they could see in the older state ``past``."""
    return past_view(past, now, viewer) == visible_state(past, viewer)


@dataclass(frozen=True)
class Scores:
    """The scores at a table, as one seat or somebody without a seat may see them."""

    lines: tuple[tuple[ScoreLine, ...] | None, ...]
    """By seat; None if the score is hidden from the viewer, or not filled in."""
    totals: tuple[int | None, ...]
    """By seat; None if the total is hidden or unknown."""
    final: bool
    provisional_seats: frozenset[int] = frozenset()
    """The seats whose lines do not count yet: their owners have to confirm them."""
    missing: tuple[Unknown, ...] = ()
    """Unknown values that somebody's score depends on, also if that score is hidden."""
    _rank: Callable[[], Ranking] | None = None

    @cached_property
    def ranking(self) -> Ranking | None:
        """Places and tie-breaks; None while somebody's score is hidden or missing."""
        return self._rank() if self._rank else None


def scores(table: TableState, viewer: int | None, *, provisional: bool = False) -> Scores:
    """Return the scores that the seat ``viewer`` may see.

    ``provisional`` includes results that count only once their seats announce them.
    """
    all_scores = _compute_scores(table.replay, provisional=provisional and _has_provisional_sheets(table))
    hidden = table.replay.game.hidden_seats(table.replay.state, viewer)
    if not hidden:
        return all_scores
    lines = tuple([None if i in hidden else lines for i, lines in enumerate(all_scores.lines)])
    totals = tuple([None if i in hidden else points for i, points in enumerate(all_scores.totals)])
    return Scores(lines, totals, all_scores.final, all_scores.provisional_seats, all_scores.missing)


def _has_provisional_sheets(table: TableState) -> bool:
    return table.replay.origin.provisional_sheets is not None


@lru_cache(MAX_CACHED_RESULTS)
def _compute_scores(replay: Replay, *, provisional: bool) -> Scores:
    game, setup = replay.game, replay.setup
    counted = game.score_sheets(replay.state)
    sheets = _provisional_or_counted_sheets(game, replay.state) if provisional else counted
    final = game.ending(replay.state) is not None
    if any(sheet is None for sheet in sheets):
        return Scores((None,) * setup.seats, (None,) * setup.seats, final)
    lines = game.scoring.lines(setup, sheets)
    missing = dict.fromkeys([u for own in lines for line in own for u, _ in line.unknown])
    tentative = frozenset([seat for seat, sheet in enumerate(sheets) if sheet != counted[seat]])
    return Scores(
        lines, tuple([total_points(own) for own in lines]), final, tentative, tuple(missing),
        lambda: rank_seats(game.scoring.criteria(setup, sheets), setup.seats),
    )  # fmt: skip


def _provisional_or_counted_sheets(game: Game[Any], state: Any) -> tuple[Any, ...]:
    if game.provisional_sheets is None or game.ending(state) is not None:
        return game.score_sheets(state)
    return game.provisional_sheets(state)


def total_points(lines: tuple[ScoreLine, ...] | None) -> int | None:
    """Return the sum of a seat's score lines, or None if the lines are hidden or a number is unknown."""
    if lines is None:
        return None
    points = [line.points for line in lines]
    return None if None in points else sum(filter(None, points))


def list_invalid_entries(table: TableState) -> tuple[InvalidEntry, ...]:
    """Return the entries that a change of the log made illegal, with reasons. The first halts the table."""
    return invalid_entries(table.replay, yielding_control)


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The change of one line of a score sheet by the entry ``seq``. None stands for unknown points."""

    seq: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """Every score change of every seat. Callers have to hide what a viewer may not see."""

    totals: tuple[tuple[int, tuple[int | None, ...]], ...]
    """(number of an entry, total of each seat after it)."""
    changes: dict[tuple[int, str], tuple[ScoreChange, ...]]
    """By (seat, category): the changes of the points, oldest first."""


def score_history(table: TableState, *, provisional: bool = False) -> ScoreHistory:
    """Return every score change. ``provisional`` includes results before their seats announced them."""
    return _compute_history(table.replay, provisional=provisional and _has_provisional_sheets(table))


def point_changes(table: TableState, viewer: int | None) -> dict[int, list[tuple[int, int]]]:
    """Return, by entry number, (seat, difference) for each changed total that the viewer may see."""
    hidden = table.replay.game.hidden_seats(table.replay.state, viewer)
    changes = {}
    for (_, before), (seq, after) in pairwise(score_history(table, provisional=True).totals):
        changes[seq] = [
            (seat, new - old)
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
            if seat not in hidden and old is not None and new is not None and new != old
        ]
    return changes


@lru_cache(MAX_CACHED_RESULTS)
def _compute_history(replay: Replay, *, provisional: bool) -> ScoreHistory:
    setup = replay.setup
    totals: list[tuple[int, tuple[int | None, ...]]] = []
    changes: dict[tuple[int, str], list[ScoreChange]] = {}
    points: dict[tuple[int, str], int | None] = {}
    for seq, game, state in yielding_control(_states_after_entries(replay)):
        sheets = _provisional_or_counted_sheets(game, state) if provisional else game.score_sheets(state)
        if any(sheet is None for sheet in sheets):
            continue
        lines = game.scoring.lines(setup, sheets)
        totals.append((seq, tuple(total_points(seat_lines) for seat_lines in lines)))
        for seat, seat_lines in enumerate(lines):
            for line in seat_lines:
                key = (seat, line.category)
                before = points.get(key, 0)
                if line.points != before:
                    changes.setdefault(key, []).append(ScoreChange(seq, before, line.points))
                points[key] = line.points
    return ScoreHistory(tuple(totals), {key: tuple(of_key) for key, of_key in changes.items()})


def _states_after_entries(replay: Replay) -> Iterator[tuple[int, Game[Any], Any]]:
    seq = 0
    for step, game, state in iterate_steps_with_states(replay):
        yield seq, game, state
        seq = step.seq
    yield seq, replay.game, replay.state
