"""The form of the host's page that restores a backup."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, request

from companion.lan.host_page import managed_database
from companion.server.restoring import prepare_backup, restore_while_serving
from companion.store.backups import backups
from companion.tables.errors import Unavailable
from companion.web.common.request import see_other

bp = Blueprint("restore_page", __name__)

MAX_BYTES = 256 * 1024 * 1024
"""Of a backup that is uploaded. An evening takes about 100 kB."""


@bp.post("/host/restore")
def restore_backup() -> Response:
    """Restore the file that is sent, or the kept copy that is named, once it is checked completely."""
    database = managed_database() or abort(404)
    try:
        with TemporaryDirectory(dir=database.parent, prefix=".restore-") as folder:
            return _restore(database, Path(folder, "backup.sqlite3"))
    except Unavailable:
        return _back(problem="busy")
    except (OSError, sqlite3.Error):
        return _back(problem="failed")


def _restore(database: Path, file: Path) -> Response:
    file.touch(mode=0o600)
    if not _receive(database, file):
        return _back(problem="no-file")
    if problem := prepare_backup(file):
        return _back(problem=problem)
    return _back(restored=restore_while_serving(current_app, file).file.name)


def _receive(database: Path, file: Path) -> bool:
    """Write what is to be restored into the file; False if the request names nothing."""
    request.max_content_length = MAX_BYTES
    sent = request.files.get("file")
    if sent and sent.filename:
        sent.save(file)
        return True
    named = request.form.get("copy", "")
    for copy in backups(database):
        if copy.file.name == named:
            shutil.copyfile(copy.file, file)
            return True
    return False


def _back(**result: str) -> Response:
    return see_other(f"/host?{urlencode(result)}")
