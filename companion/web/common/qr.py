"""URLs that other phones can open, and their QR codes."""

import io

import segno
from flask import current_app, request

from companion.services import services


def full_url(path: str) -> str:
    """Return the URL with which other phones open this path, even if this page was opened as localhost."""
    public = current_app.config["PUBLIC_ADDRESS"]
    return f"{public or services().address_for_phones(request.scheme, request.host)}{path}"


def qr_svg(text: str) -> str:
    """Return the QR code of a text as SVG without width and height. It is dark on light in every theme."""
    buffer = io.BytesIO()
    segno.make(text, error="m").save(
        buffer, kind="svg", xmldecl=False, svgns=True, border=3, omitsize=True,
        dark="#17120a", light="#fffaf0", nl=False,
    )  # fmt: skip
    return buffer.getvalue().decode()
