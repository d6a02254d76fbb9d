"""The named parts of a table's page: each is drawn once for all who see the same, and travels alone.

``{% call fragment('prompt') %}<p id="prompt">…</p>{% endcall %}`` names a part; its root element has its
name as ``id``. ``{% call cached_fragment('board', everything it shows) %} … {% endcall %}`` is kept from
one drawing to the next: a move changes one board of four, the others come out of memory. Its key must
hold all that it shows, besides the game and the language, which are added here: a fragment that shows a
seat's secret has the secret in its key. A cached fragment whose root has an ``id`` is a named part too.
"""

from __future__ import annotations

import marshal
import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

from flask import g
from markupsafe import Markup

from companion.i18n import choose_language
from companion.tables.lru_cache import LruCache

MOST = 4000
"""Fragments in memory, some kilobytes each; the least used go first."""
Key = tuple[str, str, str, bytes | str]
"""Name, game, language and all that the fragment shows."""
Drawing = dict[str, str]
"""The parts of one drawing by name, each with a hole where another lies; the outermost is ``""``."""
_EDGE = f"\ue001{secrets.token_hex(8)}"
"""Around the name of a part in what lies around it; nobody can write it into a table's names."""
_HOLE = re.compile(f"{_EDGE}:(.*?):{_EDGE}")
_ROOT_ID = re.compile(r'\s*<\w+[^>]*?\sid="([^"]+)"')


class FragmentCache:
    """The fragments of one process."""

    def __init__(self, recent: LruCache[Key, Markup] | None = None) -> None:
        self._recent = recent or LruCache(MOST)

    def cached_fragment(self, name: str, *shows: object, caller: Callable[[], str]) -> Markup:
        """The fragment of this name that shows this, drawn now or before."""
        now = g._get_current_object()
        language = now.get("language") or choose_language()
        key = (name, now.get("language_game", ""), language, _plainly(shows))
        found = self._recent.get(key)
        if found is None:
            found = Markup(caller())
            self._recent.put(key, found)
        named = _ROOT_ID.match(found)
        return fragment(named[1], lambda: found) if named else found


def _plainly(shows: Any) -> bytes | str:
    """The same for the same, of plain data in a tenth of the time; version 0 knows no shared values."""
    try:
        return marshal.dumps(shows, 0)
    except ValueError:
        return repr(shows)


def fragment(name: str, caller: Callable[[], str]) -> Markup:
    """A named part of what is being drawn: a hole in what lies around it."""
    drawing: Drawing | None = g.get("drawing")
    text = str(caller())
    if drawing is None:
        return Markup(text)
    drawing[name] = text
    return Markup(f"{_EDGE}:{name}:{_EDGE}")


def assembled(caller: Callable[[], str]) -> Markup:
    """Draw with named parts: ``g.drawing`` keeps them, the page gets the whole."""
    g.drawing = {}
    g.drawing[""] = str(caller())
    return Markup(whole(g.drawing, ""))


def whole(drawing: Drawing, name: str) -> str:
    """A part's text with all that lies in it."""
    return _HOLE.sub(lambda hole: whole(drawing, hole[1]), drawing[name])


def changed_parts(before: Drawing, after: Drawing, name: str = "") -> Iterator[str]:
    """The names of the parts to send, so that what showed ``before`` shows ``after``.

    A part is sent when its own text changed; what lies in an unchanged part travels alone.
    """
    if before.get(name) != after[name]:
        yield name
        return
    for hole in _HOLE.findall(after[name]):
        yield from changed_parts(before, after, hole)
