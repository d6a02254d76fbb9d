"""An entry explained: what it came to or would come to, and in place of a refused one, what can be done."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from companion.engine.consequences import Consequences
from companion.engine.log import Entry
from companion.engine.play import instead
from companion.engine.replay import Replay
from companion.engine.tally import Tally
from companion.engine.words import N_, Seat
from companion.language.i18n import amount
from companion.sentences.phrases import Phrasebook

OPENED = N_("Possible now: %(what)s.")
CLOSED = N_("No longer possible: %(what)s.")
AHEAD = N_("If this were the end, %(who)s would win.")
DONE = N_("%(who)s is done.")
GOES_ON = N_("%(who)s goes on.")


def came_in_words(phrases: Phrasebook, came: Consequences) -> dict[str, Any]:
    """``gains``: of each seat that gained or lost, the lines of its score and by how much; ``reasons``: why
    the entry is worth a look; ``turn``: whose turn is over by it, or goes on."""
    by_seat = groupby(came.gains, lambda gain: gain.seat)
    said: tuple[tuple[str, Any], ...] = ((OPENED, came.opened), (CLOSED, came.closed))
    turns = ((DONE, came.done), (GOES_ON, came.goes_on))
    return {
        "gains": [
            (seat, [(phrases.category(gain.category), signed(gain.points)) for gain in gains])
            for seat, gains in by_seat
        ],
        "reasons": [
            *map(phrases.preview, came.previews),
            *(phrases.message(refusal.code, refusal.values) for refusal in came.warnings),
            *(phrases.format(sentence, {"what": what}) for sentence, what in said if what),
            *([] if came.ahead is None else [phrases.format(AHEAD, {"who": Seat(came.ahead)})]),
        ],
        "turn": [
            phrases.format(sentence, {"who": Seat(seat)}) for sentence, seat in turns if seat is not None
        ],
    }


def signed(points: int) -> str:
    """A gain or a loss, with its sign."""
    return f"+{points}" if points >= 0 else amount(points)


LONGEST = 80
"""Letters of both halves."""
MOST = 4
"""Things that are named as possible."""
NAMED_ALREADY = {"table.not_now"}
"""Refusals whose sentence names what is expected."""
TRY = N_("Try: %(what)s.")


def refusal_in_words(phrases: Phrasebook, replay: Replay, entry: Entry, code: str, sentence: str) -> str:
    """The sentence of a refusal, and behind it what would be let through, as far as there is room."""
    if entry.kind != "move" or code in NAMED_ALREADY or replay.invalid is not None:
        return sentence
    if isinstance(replay.state, Tally):
        return sentence
    said, named = sentence, list[object]()
    for thing, _ in instead(replay.game, replay.state, entry.seat, entry.move):
        both = f"{sentence} {phrases.format(TRY, {'what': (*named, thing)})}"
        if len(both) <= LONGEST:
            said = both
            named.append(thing)
        elif named:
            break
        if len(named) == MOST:
            break
    return said
