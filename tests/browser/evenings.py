"""Every recorded play as an evening by thumbs: ``python -m tests.browser.evenings [--postgres] [game …]``.

With ``--postgres`` one play of each game, every other phone at a second process.

Prints a line for each; ends with 1 where one could not be spent, a page was loaded, or a script stumbled.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.answered import Answered
from tests.browser.conftest import CHROMIUM, FLAGS, Phones, Server
from tests.browser.evening import Evening, spend
from tests.scaled.conftest import Postgres

COLUMNS = ("game", "play", "phones", "entries", "turns", "taps a turn", "flicks a turn",
           "board in my turn", "otherwise", "furniture", "moved", "requests an entry", "page loads",
           "script errors", "seconds")  # fmt: skip


def main(slugs: list[str], on_postgres: bool) -> int:
    """Spend them one after the other; how many went wrong."""
    wrong = 0
    print("| " + " | ".join(COLUMNS) + " |")
    print("|---" * len(COLUMNS) + "|")
    with _served(on_postgres) as servers, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for slug, name in _one_of_each(slugs) if on_postgres else _asked(slugs):
                phones = Phones(browser, *(server.address for server in servers))
                answered, began = Answered(servers[0].log), time.monotonic()
                try:
                    evening = spend(phones, slug, name, answered)
                except (AssertionError, Error) as error:
                    told = f"| {slug} | {name} | stopped |"
                    print(error, file=sys.stderr)
                    wrong += 1
                else:
                    for far, what in sorted(set(evening.glass.moved), reverse=True)[:5]:
                        print(f"{slug} {name}: moved {far} px: {what}", file=sys.stderr)
                    told = _row(evening, answered, len(phones.errors), time.monotonic() - began)
                    wrong += bool(evening.loads or phones.errors)
                print(told, flush=True)
                phones.put_away()
        finally:
            browser.close()
    return wrong


@contextmanager
def _served(on_postgres: bool) -> Iterator[list[Server]]:
    """The companion as one process on SQLite, or as two on PostgreSQL, which log into one file."""
    postgres = Postgres() if on_postgres else None
    with tempfile.TemporaryDirectory() as place:
        addresses = [postgres.url] * 2 if postgres else [""]
        servers = [Server(Path(place), address) for address in addresses]
        try:
            yield servers
        finally:
            for server in servers:
                server.kill()
            if postgres:
                postgres.stop()


def _asked(slugs: list[str]) -> Iterator[tuple[str, str]]:
    for slug in slugs:
        for name, record in plays(slug).items():
            if record.get("mode", "referee") == "referee":
                yield slug, name


def _one_of_each(slugs: list[str]) -> Iterator[tuple[str, str]]:
    for slug in slugs:
        yield slug, hands.play_of(slug)


def _row(evening: Evening, answered: Answered, errors: int, seconds: float) -> str:
    glass, entered = evening.glass, answered.counts["table.enter", 200]
    values = (
        evening.slug, evening.name, len(evening.thumbs), evening.entries, evening.turns,
        f"{evening.taps / evening.turns:.1f}", f"{evening.flicks / evening.turns:.2f}",
        f"{glass.board_in_turn:.0%}", f"{glass.board_otherwise:.0%}", f"{glass.furniture:.0f} px",
        f"{glass.farthest} px", f"{entered / (evening.entries + 2):.2f}", evening.loads, errors,
        round(seconds),
    )  # fmt: skip
    return "| " + " | ".join(map(str, values)) + " |"


if __name__ == "__main__":
    given = [slug for slug in sys.argv[1:] if slug != "--postgres"]
    every = [game.meta.slug for game in GAMES]
    sys.exit(bool(main(given or every, "--postgres" in sys.argv[1:])))
