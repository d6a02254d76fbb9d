"""What the API answers about editions and groups."""

from __future__ import annotations

from marshmallow import fields as ma

from companion.api.responses import Told


class Kept(Told):
    """An edition's link; ``edition`` is the secret of its addresses."""

    edition = ma.String()
    version = ma.Integer()


class VersionTold(Told):
    """One state of an edition."""

    version = ma.Integer()
    by = ma.String()


class KeptEdition(Told):
    """What a box prints, as its owner copied it."""

    game = ma.String()
    name = ma.String()
    version = ma.Integer()
    record = ma.Raw()
    versions = ma.List(ma.Nested(VersionTold))


class GroupLink(Told):
    """A group's link; ``group`` is the secret of its addresses."""

    group = ma.String()


class PersonTold(Told):
    """Somebody a group remembers."""

    person = ma.Integer()
    name = ma.String()


class PlayedTold(Told):
    """A table of a group; the result once it is over."""

    table = ma.Integer()
    code = ma.String()
    game = ma.String()
    opened = ma.String()
    names = ma.List(ma.String())
    result = ma.Dict(allow_none=True)


class RecordTold(Told):
    """How one person did at one game."""

    game = ma.String()
    name = ma.String()
    plays = ma.Integer()
    wins = ma.Integer()
    average = ma.Float(allow_none=True)
    best = ma.Integer(allow_none=True)
    begun = ma.Integer(metadata={"description": "Plays begun by this person."})
    begun_won = ma.Integer()


class LibraryTold(Told):
    """An edition of a group's library; its link goes through the group's."""

    edition = ma.String()
    game = ma.String()
    name = ma.String()


class GroupTold(Told):
    """A group: people, tables, statistics, editions."""

    name = ma.String()
    people = ma.List(ma.Nested(PersonTold))
    tables = ma.List(ma.Nested(PlayedTold))
    statistics = ma.List(ma.Nested(RecordTold))
    editions = ma.List(ma.Nested(LibraryTold))
