"""The host's page *This computer*: addresses for phones, tables in play, backups, stopping the server.

It opens on the computer itself, and on other devices with a secret link.
"""

import errno
import os
import secrets
import shlex
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from shutil import disk_usage
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, g, render_template, request
from itsdangerous import Signer
from itsdangerous.encoding import base64_decode

from companion import __version__
from companion.engine.words import N_
from companion.games import GAMES_BY_SLUG
from companion.lan.addresses import (
    CONTAINER,
    LOOPBACK_ONLY,
    addresses_for_phones,
    find_reachability_problem,
    host_in_url,
    is_in_container,
    is_loopback,
    split_host,
    vpn_addresses,
)
from companion.lan.host import RecentPhone, get_lan_hosting
from companion.lan.mdns_name import name_resolves, wait_for_published_name
from companion.language.i18n import choose_language, format_ago, format_short_datetime
from companion.limits.rate_limits import client_limit_key, count_attempt, rate_limited
from companion.sentences.phrases import Phrasebook
from companion.services import services, streams_of
from companion.store.backups import Backup, back_up, database_file, list_backups
from companion.store.connections import last_write_error
from companion.tables.names import localize_names
from companion.tables.table_store import StoreError, StoreErrorCause
from companion.web.common.http import device_kind, qr_svg, read_session, see_other, store_in_session
from companion.web.device.device_tables import own_name

bp = Blueprint("host", __name__)

STOP_DELAY_SECONDS = 0.5
"""Time to send the response before the server stops."""
_CHUNK_BYTES = 256 * 1024
_PROXY_HEADERS = ("X-Forwarded-", "Forwarded", "X-Real-", "Via", "Cf-", "True-Client-")
"""Prefixes of headers that only a proxy adds: such a request comes from another computer."""
RESTORE_PROBLEM_SENTENCES: Mapping[str, str] = {
    "no-file": N_("Choose a file first."),
    "missing": N_("Choose a file first."),
    "damaged": N_("This file is damaged."),
    "foreign": N_("This file is not a backup of this app."),
    "newer": N_("This backup was made by a newer version of the app."),
    "busy": N_("The app is busy. Try again in a moment."),
    "failed": N_("There is no room for it on this computer, or the app may not write there."),
}
"""Why a backup was not restored, by the value in the page's URL."""


def secret_path(app: Flask) -> str:
    """Return the path that opens the host's page on other devices. It depends only on the secret key."""
    signer = Signer(app.config["SECRET_KEY"], key_derivation="none", digest_method=sha256)
    return f"/host/{base64_decode(signer.get_signature('the page of the host')).hex()[:32]}"


def is_on_this_machine() -> bool:
    """Return whether the request comes from this computer itself, and not through a proxy on it.

    The requested host must be loopback too, since another site's name could resolve to this computer.
    """
    return (
        current_app.config["PROXIES"] == 0
        and is_loopback(request.remote_addr or "")
        and is_loopback(split_host(request.host)[0])
        and not any(name.title().startswith(_PROXY_HEADERS) for name, _ in request.headers)
    )


def may_manage_server() -> bool:
    """Return whether this device may open the host's page: it is this computer, or used the secret link."""
    remembered_path = f"/host/{read_session('host')}"
    path = secret_path(current_app)
    return is_on_this_machine() or secrets.compare_digest(remembered_path.encode(), path.encode())


@bp.app_context_processor
def _template_variables() -> dict[str, object]:
    return {"may_manage_server": may_manage_server}


@bp.before_app_request
def _record_phone() -> None:
    if not is_loopback(request.remote_addr or ""):
        device, name = (device_kind(), own_name()) if request.method == "GET" else ("", "")
        get_lan_hosting().phones.record(client_limit_key(), device, name)


@bp.after_app_request
def _record_presence(response: Response) -> Response:
    if member := g.get("member"):
        get_lan_hosting().presence.record(g.table.id, member.link_id)
    return response


