"""Addresses that other phones can open, and their QR codes."""

from __future__ import annotations

import io

import segno
from flask import current_app, request

from companion.services import services


def full_url(path: str) -> str:
    """A full address that other phones can open, also where this page was opened as localhost."""
    return (public_address() or services().address_for_phones(request.scheme, request.host)) + path


def public_address() -> str:
    """The address set for phones; else empty."""
    return str(current_app.config["PUBLIC_ADDRESS"]).rstrip("/")


def qr_svg(text: str) -> str:
    """A QR code as SVG markup without size, dark on light whatever the theme."""
    buffer = io.BytesIO()
    segno.make(text, error="m").save(
        buffer, kind="svg", xmldecl=False, svgns=True, border=3, omitsize=True,
        dark="#17120a", light="#fffaf0", nl=False,
    )  # fmt: skip
    return buffer.getvalue().decode()
