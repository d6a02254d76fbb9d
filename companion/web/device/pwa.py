"""The app's shell on a device: service worker, manifest, language, what is shown without a line."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from companion.language.i18n import LANGUAGES, choose_language, gettext
from companion.web.common.assets import app_shell_urls, asset_url
from companion.web.common.request import local_path, remember, see_other

bp = Blueprint("pwa", __name__)


@bp.get("/sw.js")
def service_worker() -> Response:
    """At the root, so that it may look after every page."""
    return Response(worker_script(), mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


def worker_script(
    offline: str = "/offline",
    more: Sequence[str] = ("/manifest.webmanifest",),
    *,
    has_server: bool = True,
) -> str:
    """The worker's script; ``offline`` is the address of what it shows where nothing else is kept, and
    ``more`` is kept beside the files of the app.
    """
    files, release = app_shell_urls(), current_app.config["RELEASE"]
    shell = sha256(" ".join((*files, release)).encode()).hexdigest()[:16]
    return render_template(
        "sw.js", files=files, shell=shell, offline=offline, more=more, has_server=has_server
    )


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the phone needs to install the app."""
    response = jsonify(
        name=gettext("Pharaoh table companion"),
        short_name=gettext("Companion"),
        lang=choose_language(),
        dir=LANGUAGES[choose_language()].direction,
        start_url="/",
        display="standalone",
        background_color="#f6efdf",
        theme_color="#1f3a5f",
        icons=[
            {"src": asset_url("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": asset_url("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {
                "src": asset_url("icons/icon-512.png"), "sizes": "512x512", "type": "image/png",
                "purpose": "maskable",
            },
        ],
    )  # fmt: skip
    response.mimetype = "application/manifest+json"
    return response


@bp.get("/offline")
def offline() -> str:
    """What the service worker shows where nothing else is kept."""
    return render_template("offline.html")


@bp.post("/language")
def set_language() -> Response:
    """Speak this language on this device from now on."""
    chosen = request.form.get("language", "")
    response = see_other(local_path(request.form.get("back", "/")))
    if chosen in LANGUAGES:
        remember("lang", chosen)
    return response
