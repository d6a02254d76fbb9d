"""What stands in the way is said in one sentence at the start, with an exit code of its own."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.house.listening import FIREWALL, hindrance
from tests import ROOT
from tests.served import free_port

ALONE = ("unshare", "--net", "--")
"""In a network of its own, in which there is nothing but loopback, and that is down."""
NOBODY = ("setpriv", "--reuid=65534", "--clear-groups", "--bounding-set=-all", "--")


def started(*arguments: str, within: Sequence[str] = (), **environment: str) -> tuple[int, list[str]]:
    """The exit code of the command, and the lines it said: no welcome, no QR code, no traceback."""
    own = {"COMPANION_DATA": "/nonexistent", "COMPANION_PORT": str(free_port()), **environment}
    done = subprocess.run(
        [*within, sys.executable, "-m", "companion", *arguments], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, **own}, check=False,
    )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).splitlines()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", free_port()))
        other.listen()
        taken = other.getsockname()[1]
        code, [said] = started(COMPANION_PORT=str(taken))
    assert code == 11
    assert f"Port {taken} is taken" in said
    assert f"COMPANION_PORT={taken + 1}" in said


@pytest.mark.parametrize(
    ("code", "name", "given"),
    [
        *((10, "PORT", port) for port in ("abc", "0", "70000", "٨٠٠٠", "80 00")),
        *((13, "HOST", host) for host in ("192.0.2.77", "no such host")),
    ],
)
def test_a_port_or_an_address_that_is_none(code: int, name: str, given: str) -> None:
    ended, [said] = started(**{f"COMPANION_{name}": given})
    assert ended == code
    assert given in said


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="no setpriv to be nobody with")
def test_a_port_that_is_not_for_everybody() -> None:
    free = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text() != "1024\n"
    if os.geteuid() or free:
        pytest.skip("only root can become nobody, and here nobody may take any port")
    code, said = started(within=NOBODY, COMPANION_PORT="81")
    assert (code, len(said)) == (12, 1)


def test_loopback_only_is_said_by_check() -> None:
    code, [said] = started("check", COMPANION_HOST="127.0.0.1")
    assert code == 14
    assert "Only this machine" in said


def test_no_network_is_said_by_check() -> None:
    if subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no network of its own may be made here")
    code, [said] = started("check", within=ALONE)
    assert code == 15
    assert "in no network" in said


@pytest.mark.parametrize(
    ("file", "content", "command"),
    [
        ("etc/ufw/ufw.conf", "# on\nENABLED=yes\n", "sudo ufw allow 8000/tcp"),
        ("run/firewalld.pid", "1", "sudo firewall-cmd --add-port=8000/tcp"),
        ("etc/ufw/ufw.conf", "ENABLED=no\n", ""),
    ],
)
def test_a_firewall_that_is_on(tmp_path: Path, file: str, content: str, command: str) -> None:
    place = tmp_path / file
    place.parent.mkdir(parents=True)
    place.write_text(content)
    found = hindrance("192.0.2.2", 8000, tmp_path)
    assert bool(found) == bool(command)
    if found:
        assert (found.code, found.command) == (FIREWALL, command)
        assert command in found.sentence
