"""The line to PostgreSQL falls silent: every request is answered in time, nothing is lost or doubled."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable

from tests.lines import Line
from tests.long.processes.faults.outcome import Outcome, behind_a_line
from tests.long.processes.players import enter, founded, income, opened, whole_log

PATIENCE = 6.0
"""Seconds within which every request is answered, whatever the database does."""
TABLES, TAPS = 3, 6


def page_of(address: str, path: str) -> int:
    """The status of a page."""
    try:
        with urllib.request.urlopen(f"{address}{path}", timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def run(address: str, line: Line, rounds: int) -> tuple[int, float]:
    """So many silences at three tables; (entries, seconds of the slowest answer)."""
    tables = [opened(address) for _ in range(TABLES)]
    entered = {code: list(range(1, founded(address, code, secret) + 1)) for code, secret in tables}
    slowest = max(_silence(address, line, tables, entered, number) for number in range(rounds))
    for code, secret in tables:
        logged = whole_log(address, code, secret)
        assert logged == sorted(entered[code]), "answered and logged entries differ"
        assert logged == list(range(1, len(logged) + 1)), "a gap or a double in the log"
    return rounds * TAPS, slowest


def _silence(
    address: str,
    line: Line,
    tables: list[tuple[str, str]],
    entered: dict[str, list[int]],
    number: int,
) -> float:
    """Taps and pages while the line is silent, the same taps again when it is back; the slowest answer."""
    keys = [f"silence-{number:03d}-{tap}" for tap in range(TAPS)]
    took: list[float] = []
    statuses: list[int] = []

    def timed(request: Callable[[], int]) -> None:
        started = time.monotonic()
        statuses.append(request())
        took.append(time.monotonic() - started)

    def tap(place: int) -> int:
        return income(address, *tables[place % TABLES], place % 4, keys[place])[0]

    requests = [lambda place=place: tap(place) for place in range(TAPS)]
    requests += [
        lambda path=path: page_of(address, path) for path in ("/readyz", f"/t/{tables[0][0]}")
    ]
    line.fall_silent()
    threads = [threading.Thread(target=timed, args=(request,)) for request in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    line.speak()
    assert statuses == [503] * len(requests), (number, statuses)
    assert max(took) < PATIENCE, (number, took)
    for place, key in enumerate(keys):
        code, secret = tables[place % TABLES]
        seq = enter([address], code, secret, place % 4, "Income", {"gold": 1}, key)
        entered[code].append(seq)
    return max(took)


def on_postgresql(rounds: int) -> Outcome:
    """One process."""
    with behind_a_line() as (server, line):
        entries, slowest = run(server.address, line, rounds)
    told = f"{entries} entries, 0 lost, 0 doubled; slowest answer {slowest:.1f} s"
    return Outcome("silent line, PostgreSQL", rounds, told)
