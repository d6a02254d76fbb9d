"""``python -m companion <command>``: what is done with an installation besides serving it."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path

from flask import Flask
from sqlalchemy.engine import make_url

from companion.tables.closing import expire


def run(app: Flask, arguments: list[str]) -> str:
    """Carry out a command; what to print. SystemExit where it is none."""
    parser = argparse.ArgumentParser(prog="python -m companion")
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
            return f"{expire(given.days)} tables deleted."
    if given.command == "openapi":
        return app.test_client().get("/api/v1/openapi.json").text.rstrip()
    copied = backup if given.command == "backup" else restore
    copied(app, given.file)
    return f"{given.command}: done."


def backup(app: Flask, file: Path) -> None:
    """A consistent copy of the database, taken while it is in use."""
    _copy(_database(app), file)


def restore(app: Flask, file: Path) -> None:
    """The database as the copy has it. Whatever was entered since is gone."""
    if not file.exists():
        raise SystemExit(f"{file} does not exist.")
    _copy(file, _database(app))


def _copy(source: Path, target: Path) -> None:
    with sqlite3.connect(source) as one, sqlite3.connect(target) as other:
        one.backup(other)
    one.close()
    other.close()


def _database(app: Flask) -> Path:
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() != "sqlite" or not url.database:
        raise SystemExit("This is PostgreSQL: use pg_dump and pg_restore.")
    return Path(url.database)
