"""Hosts that share nothing but a switch: network namespaces that know each other by name."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

NAMES_OF_HOSTS = Path("/etc/netns")
"""What stands below it is ``/etc`` to whoever is started in a namespace."""


class Network:
    """A switch and the hosts at it; a host may be cut off."""

    def __init__(self, name: str, hosts: Sequence[str]) -> None:
        self.name = name
        self._hosts = {host: f"10.78.0.{number}" for number, host in enumerate(hosts, 2)}
        self._switch = self._namespace("switch")

    def _namespace(self, host: str) -> str:
        return f"{self.name}-{host}"

    def build(self, aliases: dict[str, str]) -> None:
        """Lay the cables. OSError or CalledProcessError where that is not allowed."""
        _ip("netns", "add", self._switch)
        _ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
        _ip("-n", self._switch, "link", "set", "switch", "up")
        names = "".join(f"{address} {name}\n" for name, address in self._hosts.items())
        names += "".join(f"{self._hosts[host]} {name}\n" for name, host in aliases.items())
        for host, address in self._hosts.items():
            space = self._namespace(host)
            known = NAMES_OF_HOSTS / space
            known.mkdir(parents=True)
            (known / "hosts").write_text(f"127.0.0.1 localhost\n{names}", "utf-8")
            _ip("netns", "add", space)
            cable = ("type", "veth", "peer", host, "netns", self._switch)
            _ip("link", "add", "eth0", "netns", space, *cable)
            _ip("-n", self._switch, "link", "set", host, "master", "switch", "up")
            _ip("-n", space, "link", "set", "lo", "up")
            _ip("-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
            _ip("-n", space, "link", "set", "eth0", "up")

    def remove(self) -> None:
        for space in map(self._namespace, ("switch", *self._hosts)):
            subprocess.run(["ip", "netns", "del", space], capture_output=True, check=False)
            shutil.rmtree(NAMES_OF_HOSTS / space, ignore_errors=True)

    def on(self, host: str, *command: str) -> list[str]:
        return ["ip", "netns", "exec", self._namespace(host), *command]

    def cut_off(self, host: str) -> None:
        _ip("-n", self._switch, "link", "set", host, "down")


@contextmanager
def network(name: str, hosts: Sequence[str], aliases: dict[str, str]) -> Iterator[Network]:
    """Hosts that know each other by these names, and by others that stand for them."""
    made = Network(name, hosts)
    try:
        made.build(aliases)
        yield made
    finally:
        made.remove()


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
