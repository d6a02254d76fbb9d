"""The addresses for phones, the message at the start on every console, and the choice of a host name."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.lan import addresses
from companion.lan.addresses import (
    addresses_for_phones,
    choose_host_for_phones,
    is_loopback,
    select_addresses,
)
from companion.lan.data_folder import ca_folder, read_or_choose_hostname
from tests import ROOT

WIFI_INTERFACE, CABLE_INTERFACE = ("wlan0", "192.168.7.20", 24), ("Local Area Connection", "10.0.0.5", 24)
SELF_ASSIGNED_INTERFACE = ("eth0", "169.254.3.4", 16)
VIRTUAL_INTERFACES = [
    ("lo", "127.0.0.1", 8), ("docker0", "172.17.0.1", 16), ("br-1c2d3e", "172.18.0.1", 16),
    ("tun0", "10.8.0.6", 24), ("tailscale0", "100.64.0.3", 32), ("vEthernet (WSL)", "172.29.32.1", 20),
    ("virbr0", "192.168.122.1", 24), ("cscotun0", "10.66.0.9", 24), ("gpd0", "10.67.0.9", 24),
    ("Cisco AnyConnect Virtual Miniport Adapter for Windows x64", "10.66.1.9", 24),
    ("PANGP Virtual Ethernet Adapter Secure", "10.67.1.9", 24), ("Famatech Radmin VPN", "26.1.2.3", 8),
    ("Fortinet SSL VPN Virtual Ethernet Adapter", "10.68.0.9", 24), ("WireGuard Tunnel", "10.69.0.9", 24),
    ("ZeroTier One Virtual Port", "10.147.17.9", 24), ("TAP-Windows Adapter V9", "10.8.1.6", 24),
]  # fmt: skip


def test_all_addresses_for_phones_are_listed_with_the_internet_route_first() -> None:
    assert select_addresses([SELF_ASSIGNED_INTERFACE, WIFI_INTERFACE])[0] == ["192.168.7.20"]
    both = [CABLE_INTERFACE, WIFI_INTERFACE]
    assert select_addresses(both, "192.168.7.20")[0] == ["192.168.7.20", "10.0.0.5"]
    assert select_addresses(both, "10.8.0.6")[0] == ["10.0.0.5", "192.168.7.20"], "the way out is a VPN"
    assert select_addresses([SELF_ASSIGNED_INTERFACE])[0] == ["169.254.3.4"]


@pytest.mark.parametrize("interface", VIRTUAL_INTERFACES, ids=lambda interface: interface[0])
def test_vpn_and_container_addresses_come_last_even_with_the_internet_route(
    interface: tuple[str, str, int],
) -> None:
    reachable, others = select_addresses([interface, WIFI_INTERFACE], interface[1])
    assert reachable == ["192.168.7.20"]
    assert others == ([] if interface[0] == "lo" else [interface[1]])
    assert select_addresses([interface], interface[1])[0] == []


@pytest.fixture
def simulate_home_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "find_own_addresses", lambda: (["192.168.7.20", "10.0.0.5"], []))


@pytest.mark.usefixtures("simulate_home_network")
def test_a_server_on_one_address_is_reached_only_there() -> None:
    assert addresses_for_phones("0.0.0.0") == addresses_for_phones("::") == ["192.168.7.20", "10.0.0.5"]
    assert addresses_for_phones("10.0.0.5") == ["10.0.0.5"]
    assert addresses_for_phones("127.0.0.1") == addresses_for_phones("localhost") == []


@pytest.mark.usefixtures("simulate_home_network")
def test_addresses_for_phones_never_contain_localhost() -> None:
    for host in (
        "localhost", "127.0.0.1", "127.3.2.1", "[::1]", "LOCALHOST", "my.localhost", "0.0.0.0",
    ):  # fmt: skip
        assert choose_host_for_phones("0.0.0.0", f"{host}:8000") == "192.168.7.20:8000"
        assert choose_host_for_phones("0.0.0.0", host) == "192.168.7.20"


@pytest.mark.usefixtures("simulate_home_network")
def test_a_host_that_a_phone_can_reach_is_not_changed() -> None:
    for host in ("10.0.0.5:8000", "table-7k3q.local:8000", "tables.example", "[fd00::2]:8000"):
        assert choose_host_for_phones("0.0.0.0", host) == host
    assert choose_host_for_phones("127.0.0.1", "localhost:8000") == "localhost:8000", "nobody else gets in"


def test_all_spellings_of_loopback_are_recognized() -> None:
    for host in ("127.0.0.1", "::1", "[::1]", "localhost", "localhost.", "::ffff:127.0.0.1"):
        assert is_loopback(host), host
    for host in ("192.168.7.20", "localhost.example", "", "0.0.0.0", "fd00::2", "evil"):
        assert not is_loopback(host), host


def test_the_host_name_is_chosen_once(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path / "new")
    name = read_or_choose_hostname(folder)
    assert re.fullmatch(r"table-[2-9a-hjkmnp-z]{4}\.local", name)
    assert read_or_choose_hostname(folder) == name
    assert folder.stat().st_mode & 0o777 == 0o700


def test_concurrent_processes_choose_the_same_host_name(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path)
    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(lambda _: read_or_choose_hostname(folder), range(64)))) == 1


PRINT_MESSAGE_PROGRAM = """from companion.server.startup_message import print_startup_message
print_startup_message("0.0.0.0", 8000, public="http://192.168.7.20:8000",
        fingerprint="4F·9A·C2·71", secret_path="/host/x", stored="/home/ann/data")"""
ANSI_ESCAPE = "\x1b["
HALF_BLOCK = "▀"


def run_in_console(encoding: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", PRINT_MESSAGE_PROGRAM], cwd=ROOT, capture_output=True, check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode(encoding)


def test_old_windows_consoles_show_address_fingerprint_and_qr_code() -> None:
    for encoding, half_blocks in (("utf-8", True), ("cp437", True), ("cp850", True), ("cp1252", False)):
        output = run_in_console(encoding)
        assert "http://192.168.7.20:8000\n" in output.replace("\r", ""), encoding
        assert "4F·9A·C2·71" in output, encoding
        assert (HALF_BLOCK in output) is half_blocks, encoding
        assert (ANSI_ESCAPE in output) is not half_blocks, encoding
    assert "4F?9A?C2?71" in run_in_console("ascii")
