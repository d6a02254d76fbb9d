"""Make the environment of the app: ``python3 make_environment.py .venv build``, which the Makefile runs.

It is only made where it is missing or stale: of another Python, or with packages of an older lock. Any
Python from 3.6 on reads this file, so that an old one gets a sentence and no syntax error.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Optional, Tuple

ROOT = Path(__file__).resolve().parent
NEWEST = 14
"""The newest Python 3 that is looked for by name."""


def needed() -> Tuple[int, int]:
    """Return the oldest Python that pyproject.toml allows, as (3, 11)."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    numbers = re.findall(r'requires-python = ">=(\d+)\.(\d+)"', text)[0]
    return int(numbers[0]), int(numbers[1])


def how_to_get_it(platform: str, found: Tuple[int, int], apt_package: str) -> str:
    """Return what to tell somebody whose newest Python is ``found`` on a system such as ``linux``.

    ``apt_package`` is a Python that Debian's or Ubuntu's package manager offers, as ``python3.11``.
    """
    numbers = (*needed(), *found)
    sentence = "The companion needs Python {}.{} or newer, and this is Python {}.{}.".format(*numbers)
    if platform == "darwin":
        way = "Install it from https://www.python.org/downloads/ and open a new terminal."
    elif apt_package:
        way = f"Type: sudo apt-get install -y {apt_package} {apt_package}-venv"
    else:
        way = "Install uv (https://docs.astral.sh/uv/) and type: uv python install 3.13"
    return f"{sentence} {way}\nThen type the same command again."


def newer_python() -> Optional[str]:
    """Return the path of a Python that is new enough, by its name; None if this machine has none."""
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path.home() / ".local" / "bin")])
    for name in names():
        path = shutil.which(name, path=folders)
        if path and starts(path):
            return path
    return None


def names() -> "list[str]":
    """Return the names of suitable Pythons, the newest first."""
    return [f"python3.{minor}" for minor in range(NEWEST, needed()[1] - 1, -1)]


def offered_by_apt() -> str:
    """Return the newest suitable Python that apt can install; empty if there is none, or no apt."""
    if not shutil.which("apt-cache"):
        return ""
    for name in names():
        if succeeds("apt-cache", "show", f"{name}-venv"):
            return name
    return ""


def starts(python: str) -> bool:
    """Return whether a Python can be started."""
    return succeeds(python, "-c", "")


def succeeds(*command: str) -> bool:
    """Return whether a command ends well. What it prints is dropped."""
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


class Environment:
    """An environment, with a note in it of what it was made from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.note = folder / "made-from.json"
        self.python = str(folder / "bin" / "python")

    def made_from(self) -> Dict[str, Any]:
        """Return the note; empty where there is none."""
        try:
            note = json.loads(self.note.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return note if isinstance(note, dict) else {}

    def is_stale(self, extra: str) -> bool:
        """Return whether it has to be made anew before ``extra`` is installed."""
        note, lock = self.made_from(), digest(lock_of(extra))
        return (
            note.get("python") != running()
            or note.get("locks", {}).get(extra, lock) != lock
            or not starts(self.python)
        )

    def is_ready(self, extra: str) -> bool:
        """Return whether nothing is to do for ``extra``."""
        note = self.made_from()
        return not self.is_stale(extra) and extra in note["locks"] and note["project"] == project()

    def make(self, extra: str) -> None:
        """Install what the lock of ``extra`` names, anew if the environment is stale."""
        print(f"Making its environment in {self.folder}, once: about a minute.", flush=True)
        if self.is_stale(extra):
            run(sys.executable, "-m", "venv", "--clear", str(self.folder))
        pip = (self.python, "-m", "pip", "install", "--quiet")
        run(*pip, "--require-hashes", "-r", str(lock_of(extra)))
        run(*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
        locks = {**self.made_from().get("locks", {}), extra: digest(lock_of(extra))}
        note = {"python": running(), "project": project(), "locks": locks}
        self.note.write_text(json.dumps(note), encoding="utf-8")


def running() -> str:
    """Return the version of this Python, as 3.11."""
    return "{}.{}".format(*version())


def version() -> Tuple[int, int]:
    """Return the version of this Python, as (3, 11)."""
    return sys.version_info[:2]


def lock_of(extra: str) -> Path:
    """Return the file with all packages of an extra of pyproject.toml."""
    return ROOT / "locks" / f"{extra}.txt"


def project() -> str:
    """Return what changes with the project's own settings."""
    return digest(ROOT / "pyproject.toml")


def digest(file: Path) -> str:
    """Return a hash of a file's content."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def run(*command: str) -> None:
    """Run a command. SystemExit if it fails; it has said why."""
    code = subprocess.call(command)
    if code:
        sys.exit(code)


def main(folder: str, extra: str) -> None:
    """Make an environment if it is not ready. SystemExit, with a sentence, if Python is too old for it."""
    if version() < needed():
        python = newer_python()
        if python is None:
            sys.exit(how_to_get_it(sys.platform, version(), offered_by_apt()))
        os.execv(python, [python, __file__, folder, extra])
    environment = Environment(Path(folder))
    if not environment.is_ready(extra):
        environment.make(extra)


if __name__ == "__main__":
    main(*sys.argv[1:])
