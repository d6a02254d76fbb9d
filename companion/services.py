"""What the pages and the API of an app work with; made once, with the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app

from companion.tables.errors import NotFound
from companion.tables.lru_cache import LruCache
from companion.tables.tables import Tables

if TYPE_CHECKING:
    from companion.live.streams import Streams

MAX_CACHED_PAGES = 600
"""Pages, and sheets, that a process remembers as they were drawn last."""


class GroupsAndEditions:
    """The groups and the editions of boxes that an app may have beside its tables. An app of nothing but
    tables has none: every link to one is unknown to it.
    """

    def editions(self, _slug: str, /) -> Sequence[tuple[str, Any]]:
        """The editions of a game that this device has seen, the newest first, each with its secret."""
        return ()

    def edition_options(
        self, _slug: str, _mode: str, _secret: str, _parts: Sequence[int], /
    ) -> dict[str, Any]:
        """The options of a table whose box is the edition behind a link, with these of its sheets."""
        raise NotFound("table.no_such_link")

    def groups(self) -> Sequence[tuple[str, Any]]:
        """The groups that this device belongs to, the one used last first, each with its secret."""
        return ()

    def people(self) -> Sequence[str]:
        """Whom the device's groups know."""
        return ()

    def find_group(self, _secret: str, /) -> Any:
        """The group behind a link."""
        raise NotFound("table.no_such_link")

    def add_table(self, group: Any, table_id: int) -> None:
        """Let a table belong to a group."""

    def played_at_and_place(self, _table_id: int, /) -> tuple[datetime | None, str]:
        """When (UTC, if it is not when it was opened) and where, as the device's groups say."""
        return None, ""

    def add_rematch(self, table_id: int, rematch_id: int) -> None:
        """Let a rematch belong to the groups of the table before it."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that lies between requests. Of an app for one device only the first is needed."""

    tables: Tables
    streams: Streams | None = None
    groups_and_editions: GroupsAndEditions = field(default_factory=GroupsAndEditions)
    address_for_phones: Callable[[str, str], str] = "{}://{}".format
    """Where other phones find what a request asked for by this scheme and host."""
    asset_urls: dict[str, str] = field(default_factory=dict)
    """The addresses of static files, by name, as far as they were asked for."""
    pages: LruCache[tuple[str, str], Any] = field(default_factory=lambda: LruCache(MAX_CACHED_PAGES))
    """By table and tag, what a phone shows."""
    shared_pages: LruCache[tuple[str, str], Any] = field(default_factory=lambda: LruCache(MAX_CACHED_PAGES))
    """By table and language, what the pages of all phones have in common."""

    def clear_caches(self) -> None:
        """Keep nothing of any table in memory, as the database was replaced."""
        self.tables.clear()
        self.tables.confirmed_keys.clear()
        self.pages.clear()
        self.shared_pages.clear()


def services_of(app: Flask) -> Services:
    """The services of an app."""
    services: Services = app.extensions["companion"]
    return services


def services() -> Services:
    """The services of the app that is asked."""
    return services_of(current_app)


def streams_of(app: Flask) -> Streams:
    """The streams of an app that has some."""
    streams = services_of(app).streams
    assert streams is not None, "nobody listens to an app for one device"
    return streams


def tables() -> Tables:
    """The tables of the app that is asked."""
    return services_of(current_app).tables
