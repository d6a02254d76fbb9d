"""The state of LAN hosting in a running app: the certificate authority, and the recent phones."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Flask, current_app

from companion.lan.addresses import host_for_phones
from companion.lan.presence import Presence

if TYPE_CHECKING:
    from companion.lan.local_ca import LocalCA

MAX_PHONES = 60
"""Number of phones that are remembered; the least recent is forgotten first."""
FORGET_SECONDS = 6 * 3600.0
"""A phone that sends no request for so long is not listed any more."""


@dataclass(frozen=True, slots=True)
class RecentPhone:
    """A phone, known by its address, as of its last request."""

    address: str
    device: str
    name: str
    last_request: float
    """Time of the last request, by the monotonic clock of this process."""


class RecentPhones:
    """The phones that sent requests to this process. Safe between greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._phones: dict[str, RecentPhone] = {}

    def record(self, address: str, device: str, name: str) -> None:
        """Record a request of a phone. An empty device or name keeps the earlier one."""
        before = self._phones.pop(address, None)
        if before:
            device, name = device or before.device, name or before.name
        self._phones[address] = RecentPhone(address, device, name, self._clock())
        while len(self._phones) > MAX_PHONES:
            del self._phones[next(iter(self._phones))]

    def recent(self) -> list[tuple[RecentPhone, int]]:
        """Return each phone with the seconds since its last request, the latest first."""
        now = self._clock()
        phones = [(phone, int(now - phone.last_request)) for phone in reversed(self._phones.values())]
        return [(phone, seconds) for phone, seconds in phones if seconds < FORGET_SECONDS]


@dataclass(slots=True)
class LanHosting:
    """The state of LAN hosting of one app. Behind a proxy, only ``phones`` and ``presence`` are used."""

    listen_host: str
    local_ca: LocalCA | None = None
    """Signs the server's certificate for https in the local network."""
    stop: Callable[[], None] | None = None
    """Stops the server."""
    phones: RecentPhones = field(default_factory=RecentPhones)
    presence: Presence = field(default_factory=Presence)

    def address_for_phones(self, scheme: str, host: str) -> str:
        """Return the address at which phones reach the scheme and host of a request."""
        return f"{self.scheme(scheme)}://{host_for_phones(self.listen_host, host)}"

    def scheme(self, requested: str) -> str:
        """Return the scheme of links for phones: http with a local CA, else ``requested``."""
        return "http" if self.local_ca else requested


def get_lan_hosting(app: Flask) -> LanHosting:
    """Return the LanHosting of an app."""
    lan_host: LanHosting = app.extensions["lan_host"]
    return lan_host


def current_lan_hosting() -> LanHosting:
    """Return the LanHosting of the current app."""
    return get_lan_hosting(current_app)
