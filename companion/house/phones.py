"""Which devices of the network were heard of lately, so that the host sees that they get through."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MOST = 60
"""Devices that are remembered, the ones heard of last."""
FORGOTTEN = 6 * 3600.0
"""Seconds after which one counts as gone home."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A device by its address, as it was heard of last."""

    address: str
    device: str
    name: str
    heard: float
    """The moment, by this process's clock."""


class Phones:
    """The devices that asked this process for something. Safe between greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._heard: dict[str, Phone] = {}

    def record(self, address: str, device: str, name: str) -> None:
        """A device asked for something; what it did not say this time is as it was."""
        before = self._heard.pop(address, None)
        device, name = (
            device or (before.device if before else ""),
            name or (before.name if before else ""),
        )
        self._heard[address] = Phone(address, device, name, self._clock())
        while len(self._heard) > MOST:
            del self._heard[next(iter(self._heard))]

    def lately(self) -> list[tuple[Phone, int]]:
        """The devices with the seconds since each was heard of, the latest first."""
        now = self._clock()
        heard = [(phone, int(now - phone.heard)) for phone in reversed(self._heard.values())]
        return [(phone, since) for phone, since in heard if since < FORGOTTEN]
