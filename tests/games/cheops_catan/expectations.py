"""What the generic tests ask of Catan: see ``tests/games/game_expectations.py``."""

from collections import Counter
from typing import Any

from companion.engine.game import Setup
from companion.games.cheops_catan.parts import LIMITS
from companion.games.cheops_catan.scoring import Sheet
from companion.games.cheops_catan.view import public_view
from tests.games.game_expectations import ExpectedParts, Inventory, LoggedMove, PieceCounts, adjusted


def inventory(state: Any) -> Inventory:
    found: Inventory = Counter({("black",): state.black})
    things = {
        "gold": state.gold, "settlement": state.settlements, "city": state.cities,
        "road": state.roads, "ship": state.ships, "at the site": state.at_site,
        "knight": state.knights, "card": state.cards, "stone": state.stones,
    }  # fmt: skip
    for thing, counts in things.items():
        for seat, n in enumerate(counts):
            found[(thing, seat)] = n
    return found


def inventory_change(told: LoggedMove) -> Inventory:
    seat, code, values = told.seat, told.description.code, told.description.values
    found: Inventory = Counter()
    if "gold" in values:
        found[("gold", seat)] = told["gold"] if code == "Income" else -told["gold"]
    if "owner" in values:
        found[("gold", told["owner"])] = told["gold"]
    if "piece" in values:
        assert told["piece"] in LIMITS
        found.update([(told["piece"], seat)])
        found.subtract([("settlement", seat)] if told["piece"] == "city" else [])
    if "cards" in values:
        found[("card", seat)] = told["cards"]
    one: dict[str, list[tuple[object, ...]]] = {
        "founded_at_site": [("at the site", seat)],
        "built_at_site": [("at the site", seat)],
        "Knight": [("knight", seat)],
        "ShowPoint": [("card", seat)],
        "Lay": [("stone", seat)],
        "laid_through": [("stone", seat)],
        "black_stone": [("black",)],
    }
    return adjusted(found, one.get(code, []))


def expected_parts(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> ExpectedParts:
    sheet = sheets[seat]
    return {
        "settlement": times(sheet.settlements, 1),
        "city": times(sheet.cities, 2),
        "army": times(1 if sheet.army else 0, 2),
        "card": times(sheet.cards, 1),
        "blessing": times(1 if sheet.blessed else 0, 3),
        "curse": times(1 if sheet.cursed else 0, -2),
    }


def times(count: int, each: int) -> list[tuple[dict[str, object], int | None]]:
    return [({"count": count, "each": each}, count * each)]


def box_contents(seats: int) -> dict[str, int]:
    """The contents of the scenario, and what it uses of the base game; only the box knows the gold."""
    return {
        "settlement": 20, "city": 16, "road": 60, "ship": 32, "stone": 44, "blessing": 1, "curse": 3,
        "good": 95, "development": 25, "die": 2,
    }  # fmt: skip


def initial_pieces(state: Any) -> PieceCounts:
    """The gold and stones of everybody, and the Pharaoh's."""
    return {
        ("gold", "seat"): sum(state.gold),
        ("stone", "seat"): sum(seat["stones_left"] for seat in public_view(state)["seats"]),
        ("black", "beside"): state.rules.black_stones,
    }
