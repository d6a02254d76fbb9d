"""What an entry came to, read off the rules of any game: the table before it beside the table after it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.engine.game import Description, Gain, Game, Move, Refusal, ScoreLine
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move, legal_moves
from companion.engine.ranking import rank
from companion.engine.replay import Replay, get_awaiting
from companion.engine.words import MoveName, Term

MAX_NAMED_CHOICES = 12
"""A list of more things than these is read by nobody."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """What came of an entry, whatever is hidden at the table; empty where there is nothing to say."""

    previews: tuple[Description, ...] = ()
    """What the game foretells of the move."""
    warnings: tuple[Refusal, ...] = ()
    """What the game warns of, or what the table allowed against the rules."""
    gains: tuple[Gain, ...] = ()
    new_choices: tuple[Term | MoveName, ...] = ()
    """What the seat that is next may choose since then."""
    lost_choices: tuple[Term, ...] = ()
    """What it may choose no longer."""
    new_leader: int | None = None
    """The seat that alone would win if this were the end, where others would have before, but not all."""
    turn_ended: int | None = None
    """The seat whose turn is over by it, or its part in a turn of several."""
    turn_continues: int | None = None
    """The seat that goes on with its turn."""


def find_consequences(before: Replay, entry: Entry, after: Replay) -> Consequences:
    """What an entry came to that led from one state of a table to the next."""
    gains, ahead = _gains(before, after), _ahead(before, after)
    return Consequences(
        *_said_by_the_game(before, entry), gains, *_opened_and_closed(before, after), ahead,
        *_turn(before, entry, after),
    )  # fmt: skip


def _turn(before: Replay, entry: Entry, after: Replay) -> tuple[int | None, int | None]:
    """The seat that is no longer awaited, and the one that entered this and alone is awaited still."""
    was, now = get_awaiting(before), get_awaiting(after)
    if entry.kind not in ("move", "ruling") or was is None or now is None:
        return None, None
    done = [seat for seat in was.seats if seat not in now.seats]
    goes_on = was.seats == now.seats == (entry.seat,)
    return done[0] if len(done) == 1 else None, entry.seat if goes_on else None


def _said_by_the_game(before: Replay, entry: Entry) -> tuple[tuple[Description, ...], tuple[Refusal, ...]]:
    game, state, seat, move = before.game, before.state, entry.seat, entry.move
    if entry.kind == "ruling":
        refusal = check_move(game, state, seat, move)
        return (), refusal.all() if refusal else ()
    if entry.kind != "move":
        return (), ()
    return game.preview(state, seat, move), game.warnings(state, seat, move)


def all_score_lines(replay: Replay) -> Mapping[int, tuple[ScoreLine, ...]]:
    """The score lines of each seat, whatever is hidden; in a count, of each whose sheet is filled in."""
    sheets = replay.game.score_sheets(replay.state)
    there = [seat for seat, sheet in enumerate(sheets) if sheet is not None]
    lines = replay.game.scoring.lines(replay.setup, tuple(sheets[seat] for seat in there))
    return dict(zip(there, lines, strict=True))


def _gains(before: Replay, after: Replay) -> tuple[Gain, ...]:
    then = _points(before)
    return tuple(
        Gain(seat, category, points - (then.get((seat, category)) or 0))
        for (seat, category), points in _points(after).items()
        if points is not None and points != then.get((seat, category), 0)
    )


def _points(replay: Replay) -> dict[tuple[int, str], int | None]:
    lines = all_score_lines(replay).items()
    return {(seat, line.category): line.points for seat, of_seat in lines for line in of_seat}


def _ahead(before: Replay, after: Replay) -> int | None:
    then, now = _winners(before), _winners(after)
    level = len(then) == before.setup.seats
    return now[0] if len(now) == 1 and now != then and not level else None


def _winners(replay: Replay) -> tuple[int, ...]:
    """Who would win if this were the end; nobody where that is not certain."""
    sheets = replay.game.score_sheets(replay.state)
    if None in sheets:
        return ()
    criteria = replay.game.scoring.criteria(replay.setup, sheets)
    return rank(criteria, replay.setup.seats).winners


def _opened_and_closed(
    before: Replay, after: Replay
) -> tuple[tuple[Term | MoveName, ...], tuple[Term, ...]]:
    """What the seat that is next may choose since then, and what no longer.

    While its turn goes on these are kinds of moves that come to those it had; else the choices of one kind
    (tiles, colours) where nothing but they tells the moves apart.
    """
    was, now = get_awaiting(before), get_awaiting(after)
    if was is None or now is None or after.game is not before.game:
        return (), ()
    seat = now.seats[0]
    then, here = _choices(before, seat), _choices(after, seat)
    kinds, earlier = _kinds(here), _kinds(then)
    new = [kind for kind in kinds if kind not in earlier]
    if seat in was.seats and 0 < len(new) < len(kinds):
        return tuple(MoveName(kind.__name__) for kind in new), ()
    if was.moves != now.moves or not then:
        return (), ()
    return _terms(after.game, here - then), _terms(after.game, then - here)


def _choices(replay: Replay, seat: int) -> frozenset[Move]:
    """What a seat may enter, or could if it were its turn."""
    game, state = replay.game, replay.state
    if seat in game.awaiting(state).seats:
        return frozenset(legal_moves(game, state, seat))
    moves = game.candidates(state, seat)
    return frozenset(move for move in moves if game.check(state, seat, move) is None)


def _kinds(moves: Collection[Move]) -> list[type]:
    return sorted({type(move) for move in moves}, key=lambda kind: kind.__name__)


def _terms(game: Game[Any], moves: Collection[Move]) -> tuple[Term, ...]:
    """The words of the one field in which some moves of one kind differ; none where there is no such."""
    kinds = _kinds(moves)
    if len(kinds) != 1:
        return ()
    values = [{getattr(move, part.name) for move in moves} for part in fields(kinds[0])]
    named = [words for words in values if words <= game.words.terms.keys()]
    rest = [words for words in values if words not in named]
    if len(named) != 1 or any(len(words) > 1 for words in rest) or len(named[0]) > MAX_NAMED_CHOICES:
        return ()
    return tuple(Term(word) for word in game.words.terms if word in named[0])
