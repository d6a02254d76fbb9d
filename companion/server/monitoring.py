"""For those who run it: is it alive, is it ready, how is it doing. No names, codes or secrets anywhere."""

from __future__ import annotations

import json
import logging
import re
import time
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Blueprint, Flask, Response, abort, current_app, g, jsonify, make_response, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.services import services_of, streams_of
from companion.store import db
from companion.store.write_errors import last_write_error
from companion.tables.errors import Refused, TableError

bp = Blueprint("monitoring", __name__)
log = logging.getLogger("companion.answers")
_PRIVATE = re.compile(
    r"(/(?:[tjgiwe]|host|tables|groups|invitations|editions|seats/\d+/invitations)/)[^\s/?'\"<>]+"
)
_QUERY = re.compile(r"(/[^\s?'\"<>]*)\?[^\s'\"<>]+")
_ADDRESS = re.compile(r"\bip=[^\s,)]+")
MIGRATIONS = Path(__file__).resolve().parents[1] / "store" / "migrations"
_ENTERING = frozenset(("table.enter", "api.submit_entry"))


class Metrics:
    """What is counted in this process."""

    def __init__(self, app: Flask) -> None:
        self.registry = CollectorRegistry()
        self.answers = Counter(
            "companion_answers", "Answers by route and status.", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "companion_answer_seconds", "Time to answer by route.", ["route"], registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
        )  # fmt: skip
        self.entries = Counter("companion_entries", "Entries taken.", registry=self.registry)
        self.refusals = Counter("companion_refusals", "Refusals by code.", ["code"], registry=self.registry)
        streams = Gauge("companion_streams", "Open streams.", registry=self.registry)
        streams.set_function(streams_of(app).hub.stream_count)
        behind = Gauge(
            "companion_streams_behind_seconds", "How long the oldest unsent update has waited.",
            registry=self.registry,
        )  # fmt: skip
        behind.set_function(streams_of(app).hub.seconds_behind)
        tables = Gauge("companion_tables_held", "Tables in memory.", registry=self.registry)
        tables.set_function(services_of(app).tables.size)


def metrics_of(app: Flask) -> Metrics:
    """The meters of an app."""
    metrics: Metrics = app.extensions["metrics"]
    return metrics


def init_app(app: Flask) -> None:
    """Register the endpoints, the meters and the log."""
    app.extensions["metrics"] = Metrics(app)
    app.register_blueprint(bp)
    app.before_request(_begun)
    app.after_request(_answered)


def log_as_json(level: str, stream: TextIO | None = None) -> None:
    """One JSON object a line on standard error or on ``stream``, for the process that serves."""
    redact_logs()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def redact_logs() -> None:
    """From here on no line of any logger tells a code, a secret or an address, whoever writes it."""
    logging.setLogRecordFactory(_discreet)


def _discreet(*given: Any, **named: Any) -> logging.LogRecord:
    record = logging.LogRecord(*given, **named)
    record.msg, record.args = redact_secrets(record.getMessage()), ()
    if record.exc_info and not record.exc_text:  # every formatter takes it from here
        record.exc_text = redact_secrets(logging.Formatter().formatException(record.exc_info))
    return record


def redact_secrets(text: str) -> str:
    """A text with a sign in place of queries, and of what follows the beginnings of private addresses."""
    return _ADDRESS.sub("ip=…", _QUERY.sub(r"\1?…", _PRIVATE.sub(r"\1…", text)))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger and message of a record."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            line["trace"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line)


def _begun() -> None:
    g.begun = time.perf_counter()


def _answered(response: Response) -> Response:
    meters = metrics_of(current_app)
    route = request.endpoint or "none"
    now = time.perf_counter()
    seconds = now - g.get("begun", now)
    meters.answers.labels(route, response.status_code).inc()
    meters.seconds.labels(route).observe(seconds)
    answer: TableError | None = g.get("answer")
    if isinstance(answer, Refused):
        meters.refusals.labels(answer.code).inc()
    if route in _ENTERING and response.status_code < 300:
        meters.entries.inc()
    if log.isEnabledFor(logging.INFO):
        fields = {"route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        log.info("answered", extra={"told": fields | ({"answer": answer.code} if answer else {})})
    return response


@bp.get("/healthz")
def liveness() -> Response:
    """Return the version, the number of open streams, and how far behind they are in milliseconds."""
    hub = streams_of(current_app).hub
    behind = round(1000 * hub.seconds_behind())
    return jsonify(status="ok", version=__version__, streams=hub.stream_count(), behind_ms=behind)


@cache
def migration_scripts() -> ScriptDirectory:
    """The forms that a database can have, by the migrations that lead to them."""
    return ScriptDirectory(str(MIGRATIONS))


def database_revision() -> str | None:
    """The form of the database, by the migration that gave it; None before the first of them.

    Raises SQLAlchemyError where the database does not answer.
    """
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@bp.get("/readyz")
def readiness() -> Response:
    """The database answers, has the form this version needs, and took the last write; else 503.

    With ``?reads``, as a proxy asks, the last write does not count: tables can still be shown.
    """
    try:
        form = database_revision()
    except SQLAlchemyError:
        return make_response(jsonify(status="the database does not answer"), 503)
    if form != migration_scripts().get_current_head():
        return make_response(jsonify(status="the database waits for its migration"), 503)
    fault = last_write_error(current_app)
    if fault and "reads" not in request.args:
        return make_response(jsonify(status=f"the last write failed: {fault}"), 503)
    relay = streams_of(current_app).relay
    return jsonify(status="ok", relay=relay.connected if relay else None)


@bp.get("/metrics")
def metrics() -> Response:
    """Prometheus text; only where ``COMPANION_METRICS`` is 1, for it belongs behind the proxy."""
    if not current_app.config["METRICS"]:
        abort(404)
    return Response(generate_latest(metrics_of(current_app).registry), mimetype="text/plain")
