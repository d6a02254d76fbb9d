"""P31: a page by https beside the same page by http, from the same process in the same run."""

from __future__ import annotations

import http.client
import ssl
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.harness import Result, Spread, below, ratio, spread
from bench.served import companion

PAGES = ("/", "/healthz")
EACH = 10


def measure(quick: bool) -> Iterator[Result]:
    """The bar of a page on a standing connection; what a new connection costs, for comparison."""
    rounds = 20 if quick else 100
    trusting = ssl._create_unverified_context()  # who it is, is tried elsewhere
    with tempfile.TemporaryDirectory() as place, companion(Path(place)) as ours:
        clear = http.client.HTTPConnection("127.0.0.1", ours.port, 20)
        secured = http.client.HTTPSConnection("127.0.0.1", ours.port, timeout=20, context=trusting)
        for page in PAGES:
            pairs = [(took(secured, page), took(clear, page)) for _ in range(rounds)]
            cost = ratio([one for one, _ in pairs], [one for _, one in pairs])
            yield below("P31", f"{page} by https ÷ by http, standing connections", cost, 1.5)
        new = [(opened(secured), opened(clear)) for _ in range(rounds)]
        told = "; ".join(str(_milliseconds(times)) for times in zip(*new, strict=True))
        yield Result("P31", "ms for a connection and /healthz on it: https; http", told, "", None)


def took(line: http.client.HTTPConnection, page: str) -> float:
    """Seconds for a page, the quickest of a few."""
    return min(_asked(line, page) for _ in range(EACH))


def opened(line: http.client.HTTPConnection) -> float:
    """Seconds for a page on a new connection."""
    line.close()
    return _asked(line, "/healthz")


def _asked(line: http.client.HTTPConnection, page: str) -> float:
    began = time.perf_counter()
    line.request("GET", page)
    line.getresponse().read()
    return time.perf_counter() - began


def _milliseconds(times: Iterable[float]) -> Spread:
    return spread([one * 1000 for one in times])
