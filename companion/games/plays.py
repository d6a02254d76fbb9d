"""Recorded plays: complete games in files. Newcomers can watch them, and the tests replay them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Game, Setup
from companion.engine.json_data import DataError, from_json
from companion.engine.log import ENTRY_KINDS, Entry
from companion.games import find_move_type, get_game_for_mode


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """The log of a finished game with its setup and comments, as parsed from a file in ``seeds/``."""

    title: str
    """The title in English. The catalogues have its translations."""
    game: Game[Any]
    mode: str
    names: tuple[str, ...]
    setup: Setup
    log: tuple[Entry, ...]
    end: Mapping[str, Any]
    """The expected ``ending``, ``points`` and ``places`` after the last entry, which the tests check."""
    words: Mapping[int, str]
    """Comments in English for people who watch the play, by the number of the entry."""


def parse_recorded_play(record: Mapping[str, Any]) -> RecordedPlay:
    """Return the recorded play in a TOML record. Raise DataError if the record is invalid.

    The record has ``title``, ``game``, ``mode``, ``seats`` (names), ``first`` (seat), ``options``, ``log``,
    ``end`` (the expected result) and ``words`` (comments by the number of their line, from 1). A line of
    the log is ``{seat, move, …fields of the move}``. If it is another kind of entry, it has ``kind`` (and
    ``of``, ``option``, ``value``).
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
    """Return the entry in one line of a recorded log, with the number ``seq``. Raise DataError if the line
    is invalid."""
    kind = str(line.get("kind", "move"))
    if kind not in ENTRY_KINDS:
        raise DataError("no such kind of entry")
    move_fields = {key: value for key, value in line.items() if key not in ENTRY_FIELDS}
    move = None
    if line.get("move") is not None:
        kind_of_move = find_move_type(game.meta.slug, str(line["move"]))
        if kind_of_move is None:
            raise DataError(f"no such move: {line['move']}")
        move = from_json(kind_of_move, move_fields)
    return Entry(
        seq, ENTRY_KINDS[kind], int(line.get("seat", -1)), move, int(line.get("of", 0)),
        bool(line.get("allowed", False)), str(line.get("option", "")), line.get("value"),
        tuple(line.get("asked", ())),
    )  # fmt: skip


ENTRY_FIELDS = frozenset(
    ("kind", "seat", "move", "of", "allowed", "asked", "option", "value", "text", "by", "at", "key")
)
"""The fields of a line that belong to the entry and not to its move. No move may have a field with one of
these names."""
