"""Taking the companion along: the page that offers it, the service worker of a phone that did, and the
table that it goes on with while it has no line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, make_response, render_template, request

from companion.exports.offline_copy import make_offline_copy
from companion.exports.table_file import STILL_SECRET
from companion.language.i18n import choose_language, format_decimal, gettext
from companion.services import tables
from companion.tables.errors import Forbidden
from companion.web.common.assets import asset_url, static_file_names
from companion.web.common.request import parse_int, require_member
from companion.web.device.acting_for import load_acting_for

bp = Blueprint("offline_mode", __name__)
WASM_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""What a worker may that runs Python; the pages' own policy stays as it is."""


def manifest() -> dict[str, Any] | None:
    """What ``make offline`` made, read once; None where it was never made."""
    return _read(current_app.config["OFFLINE_BUNDLE"])


@cache
def _read(folder: str | Path) -> dict[str, Any] | None:
    file = Path(folder) / "manifest.json"
    return json.loads(file.read_bytes()) if file.is_file() else None


@bp.app_context_processor
def _template_context() -> dict[str, bool]:
    return {"has_offline_bundle": manifest() is not None}


@bp.get("/pocket/")
def show_install_page() -> str:
    """Offer it, with its size. A phone that has it never asks the server for this page."""
    wire = sum(file["wire"] for file in _require_manifest()["files"].values())
    return render_template(
        "offline_offer.html", megabytes=format_decimal(wire / 1e6, "0.0"), **download_context()
    )


def download_context() -> dict[str, Any]:
    """What a page that offers it needs to know: the files, and how much room they take on the phone."""
    made = _require_manifest()["files"].values()
    files = [{"address": _address(file["name"]), "size": file["size"]} for file in made]
    return {"files": files, "room": format_decimal(sum(file["size"] for file in files) / 1e6, "0")}


@bp.get("/pocket-sw.js")
def service_worker() -> Response:
    """In the usual worker's place, with it in it."""
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": WASM_POLICY}
    script = worker_script({choose_language(): worker_sentences()})
    return Response(script, mimetype="text/javascript", headers=headers)


def worker_script(
    sentences: dict[str, dict[str, str]], homes: Iterable[str] = ("/",), *, has_server: bool = True
) -> str:
    """The worker's script: with what it says, by language, and where the app begins with a line."""
    made = _require_manifest()
    files = {name: _address(file["name"]) for name, file in made["files"].items()}
    assets = {name: asset_url(name) for name in static_file_names()}
    # of a Python that another one started, an image is of no use
    image = hashlib.sha256(" ".join(sorted(files.values())).encode()).hexdigest()[:16]
    made_of = {
        "files": files,
        "addresses": sorted({*files.values(), *assets.values()}),
        "assets": assets,
        "lock": made["lock"],
        "image": [_address(f"image-{image}.{end}") for end in ("json", "bin")],
        "homes": list(homes),
        "hasServer": has_server,
    }
    return render_template("offline_sw.js", files=files, made=made_of, sentences=sentences)


def worker_sentences() -> dict[str, str]:
    """What the worker says by itself, in the reader's language."""
    return {
        "fault": _notice(gettext("This phone could not save that. Nothing was entered.")),
        "full": _notice(gettext("There is no room left on this phone. Nothing was entered.")),
        "away": gettext("No connection: the table stays on this phone. Send it again later."),
    }


def _notice(sentence: str) -> str:
    """As every refusal is shown, for a moment at which Python cannot be asked."""
    nothing = {"refusal": None, "meanwhile": (), "instead": None, "differs": 0, "anew": False}
    return render_template("error.html", kind="unavailable", sentence=sentence, doubtful=False, **nothing)


def _require_manifest() -> dict[str, Any]:
    return manifest() or abort(404)


def _address(name: str) -> str:
    return f"/static/pocket/{name}"


@bp.get("/t/<code>/along.json")
def table_copy(code: str) -> dict[str, Any] | Response:
    """The table and its log, or with ``after`` and its ``mark`` what follows that entry, and for whom this
    phone enters; 403 for whom something in it is hidden, with what the phone says once it has no line."""
    table, member = require_member(code)
    after = parse_int(request.args.get("after"), 0)
    try:
        copy = make_offline_copy(tables().store, table, member, after, request.args.get("mark", ""))
    except Forbidden as refused:
        if refused.code != STILL_SECRET:
            raise
        answer = jsonify(withheld=render_template("hidden_information_notice.html"))
        return make_response(answer, refused.status, {"X-Answer": refused.kind})
    return {**copy, "entering_for": asdict(load_acting_for(table))}
