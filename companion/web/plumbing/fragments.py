"""The named parts of a table's page: each travels alone, and is drawn anew only when what it shows changed.

``{% call fragment('news') %}<p id="news">…</p>{% endcall %}`` names a part; its root element has its name
as ``id`` (``large:board-2``: of the two that may have the id ``board-2`` the large one).
``{% call fragment('counts', view.pile, view.drawn) %} … {% endcall %}`` names all that it shows as well:
where that is what the drawing before showed, the part of then is taken, with all that lies in it. What it
is told must hold everything it shows, besides game, language and names: a seat's secret among it.
``hole('counts')`` leaves the place of a part that is drawn elsewhere.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, NamedTuple

from flask import current_app
from jinja2 import TemplateNotFound
from markupsafe import Markup

_EDGE = f"\ue001{secrets.token_hex(8)}"
"""Around the name of a part in what lies around it; nobody can write it into a table's names."""
_HOLE = re.compile(f"{_EDGE}:(.*?):{_EDGE}")


class Part(NamedTuple):
    """A part as it was drawn."""

    text: str
    """With a hole where another part lies."""
    holes: tuple[str, ...]
    """The names of the parts that lie in it."""
    shows: tuple[object, ...] | None
    """All that it shows; None for a part that is drawn each time."""
    within: Mapping[str, Part]
    """What was drawn along with it, and is taken over with it."""


Drawing = Mapping[str, Part]
"""The parts of a drawing by name; the outermost is named by its template."""


@dataclass(slots=True)
class _Pen:
    """What draws: the parts so far, and those of the drawing before."""

    before: Drawing
    parts: dict[str, Part] = field(default_factory=dict)

    def draw(self, name: str, shows: tuple[object, ...] | None, caller: Callable[[], str]) -> Part:
        """The part of this name as it was before, or drawn now."""
        part = self.before.get(name)
        if part is None or shows is None or part.shows != shows:
            around, self.parts = self.parts, {}
            text = caller()
            part = Part(text, tuple(_HOLE.findall(text)), shows, self.parts)
            self.parts = around
        self.parts[name] = part
        self.parts.update(part.within)
        return part


_held: ContextVar[_Pen | None] = ContextVar("pen", default=None)
"""Where a page is drawn in parts."""


def draw_parts(
    templates: Iterable[tuple[str, tuple[object, ...] | None]],
    context: Callable[[], dict[str, Any]],
    before: Drawing,
) -> Drawing:
    """Draw templates in parts, each under its own name; with each stands all that it shows, or None where
    it is drawn each time. What shows what it showed before is taken over, and the context is asked for
    only if one does not.
    """
    pen, made = _Pen(before), dict[str, Any]()

    def render(template: str) -> str:
        if not made:
            made.update(context())
            current_app.update_template_context(made)
        return current_app.jinja_env.get_template(template).render(made)

    held = _held.set(pen)
    try:
        for template, shows in templates:
            pen.draw(template, shows, partial(render, template))
    finally:
        _held.reset(held)
    return pen.parts


@cache
def has_template(name: str) -> bool:
    """Whether there is a template of this name."""
    try:
        current_app.jinja_env.get_template(name)
    except TemplateNotFound:
        return False
    return True


def fragment(name: str, *shows: object, caller: Callable[[], str]) -> Markup:
    """A named part of what is being drawn: a hole in what lies around it."""
    pen = _held.get()
    if pen is None:
        return Markup(caller())
    pen.draw(name, shows or None, caller)
    return hole(name)


@cache
def hole(name: str) -> Markup:
    """The place of a part that is drawn elsewhere."""
    return Markup(f"{_EDGE}:{name}:{_EDGE}")


def whole(drawing: Drawing, name: str) -> str:
    """A part's text with all that lies in it."""
    part = drawing[name]
    return _HOLE.sub(lambda hole: whole(drawing, hole[1]), part.text) if part.holes else part.text


def changed_parts(
    before: Drawing, after: Drawing, outermost: str, laid: Set[str] = frozenset()
) -> Iterator[str]:
    """The names of the parts to send, so that what showed ``before`` shows ``after``.

    A part is sent when its own text changed; what lies in an unchanged part travels alone. In one that was
    taken over nothing changed, but what is ``laid`` over it.
    """
    seen = [outermost]
    for name in seen:
        was, part = before.get(name), after[name]
        if was is part and part.within and laid.isdisjoint(part.within):
            continue
        if was is part or (was is not None and was.text == part.text):
            seen += part.holes
        else:
            yield name
