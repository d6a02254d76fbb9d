"""Creates hosts for tests: network namespaces that a switch connects."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class Network:
    def __init__(self, name: str, hosts: Sequence[str]) -> None:
        self.name = name
        self._hosts = {host: f"10.78.0.{number}" for number, host in enumerate(hosts, 2)}
        self._switch = self._get_namespace("switch")

    def _get_namespace(self, host: str) -> str:
        return f"{self.name}-{host}"

    def build(self) -> None:
        """Create and connect the hosts. Raise OSError or CalledProcessError if that is not allowed."""
        _run_ip("netns", "add", self._switch)
        _run_ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
        _run_ip("-n", self._switch, "link", "set", "switch", "up")
        for host, address in self._hosts.items():
            namespace = self._get_namespace(host)
            _run_ip("netns", "add", namespace)
            link = ("type", "veth", "peer", host, "netns", self._switch)
            _run_ip("link", "add", "eth0", "netns", namespace, *link)
            _run_ip("-n", self._switch, "link", "set", host, "master", "switch", "up")
            _run_ip("-n", namespace, "link", "set", "lo", "up")
            _run_ip("-n", namespace, "addr", "add", f"{address}/24", "dev", "eth0")
            _run_ip("-n", namespace, "link", "set", "eth0", "up")

    def remove(self) -> None:
        for namespace in map(self._get_namespace, ("switch", *self._hosts)):
            subprocess.run(["ip", "netns", "del", namespace], capture_output=True)

    def make_command(self, host: str, *command: str) -> list[str]:
        return ["ip", "netns", "exec", self._get_namespace(host), *command]


@contextmanager
def create_network(name: str, hosts: Sequence[str]) -> Iterator[Network]:
    """Yield a network with these hosts, and remove it at the end."""
    created = Network(name, hosts)
    try:
        created.build()
        yield created
    finally:
        created.remove()


def _run_ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
