"""What the box of Cheops (1998) holds, and where the referee believes it lies before the first pawn."""

from typing import Any

from companion.games.cheops_treasure.parts import COLOURS, EACH_COLOUR, FAMILIES, LAWS_USED
from companion.games.cheops_treasure.pyramid import SPACES
from companion.games.cheops_treasure.state import left_in_stacks
from tests.games.test_setting_up import Lying


def box(seats: int) -> dict[str, int]:
    return {
        "board": 1, **dict.fromkeys(COLOURS, 11), "type_I": 6, "type_II": 6, "type_III": 4, "law": 12,
        **dict.fromkeys(FAMILIES, 16), "neighbour": 4, "tens": 30, "fives": 20,
    }  # fmt: skip


def beginning(state: Any) -> Lying:
    """Every space is filled once; a marker lies above each column; pawns in front of all and in stacks."""
    assert len(SPACES) == EACH_COLOUR * len(COLOURS) + LAWS_USED
    assert not any(state.money)
    return {
        ("law", "board"): len(SPACES) - EACH_COLOUR * len(COLOURS),
        **{(colour, "board"): EACH_COLOUR + 1 for colour in COLOURS},
        **{(family, "seat"): sum(hand[at] for hand in state.hands) for at, family in enumerate(FAMILIES)},
        **{(family, "beside"): left for family, left in zip(FAMILIES, left_in_stacks(state), strict=True)},
        ("neighbour", "beside"): state.neighbours,
    }
