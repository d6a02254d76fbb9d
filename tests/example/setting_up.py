"""What goes where on the table of Three Quarries before anybody favours a colour."""

from companion.engine.game import Setup
from companion.engine.laying_out import Pieces, SetUpStep
from companion.engine.words import Seat
from tests.example.parts import COLOURS, STONES


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """The quarries, what the lid says, and who begins (rules at hand, setting up)."""
    return (
        SetUpStep(
            "quarries", {"count": STONES}, tuple(Pieces(colour, STONES, "middle") for colour in COLOURS)
        ),
        SetUpStep("lid", asks=("lid",), rule="count"),
        SetUpStep("first", {"seat": Seat(setup.first)}),
    )
