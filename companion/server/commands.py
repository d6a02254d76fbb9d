"""The commands of ``table-companion`` that need the app: backup, restore, expire, forget-house, openapi."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from flask import Flask

from companion.lan.data_folder import back_up_ca, ca_folder, find_unused_name, is_database_open, restore_ca
from companion.lan.local_ca import delete_ca
from companion.server.command_line import command_parser
from companion.server.restoring import BackupProblem, find_restore_problem
from companion.store.backups import copy_database, database_file
from companion.store.connections import AlreadyServedError, server_lock
from companion.store.sql_store import delete_idle_tables

BACKUP_PROBLEM_SENTENCES: Mapping[BackupProblem, str] = {
    "missing": "There is no such file.",
    "damaged": "It is damaged.",
    "foreign": "It is not a database of the companion.",
    "newer": "It was made by a newer version.",
}
OWNER_ONLY_MODE = 0o600
"""File mode of a database, which contains names and logs."""


def run_command(app: Flask, arguments: list[str]) -> str:
    """Run a command and return the text to print. Raise SystemExit if the command fails."""
    options = command_parser().parse_args(arguments)
    if options.command == "expire":
        with app.app_context():
            return f"{delete_idle_tables(options.days)} tables deleted."
    if options.command == "openapi":
        return app.test_client().get("/api/v1/openapi.json").text.rstrip()
    if options.command == "forget-house":
        delete_ca(ca_folder(Path(app.instance_path)))
        return "The authority is deleted: at the next start phones are asked to trust another."
    if options.command == "backup":
        count = backup(app, options.file)
        return f"backup: done. Tables in it: {count}. It is a copy of {_sqlite_database(app)}."
    restore(app, options.file)
    return "restore: done."


def backup(app: Flask, file: Path) -> int:
    """Copy the database to a file, even while it is in use, and return the number of tables in it.

    The complete copy, which only its owner can read, replaces an earlier file. The local CA is copied to
    the folder ``<file>.authority``. Raise SystemExit if the database is empty, or if the copy fails. Also
    refuse the database itself as the file: a running server would go on writing to the replaced one.
    """
    database, copy = _sqlite_database(app), Path(f"{file}.new")
    try:
        count, others = _count_tables_and_other_rows(database)
        if count + others == 0:
            raise SystemExit(
                f"{file}: no backup was made. There is nothing in {database}: nobody has played there yet."
            )
        if file.exists() and file.samefile(database):
            raise SystemExit(f"{file}: no backup was made. This is the database itself: name another file.")
        copy.unlink(missing_ok=True)
        copy.touch(OWNER_ONLY_MODE, exist_ok=False)
        copy_database(database, copy)
        copy.replace(file)
        back_up_ca(Path(app.instance_path), file)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            copy.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise SystemExit(f"{file}: no backup was made ({reason}).") from error
    return count


def _count_tables_and_other_rows(database: Path) -> tuple[int, int]:
    if not database.is_file():
        return 0, 0
    with closing(sqlite3.connect(database)) as connection:
        try:
            tables, others = connection.execute(
                'SELECT (SELECT count(*) FROM "table"),'
                ' (SELECT count(*) FROM "group") + (SELECT count(*) FROM edition)'
            ).fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:  # "no such table"
                raise
            return 0, 0
    return tables, others


def restore(app: Flask, file: Path) -> None:
    """Replace the database by a backup, and the local CA by the one beside that backup.

    The earlier database is kept beside it as ``….before-restore``, or ``….before-restore-2`` and so on.
    Raise SystemExit, and change nothing, if the file is not a complete backup or a server is running.
    """
    if problem := find_restore_problem(file):
        raise SystemExit(f"{file}: {BACKUP_PROBLEM_SENTENCES[problem]} Nothing was changed.")
    database = _sqlite_database(app)
    try:
        with server_lock(database, ""):
            if is_database_open(database):  # by a server of an earlier version, which has no lock
                raise SystemExit("The companion is serving. Stop it first; nothing was changed.")
            _replace_database(database, file)
    except AlreadyServedError as other:
        raise SystemExit(
            f"The companion is serving at {other.address}. Stop it first; nothing was changed."
        ) from None
    restore_ca(Path(app.instance_path), file)


def _replace_database(database: Path, backup_file: Path) -> None:
    had_data = database.is_file() and database.stat().st_size > 0
    with closing(sqlite3.connect(backup_file)) as source, closing(sqlite3.connect(database)) as target:
        if had_data:
            file = find_unused_name(database, ".before-restore")
            file.touch(OWNER_ONLY_MODE, exist_ok=False)
            with closing(sqlite3.connect(file)) as former:
                target.backup(former)
        source.backup(target)


def _sqlite_database(app: Flask) -> Path:
    file = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    if file is None:
        raise SystemExit("This is PostgreSQL: use pg_dump and pg_restore.")
    return file
