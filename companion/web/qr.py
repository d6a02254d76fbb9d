"""Addresses that other phones can open, and their QR codes."""

from __future__ import annotations

import io

import segno
from flask import current_app, request


def full_url(path: str) -> str:
    """A full address that other phones can open, also where this page was opened as localhost."""
    host = current_app.extensions["host_for_phones"](request.host)
    return (public_address() or f"{scheme_for_phones()}://{host}") + path


def public_address() -> str:
    """The address set for phones; else empty."""
    return str(current_app.config["PUBLIC_ADDRESS"]).rstrip("/")


def scheme_for_phones() -> str:
    """How phones are led here: by http where the house has an authority of its own, as a guest's phone
    knows nothing of it.
    """
    return "http" if current_app.extensions.get("authority") else request.scheme


def qr_svg(text: str) -> str:
    """A QR code as SVG markup without size, dark on light whatever the theme."""
    buffer = io.BytesIO()
    segno.make(text, error="m").save(
        buffer, kind="svg", xmldecl=False, svgns=True, border=3, omitsize=True,
        dark="#17120a", light="#fffaf0", nl=False,
    )  # fmt: skip
    return buffer.getvalue().decode()
