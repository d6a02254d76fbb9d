"""An edition as one file: ``application/json``, the same bytes for the same version everywhere."""

from __future__ import annotations

import json
from typing import Any

from marshmallow import RAISE, Schema, fields
from marshmallow.validate import Equal, Length, OneOf

from companion.editions.service import MOST_NAME, check_record
from companion.games import GAMES
from companion.store.models import Edition, EditionVersion
from companion.tables.schemas import StrictInteger, load, parse_json

FORMAT = "pharaoh-table-companion/edition"
_PRINTED = [g.meta.slug for g in GAMES if any(option.printed for option in g.meta.options)]


class EditionFile(Schema):
    """The file: what it is, of which game, what it is called, who copied it, and the record."""

    class Meta:
        unknown = RAISE

    format = fields.String(required=True, validate=Equal(FORMAT))
    format_version = StrictInteger(required=True, validate=Equal(1))
    game = fields.String(required=True, validate=OneOf(_PRINTED))
    name = fields.String(required=True, validate=Length(min=1, max=MOST_NAME))
    by = fields.String(required=True, validate=Length(max=MOST_NAME))
    record = fields.Raw(required=True)


def dump_edition(edition: Edition, version: EditionVersion) -> bytes:
    """The file of a version."""
    told = {
        "format": FORMAT, "format_version": 1, "game": edition.slug, "name": edition.name,
        "by": version.by, "record": version.record,
    }  # fmt: skip
    return (json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def parse_edition(data: bytes | str) -> dict[str, Any]:
    """What a stranger's file says, its record checked; Malformed or Refused where it cannot be."""
    told: dict[str, Any] = load(EditionFile, parse_json(data), "file")
    check_record(told["game"], told["record"])
    return told
