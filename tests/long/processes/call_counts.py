"""Counts the function calls of an entry: ``python -m tests.long.processes.call_counts``.

A recorded play is entered at a table to which four phones listen. Counted is every call, of Python and of
C, from the tap until the last phone was told. In a process of its own: what tests watch is counted too.
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
from tests.conftest import settings
from tests.offline.forms import entry_form
from tests.people import Phone
from tests.recorded_plays import open_play, watched_play

LISTENING, WARM, LAST = 4, 8, 48
"""Phones at the table; the entry before the first that counts, and the last that does."""


def calls_of(work: Callable[[], object]) -> int:
    count = 0

    def heard(frame: object, event: str, what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(heard)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@dataclass
class Evening:
    """A table of a recorded play: a phone a seat, watchers for the seats that it has not."""

    app: Flask
    slug: str
    entries: list[int] = field(default_factory=list)
    onlookers: list[int] = field(default_factory=list)

    def play(self) -> None:
        """Enter the play line by line and count."""
        record = watched_play(self.slug)
        seats, log = len(record["seats"]), record["log"][: LAST + 1]
        host = open_play(self.app, self.slug, record)
        phones = [host, *(Phone(self.app) for _ in range(LISTENING - 1))]
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
            entered = calls_of(self._entering(host, entry_form(line, number)))
            heard = [calls_of(stream.__next__) for stream in streams]
            if number < WARM or number + 1 == len(log):
                continue
            self.entries.append(entered + sum(heard))
            acting = {line.get("seat"), log[number + 1].get("seat")}
            self.onlookers += [calls for n, calls in enumerate(heard) if n and n not in acting]
        for answer in answers:
            answer.close()

    def _entering(self, host: Phone, form: str) -> Callable[[], object]:
        cookie = host.client.get_cookie(f"t-{host.code}")
        assert cookie is not None
        environ = EnvironBuilder(
            f"/t/{host.code}/enter", method="POST", data=form,
            content_type="application/x-www-form-urlencoded",
            headers=[("HX-Request", "true"), ("Cookie", f"{cookie.key}={cookie.value}")],
        ).get_environ()  # fmt: skip

        def started(status: str, headers: object, error: object = None) -> Callable[[bytes], object]:
            assert status == "200 OK", status
            return bytes

        return lambda: b"".join(self.app.wsgi_app(environ, started))


def main(slugs: list[str]) -> None:
    told = {}
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(settings(Path(folder) / "calls.sqlite3"))
        migrate(app)
        for slug in slugs or [game.meta.slug for game in GAMES]:
            evening = Evening(app, slug)
            evening.play()
            told[slug] = median(evening.entries), median(evening.onlookers)
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1:])
