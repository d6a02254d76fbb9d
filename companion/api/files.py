"""Operations with files: editions (the numbers printed in one physical box), results, and whole tables."""

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from flask import request

from companion.api.operations import OPEN_TABLE_RATE, Name, SeatLink, operation
from companion.editions import service
from companion.exports import table_file
from companion.exports.result import (
    create_play_link,
    format_csv,
    format_summary,
    iterate_result_rows,
    make_play_fields,
    make_result,
)
from companion.exports.table_file import MAX_FILE_BYTES, TableFile
from companion.limits.rate_limits import count_import
from companion.services import tables
from companion.tables.links import Member
from companion.tables.state import TableState


class EditionLinkResponse(TypedDict):
    """The secret in the URLs of an edition, and the number of its newest version."""

    edition: str
    version: int


@operation("POST", "/editions", status=201, bearer=False, errors=(422,), limit=OPEN_TABLE_RATE)
def save_edition(body: Annotated[dict[str, Any], service.EditionFile]) -> EditionLinkResponse:
    """Store an edition. The body is a file that the page of an edition offers for download.

    Its ``record`` contains the printed numbers: for a pad, a list of sheets.
    """
    service.check_record(body["game"], body["record"])
    secret = service.create_edition(body["game"], body["name"], body["record"], body["by"])
    return {"edition": secret, "version": 1}


class EditionVersionResponse(TypedDict):
    version: int
    by: str


class EditionResponse(TypedDict):
    game: str
    name: str
    version: int
    record: Any
    versions: list[EditionVersionResponse]


@operation("GET", "/editions/{edition}", bearer=False)
def read_edition(edition: str) -> EditionResponse:
    """Read an edition: the newest version, and the author of each version that is still stored."""
    stored = service.get_edition(edition)
    newest = service.get_version(stored)
    return {
        "game": stored.slug,
        "name": stored.name,
        "version": newest.number,
        "record": newest.record,
        "versions": [{"version": v.number, "by": v.by} for v in stored.versions],
    }


@dataclass(frozen=True, slots=True)
class Correction:
    record: Annotated[Any, "As in the edition's file."]
    by: Name = ""


@operation("PUT", "/editions/{edition}", bearer=False, errors=(422,))
def correct_edition(edition: str, body: Correction) -> EditionLinkResponse:
    """Store a corrected record as the next version; tables keep the version they began with."""
    stored = service.get_edition(edition)
    service.check_record(stored.slug, body.record)
    return {"edition": edition, "version": service.add_version(stored, body.record, body.by)}


@operation("DELETE", "/editions/{edition}", bearer=False)
def remove_edition(edition: str) -> None:
    """Delete an edition for everybody. With the secret in a group's library, only that group loses it."""
    service.delete_edition(edition)


class ResultResponse(TypedDict):
    play: Annotated[dict[str, Any], "The fields of BG Stats' createPlay."]
    link: Annotated[
        str | None, "Opens BG Stats with the play filled in; null while it is not certain who won."
    ]
    summary: str
    csv: str


@operation("GET", "/tables/{code}/result")
def read_result(table: TableState, member: Member) -> ResultResponse:
    """Read the result as the client may see it: as a play for BG Stats, as text and as CSV."""
    result = make_result(tables().store, table, member.seat)
    return {
        "play": make_play_fields(result),
        "link": create_play_link(result),
        "summary": format_summary(table, result),
        "csv": format_csv(iterate_result_rows(result, result.began)),
    }


@operation("GET", "/tables/{code}/file")
def read_table_file(table: TableState, member: Member) -> Annotated[dict[str, Any], TableFile]:
    """Export the whole table as one file; 403 while something in it is hidden from the client."""
    table_file.require_nothing_hidden(table, member.seat)
    return table_file.make_table_file_data(tables().store, table)


class RecordedPlayResponse(TypedDict):
    toml: str


@operation("GET", "/tables/{code}/recorded-play")
def read_recorded_play(table: TableState, member: Member) -> RecordedPlayResponse:
    """Export the table as a recorded play in TOML; 403 while something in it is hidden from the client."""
    result = make_result(tables().store, table, member.seat)
    return {"toml": table_file.dump_recorded_play(tables().store, table, member.seat, result)}


@operation(
    "POST", "/tables/import", status=201, bearer=False, errors=(404, 422), limit="20 per minute",
    headers=(("Idempotency-Key", "A secret of the client's: sent again, it leads to the same link."),),
    max_bytes=MAX_FILE_BYTES,
)  # fmt: skip
def import_table(body: Annotated[dict[str, Any], TableFile]) -> SeatLink:
    """Import a table from its file, also if this server already has the table.

    The returned secret is the host's, or a viewer's if the table already has a host on this server.
    """
    count_import(request.content_length or 0)
    retry_secret = request.headers.get("Idempotency-Key", "")
    opened = table_file.import_table(tables(), body, "API", retry_secret=retry_secret)
    return {"code": opened.code, "secret": opened.secret}
