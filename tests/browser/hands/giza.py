"""Giza: a tile and a site; or one to four tiles to discard."""

from tests.browser.arriving import arrive
from tests.browser.hands import Hand, Line

PLAY = "finished_by_a_rival"
TURN = (("Play",),)


def enter(hand: Hand, line: Line) -> None:
    if line["move"] == "Play":
        play(hand, line["tile"], line["board"], line["site"])
    elif line["move"] == "Lift":
        hand.tap(f"button[value='Lift {line['site']}']")
    else:
        for tile in line.get("tiles", ()):
            hand.tap(f"#more [data-add='{tile}']")
        hand.tap(f"#more button[value={line['move']}]")


def box(hand: Hand, value: Line) -> None:
    for name in ("points", "each", "treasures"):
        for place, number in enumerate(value[name]):
            hand.write(f"[name='value.{name}.{place}']", str(number))
    hand.tap("#drawer button.primary")


def choose(thumb: Hand, tile: str) -> None:
    """Tap a tile; where the palette has only those that the phone was told of, among all of them."""
    if thumb.page.locator("#palette > .all").is_visible():
        thumb.tap("#palette > .all")
    thumb.tap(f"input[name=tile][value='{tile}']")


def play(thumb: Hand, tile: str, board: int, site: int) -> None:
    choose(thumb, tile)
    thumb.tap(f"#site-{board}-{site}")


def lay(thumb: Hand, tile: str, place: str, version: int) -> None:
    """Lay a tile on a board's site, as ``0-0``; the entry is the table's newest."""
    play(thumb, tile, *map(int, place.split("-")))
    arrive(thumb.page, version)
