"""Makes the animated picture of the README, with ``[file]``: one phone enters moves, and the other shows
them.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import ViewportSize

from tests.browser.game_drivers.giza import choose, play
from tests.browser.joining import one_phone_each, wait_on_all_phones
from tests.browser.phones import Phones
from tests.browser.touch_user import TouchUser
from tests.long.browser_and_server import browser_and_server
from tests.waiting import wait_until_idle

SCREEN: ViewportSize = {"width": 360, "height": 740}
WIDTH = 300
GAP = 16
GROUND = (120, 120, 120)
BEFORE = [("+5", "0-0"), ("-4", "0-1"), ("t4", "0-1"), ("+5", "1-0"), ("-5", "1-1"), ("t5", "1-1")]
MOVES = [("+4", "0-0"), ("scarab", "0-2"), ("t4", "0-0")]
"""The tile and site of each move of Ana and Bo in turn."""
Frame = tuple[Image.Image, int]


def main(file: Path) -> None:
    """Play some moves of Giza on two phones and write them as an animated picture."""
    with browser_and_server() as (browser, server):
        phones = Phones(browser, server.address)
        users = one_phone_each(
            lambda: phones(viewport=SCREEN, device_scale_factor=1, reduced_motion="reduce"),
            "giza",
            ["Ana", "Bo"],
        )
        for version, (tile, site) in enumerate(BEFORE, 1):
            play(users[(version - 1) % 2], tile, *map(int, site.split("-")))
            wait_on_all_phones(users, version)
        frames = [frame for number in range(len(MOVES)) for frame in _move(users, number)]
        phones.close()
    pictures, durations = zip(*frames, strict=True)
    pictures[0].save(
        file,
        save_all=True,
        append_images=pictures[1:],
        duration=list(durations),
        loop=0,
        quality=60,
        method=6,
    )


def _move(users: list[TouchUser], number: int) -> Iterator[Frame]:
    """Return the pictures of one move with their durations in milliseconds."""
    mover, (tile, site) = number % 2, MOVES[number]
    user = users[mover]
    key, place = f"label:has(input[name=tile][value='{tile}'])", f"#site-{site}"
    if user.page.locator("#palette > .all").is_visible():
        user.tap("#palette > .all")
    yield _picture(users), 900
    yield _picture(users, mover, key), 500
    choose(user, tile)
    yield _picture(users), 500
    yield _picture(users, mover, place), 500
    user.tap(place)
    wait_on_all_phones(users, len(BEFORE) + number + 1)
    yield _picture(users), 1800


def _picture(users: list[TouchUser], touched: int = -1, on: str = "") -> Image.Image:
    """Return a picture of both phones, with a fingertip on a control of one of them."""
    scale = WIDTH / SCREEN["width"]
    height = round(SCREEN["height"] * scale)
    picture = Image.new("RGB", (2 * WIDTH + 3 * GAP, height + 2 * GAP), GROUND)
    for number, user in enumerate(users):
        wait_until_idle(user.page)
        screen = Image.open(BytesIO(user.page.screenshot())).convert("RGB")
        if number == touched and (box := user.page.locator(on).bounding_box()):
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            ImageDraw.Draw(screen, "RGBA").ellipse((x - 22, y - 22, x + 22, y + 22), (220, 60, 20, 130))
        picture.paste(screen.resize((WIDTH, height)), (GAP + number * (WIDTH + GAP), GAP))
    return picture


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "in_step.webp"))
