"""SQL through the database's driver, for the queries of every entry. Connections come from SQLAlchemy's
pool.

SQLAlchemy Core would need a sixth more CPU per entry (``python -m bench entry``).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from companion.store.models import db
from companion.store.write_errors import clear_last_error, store_error


class Statement:
    """SQL with named parameters (``:name``), compiled once for each database."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._compiled: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def rows(self, **values: Any) -> list[Any]:
        """Return the rows of a query as tuples. Nothing is committed."""
        return _run_statement(self, values, write=False)

    def write(self, **values: Any) -> None:
        """Run and commit. Raise IntegrityError if a constraint is violated."""
        _run_statement(self, values, write=True)

    def compile(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        """Return the SQL for a database dialect, and the order of its parameters if they are positional."""
        result = self._compiled.get(dialect.name)
        if result is None:
            query: Any = text(self._sql).compile(dialect=dialect)
            order = tuple(query.positiontup) if query.positional else None
            result = self._compiled[dialect.name] = (str(query), order)
        return result


def _run_statement(statement: Statement, values: dict[str, Any], *, write: bool) -> list[Any]:
    engine = db.engine
    driver: Any = engine.dialect.loaded_dbapi
    sql, order = statement.compile(engine.dialect)
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
            engine.dispose()  # the other connections in the pool are lost as well
        sql_error = DBAPIError.instance(sql, None, error, driver.Error, dialect=engine.dialect)
        raise sql_error if isinstance(sql_error, IntegrityError) else store_error(error) from error
    except TimeoutError as error:  # all connections are in use
        raise store_error(error) from error
    finally:
        if connection:
            connection.close()
    return rows
