"""Every recorded play as an evening by thumbs: with ``[game …]``.

One play of each game then with phones 320 wide, with text twice as large, and by keyboard.

Prints a line for each; ends with 1 where one could not be spent, a page was loaded, or a script stumbled.
"""

import sys
import time
from collections.abc import Sequence
from functools import partial

from playwright.sync_api import Error

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import LARGE, PHONES, SMALL, Kinds
from tests.browser.costs import Costs
from tests.browser.evening import Answered, Evening, spend
from tests.browser.phones import Phones
from tests.long.by_hand import chromium_at_a_server
from tests.long.hands.keyboard import play_by_keyboard
from tests.served import Server

KINDS: tuple[tuple[str, Kinds], ...] = (("at 320 × 690", SMALL), ("at 200 % text", LARGE))
BY_THUMB = ("game", "play", "phones", "entries", "turns", "taps a turn", "a plain turn", "a roll",
            "flicks a turn", "board", "not told or marked", "requests an entry",
            "page loads", "script errors", "seconds")  # fmt: skip
BY_KEYBOARD = ("game", "play", "keys a plain turn", "a roll", "most keys", "focus nowhere")


def main(slugs: list[str]) -> int:
    wrong = 0
    with chromium_at_a_server() as (browser, server):
        phones = partial(Phones, browser, server.address)
        print(_head(BY_THUMB))
        for slug in slugs:
            for name, record in plays(slug).items():
                if record.get("mode", "referee") == "referee":
                    wrong += _spend(phones(), server, slug, name, "", PHONES)
        for slug in slugs:
            for told, kinds in KINDS:
                wrong += _spend(phones(), server, slug, hands.play_of(slug), told, kinds)
        print("", _head(BY_KEYBOARD), sep="\n")
        for slug in slugs:
            wrong += _by_keyboard(phones(), slug)
    return wrong


def _spend(phones: Phones, server: Server, slug: str, name: str, told: str, kinds: Kinds) -> bool:
    answered, began = Answered(server.log), time.monotonic()
    try:
        evening = spend(phones, slug, name, answered, kinds)
    except (AssertionError, Error) as error:
        print(error, file=sys.stderr)
        line: tuple[object, ...] = (slug, name, told, "stopped")
        wrong = True
    else:
        for what in evening.untold[:5]:
            print(f"{slug} {name} {told}: not told or marked: {what}", file=sys.stderr)
        line = _by_thumb(evening, told, answered, len(phones.errors), time.monotonic() - began)
        wrong = bool(evening.loads or phones.errors)
    print(_row(line), flush=True)
    phones.put_away()
    return wrong


def _by_keyboard(phones: Phones, slug: str) -> bool:
    """Play one of a game's plays without a pointer and print its line; whether that stopped."""
    try:
        played, play = play_by_keyboard(phones, slug), hands.play_of(slug)
        told = (*_plain(slug, played.costs), played.costs.most(), played.nowhere)
        print(_row((slug, play, *told)), flush=True)
    except (AssertionError, Error) as error:
        print(_row((slug, "stopped")), error, flush=True)
        return True
    finally:
        phones.put_away()
    return False


def _head(columns: Sequence[str]) -> str:
    return _row(columns) + "\n" + "|---" * len(columns) + "|"


def _row(values: Sequence[object]) -> str:
    return "| " + " | ".join(map(str, values)) + " |"


def _by_thumb(
    evening: Evening, phones: str, answered: Answered, errors: int, seconds: float
) -> tuple[object, ...]:
    entered = answered.counts["table.enter", 200]
    return (
        evening.slug, evening.name, f"{len(evening.thumbs)} {phones}".strip(), evening.entries,
        evening.turns, f"{evening.taps / evening.turns:.1f}", *_plain(evening.slug, evening.costs),
        f"{evening.flicks / evening.turns:.2f}", f"{evening.least_board():.0%}", len(evening.untold),
        f"{entered / (evening.entries + 2):.2f}", evening.loads, errors, round(seconds),
    )  # fmt: skip


def _plain(slug: str, costs: Costs) -> tuple[str, str]:
    roll = costs.roll()
    return f"{costs.turn(hands.turn_of(slug)):.1f}", "" if roll is None else f"{roll:.1f}"


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:] or [game.meta.slug for game in GAMES])))
