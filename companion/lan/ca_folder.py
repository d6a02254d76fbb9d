"""The folder of a house's authority: the name in it, chosen once, and a backup's copy of it, without which
every phone would have to trust another house.
"""

from __future__ import annotations

import itertools
import secrets
import shutil
from pathlib import Path

from companion.lan.private_files import read_or_create

CA_FOLDER = "authority"
"""What the folder of the authority is called within the data folder."""
DATABASE_FILE = "companion.sqlite3"
"""What the database is called within the data folder."""
NAME_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""What the end of a name is made of: nothing that is taken for something else when it is read out."""


def ca_folder(data: Path) -> Path:
    """The folder of the authority within the data folder, made for its owner alone."""
    folder = data / CA_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def local_hostname(folder: Path) -> str:
    """The host name of this house, as ``table-7k3q.local``: kept in its authority's folder, chosen once."""
    return read_or_create(folder / "name", _random_name)


def _random_name() -> str:
    return "table-" + "".join(secrets.choice(NAME_ALPHABET) for _ in range(4)) + ".local"


def back_up_ca(data: Path, backup: Path) -> None:
    """Copy the authority beside a backup, as a folder for its owner alone; nothing where there is none.

    An earlier copy is replaced once this one is whole. Raises OSError where there is no room.
    """
    if (data / CA_FOLDER).is_dir():
        made = _copied(data / CA_FOLDER, Path(f"{_beside(backup)}.new"))
        shutil.rmtree(_beside(backup), ignore_errors=True)
        made.rename(_beside(backup))


def restore_ca(data: Path, backup: Path) -> None:
    """Put the authority that lies beside a backup in place of the present one, where they differ.

    The database of another data folder counts as a backup, too: its authority is in the same folder.

    What was there stays beside it, named ``authority.before-restore``, with a number where that is taken.
    """
    copied, present = _beside(backup), data / CA_FOLDER
    if not copied.is_dir() and backup.name == DATABASE_FILE:
        copied = backup.parent / CA_FOLDER
    if not copied.is_dir() or (present.is_dir() and _content(copied) == _content(present)):
        return
    made = _copied(copied, data / f"{CA_FOLDER}.new")
    if present.is_dir():
        names = (f"{CA_FOLDER}.before-restore{'' if n == 1 else f'-{n}'}" for n in itertools.count(1))
        present.rename(next(data / name for name in names if not (data / name).exists()))
    made.rename(present)


def _beside(backup: Path) -> Path:
    return Path(f"{backup}.authority")


def _copied(folder: Path, target: Path) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(mode=0o700)
    shutil.copytree(folder, target, dirs_exist_ok=True)
    return target


def _content(folder: Path) -> dict[Path, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder): file.read_bytes() for file in files}
