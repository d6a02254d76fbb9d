"""Fragments that are drawn once: ``{% call kept('<slug>.board', everything it shows) %} … {% endcall %}``.

A move changes one board of four; the others come out of memory. The key must hold all that the fragment
shows, besides the game and the language, which are added here. Nothing may be left out of it: a fragment
that shows a seat's secret has the secret in its key.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import g
from markupsafe import Markup

from companion.i18n import choose_language
from companion.tables.lru_cache import LruCache

MOST = 4000
"""Fragments in memory, some kilobytes each; the least used go first."""
Key = tuple[str, str, str, tuple[str, ...]]
"""Name, game, language and all that the fragment shows."""


class FragmentCache:
    """The fragments of one process."""

    def __init__(self, recent: LruCache[Key, Markup] | None = None) -> None:
        self._recent = recent or LruCache(MOST)

    def cached_fragment(self, name: str, *shows: object, caller: Callable[[], str]) -> Markup:
        """The fragment of this name that shows this, drawn now or before."""
        now = g._get_current_object()
        language = now.get("language") or choose_language()
        key = (name, now.get("language_game", ""), language, tuple(map(repr, shows)))
        found = self._recent.get(key)
        if found is None:
            found = Markup(caller())
            self._recent.put(key, found)
        return found
