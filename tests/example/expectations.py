"""What the generic tests expect of Three Quarries (see ``tests/games/game_expectations.py``)."""

from collections import Counter
from typing import Any

from companion.engine.game import Setup
from tests.example.parts import ALL_COLOURS, POINTS, Colour
from tests.example.scoring import Sheet
from tests.example.state import State
from tests.games.game_expectations import ExpectedParts, Inventory, LoggedMove, PieceCounts
from tests.secrets.scenario import OWNER_SEAT, Pair, Scenario


def count_inventory(state: State) -> Inventory:
    """Return the numbers of stones in quarries and hands, of levels, and of favoured colours in this
    state.
    """
    things: Inventory = Counter()
    for index, colour in enumerate(ALL_COLOURS):
        things[("quarry", colour)] = state.quarries[index]
        for seat, hand in enumerate(state.hands):
            things[("hand", seat, colour)] = hand[index]
    for seat, level in enumerate(state.levels):
        things[("level", seat)] = level
    things.update(("favours", seat, colour) for seat, colour in enumerate(state.favours) if colour)
    return things


def get_inventory_change(logged: LoggedMove) -> Inventory:
    """Return what the log line claims: a stone was taken, or a level was built and its stones went back."""
    seat, colour = logged.seat, str(logged["colour"])
    if logged.description.code == "Favour":
        return Counter({("favours", seat, colour): 1})
    if logged.description.code == "Take":
        return Counter({("hand", seat, colour): 1, ("quarry", colour): -1})
    level = dict[str, Any](logged.description.values).get("level", 0)
    change: Inventory = Counter({("level", seat): 1, ("quarry", colour): level})
    change[("hand", seat, colour)] = -level
    return change


def compute_score_parts(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> ExpectedParts:
    lid, sheet = setup.options["lid"], sheets[seat]
    printed = [*POINTS, lid["capstone"] if lid else None]
    parts: ExpectedParts = {
        "levels": [({"level": n + 1}, printed[n]) for n in range(sheet.levels)],
        "favoured": [({}, sheet.favoured)],
    }
    return parts | {"stones": [({}, sheet.stones)]} if setup.options["stones_count"] else parts


def get_box_contents(seats: int) -> dict[str, int]:
    """Return the contents of the box: sixteen stones of each colour."""
    return dict.fromkeys(ALL_COLOURS, 16)


def get_initial_pieces(state: Any) -> PieceCounts:
    """Return where the pieces are at the start: all stones are in their quarries."""
    return {(c, "middle"): n for c, n in zip(ALL_COLOURS, state.quarries, strict=True)}


def make_favour_scenario(colour: Colour) -> Scenario:
    """Return a scenario in which the owner enters this colour, undoes it, enters it again and amends it."""
    own = {"seat": OWNER_SEAT, "move": "Favour", "colour": colour}
    log = (
        {"seat": 0, "move": "Favour", "colour": "rose"},
        own, {"kind": "undo"}, own,
        {"seat": 1, "move": "Favour", "colour": "rose"},
        {"kind": "amend", "of": 4, **own},
        {"seat": 0, "move": "Take", "colour": "ochre"},
    )  # fmt: skip
    probes = ({"seat": seat, "move": "Favour", "colour": c} for seat in range(3) for c in ALL_COLOURS)
    return Scenario("example", log, probes=tuple(probes))


SECRET_PAIRS: dict[str, Pair] = {
    "a favoured colour": (make_favour_scenario("rose"), make_favour_scenario("black"))
}
