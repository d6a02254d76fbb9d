"""What the API answers: the schemas of everything it tells."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import Schema
from marshmallow import fields as ma
from marshmallow.validate import OneOf

from companion.api.requests import MOVES, about, record_of
from companion.engine.log import KINDS
from companion.tables.opening import MODES


class ResponseSchema(Schema):
    """What the API gives: every field is always there."""

    def on_bind_field(self, _field_name: str, field_obj: ma.Field[Any]) -> None:
        """No field of an answer is optional; one without a value is null."""
        field_obj.required = True


class RuleAgainst(ResponseSchema):
    """A rule that stands against a move."""

    code = ma.String()
    message = ma.String()
    rule = ma.String(allow_none=True)
    section = ma.String()
    at = ma.List(ma.String())
    overridable = ma.Boolean()


ALLOWED_WITH_IT = "What else stands against it: a ruling allows all of it."


class ErrorDetail(ResponseSchema):
    """Why an answer is not a yes."""

    kind = ma.String(validate=OneOf((
        "malformed", "not_yours", "missing", "stale", "differs", "refused", "too_many", "busy", "fault",
    )))  # fmt: skip
    code = ma.String(**about("Stable: ``<slug>.<reason>``, or ``table.<reason>``."))
    message = ma.String(**about("A sentence in the caller's language."))
    rule = ma.String(allow_none=True, **about("The section's title."))
    section = ma.String(allow_none=True, **about("Of the rules at hand."))
    at = ma.List(ma.String(), **about("The parts of the board it points at."))
    overridable = ma.Boolean(**about("Whether the table may rule otherwise."))
    besides = ma.List(ma.Nested(RuleAgainst), **about(ALLOWED_WITH_IT))
    version = ma.Integer(allow_none=True)

    class Meta:
        """A schema has ``fields`` of its own."""

        include: ClassVar[dict[str, Any]] = {
            "fields": ma.Dict(allow_none=True, **about("What is wrong in which field."))
        }


class ErrorResponse(ResponseSchema):
    """The shape of every error response."""

    error = ma.Nested(ErrorDetail)


class GameSummary(ResponseSchema):
    """A game in the list of games."""

    slug = ma.String()
    title = ma.String()
    seats = ma.List(ma.Integer(), **about("Fewest and most."))


class GameList(ResponseSchema):
    """The games."""

    games = ma.List(ma.Nested(GameSummary))


class OptionDescription(ResponseSchema):
    """A switch of the table."""

    name = ma.String()
    kind = ma.String(validate=OneOf(("flag", "choice", "number", "record")))
    default = ma.Raw(allow_none=True)
    choices = ma.List(ma.String())
    bounds = ma.List(ma.Integer(), **about("Lowest and highest number."))
    late = ma.Boolean(**about("May be set while the game runs."))
    modes = ma.List(ma.String())
    label = ma.String()
    help = ma.String()


class MoveDescription(ResponseSchema):
    """A kind of move."""

    move = ma.String()
    label = ma.String()
    schema = ma.String(**about("Its fields: the component of that name."))
    examples = ma.List(ma.Dict())


class MoveDescriptions(ResponseSchema):
    """The moves in either mode."""

    referee = ma.List(ma.Nested(MoveDescription))
    tally = ma.List(ma.Nested(MoveDescription))


class RuleSection(ResponseSchema):
    """A section of the rules at hand."""

    section = ma.String()
    title = ma.String()
    text = ma.String()


class GameDescription(GameSummary):
    """Everything about a game."""

    rules_version = ma.Integer()
    options = ma.List(ma.Nested(OptionDescription))
    moves = ma.Nested(MoveDescriptions)
    rules = ma.List(ma.Nested(RuleSection))


class ScorePart(ResponseSchema):
    """One part of a number."""

    label = ma.String()
    points = ma.Integer(allow_none=True)


class ScoreLineResponse(ResponseSchema):
    """One number of the score sheet; its parts add up to it."""

    category = ma.String()
    label = ma.String()
    points = ma.Integer(allow_none=True)
    section = ma.String()
    assumed = ma.Boolean(**about("Rests on a printed value nobody confirmed."))
    parts = ma.List(ma.Nested(ScorePart))


class SeatScore(ResponseSchema):
    """One seat's score sheet; without lines where it is hidden from the bearer."""

    seat = ma.Integer()
    name = ma.String()
    total = ma.Integer(allow_none=True)
    lines = ma.List(ma.Nested(ScoreLineResponse), allow_none=True)


