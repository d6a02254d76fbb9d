"""A backup is put back only where it is one, and never under the feet of a server."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.server.app import migrate
from companion.server.commands import run_command
from companion.store import db
from tests.app_server import Server
from tests.operating.test_backups import add_entry, count_entries
from tests.operating.test_backups import database_path as database_of
from tests.people import hosting


@pytest.fixture
def backed_up(app: Flask, tmp_path: Path) -> Path:
    """A copy with one entry, of a stopped installation that has two."""
    phone = hosting(app, "giza", ["Ana", "Bo"])
    assert phone.enter(kind="note", text="tea").status_code == 200
    copy = tmp_path / "copy.sqlite3"
    assert run_command(app, ["backup", str(copy)]).startswith("backup: done.")
    assert phone.enter(kind="note", text="cake").status_code == 200
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    return copy


def damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[5000:] = b"\x55" * (len(content) - 5000)
    file.write_bytes(content)


def of_a_newer_form(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()


def of_another_app(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE recipes (id INTEGER)")
        database.commit()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:9000]),
        lambda file: file.write_text("<h1>Welcome</h1>", "utf-8"),
        damaged,
        of_a_newer_form,
        of_another_app,
    ],
    ids=["none", "empty", "cut short", "a page", "damaged", "newer", "another app"],
)
def test_junk_is_not_put_back(app: Flask, backed_up: Path, spoil: Callable[[Path], object]) -> None:
    spoil(backed_up)
    with pytest.raises(SystemExit, match="Nothing was changed"):
        run_command(app, ["restore", str(backed_up)])
    assert count_entries(database_of(app)) == 2


def test_what_was_there_stays_beside_it(app: Flask, backed_up: Path) -> None:
    for _ in range(3):
        assert run_command(app, ["restore", str(backed_up)]) == "restore: done."
        assert count_entries(database_of(app)) == 1
    beside = database_of(app).parent.glob("companion.sqlite3.before-restore*")
    assert sorted(count_entries(file) for file in beside) == [1, 1, 2]
    kept = database_of(app).with_name("companion.sqlite3.before-restore")
    assert kept.stat().st_mode & 0o077 == 0
    assert backed_up.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("where", ["missing/copy.sqlite3", "a-folder"])
def test_a_backup_that_fails_says_so_and_leaves_nothing(app: Flask, tmp_path: Path, where: str) -> None:
    add_entry(app)
    (tmp_path / "a-folder").mkdir()
    before = set(tmp_path.iterdir())
    with pytest.raises(SystemExit, match=r"no backup was made \([A-Z][\w ]+\)\.$"):
        run_command(app, ["backup", str(tmp_path / where)])
    assert set(tmp_path.iterdir()) == before


def test_an_older_program_says_that_the_database_is_newer(app: Flask) -> None:
    of_a_newer_form(database_of(app))
    with pytest.raises(SystemExit, match="newer companion"):
        migrate(app)


@pytest.mark.parametrize("proxies", ["0", "1"])
def test_nothing_is_put_back_while_it_serves(app: Flask, backed_up: Path, proxies: str) -> None:
    database = str(app.config["SQLALCHEMY_DATABASE_URI"])
    with Server(database_of(app).parent, database, COMPANION_PROXIES=proxies):
        with pytest.raises(SystemExit, match="serving"):
            run_command(app, ["restore", str(backed_up)])
        assert count_entries(database_of(app)) == 2
    assert run_command(app, ["restore", str(backed_up)]) == "restore: done."
