"""The editions a device has seen: their links are kept by the device."""

from __future__ import annotations

from flask import Response

from companion.editions import Edition
from companion.editions.service import get_edition
from companion.web.device.device_links import DeviceLinks
from companion.web.plumbing.request import see_other

LINKS = DeviceLinks("companion-editions", most=12)


def device_editions(slug: str) -> list[tuple[str, Edition]]:
    """The editions of a game that this device has seen, the newest first, each with its secret."""
    return [(secret, edition) for secret, edition in LINKS.known(get_edition) if edition.slug == slug]


def redirect_to_edition(secret: str) -> Response:
    """On to an edition's page."""
    return LINKS.remember(see_other(f"/e/{secret}"), secret)
