"""Health checks, metrics and logs. They contain no names, codes or secrets."""

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
from companion.store.connections import last_write_error
from companion.store.models import db
from companion.tables.errors import Refused, TableError

bp = Blueprint("monitoring", __name__)
log = logging.getLogger("companion.answers")
_SECRET_PATH_PATTERN = re.compile(
    r"(/(?:[tjgiwe]|host|tables|groups|invitations|editions|seats/\d+/invitations)/)[^\s/?'\"<>]+"
)
_QUERY_PATTERN = re.compile(r"(/[^\s?'\"<>]*)\?[^\s'\"<>]+")
_ADDRESS_PATTERN = re.compile(r"\bip=[^\s,)]+")
MIGRATIONS_FOLDER = Path(__file__).resolve().parents[1] / "store" / "migrations"
_ENTRY_ENDPOINTS = frozenset(("table.enter", "api.submit_entry"))


class Metrics:
    """The Prometheus metrics of this process."""

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
        hub, tables = streams_of(app).hub, services_of(app).tables
        behind = "How long the oldest unsent update has waited."
        for name, help_text, function in (
            ("companion_streams", "Open streams.", hub.stream_count),
            ("companion_streams_behind_seconds", behind, hub.seconds_behind),
            ("companion_tables_held", "Tables in memory.", tables.count_cached_tables),
        ):
            Gauge(name, help_text, registry=self.registry).set_function(function)


def metrics_of(app: Flask) -> Metrics:
    """Return the Prometheus metrics of an app."""
    metrics: Metrics = app.extensions["metrics"]
    return metrics


def init_app(app: Flask) -> None:
    """Add health checks and metrics to an app, and count and log its responses."""
    app.extensions["metrics"] = Metrics(app)
    app.register_blueprint(bp)
    app.before_request(_start_timer)
    app.after_request(_record_response)


def log_as_json(level: str, stream: TextIO | None = None) -> None:
    """Log from this level on to ``stream`` (by default standard error), one JSON object per line."""
    redact_logs()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def redact_logs() -> None:
    """Replace codes, secrets and addresses by "…" in all records that are logged from now on."""
    logging.setLogRecordFactory(_redacted_record)


def _redacted_record(*args: Any, **kwargs: Any) -> logging.LogRecord:
    record = logging.LogRecord(*args, **kwargs)
    record.msg, record.args = redact_secrets(record.getMessage()), ()
    if record.exc_info and not record.exc_text:  # formatters reuse this text
        record.exc_text = redact_secrets(logging.Formatter().formatException(record.exc_info))
    return record


def redact_secrets(text: str) -> str:
    """Return a text with "…" in place of query strings, IP addresses and the secret parts of paths."""
    return _ADDRESS_PATTERN.sub("ip=…", _QUERY_PATTERN.sub(r"\1?…", _SECRET_PATH_PATTERN.sub(r"\1…", text)))


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON, with time, level, logger and message."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line)


def _start_timer() -> None:
    g.started_at = time.perf_counter()


def _record_response(response: Response) -> Response:
    meters = metrics_of(current_app)
    route = request.endpoint or "none"
    now = time.perf_counter()
    seconds = now - g.get("started_at", now)
    meters.answers.labels(route, response.status_code).inc()
    meters.seconds.labels(route).observe(seconds)
    answer: TableError | None = g.get("answer")
    if isinstance(answer, Refused):
        meters.refusals.labels(answer.code).inc()
    if route in _ENTRY_ENDPOINTS and response.status_code < 300:
        meters.entries.inc()
    if log.isEnabledFor(logging.INFO):
        fields = {"route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        log.info("answered", extra={"fields": fields | ({"answer": answer.code} if answer else {})})
    return response


@bp.get("/healthz")
def liveness() -> Response:
    """Return as JSON: the app's version, the number of open streams, and their delay in milliseconds."""
    hub = streams_of(current_app).hub
    behind = round(1000 * hub.seconds_behind())
    return jsonify(status="ok", version=__version__, streams=hub.stream_count(), behind_ms=behind)


@cache
def load_migration_scripts() -> ScriptDirectory:
    """Return the migration scripts of the database."""
    return ScriptDirectory(str(MIGRATIONS_FOLDER))


def read_database_revision() -> str | None:
    """Return the migration revision of the database; None before the first migration.

    Raise SQLAlchemyError if the database does not answer.
    """
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@bp.get("/readyz")
def readiness() -> Response:
    """Answer 200 if the database answers, is migrated and accepted the last write; else 503.

    With ``?reads``, which a proxy uses, a failed write does not matter, because tables can still be shown.
    """
    try:
        revision = read_database_revision()
    except SQLAlchemyError:
        return make_response(jsonify(status="the database does not answer"), 503)
    if revision != load_migration_scripts().get_current_head():
        return make_response(jsonify(status="the database waits for its migration"), 503)
    fault = last_write_error(current_app)
    if fault and "reads" not in request.args:
        return make_response(jsonify(status=f"the last write failed: {fault}"), 503)
    relay = streams_of(current_app).relay
    return jsonify(status="ok", relay=relay.connected if relay else None)


@bp.get("/metrics")
def metrics() -> Response:
    """Return the metrics as Prometheus text; 404 unless ``COMPANION_METRICS`` is 1."""
    if not current_app.config["METRICS"]:
        abort(404)
    return Response(generate_latest(metrics_of(current_app).registry), mimetype="text/plain")
