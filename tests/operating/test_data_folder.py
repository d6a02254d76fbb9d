"""One data folder, whichever way the app is started; data of earlier versions is moved there or named."""

import errno
import os
import re
import secrets
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.lan.ca_folder import DATABASE_FILE, ca_folder, local_hostname
from companion.server.app import create_app
from companion.server.config import load_settings
from companion.server.data_folder import data_folder, move_older_data
from tests import ROOT


@pytest.fixture(autouse=True)
def usual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The data folder of a user who has set nothing."""
    for name in ("COMPANION_DATA", "COMPANION_DATABASE", "COMPANION_SECRET", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    return tmp_path / "home" / ".local" / "share" / "table-companion"


def test_the_app_of_a_checkout_uses_the_folder_of_the_user(usual: Path) -> None:
    assert Path(create_app().instance_path) == usual


def test_two_variables_move_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "shared"))
    assert data_folder() == tmp_path / "shared" / "table-companion"
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "asked"))
    assert data_folder() == tmp_path / "asked"


def folder_with_data(folder: Path, text: str) -> Path:
    """A data folder with a database that holds ``text``, and the secret of that installation."""
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE note AS SELECT ? AS text", (text,))
        database.commit()
    (folder / "secret").write_text(text, "utf-8")
    return folder


def text_in(folder: Path) -> str:
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as database:
        return str(database.execute("SELECT text FROM note").fetchone()[0])


@pytest.fixture(params=["checkout", "environment"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Data of an earlier version, where that kept it."""
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").touch()
    places = {
        "checkout": checkout / "instance",
        "environment": tmp_path / "environment" / "var" / "companion-instance",
    }
    return folder_with_data(places[request.param], "older")


def move(usual: Path, tmp_path: Path) -> list[str]:
    return move_older_data(usual, project=tmp_path / "checkout")


@pytest.mark.parametrize("same_disk", [True, False], ids=["same disk", "other disk"])
@pytest.mark.parametrize("before", ["nothing", "an empty database"])
def test_older_data_is_moved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, usual: Path, older: Path, before: str, same_disk: bool
) -> None:
    if before != "nothing":
        load_settings(usual)
    rename = Path.rename

    def rename_on_the_same_disk(source: Path, target: Path) -> Path:
        if source == older and not same_disk:
            raise OSError(errno.EXDEV, "another disk")
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", rename_on_the_same_disk)
    [sentence] = move(usual, tmp_path)
    assert all(str(folder) in sentence for folder in (older, usual))
    assert (text_in(usual), (usual / "secret").read_text("utf-8")) == ("older", "older")
    assert not older.exists()
    assert move(usual, tmp_path) == []


def test_older_data_is_only_named_where_there_is_newer_data(
    tmp_path: Path, usual: Path, older: Path
) -> None:
    folder_with_data(usual, "newer")
    [sentence] = move(usual, tmp_path)
    assert "not used" in sentence
    assert f"restore {older / DATABASE_FILE}" in sentence
    assert (text_in(usual), text_in(older)) == ("newer", "older")


def test_older_data_stays_while_a_server_uses_it(tmp_path: Path, usual: Path, older: Path) -> None:
    with closing(sqlite3.connect(older / DATABASE_FILE)) as serving:
        serving.execute("SELECT * FROM note").fetchall()
        with pytest.raises(SystemExit, match="Stop it first"):
            move(usual, tmp_path)
    assert text_in(older) == "older"


def test_older_data_stays_where_the_folder_was_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, older: Path
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "asked"))
    assert move(tmp_path / "asked", tmp_path) == []
    assert text_in(older) == "older"


MADE_ANEW = {
    "build", "$(VENV)", ".coverage", ".pytest_cache", ".mypy_cache", ".ruff_cache",
}  # fmt: skip
"""What a target of the Makefile may delete: another target makes it again."""


def test_no_target_of_the_makefile_deletes_data() -> None:
    recipes = (ROOT / "Makefile").read_text("utf-8")
    deleted = re.findall(r"\b(?:rm|rmdir|unlink|git clean)\b(.*)", recipes)
    assert deleted
    assert {name for line in deleted for name in line.split() if name[0] != "-"} <= MADE_ANEW


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
        local_hostname(ca_folder(tmp_path))
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.rglob("*") if file.is_file()}
    assert modes == {"companion.sqlite3": 0, "secret": 0, "name": 0}
