"""The editions a device has seen: their links in a cookie."""

from __future__ import annotations

from flask import Response, current_app, make_response, redirect, request

from companion.editions import Edition
from companion.editions.service import get_edition
from companion.tables.errors import NotFound
from companion.web.request import YEAR

COOKIE = "editions"
MOST_REMEMBERED = 12


def device_editions(slug: str) -> list[tuple[str, Edition]]:
    """The editions of a game that this device has seen, the newest first, each with its secret."""
    found = []
    for secret in _secrets():
        try:
            edition = get_edition(secret)
        except NotFound:
            continue
        if edition.slug == slug:
            found.append((secret, edition))
    return found


def _secrets() -> list[str]:
    return request.cookies.get(COOKIE, "").split(".")[:MOST_REMEMBERED]


def set_edition_cookie(response: Response, secret: str) -> Response:
    """Leave an edition's link on the device."""
    secrets = [secret, *(kept for kept in _secrets() if kept and kept != secret)]
    text = ".".join(secrets[:MOST_REMEMBERED])
    response.set_cookie(
        COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax",
        secure=current_app.config["SECURE_COOKIES"],
    )  # fmt: skip
    return response


def redirect_to_edition(secret: str) -> Response:
    """On to an edition's page."""
    return set_edition_cookie(make_response(redirect(f"/e/{secret}", 303)), secret)
