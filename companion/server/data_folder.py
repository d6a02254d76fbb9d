"""The data folder, which is the same however the app is started, and the data of earlier versions."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from companion.lan.ca_folder import CA_FOLDER_NAME, DATABASE_FILE_NAME
from companion.lan.private_files import find_unused_name

PROJECT_FOLDER = Path(__file__).resolve().parents[2]
"""The parent folder of the package: the project folder, or ``site-packages`` of the environment."""


def data_folder() -> Path:
    """Return the data folder: ``COMPANION_DATA``, or ``~/.local/share/table-companion`` on every system.

    ``XDG_DATA_HOME``, if set, replaces ``~/.local/share``. ``platformdirs`` is not used: Python from the
    Microsoft Store redirects its folder on Windows, ``AppData``.
    """
    if folder := os.environ.get("COMPANION_DATA"):
        return Path(folder).resolve()
    shared = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share").resolve()
    return shared / "table-companion"


def move_older_data(data: Path, project: Path = PROJECT_FOLDER) -> list[str]:
    """Move the data of an earlier version into the data folder, and return sentences for the user.

    Earlier versions stored it in ``project``, or in the virtual environment. If the data folder already has
    data, a sentence names the older folder and nothing is moved. With ``COMPANION_DATA`` nothing is moved
    either. Raise SystemExit if a server still uses the older folder.
    """
    if os.environ.get("COMPANION_DATA"):
        return []
    sentences = []
    for older in _find_older_folders(project):
        if has_data(data):
            sentences.append(
                f"{older} has data of an earlier version, which is not used, because {data} has data, too. "
                f"`table-companion restore {older / DATABASE_FILE_NAME}` uses it instead."
            )
        else:
            _move_folder(older, data)
            sentences.append(f"The data of an earlier version was moved from {older} to {data}.")
    return sentences


def has_data(folder: Path) -> bool:
    """Return whether a folder has a database that is not empty, or certificates that phones trust."""
    database = folder / DATABASE_FILE_NAME
    return (database.is_file() and database.stat().st_size > 0) or (folder / CA_FOLDER_NAME).is_dir()


def _find_older_folders(project: Path) -> list[Path]:
    folders = [Path(sys.prefix, "var", "companion-instance")]
    if (project / "pyproject.toml").is_file():
        folders.insert(0, project / "instance")
    return [folder for folder in folders if has_data(folder)]


def _move_folder(older: Path, data: Path) -> None:
    """Move a folder completely, or not at all. An existing target is renamed first."""
    if is_database_open(older / DATABASE_FILE_NAME):
        raise SystemExit(f"The companion is serving from {older}. Stop it first; nothing was changed.")
    data.parent.mkdir(parents=True, exist_ok=True)
    if data.exists():
        data.rename(find_unused_name(data, ".empty"))
    try:
        older.rename(data)
    except OSError:  # on another disk
        copy = data.with_name(f"{data.name}.new")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(older, copy)
        copy.rename(data)
        shutil.rmtree(older, ignore_errors=True)


def is_database_open(database: Path) -> bool:
    """Return whether another process has a SQLite database open."""
    if not database.is_file():
        return False
    with closing(sqlite3.connect(database, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
        except sqlite3.DatabaseError as error:
            return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False
