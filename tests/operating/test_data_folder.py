"""All start commands use the same data folder, to which data of earlier versions is moved."""

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

from companion.__main__ import lock_database, prepare_data_folder
from companion.lan.addresses import ReachabilityProblem
from companion.lan.data_folder import (
    DATABASE_FILE_NAME,
    ca_folder,
    data_folder,
    move_older_data,
    read_or_choose_hostname,
)
from companion.server.app import create_app
from companion.server.config import load_settings
from companion.store.backups import database_file
from tests import ROOT


@pytest.fixture(autouse=True)
def default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the data folder of a user who has set no environment variables."""
    for name in ("COMPANION_DATA", "COMPANION_DATABASE", "COMPANION_SECRET", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    return tmp_path / "home" / ".local" / "share" / "table-companion"


def test_a_checkout_uses_the_data_folder_of_the_user(default_folder: Path) -> None:
    assert Path(create_app().instance_path) == default_folder


def test_environment_variables_change_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "shared"))
    assert data_folder() == tmp_path / "shared" / "table-companion"
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "asked"))
    assert data_folder() == tmp_path / "asked"


def create_data_folder(folder: Path, text: str) -> Path:
    """Create a data folder with this text in its secret and its database, and return it."""
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / DATABASE_FILE_NAME)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE note AS SELECT ? AS text", (text,))
        database.commit()
    (folder / "secret").write_text(text, "utf-8")
    return folder


def read_note(folder: Path) -> str:
    with closing(sqlite3.connect(folder / DATABASE_FILE_NAME)) as database:
        return str(database.execute("SELECT text FROM note").fetchone()[0])


@pytest.fixture(params=["checkout", "environment"])
def older_folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a data folder of an earlier version, at the place where that version kept it."""
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").touch()
    places = {
        "checkout": checkout / "instance",
        "environment": tmp_path / "environment" / "var" / "companion-instance",
    }
    return create_data_folder(places[request.param], "older")


def move_old_data(default_folder: Path, tmp_path: Path) -> list[str]:
    return move_older_data(default_folder, project=tmp_path / "checkout")


@pytest.mark.parametrize("same_disk", [True, False], ids=["same disk", "other disk"])
@pytest.mark.parametrize("before", ["nothing", "an empty database"])
def test_older_data_is_moved(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    default_folder: Path,
    older_folder: Path,
    before: str,
    same_disk: bool,
) -> None:
    if before != "nothing":
        load_settings(default_folder)
    rename = Path.rename

    def rename_on_the_same_disk(source: Path, target: Path) -> Path:
        if source == older_folder and not same_disk:
            raise OSError(errno.EXDEV, "another disk")
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", rename_on_the_same_disk)
    [sentence] = move_old_data(default_folder, tmp_path)
    assert all(str(folder) in sentence for folder in (older_folder, default_folder))
    assert (read_note(default_folder), (default_folder / "secret").read_text("utf-8")) == ("older", "older")
    assert not older_folder.exists()
    assert move_old_data(default_folder, tmp_path) == []


def test_older_data_is_only_named_if_there_is_newer_data(
    tmp_path: Path, default_folder: Path, older_folder: Path
) -> None:
    create_data_folder(default_folder, "newer")
    [sentence] = move_old_data(default_folder, tmp_path)
    assert "not used" in sentence
    assert f"restore {older_folder / DATABASE_FILE_NAME}" in sentence
    assert (read_note(default_folder), read_note(older_folder)) == ("newer", "older")


def test_older_data_is_not_moved_while_a_server_uses_it(
    tmp_path: Path, default_folder: Path, older_folder: Path
) -> None:
    with closing(sqlite3.connect(older_folder / DATABASE_FILE_NAME)) as serving:
        serving.execute("SELECT * FROM note").fetchall()
        with pytest.raises(SystemExit, match="Stop it first"):
            move_old_data(default_folder, tmp_path)
    assert read_note(older_folder) == "older"


def test_older_data_is_not_moved_to_a_configured_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, older_folder: Path
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "asked"))
    assert move_old_data(tmp_path / "asked", tmp_path) == []
    assert read_note(older_folder) == "older"


