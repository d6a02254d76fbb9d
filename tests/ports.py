"""Ports for servers of the tests."""

from __future__ import annotations

import itertools
import os
import socket

_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_EACH = 2000
_next = itertools.cycle(range(_EACH))


def free_port() -> int:
    """A port that nobody else takes before a server does: of this worker alone, and below those that
    connections take by themselves.
    """
    while True:
        port = 10_000 + _EACH * (_WORKER % 10) + (os.getpid() * 37 + next(_next)) % _EACH
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
