"""The shapes of the API: what it takes and what it gives. Moves' shapes are read off the games."""

from __future__ import annotations

from marshmallow import RAISE, Schema
from marshmallow import fields as ma
from marshmallow.validate import Length, OneOf, Range

from companion.tables.opening import MODES
from companion.tables.schemas import Whole
from companion.tables.writing import KINDS, MOST_NOTE


class Strict(Schema):
    """Unknown fields are refused."""

    class Meta:
        unknown = RAISE


class OpenTable(Strict):
    """A table to open."""

    game = ma.String(required=True, validate=Length(max=32))
    mode = ma.String(load_default="referee", validate=OneOf(MODES))
    seats = ma.List(ma.String(validate=Length(max=40)), required=True, validate=Length(min=1, max=8))
    first = Whole(load_default=0, validate=Range(0, 7))
    options = ma.Dict(keys=ma.String(), values=ma.Raw(), load_default=dict)
    host_sits = ma.Boolean(load_default=True)


class NewEntry(Strict):
    """An entry for the log. ``data`` are the fields of the move."""

    kind = ma.String(load_default="move", validate=OneOf(KINDS))
    key = ma.String(validate=Length(min=8, max=64))
    seat = Whole(load_default=-1, validate=Range(-1, 7))
    move = ma.String(load_default=None, allow_none=True, validate=Length(max=32))
    data = ma.Dict(keys=ma.String(), values=ma.Raw(), load_default=dict)
    of = Whole(load_default=0, validate=Range(0, 10**6))
    allowed = ma.Boolean(load_default=False)
    option = ma.String(load_default="", validate=Length(max=40))
    value = ma.Raw(load_default=None, allow_none=True)
    text = ma.String(load_default="", validate=Length(max=MOST_NOTE))
    only_at = Whole(load_default=None, allow_none=True, validate=Range(0, 10**6))
    seen = Whole(load_default=None, allow_none=True, validate=Range(0, 10**6))


class Question(Strict):
    """A move to ask about; nothing is entered."""

    seat = Whole(required=True, validate=Range(0, 7))
    move = ma.String(required=True, validate=Length(max=32))
    data = ma.Dict(keys=ma.String(), values=ma.Raw(), load_default=dict)


class SitDown(Strict):
    """A free seat to take, or none to watch."""

    seat = Whole(load_default=None, allow_none=True, validate=Range(0, 7))
    name = ma.String(load_default="", validate=Length(max=40))


class CountSheets(Strict):
    """Sheets to count without a table, in seat order."""

    options = ma.Dict(keys=ma.String(), values=ma.Raw(), load_default=dict)
    sheets = ma.List(
        ma.Dict(keys=ma.String(), values=ma.Raw()), required=True, validate=Length(min=1, max=8)
    )


class Fault(Schema):
    """The one shape of every answer that is not a yes."""

    kind = ma.String(required=True)
    code = ma.String(required=True)
    message = ma.String(required=True)
    rule = ma.String(allow_none=True)
    section = ma.String(allow_none=True)
    at = ma.List(ma.String())
    overridable = ma.Boolean()
    fields = ma.Raw(allow_none=True)  # type: ignore[assignment]
    version = ma.Integer(allow_none=True)


class Faulty(Schema):
    """An answer that is not a yes."""

    error = ma.Nested(Fault, required=True)


class Opened(Schema):
    """A link to a table; ``secret`` is the bearer token and is shown once."""

    code = ma.String(required=True)
    secret = ma.String(required=True)
    version = ma.Integer()


class Entered(Schema):
    """What an entry became."""

    seq = ma.Integer(required=True)
    version = ma.Integer(required=True)
    repeated = ma.Boolean(required=True)
    confirmed = ma.Boolean(required=True)


class Anything(Schema):
    """A JSON object whose shape depends on the game."""

    class Meta:
        additional_properties = True
