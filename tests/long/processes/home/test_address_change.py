"""Two network namespaces, a house and a phone: the house's address changes, and both hear of it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long.processes.deployed.network import Network, network
from tests.served import Server
from tests.waiting import until

PORT = "8000"
ASK = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
RESOLVE = """
import sys
from zeroconf import IPVersion, ServiceInfo, Zeroconf
network = Zeroconf(interfaces=[sys.argv[2]])
info = ServiceInfo("_http._tcp.local.", sys.argv[1] + "._http._tcp.local.")
print(info.request(network, 4000) and info.parsed_addresses(IPVersion.V4Only))
network.close()
"""
HOUSE, PHONE, OTHER = "10.78.0.2", "10.78.0.3", "10.78.0.5"


class FarHouse(Server):
    """A house on a host of its own."""

    def __init__(self, hosts: Network, folder: Path) -> None:
        self.command = tuple(hosts.on("house", sys.executable, "-m", "companion"))
        self.hosts = hosts
        super().__init__(folder, COMPANION_HOST="0.0.0.0", COMPANION_PORT=PORT)

    def answers(self) -> bool:
        return bool(self.asked("house", ASK, f"http://localhost:{PORT}/healthz"))

    def asked(self, host: str, *code: str) -> str:
        command = self.hosts.on(host, sys.executable, "-c", *code)
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def tells(self, what: str) -> None:
        page = f"http://localhost:{PORT}/host"
        until(lambda: what in self.asked("house", ASK, page), what)

    def is_found_at(self, address: str) -> None:
        """Its page and its name lead a phone there, and it answers that phone."""
        name = (Path(self.environment["COMPANION_DATA"]) / "authority" / "name").read_text()
        name = name.removesuffix(".local")
        self.tells(f"http://{address}:{PORT}")
        self.tells(f"{name}.local answers in this network")
        until(lambda: self.asked("phone", RESOLVE, name, PHONE) == f"['{address}']", name)
        assert "ok" in self.asked("phone", ASK, f"http://{address}:{PORT}/healthz")


@pytest.fixture
def hosts() -> Iterator[Network]:
    try:
        with network(f"change{os.getpid()}", ("house", "phone"), {}) as made:
            yield made
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no networks of its own may be made here")


def test_the_page_and_the_name_tell_the_new_address(hosts: Network, tmp_path: Path) -> None:
    with FarHouse(hosts, tmp_path) as house:
        house.is_found_at(HOUSE)
        assert house.asked("phone", ASK, f"http://{HOUSE}:{PORT}/host") == ""
        for change in (("add", OTHER), ("del", HOUSE), ("replace", OTHER)):
            deed, address = change
            moved = ["ip", "addr", deed, f"{address}/24", "dev", "eth0"]
            subprocess.run(hosts.on("house", *moved), check=True)
        house.is_found_at(OTHER)
    assert HOUSE in house.log.read_text()
