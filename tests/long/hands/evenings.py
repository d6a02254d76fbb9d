"""Every recorded play as an evening by thumbs: with ``[--postgres] [game …]``.

One play of each game then with phones 320 wide, with text twice as large, and by keyboard. With
``--postgres`` one play of each game, every other phone at a second process, and nothing else.

Prints a line for each; ends with 1 where one could not be spent, a page was loaded, or a script stumbled.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.answered import Answered
from tests.browser.arriving import LARGE, PHONES, SMALL, Kinds
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.evening import Evening, spend
from tests.browser.evening_tables import BY_KEYBOARD, BY_THUMB, by_keyboard, by_thumb, head, row
from tests.browser.phones import Phones
from tests.long.hands.keyboard import play_by_keyboard
from tests.postgres import Postgres
from tests.served import Server

KINDS: tuple[tuple[str, Kinds], ...] = (("at 320 × 690", SMALL), ("at 200 % text", LARGE))


def main(slugs: list[str], on_postgres: bool) -> int:
    """Spend them one after the other; how many went wrong."""
    wrong = 0
    with _served(on_postgres) as servers, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            phones = partial(Phones, browser, *(server.address for server in servers))
            print(head(BY_THUMB))
            for slug, name in _one_of_each(slugs) if on_postgres else _asked(slugs):
                wrong += _spend(phones(), servers[0], slug, name, "", PHONES)
            for slug, name in () if on_postgres else _one_of_each(slugs):
                for told, kinds in KINDS:
                    wrong += _spend(phones(), servers[0], slug, name, told, kinds)
            print("", head(BY_KEYBOARD), sep="\n")
            for slug in () if on_postgres else slugs:
                wrong += _by_keyboard(phones(), slug)
        finally:
            browser.close()
    return wrong


def _spend(phones: Phones, server: Server, slug: str, name: str, told: str, kinds: Kinds) -> bool:
    """Spend one and print its line; whether something went wrong."""
    answered, began = Answered(server.log), time.monotonic()
    try:
        evening = spend(phones, slug, name, answered, kinds)
    except (AssertionError, Error) as error:
        print(error, file=sys.stderr)
        line: tuple[object, ...] = (slug, name, told, "stopped")
        wrong = True
    else:
        _explain(evening, told)
        line = by_thumb(evening, told, answered, len(phones.errors), time.monotonic() - began)
        wrong = bool(evening.loads or phones.errors)
    print(row(line), flush=True)
    phones.put_away()
    return wrong


def _explain(evening: Evening, told: str) -> None:
    """What should not have been, beside the table."""
    whose = f"{evening.slug} {evening.name} {told}".strip()
    for far, what in sorted(set(evening.glass.moved), reverse=True)[:5]:
        print(f"{whose}: moved {far} px: {what}", file=sys.stderr)
    for what in evening.told.unsaid[:5]:
        print(f"{whose}: not told: {what}", file=sys.stderr)
    for what in evening.told.unmarked[:5]:
        print(f"{whose}: not marked: {what}", file=sys.stderr)


def _by_keyboard(phones: Phones, slug: str) -> bool:
    """Play one of a game's plays without a pointer and print its line; whether that stopped."""
    try:
        print(row(by_keyboard(slug, play_by_keyboard(phones, slug))), flush=True)
    except (AssertionError, Error) as error:
        print(row((slug, "stopped")), error, flush=True)
        return True
    finally:
        phones.put_away()
    return False


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


if __name__ == "__main__":
    given = [slug for slug in sys.argv[1:] if slug != "--postgres"]
    every = [game.meta.slug for game in GAMES]
    sys.exit(bool(main(given or every, "--postgres" in sys.argv[1:])))
