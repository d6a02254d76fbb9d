"""Rows for programs and for spreadsheets; those of a play: one for each seat and category."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from companion.exports.result import Result
from companion.i18n import decimal, local


def play_rows(result: Result) -> Iterable[tuple[object, ...]]:
    """The header, a row for each number a link may see, and one for each total.

    Place and winner are None where they are not certain.
    """
    yield "play", "game", "date", "seat", "name", "category", "points", "place", "winner", "starter"
    for seat, told in enumerate(result.seats):
        start = (result.id, result.meta.slug, result.began, seat + 1, told["name"])
        for line in told["lines"] or ():
            yield (*start, line["category"], line["points"], "", "", "")
        won = result.winner(seat)
        yield (
            *start, "total", told["total"], result.place(seat), None if won is None else int(won),
            int(seat == result.first),
        )  # fmt: skip


def result_csv(result: Result) -> str:
    """A play for programs: separated by commas, its date in UTC."""
    return _text(play_rows(result), ",", lambda moment: f"{moment:%Y-%m-%d %H:%M}")


def spreadsheet(rows: Iterable[Sequence[object]]) -> str:
    """Rows as a spreadsheet of the reader's language opens them, each moment by the reader's clock.

    It knows UTF-8 by the mark at the beginning alone; where numbers have a comma, a semicolon parts cells.
    """
    separator = "," if "." in decimal(0.5) else ";"
    return "\ufeff" + _text(rows, separator, lambda moment: local(moment).isoformat(" ", "minutes"))


def _text(rows: Iterable[Sequence[object]], separator: str, dated: Callable[[datetime], str]) -> str:
    out = io.StringIO()
    write = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        write.writerow([dated(cell) if isinstance(cell, datetime) else _escaped(cell) for cell in row])
    return out.getvalue()


def _escaped(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell
