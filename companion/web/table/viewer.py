"""Who looks at a table, and what everybody may know of it: all that the lists of fragments are given.

Neither has the table or its state in it, so a list cannot show what its viewer may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.sentences.outcome import Outcome
from companion.sentences.phrases import Span
from companion.tables.seat_requests import RequestView
from companion.web.table.score_chart import Chart


class SeatRow(NamedTuple):
    """A seat in the head of the page."""

    number: int
    name: str
    turn: bool
    last: bool
    """Whether the newest entry is this seat's."""
    points: int | None
    secret: bool
    at_least: int | None
    as_it_stands: bool


class News(NamedTuple):
    """The newest entry in words."""

    kind: str
    seat: int
    text: str
    letters: int
    """How much room it takes."""
    pictured: bool
    spans: tuple[Span, ...]


class LastEntry(NamedTuple):
    """The entry that would be taken back."""

    seq: int
    seat: int
    sentence: str


class InvalidLine(NamedTuple):
    """An entry that no longer stands, why, and the rule that says so."""

    seq: int
    why: str
    rule: str
    rule_title: str
    code: str
    is_move: bool


class AgreementWords(NamedTuple):
    """Who agreed to count by hand, who has not yet, and whether the viewer is one of those."""

    agreed: str
    missing: str
    mine: bool


class Trial(NamedTuple):
    """Where the recording goes on from which a trial began, what it did here, whether it was the same."""

    where: str
    played: str
    same: bool


class End(NamedTuple):
    """How the game came out, in words for one viewer."""

    sentence: str
    """Why it ended."""
    story: str
    chart: Chart | None
    outcome: Outcome | None = None
    """None where somebody's points are not known to everybody."""
    winners: tuple[int, ...] = ()
    beginners: tuple[int, ...] = ()
    """Who may begin a rematch."""
    asks: tuple[tuple[str, str], ...] = ()
    """What nobody has entered yet, and where it is entered."""
    missing: tuple[str, ...] = ()
    """The settings that tell it."""
    sheets: tuple[str, ...] = ()
    """By seat, where its sheet is corrected."""


class Guide(NamedTuple):
    """What a guided seat is told beside its board."""

    seat: int
    shows: str
    """``complete`` or ``over``; ``proposal``, ``news`` of another seat, or ``next``: a kind of move; or
    nothing."""
    piece: str
    """The picture; empty where there is none."""
    title: str
    """The kind of move, or all that did not come up."""
    is_made: bool
    text: str
    """Why."""
    name: str
    """Who made the move in the news."""
    points: str
    best_first: str
    """What is written before the pieces to choose from."""
    pieces: tuple[str, ...]
    by_kind: tuple[tuple[str, tuple[str, ...]], ...]
    """These pieces by the kind of move that is best for each, where there are several kinds."""


class PublicTable(NamedTuple):
    """What everybody may know of a table at one version, in one language."""

    code: str
    version: int
    entry_hash: str
    phones: int
    """How many seats have one."""
    host: int | None
    names: tuple[str, ...]
    seats: tuple[SeatRow, ...]
    waits_for: tuple[int, ...]
    ended: bool
    counting: bool
    """Whether sheets are filled in by hand."""
    is_rematched: bool
    """Whether the people play once more."""
    last: LastEntry | None
    redo_seq: int | None
    invalid_entries: tuple[InvalidLine, ...]
    trial: Trial | None
    news: News | None
    """The newest entry, as it is told to most."""
    asks: tuple[tuple[str, str], ...]
    """What nobody has entered yet, and where it is entered."""
    has_guide: bool
    options: Mapping[str, Any]
    """The settings of the table."""
    choices: tuple[tuple[str, str], ...]
    """Those of them that are one of several names."""
    view: Mapping[str, Any]
    """What the game shows to everybody."""
    board: Any
    """What the game's list prepared of that."""
    tag: str | None
    """Of the page, without its viewer; None where it is not the table's own page."""


class SheetInCount(NamedTuple):
    """A seat's sheet in a count, of which a game's list says what its fields show."""

    sheet: Any
    """None while nobody has filled it in."""
    choices: Mapping[str, Any]
    """What the game's ``sheet_form_data`` says of it."""
    options: Mapping[str, Any]
    """The settings of the table."""
    sheets: tuple[Any, ...]
    """Of all seats that filled theirs in; none where one is changed."""


class Viewer(NamedTuple):
    """Who looks at a table, what they see of it and what they may enter."""

    seat: int | None
    """None for a watcher."""
    acting: int | None
    """The seat that the phone enters for now."""
    own_seats: tuple[int, ...]
    turn: str
    can_play: bool
    may_enter: bool
    for_everybody: bool
    """Whether the phone enters for all seats."""
    for_others: bool
    """Whether it enters for another seat than its own, now or later."""
    for_one: bool
    """Whether somebody chose the acting seat, until its turn ends."""
    row: SeatRow | None
    """The own seat, as its owner sees it."""
    own: Mapping[Any, Any]
    """What the seat alone sees: by place, over the public view."""
    legal: Mapping[str, Sequence[Any]]
    """The legal moves of the acting seat by name, for a game that lights its places with them."""
    news: News | None
    prompt: str
    redo: str
    """What would be put back, in words."""
    agreement: AgreementWords | None
    is_table_page: bool = False
    """Whether the page is the table's own."""
    tag: str | None = None
    """Of what the viewer sees, on such a page."""
    together: str = ""
    """The page to which the phones are led before the first entry."""
    question: RequestView | None = None
    guide: Guide | None = None
    end: End | None = None
    amending: int | None = None
    """The entry that the page changes."""
    entered: str = ""
    """That entry, as JSON."""

    @property
    def acts(self) -> bool:
        """Whether the phone is awaited."""
        return self.turn not in ("others", "over")
