"""What a phone makes of the changes is the part as it is drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.games.seeds import plays
from companion.tables.lru_cache import LruCache
from companion.web.partials import text_changes
from tests.exports.test_exports import file_of
from tests.people import Phone
from tests.shelf import ALL_GAMES

LINES = st.lists(
    st.sampled_from(("a", "b", "seat Ana 3", "seat Ana 4", "", "é", "𓂀 eye", "c" * 30)), max_size=12
)


def changed(text: str, found: Any) -> str:
    """As ``patched`` in static/js/part.js."""
    for at, gone, come in reversed(found):
        text = text[:at] + come + text[at + gone :]
    return text


@given(LINES, LINES, st.booleans())
def test_any_text_becomes_any_other(old: list[str], new: list[str], ends: bool) -> None:
    before, after = "\n".join(old), "\n".join(new) + "\n" * ends
    assert changed(before, text_changes(before, after)) == after


def test_what_is_alike_is_not_sent() -> None:
    before = "top\n<b>Ana 12</b>\nmiddle\nend"
    assert text_changes(before, before.replace("12", "15")) == [(12, 1, "5")]
    assert text_changes(before, before) == []
    [(_, gone, come)] = text_changes(before, before.replace("middle\n", ""))
    assert (gone, come) == (7, "")


@pytest.mark.parametrize("slug", [game.meta.slug for game in ALL_GAMES])
def test_a_phone_that_shows_a_part_is_told_the_changes(app: Flask, slug: str) -> None:
    name = next(n for n, play in plays(slug).items() if play.get("mode", "referee") == "referee")
    phone, watcher = Phone(app), Phone(app)
    made = phone.client.post("/import", data={"text": json.dumps(file_of(slug, name, 12))})
    phone.code = made.headers["Location"].rsplit("/", 1)[1]
    watcher.watch(phone.code)
    first = watcher.see(**{"HX-Request": "true"})
    for _ in range(4):
        phone.enter(kind="undo")
    told = watcher.see(**{"HX-Request": "true", "X-Part": first.headers["X-Part"]})
    whole = watcher.see(**{"HX-Request": "true"})
    assert told.mimetype == "application/json"
    assert len(told.data) < 0.6 * len(whole.data)
    assert changed(first.text, told.json) == whole.text
    assert told.headers["X-Part"] == whole.headers["X-Part"]


def test_a_part_that_is_forgotten_is_told_whole(app: Flask) -> None:
    phone = Phone(app)
    phone.open("giza", ["Ana", "Bo"])
    answer = phone.see(**{"HX-Request": "true", "X-Part": "99.0.somewhere"})
    assert answer.mimetype == "text/html"


def test_the_least_used_goes_first() -> None:
    kept: LruCache[str, str] = LruCache(2)
    for tag in ("one", "two", "one", "three"):
        kept.put(tag, tag)
    assert kept.get("one") == "one"
    kept.put("four", "four")
    found = [kept.get(tag) for tag in ("one", "two", "three", "four")]
    assert found == ["one", None, None, "four"]


def test_what_another_seat_sees_is_no_base(app: Flask) -> None:
    host, guest = Phone(app), Phone(app)
    code = host.open("giza", ["Ana", "Bo"])
    guest.sit(code, 1)
    other = host.see(**{"HX-Request": "true"}).headers["X-Part"]
    told = guest.see(**{"HX-Request": "true", "X-Part": other})
    assert told.mimetype == "text/html"
    assert told.headers["X-Part"] != other
