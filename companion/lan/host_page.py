"""The page of whoever runs the companion at home: where phones find it, who plays, backups, the end.

It is open on the machine itself, and elsewhere by a secret link.
"""

from __future__ import annotations

import os
import secrets
import shlex
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from shutil import disk_usage

from flask import Blueprint, Flask, Response, abort, current_app, g, render_template, request
from itsdangerous import Signer
from itsdangerous.encoding import base64_decode

from companion import __version__
from companion.engine.words import N_
from companion.games import BY_SLUG
from companion.lan.addresses import addresses_of, in_container, is_loopback, split_host, vpn_addresses_of
from companion.lan.host import RecentPhone, current_lan_host
from companion.lan.mdns_name import name_resolves, published_name
from companion.lan.reachability import CONTAINER, LOOPBACK_ONLY, find_reachability_problem
from companion.lan.sentence_reports import load_reports, save_report
from companion.language.i18n import choose_language, format_ago, format_short_datetime
from companion.limits.rate_limits import client_address, count_attempt, rate_limited
from companion.sentences.phrases import Phrasebook
from companion.services import services, streams_of
from companion.store.backups import Backup, back_up, backups, database_file
from companion.store.write_errors import last_write_error
from companion.web.common.qr import public_address, qr_svg
from companion.web.common.request import device_name, read_session, remember, see_other
from companion.web.device.name_suggestions import own_name

bp = Blueprint("host", __name__)

STOP_DELAY_SECONDS = 0.5
"""Seconds that the answer to a stop has to get out."""
_CHUNK_BYTES = 256 * 1024
_PROXY_HEADERS = ("X-Forwarded-", "Forwarded", "X-Real-", "Via", "Cf-", "True-Client-")
"""How the headers begin that only something in between adds: what comes with one came from elsewhere."""
RESTORE_PROBLEMS: Mapping[str, str] = {
    "no-file": N_("Choose a file first."),
    "missing": N_("Choose a file first."),
    "damaged": N_("This file is damaged."),
    "foreign": N_("This file is not a backup of this app."),
    "newer": N_("This backup was made by a newer version of the app."),
    "busy": N_("The app is busy. Try again in a moment."),
    "failed": N_("There is no room for it on this computer, or the app may not write there."),
}
"""By the name in the page's address, why a backup was not restored."""


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """A table at which phones were seen in the last minutes."""

    title: str
    code: str
    names: list[str]
    """Of the seats whose phones were seen."""
    watching: int
    """Phones that only watch."""
    seconds: int
    """Since the first of them came."""


def secret_path(app: Flask) -> str:
    """The path of the link that opens the page from elsewhere; the same until the app's secret changes."""
    signer = Signer(app.config["SECRET_KEY"], key_derivation="none", digest_method=sha256)
    return f"/host/{base64_decode(signer.get_signature('the page of the host')).hex()[:32]}"


def is_on_this_machine() -> bool:
    """Whether the request was made on the machine that serves, and by nobody else through a proxy on it.

    The host that was asked for has to be this machine, too: no other site's name may lead here.
    """
    return (
        current_app.config["PROXIES"] == 0
        and is_loopback(request.remote_addr or "")
        and is_loopback(split_host(request.host)[0])
        and not any(name.title().startswith(_PROXY_HEADERS) for name, _ in request.headers)
    )


def is_host_computer() -> bool:
    """Whether whoever asks may look after this installation."""
    given = f"/host/{read_session('host')}"
    wanted = secret_path(current_app)
    return is_on_this_machine() or secrets.compare_digest(given.encode(), wanted.encode())


@bp.app_context_processor
def _shared_names() -> dict[str, object]:
    return {"is_host_computer": is_host_computer}


@bp.before_app_request
def _record_phone() -> None:
    if not is_loopback(request.remote_addr or ""):
        says = (device_name(), own_name()) if request.method == "GET" else ("", "")
        current_lan_host().phones.record(client_address(), *says)


@bp.after_app_request
def _record_presence(response: Response) -> Response:
    if member := g.get("member"):
        current_lan_host().presence.record(g.table.id, member.link_id)
    return response


