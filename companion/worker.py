"""gunicorn's greenlets, behind a proxy, with the bounds it lacks."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.workers.ggevent import GeventWorker

from companion.home.bounds import BODY_SECONDS, TimedBody, bound_connection, connection_quota


class Worker(GeventWorker):
    """A gevent worker that bounds what one address may hold."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._places = connection_quota()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection, unless its address has its share already."""
        serve = partial(super().handle, listener, client, addr)
        bound_connection(self._places, client, addr, serve)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        """Serve one request whose head is in; its body has so long."""

        def hear_no_more() -> None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RD)  # the answer ends it

        req.body = TimedBody(req.body, BODY_SECONDS, hear_no_more)
        return super().handle_request(listener_name, req, sock, addr)
