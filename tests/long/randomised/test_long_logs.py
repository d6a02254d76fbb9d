"""The pages of a table with a long log."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.services import tables
from companion.tables import log_lines
from companion.web.table.log import LOG_PAGE_SIZE, MAX_SCORE_CHANGES
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import import_as_host
from tests.hostile.test_imports import make_file_of_notes
from tests.people import Phone

pytestmark = pytest.mark.long


def import_table_with_notes(app: Flask, count: int) -> Phone:
    file = make_file_of_notes(count)
    log = [{**line, "seat": number % 2} for number, line in enumerate(file["log"])]
    return import_as_host(app, {**file, "log": log})


def list_entry_numbers(page: TestResponse) -> list[int]:
    return [int(seq) for seq in re.findall(r'id="entry-(\d+)"', page.text)]


def list_page_links(page: TestResponse) -> list[str]:
    urls = re.findall(r'href="(\?[^"]*before[^"]*)"', page.text)
    return [link.replace("&amp;", "&") for link in urls]


@pytest.mark.parametrize("count", [0, 1, LOG_PAGE_SIZE, LOG_PAGE_SIZE + 1, 2 * LOG_PAGE_SIZE + 57])
def test_the_pages_show_each_entry_once_with_the_newest_first(app: Flask, count: int) -> None:
    phone = import_table_with_notes(app, count)
    older, numbers = [""], list[int]()
    while older:
        page = phone.get_page(f"/log{older[-1]}")
        numbers += list_entry_numbers(page)
        older = [link for link in list_page_links(page) if int(link.rpartition("=")[2]) <= numbers[-1]]
    assert numbers == list(range(count, 0, -1))


def test_links_between_pages_keep_the_filter(app: Flask) -> None:
    phone = import_table_with_notes(app, 3 * LOG_PAGE_SIZE + 5)
    assert list_page_links(phone.get_page("/log")) == [f"?before={2 * LOG_PAGE_SIZE + 1}"]
    page = phone.get_page(f"/log?seat=1&before={LOG_PAGE_SIZE + 1}")
    assert list_entry_numbers(page) == list(range(LOG_PAGE_SIZE, 0, -2))
    assert list_page_links(page) == [f"?seat=1&before={2 * LOG_PAGE_SIZE + 1}"]
    page = phone.get_page(f"/log?seat=1&before={2 * LOG_PAGE_SIZE + 1}")
    assert list_page_links(page) == [f"?seat=1&before={LOG_PAGE_SIZE + 1}"]
    assert 'href="?seat=1">Newer entries' in page.text


@pytest.mark.parametrize("before", ["0", "x", "9" * 40, "1"])
def test_an_invalid_page_shows_the_newest_entries(app: Flask, before: str) -> None:
    phone = import_table_with_notes(app, LOG_PAGE_SIZE + 5)
    numbers = list_entry_numbers(phone.get_page(f"/log?before={before}"))
    assert numbers == list(range(LOG_PAGE_SIZE + 5, 0, -1))


def test_lines_do_not_depend_on_where_their_page_begins(app: Flask) -> None:
    import_as_host(app, make_table_file("giza", "finished_by_a_rival"))
    with app.test_request_context():
        table = tables().load(1)
        whole_log = log_lines.read_log(tables().store, table, 0)
        for first in range(1, table.version, 5):
            part = log_lines.read_log(tables().store, table, 0, range(first, first + 5))
            assert part == whole_log[first - 1 : first + 4]


def test_the_history_of_a_number_has_a_limit(app: Flask) -> None:
    file = make_table_file("giza", "finished_by_a_rival")
    move = next(line for line in file["log"] if line["kind"] == "move")
    back = {"kind": "undo", "seat": 0, "move": None, "data": {}, "of": 0, "by": 0, "at": 1}
    many = {**file, "log": [move, back] * 40 + file["log"]}
    page = import_as_host(app, many).get_page("/scores")
    assert page.status_code == 200
    for line in page.text.split("<details")[1:]:
        assert line.count('class="cause"') <= MAX_SCORE_CHANGES
