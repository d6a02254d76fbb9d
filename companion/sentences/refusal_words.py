"""A refusal in two halves, together one short line: what stands against it, and what can be done."""

from __future__ import annotations

from companion.engine.log import Entry
from companion.engine.play import instead
from companion.engine.replay import Replay
from companion.engine.tally import Tally
from companion.engine.words import N_
from companion.sentences.phrases import Phrasebook

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
    told, named = sentence, list[object]()
    for thing, _ in instead(replay.game, replay.state, entry.seat, entry.move):
        both = f"{sentence} {phrases.format(TRY, {'what': (*named, thing)})}"
        if len(both) <= LONGEST and len(named) < MOST:
            told = both
            named.append(thing)
    return told
