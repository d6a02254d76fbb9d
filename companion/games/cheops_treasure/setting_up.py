"""What goes where on the table before the first pawn is placed."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.laying_out import Pieces, SetUpStep
from companion.engine.words import Seat
from companion.games.cheops_treasure.parts import (
    COLOURS,
    DRAWN_OF_EACH,
    EACH_COLOUR,
    EACH_FAMILY,
    FAMILIES,
    LAWS,
    LAWS_USED,
    MARKERS,
    MONEY,
    NEIGHBOURS,
    STACKS,
    TABLETS,
)


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """The board from the columns to the pyramid, then pawns and money (rulebook, preparation)."""
    left = tuple(Pieces(family, EACH_FAMILY - setup.seats, "beside") for family in FAMILIES)
    pawns = len(FAMILIES) * (EACH_FAMILY - setup.seats)
    return (
        SetUpStep(
            "board",
            pieces=(Pieces("board", 1, "middle"), *(Pieces(c, MARKERS, "board") for c in COLOURS)),
        ),
        SetUpStep(
            "tablets", {"count": DRAWN_OF_EACH},
            (
                *(Pieces(f"type_{kind}", DRAWN_OF_EACH, "board") for kind in TABLETS),
                *(Pieces(f"type_{kind}", n - DRAWN_OF_EACH, "box") for kind, n in TABLETS.items()),
            ),
            asks=("edition",), rule="tablets",
        ),
        SetUpStep(
            "laws", {"count": LAWS_USED, "all": LAWS},
            (Pieces("law", LAWS_USED, "board"), Pieces("law", LAWS - LAWS_USED, "box")),
        ),
        SetUpStep(
            "treasures", {"count": EACH_COLOUR * len(COLOURS)},
            tuple(Pieces(colour, EACH_COLOUR, "board") for colour in COLOURS),
        ),
        SetUpStep("families", pieces=tuple(Pieces(family, 1, "seat") for family in FAMILIES)),
        SetUpStep("stacks", {"count": pawns, "heights": stack_heights(pawns)}, left),
        SetUpStep(
            "bank", {"count": NEIGHBOURS},
            (
                Pieces("neighbour", NEIGHBOURS, "beside"),
                *(Pieces(note, count, "beside") for note, count in MONEY.items()),
            ),
        ),
        SetUpStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip


def stack_heights(pawns: int) -> tuple[int, ...]:
    """The open stacks, as equal as may be."""
    height, over = divmod(pawns, STACKS)
    return (height + 1,) * over + (height,) * (STACKS - over)
