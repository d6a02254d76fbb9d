"""gunicorn's greenlets, with the bounds it lacks: nobody keeps a request half-sent for long, or an answer
half-read, or very many connections at once.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import gevent
from gunicorn.workers.ggevent import GeventWorker

from companion.quotas import AddressQuota, address_block

BODY_SECONDS = 20
"""Within which a request's body has to be in (its head: within ``keepalive`` of ``serving``)."""
UNREAD_SECONDS = 30
"""After which a connection ends whose other side takes nothing, or is gone without a word."""
CONNECTIONS_A_STREAM = 4
"""A browser has a few more connections than its stream."""
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


class TimedBody:
    """A request's body that has to be in by a moment: ``RequestTimeout`` (408) for what comes later."""

    def __init__(self, body: Any, line: Any, seconds: float) -> None:
        self._body, self._line = body, line
        self._until = time.monotonic() + seconds
        self.failed = False
        """Tells gunicorn that where the next request starts is unknown."""

    def read(self, size: int | None = None) -> bytes:
        """At most so many bytes."""
        return self._in_time(self._body.read, size)

    def readline(self, size: int | None = None) -> bytes:
        """One line, or so much of it."""
        return self._in_time(self._body.readline, size)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def _in_time(self, read: Callable[[int | None], bytes], size: int | None) -> bytes:
        if self.failed:
            return b""
        late = gevent.Timeout(max(0.001, self._until - time.monotonic()))
        try:
            with late:
                return read(size)
        except gevent.Timeout as timeout:
            if timeout is not late:
                raise
            self.failed = True
            with suppress(OSError):
                self._line.shutdown(
                    socket.SHUT_RD
                )  # nothing more is heard from it: the answer ends it
            from werkzeug.exceptions import RequestTimeout  # not before gevent's patches

            raise RequestTimeout from timeout


class Worker(GeventWorker):  # type: ignore[misc]
    """A gevent worker that bounds what one address may hold."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        streams = int(os.environ.get("COMPANION_STREAMS", "100"))
        behind_a_proxy = os.environ.get("COMPANION_PROXIES", "0") != "0"
        unlimited = behind_a_proxy or os.environ.get("COMPANION_RATE_LIMITS", "1") == "0"
        each = self.worker_connections if unlimited else CONNECTIONS_A_STREAM * streams
        self._places = AddressQuota(each, self.worker_connections)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection, unless its address has its share already."""
        address = address_block(addr[0] if isinstance(addr, tuple) else str(addr))
        if not self._places.acquire(address):
            with suppress(OSError), client:
                client.sendall(_FULL)
            return
        try:
            with suppress(OSError, AttributeError):
                client.setsockopt(
                    socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000
                )
            super().handle(listener, client, addr)
        finally:
            self._places.release(address)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        """Serve one request whose head is in; its body has so long."""
        req.body = TimedBody(req.body, sock, BODY_SECONDS)
        return super().handle_request(listener_name, req, sock, addr)
