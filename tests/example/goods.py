"""What there is of everything at a table of Three Quarries, and what its log says has changed."""

from collections import Counter
from typing import Any

from tests.example.parts import COLOURS
from tests.example.state import State
from tests.games.goods import Goods, Told


def held(state: State) -> Goods:
    """Stones in quarries and hands, levels, and the colours that are favoured."""
    found: Goods = Counter()
    for at, colour in enumerate(COLOURS):
        found[("quarry", colour)] = state.quarries[at]
        for seat, hand in enumerate(state.hands):
            found[("hand", seat, colour)] = hand[at]
    for seat, level in enumerate(state.levels):
        found[("level", seat)] = level
    found.update(("favours", seat, colour) for seat, colour in enumerate(state.favours) if colour)
    return found


def changed(told: Told) -> Goods:
    """A stone is taken; a level gives back as many as its number."""
    seat, colour = told.seat, str(told["colour"])
    if told.description.code == "Favour":
        return Counter({("favours", seat, colour): 1})
    if told.description.code == "Take":
        return Counter({("hand", seat, colour): 1, ("quarry", colour): -1})
    level = dict[str, Any](told.description.values).get("level", 0)
    found: Goods = Counter({("level", seat): 1, ("quarry", colour): level})
    found[("hand", seat, colour)] = -level
    return found
