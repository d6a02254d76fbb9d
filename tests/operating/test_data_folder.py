"""Where the database lies: what was asked for, a checkout's own folder, or the user's."""

import sys
from pathlib import Path

import pytest

from companion.config import data_folder, load_settings


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("COMPANION_DATA", "COMPANION_DATABASE", "COMPANION_SECRET", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))


def test_it_is_the_folder_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "asked"))
    assert data_folder(tmp_path) == tmp_path / "asked"


def test_a_checkout_keeps_its_own(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert data_folder(tmp_path) == tmp_path / "instance"


def test_an_installed_app_keeps_it_with_the_user_not_in_its_environment(tmp_path: Path) -> None:
    assert data_folder(tmp_path) == tmp_path / "home" / ".local" / "share" / "table-companion"


def test_what_an_older_release_kept_in_its_environment_is_found(tmp_path: Path) -> None:
    older = tmp_path / "environment" / "var" / "companion-instance"
    older.mkdir(parents=True)
    assert data_folder(tmp_path) == older


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    load_settings(tmp_path / "new")
    assert (tmp_path / "new" / "companion.sqlite3").stat().st_mode & 0o077 == 0


def test_a_secret_given_does_not_leave_the_database_without_a_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_SECRET", "given")
    load_settings(tmp_path / "new")
    assert (tmp_path / "new").is_dir()
