"""What a server does by itself while it serves: a copy of the database each day."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time

from flask import Flask

from companion.store.backups import back_up_daily, database_file

LOOK = 600.0
"""Seconds after which it is looked whether a copy is due; a laptop may have slept meanwhile."""
log = logging.getLogger(__name__)


def start_daily_backups(app: Flask) -> None:
    """Copy the database of an app daily from now on; where it is one file. What goes wrong is logged."""
    database = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    if database is None:
        return

    def look() -> None:
        while True:
            try:
                back_up_daily(database)
            except (OSError, sqlite3.Error) as error:
                log.warning("no backup: %s", error)
            time.sleep(LOOK)

    threading.Thread(target=look, name="daily", daemon=True).start()
