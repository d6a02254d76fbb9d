"""What each line of the score is made of, level by level."""

from companion.engine.game import Setup
from tests.example.parts import POINTS
from tests.example.scoring import Sheet
from tests.games.explained import Made


def explained(setup: Setup, sheets: tuple[Sheet, ...]) -> list[Made]:
    lid = setup.options["lid"]
    printed = [*POINTS, lid["capstone"] if lid else None]
    found: list[Made] = []
    for sheet in sheets:
        made: Made = {
            "levels": [({"level": n + 1}, printed[n]) for n in range(sheet.levels)],
            "favoured": [({}, sheet.favoured)],
        }
        if setup.options["stones_count"]:
            made["stones"] = [({}, sheet.stones)]
        found.append(made)
    return found
