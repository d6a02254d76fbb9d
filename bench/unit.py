"""The anchor of a tap: a bare Flask-SQLAlchemy app with one insert, served like the companion itself.

``UNIT_DATABASE`` names its SQLite file; durability is the companion's (WAL, synchronous=FULL).
``python -m gevent.monkey --module bench.unit PORT``.
"""

import json
import os
import sys
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion.house.listening import listen
from companion.server.serving import Server


class Base(DeclarativeBase):
    """The one table."""


store = SQLAlchemy(model_class=Base)


class Line(Base):
    """What a log line would hold."""

    __tablename__ = "line"
    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[int] = mapped_column(index=True)
    data: Mapped[str]


@event.listens_for(Engine, "connect")
def durable(connection: Any, record: object) -> None:
    """As durable as the companion."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


app = Flask("unit")
app.config |= {"PROXIES": 0, "RATELIMIT_ENABLED": False}
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{os.environ['UNIT_DATABASE']}"
store.init_app(app)
with app.app_context():
    store.create_all()


@app.post("/insert")
def insert() -> dict[str, int]:
    """One row, by the ORM."""
    line = Line(game=1, data=json.dumps({"seat": 0, "move": "Income", "gold": 1, "key": "k" * 20}))
    store.session.add(line)
    store.session.commit()
    return {"id": line.id}


if __name__ == "__main__":
    Server(listen("127.0.0.1", int(sys.argv[1])), app).serve()