@bp.get("/host")
def show_host_page() -> str:
    """Show the host's page, which reloads itself while it is open."""
    database = get_managed_database()
    restored = find_backup(database, request.args.get("restored", "")) if database else None
    host, port = current_app.config["LISTEN_HOST"], split_host(request.host)[1]
    addresses = addresses_for_phones(host)
    scheme = get_lan_hosting().scheme_for_phones(request.scheme)
    data = Path(current_app.instance_path)
    name = wait_for_published_name(data) if addresses else ""
    answers = name_resolves(data)
    hosts = [*addresses, *([name] if name and answers else [])]
    links = [f"{scheme}://{host_in_url(name_or_address)}{port}" for name_or_address in hosts]
    others = [f"{scheme}://{address}{port}" for address in vpn_addresses(host)]
    if public := current_app.config["PUBLIC_ADDRESS"]:
        links, others = [public], []
    fault = last_write_error(current_app)
    problem = None if public else find_reachability_problem(host, int(port[1:] or 80))
    return render_template(
        "host.html", links=_add_qr_codes(links), others=_add_qr_codes(others), version=__version__,
        name=name, name_resolves=answers,
        loopback_only=problem is not None and problem.code == LOOPBACK_ONLY,
        container=problem is not None and problem.code == CONTAINER,
        phones=_other_phones(addresses), played=_tables_in_play(),
        copies=list_backups(database) if database else [],
        local_ca=get_lan_hosting().local_ca,
        folder=database and database.parent, failed="failed" in request.args,
        restored=restored.file.name if restored and restored.before_restore else "",
        problem=RESTORE_PROBLEM_SENTENCES.get(request.args.get("problem", "")),
        fault=fault and Phrasebook(None).message(f"table.{fault}"),
        free_mb=disk_usage(data).free // 1_000_000, stops=get_lan_hosting().stop is not None,
        start_command=start_command(), reports=load_reports(data),
        in_words=format_short_datetime, format_ago=format_ago,
    )  # fmt: skip


@bp.get("/host/<key>")
def open_secret_link(key: str) -> Response:
    """Let this device manage the server, as it opened the secret link. Answer 404 if ``key`` is wrong."""
    if not secrets.compare_digest(request.path.encode(), secret_path(current_app).encode()):
        count_attempt(f"host {key}")
        abort(404)
    store_in_session("host", key)
    return see_other("/host")


@bp.post("/host/backup")
def back_up_now() -> Response:
    """Back up the database. Then show the host's page, which lists the backup or says that it failed."""
    database = get_managed_database() or abort(404)
    try:
        back_up(database)
    except (OSError, sqlite3.Error):
        return see_other("/host?failed")
    return see_other("/host")


@bp.post("/host/download")
def download_backup() -> Response:
    """Send the named backup of the database, or a new one if none is named."""
    database = get_managed_database() or abort(404)
    name = request.form.get("copy")
    try:
        backup = back_up(database) if name is None else find_backup(database, name) or abort(404)
    except (OSError, sqlite3.Error):
        return see_other("/host?failed")
    headers = {
        "Content-Disposition": f'attachment; filename="table-companion-{backup.file.name}"',
        "Content-Length": str(backup.file.stat().st_size),
    }
    return Response(_read_chunks(backup.file), mimetype="application/vnd.sqlite3", headers=headers)


def _read_chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            yield chunk


def find_backup(database: Path, name: str) -> Backup | None:
    """Return the backup of ``database`` whose file is called ``name``; None if there is no such backup."""
    return next((backup for backup in list_backups(database) if backup.file.name == name), None)


@bp.post("/sentence")
@rate_limited("10 per minute;50 per day")
def report_sentence() -> str:
    """Store the posted sentence, which a player reported as wrong. Return a page that confirms this."""
    try:
        save_report(Path(current_app.instance_path), choose_language(), request.form.get("sentence", ""))
    except OSError as error:
        cause: StoreErrorCause = "disk_full" if error.errno == errno.ENOSPC else "unwritable"
        raise StoreError(f"{error}, {cause}", cause) from error
    return render_template("sentence_reported.html")


