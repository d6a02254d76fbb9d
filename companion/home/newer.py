"""Whether there is a newer version: when the host wants to know, this installation's pip is asked.

Nothing asks by itself.
"""

from __future__ import annotations

import re
import subprocess
import sys

PATIENCE = 12.0
"""Seconds for all of it."""
_ASK = (
    "-m", "pip", "--disable-pip-version-check", "--no-input", "--retries", "0", "--timeout", "5",
    "index", "versions", "table-companion",
)  # fmt: skip
_NUMBERS = re.compile(r"\d+(?:\.\d+)*")


def newest_release() -> str:
    """The newest release; empty where none was found, or nobody could be asked."""
    try:
        told = subprocess.run(
            [sys.executable, *_ASK], capture_output=True, text=True, timeout=PATIENCE, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.match(r"table-companion \((\S+)\)", told)
    return found[1] if found and _NUMBERS.fullmatch(found[1]) else ""


def is_newer(release: str, own: str) -> bool:
    """Whether a release comes after a version, which may be on its way to a release (``0.2.0.dev0``)."""
    [number, ours] = (_numbers(version) for version in (release, own))
    return number > ours or (number == ours and not _NUMBERS.fullmatch(own))


def _numbers(version: str) -> list[int]:
    found = _NUMBERS.match(version)
    numbers = [int(number) for number in found[0].split(".")] if found else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
