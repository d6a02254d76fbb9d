"""What one connection may cost: nobody keeps a request half-sent for long, or an answer half-read, or very
many connections at once.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import gevent
from werkzeug.exceptions import RequestTimeout

from companion.limits.quotas import AddressQuota, address_block

HEAD_SECONDS = 20
"""For which a line may be silent between two answers, and within which a request's head has to be in."""
BODY_SECONDS = 20
"""Within which a request's body has to be in."""
UNREAD_SECONDS = 30
"""After which a connection ends whose other side takes nothing, or is gone without a word."""
CONNECTIONS = 4000
CONNECTIONS_A_STREAM = 4
"""A browser has a few more connections than its stream."""
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)


def connection_quota() -> AddressQuota:
    """So many connections for each address (``COMPANION_STREAMS``); behind a proxy all have one address."""
    streams = int(os.environ.get("COMPANION_STREAMS", "100"))
    behind_a_proxy = os.environ.get("COMPANION_PROXIES", "0") != "0"
    unlimited = behind_a_proxy or os.environ.get("COMPANION_RATE_LIMITS", "1") == "0"
    return AddressQuota(CONNECTIONS if unlimited else CONNECTIONS_A_STREAM * streams, CONNECTIONS)


def bound_connection(
    places: AddressQuota, client: socket.socket, address: Any, serve: Callable[[], None]
) -> None:
    """Serve one connection, unless its address has its share already."""
    block = address_block(address[0] if isinstance(address, tuple) else str(address))
    if not places.acquire(block):
        with suppress(OSError), client:
            client.sendall(FULL)
        return
    try:
        with suppress(OSError, AttributeError):  # Linux has it
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
        serve()
    finally:
        places.release(block)


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
            self._in_time(lambda _: self._body._discard() or b"", None)

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
            self._give_up()
            raise RequestTimeout from timeout
