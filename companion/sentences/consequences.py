"""Sentences about the consequences of an entry: points, new choices, and whose turn continues."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from companion.engine.consequences import Consequences
from companion.engine.words import N_, Seat
from companion.language.i18n import format_number
from companion.sentences.phrases import Phrasebook


def describe_consequences(phrases: Phrasebook, consequences: Consequences) -> dict[str, Any]:
    """Return the consequences of an entry in words, in a dict with the lists gains, reasons and turn.

    ``gains`` contains (seat, [(score category, signed points)]). ``reasons`` contains sentences about what
    the entry changes, and ``turn`` sentences about whose turn ends or continues.
    """
    by_seat = groupby(consequences.gains, lambda gain: gain.seat)
    choices = (
        (N_("Possible now: %(what)s."), consequences.new_choices),
        (N_("No longer possible: %(what)s."), consequences.lost_choices),
    )
    leaders = ((N_("If this were the end, %(who)s would win."), consequences.new_leader),)
    turns = (
        (N_("%(who)s is done."), consequences.turn_ended),
        (N_("%(who)s goes on."), consequences.turn_continues),
    )

    def format_for_seats(sentences: Iterable[tuple[str, int | None]]) -> list[str]:
        return [phrases.format(text, {"who": Seat(seat)}) for text, seat in sentences if seat is not None]

    return {
        "gains": [
            (seat, [(phrases.category_label(gain.category), format_signed(gain.points)) for gain in gains])
            for seat, gains in by_seat
        ],
        "reasons": [
            *map(phrases.preview, consequences.previews),
            *(phrases.message(refusal.code, refusal.values) for refusal in consequences.warnings),
            *(phrases.format(sentence, {"what": what}) for sentence, what in choices if what),
            *format_for_seats(leaders),
        ],
        "turn": format_for_seats(turns),
    }


def format_signed(points: int) -> str:
    """Return a number of points with its sign.

    >>> format_signed(3), format_signed(-2)
    ('+3', '−2')
    """
    return f"+{points}" if points >= 0 else format_number(points)
