"""The number of Python function calls that an entry causes, until the last of four phones has it."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import pytest

from companion.server.app import create_app, migrate
from tests.conftest import make_settings
from tests.offline.forms import make_entry_form
from tests.people import Phone
from tests.recorded_plays import get_longest_play, open_play

PHONE_COUNT, WARM_UP_ENTRIES, LAST_ENTRY = 4, 8, 48
"""Number of phones; number of entries before the count begins; number of the last counted entry."""
CALL_LIMITS = {
    "giza": 9_200,
    "cheops_dice": 14_700,
    "deadline": 14_900,
    "cheops_treasure": 13_300,
    "cheops_catan": 13_300,
}
"""For each game: the calls of an entry and of the updates of all phones."""
ENTRY_HEADERS = {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}


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


@pytest.mark.parametrize("slug", CALL_LIMITS)
def test_an_entry_makes_few_function_calls(slug: str, tmp_path: Path) -> None:
    app = create_app(make_settings(tmp_path / "calls.sqlite3"))
    migrate(app)
    record = get_longest_play(slug)
    host = open_play(app, slug, record)
    phones = [host, *(Phone(app) for _ in range(PHONE_COUNT - 1))]
    for number, phone in enumerate(phones[1:], 1):
        joined = phone.sit(host.code, number) if number < len(record["seats"]) else phone.watch(host.code)
        assert joined.status_code == 303
    stream = f"/t/{host.code}/stream?shown="
    answers = [phone.client.get(stream, buffered=False) for phone in phones]
    streams = [answer.iter_encoded() for answer in answers]
    for events in streams:
        next(events)

    def enter(number: int) -> None:
        form = make_entry_form(record["log"][number], number)
        answer = host.client.post(f"/t/{host.code}/enter", data=form, headers=ENTRY_HEADERS)
        assert answer.status_code == 200, answer.text
        for events in streams:
            next(events)

    counts = [count_calls(partial(enter, number)) for number in range(min(LAST_ENTRY, len(record["log"])))]
    for answer in answers:
        answer.close()
    print(slug, median(counts[WARM_UP_ENTRIES:]))
    assert median(counts[WARM_UP_ENTRIES:]) <= CALL_LIMITS[slug]
