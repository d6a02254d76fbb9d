"""Exports of a table's result, and export and import of a whole table."""

from typing import Annotated, Any, TypedDict

from flask import request

from companion.api.access import SeatLink, current_table
from companion.api.operations import operation
from companion.exports import bgstats, table_file
from companion.exports.csv_file import format_csv, result_rows
from companion.exports.result import format_summary, make_result
from companion.exports.table_file import MAX_FILE_BYTES, TableFile
from companion.limits.rate_limits import count_import
from companion.services import tables


class ResultResponse(TypedDict):
    play: Annotated[dict[str, Any], "The fields of BG Stats' createPlay."]
    link: Annotated[
        str | None, "Opens BG Stats with the play filled in; null while it is not certain who won."
    ]
    summary: str
    csv: str


@operation("GET", "/tables/{code}/result")
def read_result(code: str) -> ResultResponse:
    """Read the result as the bearer may see it: for BG Stats, as text and as CSV."""
    table, member = current_table(code)
    result = make_result(tables().store, table, member.seat)
    return {
        "play": bgstats.play_fields(result),
        "link": bgstats.create_play_link(result),
        "summary": format_summary(table, result),
        "csv": format_csv(result_rows(result, result.began)),
    }


@operation("GET", "/tables/{code}/file")
def read_table_file(code: str) -> Annotated[dict[str, Any], TableFile]:
    """Export the whole table as one file; 403 while something in it is hidden from the bearer."""
    table, member = current_table(code)
    table_file.require_nothing_hidden(table, member.seat)
    return table_file.make_table_data(tables().store, table)


class RecordedPlayResponse(TypedDict):
    toml: str


@operation("GET", "/tables/{code}/recorded-play")
def read_recorded_play(code: str) -> RecordedPlayResponse:
    """Export the table as a recorded play for this project's tests; 403 while something is hidden."""
    table, member = current_table(code)
    result = make_result(tables().store, table, member.seat)
    return {"toml": table_file.dump_recorded_play(tables().store, table, member.seat, result)}


@operation(
    "POST", "/tables/import", status=201, bearer=False, errors=(404, 422), limit="20 per minute",
    headers=(("Idempotency-Key", "A secret of the client's: sent again, it leads to the same link."),),
    max_bytes=MAX_FILE_BYTES,
)  # fmt: skip
def import_table(body: Annotated[dict[str, Any], TableFile]) -> SeatLink:
    """Import a table from its file; it may already exist here.

    The secret is the host's; for a table that already has a host here, it is a viewer's.
    """
    count_import(request.content_length or 0)
    retry_secret = request.headers.get("Idempotency-Key", "")
    opened = table_file.import_table(tables(), body, "API", retry_secret=retry_secret)
    return {"code": opened.code, "secret": opened.secret}
