"""What a hand at a table of the scenario might try."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Move
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.parts import POINT_CARDS
from companion.games.cheops_catan.state import State


def attempts(state: State, seat: int) -> Iterable[Move]:
    """Every piece, card and stone, and what gold does with each other player."""
    others = [other for other in range(state.rules.seats) if other != seat]
    cards = range(POINT_CARDS + 1)
    yield from (moves.Build("settlement"), moves.Build("settlement", True), moves.Build("city"))
    yield from (
        moves.Build("road"),
        moves.Build("ship"),
        moves.Knight(),
        moves.ShowPoint(),
        moves.Lay(),
        moves.Purchase(),
        moves.Purchase(True),
    )
    yield from (kind(other) for kind in (moves.Lay, moves.Harbour) for other in others)
    yield from (moves.Give(other, 1) for other in others)
    yield from (kind(count) for kind in (moves.Claim, moves.Reveal) for count in cards)
