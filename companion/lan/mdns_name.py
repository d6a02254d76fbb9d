"""Publishes the local host name by mDNS, in a process of its own (``mdns_publisher``)."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from companion.lan.addresses import is_in_container, is_loopback
from companion.lan.data_folder import ca_folder, read_or_choose_hostname


def start_publishing(data: Path, host: str, port: int) -> bool:
    """Start a process that publishes the host name for a server on this host and port, and return True.

    The process ends when the server has ended. On loopback and in a container no phone could use the name:
    then publish nothing, and return False.
    """
    status_file = _status_file(data)
    status_file.unlink(missing_ok=True)
    if is_loopback(host) or is_in_container():
        return False
    name = read_or_choose_hostname(ca_folder(data))
    read_end, write_end = os.pipe()
    os.set_inheritable(write_end, True)  # the system closes it when the server ends, even if it is killed
    with suppress(OSError):
        subprocess.Popen(
            [sys.executable, "-m", "companion.lan.mdns_publisher", name, str(port), host, str(status_file)],
            stdin=read_end, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C must not stop it before it has withdrawn the name
        )  # fmt: skip
    os.close(read_end)
    return True


def wait_for_published_name(data: Path, timeout: float = 0.0) -> str:
    """Return the host name once it is published; "" if it is not published within ``timeout`` seconds."""
    end_time = time.monotonic() + timeout
    while not _status_file(data).exists():
        if time.monotonic() >= end_time:
            return ""
        time.sleep(0.05)
    return read_or_choose_hostname(ca_folder(data))


def name_resolves(data: Path) -> bool:
    """Return whether the publishing process got an answer when it queried the host name by mDNS."""
    with suppress(OSError):
        return _status_file(data).read_text(encoding="ascii") == "answers"
    return False


def _status_file(data: Path) -> Path:
    return data / "name-is-published"
