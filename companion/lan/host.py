"""What a house is while it runs, besides its app: who vouches for it, who ends it, which phones came."""

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
"""Devices that are remembered, the ones heard of last."""
FORGET_SECONDS = 6 * 3600.0
"""Seconds after which one counts as gone home."""


@dataclass(frozen=True, slots=True)
class RecentPhone:
    """A device by its address, as it was heard of last."""

    address: str
    device: str
    name: str
    heard: float
    """The moment, by this process's clock."""


class RecentPhones:
    """The devices that asked this process for something. Safe between greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._heard: dict[str, RecentPhone] = {}

    def record(self, address: str, device: str, name: str) -> None:
        """A device asked for something; what it did not say this time is as it was."""
        before = self._heard.pop(address, None)
        if before:
            device, name = device or before.device, name or before.name
        self._heard[address] = RecentPhone(address, device, name, self._clock())
        while len(self._heard) > MAX_PHONES:
            del self._heard[next(iter(self._heard))]

    def recent(self) -> list[tuple[RecentPhone, int]]:
        """The devices with the seconds since each was heard of, the latest first."""
        now = self._clock()
        phones = [(phone, int(now - phone.heard)) for phone in reversed(self._heard.values())]
        return [(phone, since) for phone, since in phones if since < FORGET_SECONDS]


@dataclass(slots=True)
class LanHost:
    """Of an app behind a proxy, phones alone."""

    listen_host: str
    local_ca: LocalCA | None = None
    """Vouches for the house's own https."""
    stop: Callable[[], None] | None = None
    """Ends the server."""
    phones: RecentPhones = field(default_factory=RecentPhones)
    presence: Presence = field(default_factory=Presence)

    def address_for_phones(self, scheme: str, host: str) -> str:
        """Where phones find what was asked for by this scheme and host: by http where the house has an
        authority of its own, as a guest's phone knows nothing of it.
        """
        return f"{self.scheme(scheme)}://{host_for_phones(self.listen_host, host)}"

    def scheme(self, asked: str) -> str:
        """How phones are led here."""
        return "http" if self.local_ca else asked


def get_lan_host(app: Flask) -> LanHost:
    """The house of an app."""
    running: LanHost = app.extensions["lan_host"]
    return running


def current_lan_host() -> LanHost:
    """The house of the app that is asked."""
    return get_lan_host(current_app)
