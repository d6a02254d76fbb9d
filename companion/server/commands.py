"""``table-companion <command>``: what is done with an installation besides serving it."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from flask import Flask

from companion.lan.ca_folder import back_up_ca, ca_folder, restore_ca
from companion.server.command_line import command_parser
from companion.server.restoring import BackupProblem, restore_problem
from companion.store.backups import copy_database, database_file
from companion.store.records import delete_idle_tables
from companion.store.server_lock import AlreadyServedError, server_lock

PROBLEMS: Mapping[BackupProblem, str] = {
    "missing": "There is no such file.",
    "damaged": "It is damaged.",
    "foreign": "It is not a database of the companion.",
    "newer": "It was made by a newer version.",
}
OWNER_ONLY = 0o600
"""Nobody else may read a database: names and logs are in it."""


def run_command(app: Flask, arguments: list[str]) -> str:
    """Carry out a command and return what to print. SystemExit if it cannot be done."""
    given = command_parser().parse_args(arguments)
    if given.command == "expire":
        with app.app_context():
            return f"{delete_idle_tables(given.days)} tables deleted."
    if given.command == "openapi":
        return app.test_client().get("/api/v1/openapi.json").text.rstrip()
    if given.command == "forget-house":
        from companion.lan.local_ca import delete_ca

        delete_ca(ca_folder(Path(app.instance_path)))
        return "The authority is deleted: at the next start phones are asked to trust another."
    if given.command == "backup":
        count = backup(app, given.file)
        return f"backup: done. Tables in it: {count}. It is a copy of {_database(app)}."
    restore(app, given.file)
    return "restore: done."


def backup(app: Flask, file: Path) -> int:
    """Write a consistent copy of the database to a file only its owner may read, while it is in use.

    An earlier file of that name is replaced once the copy is whole. The house's authority lies beside it,
    in a folder named ``….authority``. Returns the number of tables. SystemExit, and nothing is written, if
    nobody has played with this database yet.
    """
    database, copy = _database(app), Path(f"{file}.new")
    try:
        count, others = _count_content(database)
        if count + others == 0:
            raise SystemExit(
                f"{file}: no backup was made. There is nothing in {database}: nobody has played there yet."
            )
        copy.unlink(missing_ok=True)
        copy.touch(OWNER_ONLY, exist_ok=False)
        copy_database(database, copy)
        copy.replace(file)
        back_up_ca(Path(app.instance_path), file)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            copy.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise SystemExit(f"{file}: no backup was made ({reason}).") from error
    return count


def _count_content(database: Path) -> tuple[int, int]:
    """Return how many tables a database has, and how many groups and editions."""
    if not database.is_file():
        return 0, 0
    with closing(sqlite3.connect(database)) as opened:
        try:
            tables, groups, editions = (
                opened.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
                for name in ("table", "group", "edition")
            )
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:  # which is: no such table
                raise
            return 0, 0
    return tables, groups + editions


def restore(app: Flask, file: Path) -> None:
    """Put a copy in place of the database, and the authority that lies beside it in place of the house's.
    Whatever was entered since is gone from it.

    The database as it was stays beside it, named ``….before-restore``, and ``….before-restore-2`` where
    there is such a file: none is ever replaced. SystemExit, and nothing is
    touched, where the file is no whole database of the companion, or a server has the database open.
    """
    if problem := restore_problem(file):
        raise SystemExit(f"{file}: {PROBLEMS[problem]} Nothing was changed.")
    database = _database(app)
    try:
        with server_lock(database, ""):
            _replace(database, file)
    except AlreadyServedError as other:
        raise SystemExit(
            f"The companion is serving at {other.address}. Stop it first; nothing was changed."
        ) from None
    restore_ca(Path(app.instance_path), file)


def _replace(database: Path, file: Path) -> None:
    had_data = database.is_file() and database.stat().st_size > 0
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(database)) as target:
        _lock(target)
        if had_data:
            with closing(sqlite3.connect(_file_beside(database))) as former:
                target.backup(former)
        source.backup(target)


def _file_beside(database: Path) -> Path:
    """A new file beside the database for what it was before."""
    for number in itertools.count(1):
        file = Path(f"{database}.before-restore{f'-{number}' if number > 1 else ''}")
        with suppress(FileExistsError):
            file.touch(OWNER_ONLY, exist_ok=False)
            return file
    raise AssertionError("numbers do not end")


def _lock(database: sqlite3.Connection) -> None:
    """Keep everybody else out of the database until the connection is closed."""
    database.execute("PRAGMA locking_mode=EXCLUSIVE")
    try:
        database.execute("BEGIN EXCLUSIVE")
        database.commit()
    except sqlite3.OperationalError as error:
        raise SystemExit("The companion is serving. Stop it first; nothing was changed.") from error


def _database(app: Flask) -> Path:
    file = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    if file is None:
        raise SystemExit("This is PostgreSQL: use pg_dump and pg_restore.")
    return file
