"""Servers of a comparison: started, spoken to over one plain socket, their CPU read off the kernel."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Self

from tests.served import free_port

ROOT = Path(__file__).resolve().parents[1]
PEER = ROOT / "bench" / "boardgame"


SCHEDULED = 2
"""Linux: the clock of a process's scheduled time is numbered by its pid and this."""


LONGEST = 20
"""Seconds in which every server answers."""


def below_process(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        for task in Path(f"/proc/{waiting.pop()}/task").iterdir():
            children = [int(child) for child in (task / "children").read_text(encoding="utf-8").split()]
            found += children
            waiting += children
    return found


class Served:
    """A server process with its children."""

    def __init__(self, command: list[str], port: int, folder: Path = ROOT, **environment: str) -> None:
        self.port = port
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self._process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, "PATH": path, **environment},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        for _ in range(400):
            try:
                socket.create_connection(("127.0.0.1", port), 0.2).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"{command[0]} does not answer")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def pids(self) -> list[int]:
        """The process and all below it."""
        return [self._process.pid, *below_process(self._process.pid)]

    def cpu(self) -> float:
        """CPU seconds used so far by all threads, in the scheduler's nanoseconds."""
        return sum(time.clock_gettime((~pid << 3) | SCHEDULED) for pid in self.pids())

    def resident(self) -> int:
        """Bytes of memory in use."""
        pages = sum(
            int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) for pid in self.pids()
        )
        return pages * os.sysconf("SC_PAGE_SIZE")


def companion(folder: Path, database: str = "") -> Served:
    """The companion as it is shipped: gevent, one process; SQLite with synchronous=FULL unless another
    database is named.
    """
    port = free_port()
    database = database or f"sqlite:///{folder / 'ours.sqlite3'}"
    return Served(
        [sys.executable, "-m", "companion"], port, COMPANION_PORT=str(port), COMPANION_HOST="127.0.0.1",
        COMPANION_DATABASE=database, COMPANION_DATA=str(folder), COMPANION_SECRET="bench",
        COMPANION_RATE_LIMITS="0",
    )  # fmt: skip


def unit(folder: Path) -> Served:
    """The bare insert, by the same server and on the same file system."""
    port = free_port()
    command = [sys.executable, "-m", "gevent.monkey", "--module", "bench.unit", str(port)]
    return Served(command, port, UNIT_DATABASE=str(folder / "unit.sqlite3"))


def echo() -> Served:
    """The raw SSE echo."""
    port = free_port()
    return Served([sys.executable, "-m", "bench.echo", str(port)], port)


def boardgame() -> Served | None:
    """boardgame.io's server; None where Node or npm's registry is not here."""
    if not boardgame_ready():
        return None
    port = free_port()
    return Served(["node", "server.mjs", str(port)], port, PEER, NODE_ENV="production")


def boardgame_ready() -> bool:
    """Whether the peer is installed, or could be now."""
    if shutil.which("npm") is None:
        return False
    if not (PEER / "node_modules" / "page.js").is_file():
        made = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=PEER, capture_output=True)
        return made.returncode == 0
    return True


class Connection:
    """A socket, and how many bytes it has received, headers included."""

    socket: socket.socket
    received = 0

    def _more(self) -> bytes:
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server hung up")
        self.received += len(data)
        return data


class Line(Connection):
    """One kept-alive connection, opened again where it was ended idle; requests one after another."""

    def __init__(self, port: int, timeout: float = 20) -> None:
        self._port, self._timeout = port, timeout
        self._connect()
        self._left = b""

    def _connect(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self._port), self._timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def renew(self) -> None:
        """Connect again if the server has hung up meanwhile."""
        self.socket.setblocking(False)
        try:
            ended = not self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            ended = False
        self.socket.settimeout(self._timeout)
        if ended:
            self.socket.close()
            self._connect()

    def ask(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """(status, headers, body)"""
        self.send(method, path, body, **headers)
        return self.answer()

    def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> None:
        """Send a request; ``answer`` reads what comes of it."""
        self.renew()
        told = {"Host": "bench", "Content-Length": str(len(body)), **headers}
        if body:
            told.setdefault("Content-Type", "application/x-www-form-urlencoded")
        lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        self.socket.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)

    def answer(self) -> tuple[int, dict[str, str], bytes]:
        """(status, headers, body) of the request that was sent."""
        data = self._left
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, rest = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        length = int(headers.get("content-length", "0"))
        while len(rest) < length:
            rest += self._more()
        self._left = rest[length:]
        return int(first.split()[1]), headers, rest[:length]


SHOWS = re.compile(rb"^id: (\d+).*\n", re.M)
"""How an event begins that shows a version; one that only says that the line stands has no id."""


class Stream(Connection):
    """An open event stream, compressed as a phone asks for it."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), LONGEST)
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: bench\r\n{lines}\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self._more()
        head, _, rest = head.partition(b"\r\n\r\n")
        self._unzip = zlib.decompressobj(31) if b"gzip" in head else None
        self._chunks = Chunks() if b"chunked" in head else None
        self._unread = b""
        self.version = -1
        """The newest that it has shown."""
        self.shown_by(rest)

    def reach(self, version: int, seconds: float = LONGEST) -> None:
        """Wait until this version is shown; a ``TimeoutError`` where it is not in so many seconds, though
        the server says that the line stands."""
        until = time.monotonic() + seconds
        while self.version < version:
            if time.monotonic() > until:
                raise TimeoutError
            self.shown_by(self._more())

    def shown_by(self, data: bytes) -> int:
        """How many versions later than before it shows by what has come."""
        text = self._chunks.read(data) if self._chunks else data
        self._unread += self._unzip.decompress(text) if self._unzip else text
        before = self.version
        for shown in SHOWS.finditer(self._unread):
            self.version = max(before, int(shown[1]))
        self._unread = self._unread[self._unread.rfind(b"\n") + 1 :]
        return self.version - before


class Chunks:
    """What stands in the chunks of an answer whose length nobody knows."""

    def __init__(self) -> None:
        self._unread = b""

    def read(self, data: bytes) -> bytes:
        """The content of the chunks that are complete now."""
        self._unread += data
        whole = b""
        while b"\r\n" in self._unread:
            size, _, rest = self._unread.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                break
            whole, self._unread = whole + rest[:length], rest[length + 2 :]
        return whole
