"""An entry explained: what it came to or would come to, and in place of a refused one, what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

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


def gains_in_words(phrases: Phrasebook, came: Consequences) -> list[tuple[int, list[tuple[str, str]]]]:
    """Of each seat that gained or lost, the lines of its score and by how much."""
    by_seat = groupby(came.gains, lambda gain: gain.seat)
    return [
        (seat, [(phrases.category(gain.category), signed(gain.points)) for gain in gains])
        for seat, gains in by_seat
    ]


def signed(points: int) -> str:
    """A gain or a loss, with its sign."""
    return f"+{points}" if points >= 0 else amount(points)


def reasons_in_words(phrases: Phrasebook, came: Consequences) -> Iterator[str]:
    """Why an entry is worth a look, in sentences."""
    for description in came.previews:
        yield phrases.preview(description)
    for refusal in came.warnings:
        yield phrases.message(refusal.code, refusal.values)
    if came.opened:
        yield phrases.format(OPENED, {"what": came.opened})
    if came.closed:
        yield phrases.format(CLOSED, {"what": came.closed})
    if came.ahead is not None:
        yield phrases.format(AHEAD, {"who": Seat(came.ahead)})


def turn_in_words(phrases: Phrasebook, came: Consequences) -> Iterator[str]:
    """Whose turn is over by it, or goes on."""
    for sentence, seat in ((DONE, came.done), (GOES_ON, came.goes_on)):
        if seat is not None:
            yield phrases.format(sentence, {"who": Seat(seat)})


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
    longest, named = sentence, list[object]()
    for thing, _ in instead(replay.game, replay.state, entry.seat, entry.move):
        both = f"{sentence} {phrases.format(TRY, {'what': (*named, thing)})}"
        if len(both) <= LONGEST and len(named) < MOST:
            longest = both
            named.append(thing)
    return longest
