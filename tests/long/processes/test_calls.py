"""An entry costs no more than so many function calls, in each game (counted by ``calls.py``)."""

import json
import subprocess
import sys

from tests import ROOT

LIMITS = {
    "giza": (7_230, 295),
    "cheops_dice": (11_450, 238),
    "deadline": (8_945, 295),
    "cheops_treasure": (9_925, 295),
    "cheops_catan": (8_050, 264),
}
"""By game: the calls of an entry with four listening phones, and those of one more that does not act."""


def test_an_entry_takes_no_more_calls() -> None:
    command = [sys.executable, "-m", "tests.long.processes.calls"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    counted: dict[str, tuple[float, float]] = json.loads(told)
    for slug, (entry, onlooker) in LIMITS.items():
        assert (counted[slug][0] <= entry, counted[slug][1] <= onlooker) == (True, True), counted
