"""The data that fragments may use: what everybody may see, and what one viewer sees.

These classes do not contain the table or its state, so a fragment cannot show what its viewer must not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.sentences.outcome import Outcome
from companion.tables.seat_requests import RequestView
from companion.web.common.page_fragments import FrozenDict


class SeatRow(NamedTuple):
    """A seat in the head of the page."""

    number: int
    name: str
    turn: bool
    last: bool
    """Whether the newest entry is a move of this seat."""
    points: int | None
    secret: bool
    at_least: int | None
    as_it_stands: bool


class LastEntry(NamedTuple):
    """The entry that an undo takes back."""

    seq: int
    seat: int
    sentence: str


class End(NamedTuple):
    """The end of the game, in words for one viewer."""

    sentence: str
    """Why the game ended."""
    lead_summary: str
    chart: FrozenDict | None
    outcome: Outcome | None = None
    """None if somebody's points are not known to everybody."""
    winners: tuple[int, ...] = ()
    beginners: tuple[int, ...] = ()
    """The seats that may start a rematch."""
    asks: tuple[tuple[str, str], ...] = ()
    """(what is missing, URL where it is entered)."""
    missing: tuple[str, ...] = ()
    """The options that are missing."""
    sheets: tuple[str, ...] = ()
    """For each seat: the URL where its sheet is corrected."""


class PublicTable(NamedTuple):
    """What everybody may see of a table at one version, in one language."""

    code: str
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
    """Whether a rematch was opened."""
    last: LastEntry | None
    redo_seq: int | None
    invalid_entries: tuple[FrozenDict, ...]
    """The entries that are no longer valid, why, and the rule."""
    practice_table: FrozenDict | None
    """A practice table compared with its recorded play."""
    news: FrozenDict | None
    """The newest entry, as most viewers see it."""
    asks: tuple[tuple[str, str], ...]
    """(what nobody has entered yet, URL where it is entered)."""
    has_guide: bool
    options: Mapping[str, Any]
    """The options of the table."""
    choices: tuple[tuple[str, str], ...]
    """The options whose value is a string."""
    view: Mapping[str, Any]
    """What the game's ``prepare`` made of its public view; empty in a count."""
    count: Any
    """The ``Count``; None during a game."""
    tag: str | None
    """The tag of the page without its viewer; None if this is not the table's own page."""


class Viewer(NamedTuple):
    """A person who looks at a table: what they see and what they may enter."""

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
    """Whether it enters moves for another seat than its own, now or later."""
    for_one: bool
    """Whether somebody chose the acting seat until its turn ends."""
    row: SeatRow | None
    """The viewer's own seat, with what only its owner sees."""
    own: Mapping[Any, Any]
    """What only the viewer's seat sees, by key of the public view."""
    legal: Mapping[str, Sequence[Any]]
    """The legal moves of the acting seat by class name, for games that highlight their targets."""
    news: FrozenDict | None
    prompt: str
    redo: str
    """The entry that a redo restores, in words."""
    agreement: FrozenDict | None
    """Who agreed to count by hand, who has not yet, and whether the viewer is one of the latter."""
    is_table_page: bool = False
    """Whether this is the table's own page."""
    tag: str | None = None
    """The viewer's part of the page's tag; None on other pages."""
    together: str = ""
    """The introductory page that all phones open before the first entry."""
    question: RequestView | None = None
    guide: FrozenDict | None = None
    """The strip of the guide, beside the board of a guided seat."""
    end: End | None = None
    amending: int | None = None
    """The number of the entry that the page changes, or None."""
    entered: str = ""
    """That entry as JSON."""

    @property
    def is_awaited(self) -> bool:
        """Whether the phone is awaited."""
        return self.turn not in ("others", "over")


def visible_seats(table: PublicTable, viewer: Viewer) -> list[SeatRow]:
    """Return the rows of all seats as the viewer may see them: that of the own seat may show more."""
    return [viewer.row if viewer.row and row.number == viewer.seat else row for row in table.seats]
