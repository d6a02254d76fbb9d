"""Offline mode: the page that offers it, its service worker, and the copy of a table for it."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from flask import Response, abort, current_app, jsonify, make_response, render_template, request

from companion.exports.offline_copy import make_offline_copy
from companion.exports.table_file import HIDDEN_VALUES_ERROR_CODE
from companion.language.i18n import choose_language, format_decimal, gettext
from companion.sentences.phrases import Phrasebook
from companion.services import tables
from companion.tables.errors import Forbidden, Unavailable
from companion.tables.links import Member
from companion.tables.state import TableState
from companion.web.common.assets import asset_url, static_file_names
from companion.web.common.errors import error_template_context
from companion.web.common.http import TableBlueprint, parse_int
from companion.web.device.acting_for import load_acting_for

bp = TableBlueprint("offline_mode", __name__)
WASM_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""The Content Security Policy of a worker that runs Python as WebAssembly."""


def bundle_manifest() -> dict[str, Any] | None:
    """Return the manifest of the offline bundle as a dict, or None if no bundle was built."""
    return _read_bundle_manifest(current_app.config["OFFLINE_BUNDLE"])


@cache
def _read_bundle_manifest(folder: str | Path) -> dict[str, Any] | None:
    file = Path(folder) / "manifest.json"
    return json.loads(file.read_bytes()) if file.is_file() else None


@bp.app_context_processor
def _template_context() -> dict[str, bool]:
    return {"has_offline_bundle": bundle_manifest() is not None}


@bp.get("/pocket/")
def show_install_page() -> str:
    """Show the page that offers offline mode, with the size of the download."""
    wire = sum(file["wire"] for file in (bundle_manifest() or abort(404))["files"].values())
    return render_template(
        "offline_offer.html", megabytes=format_decimal(wire / 1e6, "0.0"), **download_context()
    )


def download_context() -> dict[str, Any]:
    """Return template variables: ``files`` of the offline bundle (address and size in bytes), and ``room``.

    ``room`` is the size of all files in megabytes, as text.
    """
    bundled = (bundle_manifest() or abort(404))["files"].values()
    files = [{"address": _file_url(file["name"]), "size": file["size"]} for file in bundled]
    return {"files": files, "room": format_decimal(sum(file["size"] for file in files) / 1e6, "0")}


@bp.get("/pocket-sw.js")
def service_worker() -> Response:
    """Return the script of the service worker with offline mode, which imports the usual service worker."""
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": WASM_POLICY}
    script = worker_script({choose_language(): worker_sentences()})
    return Response(script, mimetype="text/javascript", headers=headers)


def worker_script(
    sentences: dict[str, dict[str, str]], homes: Iterable[str] = ("/",), *, has_server: bool = True
) -> str:
    """Return the script of the service worker. ``sentences`` are its messages by language and name.

    For a path in ``homes``, the worker gets the page from the server; if that fails or ``has_server`` is
    False, it redirects to the offline app's home page.
    """
    bundle = bundle_manifest() or abort(404)
    files = {name: _file_url(file["name"]) for name, file in bundle["files"].items()}
    assets = {name: asset_url(name) for name in static_file_names()}
    # An image of the interpreter's memory fits only the same files.
    image = hashlib.sha256(" ".join(sorted(files.values())).encode()).hexdigest()[:16]
    parameters = {
        "files": files,
        "addresses": sorted({*files.values(), *assets.values()}),
        "assets": assets,
        "lock": bundle["lock"],
        "image": [_file_url(f"image-{image}.{end}") for end in ("json", "bin")],
        "homes": list(homes),
        "hasServer": has_server,
    }
    return render_template("offline_sw.js", files=files, made=parameters, sentences=sentences)


def worker_sentences() -> dict[str, str]:
    """Return the messages of the service worker by name, in the request's language. Some are HTML."""
    return {
        "fault": _notice_html(gettext("This phone could not save that. Nothing was entered.")),
        "full": _notice_html(gettext("There is no room left on this phone. Nothing was entered.")),
        "away": gettext("No connection: the table stays on this phone. Send it again later."),
    }


def _notice_html(sentence: str) -> str:
    context = error_template_context(Unavailable("table.busy"), Phrasebook(None))
    return render_template("error.html", **{**context, "sentence": sentence})


def _file_url(name: str) -> str:
    return f"/static/pocket/{name}"


@bp.get("/t/<code>/along.json")
def table_copy(table: TableState, member: Member) -> dict[str, Any] | Response:
    """Return a copy of the table as JSON, or only the entries that the phone's copy lacks.

    In the query, ``after`` is the number of the newest entry in the phone's copy, and ``mark`` the hash of
    this entry. If hidden information must not leave the server, return 403 with a notice to show offline.
    """
    after = parse_int(request.args.get("after"), 0)
    try:
        copy = make_offline_copy(tables().store, table, member, after, request.args.get("mark", ""))
    except Forbidden as refused:
        if refused.code != HIDDEN_VALUES_ERROR_CODE:
            raise
        response = jsonify(withheld=render_template("hidden_information_notice.html"))
        return make_response(response, refused.status, {"X-Answer": refused.kind})
    return {**copy, "entering_for": asdict(load_acting_for(table))}
