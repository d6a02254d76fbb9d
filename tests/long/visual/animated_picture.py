"""Makes the animated picture of the README: ``python -m tests.long.visual.animated_picture [file]``."""

import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import ViewportSize, sync_playwright

from tests.app_server import Server
from tests.browser.engines import load_engine
from tests.browser.game_drivers.giza import lay_tile
from tests.browser.joining import open_with_phone_each
from tests.browser.phones import Phones
from tests.browser.touch_user import TouchUser, wait_on_all_phones
from tests.waiting import wait_until_idle

SCREEN_SIZE: ViewportSize = {"width": 360, "height": 740}
SCALE = 5 / 6
GAP_PIXELS = 16
PICTURE_SIZE = (2 * 300 + 3 * GAP_PIXELS, 617 + 2 * GAP_PIXELS)
BACKGROUND_COLOUR = (120, 120, 120)
FIRST_MOVES = [("+5", "0-0"), ("-4", "0-1"), ("t4", "0-1"), ("+5", "1-0"), ("-5", "1-1"), ("t5", "1-1")]
PICTURED_MOVES = [("+4", "0-0"), ("scarab", "0-2"), ("t4", "0-0")]
"""The tile and site of each move of Ana and Bo in turn."""
Frame = tuple[Image.Image, int]


def main(file: Path) -> None:
    """Play some moves of Giza on two phones, and write an animated picture of both to this file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(Path(folder)) as server,
        load_engine("chromium").launch(playwright) as browser,
    ):
        phones = Phones(browser, server.address)
        looks: dict[str, Any] = {"device_scale_factor": SCALE, "reduced_motion": "reduce"}
        users = open_with_phone_each(lambda: phones(viewport=SCREEN_SIZE, **looks), "giza", ["Ana", "Bo"])
        for version, (tile, site) in enumerate(FIRST_MOVES, 1):
            lay_tile(users[(version - 1) % 2], tile, site, version)
            wait_on_all_phones(users, version)
        frames = [frame for number in range(len(PICTURED_MOVES)) for frame in _picture_move(users, number)]
        phones.close()
    pictures, durations = zip(*frames, strict=True)
    settings: dict[str, Any] = {"duration": list(durations), "loop": 0, "quality": 60, "method": 6}
    pictures[0].save(file, save_all=True, append_images=pictures[1:], **settings)


def _picture_move(users: list[TouchUser], number: int) -> Iterator[Frame]:
    """Make the move ``number`` of ``PICTURED_MOVES``. Yield (picture, milliseconds) for each frame."""
    mover, (tile, site) = number % 2, PICTURED_MOVES[number]
    user = users[mover]
    if user.page.locator("#palette > .all").is_visible():
        user.tap("#palette > .all")
    yield _draw_phones(users), 900
    for step, control in enumerate((f"label:has(input[name=tile][value='{tile}'])", f"#site-{site}")):
        yield _draw_phones(users, mover, control), 500
        user.tap(control)
        wait_on_all_phones(users, len(FIRST_MOVES) + number + step)
        yield _draw_phones(users), 500 + 1300 * step


def _draw_phones(users: list[TouchUser], touched: int = -1, on: str = "") -> Image.Image:
    """Return a picture of both phones, with a fingertip on the control ``on`` of the phone ``touched``."""
    picture = Image.new("RGB", PICTURE_SIZE, BACKGROUND_COLOUR)
    for number, user in enumerate(users):
        wait_until_idle(user.page)
        screen = Image.open(BytesIO(user.page.screenshot())).convert("RGB")
        if number == touched and (box := user.page.locator(on).bounding_box()):
            x, y = ((box["x"] + box["width"] / 2) * SCALE, (box["y"] + box["height"] / 2) * SCALE)
            ImageDraw.Draw(screen, "RGBA").ellipse((x - 18, y - 18, x + 18, y + 18), (220, 60, 20, 130))
        picture.paste(screen, (GAP_PIXELS + number * (screen.width + GAP_PIXELS), GAP_PIXELS))
    return picture


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "in_step.webp"))
