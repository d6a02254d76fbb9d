"""A failed start has an exit code and a sentence, and the server publishes a changed address."""

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
from tests.long.processes.network import Network, create_network
from tests.waiting import wait_until

NO_NETWORK_COMMAND = ("unshare", "--net", "--")
AS_NOBODY_COMMAND = ("setpriv", "--reuid=65534", "--clear-groups", "--bounding-set=-all", "--")


def run_server(*arguments: str, prefix: Sequence[str] = (), **environment: str) -> tuple[int, list[str]]:
    """Run the server until it ends, after the command ``prefix``. Return (exit code, lines of output)."""
    with tempfile.TemporaryDirectory() as data:
        Path(data).chmod(0o777)  # the user nobody writes there, too
        settings = {"COMPANION_DATA": data, "COMPANION_PORT": str(find_free_port()), **environment}
        result = subprocess.run(
            [*prefix, sys.executable, "-m", "companion", *arguments], cwd=ROOT, capture_output=True,
            text=True, env={**os.environ, **settings},
        )  # fmt: skip
    return result.returncode, (result.stdout + result.stderr).splitlines()


def test_a_taken_port_is_reported() -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", find_free_port()))
        other.listen()
        port = other.getsockname()[1]
        code, [sentence] = run_server(COMPANION_PORT=str(port))
    assert code == 11
    assert f"Port {port} is taken" in sentence
    assert f"--port {port + 1}" in sentence


class ServerWithPortOption(Server):
    def start(self, **environment: str) -> None:
        self.command = (sys.executable, "-m", "companion", "--port", str(self.port))
        super().start(COMPANION_PORT="1", **environment)


def test_a_second_start_names_the_first_server_even_after_a_kill(tmp_path: Path) -> None:
    with ServerWithPortOption(tmp_path) as first:
        settings = {name: first.environment[name] for name in ("COMPANION_DATA", "COMPANION_DATABASE")}
        for _ in range(2):
            code, [sentence] = run_server(**settings)
            assert code == ALREADY_RUNS
            assert first.address in sentence
            first.kill()
            first.start()


def test_the_start_message_names_the_data_folder(tmp_path: Path) -> None:
    for proxies in ("0", "1"):
        with Server(tmp_path, COMPANION_PROXIES=proxies) as server:
            wait_until(lambda: str(tmp_path) in server.log.read_text("utf-8"), "the start message")
            server.log.unlink()


@pytest.mark.parametrize(
    ("code", "name", "value"),
    [
        *((10, "PORT", port) for port in ("abc", "0", "70000", "٨٠٠٠", "80 00")),
        *((13, "HOST", host) for host in ("192.0.2.77", "no such host")),
    ],
)
def test_an_invalid_port_or_host_is_reported(code: int, name: str, value: str) -> None:
    exit_code, [sentence] = run_server(**{f"COMPANION_{name}": value})
    assert exit_code == code
    assert value in sentence


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_a_privileged_port_is_reported() -> None:
    free = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text("utf-8") != "1024\n"
    if os.geteuid() or free:
        pytest.skip("needs root and privileged ports")
    code, output = run_server(prefix=AS_NOBODY_COMMAND, COMPANION_PORT="81")
    assert (code, len(output)) == (12, 1)


def test_check_reports_that_only_loopback_is_configured() -> None:
    code, [sentence] = run_server("check", COMPANION_HOST="127.0.0.1")
    assert code == 14
    assert "Only this machine" in sentence


def test_check_reports_a_missing_network() -> None:
    if subprocess.run([*NO_NETWORK_COMMAND, "true"], capture_output=True).returncode:
        pytest.skip("network namespaces are not allowed here")
    code, [sentence] = run_server("check", prefix=NO_NETWORK_COMMAND)
    assert code == 15
    assert "in no network" in sentence


