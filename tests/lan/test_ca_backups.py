"""A backup brings the house's authority along, and a house that forgets it has another."""

from pathlib import Path

import pytest
from flask import Flask

from companion.lan.ca_folder import ca_folder, local_hostname
from companion.lan.local_ca import LocalCA
from companion.server.commands import run_command
from companion.store import db
from tests.operating.test_backups import add_entry


@pytest.fixture
def data(app: Flask, tmp_path: Path) -> Path:
    add_entry(app)
    app.instance_path = str(tmp_path / "data")
    return tmp_path / "data"


def run(app: Flask, *arguments: object) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    run_command(app, [str(argument) for argument in arguments])


def authority(data: Path) -> LocalCA:
    return LocalCA.load_or_create(ca_folder(data))


def others_may(folder: Path) -> list[Path]:
    return [file for file in (folder, *folder.rglob("*.key")) if file.stat().st_mode & 0o077]


def test_phones_trust_the_house_that_is_put_back(app: Flask, data: Path, tmp_path: Path) -> None:
    ours, copy = authority(data), tmp_path / "copy.sqlite3"
    for _ in range(2):
        run(app, "backup", copy)
    kept = Path(f"{copy}.authority")
    assert not others_may(kept)
    run(app, "restore", copy)
    assert not list(data.glob("*.before-restore")), "it was the same"
    for attempt in ("before-restore", "before-restore-2"):
        ca_folder(data).rename(data / f"lost-{attempt}")
        other = authority(data)
        assert other.fingerprint != ours.fingerprint
        run(app, "restore", copy)
        assert (authority(data).fingerprint, authority(data).name) == (ours.fingerprint, ours.name)
        assert LocalCA.load_or_create(data / f"authority.{attempt}").fingerprint == other.fingerprint
    assert not others_may(ca_folder(data))


def test_a_house_without_an_authority_is_backed_up_all_the_same(
    app: Flask, data: Path, tmp_path: Path
) -> None:
    data.mkdir()
    run(app, "backup", tmp_path / "copy.sqlite3")
    run(app, "restore", tmp_path / "copy.sqlite3")
    assert not list(tmp_path.rglob("*authority*"))


def test_a_forgotten_house_has_another_authority_and_its_name(app: Flask, data: Path) -> None:
    before, name = authority(data).fingerprint, local_hostname(ca_folder(data))
    run(app, "forget-house")
    assert authority(data).fingerprint != before
    assert authority(data).name == name
