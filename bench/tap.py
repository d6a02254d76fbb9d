"""P7–P11 and P19: a tap through the whole stack, against a bare Flask-SQLAlchemy insert of the same row."""

from __future__ import annotations

import itertools
import json
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from bench.harness import Result, below, cycles, ratio
from companion.app import create_app, migrate
from companion.games import BY_SLUG
from companion.store import db
from tests.conftest import settings
from tests.people import Phone

_keys = itertools.count(1)
SEATS = ["Ana", "Bo", "Cy", "Di"]


def measure(quick: bool) -> Iterator[Result]:
    """The bars of a tap."""
    rounds = 12 if quick else 60
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        app = _ours(folder / "ours.sqlite3")
        phone = aged(app, 200)
        unit, hello = _unit(folder / "unit.sqlite3")
        variants = {
            "move": (lambda: enter(phone), 8),
            "refused": (lambda: refused(phone), 8),
            "unit": (unit, 8),
            "hello": (hello, 20),
        }
        times = cycles(variants, rounds)
        what = "a stored move with the page as answer, table of 200 ÷ "
        yield below("P7", what + "bare ORM insert", ratio(times["move"], times["unit"]), 0.80)
        yield below("P8", what + "Flask hello", ratio(times["move"], times["hello"]), 2.1)
        yield below(
            "P9",
            "a refused move with its reason ÷ bare ORM insert",
            ratio(times["refused"], times["unit"]),
            0.70,
        )
        yield from _ages(app, rounds, quick)
        yield _race(app, 100 if quick else 1000)


def _ours(file: Path) -> Flask:
    app = create_app(settings(file))
    migrate(app)
    return app


def _unit(file: Path) -> tuple[Any, Any]:
    class Base(DeclarativeBase):
        pass

    store = SQLAlchemy(model_class=Base)

    class Line(store.Model):  # type: ignore[name-defined,misc]
        id: Mapped[int] = mapped_column(primary_key=True)
        game: Mapped[int] = mapped_column(index=True)
        data: Mapped[str]

    app = Flask("unit")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file}"
    store.init_app(app)

    @app.post("/insert")
    def insert() -> dict[str, int]:
        line = Line(
            game=1, data=json.dumps({"seat": 0, "move": "Income", "gold": 1, "key": "k" * 20})
        )
        store.session.add(line)
        store.session.commit()
        return {"id": line.id}

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    with app.app_context():

        @event.listens_for(store.engine, "connect")
        def durable(connection: Any, record: object) -> None:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")

        store.create_all()
    client = app.test_client()
    return lambda: client.post("/insert"), lambda: client.get("/hello")


def aged(app: Flask, entries: int) -> Phone:
    """A Catan table with so many entries, on which gold can be entered at any time."""
    order = [*range(4), *reversed(range(4)), *range(4)]
    log = [{"kind": "move", "seat": seat, "move": "Found", "data": {"move": {"at_site": False}}, "of": 0,
            "by": 0, "at": 1} for seat in order]  # fmt: skip
    log += [{"kind": "move", "seat": n % 4, "move": "Income", "data": {"move": {"gold": 1}}, "of": 0,
             "by": 0, "at": 1} for n in range(entries - len(log))]  # fmt: skip
    told = {"format": "pharaoh-table-companion/table", "format_version": 1, "game": "cheops_catan",
            "mode": "referee", "rules_version": BY_SLUG["cheops_catan"].meta.version, "seats": SEATS,
            "first": 0, "options": {}, "opened_at": "2026-11-21T00:00:00Z", "log": log}  # fmt: skip
    client = app.test_client()
    made = client.post("/api/v1/tables/import", json=told)
    assert made.status_code == 201, made.text
    phone = Phone(app, made.json["code"])
    phone.client.set_cookie(f"t-{phone.code}", made.json["secret"])
    return phone


def enter(phone: Phone) -> None:
    """One legal, stored move; the answer is the page's changing part."""
    number = next(_keys)
    answer = phone.client.post(
        f"/t/{phone.code}/enter",
        data={"key": f"bench-{number:09d}", "move seat gold": f"Income {number % 4} 1"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200


def refused(phone: Phone) -> None:
    """One move that the rules refuse."""
    answer = phone.client.post(
        f"/t/{phone.code}/enter",
        data={"key": f"bench-{next(_keys):09d}", "move": "Lay", "seat": "0"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 422


def _ages(app: Flask, rounds: int, quick: bool) -> Iterator[Result]:
    oldest = 2000 if quick else 20000
    young, old = aged(app, 20), aged(app, oldest)
    enter(old)
    times = cycles({"young": (lambda: enter(young), 4), "old": (lambda: enter(old), 4)}, rounds)
    what = f"a move at {oldest} entries ÷ at 20"
    yield below("P10", what, ratio(times["old"], times["young"]), 1.10)

    def cold() -> None:
        app.extensions["desk"].clear()
        enter(old)

    times = cycles({"cold": (cold, 1), "warm": (lambda: enter(old), 4)}, 4)
    yield below(
        "P11",
        f"the first touch of a cold table of {oldest} ÷ a warm move",
        ratio(times["cold"], times["warm"]),
        1.5,
    )


def _race(app: Flask, times: int) -> Result:
    """Two phones enter the same roll at once, again and again: one row each."""
    phone = aged(app, 12)
    start = threading.Barrier(2)
    clients = [app.test_client() for _ in range(2)]
    cookie = phone.client.get_cookie(f"t-{phone.code}")
    assert cookie is not None
    statuses: list[list[int]] = [[], []]

    def play(which: int) -> None:
        clients[which].set_cookie(cookie.key, cookie.value)
        for number in range(times):
            start.wait()
            body = {"key": f"race-{which}-{number:06d}", "move seat total": f"Roll {number % 4} 6",
                    "seen": str(12 + number)}  # fmt: skip
            answer = clients[which].post(
                f"/t/{phone.code}/enter", data=body, headers={"HX-Request": "true"}
            )
            statuses[which].append(answer.status_code)

    threads = [threading.Thread(target=play, args=(which,)) for which in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with app.app_context():
        found = db.session.execute(
            text(
                'SELECT count(*) FROM entry e JOIN "table" t ON t.id = e.table_id WHERE t.code = :code'
            ),
            {"code": phone.code},
        ).scalar()
    fine = found == 12 + times and set(statuses[0] + statuses[1]) == {200}
    answers = sorted(set(statuses[0] + statuses[1]))
    told = f"{found - 12 if found else 0} rows for {times} races; answers {answers}"
    return Result(
        "P19", "two phones enter one fact at once: rows, and no refusal", told, "one row each", fine
    )
