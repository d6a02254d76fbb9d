"""A page that gets only changed fragments, also from the cache, equals a page rendered anew."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, g
from jinja2 import Environment

from companion.engine.game import Game
from companion.games.seeds import load_plays
from companion.language.i18n import set_language_game
from companion.services import services, tables
from companion.tables.links import Member, resolve_link
from companion.web.common.page_fragments import (
    Fragments,
    changed_fragments,
    clear_fragment_cache,
    render_fragment,
    slot,
)
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor
from companion.web.table.phone_page import PhonePage, get_phone_page
from tests import ROOT
from tests.all_games import each_game
from tests.offline.forms import FORM_HEADERS, make_entry_form
from tests.people import Phone
from tests.recorded_plays import RecordedLine, each_play, open_play
from tests.web.test_lobby import HTMX, LobbyTable
from tests.web.test_table_stream import apply_partials

FOLLOWED_ENTRIES = 30
"""Entries; ``make randomised`` follows each recorded play to its end."""


def test_a_fragment_is_rendered_once_for_equal_arguments() -> None:
    macros: Any = Environment(autoescape=True).from_string(
        "{% macro row(n, name) %}<b>{{ n }} {{ name }}</b>{% endmacro %}"
    )
    row: Any = Fragments(macros.module).row
    texts = [row(1, "<"), row(1, "<"), row(True, "<")]
    assert texts == ["<b>1 &lt;</b>", "<b>1 &lt;</b>", "<b>True &lt;</b>"]
    assert row.cache_info().misses == 2
    with pytest.raises(TypeError):
        row(1)
    with pytest.raises(TypeError):
        row(1, 2, 3)


def test_fragments_do_not_read_the_request() -> None:
    """They are cached for everybody. ``StrictUndefined`` finds other names that are no arguments."""
    folders = [ROOT / "templates" / name for name in ("fragments", "games")]
    files = [file for folder in folders for file in folder.rglob("*.html")]
    assert len(files) > 20
    names = re.compile(r"\b(?:request|session|g|config)\.")
    assert [file.name for file in files if names.search(file.read_text("utf-8"))] == []


def test_a_nested_fragment_is_sent_with_the_outer_one() -> None:
    before = {"table": slot("a") + slot("b"), "a": "1" + slot("c"), "b": "2", "c": "3"}
    after = {**before, "a": "4" + slot("c"), "c": "5", "b": "6"}
    assert changed_fragments(before, before) == []
    assert changed_fragments(before, after) == ["a", "b"]
    assert [render_fragment(after, name) for name in ("a", "table")] == ["45", "456"]


def iterate_phones(seats: int) -> Iterator[tuple[Member, ActingFor]]:
    """Yield a phone for each seat, one for a viewer, and one that acts for all seats."""
    yield from ((Member(n, "seat", n, 1), OWN_SEAT_ONLY) for n in range(seats))
    yield Member(seats, "viewer", None, 1), OWN_SEAT_ONLY
    yield Member(seats + 1, "host", 0, 1), ActingFor(everybody=True)


@each_play
def test_sent_fragments_update_a_page_to_what_a_new_phone_loads(
    app: Flask, slug: str, name: str, many: bool
) -> None:
    record = load_plays(slug)[name]
    assert_updates(app, slug, {**record, "log": record["log"][: None if many else FOLLOWED_ENTRIES]})


@each_game
def test_sent_fragments_update_a_guided_phone_to_the_end(app: Flask, game: Game[Any]) -> None:
    plays = load_plays(game.meta.slug).values()
    referee = [play for play in plays if play.get("mode", "referee") == "referee"]
    shortest = min(referee, key=lambda play: len(play["log"]))
    assert_updates(app, game.meta.slug, shortest, last=3, guided=True)


def assert_updates(
    app: Flask, slug: str, record: RecordedLine, last: int | None = None, *, guided: bool = False
) -> None:
    """Enter a play and rename a player. After the ``last`` entries, check each phone's page."""
    host = open_play(app, slug, record)
    if guided:
        host.client.post(f"/t/{host.code}/guide", data={"on": "yes"}, headers=HTMX)
    phones, log = FollowingPhones(app, host, len(record["seats"])), record["log"]
    for number, line in enumerate(log):
        if last is None or number >= len(log) - last:
            phones.check_updates()
        answer = host.client.post(
            f"/t/{host.code}/enter", data=f"{make_entry_form(line, number)}&sure=1", headers=FORM_HEADERS
        )
        assert answer.status_code == 200, answer.text
    phones.check_updates()
    assert host.call("POST", "/lobby/seats/1", {"name": "Bea"}).status_code == 200
    phones.check_updates()


@each_game
def test_sent_fragments_update_a_lobby(app: Flask, game: Game[Any]) -> None:
    meta = game.meta
    table = LobbyTable(app, meta.slug, meta.seats[0])
    phones = FollowingPhones(app, table.host, meta.seats[0])
    bo = table.join_guest(1, "Bo")
    phones.check_updates()
    switches: dict[str, Any] = {f"option.{one.name}": "on" for one in meta.options if one.kind == "flag"}
    for change in (
        lambda: table.change("seats/0", name="Ana <b>"),
        lambda: table.change("settings", first="1", **switches),
        lambda: table.change("seats"),
        lambda: bo.client.post(f"/t/{table.code}/guide?seat=1", data={"on": "yes"}, headers=HTMX),
        lambda: bo.client.post(f"/t/{table.code}/requests/host", headers=HTMX),
        lambda: table.change("seats/1/clear"),
        lambda: table.change("one-phone", one_phone="on"),
        lambda: table.change("start"),
    ):
        change()
        phones.check_updates()


class FollowingPhones:
    """The phones of a table in two languages, with their pages."""

    def __init__(self, app: Flask, host: Phone, seats: int) -> None:
        self._app, self._host, self._phones = app, host, list(iterate_phones(seats))
        self._shown: dict[tuple[int, str], PhonePage] = {}

    def check_updates(self) -> None:
        """Assert that each page, after the sent fragments, equals a page rendered without caches."""
        everyone = [(phone, language) for language in ("en", "ar") for phone in range(len(self._phones))]
        warm = {who: self._render_page(*who, self._shown.get(who)) for who in everyone}
        clear_fragment_cache()
        with self._app.app_context():
            services().pages.clear()
            services().shared_pages.clear()
        for who in reversed(everyone):
            assert self._render_page(*who)[0].fragments == warm[who][0].fragments, who
        for who, (page, partials) in warm.items():
            if who in self._shown:
                assert apply_partials(str(self._shown[who].html()), partials) == page.html()
            self._shown[who] = page

    def _render_page(
        self, phone: int, language: str, before: PhonePage | None = None
    ) -> tuple[PhonePage, str]:
        """Return (the phone's page, the fragments for a phone that shows the page ``before``)."""
        member, acting_for = self._phones[phone]
        with self._app.test_request_context():
            g.languages = (language, "en")
            table = tables().load_for(resolve_link(tables().store, self._host.code, None))
            set_language_game(table.slug)
            page = get_phone_page(table, member, acting_for.current(table))
            return page, page.partials(before)
