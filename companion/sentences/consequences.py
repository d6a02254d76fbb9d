"""An entry explained: what it came to, or would come to."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from companion.engine.consequences import Consequences
from companion.engine.words import N_, Seat
from companion.language.i18n import format_number
from companion.sentences.phrases import Phrasebook

OPENED = N_("Possible now: %(what)s.")
CLOSED = N_("No longer possible: %(what)s.")
AHEAD = N_("If this were the end, %(who)s would win.")
DONE = N_("%(who)s is done.")
GOES_ON = N_("%(who)s goes on.")


def describe_consequences(phrases: Phrasebook, came: Consequences) -> dict[str, Any]:
    """``gains``: of each seat that gained or lost, the lines of its score and by how much; ``reasons``: why
    the entry is worth a look; ``turn``: whose turn is over by it, or goes on."""
    by_seat = groupby(came.gains, lambda gain: gain.seat)
    said: tuple[tuple[str, Any], ...] = ((OPENED, came.new_choices), (CLOSED, came.lost_choices))
    turns = ((DONE, came.turn_ended), (GOES_ON, came.turn_continues))
    return {
        "gains": [
            (seat, [(phrases.category(gain.category), format_signed(gain.points)) for gain in gains])
            for seat, gains in by_seat
        ],
        "reasons": [
            *map(phrases.preview, came.previews),
            *(phrases.message(refusal.code, refusal.values) for refusal in came.warnings),
            *(phrases.format(sentence, {"what": what}) for sentence, what in said if what),
            *([] if came.new_leader is None else [phrases.format(AHEAD, {"who": Seat(came.new_leader)})]),
        ],
        "turn": [
            phrases.format(sentence, {"who": Seat(seat)}) for sentence, seat in turns if seat is not None
        ],
    }


def format_signed(points: int) -> str:
    """A gain or a loss, with its sign."""
    return f"+{points}" if points >= 0 else format_number(points)
