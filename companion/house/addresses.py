"""The addresses of this machine that a phone in the same network can open."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address

import ifaddr

from companion.limits import parse_address

NOT_FOR_PHONES = (
    "docker", "br-", "veth", "virbr", "vnet", "vboxnet", "vmnet", "lxc", "lxd", "incus", "podman",
    "cni", "flannel", "tun", "tap", "utun", "wg", "ppp", "tailscale", "zt", "ham", "awdl", "llw",
    "vethernet", "virtualbox", "vmware", "hyper-v", "wsl", "loopback",
)  # fmt: skip
"""How the networks begin that are inside this machine, or lead elsewhere: containers, VPNs."""
ALL = ("0.0.0.0", "::", "[::]")
"""All addresses of a machine, as whoever listens says it; a browser on it takes it for itself."""
FRESH = 2.0
"""Seconds for which addresses are not looked up anew."""
_ELSEWHERE = ("192.0.2.1", 9)
"""An address of the documentation: nothing is sent to it."""


def reachable_addresses() -> list[str]:
    """The addresses that phones reach, the likeliest first; none where this machine is in no network.

    They are those of this moment, give or take ``FRESH``.
    """
    return list(_addresses_at(int(time.monotonic() / FRESH)))


@lru_cache(maxsize=1)
def _addresses_at(moment: int) -> tuple[str, ...]:
    networks = [
        (adapter.nice_name, str(ip.ip), ip.network_prefix)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]
    return tuple(chosen(networks, outgoing_address()))


def chosen(networks: Iterable[tuple[str, str, int]], outgoing: str = "") -> list[str]:
    """Those of (network, address, length of its prefix) that phones reach, the likeliest first.

    What leads to the internet is likeliest; an address that nobody gave out (169.254…) does only where
    there is no other.
    """
    addresses = [
        IPv4Address(address)
        for network, address, prefix in networks
        if prefix < 32 and not network.lower().startswith(NOT_FOR_PHONES)
    ]
    addresses = [one for one in addresses if not one.is_loopback and not one.is_unspecified]
    given_out = [one for one in addresses if not one.is_link_local]
    first = sorted(given_out or addresses, key=lambda one: (str(one) != outgoing, one))
    return list(dict.fromkeys(map(str, first)))


def outgoing_address() -> str:
    """The address from which this machine would speak to the internet; empty without a way there."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        return str(probe.getsockname()[0])
    return ""


def addresses_of(host: str) -> list[str]:
    """Where phones reach a server that listens on ``host``; none where only this machine does."""
    if host in ALL:
        return reachable_addresses()
    return [] if is_loopback(host) else [host]


def host_for_phones(listens_on: str, asked: str) -> str:
    """By which host, with its port, phones reach what was asked for as ``asked``.

    Where that is the machine itself it is its first address; where no phone gets through it stays.
    """
    name, port = split_host(asked)
    addresses = addresses_of(listens_on) if is_loopback(name) or name in ALL else []
    return f"{addresses[0]}{port}" if addresses else asked


def split_host(asked: str) -> tuple[str, str]:
    """What was asked for, in its name and its port with the colon, empty where that is the usual one."""
    name, colon, port = asked.rpartition(":")
    return (name, colon + port) if colon and port.isdigit() else (asked, "")


def is_loopback(host: str) -> bool:
    """Whether a host, as it is written in an address without its port, is the machine that asks."""
    name = host.strip("[]").rstrip(".").lower()
    address = parse_address(name)
    return address.is_loopback if address else name == "localhost" or name.endswith(".localhost")
