"""Enters moves of The Pyramid's Deadline: a roll, or a stone with its place and orientation."""

import json
from collections import deque
from typing import Any

from tests.browser.game_drivers import RecordedLine, User
from tests.browser.joining import MakePhone, open_with_one_phone
from tests.browser.touch_user import TouchUser, wait_for_version

PLAY_NAME = "symmetry"
ROLLED_FACES = ["large", "square", "trapezoid", "small", "small", "small", "square"]
MAIN_BUTTON_SELECTOR = "#move-form .main"
TURNING_ACTIONS = ("turned", "flipped")
"""The first items of an orientation on the page: the orientations after a turn and after a flip."""


def enter(user: User, line: RecordedLine) -> None:
    if line["move"] == "Roll":
        enter_roll(user, line["dice"])
    elif line["move"] == "Declare":
        announce_tomb(user, line["seat"])
    else:
        user.tap(f"input[name=die][value='{line['die']}']")
        if line["move"] == "Build":
            lay_stone(user, turn_stone_as_recorded(user, line["stone"], line["turn"], line["column"]))
        else:
            confirm_move(user, line["move"])


def open_at_die_choice(phone: MakePhone) -> TouchUser:
    """Open a table for two, and enter the dice ``ROLLED_FACES``. Return the user of its only phone."""
    user = open_with_one_phone(phone, "deadline", ["Ana", "Bo"])
    enter_roll(user, ROLLED_FACES)
    wait_for_version(user.page, 1)
    return user


def lay_stone(user: User, place: str) -> None:
    """Tap this place and, where places are so close that a touch must be confirmed, the main button."""
    close = user.page.evaluate("document.querySelector('#tomb').getScreenCTM().a < 36")
    user.tap(place)
    if close and isinstance(user, TouchUser):
        user.tap(MAIN_BUTTON_SELECTOR)


def confirm_move(user: User, move: str) -> None:
    """Tap the main button. If it does not make this move, use the button in the sheet of the supply."""
    if user.page.locator(MAIN_BUTTON_SELECTOR).get_attribute("value") == move:
        user.tap(MAIN_BUTTON_SELECTOR)
    else:
        user.tap(".life")
        user.tap(f"#supply button[value={move}]")


def enter_roll(user: User, dice: list[str]) -> None:
    for die in [die for die in dice if die != "square"] or dice[:1]:
        user.tap(f"[data-add='{die}']")
    user.tap(MAIN_BUTTON_SELECTOR)


def announce_tomb(user: User, seat: int) -> None:
    card = user.page.locator(f"#board-{seat} [commandfor='tomb-{seat}']")
    if card.count():
        user.tap(f"#board-{seat} [commandfor='tomb-{seat}']")
    user.tap(f"button[value='Declare {seat}']")


def turn_stone_as_recorded(user: User, stone: str, turn: int, column: int) -> str:
    """Choose the new or the reserved stone, and turn it until its orientation is number ``turn``.

    Return the selector of the place in this column.
    """
    place = f"#strips [data-lies='{turn} {column}']"
    reserve = user.page.locator("#reserve")
    if (reserve.get_attribute("aria-pressed") == "true") != (stone == "reserve"):
        user.tap("#reserve")
    if not user.page.locator(place).count():
        turn_stone(user, stone, turn)
    return place


def turn_stone(user: User, stone: str, turn: int) -> None:
    """Turn and flip the stone until its orientation is number ``turn``."""
    ways = _list_orientations_with_places(user, stone)
    first = next(number for number, way in enumerate(ways) if way[3])
    for action in find_turns(ways, first, turn) or ["turned", *find_turns(ways, ways[first][0], turn)]:
        user.tap(f"[data-deed={action}]")


def find_turns(ways: list[Any], start: int, end: int) -> list[str]:
    """Return the shortest list of turns and flips from orientation ``start`` to ``end``.

    ``ways`` has, for each orientation, the numbers of the orientations after a turn and after a flip.
    """
    queue: deque[tuple[int, list[str]]] = deque([(start, [])])
    seen = {start}
    while queue:
        way, path = queue.popleft()
        if way == end:
            return path
        for action, after in zip(TURNING_ACTIONS, ways[way], strict=False):
            if after not in seen:
                seen.add(after)
                queue.append((after, [*path, action]))
    raise AssertionError(f"no turning leads from {start} to {end}")


def _list_orientations_with_places(user: User, stone: str) -> list[Any]:
    fits = json.loads(user.page.locator("#palette").get_attribute("data-fits") or "{}")
    source = "#reserve" if stone == "reserve" else "input[name=die]:checked"
    ways: list[Any] = fits[user.page.locator(source).get_attribute("data-gives")]
    return ways
