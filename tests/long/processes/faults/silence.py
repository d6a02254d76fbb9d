"""The line to PostgreSQL falls silent: every request is answered, nothing is lost or doubled."""

import urllib.error
import urllib.request

from tests.lines import Line
from tests.long.processes.faults.hosts import behind_a_line
from tests.long.processes.players import all_at_once, enter, founded, income, opened, whole_log
from tests.waiting import PATIENCE

TABLES, TAPS = 3, 6


def page_of(address: str, path: str) -> int:
    """The status of a page."""
    try:
        with urllib.request.urlopen(f"{address}{path}", timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def run(address: str, line: Line, rounds: int) -> int:
    """Taps and pages while the line is silent, the same taps again when it is back; how many taps."""
    tables = [opened(address) for _ in range(TABLES)]
    entered = {code: list(range(1, founded(address, code, secret) + 1)) for code, secret in tables}
    pages = ("/readyz", f"/t/{tables[0][0]}")

    for number in range(rounds):
        keys = [f"silence-{number:03d}-{tap}" for tap in range(TAPS)]

        def asked(place: int, keys: list[str] = keys) -> int:
            if place >= TAPS:
                return page_of(address, pages[place - TAPS])
            return income(address, *tables[place % TABLES], place % 4, keys[place])[0]

        line.fall_silent()
        statuses = all_at_once(asked, TAPS + len(pages))
        line.speak()
        assert set(statuses) == {503}, (number, statuses)
        for place, key in enumerate(keys):
            code, secret = tables[place % TABLES]
            seq = enter([address], code, secret, place % 4, "Income", {"gold": 1}, key)
            entered[code].append(seq)
    for code, secret in tables:
        logged = whole_log(address, code, secret)
        assert logged == sorted(entered[code]), "answered and logged entries differ"
        assert logged == list(range(1, len(logged) + 1)), "a gap or a double in the log"
    return rounds * TAPS


def on_postgresql(rounds: int) -> str:
    """One process."""
    with behind_a_line() as (server, line):
        entries = run(server.address, line, rounds)
    return f"{entries} entries, 0 lost, 0 doubled"
