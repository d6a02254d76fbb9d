"""What goes where on the table before the first tile is played."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.laying_out import Pieces, SetUpStep
from companion.engine.words import Seat
from companion.games.giza.parts import BOARDS, HAND, TILES


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """Boards, what the tiles print, the pile and the hands (rulebook, setting up)."""
    seats = setup.seats
    left = TILES - HAND * seats
    return (
        SetUpStep(
            "boards", pieces=(Pieces("board", 1, "seat"), Pieces("board", BOARDS - seats, "box"))
        ),
        SetUpStep("sphinx", asks=("edition",), rule="count"),
        SetUpStep("pile", {"count": TILES}),
        SetUpStep(
            "hands", {"count": HAND, "left": left},
            (Pieces("tile", HAND, "seat"), Pieces("tile", left, "middle")),
        ),
        SetUpStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip
