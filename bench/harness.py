"""Interleaved cycles and their ratios: every cycle visits every variant, in shuffled order."""

from __future__ import annotations

import gc
import os
import platform
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from bench.served import Served

Work = Callable[[], object]
One = TypeVar("One")


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


def cycles(variants: dict[str, tuple[Work, int]], count: int, seed: int = 1) -> dict[str, list[float]]:
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


def blocks(
    variants: dict[str, tuple[Served, Work, int]], count: int, seed: int = 1
) -> dict[str, list[float]]:
    """CPU seconds of a server for one call, of every variant (server, call, calls a block), cycle by cycle.

    Cycles in which others used more than 0.15 of a core are left out; where fewer than 20 would
    remain, the quieter half is kept.
    """
    chance = random.Random(seed)
    for _, work, _ in variants.values():
        for _ in range(100):
            work()
    found: list[tuple[float, dict[str, float]]] = []
    for _ in range(count):
        names = list(variants)
        chance.shuffle(names)
        began, busy, own = time.perf_counter(), busy_seconds(), time.process_time()
        cycle: dict[str, float] = {}
        servers = 0.0
        for name in names:
            served, work, calls = variants[name]
            before = served.cpu()
            for _ in range(calls):
                work()
            spent = served.cpu() - before
            servers += spent
            cycle[name] = spent / calls
        others = busy_seconds() - busy - servers - (time.process_time() - own)
        found.append((others / (time.perf_counter() - began), cycle))
    kept = quietest(found, 20)
    return {name: [cycle[name] for _, cycle in kept] for name in variants}


def quietest(found: list[tuple[float, One]], enough: int) -> list[tuple[float, One]]:
    """What was found while others used less than 0.15 of a core; the quieter half if that is too little."""
    ordered = sorted(found, key=lambda pair: pair[0])
    quiet = [pair for pair in ordered if pair[0] < 0.15]
    return quiet if len(quiet) >= enough else ordered[: max(4, len(found) // 2)]


def busy_seconds() -> float:
    """CPU seconds the whole machine has run, in ticks of ten milliseconds."""
    user, nice, system, _, _, irq, soft = map(
        int, Path("/proc/stat").read_text(encoding="utf-8").split()[1:8]
    )
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")


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


def beyond(bar: str, what: str, value: Spread, limit: float) -> Result:
    """A bar that a ratio must reach."""
    return Result(bar, what, str(value), f"≥ {limit:g}", value.median >= limit)


def header(durability: str) -> str:
    """Versions and durability."""
    packages = ", ".join(
        f"{name} {version(name)}"
        for name in ("flask", "sqlalchemy", "jinja2", "gevent", "chess", "shapely")
    )
    node = shutil.which("node")
    found = (
        subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
        if node
        else "none"
    )
    return (
        f"Python {sys.version.split()[0]} on {platform.machine()}, Node {found}, SQLite"
        f" {sqlite3.sqlite_version} {durability}; {packages}."
    )
