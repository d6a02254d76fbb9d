"""The errors of the table service, each with its HTTP status; web and API each render them in one place."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.engine.game import Refusal
from companion.engine.words import FieldName, NumberName


class TableError(Exception):
    """A request that cannot be carried out; ``status`` is its HTTP status."""

    status = 400
    kind = "malformed"
    version: int | None = None
    """At which the table stood, where that matters."""

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
    """A fault of HTTP itself, as an answer of that status."""
    code, kind = _HTTP_ERRORS.get(status, ("table.fault", "fault" if status >= 500 else "malformed"))
    answer = TableError(code)
    answer.status, answer.kind = status, kind
    return answer


class Malformed(TableError):
    """The request cannot be parsed (400); ``fields`` maps each field to what is wrong with it; they are
    named in alphabetical order, a number with its ``limits``."""

    def __init__(
        self,
        fields: Mapping[str, Any],
        code: str = "table.malformed",
        limits: Mapping[str, tuple[int, int]] = MappingProxyType({}),
    ) -> None:
        names = (
            NumberName(name, *limits[name]) if name in limits else FieldName(name)
            for name in sorted(fields)
        )
        super().__init__(code, fields=tuple(names))
        self.fields = fields


class NotFound(TableError):
    """There is no such table, link or recorded play (404)."""

    status = 404
    kind = "missing"


class Forbidden(TableError):
    """The thing exists, but this link has no right to it (403)."""

    status = 403
    kind = "not_yours"


class Stale(TableError):
    """The request names the version it applies to, and the table has a newer one (409)."""

    status = 409
    kind = "stale"

    def __init__(self, asked: int, version: int) -> None:
        super().__init__("table.stale", asked=asked, version=version)
        self.version = version


class Contested(TableError):
    """Of a run of entries made without a line: others went on meanwhile (409), with their ``seqs``."""

    status = 409
    kind = "contested"

    def __init__(self, seqs: frozenset[int]) -> None:
        super().__init__("table.contested")
        self.seqs = seqs


class Conflict(TableError):
    """Two phones entered the same public fact differently (409). ``seq`` is the earlier entry and
    ``seat`` whose move it is."""

    status = 409
    kind = "differs"

    def __init__(self, seq: int, version: int, seat: int) -> None:
        super().__init__("table.differs", entry=seq)
        self.seq = seq
        self.version = version
        self.seat = seat


class Refused(TableError):
    """The rules refuse the move (422); carries the ``Refusal``."""

    status = 422
    kind = "refused"

    def __init__(self, refusal: Refusal, version: int) -> None:
        super().__init__(refusal.code, **refusal.values)
        self.refusal = refusal
        self.version = version


class NeedsConfirmation(TableError):
    """The rules allow the move, and a newcomer is asked about it first (422); ``sure`` enters it."""

    status = 422
    kind = "refused"


class Unavailable(TableError):
    """The database does not answer at the moment (503); the phone keeps the entry and retries."""

    status = 503
    kind = "busy"
