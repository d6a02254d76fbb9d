"""A phone in a browser of its own, its profile on the disk: memory and CPU by the kernel, and its pace."""

from __future__ import annotations

import os
import re
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright

from bench.served import SCHEDULED, below_process
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.phones import PHONE

SLICE = 0.002
"""Seconds a slowed browser runs at a time."""
ROUNDS = 5
COUNT = """() => {
  const before = performance.now();
  for (let sum = 0, n = 0; n < 1e8; n++) sum += n % 7;
  return performance.now() - before;
}"""
"""A tenth of a second of counting."""
STILL = 0.01
"""CPU seconds in half a second with which a browser is at rest."""


class OwnPhone:
    """One page in one browser."""

    def __init__(self, playwright: Playwright, address: str) -> None:
        self._profile = tempfile.TemporaryDirectory()
        self._context = playwright.chromium.launch_persistent_context(
            self._profile.name, executable_path=CHROMIUM, args=FLAGS, viewport=PHONE,
            has_touch=True, is_mobile=True, locale="en", base_url=address,
        )  # fmt: skip
        self.page = self._context.pages[0]

    def close(self) -> None:
        """Away with all of it."""
        self._context.close()
        self._profile.cleanup()

    def end_worker(self) -> None:
        """As the browser does when it likes; at rest afterwards."""
        session = self._context.new_cdp_session(self.page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()
        self.rest()

    def rest(self) -> None:
        """Wait until nothing is done any more, ten seconds at most."""
        for _ in range(20):
            before = self.cpu("")
            time.sleep(0.5)
            if self.cpu("") - before < STILL:
                return

    def ask(self, path: str, form: str = "", shown: str = "") -> Any:
        """What a page that shows this drawing is answered: status, address, text and milliseconds."""
        return self.page.evaluate(ASK, [path, form, {"X-Shown": shown} if shown else {}])

    def cpu(self, kind: str = "renderer") -> float:
        """CPU seconds of all threads of such processes, of every kind with ``""``."""
        return sum(time.clock_gettime((~pid << 3) | SCHEDULED) for pid in self._pids(kind))

    def memory(self) -> float:
        """Megabytes of all renderers; what several share counts for each in part (PSS)."""
        told = [
            Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8") for pid in self._pids("renderer")
        ]
        return sum(int(re.findall(r"^Pss: +(\d+)", text, re.M)[0]) for text in told) / 1024

    def pace(self, times: int) -> float:
        """What to slow the browser by, so that a page counts so many times slower.

        Stopping and going on cost something themselves, which a slow machine does not pay.
        """
        pace = float(times)
        for _ in range(ROUNDS):
            pace *= times / self._count(pace)
        return pace

    def _count(self, pace: float) -> float:
        """How many times slower a page of the slowed browser counts."""
        slower = list[float]()
        for _ in range(ROUNDS):
            alone = self.page.evaluate(COUNT)
            with self.slowed(pace):
                slower.append(self.page.evaluate(COUNT) / alone)
        return statistics.median(slower)

    @contextmanager
    def slowed(self, times: float) -> Iterator[None]:
        """The browser runs in slices of a few milliseconds and stands still in between, all its processes
        at once: a machine of the same cores, each about so many times slower."""
        over = threading.Event()
        pace = threading.Thread(target=self._stop_and_go, args=(over, times))
        pace.start()
        try:
            yield
        finally:
            over.set()
            pace.join()

    def _stop_and_go(self, over: threading.Event, times: float) -> None:
        pids = self._pids("")
        runs, stands = 0.0, 0.0
        goes = time.perf_counter()
        while not over.is_set():
            time.sleep(SLICE)
            stopped = _signal(pids, signal.SIGSTOP)
            runs += stopped - goes
            due = stopped + (times - 1) * runs - stands  # what was too long or short is made up for
            time.sleep(max(0.0, due - time.perf_counter()))
            goes = _signal(pids, signal.SIGCONT)
            stands += goes - stopped

    def _pids(self, kind: str) -> list[int]:
        found = []
        for pid in below_process(os.getpid()):
            told = Path(f"/proc/{pid}/cmdline").read_bytes().decode()
            if self._profile.name in told or "--type=" in told:
                found.append((pid, told))
        return [pid for pid, told in found if f"--type={kind}" in told or not kind]


ASK = """async ([path, form, more]) => {
  const before = performance.now();
  const headers = { "HX-Request": "true", ...more };
  const answer = await fetch(path, form
    ? { method: "POST", body: new URLSearchParams(form), headers }
    : { headers });
  const text = await answer.text();
  return { status: answer.status, text, took: performance.now() - before };
}"""


def _signal(pids: list[int], what: signal.Signals) -> float:
    """When half of them had it."""
    began = time.perf_counter()
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)
    return (began + time.perf_counter()) / 2
