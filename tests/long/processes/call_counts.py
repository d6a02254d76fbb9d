"""Counts the function calls of an entry: ``python -m tests.long.processes.call_counts``.

A recorded play is entered at a table with four listening phones. The count includes all calls of Python
and C functions, from the request of an entry until the last phone has it. The script runs in a process
of its own, since the fixtures of tests also make calls.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from flask import Flask
from werkzeug.test import EnvironBuilder

from companion.games import GAMES
from companion.server.app import create_app, migrate
from tests.conftest import make_settings
from tests.offline.forms import make_entry_form
from tests.people import Phone
from tests.recorded_plays import get_watched_play, open_play

PHONE_COUNT, WARM_UP_ENTRIES, LAST_ENTRY = 4, 8, 48
"""Number of phones; number of entries before the count begins; number of the last counted entry."""


def count_calls(work: Callable[[], object]) -> int:
    count = 0

    def profile(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@dataclass
class CountedPlay:
    """A recorded play with four phones: one for each seat, and viewers if there are fewer than four
    seats.
    """

    app: Flask
    slug: str
    entries: list[int] = field(default_factory=list)
    onlookers: list[int] = field(default_factory=list)

    def play(self) -> None:
        """Make all entries, and count the function calls of each."""
        record = get_watched_play(self.slug)
        seats, log = len(record["seats"]), record["log"][: LAST_ENTRY + 1]
        host = open_play(self.app, self.slug, record)
        phones = [host, *(Phone(self.app) for _ in range(PHONE_COUNT - 1))]
        for n, phone in enumerate(phones[1:], 1):
            assert (phone.sit(host.code, n) if n < seats else phone.watch(host.code)).status_code == 303
        answers = [
            phone.client.get(
                f"/t/{host.code}/stream?shown=", headers={"Accept-Encoding": "gzip"}, buffered=False
            )
            for phone in phones
        ]
        streams = [answer.iter_encoded() for answer in answers]
        for stream in streams:
            next(stream)
        for number, line in enumerate(log):
            entry_calls = count_calls(self._entry_request(host, make_entry_form(line, number)))
            stream_calls = [count_calls(stream.__next__) for stream in streams]
            if number < WARM_UP_ENTRIES or number + 1 == len(log):
                continue
            self.entries.append(entry_calls + sum(stream_calls))
            acting = {line.get("seat"), log[number + 1].get("seat")}
            self.onlookers += [calls for n, calls in enumerate(stream_calls) if n and n not in acting]
        for answer in answers:
            answer.close()

    def _entry_request(self, host: Phone, form: str) -> Callable[[], object]:
        cookie = host.client.get_cookie(f"t-{host.code}")
        assert cookie is not None
        environ = EnvironBuilder(
            f"/t/{host.code}/enter", method="POST", data=form,
            content_type="application/x-www-form-urlencoded",
            headers=[("HX-Request", "true"), ("Cookie", f"{cookie.key}={cookie.value}")],
        ).get_environ()  # fmt: skip

        def start_response(status: str, headers: object, error: object = None) -> Callable[[bytes], object]:
            assert status == "200 OK", status
            return bytes

        return lambda: b"".join(self.app.wsgi_app(environ, start_response))


def main(slugs: list[str]) -> None:
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder) / "calls.sqlite3"))
        migrate(app)
        for slug in slugs or [game.meta.slug for game in GAMES]:
            play = CountedPlay(app, slug)
            play.play()
            counts[slug] = median(play.entries), median(play.onlookers)
    print(json.dumps(counts))


if __name__ == "__main__":
    main(sys.argv[1:])
