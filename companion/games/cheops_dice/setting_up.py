"""What goes where on the table before the first roll."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.laying_out import Pieces, SetUpStep
from companion.engine.words import Seat
from companion.games.cheops_dice.parts import DICE, JOKERS, PENCILS, dice
from companion.games.cheops_dice.sheet import Paper, provenance
from companion.games.cheops_dice.state import papers_of


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """Sheets, jokers and dice (leaflet, preparation)."""
    seats = setup.seats
    papers = papers_of(setup.options, seats) if "sheets" in setup.options else ()
    rolled = dice(seats)
    return (
        _sheets(seats, papers),
        _jokers(seats, papers[0].jokers_printed if papers else JOKERS),
        SetUpStep(
            "dice",
            {"count": rolled},
            (Pieces("die", rolled, "middle"), Pieces("die", DICE - rolled, "box")),
        ),
        SetUpStep("first", {"seat": Seat(setup.first)}),
    )


def _sheets(seats: int, papers: tuple[Paper, ...]) -> SetUpStep:
    """Those of the table; of one that only counts, which letters they are is not asked."""
    if papers and provenance(papers[0]) == "practice":
        return SetUpStep("practice", asks=("sheets",), rule="sheet")
    pencils = (Pieces("pencil", 1, "seat"), Pieces("pencil", PENCILS - seats, "box"))
    letters = {"letters": tuple(paper.letter for paper in papers)}
    return SetUpStep("sheets", letters, (Pieces("sheet", 1, "seat"), *pencils), rule="sheet")


def _jokers(seats: int, printed: int) -> SetUpStep:
    pieces = (Pieces("joker", seats, "seat"), Pieces("joker", printed - seats, "off"))
    return SetUpStep("jokers" if printed > seats else "all_jokers", {"count": seats}, pieces)
