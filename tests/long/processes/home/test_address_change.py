"""Two network namespaces, a house and a phone: the house's address changes, and both hear of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

PORT = "8000"
ASK = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1], timeout=2).read().decode())"
RESOLVE = """
import sys
from zeroconf import IPVersion, ServiceInfo, Zeroconf
network = Zeroconf(interfaces=["10.77.0.9"])
info = ServiceInfo("_http._tcp.local.", sys.argv[1] + "._http._tcp.local.")
print(info.request(network, 4000) and info.parsed_addresses(IPVersion.V4Only))
network.close()
"""


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def networks() -> Iterator[tuple[str, str]]:
    """The house's and the phone's, joined by a cable."""
    house, phone = (f"{name}{os.getpid()}" for name in ("house", "phone"))
    try:
        run("ip", "netns", "add", house)
        run("ip", "netns", "add", phone)
        run(
            "ip",
            "link",
            "add",
            "eth0",
            "netns",
            house,
            "type",
            "veth",
            "peer",
            "eth0",
            "netns",
            phone,
        )
    except (OSError, subprocess.CalledProcessError):
        subprocess.run(["ip", "netns", "del", house], capture_output=True, check=False)
        subprocess.run(["ip", "netns", "del", phone], capture_output=True, check=False)
        pytest.skip("no networks of its own may be made here")
    for name, address in ((house, "10.77.0.1/24"), (phone, "10.77.0.9/24")):
        run("ip", "-n", name, "addr", "add", address, "dev", "eth0")
        run("ip", "-n", name, "link", "set", "lo", "up")
        run("ip", "-n", name, "link", "set", "eth0", "up")
    yield house, phone
    for name in (house, phone):
        run("ip", "netns", "del", name)


def asked(network: str, address: str) -> str:
    """What is answered to somebody in that network; empty where nothing is."""
    command = ["ip", "netns", "exec", network, sys.executable, "-c", ASK, address]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def until(network: str, address: str, told: str) -> None:
    """Ask until it is told."""
    for _ in range(60):
        if told in asked(network, address):
            return
        time.sleep(0.5)
    raise AssertionError(told)


def test_the_page_and_the_name_tell_the_new_address(
    networks: tuple[str, str], tmp_path: Path
) -> None:
    house, phone = networks
    given = {**os.environ, "COMPANION_DATA": str(tmp_path), "COMPANION_PORT": PORT}
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(
            ["ip", "netns", "exec", house, sys.executable, "-m", "companion"], cwd=ROOT, env=given,
            stdout=log, stderr=log,
        )  # fmt: skip
    try:
        own = f"http://localhost:{PORT}/host"
        until(house, own, f"http://10.77.0.1:{PORT}")
        assert '"status":"ok"' in asked(phone, f"http://10.77.0.1:{PORT}/healthz").replace(" ", "")
        assert asked(phone, f"http://10.77.0.1:{PORT}/host") == ""
        name = (tmp_path / "authority" / "name").read_text().removesuffix(".local")
        until(house, own, f"{name}.local answers in this network")
        assert resolved(phone, name) == "['10.77.0.1']"
        run("ip", "-n", house, "addr", "add", "10.77.0.5/24", "dev", "eth0")
        run("ip", "-n", house, "addr", "del", "10.77.0.1/24", "dev", "eth0")
        run("ip", "-n", house, "addr", "replace", "10.77.0.5/24", "dev", "eth0")
        until(house, own, f"http://10.77.0.5:{PORT}")
        until(house, own, f"{name}.local answers in this network")
        for _ in range(40):
            if resolved(phone, name) == "['10.77.0.5']":
                break
            time.sleep(0.5)
        assert resolved(phone, name) == "['10.77.0.5']"
        assert '"status":"ok"' in asked(phone, f"http://10.77.0.5:{PORT}/healthz").replace(" ", "")
    finally:
        server.terminate()
        server.wait(15)
    assert "10.77.0.1" in (tmp_path / "log").read_text()


def resolved(network: str, name: str) -> str:
    return run("ip", "netns", "exec", network, sys.executable, "-c", RESOLVE, name).strip()
