"""``python -m bench [--quick]``: every bar that can be measured here, in one run."""

from __future__ import annotations

import shutil
import sys

from bench import rules, tap, wire
from bench.harness import header


def main(quick: bool) -> int:
    """Print each bar as it is measured; the number that are missed."""
    print(header())
    missed = 0
    for room in (rules, tap, wire):
        for result in room.measure(quick):
            mark = {True: "met", False: "MISSED", None: "not measured"}[result.met]
            print(
                f"{result.bar:4} {mark:12} {result.value:34} {result.limit:14} {result.what}",
                flush=True,
            )
            missed += result.met is False
    node = (
        "Node is here, but its peers are not driven yet"
        if shutil.which("node")
        else "Node is not here"
    )
    print(f"P5, P12, P13, P18: {node}; P20 is a test (COMPANION_POSITIONS=20000 make test).")
    return missed


if __name__ == "__main__":
    main("--quick" in sys.argv[1:])
