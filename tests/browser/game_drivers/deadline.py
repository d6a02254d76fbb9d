"""The Pyramid's Deadline: the dice face by face; a die, and the place of its stone, turned if need be."""

import json
from collections import deque
from typing import Any

from tests.browser.game_drivers import Line, User
from tests.browser.touch_user import TouchUser

PLAY = "symmetry"
TURN = (("Build",),)
MAIN = "#move-form .main"
DEEDS = ("turned", "flipped")
"""As the page tells of each way to hold a stone: where a turn leads, where a flip; then how it looks and
where it fits."""


def enter(user: User, line: Line) -> None:
    if line["move"] == "Roll":
        roll(user, line["dice"])
    elif line["move"] == "Declare":
        announce(user, line["seat"])
    else:
        user.tap(f"input[name=die][value='{line['die']}']")
        if line["move"] == "Build":
            lay(user, turn_as_recorded(user, line["stone"], line["turn"], line["column"]))
        else:
            finish(user, line["move"])


def lay(user: User, place: str) -> None:
    """By one tap; where places lie close together a thumb's first tap only chooses."""
    close = user.page.evaluate("document.querySelector('#tomb').getScreenCTM().a < 36")
    user.tap(place)
    if close and isinstance(user, TouchUser):
        user.tap(MAIN)


def finish(user: User, move: str) -> None:
    """By the main button; what only the table can allow lies in the sheet behind the Pharaoh's life."""
    if user.page.locator(MAIN).get_attribute("value") == move:
        user.tap(MAIN)
    else:
        user.tap(".life")
        user.tap(f"#supply button[value={move}]")


def roll(user: User, dice: list[str]) -> None:
    """The faces one after another; squares that are left over are the rest."""
    for die in [die for die in dice if die != "square"] or dice[:1]:
        user.tap(f"[data-face='{die}']")
    user.tap(MAIN)


def announce(user: User, seat: int) -> None:
    """On the own drawing, or on the large one behind another seat's card."""
    card = user.page.locator(f"#board-{seat} [commandfor='tomb-{seat}']")
    if card.count():
        user.tap(f"#board-{seat} [commandfor='tomb-{seat}']")
    user.tap(f"button[value='Declare {seat}']")


def turn_as_recorded(user: User, stone: str, turn: int, column: int) -> str:
    """Take the stone into the hand and turn it until it is drawn as it shall lie; the place to tap."""
    place = f"#strips [data-lies='{turn} {column}']"
    kept = user.page.locator("#reserve")
    if (kept.get_attribute("aria-pressed") == "true") != (stone == "reserve"):
        user.tap("#reserve")
    if not user.page.locator(place).count():
        turn_to(user, stone, turn)
    return place


def turn_to(user: User, stone: str, turn: int) -> None:
    """Turn and flip the stone as often as it needs, from the first way that fits."""
    ways = _ways(user, stone)
    first = next(number for number, way in enumerate(ways) if way[3])
    for deed in deeds(ways, first, turn) or ["turned", *deeds(ways, ways[first][0], turn)]:
        user.tap(f"[data-deed={deed}]")


def deeds(ways: list[Any], start: int, end: int) -> list[str]:
    """The fewest turns and flips from one way to hold a stone to another."""
    waiting: deque[tuple[int, list[str]]] = deque([(start, [])])
    seen = {start}
    while waiting:
        way, done = waiting.popleft()
        if way == end:
            return done
        for deed, after in zip(DEEDS, ways[way], strict=False):
            if after not in seen:
                seen.add(after)
                waiting.append((after, [*done, deed]))
    raise AssertionError(f"no turning leads from {start} to {end}")


def _ways(user: User, stone: str) -> list[Any]:
    fits = json.loads(user.page.locator("#palette").get_attribute("data-fits") or "{}")
    source = "#reserve" if stone == "reserve" else "input[name=die]:checked"
    ways: list[Any] = fits[user.page.locator(source).get_attribute("data-gives")]
    return ways