class RankingStepResponse(ResponseSchema):
    """One step of the order of places: who was level before it and how it parted them."""

    criterion = ma.String()
    label = ma.String()
    section = ma.String()
    seats = ma.List(ma.Integer())
    values = ma.List(ma.String(**about("A question mark: not known yet.")))
    groups = ma.List(ma.List(ma.Integer()))
    tie_break = ma.Boolean(**about("Asked only of seats level on what counts."))
    message = ma.String()


class MissingNumber(ResponseSchema):
    """A number that nobody has entered yet."""

    code = ma.String()
    of = ma.String(**about("Which one: a tile, a colour."))
    seat = ma.Integer(allow_none=True, **about("Whose sheet tells it."))
    option = ma.String(allow_none=True, **about("The option that tells it."))
    label = ma.String()
    decides = ma.Boolean(**about("Whether the order of two seats hangs on it."))


class RankingResponse(ResponseSchema):
    """The places, level seats sharing one, and how they came about."""

    places = ma.List(ma.Integer(), **about("While not certain: the best place still possible."))
    winners = ma.List(ma.Integer(), **about("Empty until it is certain who wins, and if nobody does."))
    won = ma.List(ma.Boolean(allow_none=True), **about("By seat; null while not certain."))
    certain = ma.Boolean(**about("False while a deciding value is unknown."))
    possible_places = ma.List(
        ma.List(ma.Integer()),
        **about("Best and worst place of each seat, whatever the unknown values are."),
    )
    ahead = ma.List(
        ma.List(ma.Integer()), **about("Pairs of seats, the first before the second for certain.")
    )
    level = ma.List(ma.List(ma.Integer()), **about("Pairs that share a place for certain."))
    nobody_wins = ma.Boolean()
    missing = ma.List(ma.Nested(MissingNumber))
    message = ma.String(**about("Who wins, as far as it is certain."))
    steps = ma.List(ma.Nested(RankingStepResponse))


class CountedSheets(ResponseSchema):
    """Sheets counted."""

    seats = ma.List(ma.Nested(SeatScore))
    ranking = ma.Nested(RankingResponse, allow_none=True)


class RecordedPlaySummary(ResponseSchema):
    """A recorded play."""

    slug = ma.String()
    name = ma.String()
    title = ma.String()


class RecordedPlayList(ResponseSchema):
    """The recorded plays."""

    plays = ma.List(ma.Nested(RecordedPlaySummary))


class RecordedPlayPosition(RecordedPlaySummary):
    """A recorded play after some of its entries, as a viewer sees it."""

    mode = ma.String(validate=OneOf(MODES))
    names = ma.List(ma.String())
    steps = ma.Integer()
    step = ma.Integer()
    view = ma.Dict()
    ended = ma.Boolean()
    seats = ma.List(ma.Nested(SeatScore))
    ranking = ma.Nested(RankingResponse, allow_none=True)


class SeatLink(ResponseSchema):
    """A link to a table; ``secret`` is the bearer token and is shown once."""

    code = ma.String()
    secret = ma.String()


class Rematch(ResponseSchema):
    """The next table; the secret only for who asked first."""

    code = ma.String()
    secret = ma.String(allow_none=True)


class BearerResponse(ResponseSchema):
    """Who the bearer is."""

    role = ma.String(validate=OneOf(("host", "seat", "viewer")))
    seat = ma.Integer(allow_none=True)


class AwaitingResponse(ResponseSchema):
    """Whom the table waits for."""

    seats = ma.List(ma.Integer())
    also = ma.List(ma.Integer(), **about("May enter too, but need not."))
    moves = ma.List(ma.String())
    message = ma.String()


class AgreementResponse(ResponseSchema):
    """The count that waits: it lays open what is hidden once every seat with a phone has entered one."""

    agreed = ma.List(ma.Integer(), **about("-1 is a host without a seat."))
    missing = ma.List(ma.Integer())


class EndingResponse(ResponseSchema):
    """Why it is over."""

    code = ma.String()
    section = ma.String()
    message = ma.String()


class InvalidEntryResponse(ResponseSchema):
    """An entry that no longer stands; the first halts the table."""

    seq = ma.Integer()
    code = ma.String()
    message = ma.String()


