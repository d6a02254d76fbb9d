"""The line to PostgreSQL falls silent in the middle of a write: its tap is entered once, whatever comes."""

from __future__ import annotations

import time
from typing import NamedTuple

from tests.lines import Line
from tests.long.processes.faults.outcome import Outcome, behind_a_line
from tests.long.processes.players import founded, income, opened, whole_log

PATIENCE, RECOVERY = 5.0, 8.0
"""Seconds within which the tap is answered, and within which it is entered once the line is back."""


class Silence(NamedTuple):
    """When the line falls silent, and what becomes of what it held."""

    until: tuple[bytes, ...] = ()
    """Said to the server after the tap's INSERT."""
    passed: bool = False
    """The last thing said arrives, and its answer is lost."""
    late: bool = False
    """It arrives when the line speaks."""


SILENCES = {
    "no answer to INSERT": Silence(passed=True),
    "no COMMIT arrives": Silence((b"COMMIT",)),
    "COMMIT arrives late": Silence((b"COMMIT",), late=True),
    "no answer to COMMIT": Silence((b"COMMIT",), passed=True),
}


def tap(
    address: str, line: Line, table: tuple[str, str], silence: Silence, key: str
) -> tuple[int, float]:
    """A tap whose write falls silent, sent again when the line is back: (its entry, seconds it took)."""
    line.fall_silent_at(key.encode(), *silence.until, passed=silence.passed, late=silence.late)
    started = time.monotonic()
    status, _ = income(address, *table, 0, key)
    answered = time.monotonic()
    assert (status, answered - started < PATIENCE) == (503, True), (status, answered - started)
    line.speak()
    return entered(address, table, 0, key), time.monotonic() - started


def entered(address: str, table: tuple[str, str], seat: int, key: str) -> int:
    """Send a tap until it is answered with its entry, which must come in time."""
    until = time.monotonic() + RECOVERY
    while time.monotonic() < until:
        status, seq = income(address, *table, seat, key)
        if status == 201:
            return seq
        assert status == 503
        time.sleep(0.1)
    raise AssertionError("not entered in time")


def run(address: str, line: Line, rounds: int) -> float:
    """So many silences of all kinds by turns; the seconds until the slowest tap was entered."""
    table = opened(address)
    before, slowest = founded(address, *table), 0.0
    for number in range(rounds):
        silence = list(SILENCES.values())[number % len(SILENCES)]
        seq, took = tap(address, line, table, silence, f"midway-{number:04d}")
        assert seq == before + number + 1, number
        slowest = max(slowest, took)
    assert whole_log(address, *table) == list(range(1, before + rounds + 1))
    return slowest


def on_postgresql(rounds: int) -> Outcome:
    """One process."""
    with behind_a_line() as (server, line):
        slowest = run(server.address, line, rounds)
    told = f"0 lost, 0 doubled; the slowest tap entered after {slowest:.1f} s"
    return Outcome("line silent in the middle of a write, PostgreSQL", rounds, told)
