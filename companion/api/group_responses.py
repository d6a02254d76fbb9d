"""What the API answers about editions and groups."""

from __future__ import annotations

from marshmallow import fields as ma

from companion.api.requests import about
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
    begun = ma.Integer(**about("Plays begun by this person."))
    begun_won = ma.Integer()
    streak = ma.Integer(**about("The newest plays won one after another."))
    longest_streak = ma.Integer()


class WinsResponse(ResponseSchema):
    """How many tables of an evening somebody won; a shared win counts for each."""

    name = ma.String()
    wins = ma.Integer()


class EveningResponse(ResponseSchema):
    """The tables of one night, by their codes, the newest first."""

    day = ma.String()
    tables = ma.List(ma.String())
    wins = ma.List(ma.Nested(WinsResponse))


class BestPlayResponse(ResponseSchema):
    """The most points that anybody had in a play."""

    name = ma.String()
    points = ma.Integer()
    table = ma.String()


class ClosestPlayResponse(ResponseSchema):
    """The narrowest win."""

    margin = ma.Integer(**about("Points between the winner and the next; 0 where they were level."))
    table = ma.String()


class GameRecordsResponse(ResponseSchema):
    """The best and the closest play of a game; null where there is none."""

    game = ma.String()
    best = ma.Nested(BestPlayResponse, allow_none=True)
    closest = ma.Nested(ClosestPlayResponse, allow_none=True)


class LibraryEntry(ResponseSchema):
    """An edition of a group's library; its link goes through the group's."""

    edition = ma.String()
    game = ma.String()
    name = ma.String()


class GroupResponse(ResponseSchema):
    """A group: people, tables, evenings, statistics, records, editions."""

    name = ma.String()
    people = ma.List(ma.Nested(PersonResponse))
    tables = ma.List(ma.Nested(PlayedTableResponse))
    evenings = ma.List(ma.Nested(EveningResponse), **about("The newest first."))
    statistics = ma.List(ma.Nested(PersonalRecordResponse))
    records = ma.List(ma.Nested(GameRecordsResponse))
    editions = ma.List(ma.Nested(LibraryEntry))
