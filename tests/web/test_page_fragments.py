"""A fragment depends only on its arguments, and a page never on the cache of fragments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import pytest
from flask import Flask, g
from markupsafe import Markup

from companion.games import GAMES_BY_SLUG
from companion.games.seeds import load_plays
from companion.language.i18n import set_language_game
from companion.services import services, tables
from companion.tables.links import Member, resolve_link
from companion.web.common.page_fragments import (
    clear_fragment_cache,
    require_plain_value,
)
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor
from companion.web.table.phone_page import PhonePage, get_phone_page
from tests.all_games import each_slug
from tests.exports.test_exports import import_file, make_table_file
from tests.offline.forms import FORM_HEADERS, make_entry_form
from tests.people import Phone
from tests.recorded_plays import RecordedLine, each_play, list_referee_plays, open_play
from tests.web.test_lobby import HTMX_HEADERS, LobbyTable
from tests.web.test_table_stream import apply_partials

FOLLOWED_ENTRY_COUNT = 18
"""Entries; ``make randomised`` follows each recorded play to its end."""


@dataclass
class MutableRecord:
    number: int


@dataclass(frozen=True)
class RecordNotFullyCompared:
    number: int = field(compare=False)


UNHASHED_VALUES = (
    [1], {1}, Markup("a"), 1.5, object(), (Markup("a"),), MutableRecord(1), RecordNotFullyCompared(1),
)  # fmt: skip


@pytest.mark.parametrize("value", UNHASHED_VALUES, ids=lambda value: type(value).__name__)
def test_an_argument_that_can_change_or_is_not_fully_compared_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        require_plain_value(value)


def iterate_phones(seats: int) -> Iterator[tuple[Member, ActingFor]]:
    """Yield (member, acting for) of phones: one per seat, a viewer, and one that acts for all seats."""
    yield from ((Member(n, "seat", n, 1), OWN_SEAT_ONLY) for n in range(seats))
    yield Member(seats, "viewer", None, 1), OWN_SEAT_ONLY
    yield Member(seats + 1, "host", 0, 1), ActingFor(everybody=True)


@each_play
def test_sent_fragments_update_a_page_to_what_a_new_phone_loads(
    app: Flask, slug: str, name: str, many: bool
) -> None:
    record = load_plays(slug)[name]
    count = len(record["log"]) if many else FOLLOWED_ENTRY_COUNT
    assert_updates(app, open_play(app, slug, record), record["log"][:count])


@each_slug
def test_sent_fragments_update_a_guided_phone_to_the_end(app: Flask, slug: str) -> None:
    name, play = min(list_referee_plays(slug).items(), key=lambda item: len(item[1]["log"]))
    host = import_file(app, make_table_file(slug, name, -3))
    host.client.post(f"/t/{host.code}/guide", data={"on": "yes", "seat": "0"}, headers=HTMX_HEADERS)
    assert_updates(app, host, play["log"][-3:])


UNKNOWN_SPHINX = {"seat": 0, "move": "Sheet", "stacks": [[], [], [], ["base"]]}


def test_sent_fragments_update_a_count_with_unknown_points(app: Flask) -> None:
    record: RecordedLine = {"seats": ["Ana", "Bo"], "mode": "tally", "log": [UNKNOWN_SPHINX]}
    assert_updates(app, open_play(app, "giza", record), record["log"])


def assert_updates(app: Flask, host: Phone, log: Sequence[RecordedLine]) -> None:
    """Make these entries, then rename a player. After each step, compare updated pages with loaded ones."""
    table = host.get_table_json()
    phones = FollowingPhones(app, host, len(table["names"]))
    phones.check_updates()
    for number, line in enumerate(log, table["version"]):
        form = f"{make_entry_form(line, number)}&sure=1"
        answer = host.client.post(f"/t/{host.code}/enter", data=form, headers=FORM_HEADERS)
        assert answer.status_code == 200, answer.text
        phones.check_updates()
    assert host.call("POST", "/lobby/seats/1", {"name": "Bea"}).status_code == 200
    phones.check_updates()


@each_slug
def test_sent_fragments_update_a_lobby(app: Flask, slug: str) -> None:
    meta = GAMES_BY_SLUG[slug].meta
    table = LobbyTable(app, slug, meta.seats[0])
    phones = FollowingPhones(app, table.host, meta.seats[0])
    bo = table.join_guest(1, "Bo")
    phones.check_updates()
    switches: dict[str, Any] = {f"option.{one.name}": "on" for one in meta.options if one.kind == "flag"}
    for change in (
        lambda: table.change("seats/0", name="Ana <b>"),
        lambda: table.change("settings", first="1", **switches),
        lambda: table.change("seats"),
        lambda: bo.client.post(f"/t/{table.code}/guide?seat=1", data={"on": "yes"}, headers=HTMX_HEADERS),
        lambda: bo.client.post(f"/t/{table.code}/requests/host", headers=HTMX_HEADERS),
        lambda: table.change("seats/1/clear"),
        lambda: table.change("one-phone", one_phone="on"),
        lambda: table.change("start"),
    ):
        change()
        phones.check_updates()


class FollowingPhones:
    """The phones of a table with their pages. Every other phone has the second of two languages."""

    def __init__(self, app: Flask, host: Phone, seats: int) -> None:
        self._app, self._host = app, host
        self._phones = list(zip(iterate_phones(seats), cycle(("en", "ar")), strict=False))
        self._pages: list[PhonePage | None] = [None] * len(self._phones)

    def check_updates(self) -> None:
        """Assert that each page, updated with the sent fragments, equals a page rendered without caches."""
        updates = [self._render_page(number, before) for number, before in enumerate(self._pages)]
        clear_caches(self._app)
        for number, (page, partials) in reversed(list(enumerate(updates))):
            assert self._render_page(number)[0].fragments == page.fragments, self._phones[number]
            if before := self._pages[number]:
                assert apply_partials(str(before.html()), partials) == page.html()
        self._pages = [page for page, _ in updates]

    def _render_page(self, number: int, before: PhonePage | None = None) -> tuple[PhonePage, str]:
        """Return (the phone's page, the HTML that updates a phone with the page ``before``)."""
        (member, acting_for), language = self._phones[number]
        with self._app.test_request_context():
            g.languages = (language, "en")
            table = tables().load_for_access(resolve_link(tables().store, self._host.code, None))
            set_language_game(table.slug)
            page = get_phone_page(table, member, acting_for.current(table))
            return page, page.partials(before)


def clear_caches(app: Flask) -> None:
    clear_fragment_cache()
    with app.app_context():
        services().pages.clear()
        services().shared_pages.clear()