@bp.get("/host")
def show_host_page() -> str:
    """Everything that whoever runs it wants to know; it asks for itself anew while it is open."""
    require_manager()
    database = _database()
    copies = backups(database) if database else []
    host, port = current_app.config["LISTEN_HOST"], split_host(request.host)[1]
    addresses = addresses_of(host)
    scheme = current_lan_host().scheme(request.scheme)
    data = Path(current_app.instance_path)
    name = published_name(data) if addresses else ""
    answers = name_resolves(data)
    hosts = [*addresses, *([name] if name and answers else [])]
    links = [f"{scheme}://{one}{port}" for one in hosts]
    others = [f"{scheme}://{one}{port}" for one in vpn_addresses_of(host)]
    if public := public_address():
        links, others = [public], []
    fault = last_write_error(current_app)
    why = None if public else find_reachability_problem(host, int(port[1:] or 80))
    return render_template(
        "host.html", links=_with_qr_codes(links), others=_with_qr_codes(others), version=__version__,
        name=name, name_resolves=answers,
        loopback_only=why is not None and why.code == LOOPBACK_ONLY,
        container=why is not None and why.code == CONTAINER,
        phones=_other_phones(addresses), played=_tables_in_play(), copies=copies,
        local_ca=current_lan_host().local_ca,
        folder=database and database.parent, failed="failed" in request.args,
        restored=_restored_copy_name(copies), problem=RESTORE_PROBLEMS.get(request.args.get("problem", "")),
        fault=fault and Phrasebook(None).message(f"table.{fault}"),
        free_mb=disk_usage(data).free // 1_000_000, stops=current_lan_host().stop is not None,
        start_command=start_command(), reports=load_reports(data),
        in_words=format_short_datetime, format_ago=format_ago,
    )  # fmt: skip


@bp.get("/host/<key>")
def open_secret_link(key: str) -> Response:
    """The secret link: from here on this device may look after the installation."""
    if not secrets.compare_digest(request.path.encode(), secret_path(current_app).encode()):
        count_attempt(f"host {key}")
        abort(404)
    remember("host", key)
    return see_other("/host")


@bp.post("/host/backup")
def back_up_now() -> Response:
    """Copy the database; the page then shows the copy, or that there was no room for it."""
    database = managed_database() or abort(404)
    try:
        back_up(database)
    except (OSError, sqlite3.Error):
        return see_other("/host?failed")
    return see_other("/host")


@bp.post("/host/download")
def download_backup() -> Response:
    """Send a kept copy of the database, or a new one if none is named."""
    database = managed_database() or abort(404)
    wanted = request.form.get("copy")
    try:
        if wanted is None:
            file = back_up(database).file
        else:
            named = (one.file for one in backups(database) if one.file.name == wanted)
            file = next(named, None) or abort(404)
    except (OSError, sqlite3.Error):
        return see_other("/host?failed")
    headers = {
        "Content-Disposition": f'attachment; filename="table-companion-{file.name}"',
        "Content-Length": str(file.stat().st_size),
    }
    return Response(_read_chunks(file), mimetype="application/vnd.sqlite3", headers=headers)


def _read_chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:
        while piece := opened.read(_CHUNK_BYTES):
            yield piece


@bp.post("/sentence")
@rate_limited("10 per minute;50 per day")
def report_sentence() -> str:
    """Keep for the host a sentence that sounded wrong to whoever read it."""
    save_report(Path(current_app.instance_path), choose_language(), request.form.get("sentence", ""))
    return render_template("sentence_reported.html")


@bp.post("/host/stop")
def stop() -> str:
    """End the server, once this answer is out."""
    require_manager()
    threading.Timer(STOP_DELAY_SECONDS, current_lan_host().stop or abort(404)).start()
    return render_template("host_stopped.html", start_command=start_command())


def _other_phones(own: list[str]) -> list[tuple[RecentPhone, int, bool]]:
    """The devices with the seconds since each was heard of, and whether a table is open on it."""
    quota = streams_of(current_app).quota
    return [
        (phone, since, quota.count(phone.address) > 0)
        for phone, since in current_lan_host().phones.recent()
        if phone.address not in own
    ]


def _tables_in_play() -> list[TableInPlay]:
    played = []
    for one in current_lan_host().presence.active_tables(streams_of(current_app).hub.open_links()):
        record = services().tables.store.find_record(table_id=one.table_id)
        if record is None:
            continue
        seats = [link.seat for link in record.links if link.id in one.links]
        names = [record.names[seat] for seat in sorted(seat for seat in seats if seat is not None)]
        watching = seats.count(None)
        if names or watching:
            title = BY_SLUG[record.slug].meta.title
            played.append(TableInPlay(title, record.code, names, watching, one.seconds))
    return played


def _with_qr_codes(links: list[str]) -> list[tuple[str, str]]:
    return [(link, qr_svg(link)) for link in links]


def _restored_copy_name(copies: list[Backup]) -> str:
    """The copy of what was there before a restore, if the page's address names one."""
    named = request.args.get("restored", "")
    return next((copy.file.name for copy in copies if copy.before_restore and copy.file.name == named), "")


def start_command() -> str:
    """The command that starts the app again as it was started."""
    if in_container():
        return f"docker start {socket.gethostname()}"  # by default a container's name for itself is its id
    if "MAKELEVEL" in os.environ:
        return "make run"
    return shlex.join(sys.orig_argv) if os.name == "posix" else subprocess.list2cmdline(sys.orig_argv)


def require_manager() -> None:
    """For everybody else there is no such page."""
    if not is_host_computer():
        abort(404)


def managed_database() -> Path | None:
    """The SQLite file, for the host alone; None where the data is in PostgreSQL."""
    require_manager()
    return _database()


def _database() -> Path | None:
    return database_file(current_app.config["SQLALCHEMY_DATABASE_URI"])
