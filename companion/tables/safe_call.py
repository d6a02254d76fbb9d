"""Parts of a page that it can do without: a fault in one of them must not cost the page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from companion.tables.errors import TableError

_logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


def call_or_none(
    table_id: int, entry: int, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
) -> T | None:
    """Return what ``work`` returns, or None where it fails. The fault is logged with table and entry.

    A TableError passes through: it is an answer to whoever asks, and no fault.
    """
    try:
        return work(*args, **kwargs)
    except TableError:
        raise
    except Exception:
        _logger.exception("table %s, entry %s: a part of the page is left out", table_id, entry)
        return None
