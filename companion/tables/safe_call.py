"""Leave out an optional part of a page if computing it fails."""

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from companion.tables.errors import TableError

_logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


def call_or_none(
    table_id: int, entry: int, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
) -> T | None:
    """Return ``function(*args, **kwargs)``, or None if it raises an exception other than TableError.

    Such an exception is logged with the ids of the table and the entry.
    """
    try:
        return function(*args, **kwargs)
    except TableError:
        raise
    except Exception:
        _logger.exception("table %s, entry %s: a part of the page is left out", table_id, entry)
        return None
