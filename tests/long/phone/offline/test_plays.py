"""For a recorded play of each game and mode, the offline app renders the same bytes as the server."""

import html
import json
import re
import time
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from babel.dates import format_timedelta
from flask import Flask

from companion.games.seeds import load_plays
from companion.language import i18n
from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.opening import OpenedTable, open_table
from companion.tables.table_store import LogRow
from companion.tables.tables import Tables
from companion.web.common.assets import asset_url, static_file_names
from tests.catalogues import ALL_LANGUAGES
from tests.long.phone.offline.conftest import OfflineNode
from tests.offline.forms import FORM_HEADERS, SERVER_ORIGIN, make_entry_form
from tests.recorded_plays import ONE_PLAY_PER_MODE

PAGE_PATHS = (
    "/scores", "/rules", "/rules/turn", "/moves", "/log", "/box", "/set-up", "/change/1", "/summary.txt",
    "/play.toml",
)  # fmt: skip
SERVER_ONLY_PATTERN = re.compile(
    r'<details><summary>[^<]*</summary><form id="move".*?</details>'
    r'|<form method="post" action="/sentence".*?</form>',
    re.DOTALL,
)
"""Parts that only a server shows: its changed address."""
TIME_PATTERN = re.compile(r"<time>.*?</time>")
OFFLINE_ONLY_PATTERN = re.compile(
    r'<form method="post" action="/pocket/home/.*?</form> ?|<a class="button" href="/t/\w+/seats".*?</a> ?',
    re.DOTALL,
)
"""Parts that only the offline app shows: sending to the server, and seats without codes."""


def open_recorded_table(tables: Tables, slug: str, record: dict[str, Any]) -> OpenedTable:
    return open_table(
        tables, slug, record.get("mode", "referee"), record["seats"], record.get("options", {}),
        record.get("first", 0),
    )  # fmt: skip


def make_requests(code: str, record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return requests that enter a recorded play, load the table after each entry, and open other pages."""
    table = f"{SERVER_ORIGIN}/t/{code}"
    requests = [{"method": "POST", "url": f"{table}/for", "headers": FORM_HEADERS, "body": "seat=all"}]
    for number, line in enumerate(record["log"]):
        headers = {**FORM_HEADERS, "Accept-Language": ALL_LANGUAGES[number % len(ALL_LANGUAGES)]}
        entry = {"url": f"{table}/enter", "body": make_entry_form(line, number)}
        requests.append({"method": "POST", "headers": headers, **entry})
        requests.append({"method": "GET", "headers": headers, "url": table})
    for page in PAGE_PATHS:
        requests.append({"method": "GET", "headers": FORM_HEADERS, "url": table + page})
    last = make_entry_form(record["log"][-1], len(record["log"]) - 1)
    for body in (last, f"key=another-key&{last}", "kind=undo&key=undo-00001"):
        requests.append({"method": "POST", "headers": FORM_HEADERS, "url": f"{table}/enter", "body": body})
    return requests


def strip_differences(text: str, code: str) -> str:
    """Return a page of the offline app without the texts in which it may differ from the server's page."""
    own = text.replace('<html lang="en" dir="ltr" data-offline-app>', '<html lang="en" dir="ltr">')
    own = TIME_PATTERN.sub("", OFFLINE_ONLY_PATTERN.sub("", own))
    own = own.replace('"defaultTimeout":60000', '"defaultTimeout":8000')
    return own.replace(code, "").replace('"/pocket/', '"/')


@pytest.mark.parametrize(("slug", "name"), ONE_PLAY_PER_MODE)
def test_every_fragment_equals_the_servers(app: Flask, node: OfflineNode, slug: str, name: str) -> None:
    record = load_plays(slug)[name]
    with app.app_context():
        there = open_recorded_table(services_of(app).tables, slug, record)
        assets = {name: asset_url(name) for name in static_file_names()}
    client = app.test_client()
    client.set_cookie(f"t-{there.code}", there.secret)
    expected = []
    for request in make_requests(there.code, record):
        answer = client.open(
            request["url"], method=request["method"], headers=request["headers"], data=request.get("body")
        )
        theirs = TIME_PATTERN.sub("", SERVER_ONLY_PATTERN.sub("", answer.text)).replace(there.code, "")
        expected.append((answer.status_code, theirs))

    stored: dict[str, Any] = {}
    here = open_recorded_table(Tables(BrowserStore(stored.__setitem__), 1), slug, record)
    stored[f"cookie/t-{here.code}"] = f'[1, "{here.secret}"]'
    answers = node.request(stored, make_requests(here.code, record), assets)
    actual = [(answer["status"], strip_differences(answer["body"], here.code)) for answer in answers]
    for (status, text), (their_status, theirs) in zip(actual, expected, strict=True):
        assert status == their_status, text
        assert text == theirs
    assert f'data-version="{len(record["log"])}"' in actual[2 * len(record["log"])][1]


TABLE_AGES = [
    timedelta(minutes=3),
    timedelta(hours=5),
    timedelta(days=2),
    timedelta(weeks=2),
    timedelta(days=900),
]
GIZA_PLAY = load_plays("giza")["finished_by_a_rival"]
NOTE_ENTRY = LogRow(1, 1, "note", 0, None, '{"text": "Here"}', 0, 0, "", "note-00001", 0)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_ages_are_formatted_as_on_the_server(app: Flask, node: OfflineNode, language: str) -> None:
    with app.app_context():
        assets = {name: asset_url(name) for name in static_file_names()}
    for while_ in TABLE_AGES:
        stored: dict[str, str | None] = {}
        store = BrowserStore(stored.__setitem__)
        table = open_recorded_table(Tables(store, 1), "giza", GIZA_PLAY)
        assert store.append_row(replace(NOTE_ENTRY, at=int(time.time() - while_.total_seconds()) - 5))
        stored[f"cookie/t-{table.code}"] = json.dumps([1, table.secret])
        headers = {"Accept-Language": language}
        home_request = {"method": "GET", "url": "http://localhost/pocket/", "headers": headers}
        texts = {name: text for name, text in stored.items() if text is not None}
        [answer] = node.request(texts, [home_request], assets)
        locale = i18n.locale_of(language)
        expected = format_timedelta(-while_, granularity="minute", add_direction=True, locale=locale)
        assert answer["status"] == 200
        assert expected in html.unescape(answer["body"])
