"""A failed start has an exit code and a sentence, and the server publishes a changed address."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from zeroconf import ServiceInfo, Zeroconf

from companion.lan import mdns_publisher
from companion.lan.addresses import ALREADY_RUNS, FIREWALL, find_reachability_problem
from companion.lan.mdns_publisher import publish
from tests import ROOT
from tests.app_server import Server, find_free_port
from tests.waiting import wait_until

NO_NETWORK_COMMAND = ("unshare", "--net", "--")
SERVICE_TYPE = "_http._tcp.local."
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


@pytest.mark.parametrize("host", ["192.0.2.77", "no such host"])
def test_an_invalid_host_is_reported(host: str) -> None:
    code, [sentence] = run_server(COMPANION_HOST=host)
    assert (code, host in sentence) == (13, True)


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_a_privileged_port_is_reported() -> None:
    free = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text("utf-8") != "1024\n"
    if os.geteuid() or free:
        pytest.skip("needs root and privileged ports")
    code, output = run_server(prefix=AS_NOBODY_COMMAND, COMPANION_PORT="81")
    assert (code, len(output)) == (12, 1)


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


def resolve_address(name: str) -> object:
    """Return the addresses that an mDNS query from another address of this machine gets for a name.

    Call it in a thread of its own: after a test with a browser, an event loop runs in the main thread.
    """
    with Zeroconf(interfaces=["127.0.0.9"]) as network:
        service = ServiceInfo(SERVICE_TYPE, f"{name}.{SERVICE_TYPE}")
        return service.request(network, 4000) and service.parsed_addresses()


def test_a_changed_address_is_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses, name, stopped = ["127.0.0.1"], f"table-{os.getpid()}", Event()
    monkeypatch.setattr(mdns_publisher, "addresses_for_phones", lambda host: list(addresses))
    monkeypatch.setattr(mdns_publisher, "REFRESH_SECONDS", 0.2)
    with ThreadPoolExecutor() as pool:
        pool.submit(publish, f"{name}.local", 8000, "0.0.0.0", tmp_path / "status", stopped)
        try:
            for address in ("127.0.0.1", "127.0.0.2"):
                addresses[:] = [address]
                wait_until(lambda: pool.submit(resolve_address, name).result() == addresses, address)
        finally:
            stopped.set()
    assert not (tmp_path / "status").exists()
