"""A table's result and its way out of here and in again."""

from __future__ import annotations

import json
from typing import Any

from companion.api.export_responses import Recorded, ResultTold
from companion.api.operations import operation
from companion.api.responses import Opened
from companion.api.tables import table_of
from companion.exports import bgstats, own_file
from companion.exports.own_file import MOST_BYTES, TableFile
from companion.exports.result import result_of
from companion.exports.summary import summary
from companion.exports.table_rows import table_rows
from companion.tables.reading import viewer_of


@operation("GET", "/tables/{code}/result", ResultTold)
def read_result(code: str) -> dict[str, Any]:
    """The result as the bearer may see it: for BG Stats, as text, as rows."""
    held, who = table_of(code)
    result = result_of(held, viewer_of(who))
    return {
        "play": bgstats.play(result),
        "link": bgstats.link(result),
        "summary": summary(result),
        "csv": table_rows(result),
    }


@operation("GET", "/tables/{code}/file", TableFile)
def read_table_file(code: str) -> dict[str, Any]:
    """The whole table as one file; 403 while something in it is hidden from the bearer."""
    held, who = table_of(code)
    told: dict[str, Any] = json.loads(own_file.written(held, viewer_of(who)))
    return told


@operation("GET", "/tables/{code}/recorded-play", Recorded)
def read_recorded_play(code: str) -> dict[str, Any]:
    """The table as a recorded play for this project's tests; 403 while something is hidden."""
    held, who = table_of(code)
    viewer = viewer_of(who)
    return {"toml": own_file.recorded_play(held, viewer, result_of(held, viewer))}


@operation(
    "POST", "/tables/import", Opened, body=TableFile, status=201, bearer=False, faults=(404, 422),
    limit="20 per minute", most_bytes=MOST_BYTES,
)  # fmt: skip
def bring_a_table_in(body: dict[str, Any]) -> dict[str, Any]:
    """The table that a file tells of, new or here already.

    The secret is the host's; for a table that was opened here it is a viewer's.
    """
    opened = own_file.bring_in(body, "API")
    return {"code": opened.code, "secret": opened.secret}
