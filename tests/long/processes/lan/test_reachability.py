"""A failed start has an exit code and a sentence, and the server publishes a changed address."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.lan.reachability import FIREWALL, find_reachability_problem
from tests import ROOT
from tests.app_server import Server, find_free_port
from tests.waiting import wait_until

NO_NETWORK_COMMAND = ("unshare", "--net", "--")
"""Runs a command in a network namespace without any network."""
AS_NOBODY_COMMAND = ("setpriv", "--reuid=65534", "--clear-groups", "--bounding-set=-all", "--")


def run_server(*arguments: str, prefix: Sequence[str] = (), **environment: str) -> tuple[int, list[str]]:
    """Run the server command until it ends. Return its exit code and the lines of its output."""
    with tempfile.TemporaryDirectory() as data:
        Path(data).chmod(0o777)  # the user nobody writes there, too
        settings = {"COMPANION_DATA": data, "COMPANION_PORT": str(find_free_port()), **environment}
        result = subprocess.run(
            [*prefix, sys.executable, "-m", "companion", *arguments], cwd=ROOT, capture_output=True,
            text=True, env={**os.environ, **settings}, check=False,
        )  # fmt: skip
    return result.returncode, (result.stdout + result.stderr).splitlines()


def test_the_start_message_names_the_data_folder(tmp_path: Path) -> None:
    for proxies in ("0", "1"):
        with Server(tmp_path, COMPANION_PROXIES=proxies) as server:
            wait_until(lambda: str(tmp_path) in server.log.read_text("utf-8"), "the start message")
            server.log.unlink()


@pytest.mark.parametrize("host", ["192.0.2.77", "no such host"])
def test_an_invalid_host_is_reported(host: str) -> None:
    code, [sentence] = run_server(COMPANION_HOST=host)
    assert code == 13
    assert host in sentence


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_a_privileged_port_is_reported() -> None:
    free = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text("utf-8") != "1024\n"
    if os.geteuid() or free:
        pytest.skip("needs root and privileged ports")
    code, output = run_server(prefix=AS_NOBODY_COMMAND, COMPANION_PORT="81")
    assert (code, len(output)) == (12, 1)


def test_check_reports_a_missing_network() -> None:
    if subprocess.run([*NO_NETWORK_COMMAND, "true"], capture_output=True, check=False).returncode:
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
from zeroconf import IPVersion, ServiceInfo, Zeroconf
network = Zeroconf(interfaces=[sys.argv[2]])
info = ServiceInfo("_http._tcp.local.", sys.argv[1] + "._http._tcp.local.")
print(info.request(network, 4000) and info.parsed_addresses(IPVersion.V4Only))
network.close()
"""
FIRST_ADDRESS, NEW_ADDRESS = "10.78.0.2", "10.78.0.5"


class NamespaceServer(Server):
    """A server process in a network namespace of its own."""

    def __init__(self, namespace: str, folder: Path) -> None:
        self.prefix = ("ip", "netns", "exec", namespace, sys.executable)
        self.command = (*self.prefix, "-m", "companion")
        super().__init__(folder, COMPANION_HOST="0.0.0.0", COMPANION_PORT=SERVER_PORT)

    def is_answering(self) -> bool:
        return bool(self.run_python(GET_PROGRAM, f"http://localhost:{SERVER_PORT}/healthz"))

    def run_python(self, *code: str) -> str:
        command = [*self.prefix, "-c", *code]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def wait_until_published(self, address: str) -> None:
        """Wait until the host's page and mDNS show this address."""
        name = (Path(self.environment["COMPANION_DATA"]) / "authority" / "name").read_text("utf-8")
        page = f"http://localhost:{SERVER_PORT}/host"
        for text in (f"http://{address}:{SERVER_PORT}", f"{name} answers on this network"):
            wait_until(lambda text=text: text in self.run_python(GET_PROGRAM, page), text)  # type: ignore[misc]
        service = name.removesuffix(".local")
        wait_until(lambda: self.run_python(RESOLVE_PROGRAM, service, address) == f"['{address}']", name)
        assert self.run_python(GET_PROGRAM, f"http://{address}:{SERVER_PORT}/healthz")


def run_ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@pytest.fixture
def namespace() -> Iterator[str]:
    """Yield the name of a network namespace with one interface, which has the first address."""
    name = f"change{os.getpid()}"
    try:
        run_ip("netns", "add", name)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("network namespaces are not allowed here")
    run_ip("-n", name, "link", "add", "eth0", "type", "veth", "peer", "phone")
    for interface in ("lo", "eth0", "phone"):
        run_ip("-n", name, "link", "set", interface, "up")
    run_ip("-n", name, "addr", "add", f"{FIRST_ADDRESS}/24", "dev", "eth0")
    yield name
    run_ip("netns", "del", name)


def test_a_changed_address_is_shown_and_published(namespace: str, tmp_path: Path) -> None:
    with NamespaceServer(namespace, tmp_path) as server:
        server.wait_until_published(FIRST_ADDRESS)
        run_ip("-n", namespace, "addr", "add", f"{NEW_ADDRESS}/24", "dev", "eth0")
        run_ip("-n", namespace, "addr", "del", f"{FIRST_ADDRESS}/24", "dev", "eth0")
        run_ip("-n", namespace, "addr", "replace", f"{NEW_ADDRESS}/24", "dev", "eth0")
        server.wait_until_published(NEW_ADDRESS)
    assert FIRST_ADDRESS in server.log.read_text("utf-8")
