"""The data folder: its place, files that only its owner may read, and the local certificate authority."""

import itertools
import os
import secrets
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

CA_FOLDER_NAME = "authority"
DATABASE_FILE_NAME = "companion.sqlite3"
HOSTNAME_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that cannot be mistaken for one another."""


def ca_folder(data: Path) -> Path:
    """Return the CA's folder in the data folder. Create it, for its owner alone, if it is missing."""
    folder = data / CA_FOLDER_NAME
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def read_or_choose_hostname(folder: Path) -> str:
    """Return the host name stored in the CA's folder, such as ``table-7k3q.local``.

    If there is none yet, choose one at random and store it.
    """
    letters = "".join(secrets.choice(HOSTNAME_ALPHABET) for _ in range(4))
    return read_or_create(folder / "name", f"table-{letters}.local")


def back_up_ca(data: Path, backup: Path) -> None:
    """Copy the CA's folder to ``<backup>.authority``, beside the backup file. Do nothing without a CA.

    An earlier copy is replaced when the new one is complete. Raise OSError if the copy fails.
    """
    if (data / CA_FOLDER_NAME).is_dir():
        copy = _copy_folder(data / CA_FOLDER_NAME, Path(f"{_backup_folder(backup)}.new"))
        shutil.rmtree(_backup_folder(backup), ignore_errors=True)
        copy.rename(_backup_folder(backup))


def restore_ca(data: Path, backup: Path) -> None:
    """Replace the CA in the data folder by the CA beside a backup file, if there is one and they differ.

    ``backup`` may also be the database in another data folder: then take the CA of that folder. The
    replaced CA is renamed to ``authority.before-restore``, with a number if that name is taken.
    """
    backup_ca, current_ca = _backup_folder(backup), data / CA_FOLDER_NAME
    if not backup_ca.is_dir() and backup.name == DATABASE_FILE_NAME:
        backup_ca = backup.parent / CA_FOLDER_NAME
    if not backup_ca.is_dir() or (
        current_ca.is_dir() and _read_files(backup_ca) == _read_files(current_ca)
    ):
        return
    copy = _copy_folder(backup_ca, data / f"{CA_FOLDER_NAME}.new")
    if current_ca.is_dir():
        current_ca.rename(find_unused_name(current_ca, ".before-restore"))
    copy.rename(current_ca)


def _backup_folder(backup: Path) -> Path:
    return Path(f"{backup}.authority")


def _copy_folder(folder: Path, target: Path) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(mode=0o700)
    shutil.copytree(folder, target, dirs_exist_ok=True)
    return target


def _read_files(folder: Path) -> dict[Path, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder): file.read_bytes() for file in files}


def read_or_create(file: Path, text: str) -> str:
    """Return the ASCII text of a file. If it does not exist or is empty, write ``text`` into it first.

    If several processes create it at the same time, all of them return the text of the first. A file may be
    empty after a power failure.
    """
    if file.exists() and not file.stat().st_size:
        file.unlink(missing_ok=True)
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=file.parent) as folder, suppress(FileExistsError):
            complete = Path(folder, file.name)
            complete.touch(mode=0o600)
            with complete.open("w", encoding="ascii") as output:
                output.write(text)
                output.flush()
                os.fsync(output.fileno())
            _rename_complete_file(complete, file)
    return file.read_text(encoding="ascii")


def find_unused_name(path: Path, suffix: str) -> Path:
    """Return path + suffix, with a number if that name is taken, such as ``data.before-restore-2``."""
    names = (Path(f"{path}{suffix}{'' if n == 1 else f'-{n}'}") for n in itertools.count(1))
    return next(name for name in names if not name.exists())


def _rename_complete_file(complete: Path, file: Path) -> None:
    try:
        os.link(complete, file)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links, such as FAT
        with open(file, "x", encoding="ascii", opener=partial(os.open, mode=0o600)) as copy:
            copy.write(complete.read_text(encoding="ascii"))


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
