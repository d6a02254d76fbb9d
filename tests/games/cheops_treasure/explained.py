"""What each line of the score is made of: treasures of a colour, and what one brings."""

from companion.engine.game import Setup
from companion.games.cheops_treasure.parts import COLOURS
from companion.games.cheops_treasure.scoring import Sheet
from companion.games.cheops_treasure.tablets import prices_of
from tests.games.test_explained import Made


def explained(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> Made:
    given = [sheet.prices for sheet in sheets if sheet.prices]
    prices = given[0] if given else prices_of(setup.options["prices"])
    found: Made = {"money": [({}, sheets[seat].money)]}
    for number, colour in enumerate(COLOURS):
        kept = [getattr(s, colour) + (1 if s.wild == colour else 0) for s in sheets]
        price = prices[number]
        if not kept[seat]:
            found[colour] = []
        elif price is None:
            found[colour] = [({"count": kept[seat]}, None)]
        else:
            most = kept[seat] == max(kept) and kept.count(max(kept)) == 1
            pair = price.for_the_others is not None
            value = price.for_the_others if pair and not most else price.for_the_most
            each = sum(kept) if value == "X" else int(value or 0)
            found[colour] = [({"count": kept[seat], "each": each}, each * kept[seat])]
    return found
