"""What each line of the score is made of, measured on the tomb as it is built."""

from companion.engine.game import Setup
from companion.games.deadline.scoring import Sheet
from companion.games.deadline.tomb import CHAMBER, height, lay, length, roofs
from tests.games.test_explained import Made


def explained(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> Made:
    sheet = sheets[seat]
    if not sheet.declared:
        return {name: [({}, 0)] for name in ("size", "roofs", "aside")}
    tomb = CHAMBER
    for laid in sheet.tomb:
        tomb = lay(tomb, setup.options["geometry"], laid.shape, laid.turn, laid.column)
    long, high, tops = length(tomb), height(tomb), roofs(tomb)
    return {
        "size": [({"length": long, "height": high}, long * high)],
        "roofs": [({"roofs": tops}, -tops)],
        "aside": [({"stones": sheet.aside, "each": 2}, -2 * sheet.aside)],
    }
