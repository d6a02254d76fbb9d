"""What callers send: the schemas of bodies and queries."""

from __future__ import annotations

from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema
from marshmallow import fields as ma
from marshmallow.validate import Length, OneOf, Range, Regexp

from companion.engine.game import MOST_SEATS
from companion.engine.log import KINDS
from companion.games import GAMES, TALLIES
from companion.tables.opening import MODES
from companion.tables.schemas import StrictInteger, schema_of
from companion.tables.writing import MOST_NOTE

_MOST = 10**6
_SEAT = Range(0, MOST_SEATS - 1)


def _schemas(kinds: list[type]) -> list[type[Schema]]:
    return list(dict.fromkeys(map(schema_of, kinds)))


SHEETS = _schemas([game.scoring.sheet for game in GAMES])
MOVES = _schemas([kind for game in (*GAMES, *TALLIES.values()) for kind in game.moves])
"""The sheets are among them: a tally enters them."""


def about(text: str) -> dict[str, Any]:
    """What the document says of a field."""
    return {"metadata": {"description": text}}


def record_of(shapes: list[type[Schema]], **more: Any) -> ma.Dict:
    """A JSON object, documented as one of the shapes; which one, the game's own schema judges."""
    shown = [{"$ref": f"#/components/schemas/{shape.__name__}"} for shape in shapes]
    fields = ma.Raw(allow_none=True)
    return ma.Dict(keys=ma.String(), values=fields, metadata={"anyOf": shown}, **more)


def _options() -> ma.Dict:
    return ma.Dict(
        keys=ma.String(),
        values=ma.Raw(allow_none=True),
        load_default=dict,
        **about("By name; those left out have their defaults (GET /games/{slug})."),
    )


class RequestSchema(Schema):
    """What a caller sends: unknown fields are refused."""

    class Meta:
        unknown = RAISE


class OpenTable(RequestSchema):
    """A table to open."""

    game = ma.String(required=True, validate=Length(max=32))
    mode = ma.String(load_default="referee", validate=OneOf(MODES))
    seats = ma.List(
        ma.String(validate=Length(max=40)),
        required=True,
        validate=Length(min=1, max=MOST_SEATS),
        **about("The names, clockwise."),
    )
    first = StrictInteger(load_default=0, validate=_SEAT)
    options = _options()
    group = ma.String(load_default="", validate=Length(max=64))
    host_sits = ma.Boolean(load_default=True, **about("Whether the host sits on seat 0."))
    lobby = ma.Boolean(
        load_default=False, **about("Wait for the people; seats without a name are for whoever comes.")
    )


class NewEntry(RequestSchema):
    """An entry for the log. ``data`` are the fields of the move."""

    kind = ma.String(load_default="move", validate=OneOf(tuple(KINDS)))
    key = ma.String(
        validate=[Length(min=8, max=64), Regexp(r"^[!-~]+\Z")],
        **about("Made by the client for each intention; or in Idempotency-Key."),
    )
    seat = StrictInteger(load_default=-1, validate=Range(-1, MOST_SEATS - 1))
    move = ma.String(load_default=None, allow_none=True, validate=Length(max=32))
    data = record_of(MOVES, load_default=dict)
    of = StrictInteger(
        load_default=0, validate=Range(0, _MOST), **about("The entry that an undo, redo or amend is about.")
    )
    allowed = ma.Boolean(
        load_default=False, **about("An amend whose move stands although the rules refuse it.")
    )
    option = ma.String(load_default="", validate=Length(max=40))
    value = ma.Raw(load_default=None, allow_none=True)
    text = ma.String(load_default="", validate=Length(max=MOST_NOTE))
    only_at = StrictInteger(
        load_default=None,
        allow_none=True,
        validate=Range(0, _MOST),
        **about("Judge against this version only; answered 409 if it is gone."),
    )
    seen = StrictInteger(
        load_default=None,
        allow_none=True,
        validate=Range(0, _MOST),
        **about("The version shown, to recognise one fact entered twice."),
    )


class MoveQuestion(RequestSchema):
    """A move to ask about; nothing is entered."""

    seat = StrictInteger(required=True, validate=_SEAT)
    move = ma.String(required=True, validate=Length(max=32))
    data = record_of(MOVES, load_default=dict)


class TakeSeat(RequestSchema):
    """A free seat to take, or none to watch."""

    seat = StrictInteger(load_default=None, allow_none=True, validate=_SEAT)
    name = ma.String(load_default="", validate=Length(max=40))
    shown = ma.String(
        load_default=None,
        allow_none=True,
        **about(
            "The name that stood at the seat when it was chosen, empty at a free seat of the"
            " lobby: where another stands there now, nobody is seated (403)."
        ),
    )


class NameSeat(RequestSchema):
    """What somebody is called."""

    name = ma.String(required=True, validate=Length(max=40))


class PlaySettings(RequestSchema):
    """How a table in its lobby will play: what is left out stays as it is."""

    options = _options()
    first = StrictInteger(load_default=None, allow_none=True, validate=_SEAT)


class OpenRematch(Schema):
    """Who begins the rematch. Without a body it is whom the game's rule names."""

    class Meta:
        unknown = EXCLUDE

    first = StrictInteger(load_default=None, allow_none=True, validate=_SEAT)


class CountSheets(RequestSchema):
    """Sheets to count without a table, in seat order."""

    options = _options()
    sheets = ma.List(record_of(SHEETS), required=True, validate=Length(min=1, max=MOST_SEATS))
    seats = StrictInteger(
        load_default=None, allow_none=True, validate=Range(1, MOST_SEATS),
        **about("How many played. By default as many as there are sheets; where those"
                  " are fewer than can play, what could be true at any table stands."),
    )  # fmt: skip


class QuerySchema(Schema):
    """What stands behind the question mark: the rest is ignored."""

    class Meta:
        unknown = EXCLUDE


class SeatQuery(QuerySchema):
    """Whose moves."""

    seat = StrictInteger(load_default=None, validate=_SEAT, **about("Else the bearer's own seat."))


MOST_TOLD = 5_000
"""Entries of a log told at once."""


class LogQuery(QuerySchema):
    """Which entries; without any of it, the whole log of a game."""

    before = StrictInteger(
        load_default=None, validate=Range(1, _MOST), **about("Only entries with smaller numbers.")
    )
    limit = StrictInteger(
        load_default=MOST_TOLD,
        validate=Range(1, MOST_TOLD),
        **about("At most so many, the newest of them."),
    )


class OpenTrial(RequestSchema):
    """Where a recorded play is to be gone on with."""

    step = StrictInteger(required=True, validate=Range(0, _MOST), **about("Entries played before."))


class StepQuery(QuerySchema):
    """How far a recorded play has come."""

    step = StrictInteger(
        load_default=None, validate=Range(0, _MOST), **about("Entries played; all of them if left out.")
    )


class Correction(RequestSchema):
    """A corrected record of an edition."""

    record = ma.Raw(required=True, **about("As in the edition's file."))
    by = ma.String(load_default="", validate=Length(max=40))


class NewGroup(RequestSchema):
    """A group to found."""

    name = ma.String(required=True, validate=Length(min=1, max=40))


class PlayedTableLink(RequestSchema):
    """A table that a group has played, with the link of somebody who enters there."""

    code = ma.String(required=True, validate=Length(max=40))
    secret = ma.String(required=True, validate=Length(max=200))


class EditionLink(RequestSchema):
    """An edition for a group's library."""

    link = ma.String(required=True, validate=Length(max=200))
