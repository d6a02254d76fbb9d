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

COLUMNS = ("game", "play", "phones", "entries", "turns", "taps", "flicks", "taps a turn",
           "page loads", "script errors", "seconds")  # fmt: skip


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
    values = (
        evening.slug, evening.name, len(evening.thumbs), evening.entries, evening.turns, evening.taps,
        evening.flicks, f"{evening.taps / evening.turns:.1f}", evening.loads, errors, round(seconds),
    )  # fmt: skip
    return "| " + " | ".join(map(str, values)) + " |"


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:] or [game.meta.slug for game in GAMES])))
