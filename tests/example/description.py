"""What an entry came to, as the log says it."""

from companion.engine.game import Description, Move
from companion.engine.words import Term
from tests.example.moves import Build, Favour
from tests.example.state import State


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Which level was built, where the entry is in force; a colour only to whom it is told."""
    if isinstance(move, Favour) and move.colour is None:
        return Description("favour_hidden")
    colour = {"colour": Term(move.colour)}
    if isinstance(move, Build) and state is not None:
        return Description("level_built", {**colour, "level": state.levels[seat] + 1})
    return Description(type(move).__name__, colour)
