"""Recorded plays: whole tables as files, watched by newcomers and replayed by the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Game, Setup
from companion.engine.json_data import DataError, from_json
from companion.engine.log import KINDS, Entry
from companion.games import find_move_type, get_game_for_mode


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A playing as a file tells it."""

    title: str
    """In English; in other languages as the translators' files say it."""
    game: Game[Any]
    mode: str
    names: tuple[str, ...]
    setup: Setup
    log: tuple[Entry, ...]
    end: Mapping[str, Any]
    """What the file claims about the end: ``ending``, ``points``, ``places``; tests hold it to that."""
    words: Mapping[int, str]
    """By entry, a word of whoever wrote the file down: what that entry teaches, in English."""


def parse_recorded_play(record: Mapping[str, Any]) -> RecordedPlay:
    """Read ``{title, game, mode, seats, first, options, log, end, words}``.

    Raises DataError where it does not fit.

    A line of the log is ``{seat, move, …the move's fields}``; other kinds of entry say so with
    ``kind`` (and ``of``, ``option``, ``value``). Lines are numbered from 1, and so are the words.
    """
    try:
        game = get_game_for_mode(str(record["game"]), str(record.get("mode", "referee")))
        names = tuple(str(name) for name in record["seats"])
        setup = Setup.of(
            game.meta, len(names), dict(record.get("options", {})), int(record.get("first", 0))
        )
        lines = list(record["log"])
        words = {int(number): str(word) for number, word in record.get("words", {}).items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise DataError("not a recorded play") from error
    log = tuple(parse_entry(game, number, line) for number, line in enumerate(lines, 1))
    return RecordedPlay(
        str(record.get("title", "")), game, str(record.get("mode", "referee")), names, setup, log,
        dict(record.get("end", {})), words,
    )  # fmt: skip


def parse_entry(game: Game[Any], seq: int, line: Mapping[str, Any]) -> Entry:
    """One line of a recorded log as an entry."""
    kind = str(line.get("kind", "move"))
    if kind not in KINDS:
        raise DataError("no such kind of entry")
    rest = {key: value for key, value in line.items() if key not in ENTRY_FIELDS}
    move = None
    if line.get("move") is not None:
        found = find_move_type(game.meta.slug, str(line["move"]))
        if found is None:
            raise DataError(f"no such move: {line['move']}")
        move = from_json(found, rest)
    return Entry(
        seq, KINDS[kind], int(line.get("seat", -1)), move, int(line.get("of", 0)),
        bool(line.get("allowed", False)), str(line.get("option", "")), line.get("value"),
        tuple(line.get("asked", ())),
    )  # fmt: skip


ENTRY_FIELDS = frozenset(
    ("kind", "seat", "move", "of", "allowed", "asked", "option", "value", "text", "by", "at", "key")
)
"""What a line says of the entry: no field of a move may be called so."""
