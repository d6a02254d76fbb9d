"""A phone's page of a table as fragments, and what is sent to turn the page before into it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from companion.web.plumbing.page_fragments import ROOT, Page, changed, is_same, whole
from companion.web.table.public_table import SharedPage

END = b"\n\n"
"""Ends an event of a stream."""


@dataclass(frozen=True)
class FragmentPage:
    """The page of one phone."""

    tag: str
    fragments: Page
    shared: SharedPage | None
    """None in a lobby."""

    def html(self, **more: str) -> Markup:
        """The whole, with ``more`` fragments."""
        return Markup(whole({**self.fragments, **more}))

    def event(self, before: FragmentPage | None) -> tuple[bytes, ...]:
        """The event that turns a page that shows another (or none) into this one: first what only this
        phone is sent, then what all are sent alike."""
        own, alike = self._changes(before)
        head = f"id: {self.tag}\ndata: ".encode() + as_data(own)
        return (head, shared_message(self.shared, alike)) if self.shared and alike else (head + END,)

    def partials(self, before: FragmentPage | None) -> str:
        """The same as htmx's partials alone."""
        own, alike = self._changes(before)
        return own + "".join([partial_of(name, whole(self.fragments, name)) for name in alike])

    def _changes(self, before: FragmentPage | None) -> tuple[str, list[str]]:
        if before is None:
            return partial_of(ROOT, self.html()), []
        page, of_nobody = self.fragments, self.shared.of_nobody if self.shared else {}
        names = changed(before.fragments, page)
        alike = [name for name in names if is_same(page, of_nobody, name)]
        own = [partial_of(name, whole(page, name)) for name in names if name not in alike]
        return "".join(own), alike


def shared_message(shared: SharedPage, names: list[str]) -> bytes:
    """These fragments of nobody's page as a stream sends them: the same bytes for each phone."""
    known = shared.partials
    for name in names:
        if name not in known:
            known[name] = as_data(partial_of(name, whole(shared.of_nobody, name)))
    return b"".join([*[known[name] for name in names], END])


def partial_of(name: str, text: str) -> str:
    """A fragment as htmx puts it in the place of the element with its name as id."""
    target = name.rpartition(":")[2]
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph">{text}</hx-partial>'


def as_data(text: str) -> bytes:
    """A text as the data of an event."""
    return text.replace("\n", "\ndata: ").encode()
