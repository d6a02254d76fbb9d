"""What the API answers about editions and groups."""

from __future__ import annotations

from marshmallow import fields as ma

from companion.api.responses import ResponseSchema


class EditionLinkResponse(ResponseSchema):
    """An edition's link; ``edition`` is the secret of its addresses."""

    edition = ma.String()
    version = ma.Integer()


class EditionVersionResponse(ResponseSchema):
    """One state of an edition."""

    version = ma.Integer()
    by = ma.String()


class EditionResponse(ResponseSchema):
    """What a box prints, as its owner copied it."""

    game = ma.String()
    name = ma.String()
    version = ma.Integer()
    record = ma.Raw()
    versions = ma.List(ma.Nested(EditionVersionResponse))


class GroupLink(ResponseSchema):
    """A group's link; ``group`` is the secret of its addresses."""

    group = ma.String()


class PersonResponse(ResponseSchema):
    """Somebody a group remembers."""

    person = ma.Integer()
    name = ma.String()


class PlayedTableResponse(ResponseSchema):
    """A table of a group; the result once it is over."""

    table = ma.Integer()
    code = ma.String()
    game = ma.String()
    opened = ma.String()
    names = ma.List(ma.String())
    result = ma.Dict(allow_none=True)


class PersonalRecordResponse(ResponseSchema):
    """How one person did at one game."""

    game = ma.String()
    name = ma.String()
    plays = ma.Integer()
    wins = ma.Integer()
    average = ma.Float(allow_none=True)
    best = ma.Integer(allow_none=True)
    begun = ma.Integer(metadata={"description": "Plays begun by this person."})
    begun_won = ma.Integer()


class LibraryEntry(ResponseSchema):
    """An edition of a group's library; its link goes through the group's."""

    edition = ma.String()
    game = ma.String()
    name = ma.String()


class GroupResponse(ResponseSchema):
    """A group: people, tables, statistics, editions."""

    name = ma.String()
    people = ma.List(ma.Nested(PersonResponse))
    tables = ma.List(ma.Nested(PlayedTableResponse))
    statistics = ma.List(ma.Nested(PersonalRecordResponse))
    editions = ma.List(ma.Nested(LibraryEntry))
