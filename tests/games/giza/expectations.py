"""Expectations for the generic tests of Giza."""

from collections import Counter
from typing import Any

from companion.engine.game import Setup
from companion.games.giza import GAME
from companion.games.giza.parts import SITE_NAMES
from companion.games.giza.scoring import Sheet
from tests.games.game_expectations import ExpectedParts, Inventory, LoggedMove, PieceCounts, adjusted
from tests.secrets.scenario import OWNER, Pair, Scenario


def inventory(state: Any) -> Inventory:
    things: Inventory = Counter(("box", tile) for tile in state.gone)
    for index, stack in enumerate(state.stacks):
        things.update(("site", index // 4, SITE_NAMES[index % 4], tile) for tile in stack)
    return things


def inventory_change(logged: LoggedMove) -> Inventory:
    kind, *_ = logged.description.code.split("_")
    match kind:
        case "laid":
            return Counter({("site", logged["owner"], logged["site"], logged["tile"]): 1})
        case "demolished":
            top = ("site", logged["owner"], logged["site"], logged["tile"])
            return adjusted({top: -1}, [("box", logged["tile"]), ("box", "demolition")])
        case "lifted":
            return Counter({("site", logged.seat, logged["site"], "scarab"): -1, ("box", "scarab"): 1})
        case "discarded":
            return Counter(("box", tile) for tile in logged["tiles"])
    return Counter()


SPHINX = ("base", "body", "head")


def expected_parts(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> ExpectedParts:
    box, sheet = setup.options["edition"] or {}, sheets[seat]
    if sheet.sums:
        return {name: [({}, total)] for name, total in zip(SITE_NAMES, sheet.sums, strict=True)}
    tiles = zip(SITE_NAMES, sheet.stacks, strict=True)
    return {name: [({"tile": t}, points(t, box)) for t in stack] for name, stack in tiles}


def points(tile: str, box: dict[str, Any]) -> int | None:
    """Return the points of a tile: its number, for sphinx parts the printed points, for a scarab 0."""
    if tile in SPHINX:
        printed = box.get("points")
        return int(printed[SPHINX.index(tile)]) if printed else None
    return 0 if tile == "scarab" else int(tile.lstrip("t"))


def box_contents(seats: int) -> dict[str, int]:
    return {"board": 6, "tile": 83}


def initial_pieces(state: Any) -> PieceCounts:
    """Return one board for each four stacks, the hands and the pile."""
    return {
        ("board", "seat"): len(state.stacks) // 4,
        ("tile", "seat"): sum(state.hands),
        ("tile", "middle"): state.pile,
    }


KHUFU = {"board": OWNER, "site": 0}


def laid(seat: int, tile: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "move": "Play", "tile": tile, **KHUFU, **more}


def scenario(*log: dict[str, Any]) -> Scenario:
    """Return a scenario that ends by trying every tile on the owner's pyramid for every seat."""
    tiles = tuple(GAME.setup(Setup.of(GAME.meta, 3)).rules.kinds)
    turn = len(log) % 3
    seats = ((turn + 1) % 3, (turn + 2) % 3, turn)
    return Scenario("giza", log, probes=tuple(laid(s, tile) for s in seats for tile in tiles))


def covered(tile: str) -> Scenario:
    return scenario(laid(0, "+5"), laid(1, tile), laid(2, "+2"))


def under_a_scarab(tile: str) -> Scenario:
    return scenario(laid(0, "+5"), laid(1, tile), laid(2, "scarab"))


def corrected(tile: str, *, at_once: str = "+2") -> Scenario:
    """Return a scenario in which a covered tile is undone and entered again, and two more are changed
    later."""
    return scenario(
        laid(0, "+5"), laid(1, tile), {"kind": "undo"}, laid(1, tile), laid(2, at_once),
        laid(0, "+5", site=1), laid(1, "+4", site=1), laid(2, "+1", site=1),
        {"kind": "amend", "of": 7, **laid(1, tile, site=1)},
        laid(0, tile, site=2), laid(1, "scarab", site=2), laid(2, "demolition", site=2),
        laid(0, "scarab", site=2),
    )  # fmt: skip


SECRET_PAIRS: dict[str, Pair] = {
    "a covered tile": (covered("-4"), covered("t5")),
    "a scarab under a scarab": (under_a_scarab("scarab"), under_a_scarab("+3")),
    "covered tiles, put right": (corrected("+4"), corrected("+3")),
}
