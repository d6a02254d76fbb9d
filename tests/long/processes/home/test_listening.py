"""What stands in the way is said in one sentence at the start, with an exit code of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.home.listening import FIREWALL, hindrance
from tests import ROOT
from tests.served import free_port

ALONE = [shutil.which("unshare") or "", "--net", "--"]
"""In a network of its own, in which there is nothing but loopback, and that is down."""


def started(
    *arguments: str, within: tuple[str, ...] = (), **environment: str
) -> tuple[int, list[str]]:
    """The exit code of the command, and the lines it said."""
    done = subprocess.run(
        [*within, sys.executable, "-m", "companion", *arguments], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "COMPANION_DATA": "/nonexistent", **environment}, check=False, timeout=60,
    )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.socket() as other:
        other.bind(("0.0.0.0", free_port()))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken(taken: int) -> None:
    code, said = started(COMPANION_PORT=str(taken))
    assert code == 11
    assert len(said) == 1, "no welcome, no QR code, no traceback"
    assert f"Port {taken} is taken" in said[0]
    assert f"COMPANION_PORT={taken + 1}" in said[0]


@pytest.mark.parametrize("port", ["abc", "0", "70000", "-1", "٨٠٠٠", "80 00"])
def test_a_port_that_is_none(port: str) -> None:
    code, said = started(COMPANION_PORT=port)
    assert (code, len(said)) == (10, 1)
    assert repr(port) in said[0]


@pytest.mark.parametrize("host", ["192.0.2.77", "no such host"])
def test_an_address_of_somebody_else(host: str) -> None:
    code, said = started(COMPANION_HOST=host, COMPANION_PORT=str(free_port()))
    assert (code, len(said)) == (13, 1)
    assert host in said[0]


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="no setpriv to be nobody with")
def test_a_port_that_is_not_for_everybody() -> None:
    nobody = ("setpriv", "--reuid=65534", "--clear-groups", "--bounding-set=-all", "--")
    if (
        os.geteuid()
        or Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text() != "1024\n"
    ):
        pytest.skip("only root can become nobody, and here nobody may take any port")
    code, said = started(within=nobody, COMPANION_PORT="81")
    assert (code, len(said)) == (12, 1)


def test_loopback_only_is_said_by_check() -> None:
    code, said = started("check", COMPANION_HOST="127.0.0.1", COMPANION_PORT=str(free_port()))
    assert (code, len(said)) == (14, 1)
    assert "Only this machine" in said[0]


def test_no_network_is_said_by_check() -> None:
    if subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no network of its own may be made here")
    code, said = started("check", within=tuple(ALONE), COMPANION_PORT=str(free_port()))
    assert (code, len(said)) == (15, 1)
    assert "in no network" in said[0]


@pytest.mark.parametrize(
    ("file", "content", "command"),
    [
        ("etc/ufw/ufw.conf", "# on\nENABLED=yes\n", "sudo ufw allow 8000/tcp"),
        ("run/firewalld.pid", "1", "sudo firewall-cmd --add-port=8000/tcp"),
    ],
)
def test_a_firewall_that_is_on(tmp_path: Path, file: str, content: str, command: str) -> None:
    place = tmp_path / file
    place.parent.mkdir(parents=True)
    place.write_text(content)
    found = hindrance("192.0.2.2", 8000, tmp_path)
    assert found
    assert (found.code, found.command) == (FIREWALL, command)
    assert command in found.sentence


def test_nothing_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "etc/ufw").mkdir(parents=True)
    (tmp_path / "etc/ufw/ufw.conf").write_text("ENABLED=no\n")
    assert hindrance("192.0.2.2", 8000, tmp_path) is None
