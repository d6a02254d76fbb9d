"""The objects that the pages and the API of one app share. They are created with the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app

from companion.tables.concurrency import LruCache
from companion.tables.errors import NotFound
from companion.tables.tables import Tables

if TYPE_CHECKING:
    from companion.live.streams import Streams

MAX_CACHED_PAGES = 600
"""The number of rendered pages, and of shared parts of pages, that one process caches."""


class GroupsAndEditions:
    """The groups of people and the editions (values printed in a game box) whose links a device has opened.

    This base class is for an app without groups and editions: it returns empty values or raises NotFound.
    """

    def editions(self, _slug: str, /) -> Sequence[tuple[str, Any]]:
        """Return (link's secret, edition) for each of the device's editions of a game, last used first."""
        return ()

    def edition_options(
        self, _slug: str, _mode: str, _secret: str, _parts: Sequence[int], /
    ) -> dict[str, Any]:
        """Return options for a new table that contain the values of the edition with this secret.

        If the edition is a printed pad (a list of pages), ``_parts`` has the index of the page for each
        seat. Raise NotFound if there is no such edition.
        """
        raise NotFound("table.no_such_link")

    def groups(self) -> Sequence[tuple[str, Any]]:
        """Return (link's secret, group) for each group of this device, last used first."""
        return ()

    def people(self) -> Sequence[str]:
        """Return the names of the people in the device's groups."""
        return ()

    def find_group(self, _secret: str, /) -> Any:
        """Return the group whose link has this secret, or raise NotFound."""
        raise NotFound("table.no_such_link")

    def played_at_and_place(self, _table_id: int, /) -> tuple[datetime | None, str]:
        """Return (UTC time, place) that a group of the device has entered for a table, or (None, "").

        If the time is None, the table was played when it was opened.
        """
        return None, ""


@dataclass(frozen=True, slots=True)
class Services:
    """All objects that live longer than one request. In offline mode the app needs only ``tables``."""

    tables: Tables
    streams: Streams | None = None
    groups_and_editions: GroupsAndEditions = field(default_factory=GroupsAndEditions)
    address_for_phones: Callable[[str, str], str] = "{}://{}".format
    """Returns the origin that other phones can open, from the scheme and host of the request."""
    asset_urls: dict[str, str] = field(default_factory=dict)
    """The URLs of static files by name, filled when they are first used."""
    pages: LruCache[tuple[str, str], Any] = field(default_factory=lambda: LruCache(MAX_CACHED_PAGES))
    """Rendered pages of phones, by table code and by a tag that changes with the page."""
    shared_pages: LruCache[tuple[str, str], Any] = field(default_factory=lambda: LruCache(MAX_CACHED_PAGES))
    """The parts of pages that all phones share, by table code and language."""

    def clear_caches(self) -> None:
        """Clear all caches of tables and pages, because the database was replaced."""
        self.tables.clear_cache()
        self.tables.confirmed_keys.clear()
        self.pages.clear()
        self.shared_pages.clear()


def services_of(app: Flask) -> Services:
    """Return the ``Services`` of this app: all its objects that live longer than one request."""
    services: Services = app.extensions["companion"]
    return services


def services() -> Services:
    """Return the services of the current app."""
    return services_of(current_app)


def streams_of(app: Flask) -> Streams:
    """Return the object that sends changes to phones. Only an app on a server has this object."""
    streams = services_of(app).streams
    assert streams is not None, "nobody listens to an app for one device"
    return streams


def tables() -> Tables:
    """Return the tables of the current app."""
    return services_of(current_app).tables