def test_a_public_address_with_a_path_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_ADDRESS", "https://site.example/pharaoh/")
    with pytest.raises(SystemExit, match="a name of its own"):
        load_settings(tmp_path)


def load_secret(data: Path) -> str:
    return str(load_settings(data)["SECRET_KEY"])


def fail_to_link(*_: object) -> None:
    raise PermissionError


@pytest.mark.parametrize("link", [os.link, fail_to_link], ids=["with links", "without hard links"])
def test_processes_that_start_at_the_same_time_have_the_same_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, link: Callable[..., None]
) -> None:
    """The other process creates the secret just after this process has found none."""
    monkeypatch.setattr(os, "link", link)
    token, others = secrets.token_urlsafe, list[str]()

    def token_after_other_process(size: int) -> str:
        monkeypatch.setattr(secrets, "token_urlsafe", token)
        others.append(load_secret(tmp_path))
        return token(size)

    monkeypatch.setattr(secrets, "token_urlsafe", token_after_other_process)
    assert [load_secret(tmp_path), load_secret(tmp_path)] == others * 2


def test_an_empty_secret_and_host_name_are_replaced(tmp_path: Path) -> None:
    """A power failure soon after the first start can leave empty files."""
    for file in (tmp_path / "secret", ca_folder(tmp_path) / "name"):
        file.touch()
    assert len(load_secret(tmp_path)) > 40
    assert load_secret(tmp_path) == (tmp_path / "secret").read_text("ascii")
    assert read_or_choose_hostname(ca_folder(tmp_path)).endswith(".local")


def test_all_files_are_created_for_the_owner_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    monkeypatch.setattr(os, "chmod", lambda *_: None)
    before = os.umask(0)
    try:
        load_settings(tmp_path)
        read_or_choose_hostname(ca_folder(tmp_path))
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.rglob("*") if file.is_file()}
    assert modes == {"companion.sqlite3": 0, "secret": 0, "name": 0}


DELETABLE_PATHS = {
    "build", "$(VENV)", ".coverage", ".pytest_cache", ".mypy_cache", ".ruff_cache",
}  # fmt: skip
"""What a target of the Makefile may delete, because another target creates it again."""


def test_no_target_of_the_makefile_deletes_data() -> None:
    recipes = (ROOT / "Makefile").read_text("utf-8")
    deleted = re.findall(r"\b(?:rm|rmdir|unlink|git clean)\b(.*)", recipes)
    assert deleted
    assert {name for line in deleted for name in line.split() if name[0] != "-"} <= DELETABLE_PATHS


@pytest.mark.parametrize("name", ["COMPANION_PROXIES", "COMPANION_STREAMS", "COMPANION_JOIN_LIMIT"])
def test_a_setting_that_is_no_number_is_named_and_an_empty_one_means_the_default(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = load_settings(tmp_path)
    monkeypatch.setenv(name, "")
    assert load_settings(tmp_path) == default
    if name != "COMPANION_JOIN_LIMIT":
        monkeypatch.setenv(name, "2 ")  # as after "set NAME=2 && …" on Windows
        assert 2 in load_settings(tmp_path).values()
    monkeypatch.setenv(name, "many")
    with pytest.raises(SystemExit, match=f"{name} is 'many'"):
        load_settings(tmp_path)


def test_a_relative_path_of_a_database_is_meant_from_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flask-SQLAlchemy opens this file; the lock, the backups and the commands must use the same one."""
    for url, file in (
        ("sqlite:///x.sqlite3", tmp_path / "x.sqlite3"),
        ("sqlite:////srv/x", Path("/srv/x")),
    ):
        monkeypatch.setenv("COMPANION_DATABASE", url)
        assert database_file(str(load_settings(tmp_path)["SQLALCHEMY_DATABASE_URI"])) == file


def test_the_folder_of_a_relative_path_of_a_database_is_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "new"
    for name, value in (("DATA", data), ("SECRET", "set"), ("DATABASE", "sqlite:///kept/x.sqlite3")):
        monkeypatch.setenv(f"COMPANION_{name}", str(value))
    prepare_data_folder()
    with lock_database("http://localhost:1"), pytest.raises(ReachabilityProblem), lock_database(""):
        pass
    assert [file.name for file in data.rglob("*.sqlite3")] == ["x.sqlite3"]
