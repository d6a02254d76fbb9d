"""The server: one process, http and https on one port. It needs nothing of one operating system.

Nobody keeps a request half-sent for long, or an answer half-read, or very many connections at once.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import FileWrapper

import gevent
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from werkzeug.exceptions import RequestTimeout

from companion.lan.ca_folder import ca_folder
from companion.lan.local_ca import LocalCA, LocalCAError
from companion.lan.reachability import ACCEPT_BACKLOG
from companion.limits import AddressQuota, address_block
from companion.server.config import https_mode
from companion.server.tls import Certificates, FileCertificates, LocalCertificates, accept_tls
from companion.services import services_of

HEAD_TIMEOUT = 20
"""For which a line may be silent between two answers, and within which a request's head has to be in."""
BODY_TIMEOUT = 20
"""Within which a request's body has to be in."""
WRITE_TIMEOUT = 30
"""After which a connection ends whose other side takes nothing, or is gone without a word."""
MAX_CONNECTIONS = 4000
CONNECTIONS_PER_STREAM = 4
"""A browser has a few more connections than its stream."""
SERVER_FULL_RESPONSE = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)
MAX_HEAD_BYTES = 64 * 1024
MAX_HEADER_FIELDS = 50
FILE_BLOCK_BYTES = 64 * 1024
GC_THRESHOLD = 10_000
"""New ones after which Python looks for garbage. An entry makes a thousand that stay for a while."""
log = logging.getLogger("companion.lan")


class _LimitedHead:
    """A request's head, as long as one may be."""

    def __init__(self, lines: Any) -> None:
        self._lines, self._left = lines, MAX_HEAD_BYTES

    def readline(self, size: int = -1) -> bytes:
        line: bytes = self._lines.readline(size)
        self._left -= len(line)
        if self._left < 0:
            raise ValueError("the head is too long")
        return line


class TimedBody:
    """A request's body that has to be in by a moment: ``RequestTimeout`` (408) for what comes later.

    ``give_up`` is called then: where the next request starts is unknown.
    """

    def __init__(self, body: Any, seconds: float, give_up: Callable[[], None]) -> None:
        self._body, self._give_up = body, give_up
        self._until = time.monotonic() + seconds
        self.failed = False

    def read(self, size: int | None = None) -> bytes:
        """At most so many bytes."""
        return self._in_time(self._body.read, size)

    def readline(self, size: int | None = None) -> bytes:
        """One line, or so much of it."""
        return self._in_time(self._body.readline, size)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def _discard(self) -> None:
        with suppress(RequestTimeout):  # by gevent, before the next request
            self._in_time(lambda _: self._body._discard() or b"", None)  # noqa: SLF001 – gevent calls it, too

    def _in_time(self, read: Callable[[int | None], bytes], size: int | None) -> bytes:
        if self.failed:
            return b""
        try:
            with gevent.Timeout(max(0.001, self._until - time.monotonic()), RequestTimeout):
                return read(size)
        except RequestTimeout:
            self.failed = True
            self._give_up()
            raise


class Handler(WSGIHandler):
    """The requests of one connection, each within its time. Nobody's address is logged."""

    wsgi_input: Any

    def handle_one_request(self) -> Any:
        """One request: its head has so long, from the answer before it."""
        if self.server.closed:
            return None
        self._late = gevent.Timeout.start_new(HEAD_TIMEOUT)
        try:
            return super().handle_one_request()
        except gevent.Timeout as timeout:
            if timeout is not self._late:
                raise
            return None
        finally:
            self._late.close()

    def read_requestline(self) -> str:
        """The first line of a request; while it is awaited, a stop need not wait for this connection."""
        waiting = gevent.getcurrent()
        self.server.idle.add(waiting)
        try:
            line: str = super().read_requestline()
            return line
        finally:
            self.server.idle.discard(waiting)

    def MessageClass(self, lines: Any, *more: Any) -> Any:
        """The fields of a head; ValueError, which is answered 400, where there are too many."""
        fields = super().MessageClass(_LimitedHead(lines), *more)
        if len(fields) > MAX_HEADER_FIELDS:
            raise ValueError("too many fields")
        return fields

    def get_environ(self) -> dict[str, Any]:
        """The head is in: the body has so long from now."""
        self._late.close()
        environ: dict[str, Any] = super().get_environ()
        environ["wsgi.url_scheme"] = "https" if isinstance(self.socket, ssl.SSLSocket) else "http"
        read = self.wsgi_input
        self.wsgi_input = environ["wsgi.input"] = TimedBody(read, BODY_TIMEOUT, self._close_after_response)
        return environ

    def _close_after_response(self) -> None:
        self.close_connection = True

    def finalize_headers(self) -> None:
        """Say so where the connection ends with this answer."""
        super().finalize_headers()
        if self.close_connection or self.server.closed:
            self.response_headers.append((b"Connection", b"close"))

    def log_request(self) -> None:
        """The app logs its answers."""

    def log_error(self, msg: str, *args: Any) -> None:
        """What a client got wrong was answered."""

    def handle_error(self, kind: Any, error: Any, trace: Any) -> None:
        """Answer 500 where nothing was sent yet, and log the error; a line that broke is nobody's."""
        if not issubclass(kind, OSError | gevent.GreenletExit):
            log.error("a request failed", exc_info=(kind, error, trace))
        self.close_connection = True
        if not self.response_length:
            with suppress(OSError):
                self.start_response("500 Internal Server Error", [("Content-Length", "0")])
                self.write(b"")