@pytest.mark.parametrize(
    ("file", "content", "command"),
    [
        ("etc/ufw/ufw.conf", "# on\nENABLED=yes\n", "sudo ufw allow 8000/tcp"),
        ("run/firewalld.pid", "1", "sudo firewall-cmd --add-port=8000/tcp"),
        ("etc/ufw/ufw.conf", "ENABLED=no\n", ""),
    ],
)
def test_an_active_firewall_is_reported(tmp_path: Path, file: str, content: str, command: str) -> None:
    config_file = tmp_path / file
    config_file.parent.mkdir(parents=True)
    config_file.write_text(content, "utf-8")
    problem = find_reachability_problem("192.0.2.2", 8000, tmp_path)
    assert bool(problem) == bool(command)
    if problem:
        assert problem.code == FIREWALL
        assert command in problem.sentence


SERVER_PORT = "8000"
GET_PROGRAM = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
RESOLVE_PROGRAM = """
import sys
import tempfile
from zeroconf import IPVersion, ServiceInfo, Zeroconf
network = Zeroconf(interfaces=[sys.argv[2]])
info = ServiceInfo("_http._tcp.local.", sys.argv[1] + "._http._tcp.local.")
print(info.request(network, 4000) and info.parsed_addresses(IPVersion.V4Only))
network.close()
"""
SERVER_ADDRESS, PHONE_ADDRESS, NEW_ADDRESS = "10.78.0.2", "10.78.0.3", "10.78.0.5"


class NamespaceServer(Server):
    def __init__(self, hosts: Network, folder: Path) -> None:
        self.command = tuple(hosts.make_command("server", sys.executable, "-m", "companion"))
        self.hosts = hosts
        super().__init__(folder, COMPANION_HOST="0.0.0.0", COMPANION_PORT=SERVER_PORT)

    def is_answering(self) -> bool:
        return bool(self.run_on("server", GET_PROGRAM, f"http://localhost:{SERVER_PORT}/healthz"))

    def run_on(self, host: str, *code: str) -> str:
        command = self.hosts.make_command(host, sys.executable, "-c", *code)
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()

    def wait_for_text(self, text: str) -> None:
        page = f"http://localhost:{SERVER_PORT}/host"
        wait_until(lambda: text in self.run_on("server", GET_PROGRAM, page), text)

    def wait_until_reachable(self, address: str) -> None:
        """Wait until the host's page and mDNS show this address and a phone reaches the server there."""
        name = (Path(self.environment["COMPANION_DATA"]) / "authority" / "name").read_text("utf-8")
        name = name.removesuffix(".local")
        self.wait_for_text(f"http://{address}:{SERVER_PORT}")
        self.wait_for_text(f"{name}.local answers on this network")
        wait_until(
            lambda: self.run_on("phone", RESOLVE_PROGRAM, name, PHONE_ADDRESS) == f"['{address}']", name
        )
        assert "ok" in self.run_on("phone", GET_PROGRAM, f"http://{address}:{SERVER_PORT}/healthz")


@pytest.fixture
def network_hosts() -> Iterator[Network]:
    try:
        with create_network(f"change{os.getpid()}", ("server", "phone")) as namespaces:
            yield namespaces
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("network namespaces are not allowed here")


def test_a_changed_address_is_shown_and_published(network_hosts: Network, tmp_path: Path) -> None:
    with NamespaceServer(network_hosts, tmp_path) as server:
        server.wait_until_reachable(SERVER_ADDRESS)
        assert server.run_on("phone", GET_PROGRAM, f"http://{SERVER_ADDRESS}:{SERVER_PORT}/host") == ""
        for command, address in (("add", NEW_ADDRESS), ("del", SERVER_ADDRESS), ("replace", NEW_ADDRESS)):
            arguments = ["ip", "addr", command, f"{address}/24", "dev", "eth0"]
            subprocess.run(network_hosts.make_command("server", *arguments), check=True)
        server.wait_until_reachable(NEW_ADDRESS)
    assert SERVER_ADDRESS in server.log.read_text("utf-8")
