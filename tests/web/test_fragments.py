"""What is kept of a drawing is what would be drawn anew: its key holds all that it shows.

Every recorded play is drawn at several moments, by seats and a viewer, in two languages. Nothing is ever
found in memory: everything is drawn afresh, and each drawing held against the earlier ones of its key.
"""

from collections import defaultdict
from collections.abc import Hashable
from typing import Any, TypeVar

import pytest
from flask import Flask
from markupsafe import Markup

from companion.games.seeds import plays
from companion.tables.lru_cache import LruCache
from companion.web.fragments import FragmentCache, Key
from tests.amount import sample
from tests.exports.test_exports import brought_in, file_of
from tests.people import Phone
from tests.shelf import ALL_GAMES
from tests.words import SPOKEN

SHELF = [game.meta.slug for game in ALL_GAMES]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class UnlikeError(AssertionError):
    """Two drawings of one key are not alike."""


class Afresh(LruCache[K, V]):
    """Remembers nothing, and sees to it that a key is always drawn alike."""

    def __init__(self) -> None:
        super().__init__(most=1)
        self.drawn = self._kept

    def get(self, key: K) -> V | None:
        return None

    def put(self, key: K, value: V) -> None:
        if self.drawn.setdefault(key, value) != value:
            raise UnlikeError(key, self.drawn[key], value)


def draw_plays(app: Flask, slug: str, drawn: FragmentCache, looks: int) -> None:
    app.jinja_env.globals["cached_fragment"] = drawn.cached_fragment
    for name, play in plays(slug).items():
        length = len(play["log"])
        for stop in sample(range(1, length + 1), looks):
            draw(app, file_of(slug, name, stop))
        namesakes = file_of(slug, name, length // 2)
        draw(app, {**namesakes, "seats": ["Ana"] * len(namesakes["seats"])})


def draw(app: Flask, file: dict[str, Any]) -> None:
    phone = brought_in(app, file)
    viewer = Phone(app, phone.code)
    viewer.client.get(phone.watching_link())
    for language in SPOKEN[:2]:
        headers = {"HX-Request": "true", "Accept-Language": language}
        pages = []
        for seat in (0, 1, 0):
            phone.enter_for(seat)
            pages.append(phone.see(**headers))
        pages.append(viewer.see(**headers))
        assert [page.status_code for page in pages] == [200] * 4


@pytest.mark.parametrize("slug", SHELF)
def test_what_is_kept_is_drawn_alike_by_one_key(app: Flask, slug: str) -> None:
    drawn_alike(app, slug, 3)


def drawn_alike(app: Flask, slug: str, looks: int) -> None:
    """At so many moments of each play."""
    fragments: Afresh[Key, Markup] = Afresh()
    draw_plays(app, slug, FragmentCache(fragments), looks)
    ways = defaultdict(set)
    for (name, *_), text in fragments.drawn.items():
        ways[name].add(text)
    assert all(len(found) > 4 for found in ways.values()), "drawn too seldom to tell"


def test_the_least_used_go_first(app: Flask) -> None:
    drawn = FragmentCache(LruCache(2))
    made: list[str] = []

    def draw(what: str) -> Markup:
        def caller() -> str:
            made.append(what)
            return what

        return drawn.cached_fragment("board", what, caller=caller)

    with app.test_request_context("/"):
        for what in ("one", "two", "one", "three", "one", "two"):
            assert draw(what) == what
    assert made == ["one", "two", "three", "two"]
