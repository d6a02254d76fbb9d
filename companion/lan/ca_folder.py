"""The folder of the local certificate authority (CA): the host name in it, and its copy beside each backup.

Without that copy, every phone would have to trust a new CA after a restore.
"""

import secrets
import shutil
from pathlib import Path

from companion.lan.private_files import find_unused_name, read_or_create

CA_FOLDER_NAME = "authority"
"""Name of the CA's folder in the data folder."""
DATABASE_FILE_NAME = "companion.sqlite3"
"""Name of the database in the data folder."""
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
