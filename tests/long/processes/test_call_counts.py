"""The number of Python function calls that an entry causes, until the last of four phones has it."""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from companion.server.app import create_app, migrate
from tests.conftest import make_settings
from tests.offline.forms import make_entry_form
from tests.people import Phone
from tests.recorded_plays import get_longest_play, open_play

PHONE_COUNT, WARM_UP_ENTRIES, LAST_ENTRY = 4, 8, 48
"""Number of phones; number of entries before the count begins; number of the last counted entry."""

CALL_LIMITS = {
    "giza": (7_850, 282),
    "cheops_dice": (12_350, 226),
    "deadline": (13_250, 512),
    "cheops_treasure": (10_950, 275),
    "cheops_catan": (11_800, 298),
}
"""For each game: the calls of an entry with four phones, and those for one phone that only watches."""


def count_calls(work: Callable[[], object]) -> int:
    count = 0

    def count_event(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(count_event)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def count_calls_of_play(app: Flask, slug: str) -> tuple[list[int], list[int]]:
    """Enter a recorded play at a table with four phones, and return two lists of function calls.

    The first has the calls of each entry and of all phones' updates. The second has the calls of one
    update, for each phone of a guest who is not at turn.
    """
    record = get_longest_play(slug)
    seats, log = len(record["seats"]), record["log"][: LAST_ENTRY + 1]
    host = open_play(app, slug, record)
    phones = [host, *(Phone(app) for _ in range(PHONE_COUNT - 1))]
    for n, phone in enumerate(phones[1:], 1):
        assert (phone.sit(host.code, n) if n < seats else phone.watch(host.code)).status_code == 303
    headers = {"Accept-Encoding": "gzip"}
    stream = f"/t/{host.code}/stream?shown="
    answers = [phone.client.get(stream, headers=headers, buffered=False) for phone in phones]
    streams = [answer.iter_encoded() for answer in answers]
    for events in streams:
        next(events)
    entries, onlookers = list[int](), list[int]()
    for number, line in enumerate(log):
        entry_calls = count_calls(make_entry_request(app, host, make_entry_form(line, number)))
        stream_calls = [count_calls(events.__next__) for events in streams]
        if number < WARM_UP_ENTRIES or number + 1 == len(log):
            continue
        entries.append(entry_calls + sum(stream_calls))
        acting = {line.get("seat"), log[number + 1].get("seat")}
        onlookers += [calls for n, calls in enumerate(stream_calls) if n and n not in acting]
    for answer in answers:
        answer.close()
    return entries, onlookers


def make_entry_request(app: Flask, host: Phone, form: str) -> Callable[[], object]:
    """Return a function that sends this form body from the host's phone directly to the WSGI app."""
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

    return lambda: b"".join(app.wsgi_app(environ, start_response))


@pytest.mark.parametrize("slug", CALL_LIMITS)
def test_an_entry_makes_few_function_calls(slug: str, tmp_path: Path) -> None:
    app = create_app(make_settings(tmp_path / "calls.sqlite3"))
    migrate(app)
    entries, onlookers = count_calls_of_play(app, slug)
    counts = median(entries), median(onlookers)
    print(slug, counts)
    entry_limit, onlooker_limit = CALL_LIMITS[slug]
    assert counts[0] <= entry_limit
    assert counts[1] <= onlooker_limit
