"""What the API answers about a table's log: the schemas."""

from __future__ import annotations

from marshmallow import fields as ma
from marshmallow.validate import OneOf

from companion.api.responses import ResponseSchema, RuleAgainst
from companion.engine.log import KINDS


class LogEntry(ResponseSchema):
    """An entry as the bearer may read it."""

    seq = ma.Integer()
    kind = ma.String(validate=OneOf(tuple(KINDS)))
    seat = ma.Integer()
    by = ma.Integer(metadata={"description": "The seat whose device entered it; -1: the host."})
    device = ma.String()
    at = ma.Integer(metadata={"description": "Seconds since 1970, UTC."})
    move = ma.String(allow_none=True)
    data = ma.Dict(metadata={"description": "Hidden things are null."})
    of = ma.Integer()
    text = ma.String()
    in_force = ma.Boolean()
    amended = ma.Boolean()
    allowed = ma.Boolean()
    message = ma.String()
    overruled = ma.List(
        ma.Nested(RuleAgainst),
        metadata={"description": "All that a ruling allowed; empty while anything is hidden."},
    )


class LogResponse(ResponseSchema):
    """The log, newest last."""

    version = ma.Integer()
    entries = ma.List(ma.Nested(LogEntry))
