"""A group with hundreds of tables: page sizes, SQL executed_statements, and yielding to other requests."""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, insert, select, update
from sqlalchemy.engine import Engine

from companion.games import GAMES
from companion.games.seeds import load_plays
from companion.groups import service
from companion.services import services_of, tables
from companion.store.models import Entry, GroupTable, Seat, Table, db
from tests.exports.test_exports import import_file, make_table_file
from tests.groups.test_groups import (
    EVENING_START,
    create_group,
    play_table,
)
from tests.people import Phone
from tests.web.test_log import MAX_MOVES_BETWEEN_YIELDS, YieldCounter

TABLE_COUNT = 130
MAX_FILE_BYTES = 100_000
MAX_FORM_COUNT = 60
INVALID_PAGES = ("0", "-3", "99999", "x", "9" * 5000)


FIRST_COPY_ID = 1000
"""The id of the first copied table."""


def select_rows(kind: Any, table_id: int) -> list[dict[str, Any]]:
    columns = kind.__table__.c
    key = columns.id if kind is Table else columns.table_id
    return [dict(row) for row in db.session.execute(select(*columns).where(key == table_id)).mappings()]


def make_group_with_tables(app: Flask, phone: Phone, table_count: int) -> str:
    """Create a group with this many finished tables of all games, three per evening. Return its secret."""
    secret = create_group(phone)
    files = [make_table_file(game.meta.slug, min(load_plays(game.meta.slug))) for game in GAMES]
    codes = [import_file(app, {**file, "birth": f"birth-{n:016}"}).code for n, file in enumerate(files)]
    with app.app_context():
        imported = [db.session.scalars(select(Table.id).where(Table.code == code)).one() for code in codes]
        originals = [[select_rows(kind, number) for kind in (Table, Seat, Entry)] for number in imported]
        numbers = range(FIRST_COPY_ID, FIRST_COPY_ID + table_count)
        rows: list[list[dict[str, Any]]] = [[], [], []]
        for number in numbers:
            [of_table], seats, entries = originals[number % len(GAMES)]
            opened_at = EVENING_START + timedelta(days=number // 3 * 7, hours=number % 3)
            uid = f"copy-{number:016}"
            rows[0].append(
                of_table | {"id": number, "code": f"Q{number}", "birth": uid, "opened_at": opened_at}
            )
            rows[1] += [{**seat, "table_id": number} for seat in seats]
            rows[2] += [{**entry, "table_id": number} for entry in entries]
        for kind, of_kind in zip((Table, Seat, Entry), rows, strict=True):
            db.session.execute(insert(kind), of_kind)
        db.session.commit()
        for number in numbers[: len(GAMES)]:
            service.add_table(service.get_group(secret), number, tables())
        group_rows = [select_rows(GroupTable, number)[0] for number in numbers[: len(GAMES)]]
        remaining = [{**group_rows[n % len(GAMES)], "table_id": n} for n in numbers[len(GAMES) :]]
        if remaining:
            db.session.execute(insert(GroupTable), remaining)
        db.session.commit()
    return secret


def list_group_paths(app: Flask, secret: str) -> list[str]:
    rules = [rule for rule in app.url_map.iter_rules() if rule.arguments == {"group"}]
    read = [rule.rule.replace("<group>", secret) for rule in rules if "GET" in (rule.methods or ())]
    assert len(read) > 3
    return sorted(read)


@pytest.fixture
def large_group_secret(app: Flask) -> str:
    return make_group_with_tables(app, Phone(app), TABLE_COUNT)


def test_pages_of_a_large_group_are_small_and_list_every_table(app: Flask, large_group_secret: str) -> None:
    phone, path, removable = Phone(app), f"/g/{large_group_secret}", list[str]()
    page = phone.client.get(path)
    assert "Older evenings" in page.text
    [chart] = re.findall(r'<ol class="trophies".*?</ol>', page.text, re.DOTALL)
    heights = [float(height) for height in re.findall(r' height="(-?[\d.]+)"', chart)]
    assert min(heights) > 1, "the bars of few wins are visible, too"
    path += "/evenings"
    assert f'href="{path}"' in page.text
    while True:
        assert len(page.data) < MAX_FILE_BYTES
        assert page.text.count("<form") < MAX_FORM_COUNT
        page = phone.client.get(path)
        removable += re.findall(r"/tables/(\d+)/remove", page.text)
        older = re.findall(r'href="(\?page=\d+)">Older evenings', page.text)
        if not older:
            break
        path = f"/g/{large_group_secret}/evenings{older[0]}"
    assert removable == [
        str(number) for number in reversed(range(FIRST_COPY_ID, FIRST_COPY_ID + TABLE_COUNT))
    ]


def test_an_evening_with_many_tables_continues_on_the_next_page(
    app: Flask, large_group_secret: str
) -> None:
    with app.app_context():
        db.session.execute(update(Table).values(opened_at=EVENING_START))
        db.session.commit()
    for path in ("", "/evenings", "/evenings?page=2", *(f"/evenings?page={n}" for n in INVALID_PAGES)):
        page = Phone(app).client.get(f"/g/{large_group_secret}{path}")
        assert len(page.data) < MAX_FILE_BYTES
        assert page.text.count("<form") < MAX_FORM_COUNT


def test_the_pages_of_a_filtered_list_keep_the_filter(phone: Phone, large_group_secret: str) -> None:
    for page, other, link in ((1, 2, "Older"), (2, 1, "Newer")):
        path = f"/g/{large_group_secret}/evenings?game=giza&page={page}"
        assert f'href="?game=giza&amp;page={other}">{link} evenings' in phone.client.get(path).text


def test_removing_a_table_returns_to_the_same_page(phone: Phone, large_group_secret: str) -> None:
    page = phone.client.get(f"/g/{large_group_secret}/evenings?page=3").text
    [removed, remaining] = re.findall(r"/tables/(\d+)/remove", page)[:2]
    [form] = re.findall(rf"/tables/{removed}/remove.*?</form>", page, re.DOTALL)
    fields = dict(re.findall(r'name="(\w+)" value="(\w*)"', form))
    answer = phone.client.post(f"/g/{large_group_secret}/tables/{removed}/remove", data=fields)
    assert answer.headers["Location"] == f"/g/{large_group_secret}/evenings?page=3"
    page = phone.client.get(answer.headers["Location"]).text
    assert f"/tables/{remaining}/remove" in page
    assert f"/tables/{removed}/remove" not in page


@pytest.fixture
def executed_statements() -> Iterator[list[str]]:
    """Yield a list to which each executed SQL statement is added."""
    executed: list[str] = []

    def record_statement(*arguments: Any) -> None:
        executed.append(arguments[2])

    event.listen(Engine, "before_cursor_execute", record_statement)
    yield executed
    event.remove(Engine, "before_cursor_execute", record_statement)


def test_the_number_of_sql_statements_does_not_depend_on_the_number_of_tables(
    app: Flask, other_app: Flask, executed_statements: list[str]
) -> None:
    counts: list[dict[str, int]] = []
    for group_app, size in ((app, 5), (other_app, 40)):
        phone = Phone(group_app)
        secret = make_group_with_tables(group_app, phone, size)
        counts.append({})
        for path in list_group_paths(group_app, secret):
            phone.client.get(path)
            services_of(group_app).tables.clear_cache()
            executed_statements.clear()
            assert phone.client.get(path).status_code == 200
            counts[-1][path.replace(secret, "<group>")] = len(executed_statements)
            assert [line for line in executed_statements if not line.startswith("SELECT")] == [], path
    assert counts[0] == counts[1]


def test_reading_a_group_replays_only_changed_tables_and_yields_to_other_requests(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = make_group_with_tables(app, phone, 10)
    play_table(phone, secret, ["Ana", "Bo"], [9, 4])
    counter, paths = YieldCounter(monkeypatch), list_group_paths(app, secret)
    phone.client.get(paths[0])  # stores the result
    counts = {counter.count_most_moves(app, partial(phone.client.get, path)) for path in paths}
    assert counts == {0}
    for path in paths:
        with app.app_context():
            db.session.execute(update(GroupTable).values(version=-1))  # every table is replayed
            db.session.commit()
        counts.add(counter.count_most_moves(app, partial(phone.client.get, path)))
    assert 0 < max(counts) <= MAX_MOVES_BETWEEN_YIELDS
