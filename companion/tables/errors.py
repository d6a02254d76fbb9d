"""Errors of the table service. Pages and API each turn them into responses in one place."""

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from companion.engine.game import Refusal
from companion.engine.words import FieldName, NumberFieldName


class TableError(Exception):
    """A request that cannot be carried out.

    ``status`` is the HTTP status of the response, and ``kind`` tells phones how to react. ``code`` is the
    key of the sentence that the user reads, and ``values`` are the values in the sentence.
    """

    status = 400
    kind = "malformed"
    version: int | None = None
    """The version of the table when the error occurred, if it matters."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, object] = values


_HTTP_ERRORS: Mapping[int, tuple[str, str]] = {
    404: ("table.no_such_page", "missing"),
    405: ("table.method", "malformed"),
    408: ("table.too_slow", "busy"),
    412: ("table.another_version", "stale"),
    413: ("table.too_large", "malformed"),
    429: ("table.too_many", "too_many"),
}


def http_error(status: int) -> TableError:
    """Return a TableError for an error status of HTTP, such as 404 (no such page) or 413 (too large)."""
    code, kind = _HTTP_ERRORS.get(status, ("table.fault", "fault" if status >= 500 else "malformed"))
    error = TableError(code)
    error.status, error.kind = status, kind
    return error


class Malformed(TableError):
    """The request cannot be parsed (400).

    ``fields`` maps each wrong field to the reasons, and ``limits`` maps number fields to (lowest, highest).
    """

    def __init__(
        self,
        fields: Mapping[str, Any],
        code: str = "table.malformed",
        limits: Mapping[str, tuple[int, int]] = MappingProxyType({}),
    ) -> None:
        names = (
            NumberFieldName(name, *limits[name]) if name in limits else FieldName(name)
            for name in sorted(fields)
        )
        super().__init__(code, fields=tuple(names))
        self.fields = fields


class NotFound(TableError):
    """A table, link, group or other thing that the request names does not exist (404)."""

    status = 404
    kind = "missing"


class Forbidden(TableError):
    """The sender is not allowed to do this at the table (403)."""

    status = 403
    kind = "not_yours"


class Stale(TableError):
    """The request is valid only for the table's version ``requested``, but the table has changed (409)."""

    status = 409
    kind = "stale"

    def __init__(self, requested: int, version: int) -> None:
        super().__init__("table.stale", asked=requested, version=version)
        self.version = version


class Contested(TableError):
    """An entry queued offline is refused: other phones made the entries ``seqs`` meanwhile (409)."""

    status = 409
    kind = "contested"

    def __init__(self, seqs: frozenset[int]) -> None:
        super().__init__("table.contested")
        self.seqs = seqs


class Conflict(TableError):
    """Two phones entered the same fact, such as a roll of dice, with different values (409).

    ``seq`` is the number of the earlier entry, and ``seat`` is the seat that the fact is about.
    """

    status = 409
    kind = "differs"

    def __init__(self, seq: int, version: int, seat: int) -> None:
        super().__init__("table.differs", entry=seq)
        self.seq = seq
        self.version = version
        self.seat = seat


class Refused(TableError):
    """The rules forbid the entry (422). ``refusal`` has the reason."""

    status = 422
    kind = "refused"

    def __init__(self, refusal: Refusal, version: int) -> None:
        super().__init__(refusal.code, **refusal.values)
        self.refusal = refusal
        self.version = version


class NeedsConfirmation(TableError):
    """A newcomer has to confirm a legal move (422). The phone then sends the move again with ``sure``."""

    status = 422
    kind = "refused"


class Unavailable(TableError):
    """The server is busy or cannot store anything (503). The phone keeps its entry and tries again."""

    status = 503
    kind = "busy"


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
