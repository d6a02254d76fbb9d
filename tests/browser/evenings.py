"""Every recorded play as an evening by thumbs: ``python -m tests.browser.evenings [game …]``.

Prints a line for each; ends with 1 where one could not be spent, a page was loaded, or a script stumbled.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser.conftest import CHROMIUM, FLAGS, Phones, Server
from tests.browser.evening import Evening, spend

COLUMNS = ("game", "play", "phones", "entries", "turns", "taps a turn", "flicks a turn",
           "board in my turn", "otherwise", "furniture", "moved", "page loads", "script errors",
           "seconds")  # fmt: skip


def main(slugs: list[str]) -> int:
    """Spend them one after the other; how many went wrong."""
    wrong = 0
    print("| " + " | ".join(COLUMNS) + " |")
    print("|---" * len(COLUMNS) + "|")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for slug, name in _asked(slugs):
                phones = Phones(browser, server.address)
                began = time.monotonic()
                try:
                    evening = spend(phones, slug, name)
                except (AssertionError, Error) as error:
                    told = f"| {slug} | {name} | stopped |"
                    print(error, file=sys.stderr)
                    wrong += 1
                else:
                    for far, what in sorted(set(evening.glass.moved), reverse=True)[:5]:
                        print(f"{slug} {name}: moved {far} px: {what}", file=sys.stderr)
                    told = _row(evening, len(phones.errors), time.monotonic() - began)
                    wrong += bool(evening.loads or phones.errors)
                print(told, flush=True)
                phones.put_away()
        finally:
            browser.close()
            server.kill()
    return wrong


def _asked(slugs: list[str]) -> Iterator[tuple[str, str]]:
    for slug in slugs:
        for name, record in plays(slug).items():
            if record.get("mode", "referee") == "referee":
                yield slug, name


def _row(evening: Evening, errors: int, seconds: float) -> str:
    glass = evening.glass
    values = (
        evening.slug, evening.name, len(evening.thumbs), evening.entries, evening.turns,
        f"{evening.taps / evening.turns:.1f}", f"{evening.flicks / evening.turns:.2f}",
        f"{glass.board_in_turn:.0%}", f"{glass.board_otherwise:.0%}", f"{glass.furniture:.0f} px",
        f"{glass.farthest} px", evening.loads, errors, round(seconds),
    )  # fmt: skip
    return "| " + " | ".join(map(str, values)) + " |"


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:] or [game.meta.slug for game in GAMES])))
