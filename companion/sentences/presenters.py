"""Scores and log lines as sentences and plain data, for the pages, the API and the exports."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, TypedDict, TypeVar, cast

from companion.engine.game import ScoreLine
from companion.engine.words import N_, NewsWords
from companion.language.i18n import choose_language, gettext, isolate
from companion.sentences.phrases import Phrasebook, localized_names, strip_marks
from companion.tables.errors import call_or_none
from companion.tables.links import Member
from companion.tables.log_lines import LogLine
from companion.tables.names import tidy_line
from companion.tables.queries import total_points
from companion.tables.state import TableState

UNDO_AND_REDO_SENTENCES: Mapping[tuple[str, str], NewsWords] = {
    ("undo", ""): NewsWords(N_("%(who)s took back a move"), N_("You took back a move")),
    ("redo", ""): NewsWords(N_("%(who)s redid a move"), N_("You redid a move")),
    ("undo", "move"): NewsWords(N_("%(who)s took back: “%(move)s”"), N_("You took back: “%(move)s”")),
    ("redo", "move"): NewsWords(N_("%(who)s redid: “%(move)s”"), N_("You redid: “%(move)s”")),
    ("undo", "amend"): NewsWords(
        N_("%(who)s took back the change to entry %(n)s"), N_("You took back the change to entry %(n)s")
    ),
    ("redo", "amend"): NewsWords(
        N_("%(who)s redid the change to entry %(n)s"), N_("You redid the change to entry %(n)s")
    ),
}
"""By kind of entry, and by what it concerns: a ``move`` in words, an ``amend``, or "" for anything else."""


T = TypeVar("T")


def response_data(kind: type[T], source: object, **values: Any) -> T:
    """Return a dict of the type ``kind``. Fields that ``values`` lacks are attributes of ``source``."""
    data: Any = {name: getattr(source, name) for name in kind.__annotations__ if name not in values}
    return cast(T, data | values)


def make_etag(table: TableState, member: Member, *more: object) -> str:
    """Return an ETag of a table as one link sees it: version, seat, and a hash of everything else.

    The hash covers role, names, language, setup, entries, rematch, and the other values ``more``.
    """
    people = member.role, choose_language(), localized_names(table)
    setup = table.replay.initial_setup  # the host can change it in the lobby
    content = repr((people, setup, table.entry_hash, table.rematch_code, more))
    content_hash = sha256(content.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{table.version}.{'-' if member.seat is None else member.seat}.{content_hash}"


def log_sentence(phrases: Phrasebook, line: LogLine) -> str:
    """Return a log line in words, or only the name of its kind of move if the sentence cannot be formed."""
    sentence = call_or_none(line.table_id, line.seq, _log_sentence, phrases, line)
    return phrases.move_label(line.move or "") if sentence is None else sentence


def _log_sentence(phrases: Phrasebook, line: LogLine) -> str:
    who = phrases.player_name(line.by)
    target_sentence = log_sentence(phrases, line.about) if line.about else ""
    if line.kind in ("undo", "redo"):
        sentence = str(UNDO_AND_REDO_SENTENCES[line.kind, "move" if target_sentence else ""].other)
        return gettext(sentence, who=who, move=target_sentence)
    if line.unreadable:
        return phrases.message("table.unreadable_entry")
    if line.kind == "note":
        return isolate(tidy_line(line.text))
    if line.kind == "count" and len(line.data.get("asked", ())) > 1:
        return gettext("%(who)s agreed to reveal everything and count", who=phrases.player_name(line.seat))
    if line.kind == "count":
        return gettext("From here on the table counts by hand")
    if line.kind == "setting":
        option = phrases.option(str(line.data["option"]))[0]
        return gettext("%(who)s filled in “%(what)s”", who=who, what=option)
    if line.kind == "amend" and line.move is None:
        return gettext("Entry %(n)s was removed", n=line.of)
    sentence = phrases.move_label(line.move or "")
    if line.news is not None:
        sentence = strip_marks(phrases.news(line.news, line.seat, None))
    elif line.description is not None:
        sentence = phrases.log_line(line.description, line.seat)
    if line.kind == "amend":
        return gettext("Entry %(n)s was changed: %(what)s", n=line.of, what=sentence)
    if line.kind == "ruling":
        return gettext("%(what)s (allowed by the table)", what=sentence)
    return sentence


def news_sentence(phrases: Phrasebook, line: LogLine) -> str:
    """Return a log line in words, as ``log_sentence`` does, but without the text of a note."""
    if line.kind == "note":
        return gettext("A note was added to the log")
    return log_sentence(phrases, line)


class ScorePart(TypedDict):
    label: str
    points: int | None


class ScoreLineResponse(TypedDict):
    """One line of the score sheet. ``points`` is the sum of its ``parts``."""

    category: str
    label: str
    points: int | None
    section: str
    assumed: Annotated[bool, "Rests on a printed value nobody confirmed."]
    parts: list[ScorePart]


class SeatScore(TypedDict):
    """The score sheet of one seat. ``lines`` is null if they are hidden from the client."""

    seat: int
    name: str
    total: int | None
    lines: list[ScoreLineResponse] | None


def score_data(phrases: Phrasebook, lines: tuple[tuple[ScoreLine, ...] | None, ...]) -> list[SeatScore]:
    """Return the score sheet of each seat as JSON data, from the score lines of each seat.

    None stands for the lines of a seat if they are hidden.
    """
    return [
        {
            "seat": seat,
            "name": phrases.player_name(seat),
            "total": total_points(seat_lines),
            "lines": None if seat_lines is None else [_score_line_data(phrases, ln) for ln in seat_lines],
        }
        for seat, seat_lines in enumerate(lines)
    ]


def _score_line_data(phrases: Phrasebook, line: ScoreLine) -> ScoreLineResponse:
    parts = [
        {"label": phrases.score_part_label(code, values), "points": points}
        for code, values, points in line.shown_parts
    ]
    label = phrases.category_label(line.category)
    return response_data(ScoreLineResponse, line, label=label, section=line.rule, parts=parts)
