"""A play as comma-separated rows: one for each seat and category, for any spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from companion.exports.result import Result

HEADER = (
    "play",
    "game",
    "date",
    "seat",
    "name",
    "category",
    "points",
    "place",
    "winner",
    "starter",
)


def rows(result: Result) -> Iterable[tuple[object, ...]]:
    """A row for each number a link may see, and one for each total.

    Place and winner are empty where they are not certain.
    """
    date = result.began.strftime("%Y-%m-%d %H:%M")
    for seat, told in enumerate(result.seats):
        start = (result.id, result.meta.slug, date, seat + 1, told["name"])
        for line in told["lines"] or ():
            yield (*start, line["category"], line["points"], "", "", "")
        won = result.winner(seat)
        yield (
            *start, "total", told["total"], result.place(seat), None if won is None else int(won),
            int(seat == result.first),
        )  # fmt: skip


def result_csv(result: Result) -> str:
    """The whole text, header first. A leading = + - @ in a name is quoted against spreadsheets."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    write.writerow(HEADER)
    for row in rows(result):
        write.writerow([escape_formula(cell) for cell in row])
    return out.getvalue()


def escape_formula(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula; nothing for None."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t"):
        return "'" + cell
    return "" if cell is None else cell
