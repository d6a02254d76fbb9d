"""Create the virtual environment of the app. The Makefile runs ``python3 make_environment.py .venv build``.

An environment is replaced if its Python version, its lock file or pyproject.toml has changed. This file
runs on Python 3.6 or newer, so that an old Python prints a sentence instead of a syntax error.
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
NEWEST_MINOR_VERSION = 14
"""The newest minor version of Python 3 that is searched."""


def required_version() -> Tuple[int, int]:
    """Return the oldest Python version that pyproject.toml allows, such as (3, 11)."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    numbers = re.findall(r'requires-python = ">=(\d+)\.(\d+)"', text)[0]
    return int(numbers[0]), int(numbers[1])


def python_help(platform: str, installed: Tuple[int, int], apt_package: str) -> str:
    """Return a sentence that tells how to install a newer Python on a platform such as ``linux``.

    ``installed`` is the version of the present Python. ``apt_package`` is a package that Debian or Ubuntu
    offers, such as ``python3.11``, or "".
    """
    numbers = (*required_version(), *installed)
    sentence = "The companion needs Python {}.{} or newer, and this is Python {}.{}.".format(*numbers)
    if platform == "darwin":
        advice = "Install it from https://www.python.org/downloads/ and open a new terminal."
    elif apt_package:
        advice = f"Type: sudo apt-get install -y {apt_package} {apt_package}-venv"
    else:
        advice = "Install uv (https://docs.astral.sh/uv/) and type: uv python install 3.13"
    return f"{sentence} {advice}\nThen type the same command again."


def find_newer_python() -> Optional[str]:
    """Return the path of a Python that is new enough; None if there is none."""
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path.home() / ".local" / "bin")])
    for name in python_names():
        path = shutil.which(name, path=folders)
        if path and succeeds(path, "-c", ""):
            return path
    return None


def python_names() -> "list[str]":
    """Return the names of suitable Python programs, the newest first: "python3.14" and so on."""
    return [f"python3.{minor}" for minor in range(NEWEST_MINOR_VERSION, required_version()[1] - 1, -1)]


def find_apt_package() -> str:
    """Return the name of the newest suitable Python that apt offers; "" if there is none, or no apt."""
    if not shutil.which("apt-cache"):
        return ""
    for name in python_names():
        if succeeds("apt-cache", "show", f"{name}-venv"):
            return name
    return ""


def succeeds(*command: str) -> bool:
    """Run a command without showing its output. Return whether it exits with 0."""
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


class Environment:
    """A virtual environment, with a JSON file that records its Python version and what is installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.record_file = folder / "made-from.json"
        self.python = str(folder / "bin" / "python")

    def load_record(self) -> Dict[str, Any]:
        """Return the environment's JSON record; {} if the environment is broken or of another Python."""
        try:
            record = json.loads(self.record_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        is_usable = record.get("python") == python_version_text() and succeeds(self.python, "-c", "")
        return record if is_usable else {}

    def is_ready(self, extra: str) -> bool:
        """Return whether the packages of an extra of pyproject.toml are installed and up to date."""
        return bool(self.load_record().get(extra) == sources_digest(extra))

    def install(self, extra: str) -> None:
        """Install the packages of an extra. First create the environment again if it is not usable."""
        print(f"Making its environment in {self.folder}, once: about a minute.", flush=True)
        record = self.load_record()
        if not record or extra in record:
            run_or_exit(sys.executable, "-m", "venv", "--clear", str(self.folder))
            record = {"python": python_version_text()}
        pip = (self.python, "-m", "pip", "install", "--quiet")
        run_or_exit(*pip, "--require-hashes", "-r", str(lock_file(extra)))
        run_or_exit(*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
        record[extra] = sources_digest(extra)
        self.record_file.write_text(json.dumps(record), encoding="utf-8")


def python_version_text() -> str:
    """Return the version of the running Python, such as "3.11"."""
    return "{}.{}".format(*python_version())


def python_version() -> Tuple[int, int]:
    """Return the version of the running Python, such as (3, 11)."""
    return sys.version_info[:2]


def lock_file(extra: str) -> Path:
    """Return the path of the lock file of an extra of pyproject.toml."""
    return ROOT / "locks" / f"{extra}.txt"


def sources_digest(extra: str) -> str:
    """Return a hash of the lock file of an extra and of pyproject.toml."""
    content = lock_file(extra).read_bytes() + (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(content).hexdigest()


def run_or_exit(*command: str) -> None:
    """Run a command. Raise SystemExit with its exit code if it fails."""
    code = subprocess.call(command)
    if code:
        sys.exit(code)


def main(folder: str, extra: str) -> None:
    """Create the environment ``folder`` with the packages of an extra, unless it is up to date.

    If the running Python is too old, run this file with a newer one, or raise SystemExit with advice.
    """
    if python_version() < required_version():
        python = find_newer_python()
        if python is None:
            sys.exit(python_help(sys.platform, python_version(), find_apt_package()))
        os.execv(python, [python, __file__, folder, extra])
    environment = Environment(Path(folder))
    if not environment.is_ready(extra):
        environment.install(extra)


if __name__ == "__main__":
    main(*sys.argv[1:])
