"""Links that a device keeps in a cookie, the one used last first."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response

from companion.web.plumbing.request import kept_text, set_kept_cookie


@dataclass(frozen=True)
class DeviceLinks:
    """The links of one kind that a device has seen; it keeps the newest few."""

    cookie: str
    most: int

    def secrets(self) -> list[str]:
        """The secrets of the links, as the device sent them."""
        return kept_text(self.cookie).split(".")[: self.most]

    def remember(self, response: Response, secret: str, *gone: str) -> Response:
        """Leave a link on the device, before the others; those that are gone are forgotten."""
        kept = [one for one in (secret, *self.secrets()) if one and one not in gone]
        text = ".".join(list(dict.fromkeys(kept))[: self.most])
        return set_kept_cookie(response, self.cookie, text)
