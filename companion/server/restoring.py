"""Restores a backup: checks the file, then replaces the SQLite database while it is in use.

The form for this is on the host's page. The RequestLock keeps other requests out meanwhile.
"""

import logging
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import urlencode

from alembic import command
from alembic.config import Config
from flask import Blueprint, Flask, Response, abort, current_app, g, request
from sqlalchemy import create_engine, select

from companion.lan.host import get_lan_hosting
from companion.lan.host_page import find_backup, get_managed_database
from companion.server.monitoring import MIGRATIONS_FOLDER, load_migration_scripts
from companion.services import services_of, streams_of, tables
from companion.store.backups import Backup, back_up
from companion.store.connections import SQLITE_BUSY_TIMEOUT_MS
from companion.store.models import db
from companion.tables.errors import Unavailable
from companion.tables.table_store import TableRecord
from companion.web.common.http import see_other

bp = Blueprint("restore_page", __name__)
MAX_BACKUP_BYTES = 256 * 1024 * 1024
"""Maximum size of an uploaded backup. An evening of play takes about 100 kB."""
BackupProblem = Literal["missing", "damaged", "foreign", "newer"]
"""Why a file cannot be restored: it does not exist, SQLite finds errors, it is not a database of the
companion, or a newer version wrote it.
"""
log = logging.getLogger(__name__)


def find_restore_problem(file: Path) -> BackupProblem | None:
    """Return why a file cannot be restored; None for a complete backup of this version or an older one."""
    if not file.is_file():
        return "missing"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "damaged"
            revision = copy.execute("SELECT version_num FROM alembic_version").fetchone()
            copy.execute('SELECT count(*) FROM "table" JOIN entry ON table_id = id').fetchone()
            query = "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')"
            has_triggers_or_views = copy.execute(query).fetchone()[0] > 0
    except sqlite3.DatabaseError:
        return "foreign"
    if has_triggers_or_views:  # the companion has none; they could run foreign SQL with every entry
        return "foreign"
    revisions = {script.revision for script in load_migration_scripts().walk_revisions()}
    return None if revision and revision[0] in revisions else "newer"


def prepare_backup(file: Path) -> BackupProblem | None:
    """Migrate a backup, in its own file, to this version. Read from each database table as a check.

    Return None, or why the backup cannot be restored; the file is unusable then.
    """
    if problem := find_restore_problem(file):
        return problem
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            config = make_alembic_config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
            for table in db.metadata.sorted_tables:
                connection.execute(select(table).limit(1)).all()
    except Exception:  # a migration may raise anything for a foreign file
        log.warning("a backup cannot be read", exc_info=True)
        return "foreign"
    finally:
        engine.dispose()
    return None


@bp.post("/host/restore")
def restore_backup() -> Response:
    """Restore the uploaded file, or else the backup that the form names. Check it completely first."""
    database = get_managed_database() or abort(404)
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


def restore_while_serving(app: Flask, file: Path) -> Backup:
    """Replace the database of a running app by a file that ``prepare_backup`` has checked.

    Call it within a request. Return the backup of the replaced database. Streams reconnect to the new
    state; phones whose table or link no longer exists are told so. Raise Unavailable, OSError or
    sqlite3.Error on failure; nothing is changed then.
    """
    streams = streams_of(app)
    database = Path(db.engine.url.database or "")
    with get_request_lock(app).exclusive():
        records = [tables().store.find_record(table_id=table_id) for table_id in streams.hub.table_ids()]
        former = replace_database(database, file)
        services_of(app).clear_caches()
        get_lan_hosting(app).presence.clear()
        for record in filter(None, records):
            streams.hub.close_revoked_streams(record.id, {None, *_remaining_link_ids(record)})
        streams.hub.close()
    return former


def _remaining_link_ids(old_record: TableRecord) -> set[int]:
    new_record = tables().store.find_record(code=old_record.code)
    digests = {link.digest for link in new_record.links} if new_record else set()
    return {link.id for link in old_record.links if link.digest in digests}


def replace_database(database: Path, content: Path) -> Backup:
    """Replace the content of a database in use by that of another file, in one transaction.

    Return a backup of the old content, made while nobody else can write. Raise OSError or sqlite3.Error on
    failure; nothing is changed then.
    """
    copies: list[Backup] = []

    def back_up_after_first_step(status: int, _remaining: int, _total: int) -> None:
        """Back up the old database at the first call. SQLite calls this after each copied page.

        After the first page the database is locked, but readers still see the old content.
        """
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("another process writes to the database")
        if not copies:
            copies.append(back_up(database, "restore"))

    wait = SQLITE_BUSY_TIMEOUT_MS / 1000
    with closing(sqlite3.connect(content)) as source, closing(sqlite3.connect(database, wait)) as target:
        target.execute("PRAGMA synchronous=FULL")
        try:
            source.backup(target, pages=1, progress=back_up_after_first_step)
        except BaseException:
            for copy in copies:
                copy.file.unlink(missing_ok=True)
            raise
    return copies[0]


BEGIN_TIMEOUT_SECONDS = 5.0
"""Seconds that a request waits while another one runs alone. Then it is answered 503."""
EXCLUSIVE_TIMEOUT_SECONDS = 10.0
"""Seconds that an exclusive request waits for the others to end."""


class RequestLock:
    """Counts requests in progress, and lets one request run alone. Streams are not counted."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._inside = 0
        self._closed = False

    def begin_request(self) -> None:
        """Wait while another request runs alone, then count this one. Raise Unavailable after a timeout."""
        with self._condition:
            if not self._condition.wait_for(lambda: not self._closed, BEGIN_TIMEOUT_SECONDS):
                raise Unavailable("table.busy")
            self._inside += 1

    def end_request(self) -> None:
        """Stop counting a request that has ended."""
        with self._condition:
            self._inside -= 1
            if self._closed:
                self._condition.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Run the block while no other request is in progress. New requests wait until the block ends.

        Call it within a request. Raise Unavailable if the other requests do not end in time.
        """
        with self._condition:
            if self._closed:
                raise Unavailable("table.busy")
            self._closed = True
        try:
            with self._condition:
                if not self._condition.wait_for(lambda: self._inside <= 1, EXCLUSIVE_TIMEOUT_SECONDS):
                    raise Unavailable("table.busy")
            yield
        finally:
            with self._condition:
                self._closed = False
                self._condition.notify_all()


def init_request_lock(app: Flask) -> None:
    """Add a RequestLock to the app, and count each request from its beginning to its end."""
    lock = app.extensions["request_lock"] = RequestLock()

    @app.before_request
    def begin_request() -> None:
        lock.begin_request()
        g.is_counted = True

    @app.teardown_request
    def end_request(_: BaseException | None) -> None:
        if g.pop("is_counted", False):
            lock.end_request()


def get_request_lock(app: Flask) -> RequestLock:
    """Return the lock with which one request of the app can run alone."""
    lock: RequestLock = app.extensions["request_lock"]
    return lock


def make_alembic_config() -> Config:
    """Return the configuration for Alembic's commands, which migrate the database of the current app.

    To migrate another database, put a connection to it into ``attributes["connection"]`` of the result.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    return config
