"""The parts of a progressive web app: service worker, web app manifest, offline page and language."""

from collections.abc import Sequence
from hashlib import sha256

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from companion.language.i18n import LANGUAGES, choose_language, gettext
from companion.web.common.assets import app_shell_urls, asset_url
from companion.web.common.http import local_path, see_other, store_in_session

bp = Blueprint("pwa", __name__)


@bp.get("/sw.js")
def service_worker() -> Response:
    """Return the script of the service worker. Its path is at the root, so that it controls every page."""
    return Response(worker_script(), mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


def worker_script(
    offline: str = "/offline", more: Sequence[str] = ("/manifest.webmanifest",), *, has_server: bool = True
) -> str:
    """Return the script of the service worker, which caches the app's files and the URLs in ``more``.

    The worker shows the page ``offline`` in place of a page that it can neither load nor find in its cache.
    """
    files, release = app_shell_urls(), current_app.config["RELEASE"]
    shell = sha256(" ".join((*files, release)).encode()).hexdigest()[:16]
    return render_template(
        "sw.js", files=files, shell=shell, offline=offline, more=more, has_server=has_server
    )


@bp.get("/manifest.webmanifest")
def web_app_manifest() -> Response:
    """Return the web app manifest."""
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
def show_offline_page() -> str:
    """Show the page for a phone that is offline and has not stored the requested page."""
    return render_template("offline.html")


@bp.post("/language")
def set_language() -> Response:
    """Store the chosen language on this device, and redirect to the page with the form."""
    chosen = request.form.get("language", "")
    response = see_other(local_path(request.form.get("back", "/")))
    if chosen in LANGUAGES:
        store_in_session("lang", chosen)
    return response
