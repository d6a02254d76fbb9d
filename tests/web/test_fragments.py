"""What a page takes over from the drawing before is what would be drawn anew, at each entry of a play."""

from dataclasses import replace

import pytest
from flask import Flask, g

from companion.games.seeds import plays
from companion.language.i18n import set_language_game
from companion.services import services, tables
from companion.tables.links import Member, resolve_link
from companion.tables.lru_cache import LruCache
from companion.web.device.entering_for import ITS_OWN, EntersFor
from companion.web.table.games import game_fragments
from companion.web.table.pages import AnyPage, page_of
from tests.pocket.forms import FORM, entry_form
from tests.recorded import ALL_PLAYS, Line, open_play, watched_play
from tests.shelf import ALL_GAMES

PHONES = [
    (Member(1, "seat", 0, 1), ITS_OWN),
    (Member(2, "seat", 1, 1), ITS_OWN),
    (Member(3, "host", 0, 1), EntersFor(everybody=True)),
    (Member(4, "viewer", None, 1), ITS_OWN),
]


@pytest.mark.parametrize(
    "slug", [game.meta.slug for game in ALL_GAMES if not game_fragments(game.meta.slug)]
)
def test_a_page_taken_over_is_the_page_drawn_anew(app: Flask, slug: str) -> None:
    drawn_alike(app, slug, 12)


COUNTS = {
    (slug, name): plays(slug)[name] for slug, name in ALL_PLAYS if plays(slug)[name].get("mode") == "tally"
}
UNKNOWN_SPHINX = {"seat": 0, "move": "Sheet", "stacks": [[], [], [], ["base"]]}
COUNTS["giza", "unknown"] = {"seats": ["Ana", "Bo"], "mode": "tally", "log": [UNKNOWN_SPHINX]}


@pytest.mark.parametrize(("slug", "name"), COUNTS)
def test_a_page_of_a_count_taken_over_is_the_page_drawn_anew(app: Flask, slug: str, name: str) -> None:
    drawn_alike(app, slug, 12, COUNTS[slug, name])


def drawn_alike(app: Flask, slug: str, entries: int, record: Line | None = None) -> None:
    """After each of so many first entries of a play, and after somebody got another name, each phone that
    has followed the table shows what it would afresh.
    """
    record = record or watched_play(slug)
    host = open_play(app, slug, record)
    shown: dict[tuple[int, str], AnyPage] = {}

    def follow(phone: int, language: str) -> None:
        page, afresh = look(app, host.code, language, phone, shown.get((phone, language)))
        assert page.html() == afresh.html(), (language, phone)
        shown[phone, language] = page

    for phone in range(len(PHONES)):
        follow(phone, "en")
    for number, line in enumerate(record["log"][:entries]):
        answer = host.client.post(f"/t/{host.code}/enter", data=entry_form(line, number), headers=FORM)
        assert answer.status_code == 200, answer.text
        for language in ("en", "fr")[: 1 + (number % 5 == 0)]:
            for phone in range(len(PHONES)):
                follow(phone, language)
    assert host.call("POST", "/lobby/seats/1", {"name": "Bea"}).status_code == 200
    for phone, language in list(shown):
        follow(phone, language)


def look(
    app: Flask, code: str, language: str, phone: int, before: AnyPage | None
) -> tuple[AnyPage, AnyPage]:
    with app.test_request_context():
        g.languages = (language, "en")
        kept = services()
        table = tables().load_for(resolve_link(tables().store, code, None))
        set_language_game(table.slug)
        member, asked = PHONES[phone]
        followed = page_of(table, member, asked.as_of(table), before)
        app.extensions["companion"] = replace(services(), sheets=LruCache(1))
        afresh = page_of(table, member, asked.as_of(table))
        app.extensions["companion"] = kept
    return followed, afresh
