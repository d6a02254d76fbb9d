"""What stands in the way is said at the start, with an exit code of its own; a changed address is found."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.lan.reachability import ALREADY_RUNS, FIREWALL, find_reachability_problem
from tests import ROOT
from tests.app_server import Server, find_free_port
from tests.long.processes.deployed.network import Network, network
from tests.waiting import wait_until

ALONE = ("unshare", "--net", "--")
"""In a network of its own, in which there is nothing but loopback, and that is down."""
NOBODY = ("setpriv", "--reuid=65534", "--clear-groups", "--bounding-set=-all", "--")


def started(*arguments: str, within: Sequence[str] = (), **environment: str) -> tuple[int, list[str]]:
    """The exit code of the command, and the lines it said: no welcome, no QR code, no traceback."""
    with tempfile.TemporaryDirectory() as data:
        Path(data).chmod(0o777)  # for nobody, too
        own = {"COMPANION_DATA": data, "COMPANION_PORT": str(find_free_port()), **environment}
        done = subprocess.run(
            [*within, sys.executable, "-m", "companion", *arguments], cwd=ROOT, capture_output=True,
            text=True, env={**os.environ, **own}, check=False,
        )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).splitlines()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", find_free_port()))
        other.listen()
        taken = other.getsockname()[1]
        code, [said] = started(COMPANION_PORT=str(taken))
    assert code == 11
    assert f"Port {taken} is taken" in said
    assert f"--port {taken + 1}" in said


class WithOption(Server):
    """Started with its port behind the command, as Windows takes it."""

    def start(self, **environment: str) -> None:
        self.command = (sys.executable, "-m", "companion", "--port", str(self.port))
        super().start(COMPANION_PORT="1", **environment)


def test_a_second_start_names_the_first_also_after_that_was_killed(tmp_path: Path) -> None:
    with WithOption(tmp_path) as first:
        own = {name: first.environment[name] for name in ("COMPANION_DATA", "COMPANION_DATABASE")}
        for _ in range(2):
            code, [said] = started(**own)
            assert code == ALREADY_RUNS
            assert first.address in said
            first.kill()
            first.start()


def test_the_start_says_where_the_data_is(tmp_path: Path) -> None:
    for proxies in ("0", "1"):
        with Server(tmp_path, COMPANION_PROXIES=proxies) as server:
            wait_until(lambda: str(tmp_path) in server.log.read_text("utf-8"), "its welcome")
            server.log.unlink()


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
    free = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text("utf-8") != "1024\n"
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
    place.write_text(content, "utf-8")
    found = find_reachability_problem("192.0.2.2", 8000, tmp_path)
    assert bool(found) == bool(command)
    if found:
        assert found.code == FIREWALL
        assert command in found.sentence


PORT = "8000"
ASK = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
RESOLVE = """
import sys
import tempfile
from zeroconf import IPVersion, ServiceInfo, Zeroconf
network = Zeroconf(interfaces=[sys.argv[2]])
info = ServiceInfo("_http._tcp.local.", sys.argv[1] + "._http._tcp.local.")
print(info.request(network, 4000) and info.parsed_addresses(IPVersion.V4Only))
network.close()
"""
HOUSE, PHONE, OTHER = "10.78.0.2", "10.78.0.3", "10.78.0.5"


class NamespaceHost(Server):
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
        wait_until(lambda: what in self.asked("house", ASK, page), what)

    def is_found_at(self, address: str) -> None:
        """Its page and its name lead a phone there, and it answers that phone."""
        name = (Path(self.environment["COMPANION_DATA"]) / "authority" / "name").read_text("utf-8")
        name = name.removesuffix(".local")
        self.tells(f"http://{address}:{PORT}")
        self.tells(f"{name}.local answers on this network")
        wait_until(lambda: self.asked("phone", RESOLVE, name, PHONE) == f"['{address}']", name)
        assert "ok" in self.asked("phone", ASK, f"http://{address}:{PORT}/healthz")


@pytest.fixture
def hosts() -> Iterator[Network]:
    try:
        with network(f"change{os.getpid()}", ("house", "phone"), {}) as made:
            yield made
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no networks of its own may be made here")


def test_the_page_and_the_name_tell_the_new_address(hosts: Network, tmp_path: Path) -> None:
    with NamespaceHost(hosts, tmp_path) as house:
        house.is_found_at(HOUSE)
        assert house.asked("phone", ASK, f"http://{HOUSE}:{PORT}/host") == ""
        for change in (("add", OTHER), ("del", HOUSE), ("replace", OTHER)):
            deed, address = change
            moved = ["ip", "addr", deed, f"{address}/24", "dev", "eth0"]
            subprocess.run(hosts.on("house", *moved), check=True)
        house.is_found_at(OTHER)
    assert HOUSE in house.log.read_text("utf-8")
