"""The app as it is served, and how gunicorn serves it behind a proxy: one process, greenlets."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import Any, NoReturn

from companion.home.bounds import CONNECTIONS, HEAD_SECONDS

bind = f"fd://{os.environ.get('COMPANION_LISTENER', '')}"
workers = int(os.environ.get("COMPANION_WORKERS", "1"))
worker_class = "companion.worker.Worker"
worker_connections = CONNECTIONS
graceful_timeout = 5
keepalive = HEAD_SECONDS
control_socket_disable = True
limit_request_fields = 50
limit_request_field_size = 32 * 1024
"""Phones from before their cookies were bounded may send so much, and are rid of it page by page."""
accesslog = None
errorlog = "-"
loglevel = os.environ.get("COMPANION_LOG", "warning")


def serve_behind_proxy(listener: socket.socket) -> NoReturn:
    """Become gunicorn, on a socket that listens already."""
    listener.set_inheritable(True)
    os.environ["COMPANION_LISTENER"] = str(listener.fileno())
    server = ["-m", "gunicorn", "-c", "python:companion.serving", "companion.serving:app"]
    os.execv(sys.executable, [sys.executable, *server])


def post_worker_init(worker: Any) -> None:
    """At a stop, end the streams at once so that phones come back to the next process.

    What is loaded by now stays: going through it again and again for garbage would hold everybody up.
    """
    import gevent

    from companion.monitoring import log_as_json

    def stopping(number: int, frame: Any) -> None:
        gevent.spawn(_end_streams)
        worker.handle_exit(number, frame)

    signal.signal(signal.SIGTERM, stopping)
    log_as_json(loglevel)
    gc.collect()
    gc.freeze()


def _hold_database(app: Any) -> None:
    """Open the database, so that ``restore`` sees that somebody serves from it."""
    from sqlalchemy.exc import SQLAlchemyError

    from companion.store import db

    with app.app_context(), suppress(SQLAlchemyError):
        db.engine.connect().close()


def _end_streams() -> None:
    served = sys.modules[__name__].__dict__.get("app")
    if served is not None:
        served.extensions["hub"].close()


def __getattr__(name: str) -> Any:
    if name == "app":
        from companion.app import create_app
        from companion.daily import keep_backups

        globals()["app"] = create_app()
        _hold_database(globals()["app"])
        keep_backups(globals()["app"])
        return globals()["app"]
    raise AttributeError(name)
