"""A result as CSV rows, one for each seat and category."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone

from companion.exports.result import Result
from companion.language.i18n import has_decimal_comma

Row = tuple[object, ...]


def iterate_result_rows(result: Result, began: datetime) -> Iterable[Row]:
    """Yield a header row, then a row for each score line and each total. ``began`` is in local time."""
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
        won = result.has_won(seat)
        yield (
            *start, "total", score["total"], result.place(seat), None if won is None else int(won),
            int(seat == result.first), *end,
        )  # fmt: skip


def format_utc_offset(moment: datetime) -> str:
    """Return the UTC offset of a time, such as ``UTC+01:00``."""
    return str(timezone(moment.utcoffset() or timedelta()))


def format_csv(lines: Iterable[Row], delimiter: str = ",") -> str:
    """Return rows as CSV text. Cells that a spreadsheet would read as a formula are escaped."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n")
    for row in lines:
        writer.writerow([escape_formula(cell) for cell in row])
    return buffer.getvalue()


def format_csv_for_spreadsheet(lines: Iterable[Row]) -> str:
    """Return rows as CSV text that a spreadsheet in the reader's language opens correctly."""
    return "\N{BYTE ORDER MARK}" + format_csv(lines, ";" if has_decimal_comma() else ",")


def escape_formula(cell: object) -> object:
    """Return a cell so that no spreadsheet reads it as a formula. None becomes an empty string.

    >>> escape_formula("=1+1")
    "'=1+1"
    """
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t"):
        return "'" + cell
    return "" if cell is None else cell
