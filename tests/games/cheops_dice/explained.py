"""What each line of the score is made of, by the rulebook's table of points."""

from companion.engine.game import Setup
from companion.games.cheops_dice.scoring import Sheet
from tests.games.test_explained import Made

FLOOR = {0: 0, 2: 0, 4: 4, 6: 6, 8: 8, 10: 11, 12: 15}


def explained(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> Made:
    sheet = sheets[seat]
    finished = [sheet.pyramid_finished, sheet.arch_finished, sheet.floor == 12].count(True)
    return {
        "pyramid": [({}, sheet.pyramid)],
        "arch": [({}, sheet.arch)],
        "floor": [({"count": sheet.floor}, FLOOR[sheet.floor])],
        "bonuses": [
            ({"count": sheet.bonuses, "each": 3}, 3 * sheet.bonuses),
            ({"count": finished, "needed": 2}, 3 if finished >= 2 else 0),
        ],
        "quarry": [({"count": sheet.quarry, "each": 1}, sheet.quarry)],
        "jokers": [({"count": sheet.jokers, "each": 2}, 2 * sheet.jokers)],
    }
