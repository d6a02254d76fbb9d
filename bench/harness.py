"""The figures in docs/performance.md, and functions that measure and compare."""

import random
import re
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from tests import ROOT

FIGURES_FILE = ROOT / "docs" / "performance.md"
T = TypeVar("T")
Function = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of docs/performance.md: one number, or one for each game, such as ``{"giza": 39.4}``."""

    name: str
    numbers: Mapping[str, float]

    def __str__(self) -> str:
        numbers = (f"{name} {number:.3g}".strip() for name, number in self.numbers.items())
        return f"{self.name}: {', '.join(numbers)}"

    def number_range(self) -> str:
        """Return the lowest and the highest number of the figure, such as ``39.4–42``."""
        ordered = sorted(self.numbers.values())
        return "–".join(dict.fromkeys(f"{number:.3g}" for number in (ordered[0], ordered[-1])))


def write_figures(figures: list[Figure]) -> None:
    """Write figures into docs/performance.md. If they do not match its rows, only print a message."""
    text = FIGURES_FILE.read_text("utf-8")
    rows = re.findall(r"^\| (?!figure|---)([^|]+) \|", text, re.M)
    if sorted(rows) != sorted(figure.name for figure in figures):
        print(f"{FIGURES_FILE.name} stays as it is: its figures are others than those that were measured.")
        return
    for figure in figures:
        row = rf"(?<=^\| {re.escape(figure.name)} \| )[^|]+(?= \|)"
        text = re.sub(row, figure.number_range(), text, flags=re.M)
    FIGURES_FILE.write_text(
        re.sub(r"(?<=^Measured on )[\d-]+", f"{date.today()}", text, flags=re.M), "utf-8"
    )


def call_alternately(functions: Mapping[str, Callable[[], T]], rounds: int) -> dict[str, list[T]]:
    """Call each function once per round, in random order. Return the results by function name.

    An additional first round, whose results are dropped, warms up.
    """
    rng = random.Random(1)
    results: dict[str, list[T]] = {name: [] for name in functions}
    for _ in range(rounds + 1):
        for name in rng.sample(list(functions), len(functions)):
            results[name].append(functions[name]())
    return {name: values[1:] for name, values in results.items()}


def compare(ours: Callable[[], float], theirs: Callable[[], float], rounds: int) -> float:
    """Call both functions alternately, and return the median of our result divided by theirs."""
    results = call_alternately({"ours": ours, "theirs": theirs}, rounds)
    return median_ratio(results["ours"], results["theirs"])


def cpu_seconds(function: Function, calls: int, clock: Callable[[], float] = time.process_time) -> float:
    """Return the mean CPU seconds of a call. ``clock`` returns the CPU time that the process has used."""
    start = clock()
    for _ in range(calls):
        function()
    return (clock() - start) / calls


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median of ``ours / theirs`` over all rounds. Each list has one number per round."""
    return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))


def percentile(numbers: list[float], share: float) -> float:
    """Return the number that this share of the numbers does not exceed: 0.95 for the 95th percentile."""
    return sorted(numbers)[int(share * (len(numbers) - 1))]
