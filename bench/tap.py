"""P7–P11 and P23: a tap through the whole stack, against a bare Flask-SQLAlchemy insert of the same row.

P7–P9 and P23 go over HTTP to the companion as it is shipped, and to the unit served alike; P7–P9 are CPU
of the server, from the kernel. P10 and P11 compare the app with itself, in this process.
"""

from __future__ import annotations

import itertools
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import insert, text

from bench.harness import Result, below, blocks, cycles, part, ratio, spread
from bench.served import Line, Served, companion, unit
from companion.exports.table_file import MOST_IMPORTED
from companion.games import BY_SLUG
from companion.server.app import create_app, migrate
from companion.services import services_of
from companion.store.models import Entry, db
from companion.store.records import row_fields
from companion.store.sql_tables import SqlTables
from companion.tables.ports import entry_mark
from tests.conftest import settings
from tests.people import Phone

_keys = itertools.count(1)
SEATS = ["Ana", "Bo", "Cy", "Di"]


def measure(quick: bool) -> Iterator[Result]:
    """The bars of a tap."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with companion(folder) as ours, unit(folder) as bare:
            yield from _taps(ours, bare, 15 if quick else 80)
            yield _amended(ours, 40 if quick else 200)
        app = in_process(folder / "inside.sqlite3")
        yield from _ages(app, 12 if quick else 60, 2000 if quick else 20000)
        yield _race(app, 100 if quick else 1000)


def file_of(entries: int) -> dict[str, Any]:
    """A Catan table of its own with so many entries, on which gold can be entered at any time."""
    order = [*range(4), *reversed(range(4)), *range(4)]
    log = [{"kind": "move", "seat": seat, "move": "Found", "data": {"move": {"at_site": False}}, "of": 0,
            "by": 0, "at": 1} for seat in order]  # fmt: skip
    log += [{"kind": "move", "seat": 0, "move": "Roll", "data": {"move": {"total": 6}}, "of": 0,
             "by": 0, "at": 1}]  # fmt: skip
    log += [{"kind": "move", "seat": n % 4, "move": "Income", "data": {"move": {"gold": 1}}, "of": 0,
             "by": 0, "at": 1} for n in range(entries - len(log))]  # fmt: skip
    return {"format": "pharaoh-table-companion/table", "format_version": 1, "game": "cheops_catan",
            "mode": "referee", "rules_version": BY_SLUG["cheops_catan"].meta.version, "seats": SEATS,
            "first": 0, "options": {}, "opened_at": f"2026-11-21T00:00:00.{next(_keys):06d}Z",
            "log": log}  # fmt: skip


class Tapper:
    """A phone at a table of a served companion, over one connection."""

    def __init__(self, served: Served, entries: int = 200) -> None:
        self.line = Line(served.port)
        told = json.dumps(file_of(entries)).encode()
        path = "/api/v1/tables/import"
        status, _, body = self.line.ask("POST", path, told, **{"Content-Type": "application/json"})
        assert status == 201, body
        made = json.loads(body)
        self.code: str = made["code"]
        self.headers = {"Cookie": f"t-{self.code}={made['secret']}", "HX-Request": "true"}
        self.entries, self.taken = entries, 0
        self.key = ""

    def enter(self) -> None:
        """One legal, stored move and its answer."""
        self.send()
        self.answered()

    def send(self, entry: str = "move+seat+gold=Income+0+1") -> None:
        """Enter something without waiting."""
        self.key = f"bench-{next(_keys):09d}"
        body = f"key={self.key}&{entry}".encode()
        self.line.send("POST", f"/t/{self.code}/enter", body, **self.headers)
        self.taken += 1

    def answered(self) -> None:
        """Read the answer to a move."""
        status, headers, _ = self.line.answer()
        assert status == 200
        assert headers["x-entry"]

    def refused(self) -> None:
        """One move that the rules refuse, tapped on the newest table: the reason."""
        seen = f"{self.entries + self.taken}.{entry_mark(self.key)}"
        body = f"key=bench-{next(_keys):09d}&move=Lay&seat=0&seen={seen}".encode()
        status, headers, _ = self.line.ask("POST", f"/t/{self.code}/enter", body, **self.headers)
        assert status == 422
        assert headers["x-answer"] == "refused"


class Bare:
    """A client of the unit."""

    def __init__(self, served: Served) -> None:
        self.line = Line(served.port)
        self.taken = 0

    def enter(self) -> None:
        """One insert."""
        assert self.line.ask("POST", "/insert", b"{}")[0] == 200
        self.taken += 1


def _taps(ours: Served, bare: Served, rounds: int) -> Iterator[Result]:
    phone, other = Tapper(ours), Bare(bare)

    told = blocks(
        {
            "move": (ours, phone.enter, 10), "refused": (ours, phone.refused, 10),
            "unit": (bare, other.enter, 10),
        },
        rounds,
    )  # fmt: skip
    what = "a stored move with its answer, table of 200 ÷ "
    yield below("P7", what + "bare ORM insert", ratio(told["move"], told["unit"]), 1.0)
    what = "a refused move and its reason ÷ bare ORM insert"
    yield below("P9", what, ratio(told["refused"], told["unit"]), 0.70)


def _amended(ours: Served, rounds: int) -> Result:
    """An early entry of a table of 300 is changed, in turn with plain moves: seconds until the answer."""
    plain: list[float] = []
    amended: list[float] = []
    for number in range(rounds):
        if number % 20 == 0:
            phone = Tapper(ours, 300)  # each round makes its table two entries longer
        for works, body in (
            (plain, "move+seat+gold=Income+0+1"),
            (amended, f"kind=amend&of=3&move+seat+at_site=Found+2+{number % 2}"),
        ):
            began = time.perf_counter()
            phone.send(body)
            phone.answered()
            works.append(time.perf_counter() - began)
    value = part(amended, 0.95) / part(plain, 0.5)
    what = "entry 3 of a table of 300 is changed: answer, p95 ÷ a plain move's, p50"
    return below("P23", what, spread([value]), 10)


def crowd(works: list[Any], seconds: float = 2) -> list[float]:
    """Wall seconds of every call that so many threads made in the time."""
    walls: list[float] = []
    until = time.perf_counter() + seconds

    def go(work: Any) -> None:
        while (began := time.perf_counter()) < until:
            work()
            walls.append(time.perf_counter() - began)

    threads = [threading.Thread(target=go, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return walls


def in_process(file: Path) -> Flask:
    """The app in this process, on a new file."""
    os.environ["COMPANION_DATA"] = str(file.parent)
    app = create_app(settings(file))
    migrate(app)
    return app


def durability() -> str:
    """What the companion's own connections say of the journal and of flushing."""
    with tempfile.TemporaryDirectory() as place:
        app = in_process(Path(place) / "asked.sqlite3")
        with app.app_context():
            journal = db.session.execute(text("PRAGMA journal_mode")).scalar()
            flushed = db.session.execute(text("PRAGMA synchronous")).scalar()
            db.session.remove()
            db.engine.dispose()
    return f"journal {journal}, synchronous {('OFF', 'NORMAL', 'FULL', 'EXTRA')[int(flushed or 0)]}"


