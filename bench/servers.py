"""Servers in processes of their own, their CPU by the kernel, and phones that speak HTTP to them."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import ROOT
from tests.app_server import Server, find_free_port

PEER = ROOT / "bench" / "boardgame"
SCHEDULED = 2
"""Linux: the CPU clock of a process has a number made of its pid and this."""


class Process(Server):
    """A server with a folder of its own, killed at the end of a ``with``."""

    def __init__(
        self, *command: str, checkout: Path = ROOT, database: str = "", **environment: str
    ) -> None:
        self.command, self.checkout = command, checkout
        self._folder = TemporaryDirectory()
        usual = {"COMPANION_LOG": "warning", "PYTHONPATH": str(checkout), "NODE_ENV": "production"}
        super().__init__(Path(self._folder.name), database, **(usual | environment))

    def answers(self) -> bool:
        """Whether it listens; only the companion has a page that says so."""
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """End it, and delete its folder."""
        super().kill()
        self._folder.cleanup()

    def cpu(self) -> float:
        """CPU seconds used so far."""
        return time.clock_gettime((~self.process.pid << 3) | SCHEDULED)

    def memory(self) -> float:
        """Resident megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text("utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def companion(checkout: Path = ROOT, database: str = "") -> Process:
    """The companion as it is shipped: gevent, one process, SQLite with ``synchronous=FULL``."""
    return Process(sys.executable, "-m", "companion", checkout=checkout, database=database)


@contextmanager
def proxy(servers: Sequence[Server], policy: str = "") -> Iterator[Process]:
    """Run Caddy with the shipped file in front of these servers; ``policy`` replaces its ``lb_policy``."""
    config = (ROOT / "deploy" / "Caddyfile").read_text("utf-8").replace("{\n", "{\n\tadmin off\n", 1)
    addresses = " ".join(f"127.0.0.1:{server.port}" for server in servers)
    config = config.replace("app1:8000 app2:8000", addresses)
    if policy:
        config = re.sub("lb_policy .*", f"lb_policy {policy}", config)
    port = str(find_free_port())
    with TemporaryDirectory() as folder:
        file = Path(folder, "Caddyfile")
        file.write_text(config, "utf-8")
        settings = {"COMPANION_PORT": port, "COMPANION_SITE": f"http://127.0.0.1:{port}", "HOME": folder}
        command = ("caddy", "run", "--config", str(file), "--adapter", "caddyfile")
        with Process(*command, checkout=ROOT, **settings) as process:
            yield process


def insert_app() -> Process:
    """The bare insert, by the same server and on the same file system."""
    return Process(sys.executable, "-m", "gevent.monkey", "--module", "bench.insert")


def boardgame() -> Process | None:
    """boardgame.io's own server, in memory; None where it cannot be installed."""
    installed = (PEER / "node_modules" / "page.js").is_file()
    if not installed and (
        shutil.which("npm") is None or subprocess.run(["npm", "install"], cwd=PEER).returncode
    ):
        print("Without npm and its registry nothing is compared with boardgame.io.")
        return None
    return Process("node", str(PEER / "server.mjs"))


class Connection(HTTPConnection):
    """A connection that is kept open."""

    def __init__(self, server: Server) -> None:
        super().__init__("127.0.0.1", server.port, timeout=20)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[HTTPResponse, bytes]:
        """Send a request, a form where it has a body; its answer with the body."""
        if body:
            headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        self.request(method, path, body.encode(), headers)
        return self.answer()

    def answer(self) -> tuple[HTTPResponse, bytes]:
        """The answer to the request that was sent, with its body."""
        answer = self.getresponse()
        body = answer.read()
        assert answer.status < 400, body
        return answer, body


def cookies_of(answer: HTTPResponse) -> str:
    """What a phone sends back of the cookies of an answer."""
    return "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie", []))


class Insert:
    """A client of the bare insert."""

    def __init__(self, server: Server) -> None:
        self._connection = Connection(server)

    def enter(self) -> float:
        """Insert one row."""
        self._connection.ask("POST", "/insert")
        return 0.0


class Stream:
    """A phone's event stream, compressed as a phone asks for it."""

    SHOWS = re.compile(rb"^id: (\d+).*\n", re.M)
    """The first line of an event that shows a version."""

    def __init__(self, server: Server, path: str, cookie: str) -> None:
        connection = Connection(server)
        connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        self._answer = connection.getresponse()
        self._unzip = zlib.decompressobj(31)
        self._unread = b""
        self._version = -1

    def wait_for(self, version: int) -> None:
        """Wait until the stream has shown this version."""
        while self._version < version:
            data = self._answer.read1()
            assert data, "the server hung up"
            self._unread += self._unzip.decompress(data)
            self._version = max([self._version, *map(int, self.SHOWS.findall(self._unread))])
            self._unread = self._unread[self._unread.rfind(b"\n") + 1 :]
