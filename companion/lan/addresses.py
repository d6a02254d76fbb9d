"""The addresses of this computer that phones in the same network can open."""

import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address

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
    return f"{addresses[0]}{port}" if addresses else requested


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
