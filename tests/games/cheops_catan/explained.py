"""What each line of the score is made of: how many of a thing, and what one counts."""

from companion.engine.game import Setup
from companion.games.cheops_catan.scoring import Sheet
from tests.games.test_explained import Made


def explained(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> Made:
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
