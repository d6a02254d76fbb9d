"""``table-companion <command>``: what is done with an installation besides serving it."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy.engine import make_url

from companion.store.deletion import delete_idle_tables


def run_command(app: Flask, arguments: list[str]) -> str:
    """Carry out a command; what to print. SystemExit where it is none."""
    parser = argparse.ArgumentParser(prog="table-companion")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, told in (
        ("backup", "copy the database into a file while it serves (SQLite)"),
        ("restore", "put a copy back in place of the database; stop the server first (SQLite)"),
    ):
        commands.add_parser(name, help=told).add_argument("file", type=Path)
    commands.add_parser("openapi", help="print the API's document")
    old = commands.add_parser("expire", help="delete tables that nobody touched for long")
    old.add_argument("--days", type=int, required=True)
    given = parser.parse_args(arguments)
    if given.command == "expire":
        with app.app_context():
            return f"{delete_idle_tables(given.days)} tables deleted."
    if given.command == "openapi":
        return app.test_client().get("/api/v1/openapi.json").text.rstrip()
    copied = backup if given.command == "backup" else restore
    copied(app, given.file)
    return f"{given.command}: done."


def backup(app: Flask, file: Path) -> None:
    """Write a consistent copy of the database to a file only its owner may read, while it is in use.

    An earlier file of that name is replaced once the copy is whole.
    """
    copy = _made_for_owner(f"{file}.new")
    with closing(sqlite3.connect(_database(app))) as source, closing(sqlite3.connect(copy)) as made:
        source.backup(made)
    copy.replace(file)


def restore(app: Flask, file: Path) -> None:
    """Put a copy in place of the database. Whatever was entered since is gone from it.

    The database as it was stays beside it, named ``….before-restore``. SystemExit, and nothing is
    touched, where the file is no whole database of the companion, or a server has the database open.
    """
    if why := restore_problem(file, app.extensions["migrations"]):
        raise SystemExit(f"{file}: {why} Nothing was changed.")
    database = _database(app)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(database)) as target:
        _lock(target)
        with closing(sqlite3.connect(_made_for_owner(f"{database}.before-restore"))) as kept:
            target.backup(kept)
        source.backup(target)


def restore_problem(file: Path, migrations: ScriptDirectory) -> str:
    """Return why a file cannot be restored, in a sentence; empty where it is a companion's database,
    whole, and of a form that this version knows.
    """
    if not file.is_file():
        return "There is no such file."
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "It is damaged."
            form = copy.execute("SELECT version_num FROM alembic_version").fetchone()
            copy.execute('SELECT count(*) FROM "table" JOIN entry ON table_id = id').fetchone()
    except sqlite3.DatabaseError:
        return "It is not a database of the companion."
    known = {script.revision for script in migrations.walk_revisions()}
    return "" if form and form[0] in known else "It was made by a newer version."


def _made_for_owner(name: str) -> Path:
    """An empty file that nobody else may read: names and logs are in a copy."""
    file = Path(name)
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    return file


def _lock(database: sqlite3.Connection) -> None:
    """Keep everybody else out of the database until the connection is closed."""
    database.execute("PRAGMA locking_mode=EXCLUSIVE")
    try:
        database.execute("BEGIN EXCLUSIVE")
        database.commit()
    except sqlite3.OperationalError as error:
        raise SystemExit("The companion is serving. Stop it first; nothing was changed.") from error


def _database(app: Flask) -> Path:
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() != "sqlite" or not url.database:
        raise SystemExit("This is PostgreSQL: use pg_dump and pg_restore.")
    return Path(url.database)
