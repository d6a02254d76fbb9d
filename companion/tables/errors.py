"""The four answers that are not a yes. Raised here, told once by the web and once by the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Refusal
from companion.engine.words import FieldName


class TableError(Exception):
    """Something was asked that cannot be done; ``status`` is its HTTP status."""

    status = 400
    kind = "malformed"

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, object] = values


class Malformed(TableError):
    """Not an entry at all. ``fields`` says what is wrong where."""

    def __init__(self, fields: Mapping[str, Any], code: str = "table.malformed") -> None:
        super().__init__(code, fields=tuple(map(FieldName, fields)))
        self.fields = fields


class NotFound(TableError):
    """No such table, link or play."""

    status = 404
    kind = "missing"


class Forbidden(TableError):
    """There, but not for this link."""

    status = 403
    kind = "not_yours"


class Stale(TableError):
    """Asked to be judged against one version only, and the table has moved on."""

    status = 409
    kind = "stale"

    def __init__(self, asked: int, version: int) -> None:
        super().__init__("table.stale", asked=asked, version=version)
        self.version = version


class Conflict(TableError):
    """Two phones entered the same public fact, and not alike: the table picks."""

    status = 409
    kind = "differs"

    def __init__(self, seq: int, version: int) -> None:
        super().__init__("table.differs", entry=seq)
        self.seq = seq
        self.version = version


class Refused(TableError):
    """The rules say no."""

    status = 422
    kind = "refused"

    def __init__(self, refusal: Refusal, version: int) -> None:
        super().__init__(refusal.code, **refusal.values)
        self.refusal = refusal
        self.version = version


class Unavailable(TableError):
    """The database is away for a moment; the phone keeps the entry and asks again."""

    status = 503
    kind = "busy"