class Server(WSGIServer):
    """Serves http, and https where it has certificates, on one bound socket; after gevent's patches."""

    handler_class = Handler
    stop_timeout = 5

    def __init__(
        self, listener: socket.socket, app: Flask, certificates: Certificates | None = None
    ) -> None:
        listener.listen(ACCEPT_BACKLOG)
        environ = {
            "SERVER_NAME": listener.getsockname()[0],
            "wsgi.multithread": True,
            "wsgi.file_wrapper": partial(FileWrapper, blksize=FILE_BLOCK_BYTES),
        }
        super().__init__(listener, app, spawn=Pool(MAX_CONNECTIONS), log=None, environ=environ)
        self._certificates, self._places = certificates, _connection_quota(app.config)
        self.idle: set[gevent.Greenlet] = set()
        """The connections that wait for their next request."""

    def handle(self, sock: Any, address: Any) -> None:
        """One connection, unless its address has its share already."""
        block = address_block(address[0] if isinstance(address, tuple) else str(address))
        if not self._places.acquire(block):
            with suppress(OSError), sock:
                sock.sendall(SERVER_FULL_RESPONSE)
            return
        try:
            self._serve(sock, address)
        finally:
            self._places.release(block)

    def _serve(self, sock: Any, address: Any) -> None:
        line = None
        with suppress(OSError, AttributeError):  # Linux has it
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, WRITE_TIMEOUT * 1000)
        with suppress(OSError), gevent.Timeout(HEAD_TIMEOUT, False):
            sock.settimeout(WRITE_TIMEOUT)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line = accept_tls(sock, self._certificates)
        if line is not None:
            self.handler_class(line, address, self).handle()

    def serve(self) -> None:
        """Serve until the process is told to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            gevent.signal_handler(number, self.end)
        gc.collect()
        gc.freeze()  # going through what stays for garbage would hold everybody up
        gc.set_threshold(GC_THRESHOLD)
        self.serve_forever()

    def end(self) -> None:
        """End the streams, so that phones come back to the next process, and the connections that wait.

        No more are taken; those that are answered have a while.
        """
        if streams := services_of(self.application).streams:
            streams.hub.close()
        self.close()
        gevent.killall(list(self.idle), block=False)


def _connection_quota(config: Mapping[str, Any]) -> AddressQuota:
    """So many connections for each address; behind a proxy all have one address."""
    unlimited = config["PROXIES"] or not config["RATELIMIT_ENABLED"]
    each = MAX_CONNECTIONS if unlimited else CONNECTIONS_PER_STREAM * config["MAX_STREAMS_PER_ADDRESS"]
    return AddressQuota(each, MAX_CONNECTIONS)


def load_local_ca(data: Path) -> LocalCA | None:
    """The authority of this house, kept in the data folder; None where phones get https in another way.

    None, and a line that says so, where it is damaged or out of date: phones then have http.
    """
    if https_mode() != "own":
        return None
    try:
        return LocalCA.load_or_create(ca_folder(data))
    except LocalCAError as error:
        remedy = "`table-companion forget-house` makes another authority."
        print(f"No https: {error}. {remedy}", file=sys.stderr)
        return None


def select_certificates(authority: LocalCA | None, public_address: str) -> Certificates | None:
    """Those with which this server proves who it is, also at the address set for phones; None where it
    speaks http alone.
    """
    if https_mode() == "files":
        given = (os.environ.get(f"COMPANION_{what}", "") for what in ("CERTIFICATE", "KEY"))
        try:
            return FileCertificates(*map(Path, given))
        except OSError as error:
            raise SystemExit(f"COMPANION_CERTIFICATE and COMPANION_KEY: {error}.") from error
    host = urlsplit(public_address).hostname or ""
    return LocalCertificates(authority, host) if authority else None
