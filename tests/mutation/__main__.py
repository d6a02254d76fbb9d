"""Mutation tests: each mistake of ``mistakes.toml``, in a copy of the checkout, must make its tests
fail.

``make mutation`` tries all. ``python -m tests.mutation WORD …`` tries those with a WORD in the
description.
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

MISTAKES_FILE = Path(__file__).with_name("mistakes.toml")


@dataclass(frozen=True)
class Mistake:
    """A mistake that replaces one text in one file. ``caught_by`` has the arguments with which pytest
    finds it.
    """

    what: str
    file: str
    old: str
    new: str
    caught_by: str
    built: bool = False
    """Whether the mistake is only in the files that browsers load, so that these must be built again."""


def copy_checkout(folder: Path) -> Path:
    copy = folder / "checkout"
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    files = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(lambda name: (ROOT / name).is_file(), files.stdout.splitlines()):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(ROOT / "build", copy / "build", dirs_exist_ok=True)
    return copy


def try_mistake(copy: Path, mistake: Mistake) -> str:
    """Return the names of the tests that failed, or "DOES NOT FIT …", or "NOT CAUGHT …"."""
    file = copy / mistake.file
    original = file.read_text("utf-8")
    if original.count(mistake.old) != 1:
        return "DOES NOT FIT"
    file.write_text(original.replace(mistake.old, mistake.new), "utf-8")
    try:
        if mistake.built:
            subprocess.run([sys.executable, "hatch_build.py"], cwd=copy, check=True)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        run = subprocess.run(
            [*command, *mistake.caught_by.split()], cwd=copy, capture_output=True, text=True, check=False
        )
    finally:
        file.write_text(original, "utf-8")
        if mistake.built:
            subprocess.run([sys.executable, "hatch_build.py"], cwd=copy, check=True)
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)(.*)", run.stdout, re.M)
    return (
        "; ".join(f"{name}{reason[:160]}" for name, reason in failed) or f"NOT CAUGHT {run.stdout[-300:]}"
    )


def main(words: list[str]) -> int:
    """Try the mistakes that have one of the words in their description. Return how many of them no test
    caught.
    """
    all_mistakes = [
        Mistake(**entry) for entry in tomllib.loads(MISTAKES_FILE.read_text("utf-8"))["mistake"]
    ]
    mistakes = [m for m in all_mistakes if not words or any(word in m.what for word in words)]
    missed = by_long_tests = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_checkout(Path(folder))
        for mistake in mistakes:
            result = try_mistake(copy, mistake)
            missed += (is_missed := result.startswith(("DOES", "NOT")))
            by_long_tests += not is_missed and "tests/long" in mistake.caught_by
            print(f"{mistake.what}\n  {result}", flush=True)
    caught = len(mistakes) - missed
    print(f"{caught} of {len(mistakes)} caught, {caught - by_long_tests} by the required tests")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
