"""A server process for LAN hosting, to which tests connect by http and https like phones."""

import http.client
import shutil
import socket
import ssl
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.app_server import Server
from tests.offline.conftest import skip_or_fail_without
from tests.waiting import WAIT_SECONDS


@dataclass(frozen=True, slots=True)
class HttpResponse:
    status: int
    headers: http.client.HTTPMessage
    text: str


class LanServer(Server):
    """A server process with a data folder and a local CA of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.data = folder
        super().__init__(folder, **{"COMPANION_HOST": "0.0.0.0", **environment})

    @property
    def name(self) -> str:
        return (self.data / "authority" / "name").read_text("utf-8")

    def client_context(self) -> ssl.SSLContext:
        """Return a TLS context that trusts only this server's CA."""
        return ssl.create_default_context(cafile=str(self.data / "authority" / "keys" / "root.crt"))

    def connect(self, address: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection((address, self.port), WAIT_SECONDS)

    def connect_tls(self, address: str = "127.0.0.1", hostname: str = "") -> ssl.SSLSocket:
        """Return a TLS connection. Its certificate was verified for ``hostname`` ("": for the address)."""
        return self.client_context().wrap_socket(self.connect(address), server_hostname=hostname or address)

    def make_connection(self, *, tls: bool) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.sock = self.connect_tls() if tls else self.connect()
        return connection

    def get(self, path: str, *, tls: bool, **headers: str) -> HttpResponse:
        with closing(self.make_connection(tls=tls)) as connection:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return HttpResponse(response.status, response.headers, response.read().decode())

    def count_open_files(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


def find_program(name: str) -> str:
    """Return the path of a program. Without it, skip the test, or fail it if no test may be skipped."""
    path = shutil.which(name)
    if not path:
        skip_or_fail_without(name)
    return str(path)


def trust_in_chromium(home: Path, root: Path) -> None:
    """Add a root certificate to the trust store of the Chromium that uses this home folder."""
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    certutil = [find_program("certutil"), "-d", f"sql:{store}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "house", "-i", root], check=True)
