"""What is no backup is put back: refused, and not a byte of the database changes."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app, migrate
from companion.commands import run_command as command
from companion.store import db
from tests.conftest import settings
from tests.long.processes.faults.outcome import Outcome
from tests.people import Phone

Spoil = Callable[[Path, random.Random], None]


def _empty(file: Path, chance: random.Random) -> None:
    file.write_bytes(b"")


def _cut_short(file: Path, chance: random.Random) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: chance.randrange(len(content) - 1)])


def _overwritten(file: Path, chance: random.Random) -> None:
    content = bytearray(file.read_bytes())
    at = chance.randrange(len(content) - 8192)
    content[at : at + 8192] = chance.randbytes(8192)
    file.write_bytes(content)


def _noise(file: Path, chance: random.Random) -> None:
    file.write_bytes(chance.randbytes(chance.randrange(1, 200_000)))


def _a_page(file: Path, chance: random.Random) -> None:
    file.write_text("<h1>Welcome</h1>" * chance.randrange(1, 1000))


def _of_another_app(file: Path, chance: random.Random) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"CREATE TABLE recipes{chance.randrange(99)} (id INTEGER)")
        database.commit()


SPOILS: tuple[Spoil, ...] = (_empty, _cut_short, _overwritten, _noise, _a_page, _of_another_app)


def run(app: Flask, folder: Path, rounds: int, seed: int = 1) -> None:
    """So many files that are no backups."""
    chance = random.Random(seed)
    database = Path(str(app.config["SQLALCHEMY_DATABASE_URI"]).removeprefix("sqlite:///"))
    copy, junk = folder / "copy.sqlite3", folder / "junk.sqlite3"
    command(app, ["backup", str(copy)])
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    before = database.read_bytes()
    for number in range(rounds):
        shutil.copy(copy, junk)
        spoil = SPOILS[number % len(SPOILS)]
        spoil(junk, chance)
        with pytest.raises(SystemExit, match="Nothing was changed"):
            command(app, ["restore", str(junk)])
        assert database.read_bytes() == before, number


def on_sqlite(rounds: int) -> Outcome:
    """A stopped installation with a table in it."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(settings(Path(folder) / "companion.sqlite3"))
        migrate(app)
        Phone(app).open("giza", ["Ana", "Bo"])
        run(app, Path(folder), rounds)
    return Outcome("restore of junk, SQLite", rounds, "all refused, not a byte changed")
