"""The moves that a seat may make now, and the reasons why others are refused."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Awaiting, Game, Move, Refusal
from companion.engine.log import UnreadableMove
from companion.engine.words import MoveName, Seat


def check_move(game: Game[Any], state: Any, seat: int, move: Move) -> Refusal | None:
    """Return the refusal of this move by ``seat``, or None if it is legal now."""
    kind = type(move)
    if kind is UnreadableMove:
        return Refusal("table.unreadable_entry", "log")
    if kind not in game.moves:
        return Refusal("table.unknown_move", "turn", {"move": MoveName(kind.__name__)})
    if game.ending(state) is not None:
        return Refusal("table.over", "end")
    awaiting = game.awaiting(state)
    if seat not in awaiting.seats and seat not in awaiting.optional_seats:
        values = {"seat": Seat(seat), "seats": tuple(map(Seat, awaiting.seats))}
        return Refusal("table.not_your_turn", "turn", values)
    if kind not in awaiting.moves:
        expected = tuple(MoveName(each.__name__) for each in awaiting.moves[:1])
        return Refusal("table.not_now", "turn", {"move": MoveName(kind.__name__), "moves": expected})
    return game.check(state, seat, move)


def get_awaiting_for_seat(game: Game[Any], state: Any, seat: int) -> Awaiting | None:
    """Return who may enter which moves now, or None if this seat is not among them."""
    if game.ending(state) is not None:
        return None
    awaiting = game.awaiting(state)
    return awaiting if seat in (*awaiting.seats, *awaiting.optional_seats) else None


def list_legal_moves(game: Game[Any], state: Any, seat: int) -> list[Move]:
    """Return the moves with a button that this seat may enter now."""
    return list(game.candidates(state, seat)) if get_awaiting_for_seat(game, state, seat) else []


@dataclass(frozen=True, slots=True)
class RefusedAttempts:
    """Plausible moves of one kind that are refused with the same code, and their refusals."""

    refusals: tuple[Refusal, ...]
    attempts: tuple[Move, ...]
    """The refused moves, in the order of ``refusals``."""

    @property
    def refusal(self) -> Refusal:
        """The first of ``refusals``. All have the same code, so the page shows only this one."""
        return self.refusals[0]


@dataclass(frozen=True, slots=True)
class MoveChoices:
    """One kind of move, with the moves that a seat may enter now and those that are refused."""

    kind: type
    moves: tuple[Move, ...]
    """The legal moves of this kind. If the game lists none, the plausible moves that are legal."""
    objections: tuple[RefusedAttempts, ...]
    """Refused attempts, the most common refusal first."""


def get_move_choices(game: Game[Any], state: Any, seat: int) -> tuple[MoveChoices, ...]:
    """Return a seat's legal and refused moves: one item for each kind of move, in the game's order."""
    legal = _group_by_kind(list_legal_moves(game, state, seat))
    awaiting = get_awaiting_for_seat(game, state, seat)
    attempts = game.plausible_moves(state, seat) if awaiting else ()
    attempted = _group_by_kind(move for move in attempts if awaiting and type(move) in awaiting.moves)
    for kind in set(game.moves) - set(legal) - set(attempted):
        attempted[kind] = [move for move in game.examples if type(move) is kind]
    return tuple(
        _make_move_choices(game, state, seat, kind, legal[kind], attempted[kind]) for kind in game.moves
    )


def _make_move_choices(
    game: Game[Any], state: Any, seat: int, kind: type, legal: list[Move], attempted: list[Move]
) -> MoveChoices:
    refused: dict[str, list[tuple[Refusal, Move]]] = {}
    accepted = []
    for move in attempted:
        refusal = check_move(game, state, seat, move)
        if refusal is None:
            accepted.append(move)
        else:
            refused.setdefault(refusal.code, []).append((refusal, move))
    groups = sorted(refused.values(), key=len, reverse=True)
    objections = tuple(RefusedAttempts(*zip(*group, strict=True)) for group in groups)
    return MoveChoices(kind, tuple(legal or accepted), objections)


def _group_by_kind(moves: Iterable[Move]) -> defaultdict[type, list[Move]]:
    by_kind: defaultdict[type, list[Move]] = defaultdict(list)
    for move in moves:
        by_kind[type(move)].append(move)
    return by_kind
