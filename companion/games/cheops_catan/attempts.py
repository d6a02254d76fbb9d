"""What a hand at a table of the scenario might try."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Move
from companion.games.cheops_catan.moves import (
    Build,
    Claim,
    Give,
    Harbour,
    Knight,
    Lay,
    Purchase,
    Reveal,
    ShowPoint,
)
from companion.games.cheops_catan.parts import POINT_CARDS
from companion.games.cheops_catan.state import State


def attempts(state: State, seat: int) -> Iterable[Move]:
    """Every piece, card and stone, and what gold does with each other player."""
    others = [other for other in range(state.rules.seats) if other != seat]
    cards = range(POINT_CARDS + 1)
    yield from (Build("settlement"), Build("settlement", True), Build("city"))
    yield from (
        Build("road"),
        Build("ship"),
        Knight(),
        ShowPoint(),
        Lay(),
        Purchase(),
        Purchase(True),
    )
    yield from (kind(other) for kind in (Lay, Harbour) for other in others)
    yield from (Give(other, 1) for other in others)
    yield from (kind(count) for kind in (Claim, Reveal) for count in cards)
