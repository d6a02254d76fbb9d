"""The number of function calls for an entry is below a limit in each game (see ``call_counts.py``)."""

import json
import subprocess
import sys

from tests import ROOT

CALL_LIMITS = {
    "giza": (6_215, 270),
    "cheops_dice": (9_110, 215),
    "deadline": (8_090, 295),
    "cheops_treasure": (8_010, 268),
    "cheops_catan": (6_940, 246),
}
"""For each game: the calls of an entry with four phones, and those for one phone that only watches."""


def test_an_entry_makes_few_function_calls() -> None:
    command = [sys.executable, "-m", "tests.long.processes.call_counts"]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    counts: dict[str, tuple[float, float]] = json.loads(output)
    for slug, (entry_limit, onlooker_limit) in CALL_LIMITS.items():
        assert (counts[slug][0] <= entry_limit, counts[slug][1] <= onlooker_limit) == (True, True), counts
