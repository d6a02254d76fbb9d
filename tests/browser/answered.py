"""What a server has answered, by route and status, read off its log: however many processes answer."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.waiting import until

OF_THE_BROWSER = "shell.service_worker"
"""Asked for by the browser itself, which looks for a newer one whenever it likes."""
ENTERED = ("table.enter", 200)


class Answered:
    """Counts a server's answers while ``counting``."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self.counts: Counter[tuple[str, int]] = Counter()

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is answered meanwhile, and until an entry is: phones may hear of it before the log."""
        start = self._log.stat().st_size
        yield
        until(lambda: ENTERED in self._since(start), "an entry in the server's log")
        answers = self._since(start)
        self.counts.update(answer for answer in answers if answer[0] != OF_THE_BROWSER)

    def _since(self, start: int) -> list[tuple[str, int]]:
        """Routes and statuses of what was logged behind that byte."""
        with self._log.open("rb") as log:
            log.seek(start)
            told = [json.loads(line) for line in log if line.startswith(b"{") and line.endswith(b"\n")]
        return [(line["route"], line["status"]) for line in told if line["message"] == "answered"]
