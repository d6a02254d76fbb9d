"""Backups with the local certificate authority, and restoring one on the host's page while the app runs."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.lan.data_folder import ca_folder, read_or_choose_hostname
from companion.lan.host_page import RESTORE_PROBLEM_SENTENCES, secret_path
from companion.lan.local_ca import LocalCA
from companion.live.streams import REVOKED_EVENT
from companion.server import restoring
from companion.server.commands import run_command
from companion.server.restoring import get_request_lock
from companion.services import streams_of
from companion.store.backups import list_backups
from companion.store.models import db
from companion.tables.errors import Unavailable
from tests.lan.test_host_page import list_shown_tables
from tests.operating.test_backups import add_table, count_entries, downgrade_database, get_database_path
from tests.people import Phone, open_as_host

PHONE_ENVIRON = {"REMOTE_ADDR": "192.168.7.31"}


def download_backup(client: FlaskClient, **form: str) -> bytes:
    answer = client.post("/host/download", data=form)
    assert (answer.status_code, answer.mimetype) == (200, "application/vnd.sqlite3")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="table-companion-')
    return bytes(answer.data)


def restore_backup(client: FlaskClient, content: bytes) -> TestResponse:
    form = {"file": (BytesIO(content), "backup.sqlite3")}
    return client.post("/host/restore", data=form, follow_redirects=True)


def read_entries(file: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT * FROM entry ORDER BY table_id, seq").fetchall()


def modify_backup(content: bytes, tmp_path: Path, statement: str) -> bytes:
    file = tmp_path / "changed.sqlite3"
    file.write_bytes(content)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute(statement)
        database.commit()
    return file.read_bytes()


def test_a_downloaded_backup_restores_its_content(app: Flask) -> None:
    phone, host = open_as_host(app, "giza", ["Ana", "Bo"]), app.test_client()
    phone.enter(kind="note", text="tea")
    database, backup = get_database_path(app), download_backup(host)
    before = read_entries(database)
    phone.enter(kind="note", text="coffee")
    later = open_as_host(app, "giza", ["Cy", "Di"])
    page = restore_backup(host, backup).text
    assert read_entries(database) == before
    assert phone.get_version() == 1
    assert later.get_page().status_code == 404
    assert phone.enter(kind="note", text="water").status_code == 200, "the table goes on"
    assert phone.get_version() == 2
    [former] = [copy for copy in list_backups(database) if copy.before_restore]
    assert former.file.name in page
    assert count_entries(former.file) == 2
    assert former.file.stat().st_mode & 0o077 == 0


@pytest.fixture
def backup(app: Flask) -> bytes:
    """Return a backup with one entry, made before a second entry was added to the database."""
    add_table(app)
    content = download_backup(app.test_client())
    add_table(app)
    return content


def test_the_replaced_database_can_be_restored(app: Flask, backup: bytes) -> None:
    host, database = app.test_client(), get_database_path(app)
    restore_backup(host, backup)
    [former] = [copy for copy in list_backups(database) if copy.before_restore]
    host.post("/host/restore", data={"copy": former.file.name})
    assert count_entries(database) == 2
    assert len([copy for copy in list_backups(database) if copy.before_restore]) == 2


def test_a_backup_of_an_older_version_is_migrated(app: Flask, other_app: Flask) -> None:
    downgrade_database(other_app)
    page = restore_backup(app.test_client(), read_checkpointed_database(other_app)).text
    assert "The backup is restored" in page
    assert count_entries(get_database_path(app)) == 1
    assert app.test_client().get("/readyz").status_code == 200


def read_checkpointed_database(app: Flask) -> bytes:
    """Move the app's write-ahead log into the database file, and return the file's content."""
    with closing(sqlite3.connect(get_database_path(app))) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return get_database_path(app).read_bytes()


def test_a_backup_of_another_computer_replaces_all_tables(app: Flask, other_app: Flask) -> None:
    """The tables and links of both computers may have the same ids."""
    ours = open_as_host(app, "giza", ["Ana", "Bo"])
    theirs = open_as_host(other_app, "deadline", ["Cy", "Di"])
    ours.get_page()
    theirs.enter(kind="note", text="tea")
    restore_backup(app.test_client(), download_backup(other_app.test_client()))
    assert list_shown_tables(app) == []
    assert ours.get_page().status_code == 404
    assert ours.enter(kind="note", text="coffee").status_code == 404
    guest = Phone(app)
    guest.client.set_cookie(f"t-{theirs.code}", theirs.make_authorization()["Authorization"].split()[1])
    guest.code = theirs.code
    assert guest.get_version() == 1


INVALID_BACKUPS: dict[str, tuple[str, str | Callable[[bytes], bytes]]] = {
    "empty": ("foreign", lambda content: b""),
    "a page": ("foreign", lambda content: b"<h1>Welcome</h1>"),
    "cut short": ("damaged foreign", lambda content: content[:9000]),
    "damaged": ("damaged foreign", lambda content: content[:4096] + b"\xff" * (len(content) - 4096)),
    "newer": ("newer", "UPDATE alembic_version SET version_num = '9999'"),
    "a table is missing": ("foreign", "DROP TABLE entry"),
    "a column is missing": ("foreign", "ALTER TABLE seat DROP COLUMN name"),
    "a trigger": ("foreign", "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM link; END"),
}
"""By kind of invalid backup: its possible problems, and a function or an SQL statement that creates it."""


@pytest.mark.parametrize("kind", INVALID_BACKUPS)
def test_an_invalid_backup_is_refused_and_changes_nothing(app: Flask, tmp_path: Path, kind: str) -> None:
    add_table(app)
    host, database = app.test_client(), get_database_path(app)
    problems, change = INVALID_BACKUPS[kind]
    backup = download_backup(host)
    backup = modify_backup(backup, tmp_path, change) if isinstance(change, str) else change(backup)
    before, copies = read_entries(database), list_backups(database)
    page = restore_backup(host, backup).text
    assert any(RESTORE_PROBLEM_SENTENCES[problem] in page for problem in problems.split()), page
    assert "Nothing was changed." in page
    assert (read_entries(database), list_backups(database)) == (before, copies)
    assert not list(database.parent.glob(".restore-*"))


@pytest.mark.parametrize("form", [{}, {"copy": "../companion.sqlite3"}, {"copy": "no"}], ids=str)
def test_a_restore_without_a_file_changes_nothing(app: Flask, form: dict[str, str]) -> None:
    add_table(app)
    page = app.test_client().post("/host/restore", data=form, follow_redirects=True).text
    assert "Choose a file first." in page
    assert list_backups(get_database_path(app)) == []


def test_a_file_above_the_size_limit_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring, "MAX_BACKUP_BYTES", 1000)
    add_table(app)
    assert restore_backup(app.test_client(), b"x" * 2000).status_code == 413
    assert count_entries(get_database_path(app)) == 1


def test_a_full_disk_prevents_the_restore(
    app: Flask, backup: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, database = app.test_client(), get_database_path(app)

    def raise_disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.server.restoring.back_up", raise_disk_full)
    assert "Nothing was changed." in restore_backup(host, backup).text
    assert count_entries(database) == 2


def test_a_writing_process_prevents_the_restore(app: Flask, backup: bytes) -> None:
    host, database = app.test_client(), get_database_path(app)
    with closing(sqlite3.connect(database)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "Nothing was changed." in restore_backup(host, backup).text
    assert count_entries(database) == 2
    assert [copy for copy in list_backups(database) if copy.before_restore] == []


def test_a_restore_closes_all_streams(app: Flask) -> None:
    phone, host = open_as_host(app, "giza", ["Ana", "Bo"]), app.test_client()
    backup = download_backup(host)
    stream = phone.client.get(f"/t/{phone.code}/stream", buffered=False)
    assert streams_of(app).hub.stream_count() == 1
    restore_backup(host, backup)
    assert streams_of(app).hub.stream_count() == 0
    stream.close()
    again = phone.client.get(f"/t/{phone.code}/stream", buffered=False)
    assert again.status_code == 200
    again.close()


def test_a_stream_of_a_deleted_table_gets_the_revoked_event(app: Flask, other_app: Flask) -> None:
    """Another table and another link have the same ids in the backup."""
    theirs = open_as_host(other_app, "giza", ["Cy", "Di"])
    theirs.enter(kind="note", text="tea")
    ours = open_as_host(app, "giza", ["Ana", "Bo"])
    stream = ours.client.get(f"/t/{ours.code}/stream", buffered=False)
    chunks = stream.iter_encoded()
    next(chunks)
    restore_backup(app.test_client(), download_backup(other_app.test_client()))
    assert REVOKED_EVENT in b"".join(chunks)
    stream.close()


def test_a_restore_waits_for_other_requests_until_a_timeout(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.server.restoring.EXCLUSIVE_TIMEOUT_SECONDS", 0.0)
    monkeypatch.setattr("companion.server.restoring.BEGIN_TIMEOUT_SECONDS", 0.0)
    add_table(app)
    host = app.test_client()
    backup = download_backup(host)
    lock = get_request_lock(app)
    lock.begin_request()
    assert "The app is busy." in restore_backup(host, backup).text
    with lock.exclusive():
        assert host.get("/").status_code == 503
        with pytest.raises(Unavailable), lock.exclusive():
            pass
    assert host.get("/").status_code == 200
    lock.end_request()
    assert "The backup is restored" in restore_backup(host, backup).text


@pytest.mark.parametrize("path", ["/host/download", "/host/restore", "/host/backup"])
def test_backups_are_only_for_the_host_and_only_with_sqlite(app: Flask, path: str) -> None:
    add_table(app)
    phone = app.test_client()
    assert phone.post(path, environ_overrides=PHONE_ENVIRON).status_code == 404
    assert list_backups(get_database_path(app)) == []
    phone.get(secret_path(app), environ_overrides=PHONE_ENVIRON)
    assert phone.post(path, environ_overrides=PHONE_ENVIRON).status_code in (200, 303)
    app.config["SQLALCHEMY_DATABASE_URI"] = "postgresql+psycopg://somewhere/companion"
    assert phone.post(path, environ_overrides=PHONE_ENVIRON).status_code == 404
    page = app.test_client().get("/host").text
    assert "The data is in PostgreSQL" in page
    assert path not in page


def test_the_body_of_an_upload_is_not_read_without_permission(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    monkeypatch.setattr(restoring, "_receive_backup", lambda *arguments: calls.append(arguments))
    form = {"file": (BytesIO(b"x"), "backup.sqlite3")}
    response = app.test_client().post("/host/restore", data=form, environ_overrides=PHONE_ENVIRON)
    assert response.status_code == 404
    assert calls == []


@pytest.fixture
def data_folder(app: Flask, tmp_path: Path) -> Path:
    add_table(app)
    app.instance_path = str(tmp_path / "data")
    return tmp_path / "data"


def run_app_command(app: Flask, *arguments: object) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    run_command(app, [str(argument) for argument in arguments])


def load_ca(data: Path) -> LocalCA:
    return LocalCA.load_or_create(ca_folder(data))


def list_exposed_keys(folder: Path) -> list[Path]:
    return [file for file in (folder, *folder.rglob("*.key")) if file.stat().st_mode & 0o077]


def test_a_restore_brings_back_the_ca_that_phones_trust(
    app: Flask, data_folder: Path, tmp_path: Path
) -> None:
    ours, copy = load_ca(data_folder), tmp_path / "copy.sqlite3"
    for _ in range(2):
        run_app_command(app, "backup", copy)
    copied_ca = Path(f"{copy}.authority")
    assert not list_exposed_keys(copied_ca)
    run_app_command(app, "restore", copy)
    assert not list(data_folder.glob("*.before-restore")), "it was the same"
    for suffix in ("before-restore", "before-restore-2"):
        ca_folder(data_folder).rename(data_folder / f"lost-{suffix}")
        other = load_ca(data_folder)
        assert other.fingerprint != ours.fingerprint
        run_app_command(app, "restore", copy)
        restored = load_ca(data_folder)
        assert (restored.fingerprint, restored.name) == (ours.fingerprint, ours.name)
        assert LocalCA.load_or_create(data_folder / f"authority.{suffix}").fingerprint == other.fingerprint
    assert not list_exposed_keys(ca_folder(data_folder))


def test_a_backup_without_a_ca_works(app: Flask, data_folder: Path, tmp_path: Path) -> None:
    data_folder.mkdir()
    run_app_command(app, "backup", tmp_path / "copy.sqlite3")
    run_app_command(app, "restore", tmp_path / "copy.sqlite3")
    assert not list(tmp_path.rglob("*authority*"))


def test_forget_house_replaces_the_ca_and_keeps_the_host_name(app: Flask, data_folder: Path) -> None:
    before, name = load_ca(data_folder).fingerprint, read_or_choose_hostname(ca_folder(data_folder))
    run_app_command(app, "forget-house")
    assert load_ca(data_folder).fingerprint != before
    assert load_ca(data_folder).name == name
