"""A tap over HTTP against a bare Flask-SQLAlchemy insert, and a cold table against a warm one; in CPU."""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.harness import Checkouts, Figure, cpu_seconds, in_turn, ratio
from bench.servers import Connection, Insert, companion, insert_app
from companion.server.app import create_app, migrate
from companion.services import services_of
from tests.conftest import settings
from tests.exports.test_exports import make_table_file
from tests.people import Phone

TABLE = make_table_file("cheops_catan", "pyramid_complete", 60)
"""A table at which gold can be entered at any time."""
_keys = itertools.count(1)


def measure(quick: bool, checkouts: Checkouts) -> Iterator[Figure]:
    """Measure taps in turn with inserts, then cold tables in turn with warm ones."""
    with ExitStack() as servers:
        reference = servers.enter_context(insert_app())
        works = {"insert": partial(cpu_seconds, Insert(reference).enter, 10, reference.cpu)}
        for beginning, checkout in checkouts.items():
            server = servers.enter_context(companion(checkout))
            works[beginning] = partial(cpu_seconds, _tap(Connection(server)), 10, server.cpu)
        times = in_turn(works, 15 if quick else 80)
    inserts = times.pop("insert")
    yield Figure("entry ÷ bare ORM insert", {name: ratio(taps, inserts) for name, taps in times.items()})
    with tempfile.TemporaryDirectory() as folder:
        yield Figure("entry on a cold table ÷ on a warm one", {"": _cold(Path(folder), 4 if quick else 15)})


def _form() -> str:
    return f"key=bench-{next(_keys):09d}&move+seat+gold=Income+0+1"


def _tap(connection: Connection) -> Callable[[], object]:
    """A move that is stored, by a phone with an open connection."""
    kind = {"Content-Type": "application/json"}
    _, made = connection.ask("POST", "/api/v1/tables/import", json.dumps(TABLE), **kind)
    code, secret = json.loads(made).values()
    headers = {"Cookie": f"t-{code}={secret}", "HX-Request": "true"}
    return lambda: connection.ask("POST", f"/t/{code}/enter", _form(), **headers)


def _cold(folder: Path, rounds: int) -> float:
    """The ratio, within this process."""
    app = create_app(settings(folder / "cold.sqlite3"))
    migrate(app)
    phone = Phone(app)
    phone.use_link(phone.client.post("/api/v1/tables/import", json=TABLE).json)

    def warm() -> None:
        assert phone.enter(**{"move seat gold": "Income 0 1"}).status_code == 200

    def cold() -> None:
        services_of(app).tables.clear()
        warm()

    works = {"cold": partial(cpu_seconds, cold, 1), "warm": partial(cpu_seconds, warm, 4)}
    times = in_turn(works, rounds)
    return ratio(times["cold"], times["warm"])
