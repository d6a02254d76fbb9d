"""Scores and log lines in words: one telling for the pages, the API and the exports."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask_babel import gettext

from companion.engine.game import ScoreLine
from companion.tables.held import Held
from companion.tables.links import Who
from companion.tables.reading import LogLine, total
from companion.tables.speech import Speaker
from companion.words import choose_language


def tag_of(held: Held, who: Who, *more: object) -> str:
    """An ETag for what a link sees of a table: the version, the seat, and a mark of everything else
    it depends on (the names, the language, the mark, and ``more``)."""
    rest = repr((who.role, choose_language(), held.names, held.mark, more))
    mark = sha256(rest.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{held.version}.{'-' if who.seat is None else who.seat}.{mark}"


def sentence_of(speaker: Speaker, line: LogLine) -> str:
    """A log line in words."""
    plain = {
        "undo": gettext("Entry taken back"),
        "redo": gettext("Entry put back"),
        "count": gettext("From here on the table counts by hand"),
    }
    if line.unreadable:
        return speaker.code("table.unreadable_entry")
    if line.kind == "note":
        return line.text
    if line.kind == "count" and len(line.data.get("asked", ())) > 1:
        return str(gettext("%(who)s agreed to lay open and count", who=speaker.name(line.seat)))
    if line.kind in plain:
        return str(plain[line.kind])
    if line.kind == "setting":
        what = speaker.option(str(line.data["option"]))[0]
        return str(gettext("%(what)s was entered", what=what))
    told = speaker.told(line.account, line.seat) if line.account else ""
    if line.kind == "amend" and line.move is None:
        return str(gettext("Entry %(n)s was taken out", n=line.of))
    if line.kind == "amend":
        return str(gettext("Entry %(n)s was changed: %(what)s", n=line.of, what=told))
    if line.kind == "ruling":
        return str(gettext("%(what)s (allowed by the table)", what=told))
    return told


def score_data(
    speaker: Speaker, lines: tuple[tuple[ScoreLine, ...] | None, ...]
) -> list[dict[str, Any]]:
    """The score sheet as plain data; a hidden seat has no lines."""
    return [
        {
            "seat": seat,
            "name": speaker.name(seat),
            "total": total(seat_lines),
            "lines": None if seat_lines is None else [_line(speaker, ln) for ln in seat_lines],
        }
        for seat, seat_lines in enumerate(lines)
    ]


def _line(speaker: Speaker, line: ScoreLine) -> dict[str, Any]:
    return {
        "category": line.category,
        "label": speaker.category(line.category),
        "points": line.points,
        "section": line.rule,
        "assumed": line.assumed,
        "parts": [
            {"label": speaker.part(code, values), "points": points}
            for code, values, points in line.parts
        ],
    }
