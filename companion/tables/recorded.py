"""Recorded plays, position by position: played once, and looked at as often as somebody likes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from companion.engine.consequences import Consequences, consequences
from companion.engine.data import DataError
from companion.engine.replay import Replay, apply_entry, start_replay
from companion.games.plays import RecordedPlay, parse_recorded_play
from companion.games.seeds import plays
from companion.tables.errors import NotFound
from companion.tables.opening import get_game


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """A recorded play and the table after each of its entries."""

    play: RecordedPlay
    positions: tuple[Replay, ...]
    """Before the first entry, after it, … after the last."""


def load_recorded_play(slug: str, name: str) -> Walkthrough:
    """A recorded play of a game on the shelf; NotFound where there is none that reads."""
    get_game(slug)  # whose sentences are those of this request
    return _walkthrough(slug, name)


@cache
def _walkthrough(slug: str, name: str) -> Walkthrough:
    record = plays(slug).get(name)
    try:
        play = parse_recorded_play(record) if record else None
    except DataError:
        play = None
    if play is None:
        raise NotFound("table.no_such_play")
    positions = [start_replay(play.game, play.setup)]
    for entry in play.log:
        positions.append(apply_entry(positions[-1], entry))
    return Walkthrough(play, tuple(positions))


@lru_cache(maxsize=512)
def consequences_of(slug: str, name: str, step: int) -> Consequences:
    """What the entry of this number came to; nothing before the first."""
    found = _walkthrough(slug, name)
    if not step:
        return Consequences()
    before, after = found.positions[step - 1 : step + 1]
    return consequences(before, found.play.log[step - 1], after)
