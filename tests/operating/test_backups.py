"""Automatic backups, the deletion of old ones, and the migrations of the database."""

import os
import sqlite3
import stat
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import text

from companion.server.app import migrate
from companion.server.restoring import make_alembic_config
from companion.store.backups import (
    MAX_DAILY_BACKUPS,
    MAX_MIGRATION_BACKUPS,
    MAX_NEWEST_BACKUPS,
    Backup,
    back_up,
    back_up_daily,
    backup_folder,
    database_file,
    find_expired_backups,
    list_backups,
)
from companion.store.models import db
from tests.people import open_as_host


def get_database_path(app: Flask) -> Path:
    file = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert file is not None
    return file


def count_entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM entry").fetchone()[0])


def add_table(app: Flask) -> Path:
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    assert phone.enter(kind="note", text="tea").status_code == 200
    return get_database_path(app)


def get_others_mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode) & 0o077


def downgrade_database(app: Flask) -> Path:
    file = add_table(app)
    with app.app_context():
        db.session.execute(text("ALTER TABLE group_table ADD COLUMN people JSON"))
        for table in ("manual_seat", "manual_play", "person"):
            db.session.execute(text(f"DROP TABLE {table}"))
        db.session.execute(text("CREATE TABLE snapshot (table_id INTEGER PRIMARY KEY)"))
        db.session.execute(
            text("CREATE TABLE person (id INTEGER PRIMARY KEY, group_id INTEGER, name TEXT)")
        )
        for table, column in (
            ("table", "requests"), ("table", "hosting_taken"),
            ("group_table", "played_at"), ("group_table", "place"),
        ):  # fmt: skip
            db.session.execute(text(f'ALTER TABLE "{table}" DROP COLUMN {column}'))
        db.session.commit()
        db.session.remove()
        command.stamp(make_alembic_config(), "0011")
    return file


def read_revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_a_migration_backs_up_the_database_first(app: Flask) -> None:
    file = downgrade_database(app)
    migrate(app)
    (copy,) = list_backups(file)
    assert copy.before_migration
    assert count_entries(copy.file) == 1
    assert read_revision(copy.file) == "0011"
    migrate(app)
    assert list_backups(file) == [copy], "there was nothing to migrate"


def test_a_failed_backup_prevents_the_migration(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    file = downgrade_database(app)
    backup_folder(file).write_text("not a folder", "utf-8")
    with pytest.raises(OSError, match=r"exists|directory"):
        migrate(app)
    assert read_revision(file) == "0011"


def test_the_daily_backup_is_made_once_a_day_and_only_after_a_change(app: Flask) -> None:
    file = add_table(app)
    first = back_up_daily(file)
    assert first
    assert back_up_daily(file) is None
    tomorrow = datetime.now() + timedelta(days=1)
    assert back_up_daily(file, lambda: tomorrow) is None, "nothing was entered since"
    later = (datetime.now() + timedelta(hours=1)).timestamp()
    os.utime(file, (later, later))
    second = back_up_daily(file, lambda: tomorrow)
    assert second
    assert list_backups(file) == [second, first]
    assert not get_others_mode(second.file)
    assert not get_others_mode(backup_folder(file))


def test_a_clock_that_was_set_back_does_not_prevent_backups(app: Flask) -> None:
    file = add_table(app)
    for day in range(1, MAX_DAILY_BACKUPS + 1):
        then = datetime.now() + timedelta(days=day)
        early = back_up(file).file.rename(backup_folder(file) / f"{then:%Y-%m-%d-%H%M%S}.sqlite3")
        os.utime(early, (then.timestamp(), then.timestamp()))
    backup = back_up_daily(file)
    assert backup
    assert backup in list_backups(file)
    assert back_up_daily(file) is None


def test_two_backups_at_the_same_time_are_two_files(app: Flask) -> None:
    file = add_table(app)
    assert back_up(file).file != back_up(file).file
    assert len(list_backups(file)) == 2


def make_backup(day: int, hour: int = 20, before: str = "") -> Backup:
    created = datetime(2026, 1, 1) + timedelta(days=day, hours=hour)
    return Backup(Path(f"{created:%Y-%m-%d-%H%M%S}{before}.sqlite3"), created)


def test_the_last_backup_of_each_of_the_last_days_is_kept() -> None:
    copies = [make_backup(day, hour) for day in reversed(range(20)) for hour in (22, 20)]
    remaining = [copy for copy in copies if copy not in find_expired_backups(copies)]
    assert {copy.made_at.date() for copy in remaining} == {
        make_backup(day).made_at.date() for day in range(13, 20)
    }
    assert len(remaining) == MAX_DAILY_BACKUPS + MAX_NEWEST_BACKUPS // 2
    assert all(make_backup(day, 22) in remaining for day in range(13, 20))


def test_many_backups_of_today_do_not_expire_those_of_other_days() -> None:
    copies = [*(make_backup(9, hour) for hour in range(23, 0, -1)), make_backup(3), make_backup(1)]
    assert {make_backup(3), make_backup(1)}.isdisjoint(find_expired_backups(copies))


def test_the_last_backups_before_migrations_are_kept() -> None:
    migrations = [make_backup(day, before=f"-before-000{day}") for day in range(5, 0, -1)]
    copies = [*(make_backup(day) for day in range(40, 20, -1)), *migrations]
    assert set(migrations) - set(find_expired_backups(copies)) == set(migrations[:MAX_MIGRATION_BACKUPS])


def test_backups_made_before_a_restore_never_expire() -> None:
    replaced = [make_backup(day, before="-before-restore") for day in range(9, 0, -1)]
    copies = [*(make_backup(day) for day in range(40, 20, -1)), *replaced]
    assert set(replaced).isdisjoint(find_expired_backups(copies))
    assert not any(copy.before_migration for copy in replaced)


def test_other_files_in_the_backup_folder_are_not_touched(app: Flask) -> None:
    file = add_table(app)
    other_file = back_up(file).file.with_name("christmas.sqlite3")
    other_file.write_text("mine", "utf-8")
    for _ in range(2):
        back_up(file)
    assert other_file not in [copy.file for copy in list_backups(file)]
    assert other_file.read_text("utf-8") == "mine"


def test_only_the_owner_can_read_the_database(app: Flask) -> None:
    file = add_table(app)
    files = [Path(f"{file}{suffix}") for suffix in ("", "-wal", "-shm")]
    assert [get_others_mode(path) for path in files if path.exists()] == [0, 0, 0]
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    file.chmod(0o644)
    assert app.test_client().get("/readyz").status_code == 200
    assert get_others_mode(file) == 0


COMPARE_OPTIONS = {"compare_type": True, "compare_server_default": True}


def test_the_migrations_create_the_tables_of_the_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=COMPARE_OPTIONS)
        assert compare_metadata(context, db.Model.metadata) == []