class TableResponse(ResponseSchema):
    """A table as one link may see it."""

    code = ma.String()
    game = ma.String()
    mode = ma.String(validate=OneOf(MODES))
    counting = ma.Boolean(**about("Sheets are filled in by hand now."))
    version = ma.Integer()
    started = ma.Boolean(**about("Its people have left the lobby."))
    names = ma.List(ma.String())
    you = ma.Nested(BearerResponse)
    free_seats = ma.List(ma.Integer())
    options = ma.Dict(**about("As they are in force."))
    awaiting = ma.Nested(AwaitingResponse, allow_none=True)
    agreement = ma.Nested(AgreementResponse, allow_none=True)
    ending = ma.Nested(EndingResponse, allow_none=True)
    undo = ma.Integer(allow_none=True, **about("The entry an undo takes back."))
    redo = ma.Integer(allow_none=True, **about("The entry a redo puts back."))
    fallen = ma.List(ma.Nested(InvalidEntryResponse))
    view = ma.Dict(**about("The state as this seat may see it, by game."))


class LegalMove(ResponseSchema):
    """A move and its fields."""

    move = ma.String()
    data = record_of(MOVES)


class LegalMoves(ResponseSchema):
    """What a seat could enter now."""

    version = ma.Integer()
    seat = ma.Integer(allow_none=True)
    moves = ma.List(ma.Nested(LegalMove))


class EntryResponse(ResponseSchema):
    """What an entry became."""

    seq = ma.Integer()
    version = ma.Integer()
    repeated = ma.Boolean(**about("The key was known: nothing was written."))
    confirmed = ma.Boolean(**about("Another phone had entered the same fact."))


class RefusalResponse(RuleAgainst):
    """Why the rules say no."""

    besides = ma.List(ma.Nested(RuleAgainst), **about(ALLOWED_WITH_IT))


class MoveVerdict(ResponseSchema):
    """Whether a move would be allowed now."""

    allowed = ma.Boolean()
    refusal = ma.Nested(RefusalResponse, allow_none=True)
    warnings = ma.List(ma.Nested(RefusalResponse), **about("Worth a word though it is allowed."))
    preview = ma.List(ma.String(), **about("What would come of it, where foretold."))


class ScoreChangeResponse(ResponseSchema):
    """What one entry did to one number."""

    seat = ma.Integer()
    category = ma.String()
    seq = ma.Integer()
    before = ma.Integer(allow_none=True)
    after = ma.Integer(allow_none=True)


class ScoresResponse(ResponseSchema):
    """The score sheet, the places, and what made each number."""

    version = ma.Integer()
    final = ma.Boolean()
    seats = ma.List(ma.Nested(SeatScore))
    ranking = ma.Nested(RankingResponse, allow_none=True)
    may_begin = ma.List(ma.Integer(), **about("After the end: who may begin the next play."))
    changes = ma.List(ma.Nested(ScoreChangeResponse))


class RulesResponse(ResponseSchema):
    """The rules at hand, and the switches this table plays with."""

    game = ma.String()
    rules_version = ma.Integer()
    options = ma.Dict()
    rules = ma.List(ma.Nested(RuleSection))


class FreeSeats(ResponseSchema):
    """Seats that anybody with the code may take."""

    free_seats = ma.List(ma.Integer())


class DoneResponse(ResponseSchema):
    """What was asked for is done."""

    ended = ma.Boolean()


class LogEntry(ResponseSchema):
    """An entry as the bearer may read it."""

    seq = ma.Integer()
    kind = ma.String(validate=OneOf(tuple(KINDS)))
    seat = ma.Integer()
    by = ma.Integer(**about("The seat whose device entered it; -1: the host."))
    device = ma.String()
    at = ma.Integer(**about("Seconds since 1970, UTC."))
    move = ma.String(allow_none=True)
    data = ma.Dict(**about("Hidden things are null."))
    of = ma.Integer()
    text = ma.String()
    in_force = ma.Boolean()
    amended = ma.Boolean()
    allowed = ma.Boolean()
    message = ma.String()
    overruled = ma.List(
        ma.Nested(RuleAgainst), **about("All that a ruling allowed; empty while anything is hidden.")
    )


class LogResponse(ResponseSchema):
    """The log, newest last."""

    version = ma.Integer()
    entries = ma.List(ma.Nested(LogEntry))
