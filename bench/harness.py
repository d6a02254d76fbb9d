"""Figures, their rows in docs/performance.md, and works that are measured in turn."""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

from tests import ROOT

DOCUMENT = ROOT / "docs" / "performance.md"
BEFORE = "before "
"""How the names begin of what is measured of another checkout."""
Checkouts = Mapping[str, Path]
"""Folders by the beginning of their names: ``{"": …, BEFORE: …}``."""
Result = TypeVar("Result")
Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of the document: one number, or one for each game, such as ``{"giza": 39.4}``."""

    name: str
    numbers: Mapping[str, float]

    def __str__(self) -> str:
        numbers = (f"{name} {number:.3g}".strip() for name, number in self.numbers.items())
        return f"{self.name}: {', '.join(numbers)}"

    def today(self) -> str:
        """The lowest and the highest number of this checkout, such as ``39.4–42``."""
        ordered = sorted(number for name, number in self.numbers.items() if not name.startswith(BEFORE))
        return "–".join(dict.fromkeys(f"{number:.3g}" for number in (ordered[0], ordered[-1])))


def write(figures: list[Figure]) -> None:
    """Put the figures of a whole run into the document; nothing where one could not be measured."""
    text = DOCUMENT.read_text("utf-8")
    rows = re.findall(r"^\| (?!figure|---)([^|]+) \|", text, re.M)
    if sorted(rows) != sorted(figure.name for figure in figures):
        print(f"{DOCUMENT.name} stays as it is: its figures are others than those that were measured.")
        return
    for figure in figures:
        row = rf"(?<=^\| {re.escape(figure.name)} \| )[^|]+(?= \|)"
        text = re.sub(row, figure.today(), text, flags=re.M)
    DOCUMENT.write_text(re.sub(r"(?<=^Measured on )[\d-]+", f"{date.today()}", text, flags=re.M), "utf-8")


def in_turn(works: Mapping[str, Callable[[], Result]], rounds: int) -> dict[str, list[Result]]:
    """The results of every work, each done once a round, in shuffled order; the first round is not kept."""
    chance = random.Random(1)
    results: dict[str, list[Result]] = {name: [] for name in works}
    for _ in range(rounds + 1):
        for name in chance.sample(list(works), len(works)):
            results[name].append(works[name]())
    return {name: values[1:] for name, values in results.items()}


def cpu_seconds(work: Work, calls: int, clock: Callable[[], float] = time.process_time) -> float:
    """CPU seconds of one call, the mean of so many; of this process, or by the clock of another."""
    began = clock()
    for _ in range(calls):
        work()
    return (clock() - began) / calls


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios of each round."""
    return statistics.median(one / other for one, other in zip(ours, theirs, strict=True))


def part(numbers: list[float], share: float) -> float:
    """The number below which such a share of them lies."""
    return sorted(numbers)[int(share * (len(numbers) - 1))]
