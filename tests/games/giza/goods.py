"""What there is of everything at a table of Giza, and what its log says has changed."""

from collections import Counter
from typing import Any

from companion.games.giza.parts import SITES
from tests.games.goods import Goods, Told, plus


def held(state: Any) -> Goods:
    found: Goods = Counter(("box", tile) for tile in state.gone)
    for at, stack in enumerate(state.stacks):
        found.update(("site", at // 4, SITES[at % 4], tile) for tile in stack)
    return found


def changed(told: Told) -> Goods:
    match told.description.code:
        case "Play":
            return Counter({("site", told["board"], told["site"], told["tile"]): 1})
        case "demolished":
            top = ("site", told["board"], told["site"], told["top"])
            return plus({top: -1}, [("box", told["top"]), ("box", "demolition")])
        case "Lift":
            return Counter({("site", told.seat, told["site"], "scarab"): -1, ("box", "scarab"): 1})
        case "Discard":
            return Counter(("box", tile) for tile in told["tiles"])
    return Counter()
