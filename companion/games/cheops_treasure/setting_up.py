"""What goes where on the table before the first pawn is placed."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.setting_up import Pieces, SetUpStep
from companion.engine.words import Seat
from companion.games.cheops_treasure import parts


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """The board from the columns to the pyramid, then pawns and money (rulebook, preparation)."""
    left = tuple(Pieces(family, parts.EACH_FAMILY - setup.seats, "beside") for family in parts.FAMILIES)
    pawns = len(parts.FAMILIES) * (parts.EACH_FAMILY - setup.seats)
    return (
        SetUpStep(
            "board",
            pieces=(
                Pieces("board", 1, "middle"), *(Pieces(c, parts.MARKERS, "board") for c in parts.COLOURS)
            ),
        ),
        SetUpStep(
            "tablets", {"count": parts.DRAWN_OF_EACH},
            (
                *(Pieces(f"type_{kind}", parts.DRAWN_OF_EACH, "board") for kind in parts.TABLETS),
                *(
                    Pieces(f"type_{kind}", n - parts.DRAWN_OF_EACH, "box")
                    for kind, n in parts.TABLETS.items()
                ),
            ),
            asks=("edition",), rule="tablets",
        ),
        SetUpStep(
            "laws", {"count": parts.LAWS_USED, "all": parts.LAWS},
            (Pieces("law", parts.LAWS_USED, "board"), Pieces("law", parts.LAWS - parts.LAWS_USED, "box")),
        ),
        SetUpStep(
            "treasures", {"count": parts.EACH_COLOUR * len(parts.COLOURS)},
            tuple(Pieces(colour, parts.EACH_COLOUR, "board") for colour in parts.COLOURS),
        ),
        SetUpStep("families", pieces=tuple(Pieces(family, 1, "seat") for family in parts.FAMILIES)),
        SetUpStep("stacks", {"count": pawns, "heights": stack_heights(pawns)}, left),
        SetUpStep(
            "bank", {"count": parts.NEIGHBOURS},
            (
                Pieces("neighbour", parts.NEIGHBOURS, "beside"),
                *(Pieces(note, count, "beside") for note, count in parts.MONEY.items()),
            ),
        ),
        SetUpStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip


def stack_heights(pawns: int) -> tuple[int, ...]:
    """The open stacks, as equal as may be."""
    height, over = divmod(pawns, parts.STACKS)
    return (height + 1,) * over + (height,) * (parts.STACKS - over)
