"""Plain SQL straight to the database's driver, for what every tap reads and writes. With SQLAlchemy Core a
whole tap takes a sixth more CPU (``python -m bench tap``). Connections come from SQLAlchemy's pool.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from companion.store.models import db
from companion.store.write_errors import clear_last_error, store_error


class Statement:
    """SQL with named values (``:name``), put into the words of a database once."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._said: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def rows(self, **values: Any) -> list[Any]:
        """What is found, as tuples. Nothing is kept of anything it writes."""
        return _run(self, values, write=False)

    def write(self, **values: Any) -> None:
        """Write a line for good; IntegrityError where it may not be."""
        _run(self, values, write=True)

    def compiled(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        """The text for a kind of database, and the order of its values where they have no names."""
        words = self._said.get(dialect.name)
        if words is None:
            compiled: Any = text(self._sql).compile(dialect=dialect)
            order = tuple(compiled.positiontup) if compiled.positional else None
            words = self._said[dialect.name] = (str(compiled), order)
        return words


def _run(statement: Statement, values: dict[str, Any], *, write: bool) -> list[Any]:
    engine = db.engine
    driver: Any = engine.dialect.loaded_dbapi
    sql, order = statement.compiled(engine.dialect)
    connection = None
    rows: list[Any] = []
    try:
        connection = engine.raw_connection()
        cursor = connection.cursor()
        cursor.execute(sql, values if order is None else [values[name] for name in order])
        if write:
            connection.commit()
            clear_last_error()
        else:
            rows = list(cursor.fetchall())
        cursor.close()
    except driver.Error as error:
        if connection and engine.dialect.is_disconnect(error, connection.dbapi_connection, None):
            connection.invalidate(error)
            engine.dispose()  # the others in the pool were cut as well
        fault = DBAPIError.instance(sql, None, error, driver.Error, dialect=engine.dialect)
        raise fault if isinstance(fault, IntegrityError) else store_error(error) from error
    except TimeoutError as error:  # all connections are lent
        raise store_error(error) from error
    finally:
        if connection:
            connection.close()
    return rows
