"""An entry over HTTP compared with a plain ORM insert, and a cold table with a warm one, in CPU time."""

import itertools
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.harness import Figure, compare, cpu_seconds
from bench.servers import Connection, InsertClient, start_companion, start_insert_app
from companion.server.app import create_app, migrate
from companion.services import services_of
from tests.conftest import make_settings
from tests.exports.test_exports import make_table_file
from tests.people import Phone

TABLE_FILE_JSON = make_table_file("cheops_catan", "pyramid_complete", 60)
"""A table at which gold can be entered at any time."""
_entry_numbers = itertools.count(1)


def measure(quick: bool) -> Iterator[Figure]:
    """Yield two ratios of CPU time: entry to ORM insert, and entry on a cold table to one on a warm table.

    A cold table is not in memory. With ``quick``, measure fewer rounds.
    """
    with start_insert_app() as reference, start_companion() as server:
        insert, enter = InsertClient(reference).enter, _make_entry_function(Connection(server))
        ratio = compare(
            partial(cpu_seconds, enter, 10, server.cpu_seconds),
            partial(cpu_seconds, insert, 10, reference.cpu_seconds),
            rounds=15 if quick else 80,
        )
    yield Figure("entry ÷ bare ORM insert", {"": ratio})
    with tempfile.TemporaryDirectory() as folder:
        ratio = _compare_cold_table(Path(folder), 4 if quick else 15)
    yield Figure("entry on a cold table ÷ on a warm one", {"": ratio})


def _entry_form() -> str:
    return f"key=bench-{next(_entry_numbers):09d}&move+seat+gold=Income+0+1"


def _make_entry_function(connection: Connection) -> Callable[[], object]:
    code, secret = connection.post_json("/api/v1/tables/import", TABLE_FILE_JSON).values()
    headers = {"Cookie": f"t-{code}={secret}", "HX-Request": "true"}
    return lambda: connection.fetch("POST", f"/t/{code}/enter", _entry_form(), **headers)


def _compare_cold_table(folder: Path, rounds: int) -> float:
    """Return the CPU time of an entry at a table that is not in memory, divided by that at a loaded one."""
    app = create_app(make_settings(folder / "cold.sqlite3"))
    migrate(app)
    phone = Phone(app)
    phone.use_link(phone.client.post("/api/v1/tables/import", json=TABLE_FILE_JSON).json)

    def enter_at_warm_table() -> None:
        assert phone.enter(**{"move seat gold": "Income 0 1"}).status_code == 200

    def enter_at_cold_table() -> None:
        services_of(app).tables.clear_cache()
        enter_at_warm_table()

    cold, warm = partial(cpu_seconds, enter_at_cold_table, 1), partial(cpu_seconds, enter_at_warm_table, 4)
    return compare(cold, warm, rounds)
