"""An entry costs no more than so many function calls, in each game (counted by ``calls.py``)."""

import json
import subprocess
import sys

from tests import ROOT

LIMITS = {
    "giza": (6_215, 270),
    "cheops_dice": (9_110, 215),
    "deadline": (8_090, 295),
    "cheops_treasure": (8_010, 268),
    "cheops_catan": (6_940, 246),
}
"""By game: the calls of an entry with four listening phones, and those of one more that does not act."""


def test_an_entry_takes_no_more_calls() -> None:
    command = [sys.executable, "-m", "tests.long.processes.call_counts"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    counted: dict[str, tuple[float, float]] = json.loads(told)
    for slug, (entry, onlooker) in LIMITS.items():
        assert (counted[slug][0] <= entry, counted[slug][1] <= onlooker) == (True, True), counted
