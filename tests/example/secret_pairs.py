"""A pair of evenings of Three Quarries that differ in one favoured colour."""

from tests.example.parts import COLOURS, Colour
from tests.secrets.evening import OWNER, Evening, Pair


def favoured(colour: Colour) -> Evening:
    """The owner's colour, written down, taken back, written down again and changed later."""
    own = {"seat": OWNER, "move": "Favour", "colour": colour}
    log = (
        {"seat": 0, "move": "Favour", "colour": "rose"},
        own, {"kind": "undo"}, own,
        {"seat": 1, "move": "Favour", "colour": "rose"},
        {"kind": "amend", "of": 4, **own},
        {"seat": 0, "move": "Take", "colour": "ochre"},
    )  # fmt: skip
    probes = ({"seat": seat, "move": "Favour", "colour": c} for seat in range(3) for c in COLOURS)
    return Evening("example", log, probes=tuple(probes))


PAIRS: dict[str, Pair] = {"a favoured colour": (favoured("rose"), favoured("black"))}
