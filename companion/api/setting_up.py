"""What goes where on the real table before the first turn, and what of it is done."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import fields as ma
from marshmallow.validate import Length

from companion.api.operations import operation
from companion.api.requests import RequestSchema
from companion.api.responses import ResponseSchema
from companion.api.tables import current_table
from companion.engine.setting_up import SetUpStep, Where
from companion.services import table_cache
from companion.tables.phrases import Phrasebook
from companion.tables.setting_up import set_up_phrases, set_up_steps, tick
from companion.tables.state import TableState


class TickStep(RequestSchema):
    """A step that is done, or is not after all."""

    step = ma.String(required=True, validate=Length(max=40), metadata={"description": "Its mark."})
    done = ma.Boolean(load_default=True)


class PiecesResponse(ResponseSchema):
    """Pieces of a kind, and where they lie."""

    kind = ma.String()
    name = ma.String()
    count = ma.Integer(allow_none=True, metadata={"description": "null: as many as the box has."})
    where = ma.String(
        metadata={
            "description": "seat: so many for each; off: crossed off on each one's sheet.",
            "enum": list(get_args(Where)),
        }
    )


class SetUpStepResponse(ResponseSchema):
    """One thing to do. Its mark changes when what it says does; then it is to be done anew."""

    mark = ma.String()
    name = ma.String()
    title = ma.String()
    text = ma.String()
    rule = ma.String(metadata={"description": "The section of the rules at hand."})
    done = ma.Boolean()
    pieces = ma.List(ma.Nested(PiecesResponse))
    asks = ma.List(
        ma.String(), metadata={"description": "Options that are asked here: only the box knows."}
    )


class SetUpResponse(ResponseSchema):
    """What goes where before the first turn, for these players."""

    players = ma.List(ma.String())
    steps = ma.List(ma.Nested(SetUpStepResponse))


@operation("GET", "/tables/{code}/set-up", SetUpResponse)
def get_set_up(code: str) -> dict[str, Any]:
    """What goes where on the real table before the first turn, and what of it is done.

    In a lobby it is for those who are there.
    """
    table, _ = current_table(code)
    return _told(table)


@operation("POST", "/tables/{code}/set-up", SetUpResponse, body=TickStep)
def tick_step(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Tick a step off, or take the tick back; every phone shows it.

    Where no step has this mark any more, nothing happens.
    """
    table, member = current_table(code)
    tick(table, member, body["step"], done=body["done"])
    return _told(table_cache().load(table.id))


def _told(table: TableState) -> dict[str, Any]:
    phrases = set_up_phrases(table)
    steps = set_up_steps(table).items()
    return {
        "players": list(phrases.names),
        "steps": [_step(table, phrases, mark, step) for mark, step in steps],
    }


def _step(table: TableState, phrases: Phrasebook, mark: str, step: SetUpStep) -> dict[str, Any]:
    title, text = phrases.set_up_step(step)
    return {
        "mark": mark,
        "name": step.name,
        "title": title,
        "text": text,
        "rule": step.rule,
        "done": mark in table.ticks,
        "pieces": [
            {
                "kind": pieces.kind, "name": phrases.term(pieces.kind), "count": pieces.count,
                "where": pieces.where,
            }
            for pieces in step.pieces
            if pieces.count != 0
        ],
        "asks": [name for name in step.asks if name in table.options],
    }  # fmt: skip
