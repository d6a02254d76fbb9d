"""All faults, for long; what each did is told as it is done, and a fault that does harm fails."""

import sys
from collections.abc import Callable

from tests.long.processes.faults import at_once, cuts, disk, kills, midway, silence

FAULTS: dict[str, tuple[int, tuple[Callable[[int], str], ...]]] = {
    "at_once": (200, (at_once.on_sqlite, at_once.on_postgresql)),
    "silence": (50, (silence.on_postgresql,)),
    "midway": (40, (midway.on_postgresql,)),
    "cuts": (100, (cuts.on_postgresql,)),
    "disk": (50, (disk.on_sqlite,)),
    "kills": (200, (kills.on_sqlite, kills.on_postgresql)),
}
"""Of each, how many rounds are many, and what does it."""


def main(names: list[str]) -> None:
    """Do the faults of these names; all of them where none is given."""
    for name in names or FAULTS:
        rounds, faults = FAULTS[name]
        for fault in faults:
            print(f"{name} {fault.__name__}, {rounds} rounds: {fault(rounds)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
