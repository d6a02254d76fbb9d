"""What the API answers about a table's result and its way out: the schemas."""

from __future__ import annotations

from marshmallow import fields as ma

from companion.api.responses import ResponseSchema


class ResultResponse(ResponseSchema):
    """A result for other apps, spreadsheets and people."""

    play = ma.Dict(metadata={"description": "The fields of BG Stats' createPlay."})
    link = ma.String(
        allow_none=True,
        metadata={
            "description": "Opens BG Stats with the play filled in; null while it is not certain who won."
        },
    )
    summary = ma.String()
    csv = ma.String()


class RecordedPlayResponse(ResponseSchema):
    """A recorded play as TOML."""

    toml = ma.String()
