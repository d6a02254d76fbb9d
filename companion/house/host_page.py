"""The page of whoever runs the companion at home: where phones find it, who gets through, copies, the end.

It is open on the machine itself, and elsewhere by a secret link.
"""

from __future__ import annotations

import hmac
import sqlite3
import threading
from pathlib import Path
from shutil import disk_usage

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request

from companion import __version__
from companion.house.addresses import addresses_of, is_loopback, split_host
from companion.house.listening import LOOPBACK_ONLY, hindrance
from companion.house.publishing import name_answers, published_name
from companion.house.reported import report, reported
from companion.house.running import Phone, house, signature
from companion.language.i18n import ago, choose_language, short_moment
from companion.limits.rate_limits import client_address, count_attempt, limited
from companion.sentences.phrases import Phrasebook
from companion.services import streams_of
from companion.store.backups import back_up, backups, database_file
from companion.store.write_faults import last_fault
from companion.web.device.known_names import own_name
from companion.web.plumbing.qr import public_address, qr_svg
from companion.web.plumbing.request import device_name, see_other, set_kept_cookie

bp = Blueprint("host", __name__)

LAST_WORD = 0.5
"""Seconds that the answer to a stop has to get out."""
_COOKIE = "house"
_OF_PROXIES = ("X-Forwarded-", "Forwarded", "X-Real-", "Via", "Cf-", "True-Client-")
"""How the headers begin that only something in between adds: what comes with one came from elsewhere."""


def secret_path(app: Flask) -> str:
    """The path of the link that opens the page from elsewhere; the same until the app's secret changes."""
    return f"/host/{signature(app, 'the page of the host')}"


def is_on_this_machine() -> bool:
    """Whether the request was made on the machine that serves, and by nobody else through a proxy on it.

    The host that was asked for has to be this machine, too: no other site's name may lead here.
    """
    return (
        current_app.config["PROXIES"] == 0
        and is_loopback(request.remote_addr or "")
        and is_loopback(split_host(request.host)[0])
        and not any(name.title().startswith(_OF_PROXIES) for name, _ in request.headers)
    )


def runs_the_house() -> bool:
    """Whether whoever asks may look after this installation."""
    given = f"/host/{request.cookies.get(_COOKIE, '')}"
    wanted = secret_path(current_app)
    return is_on_this_machine() or hmac.compare_digest(given.encode(), wanted.encode())


@bp.app_context_processor
def _shared_names() -> dict[str, object]:
    return {"runs_the_house": runs_the_house}


@bp.before_app_request
def _hear() -> None:
    if not is_loopback(request.remote_addr or ""):
        house().phones.record(client_address(), device_name(), own_name())


@bp.get("/host")
def show_house() -> str:
    """Everything that whoever runs it wants to know; it asks for itself anew while it is open."""
    _require_the_host()
    database = _database()
    copies = backups(database) if database else []
    host, port = current_app.config["LISTENS_ON"], split_host(request.host)[1]
    addresses = addresses_of(host)
    links = [f"{house().scheme(request.scheme)}://{one}{port}" for one in addresses]
    data = Path(current_app.instance_path)
    name = published_name(data) if addresses else ""
    answers = name_answers(data)
    if name and answers:
        links.append(f"{house().scheme(request.scheme)}://{name}{port}")
    if public := public_address():
        links = [public]
    fault = last_fault(current_app)
    why = None if public else hindrance(host, int(port[1:] or 80))
    return render_template(
        "host.html", links=links, qr=qr_svg(links[0]) if links else "", version=__version__,
        name=name, name_answers=answers,
        loopback_only=why is not None and why.code == LOOPBACK_ONLY,
        phones=_phones_beside(addresses), last=next(iter(copies), None), kept=len(copies),
        authority=house().authority, folder=database and database.parent, failed="failed" in request.args,
        fault=fault and Phrasebook(None).message(f"table.{fault}"),
        free_mb=disk_usage(data).free // 1_000_000, stops=house().stop is not None,
        reported=reported(data), in_words=short_moment, ago=ago,
    )  # fmt: skip


@bp.get("/host/<key>")
def open_house(key: str) -> Response:
    """The secret link: from here on this device may look after the installation."""
    if not hmac.compare_digest(request.path.encode(), secret_path(current_app).encode()):
        count_attempt(f"host {key}")
        abort(404)
    return set_kept_cookie(see_other("/host"), _COOKIE, key)


@bp.post("/host/backup")
def back_up_now() -> Response:
    """Copy the database; the page then shows the copy, or that there was no room for it."""
    _require_the_host()
    database = _database() or abort(404)
    try:
        back_up(database)
    except (OSError, sqlite3.Error):
        return see_other("/host?failed")
    return see_other("/host")


@bp.post("/sentence")
@limited("10 per minute;50 per day")
def report_sentence() -> str:
    """Keep for the host a sentence that sounded wrong to whoever read it."""
    report(Path(current_app.instance_path), choose_language(), request.form.get("sentence", ""))
    return render_template("reported.html")


@bp.post("/host/stop")
def stop() -> str:
    """End the server, once this answer is out."""
    _require_the_host()
    threading.Timer(LAST_WORD, house().stop or abort(404)).start()
    return render_template("host_stopped.html")


def _phones_beside(own: list[str]) -> list[tuple[Phone, int, bool]]:
    """The devices with the seconds since each was heard of, and whether a table is open on it."""
    quota = streams_of(current_app).quota
    return [
        (phone, since, quota.count(phone.address) > 0)
        for phone, since in house().phones.lately()
        if phone.address not in own
    ]


def _require_the_host() -> None:
    """For everybody else there is no such page."""
    if not runs_the_house():
        abort(404)


def _database() -> Path | None:
    return database_file(current_app.config["SQLALCHEMY_DATABASE_URI"])
