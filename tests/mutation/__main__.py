"""Mistakes planted one at a time in a copy of the checkout: each has to be caught by the test it names.

``make mutation`` tries all; ``python -m tests.mutation WORD …`` tries those with a WORD in the description.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests import ROOT

LIST = Path(__file__).with_name("mistakes.toml")


@dataclass(frozen=True)
class Mistake:
    """One text in place of another; ``caught_by`` is what pytest is asked to run."""

    what: str
    file: str
    old: str
    new: str
    caught_by: str
    built: bool = False
    """It shows only in what phones load, which is built from the sources."""


def copied_to(folder: Path) -> Path:
    copy = folder / "checkout"
    asked = ["git", "ls-files", "-co", "--exclude-standard"]
    files = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(lambda name: (ROOT / name).is_file(), files.stdout.splitlines()):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(ROOT / "build", copy / "build", dirs_exist_ok=True)
    return copy


def outcome(copy: Path, mistake: Mistake) -> str:
    """The tests that fell, or why none could."""
    file = copy / mistake.file
    whole = file.read_text("utf-8")
    if whole.count(mistake.old) != 1:
        return "DOES NOT FIT"
    file.write_text(whole.replace(mistake.old, mistake.new), "utf-8")
    try:
        if mistake.built:
            subprocess.run([sys.executable, "hatch_build.py"], cwd=copy, check=True)
        asked = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        run = subprocess.run(
            [*asked, *mistake.caught_by.split()], cwd=copy, capture_output=True, text=True, check=False
        )
    finally:
        file.write_text(whole, "utf-8")
        if mistake.built:
            subprocess.run([sys.executable, "hatch_build.py"], cwd=copy, check=True)
    fell = re.findall(r"^(?:FAILED|ERROR) (\S+)(.*)", run.stdout, re.M)
    return "; ".join(f"{name}{why[:160]}" for name, why in fell) or f"NOT CAUGHT {run.stdout[-300:]}"


def main(words: list[str]) -> int:
    """Plant each mistake that is asked for; the number of those that got through."""
    mistakes = [Mistake(**entry) for entry in tomllib.loads(LIST.read_text("utf-8"))["mistake"]]
    asked = [one for one in mistakes if not words or any(word in one.what for word in words)]
    missed = late = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copied_to(Path(folder))
        for mistake in asked:
            told = outcome(copy, mistake)
            missed += (got_through := told.startswith(("DOES", "NOT")))
            late += not got_through and "tests/long" in mistake.caught_by
            print(f"{mistake.what}\n  {told}", flush=True)
    caught = len(asked) - missed
    print(f"{caught} of {len(asked)} caught, {caught - late} by the gate")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
