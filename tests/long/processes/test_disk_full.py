"""A few rounds without room on the disk; ``make faults`` runs fifty."""

from __future__ import annotations

from pathlib import Path

from tests.long.processes.faults.disk import TAPS, run
from tests.long.processes.faults.outcome import served


def test_what_finds_no_room_is_told_so_and_enters_once_there_is_some(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert run(server, tmp_path / "companion.sqlite3", 2) == 2 * TAPS
