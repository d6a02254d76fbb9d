"""The pyramid as bits: row 1 at the bottom has eleven spaces, each row above one fewer.

A space (row, column) lies on (row - 1, column) and (row - 1, column + 1). Its bit is twelve times
the row below it plus its place in the row, so that going up to the left is a shift by 11, up to the
right by 12, and the twelfth bit of a row is a gap that nothing crosses.
"""

from __future__ import annotations

from companion.games.cheops_treasure.parts import PARTS

ROWS: int = PARTS["pyramid"]["rows"]
_WIDTH = ROWS + 1


def bit_of(row: int, column: int) -> int:
    """The bit of a space; 0 where the pyramid has no such space. Rows and columns count from 1."""
    if not 1 <= row <= ROWS or not 1 <= column <= ROWS + 1 - row:
        return 0
    return 1 << (row - 1) * _WIDTH + column - 1


SPACES: tuple[tuple[int, int], ...] = tuple(
    (row, column) for row in range(1, ROWS + 1) for column in range(1, ROWS + 2 - row)
)
BITS: dict[int, tuple[int, int]] = {bit_of(*space): space for space in SPACES}
"""Each space by its bit."""
ALL = sum(BITS)
BOTTOM = sum(bit_of(1, column) for column in range(1, ROWS + 1))


def open_spaces(filled: int) -> int:
    """Empty spaces a pawn may reach: the bottom row, or above two pawns ("taking a treasure")."""
    carried = (filled << _WIDTH) & (filled << ROWS)
    return (BOTTOM | carried) & ALL & ~filled


def touching(pawns: int) -> int:
    """Spaces beside, below or above one of these pawns."""
    return (
        pawns << 1 | pawns >> 1
        | pawns << _WIDTH | pawns << ROWS
        | pawns >> _WIDTH | pawns >> ROWS
    ) & ALL  # fmt: skip


def spaces_in(bits: int) -> list[tuple[int, int]]:
    """The spaces of a set of bits, bottom row first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(BITS[lowest])
        bits ^= lowest
    return found
