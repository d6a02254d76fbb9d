"""What each line of the score is made of, level by level."""

from companion.engine.game import Setup
from tests.example.parts import POINTS
from tests.example.scoring import Sheet
from tests.games.test_explained import Made


def explained(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> Made:
    lid, sheet = setup.options["lid"], sheets[seat]
    printed = [*POINTS, lid["capstone"] if lid else None]
    made: Made = {
        "levels": [({"level": n + 1}, printed[n]) for n in range(sheet.levels)],
        "favoured": [({}, sheet.favoured)],
    }
    return made | {"stones": [({}, sheet.stones)]} if setup.options["stones_count"] else made
