"""What there is of everything at a table of Catan, and what its log says has changed."""

from collections import Counter
from typing import Any

from companion.games.cheops_catan.parts import LIMITS
from tests.games.goods import Goods, Told, plus


def held(state: Any) -> Goods:
    found: Goods = Counter({("black",): state.black})
    things = {
        "gold": state.gold, "settlement": state.settlements, "city": state.cities,
        "road": state.roads, "ship": state.ships, "at the site": state.at_site,
        "knight": state.knights, "card": state.cards, "stone": state.stones,
    }  # fmt: skip
    for thing, counts in things.items():
        for seat, n in enumerate(counts):
            found[(thing, seat)] = n
    return found


def changed(told: Told) -> Goods:
    seat, code, values = told.seat, told.description.code, told.description.values
    found: Goods = Counter()
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
        "Found": [("settlement", seat)],
        "founded_at_site": [("settlement", seat), ("at the site", seat)],
        "built_at_site": [("at the site", seat)],
        "Knight": [("knight", seat)],
        "ShowPoint": [("card", seat)],
        "Lay": [("stone", seat)],
        "laid_through": [("stone", seat)],
        "black_stone": [("black",)],
    }
    return plus(found, one.get(code, []))
