"""Runs the app in a server process, or another http server in a thread, for a test."""

import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Self

import pytest

from tests import ROOT
from tests.leaks import assert_no_secret_logged
from tests.waiting import WAIT_SECONDS, wait_until

_WORKER_NUMBER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_PORTS_PER_WORKER = 2000
_port_offsets = itertools.cycle(range(_PORTS_PER_WORKER))


def find_free_port() -> int:
    """Return a free port that neither other test workers nor outgoing connections use."""
    while True:
        port = (
            10_000
            + _PORTS_PER_WORKER * (_WORKER_NUMBER % 10)
            + (os.getpid() * 37 + next(_port_offsets)) % _PORTS_PER_WORKER
        )
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class Server:
    """A server process of the app, which writes to the file ``log``. Leaving a ``with`` block kills it."""

    checkout = ROOT
    command: tuple[str | Path, ...] = (sys.executable, "-m", "companion")

    def __init__(self, folder: Path, database: str = "", **environment: str) -> None:
        self.log = folder / "companion.log"
        self.port = int(environment.get("COMPANION_PORT") or find_free_port())
        host = environment.get("COMPANION_HOST", "0.0.0.0")
        self.address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{self.port}"
        self.environment = {
            **os.environ,
            "COMPANION_DATABASE": database or f"sqlite:///{folder / 'companion.sqlite3'}",
            "COMPANION_SECRET": "browser tests",
            "COMPANION_PORT": str(self.port),
            "COMPANION_HOST": "127.0.0.1",
            "COMPANION_RATE_LIMITS": "0",
            "COMPANION_LOG": "info",
            "COMPANION_DATA": str(folder),
            **environment,
        }
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self, **environment: str) -> None:
        """Start the server process with these further environment variables, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.checkout, stdout=log, stderr=log,
                env={**self.environment, **environment}, start_new_session=True,
            )  # fmt: skip
        try:
            wait_until(self.is_answering, "the server")
        except AssertionError:
            self.kill()
            raise

    def is_answering(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.address}/healthz", timeout=WAIT_SECONDS).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend the process during the block: the system accepts connections, but nothing answers."""
        os.killpg(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.process.pid, signal.SIGCONT)


def make_caddy_command(folder: Path, ports: Sequence[int], policy: str = "header X-Table") -> list[str]:
    """Write ``deploy/Caddyfile`` into a folder, for app processes at these ports. Return Caddy's command.

    ``policy`` is the ``lb_policy`` in the file.
    """
    settings = (ROOT / "deploy" / "Caddyfile").read_text("utf-8").replace("{\n", "{\n\tadmin off\n", 1)
    settings = settings.replace("app1:8000 app2:8000", " ".join(f"127.0.0.1:{port}" for port in ports))
    settings = settings.replace("lb_policy header X-Table", f"lb_policy {policy}")
    file = folder / "Caddyfile"
    file.write_text(settings, "utf-8")
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


@contextmanager
def serve_in_thread(server: HTTPServer) -> Iterator[None]:
    """Run this http server in a thread of the test's process during the block."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class FixedResponseHandler(BaseHTTPRequestHandler):
    """A request handler that answers every request with the same page."""

    status = 200
    page = b""

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(self.page)))
        self.end_headers()
        self.wfile.write(self.page)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served")
    with Server(folder) as server:
        yield server
    assert_no_secret_logged(server.log, folder / "companion.sqlite3")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server process that belongs to one test, which may kill it."""
    with Server(tmp_path) as server:
        yield server
