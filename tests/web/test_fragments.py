"""What a page takes over from the drawing before is what would be drawn anew, at each entry of a play."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask, g

from companion.app_tables import table_cache, table_store
from companion.i18n import set_language_game
from companion.tables.links import Member, resolve_link
from companion.web.entering_for import ITS_OWN, EntersFor
from companion.web.fragments import _Pen
from companion.web.pages import Page, page_of
from tests.pocket.forms import FORM, entry_form
from tests.recorded import open_play, watched_play
from tests.shelf import ALL_GAMES

PHONES = [
    (Member(1, "seat", 0, 1), ITS_OWN),
    (Member(2, "seat", 1, 1), ITS_OWN),
    (Member(3, "host", 0, 1), EntersFor(everybody=True)),
    (Member(4, "viewer", None, 1), ITS_OWN),
]


class StaleError(AssertionError):
    """A part was taken over that would look otherwise now."""


def test_a_page_taken_over_is_the_page_drawn_anew(app: Flask, slug: str) -> None:
    drawn_alike(app, slug, 12)


def drawn_alike(app: Flask, slug: str, entries: int) -> None:
    """After each of so many first entries of a play."""
    for language, number, before, page in drawn_twice(app, slug, entries):
        if before.html() != page.html():
            raise StaleError(language, number, where_they_part(before, page))


def drawn_twice(app: Flask, slug: str, entries: int) -> Iterator[tuple[str, str, Page, Page]]:
    """After each entry, and after somebody got another name, what each phone shows that has followed the
    table, and what it would afresh.
    """
    record = watched_play(slug)
    host = open_play(app, slug, record)
    shown: dict[tuple[int, str], Page] = {}
    for number, line in enumerate(record["log"][:entries]):
        answer = host.client.post(f"/t/{host.code}/enter", data=entry_form(line, number), headers=FORM)
        assert answer.status_code == 200, answer.text
        for language in ("en", "fr")[: 1 + (number % 5 == 0)]:
            for phone in range(len(PHONES)):
                key = phone, language
                shown[key], afresh = look(app, host.code, language, phone, shown.get(key))
                yield language, f"{phone} at {number + 1}", shown[key], afresh
    assert host.call("POST", "/lobby/seats/1", {"name": "Bea"}).status_code == 200
    for (phone, language), before in shown.items():
        yield language, f"{phone} renamed", *look(app, host.code, language, phone, before)


def look(app: Flask, code: str, language: str, phone: int, before: Page | None) -> tuple[Page, Page]:
    with app.test_request_context():
        g.languages = (language, "en")
        table = table_cache().load_for(resolve_link(table_store(), code, None))
        set_language_game(table.slug)
        member, asked = PHONES[phone]
        followed = page_of(table, member, asked.as_of(table), before)
        kept = app.extensions.pop("sheets")
        afresh = page_of(table, member, asked.as_of(table))
        app.extensions["sheets"] = kept
    return followed, afresh


def where_they_part(one: Page, other: Page) -> list[str]:
    names = one.parts.keys() | other.parts.keys()
    return [name for name in sorted(names) if texts(one, name) != texts(other, name)]


def texts(page: Page, name: str) -> str | None:
    part = page.parts.get(name)
    return None if part is None else part.text


@pytest.mark.parametrize(
    ("slug", "name", "item"),
    [
        ("giza", "board-1", 0), ("giza", "board-0", 0), ("cheops_dice", "pyramid-0", 0),
        ("deadline", "1:drawing", 0), ("cheops_treasure", "board-0", 0),
        ("cheops_treasure", "tablet-red", 0), ("cheops_catan", "board-0", 0),
        ("cheops_catan", "pyramid-with-obelisk", 0),
    ],
)  # fmt: skip
def test_a_part_that_does_not_name_what_it_shows_is_found(
    app: Flask, slug: str, name: str, item: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = _Pen.draw

    def forgetful(
        pen: _Pen, called: str, shows: tuple[object, ...] | None, caller: Callable[[], str]
    ) -> object:
        if called == name and shows is not None:
            shows = shows[:item] + shows[item + 1 :]
        return draw(pen, called, shows, caller)

    monkeypatch.setattr(_Pen, "draw", forgetful)
    with pytest.raises(StaleError, match=name):
        drawn_alike(app, slug, 40)


@pytest.fixture(params=[game.meta.slug for game in ALL_GAMES])
def slug(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found
