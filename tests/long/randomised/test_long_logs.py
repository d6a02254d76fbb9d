"""A long log is read a page at a time."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.services import tables
from companion.tables import log_lines
from companion.web.table.table import MAX_CHANGES, PAGE_SIZE
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import bring_in
from tests.hostile.test_imports import notes
from tests.people import Phone

pytestmark = pytest.mark.long


def with_notes(app: Flask, count: int) -> Phone:
    told = notes(count)
    return bring_in(app, {**told, "log": [{**line, "seat": n % 2} for n, line in enumerate(told["log"])]})


def shown(page: TestResponse) -> list[int]:
    return [int(seq) for seq in re.findall(r'id="entry-(\d+)"', page.text)]


def links(page: TestResponse) -> list[str]:
    found = re.findall(r'href="(\?[^"]*before[^"]*)"', page.text)
    return [link.replace("&amp;", "&") for link in found]


@pytest.mark.parametrize("count", [0, 1, PAGE_SIZE, PAGE_SIZE + 1, 2 * PAGE_SIZE + 57])
def test_the_pages_show_every_entry_once_the_newest_first(app: Flask, count: int) -> None:
    phone = with_notes(app, count)
    older, found = [""], list[int]()
    while older:
        page = phone.get_page(f"/log{older[-1]}")
        found += shown(page)
        older = [link for link in links(page) if int(link.rpartition("=")[2]) <= found[-1]]
    assert found == list(range(count, 0, -1))


def test_an_older_page_leads_back_to_newer_ones_and_keeps_the_filter(app: Flask) -> None:
    phone = with_notes(app, 3 * PAGE_SIZE + 5)
    assert links(phone.get_page("/log")) == [f"?before={2 * PAGE_SIZE + 1}"]
    page = phone.get_page(f"/log?seat=1&before={PAGE_SIZE + 1}")
    assert shown(page) == list(range(PAGE_SIZE, 0, -2))
    assert links(page) == [f"?seat=1&before={2 * PAGE_SIZE + 1}"]
    page = phone.get_page(f"/log?seat=1&before={2 * PAGE_SIZE + 1}")
    assert links(page) == [f"?seat=1&before={PAGE_SIZE + 1}"]
    assert 'href="?seat=1">Newer entries' in page.text


@pytest.mark.parametrize("before", ["0", "x", "9" * 40, "1"])
def test_a_page_that_is_none_is_the_newest(app: Flask, before: str) -> None:
    phone = with_notes(app, PAGE_SIZE + 5)
    assert shown(phone.get_page(f"/log?before={before}")) == list(range(PAGE_SIZE + 5, 0, -1))


def test_a_page_says_what_the_whole_log_says(app: Flask) -> None:
    """Accounts and what was changed do not depend on where the page begins."""
    bring_in(app, make_table_file("giza", "finished_by_a_rival"))
    with app.test_request_context():
        table = tables().load(1)
        every = log_lines.read_log(tables().store, table, 0)
        for first in range(1, table.version, 5):
            part = log_lines.read_log(tables().store, table, 0, range(first, first + 5))
            assert part == every[first - 1 : first + 4]


def test_a_history_of_a_number_is_bounded(app: Flask) -> None:
    told = make_table_file("giza", "finished_by_a_rival")
    move = next(line for line in told["log"] if line["kind"] == "move")
    back = {"kind": "undo", "seat": 0, "move": None, "data": {}, "of": 0, "by": 0, "at": 1}
    many = {**told, "log": [move, back] * 40 + told["log"]}
    page = bring_in(app, many).get_page("/scores")
    assert page.status_code == 200
    for line in page.text.split("<details")[1:]:
        assert line.count('class="cause"') <= MAX_CHANGES
