"""Interleaved cycles and their ratios: every cycle visits every variant, in shuffled order."""

from __future__ import annotations

import gc
import platform
import random
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Spread:
    """A median with its quartiles."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:.3g} [{self.low:.3g}–{self.high:.3g}]"


@dataclass(frozen=True, slots=True)
class Result:
    """One bar: what was measured against what, and whether it holds."""

    bar: str
    what: str
    value: str
    limit: str
    met: bool | None
    """None where it could not be measured here."""


def seconds(work: Work, repeats: int) -> float:
    """CPU seconds of this process for one call, over so many."""
    began = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - began) / repeats


def cycles(
    variants: dict[str, tuple[Work, int]], count: int, seed: int = 1
) -> dict[str, list[float]]:
    """CPU seconds a call of every variant (work, calls a block) in each of so many cycles."""
    chance = random.Random(seed)
    for work, repeats in variants.values():
        seconds(work, repeats)
    times: dict[str, list[float]] = {name: [] for name in variants}
    gc.collect()
    gc.disable()
    try:
        for _ in range(count):
            names = list(variants)
            chance.shuffle(names)
            for name in names:
                work, repeats = variants[name]
                times[name].append(seconds(work, repeats))
    finally:
        gc.enable()
    return times


def ratio(ours: list[float], anchor: list[float]) -> Spread:
    """The ratios cycle by cycle."""
    return spread([one / other for one, other in zip(ours, anchor, strict=True)])


def spread(numbers: list[float]) -> Spread:
    """Median and quartiles."""
    if len(numbers) < 2:
        return Spread(numbers[0], numbers[0], numbers[0])
    low, middle, high = statistics.quantiles(numbers, n=4)
    return Spread(middle, low, high)


def part(numbers: list[float], share: float) -> float:
    """The number below which such a share of them lies."""
    ordered = sorted(numbers)
    return ordered[int(share * (len(ordered) - 1))]


def below(bar: str, what: str, value: Spread, limit: float) -> Result:
    """A bar that a ratio must stay under."""
    return Result(bar, what, str(value), f"≤ {limit:g}", value.median <= limit)


def header() -> str:
    """Versions and durability."""
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("flask", "sqlalchemy", "jinja2", "chess", "shapely")
    )
    return (
        f"Python {sys.version.split()[0]} on {platform.machine()}, SQLite {sqlite3.sqlite_version} with"
        f" WAL and synchronous=FULL; {packages}. CPU time of this process; ratios cycle by cycle."
    )
