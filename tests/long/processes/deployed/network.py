"""Hosts for tests: network namespaces that are connected by a switch and know each other by name."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

NAMESPACE_ETC = Path("/etc/netns")
"""Files below it replace those in ``/etc`` for processes in a namespace."""


class Network:
    """A switch with its hosts. A host can be disconnected."""

    def __init__(self, name: str, hosts: Sequence[str]) -> None:
        self.name = name
        self._hosts = {host: f"10.78.0.{number}" for number, host in enumerate(hosts, 2)}
        self._switch = self._namespace("switch")

    def _namespace(self, host: str) -> str:
        return f"{self.name}-{host}"

    def build(self, aliases: dict[str, str]) -> None:
        """Create the hosts and connect them. Raise OSError or CalledProcessError if that is not allowed."""
        _ip("netns", "add", self._switch)
        _ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
        _ip("-n", self._switch, "link", "set", "switch", "up")
        names = "".join(f"{address} {name}\n" for name, address in self._hosts.items())
        names += "".join(f"{self._hosts[host]} {name}\n" for name, host in aliases.items())
        for host, address in self._hosts.items():
            namespace = self._namespace(host)
            etc = NAMESPACE_ETC / namespace
            etc.mkdir(parents=True)
            (etc / "hosts").write_text(f"127.0.0.1 localhost\n{names}", "utf-8")
            _ip("netns", "add", namespace)
            link = ("type", "veth", "peer", host, "netns", self._switch)
            _ip("link", "add", "eth0", "netns", namespace, *link)
            _ip("-n", self._switch, "link", "set", host, "master", "switch", "up")
            _ip("-n", namespace, "link", "set", "lo", "up")
            _ip("-n", namespace, "addr", "add", f"{address}/24", "dev", "eth0")
            _ip("-n", namespace, "link", "set", "eth0", "up")

    def remove(self) -> None:
        for namespace in map(self._namespace, ("switch", *self._hosts)):
            subprocess.run(["ip", "netns", "del", namespace], capture_output=True, check=False)
            shutil.rmtree(NAMESPACE_ETC / namespace, ignore_errors=True)

    def command_on(self, host: str, *command: str) -> list[str]:
        return ["ip", "netns", "exec", self._namespace(host), *command]

    def disconnect(self, host: str) -> None:
        _ip("-n", self._switch, "link", "set", host, "down")


@contextmanager
def network(name: str, hosts: Sequence[str], aliases: dict[str, str]) -> Iterator[Network]:
    """Yield a network of these hosts, which also have alias names. Remove it at the end."""
    created = Network(name, hosts)
    try:
        created.build(aliases)
        yield created
    finally:
        created.remove()


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
