"""The commands ``restore`` and ``backup``: invalid files, running servers, and full disks."""

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
from tests.operating.test_backups import get_database_path as database_of
from tests.people import open_as_host


@pytest.fixture
def backup_file(app: Flask, tmp_path: Path) -> Path:
    """Return a backup that contains one entry; the database has two entries now."""
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    assert phone.enter(kind="note", text="tea").status_code == 200
    copy = tmp_path / "copy.sqlite3"
    assert run_command(app, ["backup", str(copy)]).startswith("backup: done.")
    assert phone.enter(kind="note", text="cake").status_code == 200
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    return copy


def damage_file(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[5000:] = b"\x55" * (len(content) - 5000)
    file.write_bytes(content)


def set_newer_revision(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()


def replace_by_other_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE recipes (id INTEGER)")
        database.commit()


@pytest.mark.parametrize(
    "invalidate",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:9000]),
        lambda file: file.write_text("<h1>Welcome</h1>", "utf-8"),
        damage_file,
        set_newer_revision,
        replace_by_other_database,
    ],
    ids=["none", "empty", "cut short", "a page", "damage", "newer", "another app"],
)
def test_an_invalid_backup_is_not_restored(
    app: Flask, backup_file: Path, invalidate: Callable[[Path], object]
) -> None:
    invalidate(backup_file)
    with pytest.raises(SystemExit, match="Nothing was changed"):
        run_command(app, ["restore", str(backup_file)])
    assert count_entries(database_of(app)) == 2


def test_replaced_databases_are_kept(app: Flask, backup_file: Path) -> None:
    for _ in range(3):
        assert run_command(app, ["restore", str(backup_file)]) == "restore: done."
        assert count_entries(database_of(app)) == 1
    replaced = database_of(app).parent.glob("companion.sqlite3.before-restore*")
    assert sorted(count_entries(file) for file in replaced) == [1, 1, 2]
    newest = database_of(app).with_name("companion.sqlite3.before-restore")
    assert newest.stat().st_mode & 0o077 == 0
    assert backup_file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("target", ["missing/copy.sqlite3", "a-folder"])
def test_a_failed_backup_is_reported_and_writes_nothing(app: Flask, tmp_path: Path, target: str) -> None:
    add_entry(app)
    (tmp_path / "a-folder").mkdir()
    before = set(tmp_path.iterdir())
    with pytest.raises(SystemExit, match=r"no backup was made \([A-Z][\w ]+\)\.$"):
        run_command(app, ["backup", str(tmp_path / target)])
    assert set(tmp_path.iterdir()) == before


def test_a_migration_refuses_a_newer_database(app: Flask) -> None:
    set_newer_revision(database_of(app))
    with pytest.raises(SystemExit, match="newer companion"):
        migrate(app)


@pytest.mark.parametrize("proxies", ["0", "1"])
def test_a_restore_is_refused_while_the_server_runs(app: Flask, backup_file: Path, proxies: str) -> None:
    database = str(app.config["SQLALCHEMY_DATABASE_URI"])
    with Server(database_of(app).parent, database, COMPANION_PROXIES=proxies):
        with pytest.raises(SystemExit, match="serving"):
            run_command(app, ["restore", str(backup_file)])
        assert count_entries(database_of(app)) == 2
    assert run_command(app, ["restore", str(backup_file)]) == "restore: done."
