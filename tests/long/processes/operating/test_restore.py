"""The commands ``restore`` and ``backup`` change nothing if they fail."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.server.app import migrate
from companion.server.commands import run_command
from tests.operating.test_backups import add_entry, count_entries, get_database_path


def test_an_invalid_backup_is_not_restored(app: Flask, tmp_path: Path) -> None:
    database, file = add_entry(app), tmp_path / "copy.sqlite3"
    for invalidate in (lambda: None, lambda: file.write_text("<h1>Welcome</h1>", "utf-8")):
        invalidate()
        with pytest.raises(SystemExit, match="Nothing was changed"):
            run_command(app, ["restore", str(file)])
        assert count_entries(database) == 1


@pytest.mark.parametrize("target", ["missing/copy.sqlite3", "a-folder"])
def test_a_failed_backup_is_reported_and_writes_nothing(app: Flask, tmp_path: Path, target: str) -> None:
    add_entry(app)
    (tmp_path / "a-folder").mkdir()
    before = set(tmp_path.iterdir())
    with pytest.raises(SystemExit, match=r"no backup was made \([A-Z][\w ]+\)\.$"):
        run_command(app, ["backup", str(tmp_path / target)])
    assert set(tmp_path.iterdir()) == before


def test_a_migration_refuses_a_newer_database(app: Flask) -> None:
    with closing(sqlite3.connect(get_database_path(app))) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(SystemExit, match="newer companion"):
        migrate(app)
