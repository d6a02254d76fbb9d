"""The addresses at which phones reach this computer, the listening socket, and what prevents them."""

import errno
import os
import socket
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address
from pathlib import Path

import ifaddr

from companion.limits import parse_address

EXCLUDED_INTERFACE_PREFIXES = (
    "docker", "br-", "veth", "virbr", "vnet", "vboxnet", "vmnet", "lxc", "lxd", "incus", "podman",
    "cni", "flannel", "tun", "tap", "utun", "wg", "ppp", "tailscale", "zt", "ham", "awdl", "llw",
    "vethernet", "virtualbox", "vmware", "hyper-v", "wsl", "loopback", "cscotun", "gpd", "nordlynx",
    "ipsec",
)  # fmt: skip
"""Prefixes of the names of network interfaces of containers, virtual machines and VPNs."""
VPN_KEYWORDS = (
    "vpn", "anyconnect", "cisco secure client", "pangp", "globalprotect", "radmin", "fortinet", "fortissl",
    "juniper", "pulse secure", "ivanti", "wireguard", "wintun", "tap-windows", "zerotier", "hamachi",
    "sonicwall", "check point", "zscaler", "netskope", "mullvad", "tunnel", "warp", "netbird", "twingate",
)  # fmt: skip
"""Words in the interface names of VPNs on Windows, which names an interface after its driver."""
ANY_ADDRESS = ("0.0.0.0", "::", "[::]")
"""Hosts that stand for all addresses of this computer.

A browser on this computer can open them, too.
"""
_PROBE_TARGET = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737); nothing is sent to it."""


def find_own_addresses() -> tuple[list[str], list[str]]:
    """Return this computer's (addresses for phones, the best first; addresses of VPNs and containers)."""
    interfaces = [
        (adapter.nice_name, str(ip.ip), ip.network_prefix)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]
    return select_addresses(interfaces, find_outgoing_address())


def select_addresses(
    interfaces: Iterable[tuple[str, str, int]], outgoing: str = ""
) -> tuple[list[str], list[str]]:
    """Return (addresses for phones, the best first; addresses of VPNs and containers) of a computer.

    ``interfaces`` contains (name, IPv4 address, prefix length). ``outgoing`` is the address towards the
    internet, which comes first. A self-assigned address (169.254…) is used only if there is no other.
    """
    reachable: list[IPv4Address] = []
    others: list[IPv4Address] = []
    for name, text, prefix_length in interfaces:
        address = IPv4Address(text)
        if not (address.is_loopback or address.is_unspecified):
            is_reachable = prefix_length < 32 and not _is_vpn_or_container(name)
            (reachable if is_reachable else others).append(address)
    assigned = [address for address in reachable if not address.is_link_local]
    others = [address for address in others if not address.is_link_local]
    return _sort_by_likelihood(assigned or reachable, outgoing), _sort_by_likelihood(others, outgoing)


def _is_vpn_or_container(interface: str) -> bool:
    name = interface.lower()
    return name.startswith(EXCLUDED_INTERFACE_PREFIXES) or any(keyword in name for keyword in VPN_KEYWORDS)


def _sort_by_likelihood(addresses: list[IPv4Address], outgoing: str) -> list[str]:
    ordered = sorted(addresses, key=lambda address: (str(address) != outgoing, address))
    return list(dict.fromkeys(map(str, ordered)))


def find_outgoing_address() -> str:
    """Return the address with which this computer connects to the internet; "" without a route."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_PROBE_TARGET)
        return str(probe.getsockname()[0])
    return ""


def is_in_container() -> bool:
    """Return whether the app runs in its own container image, whose addresses phones cannot reach."""
    return os.environ.get("COMPANION_CONTAINER") == "1"


def addresses_for_phones(host: str) -> list[str]:
    """Return the addresses at which phones reach a server that listens on ``host``; [] if they cannot."""
    if is_in_container():
        return []
    if host in ANY_ADDRESS:
        return list(find_own_addresses()[0])
    return [] if is_loopback(host) else [host]


def vpn_addresses(host: str) -> list[str]:
    """Return the addresses of VPNs and containers on this computer at which few phones reach the server.

    Return [] unless ``host``, on which the server listens, means all addresses. Also [] in a container.
    """
    return list(find_own_addresses()[1]) if host in ANY_ADDRESS and not is_in_container() else []


def choose_host_for_phones(listen_host: str, requested: str) -> str:
    """Return the host and port of a request, such as ``localhost:8000``, as phones can open them.

    Loopback is replaced by the first address at which phones reach a server that listens on
    ``listen_host``, if there is one. Other hosts are returned unchanged.
    """
    name, port = split_host(requested)
    addresses = addresses_for_phones(listen_host) if is_loopback(name) or name in ANY_ADDRESS else []
    return f"{host_in_url(addresses[0])}{port}" if addresses else requested


def host_in_url(host: str) -> str:
    """Return a host as URLs contain it: an IPv6 address in brackets.

    >>> host_in_url("fd00::5"), host_in_url("192.168.1.20")
    ('[fd00::5]', '192.168.1.20')
    """
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def split_host(host: str) -> tuple[str, str]:
    """Return ("localhost", ":8000") for ``localhost:8000``. Without a port, the second text is ""."""
    name, colon, port = host.rpartition(":")
    return (name, colon + port) if colon and port.isdigit() else (host, "")


@lru_cache(1024)
def is_loopback(host: str) -> bool:
    """Return whether a host, without a port, means this computer, as do ``localhost`` and ``127.0.0.1``."""
    name = host.strip("[]").rstrip(".").lower()
    address = parse_address(name)
    return address.is_loopback if address else name == "localhost" or name.endswith(".localhost")


BAD_PORT, PORT_TAKEN, PORT_FORBIDDEN, NO_SUCH_ADDRESS = 10, 11, 12, 13
LOOPBACK_ONLY, NO_NETWORK, FIREWALL, CANNOT_LISTEN = 14, 15, 16, 17
ALREADY_RUNS, CONTAINER = 18, 19
"""Exit codes, described in docs/operating.md."""
ACCEPT_BACKLOG = 2048


class ReachabilityProblem(SystemExit):
    """A reason why phones cannot reach the server, and what to do. If raised, it ends the program."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(code)
        self.sentence = sentence


