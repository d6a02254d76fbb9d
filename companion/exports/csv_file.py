"""A play as rows: one for each seat and category, for any spreadsheet or program."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone

from companion.exports.result import Result
from companion.language.i18n import has_decimal_comma

Row = tuple[object, ...]


def result_rows(result: Result, began: datetime) -> Iterable[Row]:
    """A head, then a row for each number a link may see, and one for each total; the beginning in its zone.

    Place (the rank) and winner are empty where they are not certain. The location is where it was played.
    """
    yield (
        "play", "game", "date", "seat", "name", "category", "points", "place", "winner", "starter", "zone",
        "title", "location",
    )  # fmt: skip
    date = f"{began:%Y-%m-%d %H:%M}"
    end = format_utc_offset(began), result.meta.title, result.location
    for seat, score in enumerate(result.seats):
        start = (result.id, result.meta.slug, date, seat + 1, score["name"])
        for line in score["lines"] or ():
            yield (*start, line["category"], line["points"], "", "", "", *end)
        won = result.winner(seat)
        yield (
            *start, "total", score["total"], result.place(seat), None if won is None else int(won),
            int(seat == result.first), *end,
        )  # fmt: skip


def format_utc_offset(moment: datetime) -> str:
    """How far a moment's zone is from UTC, as ``UTC+01:00``."""
    return str(timezone(moment.utcoffset() or timedelta()))


def format_csv(lines: Iterable[Row], delimiter: str = ",") -> str:
    """The whole text, for programs. A leading = + - @ in a name is quoted against spreadsheets."""
    out = io.StringIO()
    write = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    for row in lines:
        write.writerow([escape_formula(cell) for cell in row])
    return out.getvalue()


def format_spreadsheet(lines: Iterable[Row]) -> str:
    """The same as a spreadsheet in the reader's language opens it: it looks for a mark of the encoding, and
    for semicolons where commas part the digits of a number.
    """
    return "\N{BYTE ORDER MARK}" + format_csv(lines, ";" if has_decimal_comma() else ",")


def escape_formula(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula; nothing for None."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t"):
        return "'" + cell
    return "" if cell is None else cell
