"""The state of LAN hosting in a running app: its certificate authority, and recent phones and tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Flask, current_app

from companion.lan.addresses import choose_host_for_phones
from companion.tables.concurrency import LruCache

if TYPE_CHECKING:
    from companion.lan.local_ca import LocalCA

MAX_REMEMBERED_PHONES = 60
FORGET_SECONDS = 6 * 3600.0
"""A phone that sends no request for so long is not listed any more."""
PRESENCE_SECONDS = 300.0
"""A phone without an open stream is present for so long after its last request."""
MAX_PRESENCE_BREAK_SECONDS = 3600.0
"""After a longer break between two requests, the time present starts again at zero."""
MAX_REMEMBERED_LINKS = 1000


@dataclass(frozen=True, slots=True)
class RecentPhone:
    """A phone that sent requests: its address, and the last known kind of device and player's name."""

    address: str
    device: str
    name: str
    last_request: float
    """Time of the last request, by the monotonic clock of this process."""


class RecentPhones:
    """The phones that recently sent requests to this process. Several greenlets can use one object."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._phones: LruCache[str, RecentPhone] = LruCache(MAX_REMEMBERED_PHONES)

    def record(self, address: str, device: str, name: str) -> None:
        """Record a phone's request now. If its kind of device or player's name is "", keep the former."""
        before = self._phones.get(address)
        if before:
            device, name = device or before.device, name or before.name
        self._phones.put(address, RecentPhone(address, device, name, self._clock()))

    def list_with_idle_seconds(self) -> list[tuple[RecentPhone, int]]:
        """Return (phone, seconds since its last request) for each phone, the newest request first."""
        now = self._clock()
        phones = [(phone, int(now - phone.last_request)) for phone in reversed(self._phones.values())]
        return [(phone, seconds) for phone, seconds in phones if seconds < FORGET_SECONDS]


class Presence:
    """Records which phones are at which tables, by the requests with each link.

    Several greenlets can use one object.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._visits: dict[tuple[int, int], tuple[float, float]] = {}
        """Arrival and last request, by table and link."""

    def record(self, table_id: int, link_id: int) -> None:
        """Record a request, or an open stream, of the phone with this link to the table."""
        now, key = self._clock(), (table_id, link_id)
        arrival, last_request = self._visits.pop(key, (now, now))
        self._visits[key] = (arrival if now - last_request < MAX_PRESENCE_BREAK_SECONDS else now, now)
        while len(self._visits) > MAX_REMEMBERED_LINKS:
            del self._visits[next(iter(self._visits))]

    def active_tables(self, streams: Iterable[tuple[int, int]]) -> list[tuple[int, frozenset[int], int]]:
        """Return (table id, ids of the links in use, seconds since the first phone arrived), longest first.

        Tables without phones are left out. ``streams`` contains (table id, link id) of each open stream.
        """
        for table_id, link_id in streams:
            self.record(table_id, link_id)
        now = self._clock()
        arrivals: dict[int, dict[int, float]] = {}
        for (table_id, link_id), (arrival, last_request) in self._visits.items():
            if now - last_request <= PRESENCE_SECONDS:
                arrivals.setdefault(table_id, {})[link_id] = arrival
        tables = [
            (table_id, frozenset(links), int(now - min(links.values())))
            for table_id, links in arrivals.items()
        ]
        return sorted(tables, key=lambda table: (-table[2], table[0]))

    def clear(self) -> None:
        """Forget which phones are present, for example when the database was replaced."""
        self._visits.clear()


@dataclass(slots=True)
class LanHosting:
    """What an app knows about the local network: its CA, and the phones that use it."""

    listen_host: str
    local_ca: LocalCA | None = None
    """Signs the server's certificate for https in the local network."""
    stop: Callable[[], None] | None = None
    phones: RecentPhones = field(default_factory=RecentPhones)
    presence: Presence = field(default_factory=Presence)

    def url_for_phones(self, scheme: str, host: str) -> str:
        """Return the URL at which phones reach this server, from the scheme and host of a request."""
        return f"{self.scheme_for_phones(scheme)}://{choose_host_for_phones(self.listen_host, host)}"

    def scheme_for_phones(self, requested: str) -> str:
        """Return "http" with a local CA, which a new phone does not trust yet; else ``requested``."""
        return "http" if self.local_ca else requested


def get_lan_hosting(app: Flask = current_app) -> LanHosting:
    """Return what an app, by default the current one, knows about the local network."""
    lan_host: LanHosting = app.extensions["lan_host"]
    return lan_host
