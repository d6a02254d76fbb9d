"""``python -m bench [--quick] [rules tap sync crowd seen wire secured pocket]``: every bar, in one run."""

from __future__ import annotations

import sys

from bench import crowd, pocket, rules, secured, seen, sync, tap, wire
from bench.harness import header
from bench.tap import durability

ROOMS = {
    "rules": rules,
    "tap": tap,
    "sync": sync,
    "crowd": crowd,
    "seen": seen,
    "wire": wire,
    "secured": secured,
    "pocket": pocket,
}


def main(quick: bool, rooms: list[str]) -> int:
    """Print each bar as it is measured; the number that are missed."""
    print(header(durability()))
    missed = 0
    for room in rooms:
        for result in ROOMS[room].measure(quick):
            mark = {True: "met", False: "MISSED", None: "–"}[result.met]
            print(
                f"{result.bar:4} {mark:7} {result.value:24} {result.limit:14} {result.what}",
                flush=True,
            )
            missed += result.met is False
    print("P20 is a test: make chance.")
    return missed


if __name__ == "__main__":
    given = [name for name in sys.argv[1:] if name in ROOMS]
    main("--quick" in sys.argv[1:], given or list(ROOMS))
