"""A long log is read a page at a time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.tables import log_lines
from companion.web.table import MOST_CHANGES, PAGE, entries_of_page, log_page_query
from tests.exports.test_exports import file_of
from tests.hostile.test_imports import IMPORT
from tests.people import Phone


def with_file(app: Flask, told: dict[str, Any]) -> Phone:
    phone = Phone(app)
    made = phone.client.post(IMPORT, json=told).json
    assert made is not None
    phone.code = made["code"]
    phone.client.set_cookie(f"t-{made['code']}", made["secret"])
    return phone


def with_notes(app: Flask, count: int) -> Phone:
    """A table with so many notes, by the seats in turn."""
    told = file_of("giza", "finished_by_a_rival", 0)
    line = {"kind": "note", "move": None, "data": {"text": "x"}, "of": 0, "by": 0, "at": 1}
    return with_file(app, {**told, "log": [{**line, "seat": n % 2} for n in range(count)]})


def shown(page: TestResponse) -> list[int]:
    return [int(seq) for seq in re.findall(r'id="entry-(\d+)"', page.text)]


def links(page: TestResponse) -> list[str]:
    """Where the page leads to newer and to older entries."""
    return [
        found.replace("&amp;", "&")
        for found in re.findall(r'href="(\?[^"]*before[^"]*)"', page.text)
    ]


@pytest.mark.parametrize("count", [0, 1, PAGE, PAGE + 1, 2 * PAGE, 2 * PAGE + 1, 2 * PAGE + 57])
def test_the_pages_show_every_entry_once_the_newest_first(app: Flask, count: int) -> None:
    phone = with_notes(app, count)
    page, found = phone.see("/log"), []
    while True:
        found += shown(page)
        older = (
            [link for link in links(page) if int(link.rpartition("=")[2]) <= found[-1]]
            if found
            else []
        )
        if not older:
            break
        page = phone.see(f"/log{older[0]}")
    assert found == list(range(count, 0, -1))


def test_an_older_page_leads_back_to_newer_ones_and_keeps_the_filter(app: Flask) -> None:
    phone = with_notes(app, 3 * PAGE + 5)
    assert links(phone.see("/log")) == [f"?before={2 * PAGE + 1}"]
    page = phone.see(f"/log?seat=1&before={PAGE + 1}")
    assert shown(page) == list(range(PAGE, 0, -2))
    assert links(page) == [f"?seat=1&before={2 * PAGE + 1}"]
    page = phone.see(f"/log?seat=1&before={2 * PAGE + 1}")
    assert links(page) == [f"?seat=1&before={PAGE + 1}"]
    assert 'href="?seat=1">Newer entries' in page.text


@pytest.mark.parametrize("version", [1, 99, 100, 101, 250, 1234])
def test_the_link_to_an_entry_leads_to_its_page(version: int) -> None:
    for seq in range(1, version + 1):
        before = re.match(r"\?before=(\d+)", log_page_query(version, seq))
        assert seq in entries_of_page(version, int(before[1]) if before else 0)


@pytest.mark.parametrize("before", ["", "0", "-5", "x", "999999999", "9" * 40, "1"])
def test_a_page_that_is_none_is_the_newest(app: Flask, before: str) -> None:
    phone = with_notes(app, PAGE + 5)
    assert shown(phone.see(f"/log?before={before}")) == list(range(PAGE + 5, 0, -1))


def test_a_page_says_what_the_whole_log_says(app: Flask) -> None:
    """Accounts and what was changed do not depend on where the page begins."""
    for name in ("finished_by_a_rival",):
        phone = with_file(app, file_of("giza", name))
        with app.test_request_context():
            table = app.extensions["table_cache"].load(1)
            every = log_lines.read_log(table, 0)
            for first in range(1, table.version, 5):
                assert (
                    log_lines.read_log(table, 0, range(first, first + 5))
                    == every[first - 1 : first + 4]
                )
            odd = frozenset(range(1, table.version + 1, 3))
            assert log_lines.read_log(table, 0, odd) == [line for line in every if line.seq in odd]
        assert phone.see("/log").status_code == 200


def test_a_history_of_a_number_is_bounded(app: Flask) -> None:
    told = file_of("giza", "finished_by_a_rival")
    move = next(line for line in told["log"] if line["kind"] == "move")
    back = {"kind": "undo", "seat": 0, "move": None, "data": {}, "of": 0, "by": 0, "at": 1}
    many = {**told, "log": [move, back] * 40 + told["log"]}
    page = with_file(app, many).see("/scores")
    assert page.status_code == 200
    for line in page.text.split("<details")[1:]:
        assert line.count('class="cause"') <= MOST_CHANGES


def test_the_api_tells_a_part_of_the_log_or_all_of_a_game(app: Flask) -> None:
    phone = with_notes(app, 50)
    seat = phone.client.get_cookie(f"t-{phone.code}")
    bearer = {"Authorization": f"Bearer {seat.value}"} if seat else {}

    def told(query: str) -> list[int]:
        answer = phone.client.get(f"/api/v1/tables/{phone.code}/log{query}", headers=bearer)
        assert answer.json is not None
        return [entry["seq"] for entry in answer.json["entries"]]

    assert told("") == list(range(1, 51))
    assert told("?limit=10") == list(range(41, 51))
    assert told("?limit=10&before=11") == list(range(1, 11))
    assert told("?before=1") == []
    refused = phone.client.get(f"/api/v1/tables/{phone.code}/log?limit=0", headers=bearer)
    assert refused.status_code == 400
