"""Server processes, their CPU time and memory, and HTTP clients."""

import json
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
from typing import Any

from tests import ROOT
from tests.app_server import Server, find_free_port, make_caddy_command

BOARDGAME_FOLDER = ROOT / "bench" / "boardgame"
CPUCLOCK_SCHED = 2
"""Part of the number of a process's CPU clock on Linux, with the pid."""


class Process(Server):
    """A server process in a temporary folder, killed at the end of a ``with`` block."""

    def __init__(
        self, *command: str, checkout: Path = ROOT, database: str = "", **environment: str
    ) -> None:
        self.command, self.checkout = command, checkout
        self._folder = TemporaryDirectory()
        defaults = {"COMPANION_LOG": "warning", "PYTHONPATH": str(checkout), "NODE_ENV": "production"}
        super().__init__(Path(self._folder.name), database, **(defaults | environment))

    def is_answering(self) -> bool:
        """Return whether the server accepts connections."""
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Kill the server and delete its folder."""
        super().kill()
        self._folder.cleanup()

    def cpu_seconds(self) -> float:
        """Return the CPU seconds that the process has used."""
        return time.clock_gettime((~self.process.pid << 3) | CPUCLOCK_SCHED)

    def memory_megabytes(self) -> float:
        """Return the resident memory of the process in megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text("utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def start_companion(checkout: Path = ROOT, database: str = "") -> Process:
    """Start the companion of a checkout, and return its process. ``database`` is a URL; "" means SQLite."""
    return Process(sys.executable, "-m", "companion", checkout=checkout, database=database)


@contextmanager
def run_proxy(servers: Sequence[Server], policy: str = "header X-Table") -> Iterator[Process]:
    """Run Caddy with ``deploy/Caddyfile`` in front of these servers; ``policy`` is its ``lb_policy``."""
    port = str(find_free_port())
    with TemporaryDirectory() as folder:
        command = make_caddy_command(Path(folder), [server.port for server in servers], policy)
        settings = {"COMPANION_PORT": port, "COMPANION_SITE": f"http://127.0.0.1:{port}", "HOME": folder}
        with Process(*command, checkout=ROOT, **settings) as process:
            yield process


def start_insert_app() -> Process:
    """Start ``bench.insert``, which uses the same http server as the companion, and return its process."""
    return Process(sys.executable, "-m", "gevent.monkey", "--module", "bench.insert")


def start_boardgame() -> Process | None:
    """Start boardgame.io, which stores nothing, and return its process; None if it cannot be installed."""
    installed = (BOARDGAME_FOLDER / "node_modules" / "page.js").is_file()
    if not installed and (
        shutil.which("npm") is None or subprocess.run(["npm", "install"], cwd=BOARDGAME_FOLDER).returncode
    ):
        print("Without npm and its registry nothing is compared with boardgame.io.")
        return None
    return Process("node", str(BOARDGAME_FOLDER / "server.mjs"))


class Connection(HTTPConnection):
    """A connection to a server that is kept open for many requests."""

    def __init__(self, server: Server) -> None:
        super().__init__("127.0.0.1", server.port, timeout=20)

    def fetch(self, method: str, path: str, body: str = "", **headers: str) -> tuple[HTTPResponse, bytes]:
        """Send a request; ``body`` is an encoded form. Return the response and its content."""
        if body:
            headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        self.request(method, path, body.encode(), headers)
        return self.read_response()

    def post_json(self, path: str, data: object) -> Any:
        """Post data as JSON. Return the data of the response."""
        _, body = self.fetch("POST", path, json.dumps(data), **{"Content-Type": "application/json"})
        return json.loads(body)

    def read_response(self) -> tuple[HTTPResponse, bytes]:
        """Return the response to the request that was sent, and its content."""
        response = self.getresponse()
        body = response.read()
        assert response.status < 400, body
        return response, body


def read_cookie_header(response: HTTPResponse) -> str:
    """Return the Cookie header for the cookies that a response sets."""
    return "; ".join(cookie.split(";")[0] for cookie in response.headers.get_all("Set-Cookie", []))


class InsertClient:
    """A client of ``bench.insert`` with the method ``enter``, so that it can stand for a table."""

    def __init__(self, server: Server) -> None:
        self._connection = Connection(server)

    def enter(self) -> float:
        """Insert one row. Return 0.0, as no other client waits for the row."""
        self._connection.fetch("POST", "/insert")
        return 0.0


class Stream:
    """A phone's event stream, compressed with gzip."""

    VERSION_PATTERN = re.compile(rb"^id: (\d+).*\n", re.M)
    """The first line of an event that shows a version."""

    def __init__(self, server: Server, path: str, cookie: str) -> None:
        connection = Connection(server)
        connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        self._answer = connection.getresponse()
        self._unzip = zlib.decompressobj(31)
        self._unread = b""
        self._version = -1

    def wait_for_version(self, version: int) -> None:
        """Wait until the stream has sent this version or a newer one."""
        while self._version < version:
            data = self._answer.read1()
            assert data, "the server hung up"
            self._unread += self._unzip.decompress(data)
            self._version = max([self._version, *map(int, self.VERSION_PATTERN.findall(self._unread))])
            self._unread = self._unread[self._unread.rfind(b"\n") + 1 :]
