"""A group of years: small pages, as many statements as for a few tables, and others are answered first."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from sqlalchemy import Connection, event, insert, select, update
from sqlalchemy.engine import Engine

from companion.engine import replay
from companion.games import GAMES
from companion.games.seeds import plays
from companion.groups import history, results, service
from companion.services import services_of, tables
from companion.store.models import Entry, GroupTable, Seat, Table, db
from tests.exports.test_exports import import_file, make_table_file
from tests.groups.test_groups import NIGHT, count, founded, opened, played, told
from tests.people import Phone
from tests.web.test_long_logs import MOST_AT_ONCE, Pace

YEARS_OF_TABLES = 400
MAX_FILE_BYTES = 100_000
MOST_FORMS = 60


FIRST = 1000
"""The number of the first copied table."""


def rows_of(kind: Any, table_id: int) -> list[dict[str, Any]]:
    columns = kind.__table__.c
    key = columns.id if kind is Table else columns.table_id
    return [dict(row) for row in db.session.execute(select(*columns).where(key == table_id)).mappings()]


def group_of(app: Flask, phone: Phone, size: int) -> str:
    """A group with so many finished tables of all games, three an evening.

    One table of each game is imported and copied, its copy is added to the group as a phone adds it, and
    all further tables and their stored results are copies of that.
    """
    secret = founded(phone)
    files = [make_table_file(game.meta.slug, min(plays(game.meta.slug))) for game in GAMES]
    codes = [import_file(app, {**file, "birth": f"birth-{n:016}"}).code for n, file in enumerate(files)]
    with app.app_context():
        imported = [db.session.scalars(select(Table.id).where(Table.code == code)).one() for code in codes]
        originals = [[rows_of(kind, number) for kind in (Table, Seat, Entry)] for number in imported]
        numbers = range(FIRST, FIRST + size)
        rows: list[list[dict[str, Any]]] = [[], [], []]
        for number in numbers:
            [of_table], seats, entries = originals[number % len(GAMES)]
            opened = NIGHT + timedelta(days=number // 3 * 7, hours=number % 3)
            own = {"id": number, "code": f"Q{number}", "birth": f"copy-{number:016}", "opened_at": opened}
            rows[0].append({**of_table, **own})
            rows[1] += [{**seat, "table_id": number} for seat in seats]
            rows[2] += [{**entry, "table_id": number} for entry in entries]
        for kind, of_kind in zip((Table, Seat, Entry), rows, strict=True):
            db.session.execute(insert(kind), of_kind)
        db.session.commit()
        for number in numbers[: len(GAMES)]:
            service.add_table(service.get_group(secret), number, tables())
        added = [rows_of(GroupTable, number)[0] for number in numbers[: len(GAMES)]]
        rest = [{**added[n % len(GAMES)], "table_id": n} for n in numbers[len(GAMES) :]]
        if rest:
            db.session.execute(insert(GroupTable), rest)
        db.session.commit()
    return secret


def paths_of_group(app: Flask, secret: str) -> list[str]:
    """Every address that reads a group."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.arguments == {"group"}]
    read = [rule.rule.replace("<group>", secret) for rule in rules if "GET" in (rule.methods or ())]
    assert len(read) > 3
    return sorted(read)


@contextmanager
def counted_statements() -> Iterator[list[str]]:
    """The statements that are executed in the block, and ``COMMIT`` for each transaction that is kept."""
    statements: list[str] = []

    def note_statement(_connection: Connection, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    def note_commit(_connection: Connection) -> None:
        statements.append("COMMIT")

    event.listen(Engine, "before_cursor_execute", note_statement)
    event.listen(Engine, "commit", note_commit)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note_statement)
        event.remove(Engine, "commit", note_commit)


@pytest.fixture
def years(app: Flask) -> str:
    """The secret of a group of 400 tables."""
    return group_of(app, Phone(app), YEARS_OF_TABLES)


def test_each_page_of_a_group_is_small_and_each_table_can_be_removed(app: Flask, years: str) -> None:
    phone, path, removable = Phone(app), f"/g/{years}", list[str]()
    page = phone.client.get(path)
    assert "Older evenings" in page.text
    path += "/evenings"
    assert f'href="{path}"' in page.text
    while True:
        assert len(page.data) < MAX_FILE_BYTES
        assert page.text.count("<form") < MOST_FORMS
        page = phone.client.get(path)
        removable += re.findall(r"/tables/(\d+)/remove", page.text)
        older = re.findall(r'href="(\?page=\d+)">Older evenings', page.text)
        if not older:
            break
        path = f"/g/{years}/evenings{older[0]}"
    assert removable == [str(number) for number in reversed(range(FIRST, FIRST + YEARS_OF_TABLES))]


