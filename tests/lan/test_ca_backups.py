"""Backups contain the local certificate authority, and the command ``forget-house`` replaces it."""

from pathlib import Path

import pytest
from flask import Flask

from companion.lan.ca_folder import ca_folder, read_or_choose_hostname
from companion.lan.local_ca import LocalCA
from companion.server.commands import run_command
from companion.store import db
from tests.operating.test_backups import add_entry


@pytest.fixture
def data_folder(app: Flask, tmp_path: Path) -> Path:
    add_entry(app)
    app.instance_path = str(tmp_path / "data")
    return tmp_path / "data"


def run_once(app: Flask, *arguments: object) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    run_command(app, [str(argument) for argument in arguments])


def load_ca(data: Path) -> LocalCA:
    return LocalCA.load_or_create(ca_folder(data))


def list_readable_by_others(folder: Path) -> list[Path]:
    return [file for file in (folder, *folder.rglob("*.key")) if file.stat().st_mode & 0o077]


def test_a_restore_brings_back_the_ca_that_phones_trust(
    app: Flask, data_folder: Path, tmp_path: Path
) -> None:
    ours, copy = load_ca(data_folder), tmp_path / "copy.sqlite3"
    for _ in range(2):
        run_once(app, "backup", copy)
    copied_ca = Path(f"{copy}.authority")
    assert not list_readable_by_others(copied_ca)
    run_once(app, "restore", copy)
    assert not list(data_folder.glob("*.before-restore")), "it was the same"
    for suffix in ("before-restore", "before-restore-2"):
        ca_folder(data_folder).rename(data_folder / f"lost-{suffix}")
        other = load_ca(data_folder)
        assert other.fingerprint != ours.fingerprint
        run_once(app, "restore", copy)
        restored = load_ca(data_folder)
        assert (restored.fingerprint, restored.name) == (ours.fingerprint, ours.name)
        assert LocalCA.load_or_create(data_folder / f"authority.{suffix}").fingerprint == other.fingerprint
    assert not list_readable_by_others(ca_folder(data_folder))


def test_a_backup_without_a_ca_works(app: Flask, data_folder: Path, tmp_path: Path) -> None:
    data_folder.mkdir()
    run_once(app, "backup", tmp_path / "copy.sqlite3")
    run_once(app, "restore", tmp_path / "copy.sqlite3")
    assert not list(tmp_path.rglob("*authority*"))


def test_forget_house_replaces_the_ca_and_keeps_the_host_name(app: Flask, data_folder: Path) -> None:
    before, name = load_ca(data_folder).fingerprint, read_or_choose_hostname(ca_folder(data_folder))
    run_once(app, "forget-house")
    assert load_ca(data_folder).fingerprint != before
    assert load_ca(data_folder).name == name
