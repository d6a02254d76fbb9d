"""Find what an entry changed, by comparing the table before the entry with the table after it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.engine.game import Description, Gain, Game, Move, Refusal, ScoreLine
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move
from companion.engine.ranking import rank_seats
from companion.engine.replay import Replay, get_awaiting
from companion.engine.words import MoveName, Term

MAX_NAMED_CHOICES = 12
"""If there are more choices than this, none is named, because nobody would read such a list."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """What an entry changed at the table: points, choices, leader and turn.

    A field is empty or None if nothing changed. Changes that are hidden from some players are included;
    ``find_visible_consequences`` removes them.
    """

    previews: tuple[Description, ...] = ()
    """The game's previews of the move."""
    warnings: tuple[Refusal, ...] = ()
    """The game's warnings, or the refusals that the table overruled by allowing the move."""
    gains: tuple[Gain, ...] = ()
    new_choices: tuple[Term | MoveName, ...] = ()
    """Choices that the next seat has now and did not have before."""
    lost_choices: tuple[Term, ...] = ()
    """Choices that the next seat had before and no longer has."""
    new_leader: int | None = None
    """The seat that would now win alone and would not have before. None if all seats were level before."""
    turn_ended: int | None = None
    """The seat whose turn, or part of a shared turn, ended with this entry."""
    turn_continues: int | None = None
    """The seat that entered the move, if the table waits for it again and for nobody else."""


def find_consequences(before: Replay, entry: Entry, after: Replay) -> Consequences:
    """Return what ``entry`` changed from ``before`` to ``after``, also what some players may not see."""
    gains, leader = _find_gains(before, after), _find_new_leader(before, after)
    return Consequences(
        *_find_previews_and_warnings(before, entry), gains, *_compare_choices(before, after), leader,
        *_find_turn_change(before, entry, after),
    )  # fmt: skip


def _find_turn_change(before: Replay, entry: Entry, after: Replay) -> tuple[int | None, int | None]:
    """Return (seat whose turn ended, seat that continues its turn), each None if there is no such seat."""
    was, now = get_awaiting(before), get_awaiting(after)
    if entry.kind not in ("move", "ruling") or was is None or now is None:
        return None, None
    done = [seat for seat in was.seats if seat not in now.seats]
    goes_on = was.seats == now.seats == (entry.seat,)
    return done[0] if len(done) == 1 else None, entry.seat if goes_on else None


def _find_previews_and_warnings(
    before: Replay, entry: Entry
) -> tuple[tuple[Description, ...], tuple[Refusal, ...]]:
    game, state, seat, move = before.game, before.state, entry.seat, entry.move
    if entry.kind == "ruling":
        refusal = check_move(game, state, seat, move)
        return (), refusal.with_besides() if refusal else ()
    if entry.kind != "move":
        return (), ()
    return game.preview(state, seat, move), game.warnings(state, seat, move)


def score_lines_by_seat(replay: Replay) -> Mapping[int, tuple[ScoreLine, ...]]:
    """Return, by seat, the lines of each score sheet, including sheets hidden from some players."""
    sheets = replay.game.score_sheets(replay.state)
    seats = [seat for seat, sheet in enumerate(sheets) if sheet is not None]
    lines = replay.game.scoring.lines(replay.setup, tuple(sheets[seat] for seat in seats))
    return dict(zip(seats, lines, strict=True))


def _find_gains(before: Replay, after: Replay) -> tuple[Gain, ...]:
    points_before = _get_points_by_line(before)
    return tuple(
        Gain(seat, category, points - (points_before.get((seat, category)) or 0))
        for (seat, category), points in _get_points_by_line(after).items()
        if points is not None and points != points_before.get((seat, category), 0)
    )


def _get_points_by_line(replay: Replay) -> dict[tuple[int, str], int | None]:
    lines_by_seat = score_lines_by_seat(replay).items()
    return {(seat, line.category): line.points for seat, seat_lines in lines_by_seat for line in seat_lines}


def _find_new_leader(before: Replay, after: Replay) -> int | None:
    winners_before, winners = _find_winners(before), _find_winners(after)
    level = len(winners_before) == before.setup.seats
    return winners[0] if len(winners) == 1 and winners != winners_before and not level else None


def _find_winners(replay: Replay) -> tuple[int, ...]:
    """Return the seats that would win if the game ended now. Empty if that is not certain yet."""
    sheets = replay.game.score_sheets(replay.state)
    if None in sheets:
        return ()
    criteria = replay.game.scoring.criteria(replay.setup, sheets)
    return rank_seats(criteria, replay.setup.seats).winners


def _compare_choices(before: Replay, after: Replay) -> tuple[tuple[Term | MoveName, ...], tuple[Term, ...]]:
    """Return (choices gained, choices lost) of the first seat that the table waits for now.

    If its turn goes on and new kinds of moves became legal, these are gained. Otherwise the choices are the
    values, such as tiles, of the only field in which the gained (or the lost) moves differ.
    """
    was, now = get_awaiting(before), get_awaiting(after)
    if was is None or now is None or after.game is not before.game:
        return (), ()
    seat = now.seats[0]
    moves_before, moves = (frozenset(at.game.candidates(at.state, seat)) for at in (before, after))
    kinds, kinds_before = _list_move_classes(moves), _list_move_classes(moves_before)
    new_kinds = [kind for kind in kinds if kind not in kinds_before]
    if seat in was.seats and 0 < len(new_kinds) < len(kinds):
        return tuple(MoveName(kind.__name__) for kind in new_kinds), ()
    if was.moves != now.moves or not moves_before:
        return (), ()
    gained, lost = moves - moves_before, moves_before - moves
    return _find_differing_terms(after.game, gained), _find_differing_terms(after.game, lost)


def _list_move_classes(moves: Collection[Move]) -> list[type]:
    return sorted({type(move) for move in moves}, key=lambda kind: kind.__name__)


def _find_differing_terms(game: Game[Any], moves: Collection[Move]) -> tuple[Term, ...]:
    """Return the values of the only field in which these moves differ. Empty if there is no such field."""
    kinds = _list_move_classes(moves)
    if len(kinds) != 1:
        return ()
    values = [{getattr(move, part.name) for move in moves} for part in fields(kinds[0])]
    term_values = [words for words in values if words <= game.words.terms.keys()]
    other_values = [words for words in values if words not in term_values]
    if len(term_values) != 1 or any(len(words) > 1 for words in other_values):
        return ()
    if len(term_values[0]) > MAX_NAMED_CHOICES:
        return ()
    return tuple(Term(word) for word in game.words.terms if word in term_values[0])
