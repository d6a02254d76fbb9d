"""The reference for an entry: a Flask-SQLAlchemy app that inserts one row, with the same durability."""

import json
import os
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion.lan.addresses import open_listening_socket
from companion.server.serving import Server


class Base(DeclarativeBase):
    """The base class of the models."""


class LogRow(Base):
    """A row of a log."""

    __tablename__ = "line"
    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[int] = mapped_column(index=True)
    data: Mapped[str]


@event.listens_for(Engine, "connect")
def flush_commits(connection: Any, record: object) -> None:
    """Let SQLite flush each commit of a new connection to the disk, as the companion does."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


db = SQLAlchemy(model_class=Base)
app = Flask("insert")
app.config |= {"PROXIES": 0, "RATELIMIT_ENABLED": False}
app.config["SQLALCHEMY_DATABASE_URI"] = os.environ["COMPANION_DATABASE"]
db.init_app(app)
with app.app_context():
    db.create_all()


@app.post("/insert")
def insert() -> dict[str, int]:
    """Insert one row with the ORM, and return {"id": its id}."""
    line = LogRow(game=1, data=json.dumps({"seat": 0, "move": "Income", "gold": 1, "key": "k" * 20}))
    db.session.add(line)
    db.session.commit()
    return {"id": line.id}


if __name__ == "__main__":
    Server(open_listening_socket("127.0.0.1", int(os.environ["COMPANION_PORT"])), app).serve()
