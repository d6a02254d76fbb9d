"""Automatic backups of a SQLite database, in a folder beside it."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine import URL, make_url

MAX_DAILY_BACKUPS = 7
"""The last backup of each of this many days is kept."""
MAX_NEWEST_BACKUPS = 5
"""This many of the newest backups are kept."""
MAX_MIGRATION_BACKUPS = 3
"""This many backups made before a migration are kept."""
_PAGES_PER_STEP = 512
"""Database pages copied in one go. Other threads run in between."""
_TIME_FORMAT = "%Y-%m-%d-%H%M%S"
_BEFORE_MARKER = "-before-"


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of the database in a file, with the local time at which it was made."""

    file: Path
    made_at: datetime

    @property
    def before_migration(self) -> bool:
        """Whether the backup was made just before a migration of the database schema."""
        return _BEFORE_MARKER in self.file.stem and not self.before_restore

    @property
    def before_restore(self) -> bool:
        """Whether the backup was made just before another one was restored. Such backups never expire."""
        return self.file.stem.endswith(f"{_BEFORE_MARKER}restore")


def database_file(url: str | URL) -> Path | None:
    """Return the file of a SQLite database URL; None for other databases or one in memory.

    >>> database_file("sqlite:////data/companion.sqlite3")
    PosixPath('/data/companion.sqlite3')
    """
    parts = make_url(url)
    if parts.get_backend_name() != "sqlite" or (parts.database or ":memory:") == ":memory:":
        return None
    return Path(parts.database or "")


def backup_folder(database: Path) -> Path:
    """Return the folder for the backups of a database file."""
    return database.parent / "backups"


def list_backups(database: Path) -> list[Backup]:
    """Return the backups of a database, newest first. Other files in the folder are ignored."""
    copies = []
    for file in backup_folder(database).glob("*.sqlite3"):
        try:
            created_at = datetime.strptime(file.stem[:17], _TIME_FORMAT)
        except ValueError:
            continue
        copies.append(Backup(file, created_at))
    return sorted(copies, key=lambda backup: backup.file.name, reverse=True)


def back_up(database: Path, before: str = "") -> Backup:
    """Back up a database while it is in use, and delete expired backups.

    ``before`` becomes part of the file name: the old schema revision before a migration, ``restore`` before
    a restore, and otherwise empty. Existing files are never overwritten. Raise OSError or sqlite3.Error if
    the disk is full, without leaving a partial file.
    """
    folder = backup_folder(database)
    folder.mkdir(mode=0o700, exist_ok=True)
    with TemporaryDirectory(dir=folder) as work_folder:
        copy = Path(work_folder, "copy")
        copy.touch(mode=0o600)
        copy_database(database, copy)
        backup = _name_new_backup(folder, before)
        copy.rename(backup.file)
    for older in find_expired_backups(list_backups(database)):
        if older != backup:  # it seems to be the oldest if the clock was set back
            older.file.unlink(missing_ok=True)
    return backup


def _name_new_backup(folder: Path, before: str) -> Backup:
    while True:
        created_at = datetime.now().replace(microsecond=0)
        suffix = f"{_BEFORE_MARKER}{before}" if before else ""
        file = folder / f"{created_at.strftime(_TIME_FORMAT)}{suffix}.sqlite3"
        if not file.exists():
            return Backup(file, created_at)
        time.sleep(0.2)


def copy_database(database: Path, target: Path) -> None:
    """Copy a consistent state of a database into a file. Other threads can run meanwhile."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=_PAGES_PER_STEP, progress=lambda *_: time.sleep(0), sleep=0)


def find_expired_backups(copies: list[Backup]) -> list[Backup]:
    """Return the backups that can be deleted. ``copies`` are all backups, newest first."""
    last_of_day: dict[object, Backup] = {}
    for backup in copies:
        last_of_day.setdefault(backup.made_at.date(), backup)
    needed = {
        *copies[:MAX_NEWEST_BACKUPS],
        *list(last_of_day.values())[:MAX_DAILY_BACKUPS],
        *[backup for backup in copies if backup.before_migration][:MAX_MIGRATION_BACKUPS],
        *[backup for backup in copies if backup.before_restore],
    }
    return [backup for backup in copies if backup not in needed]


def back_up_daily(database: Path, today: Callable[[], datetime] = datetime.now) -> Backup | None:
    """Back up a database unless there is a backup of today, or nothing has changed since the newest one.

    Return the new backup, or None. ``today`` returns the current local time. Backups of the future do not
    count: they were made before the clock was set back.
    """
    now = today()
    newest = next((backup for backup in list_backups(database) if backup.made_at <= now), None)
    if newest and (newest.made_at.date() == now.date() or not _has_changed_since(newest, database)):
        return None
    return back_up(database)


def _has_changed_since(backup: Backup, database: Path) -> bool:
    files = (database, Path(f"{database}-wal"))
    written = max(file.stat().st_mtime_ns for file in files if file.exists())
    return written > backup.file.stat().st_mtime_ns
