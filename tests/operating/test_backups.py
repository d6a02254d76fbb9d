"""Copies are made by themselves, few are kept, none is written over; migrations lead to the models."""

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
from companion.server.migrating import migrations
from companion.store import db
from companion.store.backups import (
    DAILY_BACKUPS,
    MIGRATION_BACKUPS,
    NEWEST_BACKUPS,
    Backup,
    back_up,
    back_up_daily,
    backup_folder,
    backups,
    database_file,
    expired_backups,
)
from tests.people import hosting


def database_path(app: Flask) -> Path:
    file = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert file is not None
    return file


def count_entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM entry").fetchone()[0])


def add_entry(app: Flask) -> Path:
    phone = hosting(app, "giza", ["Ana", "Bo"])
    assert phone.enter(kind="note", text="tea").status_code == 200
    return database_path(app)


def others_may(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode) & 0o077


def downgrade_database(app: Flask) -> Path:
    file = add_entry(app)
    with app.app_context():
        db.session.execute(text("ALTER TABLE group_table ADD COLUMN people JSON"))
        for table in ("manual_seat", "manual_play", "person"):
            db.session.execute(text(f"DROP TABLE {table}"))
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
        command.stamp(migrations(), "0011")
    return file


def form_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_a_migration_is_preceded_by_a_copy_of_the_older_form(app: Flask) -> None:
    file = downgrade_database(app)
    migrate(app)
    (copy,) = backups(file)
    assert copy.before_migration
    assert count_entries(copy.file) == 1
    assert form_of(copy.file) == "0011"
    migrate(app)
    assert backups(file) == [copy], "there was nothing to migrate"


def test_without_room_for_the_copy_nothing_is_migrated(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    file = downgrade_database(app)
    backup_folder(file).write_text("in the way", "utf-8")
    with pytest.raises(OSError, match=r"exists|directory"):
        migrate(app)
    assert form_of(file) == "0011"


def test_a_day_has_its_copy_once_and_only_where_something_changed(app: Flask) -> None:
    file = add_entry(app)
    first = back_up_daily(file)
    assert first
    assert back_up_daily(file) is None
    tomorrow = datetime.now() + timedelta(days=1)
    assert back_up_daily(file, lambda: tomorrow) is None, "nothing was entered since"
    later = (datetime.now() + timedelta(hours=1)).timestamp()
    os.utime(file, (later, later))
    second = back_up_daily(file, lambda: tomorrow)
    assert second
    assert backups(file) == [second, first]
    assert not others_may(second.file)
    assert not others_may(backup_folder(file))


def test_two_copies_of_a_moment_are_two_files(app: Flask) -> None:
    file = add_entry(app)
    assert back_up(file).file != back_up(file).file
    assert len(backups(file)) == 2


def at(day: int, hour: int = 20, before: str = "") -> Backup:
    made = datetime(2026, 1, 1) + timedelta(days=day, hours=hour)
    return Backup(Path(f"{made:%Y-%m-%d-%H%M%S}{before}.sqlite3"), made)


def test_of_each_of_the_last_days_the_last_copy_is_kept() -> None:
    kept = [at(day, hour) for day in reversed(range(20)) for hour in (22, 20)]
    needed = [copy for copy in kept if copy not in expired_backups(kept)]
    assert {copy.made.date() for copy in needed} == {at(day).made.date() for day in range(13, 20)}
    assert len(needed) == DAILY_BACKUPS + NEWEST_BACKUPS // 2
    assert all(at(day, 22) in needed for day in range(13, 20))


def test_many_copies_of_today_push_no_other_day_out() -> None:
    kept = [*(at(9, hour) for hour in range(23, 0, -1)), at(3), at(1)]
    assert {at(3), at(1)}.isdisjoint(expired_backups(kept))


def test_the_last_copies_before_migrations_are_kept_for_long() -> None:
    migrations = [at(day, before=f"-before-000{day}") for day in range(5, 0, -1)]
    kept = [*(at(day) for day in range(40, 20, -1)), *migrations]
    assert set(migrations) - set(expired_backups(kept)) == set(migrations[:MIGRATION_BACKUPS])


def test_what_was_there_before_a_restore_is_never_deleted() -> None:
    replaced = [at(day, before="-before-restore") for day in range(9, 0, -1)]
    kept = [*(at(day) for day in range(40, 20, -1)), *replaced]
    assert set(replaced).isdisjoint(expired_backups(kept))
    assert not any(copy.before_migration for copy in replaced)


def test_what_others_put_there_is_no_copy_and_stays(app: Flask) -> None:
    file = add_entry(app)
    own = back_up(file).file.with_name("christmas.sqlite3")
    own.write_text("mine", "utf-8")
    for _ in range(2):
        back_up(file)
    assert own not in [copy.file for copy in backups(file)]
    assert own.read_text("utf-8") == "mine"


def test_the_database_is_its_owners_alone_and_becomes_so(app: Flask) -> None:
    file = add_entry(app)
    beside = [Path(f"{file}{suffix}") for suffix in ("", "-wal", "-shm")]
    assert [others_may(one) for one in beside if one.exists()] == [0, 0, 0]
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    file.chmod(0o644)
    assert app.test_client().get("/readyz").status_code == 200
    assert others_may(file) == 0


COMPARED = {"compare_type": True, "compare_server_default": True}


def test_the_migrations_lead_to_what_the_models_say(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=COMPARED)
        assert compare_metadata(context, db.Model.metadata) == []
