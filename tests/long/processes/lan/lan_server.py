"""A house as it is really served, and phones that come to it by http and by https."""

import http.client
import socket
import ssl
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.app_server import Server
from tests.waiting import WAIT_SECONDS


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    text: str


def answer_of(asked: http.client.HTTPConnection) -> Answer:
    with closing(asked), asked.getresponse() as answer:
        return Answer(answer.status, answer.headers, answer.read().decode())


class LanServer(Server):
    """Served with an authority of its own, which lies in a folder of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.data = folder
        super().__init__(folder, **{"COMPANION_HOST": "0.0.0.0", **environment})

    @property
    def name(self) -> str:
        return (self.data / "authority" / "name").read_text("utf-8")

    def trusting(self) -> ssl.SSLContext:
        """What a phone knows that trusts the house, and nobody else."""
        return ssl.create_default_context(cafile=str(self.data / "authority" / "keys" / "root.crt"))

    def line(self, address: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection((address, self.port), WAIT_SECONDS)

    def secured(self, address: str = "127.0.0.1", called: str = "") -> ssl.SSLSocket:
        """A connection inside TLS, to the house's name or to the address."""
        return self.trusting().wrap_socket(self.line(address), server_hostname=called or address)

    def ask(self, path: str, *, tls: bool, **headers: str) -> Answer:
        asked = http.client.HTTPConnection("127.0.0.1", self.port)
        asked.sock = self.secured() if tls else self.line()
        asked.request("GET", path, headers=headers)
        return answer_of(asked)

    def connections(self) -> int:
        """How many files the process has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))
