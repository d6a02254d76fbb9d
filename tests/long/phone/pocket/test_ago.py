"""How long ago something was, the pocket says as the server does: in every language, after any while."""

import html
import json
import time
from dataclasses import replace
from datetime import timedelta

import pytest
from babel.dates import format_timedelta
from flask import Flask

from companion.games.seeds import plays
from companion.language import i18n
from companion.pocket.store import BrowserStore
from companion.tables.ports import LogRow
from companion.tables.tables import Tables
from companion.web.plumbing.assets import asset_url, static_names
from tests.long.phone.pocket.conftest import Node
from tests.long.phone.pocket.test_plays import opened

WHILES = [
    timedelta(minutes=3),
    timedelta(hours=5),
    timedelta(days=2),
    timedelta(weeks=2),
    timedelta(days=900),
]
PLAY = plays("giza")["finished_by_a_rival"]
NOTE = LogRow(1, 1, "note", 0, None, '{"text": "Here"}', 0, 0, "", "note-00001", 0)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_how_long_ago_is_said_as_on_the_server(app: Flask, node: Node, language: str) -> None:
    with app.app_context():
        assets = {name: asset_url(name).partition("=")[2] for name in static_names()}
    for while_ in WHILES:
        kept: dict[str, str | None] = {}
        store = BrowserStore(kept.__setitem__)
        table = opened(Tables(store, 1), "giza", PLAY)
        assert store.append_row(replace(NOTE, at=int(time.time() - while_.total_seconds()) - 5))
        kept[f"cookie/t-{table.code}"] = json.dumps([1, table.secret])
        asked = {
            "method": "GET",
            "url": "http://localhost/pocket/",
            "headers": {"Accept-Language": language},
        }
        texts = {name: text for name, text in kept.items() if text is not None}
        [answer] = node.asked(texts, [asked], assets)
        said = format_timedelta(
            -while_, granularity="minute", add_direction=True, locale=i18n.locale_of(language)
        )
        assert answer["status"] == 200
        assert said in html.unescape(answer["body"])
