"""The addresses of this machine that a phone in the same network can open."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address

import ifaddr

from companion.limits import parse_address

EXCLUDED_PREFIXES = (
    "docker", "br-", "veth", "virbr", "vnet", "vboxnet", "vmnet", "lxc", "lxd", "incus", "podman",
    "cni", "flannel", "tun", "tap", "utun", "wg", "ppp", "tailscale", "zt", "ham", "awdl", "llw",
    "vethernet", "virtualbox", "vmware", "hyper-v", "wsl", "loopback", "cscotun", "gpd", "nordlynx",
    "ipsec",
)  # fmt: skip
"""How the networks begin that are inside this machine, or lead elsewhere: containers, VPNs."""
VPN_KEYWORDS = (
    "vpn", "anyconnect", "cisco secure client", "pangp", "globalprotect", "radmin", "fortinet", "fortissl",
    "juniper", "pulse secure", "ivanti", "wireguard", "wintun", "tap-windows", "zerotier", "hamachi",
    "sonicwall", "check point", "zscaler", "netskope", "mullvad", "tunnel", "warp", "netbird", "twingate",
)  # fmt: skip
"""What the names of VPNs contain where the system names a network by its driver, as Windows does."""
ANY_ADDRESS = ("0.0.0.0", "::", "[::]")
"""All addresses of a machine, as whoever listens says it; a browser on it takes it for itself."""
CACHE_SECONDS = 2.0
"""Seconds for which addresses are not looked up anew."""
_PROBE_TARGET = ("192.0.2.1", 9)
"""An address of the documentation: nothing is sent to it."""


def reachable_addresses() -> list[str]:
    """The addresses that phones reach, the likeliest first; none where this machine is in no network.

    They are those of this moment, give or take ``CACHE_SECONDS``.
    """
    return list(_addresses_at(int(time.monotonic() / CACHE_SECONDS))[0])


def vpn_addresses() -> list[str]:
    """The addresses of VPNs and containers: few phones reach them."""
    return list(_addresses_at(int(time.monotonic() / CACHE_SECONDS))[1])


@lru_cache(maxsize=1)
def _addresses_at(moment: int) -> tuple[list[str], list[str]]:
    networks = [
        (adapter.nice_name, str(ip.ip), ip.network_prefix)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]
    return select_addresses(networks, outgoing_address())


def select_addresses(
    networks: Iterable[tuple[str, str, int]], outgoing: str = ""
) -> tuple[list[str], list[str]]:
    """Of (network, address, length of its prefix): the addresses that phones reach, and those of VPNs and
    containers; each the likeliest first.

    What leads to the internet is likeliest; an address that nobody gave out (169.254…) is there only if
    there is no other.
    """
    reached: list[IPv4Address] = []
    others: list[IPv4Address] = []
    for network, text, prefix in networks:
        address = IPv4Address(text)
        if not (address.is_loopback or address.is_unspecified):
            (reached if prefix < 32 and not _is_vpn_or_container(network) else others).append(address)
    given_out = [one for one in reached if not one.is_link_local]
    others = [one for one in others if not one.is_link_local]
    return _sort_by_likelihood(given_out or reached, outgoing), _sort_by_likelihood(others, outgoing)


def _is_vpn_or_container(network: str) -> bool:
    name = network.lower()
    return name.startswith(EXCLUDED_PREFIXES) or any(maker in name for maker in VPN_KEYWORDS)


def _sort_by_likelihood(addresses: list[IPv4Address], outgoing: str) -> list[str]:
    first = sorted(addresses, key=lambda one: (str(one) != outgoing, one))
    return list(dict.fromkeys(map(str, first)))


def outgoing_address() -> str:
    """The address from which this machine would speak to the internet; empty without a way there."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_PROBE_TARGET)
        return str(probe.getsockname()[0])
    return ""


def in_container() -> bool:
    """Whether the app runs in our container image, of whose own addresses no phone reaches any."""
    return os.environ.get("COMPANION_CONTAINER") == "1"


def addresses_of(host: str) -> list[str]:
    """Where phones reach a server that listens on ``host``; none where only this machine does."""
    if in_container():
        return []
    if host in ANY_ADDRESS:
        return reachable_addresses()
    return [] if is_loopback(host) else [host]


def vpn_addresses_of(host: str) -> list[str]:
    """The addresses of VPNs and containers of a server that listens on ``host``."""
    return vpn_addresses() if host in ANY_ADDRESS and not in_container() else []


def host_for_phones(listen_host: str, asked: str) -> str:
    """By which host, with its port, phones reach what was asked for as ``asked``.

    Where that is the machine itself it is its first address; where no phone gets through it stays.
    """
    name, port = split_host(asked)
    addresses = addresses_of(listen_host) if is_loopback(name) or name in ANY_ADDRESS else []
    return f"{addresses[0]}{port}" if addresses else asked


def split_host(asked: str) -> tuple[str, str]:
    """What was asked for, in its name and its port with the colon, empty where that is the usual one."""
    name, colon, port = asked.rpartition(":")
    return (name, colon + port) if colon and port.isdigit() else (asked, "")


@lru_cache(1024)
def is_loopback(host: str) -> bool:
    """Whether a host, as it is written in an address without its port, is the machine that asks."""
    name = host.strip("[]").rstrip(".").lower()
    address = parse_address(name)
    return address.is_loopback if address else name == "localhost" or name.endswith(".localhost")