def listen_port() -> int:
    """Return ``COMPANION_PORT``, or 8000. Raise ReachabilityProblem if it is not a port."""
    port = os.environ.get("COMPANION_PORT") or "8000"
    if port.isascii() and port.isdigit() and 0 < int(port) < 65536:
        return int(port)
    raise ReachabilityProblem(
        BAD_PORT, f"COMPANION_PORT is {port!r}: it has to be a number from 1 to 65535."
    )


def listen_host() -> str:
    """Return ``COMPANION_HOST``; by default 0.0.0.0, which means all addresses of this computer."""
    return os.environ.get("COMPANION_HOST") or "0.0.0.0"


def local_url(host: str, port: int) -> str:
    """Return the URL at which a browser on this computer opens a server that listens on ``host``."""
    return f"http://{'localhost' if host in ANY_ADDRESS else host_in_url(host)}:{port}"


def open_listening_socket(
    host: str, port: int, timeout: float = 0.0, *, accepts: bool = True
) -> socket.socket:
    """Return a socket bound to this host and port. Raise ReachabilityProblem if that fails.

    A port that is taken is tried again for ``timeout`` seconds, since a stopping server may still use it.
    Without ``accepts`` the socket refuses connections until ``listen`` is called, so that a proxy uses
    another server meanwhile.
    """
    end_time = time.monotonic() + timeout
    while True:
        try:
            return _bind(host, port, accepts=accepts)
        except ReachabilityProblem as error:
            if error.code != PORT_TAKEN or time.monotonic() >= end_time:
                raise
            time.sleep(0.1)


def _bind(host: str, port: int, *, accepts: bool) -> socket.socket:
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise _no_such_address_problem(host) from None
    family, _, _, _, address = addresses[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # on Windows it would take the port from another program
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        if accepts:
            listener.listen(ACCEPT_BACKLOG)
    except OSError as error:
        listener.close()
        raise _bind_problem(error, host, port) from None
    return listener


def _bind_problem(error: OSError, host: str, port: int) -> ReachabilityProblem:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 8000
        return ReachabilityProblem(
            PORT_TAKEN,
            f"Port {port} is taken by another program, or by a companion with another data folder. Stop "
            f"that one, or add another port to the command: --port {other} "
            f"(make run COMPANION_PORT={other}).",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ReachabilityProblem(
            PORT_FORBIDDEN, f"Port {port} is not for everybody: choose one above 1023, as --port 8000."
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return _no_such_address_problem(host)
    return ReachabilityProblem(
        CANNOT_LISTEN, f"Nothing can listen on {host}, port {port}: {error.strerror}."
    )


def _no_such_address_problem(host: str) -> ReachabilityProblem:
    sentence = f"This machine has no address {host!r}: leave COMPANION_HOST out to listen on all it has."
    return ReachabilityProblem(NO_SUCH_ADDRESS, sentence)


def find_reachability_problem(host: str, port: int, system: Path = Path("/")) -> ReachabilityProblem | None:
    """Return why phones cannot reach a server on this host and port; None if no reason is known.

    The reason can be a firewall that may block the port. ``system`` is the root folder of the operating
    system, where the settings of the firewall are read.
    """
    if is_in_container():
        return ReachabilityProblem(
            CONTAINER,
            "This is a container, and no phone reaches its own addresses. Add the address of the computer, "
            f"as phones see it: docker run -e COMPANION_ADDRESS=http://192.168.1.20:{port} …",
        )
    if is_loopback(host):
        sentence = f"Only this machine can open it: COMPANION_HOST={host}. Leave that out for phones."
        return ReachabilityProblem(LOOPBACK_ONLY, sentence)
    if not addresses_for_phones(host):
        return ReachabilityProblem(
            NO_NETWORK,
            "This machine is in no network: no phone can reach it. Join the Wi-Fi of the phones, or open "
            "a hotspot on one of them and join that.",
        )
    if command := _firewall_command(port, system):
        sentence = f"A firewall is on. If no phone gets through, open the port once: {command}"
        return ReachabilityProblem(FIREWALL, sentence)
    return None


def _firewall_command(port: int, system: Path) -> str:
    if not sys.platform.startswith("linux"):  # Windows and macOS ask the user at the first start
        return ""
    try:
        if "ENABLED=yes" in (system / "etc/ufw/ufw.conf").read_text(encoding="utf-8"):
            return f"sudo ufw allow {port}/tcp"
    except OSError:
        pass
    if (system / "run/firewalld.pid").exists():
        return f"sudo firewall-cmd --add-port={port}/tcp"
    return ""
