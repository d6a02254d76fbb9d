"""The data that fragments may use: what everybody may see, and what one viewer sees.

These classes do not contain the table or its state, so a fragment cannot show what its viewer must not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.sentences.news import NewsLine
from companion.sentences.outcome import Outcome
from companion.tables.seat_requests import OpenSeatRequest


class SeatRow(NamedTuple):
    """A seat with its points, as the head of the page lists all seats."""

    number: int
    name: str
    turn: bool
    last: bool
    """Whether the newest entry is a move of this seat."""
    points: int | None
    secret: bool
    at_least: int | None
    as_it_stands: bool


class UndoableEntry(NamedTuple):
    """The entry that the next undo takes back."""

    seq: int
    seat: int
    sentence: str


class InvalidLine(NamedTuple):
    """An entry of the log that is no longer valid, with the reason and the rule."""

    seq: int
    why: str
    rule: str
    rule_title: str
    code: str
    is_move: bool


class CountAgreement(NamedTuple):
    """Who agreed to count by hand, who has not yet, and whether the viewer still has to agree."""

    agreed: str
    missing: str
    is_viewer_missing: bool


class RecordingComparison(NamedTuple):
    """A move at a practice table, compared with the move of the recorded play at the same point."""

    where: str
    """The URL of the recorded position."""
    played: str
    """The move of the recording, in words."""
    is_same_move: bool
    """Whether the same move was made here."""


class ChartLine(NamedTuple):
    """One seat's line in the chart. Coordinates are strings."""

    line: str
    """The points of the SVG polyline."""
    end: str
    """The y coordinate at which the line ends."""
    mark: str
    """The y coordinate of the symbol: beside the end of the line, or as near as possible."""
    letter: str
    """The y coordinate of the symbol's text baseline."""


class Chart(NamedTuple):
    """The lines and labels of a chart that is ``CHART_WIDTH`` wide and ``CHART_HEIGHT`` high."""

    seats: tuple[ChartLine, ...]
    """One line for each seat."""
    ticks: tuple[tuple[int, str, str], ...]
    """(value, y of its line, y of its label) for the lowest and the highest value, and zero if between."""


class GameEnd(NamedTuple):
    """The end of the game and its result, in words for one viewer."""

    sentence: str
    """Why the game ended."""
    lead_summary: str
    chart: Chart | None
    outcome: Outcome | None = None
    """None if somebody's points are not known to everybody."""
    winners: tuple[int, ...] = ()
    beginners: tuple[int, ...] = ()
    """The seats that may start a rematch."""
    asks: tuple[tuple[str, str], ...] = ()
    """(what is missing, URL where it is entered)."""
    missing: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    """For each seat: the URL where its sheet is corrected."""


class GuideStrip(NamedTuple):
    """The data of the guide's strip, which advises a newcomer beside the board."""

    seat: int
    shows: str
    """``complete``, ``over``, ``proposal``, ``news`` of another seat, ``next`` kind of move, or empty."""
    piece: str
    """The piece in the picture; empty if there is none."""
    title: str
    """The kind of move, or all kinds that were not possible in this game."""
    is_made: bool
    text: str
    """The reason."""
    name: str
    """Who made the move in the news."""
    points: str
    best_moves_intro: str
    """The text before the pieces to choose from."""
    pieces: tuple[str, ...]
    by_kind: tuple[tuple[str, tuple[str, ...]], ...]
    """These pieces by the kind of move that is best for each, if there are several kinds."""


class PublicTable(NamedTuple):
    """What everybody may see of a table, at one version and in one language."""

    code: str
    slug: str
    version: int
    entry_hash: str
    phones: int
    """How many seats have a phone."""
    host: int | None
    names: tuple[str, ...]
    seats: tuple[SeatRow, ...]
    waits_for: tuple[int, ...]
    ended: bool
    counting: bool
    """Whether score sheets are filled in by hand."""
    is_rematched: bool
    last: UndoableEntry | None
    redo_seq: int | None
    invalid_entries: tuple[InvalidLine, ...]
    practice_table: RecordingComparison | None
    news: NewsLine | None
    """The newest entry, as most viewers see it."""
    asks: tuple[tuple[str, str], ...]
    """(what nobody has entered yet, URL where it is entered)."""
    has_guide: bool
    options: Mapping[str, Any]
    choices: tuple[tuple[str, str], ...]
    """The options whose value is a string."""
    view: Mapping[str, Any]
    board: Any
    """What the game's ``make_board_data`` made of the view."""
    tag: str | None
    """The tag of the page without its viewer; None if this is not the table's own page."""


class Viewer(NamedTuple):
    """What one person who looks at a table sees and may enter."""

    seat: int | None
    """None for a viewer without a seat."""
    acting: int | None
    """The seat for which the phone enters a move now, or None."""
    own_seats: tuple[int, ...]
    turn: str
    can_play: bool
    may_enter: bool
    for_everybody: bool
    """Whether the phone enters moves for all seats."""
    for_others: bool
    """Whether the phone enters moves for another seat than its own, now or later."""
    for_one: bool
    """Whether somebody chose the acting seat until its turn ends."""
    row: SeatRow | None
    """The viewer's own seat, with what only its owner sees."""
    own: Mapping[Any, Any]
    """What only the viewer's seat sees, by key of the public view."""
    legal: Mapping[str, Sequence[Any]]
    """The legal moves of the acting seat by class name, for games that highlight their targets."""
    news: NewsLine | None
    prompt: str
    redo: str
    """The entry that a redo restores, in words."""
    agreement: CountAgreement | None
    is_table_page: bool = False
    tag: str | None = None
    """The viewer's part of the page's tag; None on other pages."""
    together: str = ""
    """The introductory page that all phones open before the first entry."""
    question: OpenSeatRequest | None = None
    guide: GuideStrip | None = None
    end: GameEnd | None = None
    amending: int | None = None
    """The number of the entry that the page changes, or None."""
    entered: str = ""
    """That entry as JSON."""

    @property
    def is_awaited(self) -> bool:
        """Whether the table waits for a seat for which this phone enters moves."""
        return self.turn not in ("others", "over")

    def visible_rows(self, table: PublicTable) -> list[SeatRow]:
        """Return the rows of all seats. The viewer's own row may show more than others see."""
        return [self.row if self.row and row.number == self.seat else row for row in table.seats]
