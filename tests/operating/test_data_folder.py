"""Where the database lies: what was asked for, a checkout's own folder, or the user's."""

import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.house.authority_folder import authority_folder, house_name
from companion.server.config import data_folder, load_settings


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("COMPANION_DATA", "COMPANION_DATABASE", "COMPANION_SECRET", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))


def test_it_is_with_the_user_in_a_checkout_or_where_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert data_folder(tmp_path) == tmp_path / "home" / ".local" / "share" / "table-companion"
    older = tmp_path / "environment" / "var" / "companion-instance"
    older.mkdir(parents=True)
    assert data_folder(tmp_path) == older, "what an older release kept in its environment is found"
    (tmp_path / "pyproject.toml").touch()
    assert data_folder(tmp_path) == tmp_path / "instance"
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "asked"))
    assert data_folder(tmp_path) == tmp_path / "asked"


@pytest.mark.parametrize("secret", ["", "given"])
def test_the_database_is_its_owners_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, secret: str
) -> None:
    monkeypatch.setenv("COMPANION_SECRET", secret)
    load_settings(tmp_path / "new")
    assert (tmp_path / "new" / "companion.sqlite3").stat().st_mode & 0o077 == 0


def test_an_address_below_another_site_is_refused_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_ADDRESS", "https://site.example/pharaoh/")
    with pytest.raises(SystemExit, match="a name of its own"):
        load_settings(tmp_path)


def kept_secret(data: Path) -> str:
    return str(load_settings(data)["SECRET_KEY"])


def refuse_links(*_: object) -> None:
    raise PermissionError


@pytest.mark.parametrize("link", [os.link, refuse_links], ids=["with links", "on a memory card"])
def test_two_processes_that_start_together_have_the_same_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, link: Callable[..., None]
) -> None:
    """The other one starts and ends in the very moment in which this one has found no secret."""
    monkeypatch.setattr(os, "link", link)
    token, others = secrets.token_urlsafe, list[str]()

    def overtaken(size: int) -> str:
        monkeypatch.setattr(secrets, "token_urlsafe", token)
        others.append(kept_secret(tmp_path))
        return token(size)

    monkeypatch.setattr(secrets, "token_urlsafe", overtaken)
    assert [kept_secret(tmp_path), kept_secret(tmp_path)] == others * 2


def test_all_that_is_kept_is_its_owners_alone_from_the_first_moment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without any later change of the mode, whatever the process lets others read."""
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    monkeypatch.setattr(os, "chmod", lambda *_: None)
    before = os.umask(0)
    try:
        load_settings(tmp_path)
        house_name(authority_folder(tmp_path))
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.rglob("*") if file.is_file()}
    assert modes == {"companion.sqlite3": 0, "secret": 0, "name": 0}
