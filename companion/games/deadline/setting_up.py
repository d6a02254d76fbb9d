"""What goes where on the table before the first roll."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.setting_up import Pieces, SetUpStep
from companion.engine.words import Seat
from companion.games.deadline import parts


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """Dice, the Pharaoh's life, chambers, reserves and the supply (rulebook, preparation)."""
    seats = setup.seats
    middle = dict(zip(parts.SHAPES, parts.supply(seats), strict=True))
    rolled, life = parts.dice(seats), middle.pop("square")
    return (
        SetUpStep("silhouettes", asks=("geometry", "geometry_checked"), rule="building"),
        SetUpStep("dice", {"count": rolled}, _some("die", rolled, parts.PARTS["dice"]["count"])),
        SetUpStep("life", {"count": life}, _some("square", life, parts.PARTS["stones"]["square"])),
        SetUpStep(
            "chambers",
            pieces=(Pieces("rectangle", 1, "seat"), Pieces(parts.FIRST_RESERVE, 1, "seat")),
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
