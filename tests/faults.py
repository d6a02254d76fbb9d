"""Lets the database fail, as on a full disk."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from companion.store import db


@contextmanager
def failing_statements(app: Flask, statement: str) -> Iterator[None]:
    """Let each such statement fail during the block, named as in a trigger, such as ``INSERT ON entry``."""
    trigger = f"CREATE TRIGGER fails BEFORE {statement} BEGIN SELECT RAISE(ABORT, 'disk'); END"
    for sql in (trigger, "DROP TRIGGER fails"):
        with app.app_context(), db.engine.begin() as connection:
            connection.exec_driver_sql(sql)
        if sql == trigger:
            yield
