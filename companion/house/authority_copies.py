"""A backup's copy of the house's authority: without it every phone would have to trust another house."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

from companion.house.name import AUTHORITY


def copy_authority(data: Path, backup: Path) -> None:
    """Copy the authority beside a backup, as a folder for its owner alone; nothing where there is none.

    An earlier copy is replaced once this one is whole. Raises OSError where there is no room.
    """
    if (data / AUTHORITY).is_dir():
        made = _copied(data / AUTHORITY, Path(f"{_beside(backup)}.new"))
        shutil.rmtree(_beside(backup), ignore_errors=True)
        made.rename(_beside(backup))


def restore_authority(data: Path, backup: Path) -> None:
    """Put the authority that lies beside a backup in place of the present one, where they differ.

    What was there stays beside it, named ``authority.before-restore``, with a number where that is taken.
    """
    copied, present = _beside(backup), data / AUTHORITY
    if not copied.is_dir() or (present.is_dir() and _content(copied) == _content(present)):
        return
    made = _copied(copied, data / f"{AUTHORITY}.new")
    if present.is_dir():
        names = (f"{AUTHORITY}.before-restore{'' if n == 1 else f'-{n}'}" for n in itertools.count(1))
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