def aged(app: Flask, entries: int) -> Phone:
    """A phone at a table of so many entries, in this process."""
    client = app.test_client()
    made = client.post("/api/v1/tables/import", json=file_of(min(entries, MOST_IMPORTED)))
    assert made.status_code == 201, made.text
    told = made.get_json()
    with app.app_context():
        _lengthen(told["code"], entries)
    phone = Phone(app, told["code"])
    phone.client.set_cookie(f"t-{phone.code}", told["secret"])
    return phone


def _lengthen(code: str, entries: int) -> None:
    """Repeat a table's newest entry until it has so many: a file has fewer than a log may have."""
    found = SqlTables().find_access(code, "")
    assert found is not None
    last = SqlTables().rows_between(found.table_id, 0, entries + 1)[-1]
    more = [
        row_fields(replace(last, seq=seq, key=f"lengthened-{seq}"))
        for seq in range(last.seq + 1, entries + 1)
    ]
    if more:
        db.session.execute(insert(Entry), more)
        db.session.commit()


def enter(phone: Phone) -> None:
    """One legal, stored move in this process."""
    number = next(_keys)
    answer = phone.enter(key=f"bench-{number:09d}", **{"move seat gold": f"Income {number % 4} 1"})
    assert answer.status_code == 200


def _ages(app: Flask, rounds: int, oldest: int) -> Iterator[Result]:
    young, old = aged(app, 20), aged(app, oldest)
    enter(old)
    times = cycles({"young": (lambda: enter(young), 4), "old": (lambda: enter(old), 4)}, rounds)
    what = f"a move at {oldest} entries ÷ at 20"
    yield below("P10", what, ratio(times["old"], times["young"]), 1.10)

    def cold() -> None:
        services_of(app).tables.clear()
        enter(old)

    times = cycles({"cold": (cold, 1), "warm": (lambda: enter(old), 4)}, max(4, rounds // 6))
    what = f"the first touch of a cold table of {oldest} ÷ a warm move"
    yield below("P11", what, ratio(times["cold"], times["warm"]), 1.5)


def _race(app: Flask, times: int) -> Result:
    """Two phones enter the same roll at once, again and again: one row each."""
    phone = aged(app, 13)
    start = threading.Barrier(2)
    clients = [app.test_client() for _ in range(2)]
    cookie = phone.client.get_cookie(f"t-{phone.code}")
    assert cookie is not None
    statuses: list[list[int]] = [[], []]

    def play(which: int) -> None:
        clients[which].set_cookie(cookie.key, cookie.value)
        for number in range(times):
            start.wait()
            body = {"key": f"race-{which}-{number:06d}", "move seat total": f"Roll {(number + 1) % 4} 6",
                    "seen": str(13 + number)}  # fmt: skip
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
            text('SELECT count(*) FROM entry e JOIN "table" t ON t.id = e.table_id WHERE t.code = :code'),
            {"code": phone.code},
        ).scalar()
    fine = found == 13 + times and set(statuses[0] + statuses[1]) == {200}
    answers = sorted(set(statuses[0] + statuses[1]))
    told = f"{found - 13 if found else 0} rows for {times} races; answers {answers}"
    return Result(
        "P19", "two phones enter one fact at once: rows, and no refusal", told, "one row each", fine
    )