@bp.post("/host/stop")
def stop_server() -> str:
    """Return a page that says how to start the server again, and stop the server after sending it."""
    require_manager()
    threading.Timer(STOP_DELAY_SECONDS, get_lan_hosting().stop or abort(404)).start()
    return render_template("host_stopped.html", start_command=start_command())


def _other_phones(own_addresses: list[str]) -> list[tuple[RecentPhone, int, bool]]:
    quota = streams_of(current_app).quota
    return [
        (phone, seconds, quota.get_count(phone.address) > 0)
        for phone, seconds in get_lan_hosting().phones.list_with_idle_seconds()
        if phone.address not in own_addresses
    ]


def _tables_in_play() -> list[dict[str, Any]]:
    """Return the tables at which phones are present, with the names of the players who are there.

    ``watching`` is the number of phones that only watch, ``seconds`` the time since the first one arrived.
    """
    tables = []
    streams = streams_of(current_app).hub.stream_links()
    for table_id, links, seconds in get_lan_hosting().presence.active_tables(streams):
        record = services().tables.store.find_record(table_id=table_id)
        if record is None:
            continue
        seats = [link.seat for link in record.links if link.id in links]
        all_names = localize_names(tuple(record.names), choose_language())
        names = [all_names[seat] for seat in sorted(seat for seat in seats if seat is not None)]
        if seats:
            tables.append({
                "title": GAMES_BY_SLUG[record.slug].meta.title, "code": record.code, "names": names,
                "watching": seats.count(None), "seconds": seconds,
            })  # fmt: skip
    return tables


def _add_qr_codes(links: list[str]) -> list[tuple[str, str]]:
    return [(link, qr_svg(link)) for link in links]


def start_command() -> str:
    """Return the command with which the app was started."""
    if is_in_container():
        return f"docker start {socket.gethostname()}"  # by default a container's host name is its id
    if "MAKELEVEL" in os.environ:
        return "make run"
    return shlex.join(sys.orig_argv) if os.name == "posix" else subprocess.list2cmdline(sys.orig_argv)


def require_manager() -> None:
    """Answer 404 unless this device may manage the server."""
    if not may_manage_server():
        abort(404)


def get_managed_database() -> Path | None:
    """Return the SQLite file of the app; None if the app uses PostgreSQL.

    Answer 404 unless this device may manage the server.
    """
    require_manager()
    return database_file(current_app.config["SQLALCHEMY_DATABASE_URI"])


MAX_REPORTS = 200
MAX_REPORT_LENGTH = 300
_REPORTS_FILE_NAME = "reported_sentences.txt"


def save_report(folder: Path, language: str, sentence: str) -> None:
    """Store a reported sentence with its language code. A repeated report becomes the newest."""
    sentence = " ".join(sentence.split())[:MAX_REPORT_LENGTH]
    line = f"{language} {sentence}"
    if sentence:
        folder.mkdir(parents=True, exist_ok=True)
        others = [each for each in _read_lines(folder) if each != line]
        new_file = folder / f"{_REPORTS_FILE_NAME}.new"  # on a full disk, the old file stays as it is
        new_file.write_text("\n".join([line, *others][:MAX_REPORTS]), encoding="utf-8")
        new_file.replace(folder / _REPORTS_FILE_NAME)


def load_reports(folder: Path) -> list[tuple[str, str]]:
    """Return (language, sentence) of each report, the newest first."""
    parts = (line.partition(" ") for line in _read_lines(folder))
    return [(language, sentence) for language, _, sentence in parts]


def _read_lines(folder: Path) -> list[str]:
    file = folder / _REPORTS_FILE_NAME
    return file.read_text(encoding="utf-8").split("\n") if file.exists() else []
