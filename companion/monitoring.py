"""For those who run it: is it alive, is it ready, how is it doing. No names, codes or secrets anywhere."""

from __future__ import annotations

import json
import logging
import time

from alembic.script import ScriptDirectory
from flask import Blueprint, Flask, Response, abort, current_app, g, jsonify, make_response, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.store import db
from companion.tables.errors import Refused, TableError

bp = Blueprint("monitoring", __name__)
log = logging.getLogger("companion.answers")
_ENTERING = frozenset(("table.enter", "api.submit_entry"))


class Metrics:
    """What is counted in this process."""

    def __init__(self, app: Flask) -> None:
        self.registry = CollectorRegistry()
        self.answers = Counter(
            "companion_answers",
            "Answers by route and status.",
            ["route", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "companion_answer_seconds", "Time to answer by route.", ["route"], registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
        )  # fmt: skip
        self.entries = Counter("companion_entries", "Entries taken.", registry=self.registry)
        self.refusals = Counter(
            "companion_refusals", "Refusals by code.", ["code"], registry=self.registry
        )
        streams = Gauge("companion_streams", "Open streams.", registry=self.registry)
        streams.set_function(lambda: app.extensions["hub"].stream_count())
        tables = Gauge("companion_tables_held", "Tables in memory.", registry=self.registry)
        tables.set_function(lambda: app.extensions["table_cache"].size())


def init_app(app: Flask, migrations: str) -> None:
    """Register the endpoints, the meters and the log."""
    app.extensions["metrics"] = Metrics(app)
    app.extensions["migrations"] = ScriptDirectory(migrations)
    app.register_blueprint(bp)
    app.before_request(_begun)
    app.after_request(_answered)


def log_as_json(level: str) -> None:
    """One JSON object a line on standard error, for the process that serves."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def _begun() -> None:
    g.begun = time.perf_counter()


def _answered(response: Response) -> Response:
    meters: Metrics = current_app.extensions["metrics"]
    route = request.endpoint or "none"
    seconds = time.perf_counter() - g.get("begun", time.perf_counter())
    meters.answers.labels(route, response.status_code).inc()
    meters.seconds.labels(route).observe(seconds)
    answer: TableError | None = g.get("answer")
    if isinstance(answer, Refused):
        meters.refusals.labels(answer.code).inc()
    if route in _ENTERING and response.status_code < 300:
        meters.entries.inc()
    if log.isEnabledFor(logging.INFO):
        told = {"route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        log.info("answered", extra={"told": told | ({"answer": answer.code} if answer else {})})
    return response


@bp.get("/healthz")
def liveness() -> Response:
    """This process answers; which version it is."""
    return jsonify(
        status="ok", version=__version__, streams=current_app.extensions["hub"].stream_count()
    )


@bp.get("/readyz")
def readiness() -> Response:
    """The database answers and has the form this version needs; else 503."""
    try:
        with db.engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except SQLAlchemyError:
        return make_response(jsonify(status="the database does not answer"), 503)
    if found != current_app.extensions["migrations"].get_current_head():
        return make_response(jsonify(status="the database waits for its migration"), 503)
    relay = current_app.extensions["relay"]
    return jsonify(status="ok", relay=None if relay is None else relay.connected)


@bp.get("/metrics")
def metrics() -> Response:
    """Prometheus text; only where ``COMPANION_METRICS`` is 1, for it belongs behind the proxy."""
    if not current_app.config["METRICS"]:
        abort(404)
    response = make_response(generate_latest(current_app.extensions["metrics"].registry))
    response.mimetype = "text/plain"
    return response
