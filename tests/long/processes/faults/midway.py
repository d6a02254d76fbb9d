"""The line to PostgreSQL falls silent in the middle of a write: its tap is entered once, whatever comes."""

from typing import NamedTuple

from tests.lines import Line
from tests.long.processes.faults.hosts import behind_a_line
from tests.long.processes.players import enter, founded, income, opened, whole_log


class Silence(NamedTuple):
    """When the line falls silent, and what becomes of what it held."""

    until: tuple[bytes, ...] = ()
    """Said to the server after the tap's INSERT."""
    passed: bool = False
    """The last thing said arrives, and its answer is lost."""
    late: bool = False
    """It arrives when the line speaks."""


SILENCES = (
    Silence(passed=True),
    Silence((b"COMMIT",)),
    Silence((b"COMMIT",), late=True),
    Silence((b"COMMIT",), passed=True),
)
"""No answer to INSERT; no COMMIT arrives; it arrives late; no answer to it."""


def run(address: str, line: Line, rounds: int) -> None:
    """So many silences of all kinds by turns; the same tap is sent again when the line is back."""
    code, secret = opened(address)
    before = founded(address, code, secret)
    for number in range(rounds):
        silence, key = SILENCES[number % len(SILENCES)], f"midway-{number:04d}"
        words = (key.encode(), *silence.until)
        line.fall_silent_at(*words, passed=silence.passed, late=silence.late)
        assert income(address, code, secret, 0, key) == (503, 0), number
        line.speak()
        seq = enter([address], code, secret, 0, "Income", {"gold": 1}, key)
        assert seq == before + number + 1, number
    assert whole_log(address, code, secret) == list(range(1, before + rounds + 1))


def on_postgresql(rounds: int) -> str:
    """One process."""
    with behind_a_line() as (server, line):
        run(server.address, line, rounds)
    return "each tap answered 503, and entered once when it was sent again"