def test_tables_of_one_evening_without_end_are_on_several_pages(app: Flask, years: str) -> None:
    with app.app_context():
        db.session.execute(update(Table).values(opened_at=NIGHT))
        db.session.commit()
    for path in ("", "/evenings", "/evenings?page=2"):
        page = Phone(app).client.get(f"/g/{years}{path}")
        assert len(page.data) < MAX_FILE_BYTES
        assert page.text.count("<form") < MOST_FORMS


def test_the_pyramids_of_many_wins_are_drawn(app: Flask, years: str) -> None:
    [trophies] = re.findall(
        r'<ol class="trophies".*?</ol>', Phone(app).client.get(f"/g/{years}").text, re.DOTALL
    )
    heights = [float(height) for height in re.findall(r' height="(-?[\d.]+)"', trophies)]
    assert heights
    assert min(heights) > 1


def test_a_removed_table_leads_back_to_its_page_of_evenings(app: Flask, years: str) -> None:
    phone = Phone(app)
    page = phone.client.get(f"/g/{years}/evenings?page=3").text
    [removed, kept] = re.findall(r"/tables/(\d+)/remove", page)[:2]
    [form] = re.findall(rf"/tables/{removed}/remove.*?</form>", page, re.DOTALL)
    fields = dict(re.findall(r'name="(\w+)" value="(\w*)"', form))
    answer = phone.client.post(f"/g/{years}/tables/{removed}/remove", data=fields)
    assert answer.headers["Location"] == f"/g/{years}/evenings?page=3"
    page = phone.client.get(answer.headers["Location"]).text
    assert f"/tables/{kept}/remove" in page
    assert f"/tables/{removed}/remove" not in page


@pytest.mark.parametrize("asked", ["0", "-3", "99999", "x", "9" * 5000])
def test_a_page_that_is_not_there_is_the_first_or_the_last(app: Flask, asked: str) -> None:
    phone = Phone(app)
    secret = founded(phone)
    assert phone.client.get(f"/g/{secret}/evenings?page={asked}").status_code == 200


def test_statements_do_not_grow_with_the_tables(app: Flask, other_app: Flask) -> None:
    statements: list[dict[str, int]] = []
    for installed, size in ((app, 5), (other_app, 40)):
        phone = Phone(installed)
        secret = group_of(installed, phone, size)
        services_of(installed).tables.clear()
        statements.append({})
        for path in paths_of_group(installed, secret):
            with counted_statements() as executed:
                assert phone.client.get(path).status_code == 200
            statements[-1][path.replace(secret, "<group>")] = len(executed)
    assert statements[0] == statements[1]


def test_a_group_that_has_not_changed_is_read_without_a_write_or_commit(app: Flask) -> None:
    phone = Phone(app)
    secret = group_of(app, phone, 5)
    for path in paths_of_group(app, secret):
        phone.client.get(path)
        with counted_statements() as executed:
            phone.client.get(path)
        assert [line for line in executed if not line.startswith("SELECT")] == [], path


@pytest.mark.parametrize(
    ("module", "work", "most"),
    [
        pytest.param(replay, "_applied", MOST_AT_ONCE, id="moves"),
        pytest.param(history, "localize_names", 1, id="tables"),
        pytest.param(history, "_count", max(max(game.meta.seats) for game in GAMES), id="seats"),
    ],
)
def test_whoever_reads_a_group_lets_others_go_first(
    app: Flask, monkeypatch: pytest.MonkeyPatch, module: ModuleType, work: str, most: int
) -> None:
    phone = Phone(app)
    secret = group_of(app, phone, 10)
    pace = Pace(monkeypatch, module, work)
    at_once = {}
    for path in paths_of_group(app, secret):
        with app.app_context():
            db.session.execute(update(GroupTable).values(version=-1))  # every table is replayed
            db.session.commit()
        at_once[path] = pace.of(app, partial(phone.client.get, path))
    assert {path: done for path, done in at_once.items() if done > most} == {}
    assert any(at_once.values())


def test_a_table_is_not_replayed_whose_result_was_stored_when_it_was_added(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    secret = group_of(app, phone, 10)
    pace = Pace(monkeypatch)
    assert {pace.of(app, partial(phone.client.get, path)) for path in paths_of_group(app, secret)} == {0}


def test_a_table_is_not_replayed_whose_result_was_stored_when_it_ended(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    secret = founded(phone)
    played(phone, secret, ["Ana", "Bo"], [9, 4])
    pace = Pace(monkeypatch)
    for path in paths_of_group(app, secret):
        assert pace.of(app, partial(phone.client.get, path)) == 0, path
    [of_table] = told(phone, secret)["tables"]
    assert of_table["result"]["points"] == [9, 4]


def test_an_entry_is_answered_whose_result_cannot_be_stored(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    secret = founded(phone)
    opened(phone, secret, ["Ana", "Bo"])
    with monkeypatch.context() as broken:
        broken.setattr(results, "final_results", Mock(side_effect=ValueError))
        count(phone, [9, 4])
    [of_table] = told(phone, secret)["tables"]
    assert of_table["result"]["points"] == [9, 4]
