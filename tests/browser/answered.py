"""What a server has answered, by route and status, read off its log: however many processes answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OF_THE_BROWSER = "shell.service_worker"
"""Asked for by the browser itself, which looks for a newer one whenever it likes."""


class Answered:
    """Counts a server's answers while ``counting``."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self.counts: Counter[tuple[str, int]] = Counter()

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is answered meanwhile."""
        start = self._log.stat().st_size
        yield
        with self._log.open("rb") as log:
            log.seek(start)
            told = [json.loads(line) for line in log if line.startswith(b"{")]
        answers = (
            (line["route"], line["status"]) for line in told if line["message"] == "answered"
        )
        self.counts.update(answer for answer in answers if answer[0] != OF_THE_BROWSER)
