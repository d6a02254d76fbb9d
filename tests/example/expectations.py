"""What the generic tests ask of Three Quarries: see ``tests/games/game_expectations.py``."""

from collections import Counter
from typing import Any

from companion.engine.game import Setup
from tests.example.parts import COLOURS, POINTS, Colour
from tests.example.scoring import Sheet
from tests.example.state import State
from tests.games.game_expectations import ExpectedParts, Inventory, LoggedMove, PieceCounts
from tests.secrets.scenario import OWNER, Pair, Scenario


def inventory(state: State) -> Inventory:
    """Stones in quarries and hands, levels, and the colours that are favoured."""
    found: Inventory = Counter()
    for at, colour in enumerate(COLOURS):
        found[("quarry", colour)] = state.quarries[at]
        for seat, hand in enumerate(state.hands):
            found[("hand", seat, colour)] = hand[at]
    for seat, level in enumerate(state.levels):
        found[("level", seat)] = level
    found.update(("favours", seat, colour) for seat, colour in enumerate(state.favours) if colour)
    return found


def inventory_change(told: LoggedMove) -> Inventory:
    """A stone is taken; a level gives back as many as its number."""
    seat, colour = told.seat, str(told["colour"])
    if told.description.code == "Favour":
        return Counter({("favours", seat, colour): 1})
    if told.description.code == "Take":
        return Counter({("hand", seat, colour): 1, ("quarry", colour): -1})
    level = dict[str, Any](told.description.values).get("level", 0)
    found: Inventory = Counter({("level", seat): 1, ("quarry", colour): level})
    found[("hand", seat, colour)] = -level
    return found


def expected_parts(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> ExpectedParts:
    lid, sheet = setup.options["lid"], sheets[seat]
    printed = [*POINTS, lid["capstone"] if lid else None]
    made: ExpectedParts = {
        "levels": [({"level": n + 1}, printed[n]) for n in range(sheet.levels)],
        "favoured": [({}, sheet.favoured)],
    }
    return made | {"stones": [({}, sheet.stones)]} if setup.options["stones_count"] else made


def box_contents(seats: int) -> dict[str, int]:
    """Sixteen stones of each colour."""
    return dict.fromkeys(COLOURS, 16)


def initial_pieces(state: Any) -> PieceCounts:
    """All stones lie in their quarries."""
    return {(c, "middle"): n for c, n in zip(COLOURS, state.quarries, strict=True)}


def favoured(colour: Colour) -> Scenario:
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
    return Scenario("example", log, probes=tuple(probes))


SECRET_PAIRS: dict[str, Pair] = {"a favoured colour": (favoured("rose"), favoured("black"))}
