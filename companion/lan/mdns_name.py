"""The house's name as phones find it beside the number: published by a process of its own (``mdns``)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from companion.lan.addresses import in_container, is_loopback
from companion.lan.ca_folder import ca_folder, local_hostname


def start_publishing(data: Path, host: str, port: int) -> bool:
    """Publish the house's name for as long as this process, or the one that takes its place, lives.

    False on loopback and in a container, where no phone would ask for it.
    """
    sign = _sign(data)
    sign.unlink(missing_ok=True)
    if is_loopback(host) or in_container():
        return False
    data.mkdir(parents=True, exist_ok=True)
    name = local_hostname(ca_folder(data))
    heard, held = os.pipe()
    os.set_inheritable(held, True)  # it closes when the server is gone, however that went
    with suppress(OSError):
        subprocess.Popen(
            [sys.executable, "-m", "companion.lan.mdns_publisher", name, str(port), host, str(sign)],
            stdin=heard, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that Ctrl+C leaves it the time to take the name back
        )  # fmt: skip
    os.close(heard)
    return True


def published_name(data: Path, patience: float = 0.0) -> str:
    """The house's name while phones find it by that, after so many seconds at most; else empty."""
    until = time.monotonic() + patience
    while not _sign(data).exists():
        if time.monotonic() >= until:
            return ""
        time.sleep(0.05)
    return local_hostname(ca_folder(data))


def name_resolves(data: Path) -> bool:
    """Whether the name was asked for on this machine, and answered."""
    with suppress(OSError):
        return _sign(data).read_text(encoding="ascii") == "answers"
    return False


def _sign(data: Path) -> Path:
    """A file that is there as long as the name is published."""
    return data / "name-is-published"
