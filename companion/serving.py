"""How gunicorn serves the app: one process, greenlets, one writer. Settings and app in one place."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from typing import Any

bind = f"{os.environ.get('COMPANION_HOST', '0.0.0.0')}:{os.environ.get('COMPANION_PORT', '8000')}"
workers = int(os.environ.get("COMPANION_WORKERS", "1"))
worker_class = "companion.worker.Worker"
worker_connections = 4000
graceful_timeout = 5
keepalive = 20
"""Seconds for which a line may be silent between two answers, and within which a request's head is in."""
limit_request_fields = 50
accesslog = None
errorlog = "-"
loglevel = os.environ.get("COMPANION_LOG", "warning")


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

        globals()["app"] = create_app()
        _hold_database(globals()["app"])
        return globals()["app"]
    raise AttributeError(name)
