"""Server-sent events: tells every open phone about each entry."""

from __future__ import annotations

from flask import Flask

from companion.live.streams import Streams
from companion.store.connections import libpq_string
from companion.tables.tables import Tables


def connect_processes(app: Flask, streams: Streams, tables: Tables) -> None:
    """With PostgreSQL other processes may serve the same tables: each hears of what the others wrote."""
    url = str(app.config["SQLALCHEMY_DATABASE_URI"])
    if not url.startswith("postgresql"):
        return
    from companion.live.relay import Relay  # nobody else has other processes to tell
    from companion.store import db

    def engine() -> object:
        with app.app_context():
            return db.engine

    def heard(table_id: int, version: int, again: bool) -> None:
        with app.app_context():
            streams.relayed(tables, table_id, version, again=again)

    def look() -> None:
        with app.app_context():
            streams.look_at_all()

    streams.relay = Relay(libpq_string(url), engine, tables, heard, look)
    app.before_request(streams.relay.start)
