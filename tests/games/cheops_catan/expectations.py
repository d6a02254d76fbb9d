"""What the generic tests expect of Catan: Cheops (see ``tests/games/game_expectations.py``)."""

from collections import Counter
from typing import Any

from companion.games.cheops_catan.parts import PIECE_LIMITS
from companion.games.cheops_catan.view import public_view
from tests.games.game_expectations import Inventory, LoggedMove, PieceCounts, adjust_inventory


def count_inventory(state: Any) -> Inventory:
    things: Inventory = Counter({("black",): state.black})
    pieces = {
        "gold": state.gold, "settlement": state.settlements, "city": state.cities,
        "road": state.roads, "ship": state.ships, "at the site": state.at_site,
        "knight": state.knights, "card": state.cards, "stone": state.stones,
    }  # fmt: skip
    for thing, counts in pieces.items():
        for seat, n in enumerate(counts):
            things[(thing, seat)] = n
    return things


def get_inventory_change(logged: LoggedMove) -> Inventory:
    seat, code, values = logged.seat, logged.description.code, logged.description.values
    change: Inventory = Counter()
    if "gold" in values:
        change[("gold", seat)] = logged["gold"] if code == "Income" else -logged["gold"]
    if "owner" in values:
        change[("gold", logged["owner"])] = logged["gold"]
    if "piece" in values:
        assert logged["piece"] in PIECE_LIMITS
        change.update([(logged["piece"], seat)])
        change.subtract([("settlement", seat)] if logged["piece"] == "city" else [])
    if "cards" in values:
        change[("card", seat)] = logged["cards"]
    added_things: dict[str, list[tuple[object, ...]]] = {
        "founded_at_site": [("at the site", seat)],
        "built_at_site": [("at the site", seat)],
        "Knight": [("knight", seat)],
        "ShowPoint": [("card", seat)],
        "Lay": [("stone", seat)],
        "laid_through": [("stone", seat)],
        "black_stone": [("black",)],
    }
    return adjust_inventory(change, added_things.get(code, []))


def get_box_contents(seats: int) -> dict[str, int]:
    """Return the number of pieces that this scenario of Catan uses, by kind. No rule limits the gold."""
    return {
        "settlement": 20, "city": 16, "road": 60, "ship": 32, "stone": 44, "blessing": 1, "curse": 3,
        "good": 95, "development": 25, "die": 2,
    }  # fmt: skip


def get_initial_pieces(state: Any) -> PieceCounts:
    return {
        ("gold", "seat"): sum(state.gold),
        ("stone", "seat"): sum(seat["stones_left"] for seat in public_view(state)["seats"]),
        ("black", "beside"): state.rules.black_stones,
    }
