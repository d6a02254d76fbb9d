"""What the generic tests expect of Giza (see ``tests/games/game_expectations.py``)."""

from collections import Counter
from typing import Any

from companion.engine.game import Setup
from companion.games.giza import GAME
from companion.games.giza.parts import SITE_NAMES
from tests.games.game_expectations import Inventory, LoggedMove, PieceCounts, adjust_inventory
from tests.secrets.scenario import SECRET_SEAT, Pair, Scenario


def count_inventory(state: Any) -> Inventory:
    things: Inventory = Counter(("box", tile) for tile in state.gone)
    for index, stack in enumerate(state.stacks):
        things.update(("site", index // 4, SITE_NAMES[index % 4], tile) for tile in stack)
    return things


def get_inventory_change(logged: LoggedMove) -> Inventory:
    kind, *_ = logged.description.code.split("_")
    match kind:
        case "laid":
            return Counter({("site", logged["owner"], logged["site"], logged["tile"]): 1})
        case "demolished":
            top = ("site", logged["owner"], logged["site"], logged["tile"])
            return adjust_inventory({top: -1}, [("box", logged["tile"]), ("box", "demolition")])
        case "lifted":
            return Counter({("site", logged.seat, logged["site"], "scarab"): -1, ("box", "scarab"): 1})
        case "discarded":
            return Counter(("box", tile) for tile in logged["tiles"])
    return Counter()


def get_box_contents(seats: int) -> dict[str, int]:
    return {"board": 6, "tile": 83}


def get_initial_pieces(state: Any) -> PieceCounts:
    return {
        ("board", "seat"): len(state.stacks) // 4,
        ("tile", "seat"): sum(state.hands),
        ("tile", "middle"): state.pile,
    }


SECRET_SITE_FIELDS = {"board": SECRET_SEAT, "site": 0}


def make_line(seat: int, tile: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "move": "Play", "tile": tile, **SECRET_SITE_FIELDS, **more}


def make_scenario(*log: dict[str, Any]) -> Scenario:
    """Return a scenario after which each seat tries each tile at a site of the secret's owner."""
    tiles = tuple(GAME.setup(Setup.of(GAME.meta, 3)).rules.kinds)
    turn = len(log) % 3
    seats = ((turn + 1) % 3, (turn + 2) % 3, turn)
    return Scenario("giza", log, probes=tuple(make_line(s, tile) for s in seats for tile in tiles))


def make_covered_tile_scenario(tile: str) -> Scenario:
    return make_scenario(make_line(0, "+5"), make_line(1, tile), make_line(2, "+2"))


def make_scarab_scenario(tile: str) -> Scenario:
    return make_scenario(make_line(0, "+5"), make_line(1, tile), make_line(2, "scarab"))


def make_corrected_scenario(tile: str) -> Scenario:
    """Return a scenario that enters, undoes, covers and changes tiles. ``tile`` is the secret one."""
    return make_scenario(
        make_line(0, "+5"), make_line(1, tile), {"kind": "undo"}, make_line(1, tile), make_line(2, "+2"),
        make_line(0, "+5", site=1), make_line(1, "+4", site=1), make_line(2, "+1", site=1),
        {"kind": "amend", "of": 7, **make_line(1, tile, site=1)},
        make_line(0, tile, site=2), make_line(1, "scarab", site=2), make_line(2, "demolition", site=2),
        make_line(0, "scarab", site=2),
    )  # fmt: skip


SECRET_PAIRS: dict[str, Pair] = {
    "a covered tile": (make_covered_tile_scenario("-4"), make_covered_tile_scenario("t5")),
    "a scarab under a scarab": (make_scarab_scenario("scarab"), make_scarab_scenario("+3")),
    "covered tiles, put right": (make_corrected_scenario("+4"), make_corrected_scenario("+3")),
}
