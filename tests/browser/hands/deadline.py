"""The Pyramid's Deadline: the dice face by face; a die, and the place of its stone, turned if need be."""

import json
from collections import deque
from typing import Any

from tests.browser.hands import Hand, Line
from tests.browser.thumbs import Thumb

PLAY = "symmetry"
TURN = (("Build",),)
MAIN = "#hand .main"
DEEDS = ("turned", "flipped")
"""As the page tells of each way to hold a stone: where a turn leads, where a flip; then how it looks and
where it fits."""


def enter(hand: Hand, line: Line) -> None:
    if line["move"] == "Roll":
        roll(hand, line["dice"])
    elif line["move"] == "Declare":
        announce(hand, line["seat"])
    else:
        hand.tap(f"input[name=die][value='{line['die']}']")
        if line["move"] == "Build":
            lay(hand, laid_out(hand, line["stone"], line["turn"], line["column"]))
        else:
            finish(hand, line["move"])


def lay(hand: Hand, place: str) -> None:
    """By one tap; where places lie close together a thumb's first tap only chooses."""
    close = hand.page.evaluate("document.querySelector('#tomb').getScreenCTM().a < 36")
    hand.tap(place)
    if close and isinstance(hand, Thumb):
        hand.tap(MAIN)


def finish(hand: Hand, move: str) -> None:
    """By the main button; what only the table can allow lies in the sheet behind the Pharaoh's life."""
    if hand.page.locator(MAIN).get_attribute("value") == move:
        hand.tap(MAIN)
    else:
        hand.tap(".life")
        hand.tap(f"#supply button[value={move}]")


def roll(hand: Hand, dice: list[str]) -> None:
    """The faces one after another; squares that are left over are the rest."""
    for die in [die for die in dice if die != "square"] or dice[:1]:
        hand.tap(f"[data-face='{die}']")
    hand.tap(MAIN)


def announce(hand: Hand, seat: int) -> None:
    """On the own drawing, or on the large one behind another seat's card."""
    card = hand.page.locator(f"#board-{seat} [commandfor='tomb-{seat}']")
    if card.count():
        hand.tap(f"#board-{seat} [commandfor='tomb-{seat}']")
    hand.tap(f"button[value='Declare {seat}']")


def laid_out(hand: Hand, stone: str, turn: int, column: int) -> str:
    """Take the stone into the hand and turn it until it is drawn as it shall lie; the place to tap."""
    place = f"#strips [data-lies='{turn} {column}']"
    kept = hand.page.locator("#reserve")
    if (kept.get_attribute("aria-pressed") == "true") != (stone == "reserve"):
        hand.tap("#reserve")
    if not hand.page.locator(place).count():
        turn_to(hand, stone, turn)
    return place


def turn_to(hand: Hand, stone: str, turn: int) -> None:
    """Turn and flip the stone as often as it needs, from the first way that fits."""
    ways = _ways(hand, stone)
    first = next(number for number, way in enumerate(ways) if way[3])
    for deed in deeds(ways, first, turn) or ["turned", *deeds(ways, ways[first][0], turn)]:
        hand.tap(f"[data-deed={deed}]")


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


def _ways(hand: Hand, stone: str) -> list[Any]:
    fits = json.loads(hand.page.locator("#palette").get_attribute("data-fits") or "{}")
    source = "#reserve" if stone == "reserve" else "input[name=die]:checked"
    ways: list[Any] = fits[hand.page.locator(source).get_attribute("data-gives")]
    return ways
