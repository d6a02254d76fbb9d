"""Server-sent events: tells every open phone about each entry."""

from flask import Flask

from companion.limits.rate_limits import stream_quota
from companion.live.hub import Hub
from companion.live.stream import announce, announce_people, bp, publish_remote, resync_streams
from companion.store.connections import libpq_string


def init_app(app: Flask) -> None:
    """Register the streams; with PostgreSQL also the relay to the other processes."""
    hub = Hub()
    app.extensions["hub"] = hub
    app.extensions["stream_quota"] = stream_quota(app.config)
    app.extensions["table_cache"].on_entry = announce
    app.extensions["table_store"].on_change = announce_people
    app.extensions["relay"] = None
    app.register_blueprint(bp)
    url = str(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.startswith("postgresql"):
        from companion.live.relay import Relay  # nobody else has other processes to tell

        relay = Relay(
            libpq_string(url),
            lambda: _engine(app),
            app.extensions["table_cache"],
            lambda *news: publish_remote(app, *news),
            lambda: resync_streams(app),
        )
        app.extensions["relay"] = relay
        app.extensions["table_cache"].on_evict = lambda table_id: relay.notify(table_id, 0, again=True)
        app.before_request(relay.start)


def _engine(app: Flask) -> object:
    from companion.store import db

    with app.app_context():
        return db.engine
