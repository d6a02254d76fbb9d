"""All faults, for long; the table of what they did comes at the end, as far as it went."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.long.processes.faults import at_once, cuts, disk, kills, midway, silence
from tests.long.processes.faults.outcome import Outcome

FAULTS: dict[str, tuple[Callable[[int], Outcome], ...]] = {
    "at_once": (at_once.on_sqlite, at_once.on_postgresql),
    "silence": (silence.on_postgresql,),
    "midway": (midway.on_postgresql,),
    "cuts": (cuts.on_postgresql,),
    "disk": (disk.on_sqlite,),
    "kills": (kills.on_sqlite, kills.on_postgresql),
}
ROUNDS = {
    "at_once": 200,
    "silence": 50,
    "midway": 40,
    "cuts": 100,
    "disk": 50,
    "kills": 200,
}


def main(names: list[str]) -> None:
    """Do the faults of these names; all of them where none is given."""
    told: list[Outcome] = []
    try:
        for name in names or FAULTS:
            for fault in FAULTS[name]:
                told.append(fault(ROUNDS[name]))
                print(".", end="", flush=True)
    finally:
        print()
        for one in told:
            print(f"{one.fault:<60} {one.rounds:>4} rounds: {one.told}")


if __name__ == "__main__":
    main(sys.argv[1:])
