"""A process of its own beside the server, for as long as that lives: its standard input ends with it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress


def start_beside(module: str, *arguments: str) -> None:
    """Run a module of ours until this process is gone, or the one that takes its place."""
    heard, held = os.pipe()
    os.set_inheritable(held, True)  # it closes when the server is gone, however that went
    with suppress(OSError):
        subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=heard, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that Ctrl+C leaves it the time to put away what it began
        )  # fmt: skip
    os.close(heard)
