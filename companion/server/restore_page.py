"""The form on the host's page that restores a backup."""

import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, request

from companion.lan.host_page import find_backup, managed_database
from companion.server.restoring import prepare_backup, restore_while_serving
from companion.tables.errors import Unavailable
from companion.web.common.request import see_other

bp = Blueprint("restore_page", __name__)

MAX_BACKUP_BYTES = 256 * 1024 * 1024
"""Maximum size of an uploaded backup. An evening of play takes about 100 kB."""


@bp.post("/host/restore")
def restore_backup() -> Response:
    """Restore the uploaded file, or the named backup, after checking it completely."""
    database = managed_database() or abort(404)
    try:
        with TemporaryDirectory(dir=database.parent, prefix=".restore-") as folder:
            file = Path(folder, "backup.sqlite3")
            file.touch(mode=0o600)
            problem = prepare_backup(file) if _receive_backup(database, file) else "no-file"
            if problem:
                return _redirect_with_result(problem=problem)
            return _redirect_with_result(restored=restore_while_serving(current_app, file).file.name)
    except Unavailable:
        return _redirect_with_result(problem="busy")
    except (OSError, sqlite3.Error):
        return _redirect_with_result(problem="failed")


def _receive_backup(database: Path, file: Path) -> bool:
    """Write the uploaded or named backup into the file; return False if there is none."""
    request.max_content_length = MAX_BACKUP_BYTES
    upload = request.files.get("file")
    if upload and upload.filename:
        upload.save(file)
        return True
    if backup := find_backup(database, request.form.get("copy", "")):
        shutil.copyfile(backup.file, file)
    return backup is not None


def _redirect_with_result(**result: str) -> Response:
    return see_other(f"/host?{urlencode(result)}")
