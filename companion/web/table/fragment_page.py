"""A phone's page of a table as fragments, and what is sent to turn the page before into it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from companion.web.common.page_fragments import ROOT, Page, changed, slots, whole
from companion.web.table.public_table import SharedPage


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

    def event(self, before: FragmentPage | None) -> bytes:
        """The event of a stream that turns a page that shows another (or none) into this one."""
        data = self.partials(before).replace("\n", "\ndata: ")
        return f"id: {self.tag}\ndata: {data}\n\n".encode()

    def partials(self, before: FragmentPage | None) -> str:
        """The same as htmx's partials alone."""
        page = self.fragments
        names = [ROOT] if before is None else changed(before.fragments, page)
        return "".join(
            [partial_of(name, whole(page, name) if slots(page[name]) else page[name]) for name in names]
        )


@lru_cache(512)
def partial_of(name: str, text: str) -> str:
    """A fragment as htmx puts it in the place of the element with its name as id."""
    target = name.rpartition(":")[2]
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph">{text}</hx-partial>'
