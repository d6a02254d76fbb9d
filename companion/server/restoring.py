"""Restores a backup: checks a file completely, and replaces a SQLite database while it is in use."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from alembic import command
from flask import Flask
from sqlalchemy import create_engine, select

from companion.lan.host import get_lan_host
from companion.live.streams import Streams
from companion.server.migrating import migrations
from companion.server.monitoring import migration_scripts
from companion.server.request_lock import get_request_lock
from companion.services import services_of, streams_of, tables
from companion.store import db
from companion.store.backups import Backup, back_up
from companion.store.connections import SQLITE_BUSY_TIMEOUT_MS
from companion.tables.table_store import TableRecord

BackupProblem = Literal["missing", "damaged", "foreign", "newer"]
"""Why a file cannot be restored: it does not exist; SQLite finds errors in it; it is not a database of the
companion; a newer version made it.
"""
log = logging.getLogger(__name__)


def restore_problem(file: Path) -> BackupProblem | None:
    """Return why a file cannot be restored; None if it is a complete database of the companion, of a
    version that this one knows.
    """
    if not file.is_file():
        return "missing"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "damaged"
            form = copy.execute("SELECT version_num FROM alembic_version").fetchone()
            copy.execute('SELECT count(*) FROM "table" JOIN entry ON table_id = id').fetchone()
            programs = "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')"
            has_programs = copy.execute(programs).fetchone()[0] > 0
    except sqlite3.DatabaseError:
        return "foreign"
    if has_programs:  # the companion makes none; they would run with every entry
        return "foreign"
    known = {script.revision for script in migration_scripts().walk_revisions()}
    return None if form and form[0] in known else "newer"


def prepare_backup(file: Path) -> BackupProblem | None:
    """Bring a backup to the newest form, in its own file, and read every table of it.

    Return why it cannot be restored; the file is then of no use.
    """
    if problem := restore_problem(file):
        return problem
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            config = migrations()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
            for table in db.metadata.sorted_tables:
                connection.execute(select(table).limit(1)).all()
    except Exception:  # whatever a migration stumbles over in a file from elsewhere
        log.warning("a backup cannot be read", exc_info=True)
        return "foreign"
    finally:
        engine.dispose()
    return None


def restore_while_serving(app: Flask, file: Path) -> Backup:
    """Replace the database of an app that serves by a file from ``prepare_backup``, within a request.

    Phones that listen come back to the new state; those whose table or link is gone hear that. Returns
    the copy of what was there. Raises Unavailable, OSError or sqlite3.Error; nothing is changed then.
    """
    streams = streams_of(app)
    database = Path(db.engine.url.database or "")
    with get_request_lock(app).exclusive():
        records = _records_listened_to(streams)
        former = replace_database(database, file)
        services_of(app).clear_caches()
        get_lan_host(app).presence.clear()
        for record in records:
            streams.hub.close_revoked(record.id, _links_still_there(record))
        streams.hub.close()
    return former


def _records_listened_to(streams: Streams) -> list[TableRecord]:
    records = (tables().store.find_record(table_id=table_id) for table_id in streams.hub.table_ids())
    return [record for record in records if record]


def _links_still_there(record: TableRecord) -> set[int]:
    """The numbers of a table's former links that are still live. Numbers may have other meanings now."""
    now = tables().store.find_record(code=record.code)
    digests = {link.digest for link in now.links} if now else set()
    return {link.id for link in record.links if link.digest in digests}


def replace_database(database: Path, content: Path) -> Backup:
    """Replace the content of a database that is in use by that of another file, in one transaction.

    What was there is copied first, while nobody else can write. Returns that copy. Raises OSError or
    sqlite3.Error if either fails; nothing is changed then.
    """
    copies: list[Backup] = []

    def after_step(status: int, _remaining: int, _total: int) -> None:
        """The first step has taken the write lock, and readers still see what was there."""
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("another process writes to the database")
        if not copies:
            copies.append(back_up(database, "restore"))

    wait = SQLITE_BUSY_TIMEOUT_MS / 1000
    with closing(sqlite3.connect(content)) as source, closing(sqlite3.connect(database, wait)) as target:
        target.execute("PRAGMA synchronous=FULL")
        try:
            source.backup(target, pages=1, progress=after_step)
        except BaseException:
            for copy in copies:
                copy.file.unlink(missing_ok=True)
            raise
    return copies[0]
