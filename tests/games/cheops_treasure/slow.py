"""The slow, obvious placing rule: spaces as pairs, every neighbour written out."""

from __future__ import annotations

Space = tuple[int, int]
SPACES = [(row, column) for row in range(1, 12) for column in range(1, 13 - row)]


def neighbours(space: Space) -> set[Space]:
    """The spaces that touch one: beside it, the two below that carry it, the two above it carries."""
    row, column = space
    around = {
        (row, column - 1), (row, column + 1),
        (row - 1, column), (row - 1, column + 1),
        (row + 1, column), (row + 1, column - 1),
    }  # fmt: skip
    return around & set(SPACES)


def may_place(pawns: dict[Space, str], space: Space, pawn: str) -> bool:
    """Free, carried, and no pawn of its own family beside, below or above; a neighbour has none."""
    row, column = space
    if space in pawns:
        return False
    if row > 1 and not {(row - 1, column), (row - 1, column + 1)} <= set(pawns):
        return False
    return pawn == "neighbour" or all(pawns.get(other) != pawn for other in neighbours(space))
