"""What goes where on the table before the first roll."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.laying_out import Pieces, SetUpStep
from companion.engine.words import Seat
from companion.games.deadline.parts import (
    FIRST_RESERVE,
    PARTS,
    SHAPES,
    dice,
    supply,
)


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """Dice, the Pharaoh's life, chambers, reserves and the supply (rulebook, preparation)."""
    seats = setup.seats
    middle = dict(zip(SHAPES, supply(seats), strict=True))
    rolled, life = dice(seats), middle.pop("square")
    return (
        SetUpStep("silhouettes", asks=("geometry", "geometry_checked"), rule="building"),
        SetUpStep("dice", {"count": rolled}, _some("die", rolled, PARTS["dice"]["count"])),
        SetUpStep("life", {"count": life}, _some("square", life, PARTS["stones"]["square"])),
        SetUpStep(
            "chambers",
            pieces=(Pieces("rectangle", 1, "seat"), Pieces(FIRST_RESERVE, 1, "seat")),
        ),
        SetUpStep(
            "supply",
            pieces=tuple(Pieces(shape, count, "middle") for shape, count in middle.items()),
        ),
        SetUpStep("first", {"seat": Seat(setup.first)}),
    )


def _some(kind: str, count: int, in_box: int) -> tuple[Pieces, ...]:
    """So many go to the middle, the others stay in the box."""
    return (Pieces(kind, count, "middle"), Pieces(kind, in_box - count, "box"))
