"""Copies of a SQLite database that are made by themselves, beside it, and few of them."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine import URL, make_url

DAILY_BACKUPS = 7
"""Of so many days on which copies were made the last one is kept."""
NEWEST_BACKUPS = 5
"""So many are kept whatever their day."""
MIGRATION_BACKUPS = 3
"""So many are kept of those that were made before a new version changed the database."""
_PAGES = 512
"""That are copied in one go; others are served in between."""
_MOMENT = "%Y-%m-%d-%H%M%S"
_BEFORE = "-before-"


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of the database, as it was at a moment of this machine's clock."""

    file: Path
    made: datetime

    @property
    def before_migration(self) -> bool:
        """Whether it was made because a new version was about to change the database."""
        return _BEFORE in self.file.stem and not self.before_restore

    @property
    def before_restore(self) -> bool:
        """Whether it is what was there when another backup was restored; such a copy is never deleted."""
        return self.file.stem.endswith(f"{_BEFORE}restore")


def database_file(url: str | URL) -> Path | None:
    """The file of a SQLite database by its SQLAlchemy URL; None for another, or one in memory."""
    parts = make_url(url)
    if parts.get_backend_name() != "sqlite" or (parts.database or ":memory:") == ":memory:":
        return None
    return Path(parts.database or "")


def backup_folder(database: Path) -> Path:
    """Where the copies of a database lie."""
    return database.parent / "backups"


def backups(database: Path) -> list[Backup]:
    """The copies of a database, the newest first. A file that somebody else put there is none."""
    copies = []
    for file in backup_folder(database).glob("*.sqlite3"):
        try:
            made = datetime.strptime(file.stem[:17], _MOMENT)
        except ValueError:
            continue
        copies.append(Backup(file, made))
    return sorted(copies, key=lambda backup: backup.file.name, reverse=True)


def back_up(database: Path, before: str = "") -> Backup:
    """Copy a database while it is used, and let go of copies that are too many.

    ``before`` is the form that it is about to be changed from, or ``restore``. Nothing that is there is
    written over. Raises OSError or sqlite3.Error where there is no room, and leaves nothing half-made.
    """
    folder = backup_folder(database)
    folder.mkdir(mode=0o700, exist_ok=True)
    with TemporaryDirectory(dir=folder) as making:
        whole = Path(making, "copy")
        whole.touch(mode=0o600)
        copy_database(database, whole)
        backup = _named(folder, before)
        whole.rename(backup.file)
    for older in expired_backups(backups(database)):
        older.file.unlink(missing_ok=True)
    return backup


def _named(folder: Path, before: str) -> Backup:
    """A name that no copy has yet."""
    while True:
        made = datetime.now().replace(microsecond=0)
        suffix = f"{_BEFORE}{before}" if before else ""
        file = folder / f"{made.strftime(_MOMENT)}{suffix}.sqlite3"
        if not file.exists():
            return Backup(file, made)
        time.sleep(0.2)


def copy_database(database: Path, target: Path) -> None:
    """Copy a consistent state of a database into a file, letting others be served meanwhile."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as made:
        source.backup(made, pages=_PAGES, progress=lambda *_: time.sleep(0), sleep=0)


def expired_backups(copies: list[Backup]) -> list[Backup]:
    """Those of the copies, given from the newest to the oldest, that need not be kept."""
    last_of_day: dict[object, Backup] = {}
    for backup in copies:
        last_of_day.setdefault(backup.made.date(), backup)
    needed = {
        *copies[:NEWEST_BACKUPS],
        *list(last_of_day.values())[:DAILY_BACKUPS],
        *[backup for backup in copies if backup.before_migration][:MIGRATION_BACKUPS],
        *[backup for backup in copies if backup.before_restore],
    }
    return [backup for backup in copies if backup not in needed]


def back_up_daily(database: Path, today: Callable[[], datetime] = datetime.now) -> Backup | None:
    """Copy a database unless it was copied today, or has not changed since it was."""
    newest = next(iter(backups(database)), None)
    if newest and (newest.made.date() == today().date() or not _changed_since(newest, database)):
        return None
    return back_up(database)


def _changed_since(backup: Backup, database: Path) -> bool:
    """Whether a database was written to; what was written last may lie beside it."""
    files = (database, Path(f"{database}-wal"))
    written = max(file.stat().st_mtime_ns for file in files if file.exists())
    return written > backup.file.stat().st_mtime_ns
