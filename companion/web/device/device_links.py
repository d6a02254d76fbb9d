"""Links that a device keeps in a cookie, the one used last first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from flask import Response

from companion.tables.errors import NotFound
from companion.web.plumbing.request import kept_text, set_kept_cookie

T = TypeVar("T")


@dataclass(frozen=True)
class DeviceLinks:
    """The links of one kind that a device has seen; it keeps the newest few."""

    cookie: str
    most: int

    def secrets(self) -> list[str]:
        """The secrets of the links, as the device sent them."""
        return kept_text(self.cookie).split(".")[: self.most]

    def known(self, get: Callable[[str], T]) -> Iterator[tuple[str, T]]:
        """Each secret with what is behind it; without those of links that nobody knows any more."""
        for secret in self.secrets():
            with suppress(NotFound):
                yield secret, get(secret)

    def remember(self, response: Response, secret: str, *gone: str) -> Response:
        """Leave a link on the device, before the others; those that are gone are forgotten."""
        kept = [one for one in (secret, *self.secrets()) if one and one not in gone]
        text = ".".join(list(dict.fromkeys(kept))[: self.most])
        return set_kept_cookie(response, self.cookie, text)
