"""Enters moves of Giza: a tile and a site, or one to four tiles to discard."""

from tests.browser.game_drivers import RecordedLine, User
from tests.browser.touch_user import wait_for_version

PLAY_NAME = "finished_by_a_rival"


def enter(user: User, line: RecordedLine) -> None:
    if line["move"] == "Play":
        play_tile(user, line["tile"], line["board"], line["site"])
    elif line["move"] == "Lift":
        user.tap(f"button[value='Lift {line['site']}']")
    else:
        for tile in line.get("tiles", ()):
            user.tap(f"#more [data-add='{tile}']")
        user.tap(f"#more button[value={line['move']}]")


def enter_printed_numbers(user: User, value: RecordedLine) -> None:
    for name in ("points", "each", "treasures"):
        for place, number in enumerate(value[name]):
            user.write(f"[name='value.{name}.{place}']", str(number))
    user.tap("#drawer button.primary")


def choose_tile(user: User, tile: str) -> None:
    """Tap a tile of the palette. If the palette shows only the player's hand, show all tiles first."""
    user.page.locator("#palette > :is(.all, .pick):visible").first.wait_for()
    if user.page.locator("#palette > .all").is_visible():
        user.tap("#palette > .all")
    user.tap(f"input[name=tile][value='{tile}']")


def play_tile(user: User, tile: str, board: int, site: int) -> None:
    choose_tile(user, tile)
    user.tap(f"#site-{board}-{site}")


def lay_tile(user: User, tile: str, place: str, version: int) -> None:
    """Lay a tile on a site of a board, such as ``0-0``, and wait until the page shows entry ``version``."""
    play_tile(user, tile, *map(int, place.split("-")))
    wait_for_version(user.page, version)
