"""Examples for the rules pages: a position and a move in it, which the rules judge when a page is shown.

In ``seeds/<slug>/examples.toml``, each position has a name, and ``seats``, ``first`` (the first seat),
``mode``, ``log``, ``presets`` (the name of a preset for each record option) and ``options``. Each example
has a name, and ``at`` (the name of a position), ``then`` (more lines of the log), ``options`` and ``move``
(a line as in recorded plays). ``refused`` or ``warned`` is the code of the expected refusal or warning.
Without them, the move is expected to be legal, and ``rule`` is the section of the rules that says so. The
tests compare this with the rules.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.engine.game import Game, Move, Refusal, Setup, find_option
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move
from companion.engine.replay import Replay, replay_log
from companion.games import get_game_for_mode
from companion.games.plays import parse_entry
from companion.games.seeds import find_seed_folder

EXAMPLE_PLAYER_NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn")
"""The names of the players in the examples."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example from ``examples.toml``: a position, a move in it, and the expected verdict."""

    name: str
    setup: Setup
    changed: Mapping[str, Any]
    """The options whose values differ from the defaults."""
    names: tuple[str, ...]
    log: tuple[Entry, ...]
    seat: int
    move: Move
    mode: str = "referee"
    refused: str = ""
    """The code of the expected refusal. Empty if none is expected."""
    warned: str = ""
    """The code of the expected warning. Empty if none is expected."""
    rule: str = ""
    """The section of the rules that the example illustrates."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of the rules on the move of an example: a refusal, warnings, or neither."""

    replay: Replay
    """The replayed table before the move."""
    refusal: Refusal | None
    warnings: tuple[Refusal, ...] = field(default=())
    section: str = ""
    """The section of the rules to which the example belongs."""


@cache
def load_examples(slug: str) -> Mapping[str, Example]:
    """Return the examples of a game by name, in the order of its file."""
    file = find_seed_folder(slug) / "examples.toml"
    records = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    positions = records.get("position", {})
    return {
        name: _parse_example(slug, name, line, positions[line["at"]])
        for name, line in records.get("example", {}).items()
    }


def _parse_example(slug: str, name: str, line: Mapping[str, Any], position: Mapping[str, Any]) -> Example:
    mode = str(position.get("mode", "referee"))
    game = get_game_for_mode(slug, mode)
    changed = get_preset_values(game, position.get("presets", {}))
    for name, value in (*position.get("options", {}).items(), *line.get("options", {}).items()):
        over = isinstance(value, Mapping) and changed.get(name)
        changed[name] = {**over, **value} if over else value
    seats = int(position.get("seats", game.meta.seats[0]))
    lines = [*position.get("log", ()), *line.get("then", ())]
    entry = parse_entry(game, 0, line["move"])
    return Example(
        name, Setup.of(game.meta, seats, changed, int(position.get("first", 0))), changed,
        EXAMPLE_PLAYER_NAMES[:seats],
        tuple(parse_entry(game, number, line) for number, line in enumerate(lines, 1)), entry.seat,
        entry.move, mode, line.get("refused", ""), line.get("warned", ""), line.get("rule", ""),
    )  # fmt: skip


def get_preset_values(game: Game[Any], preset_names: Mapping[str, str]) -> dict[str, Any]:
    """Return ``{option: value}`` for ``preset_names``, which is ``{option: name of a preset}``."""
    options = {name: find_option(game, name) for name in preset_names}
    return {name: option.presets[preset_names[name]] for name, option in options.items() if option}


@cache
def judge_example(slug: str, name: str) -> Verdict:
    """Return the verdict of the rules on the move of the example with this name."""
    example = load_examples(slug)[name]
    at = replay_log(get_game_for_mode(slug, example.mode), example.setup, example.log)
    refusal = check_move(at.game, at.state, example.seat, example.move)
    warnings = () if refusal else at.game.warnings(at.state, example.seat, example.move)
    reason = refusal or next(iter(warnings), None)
    return Verdict(at, refusal, warnings, reason.rule if reason else example.rule)


def judge_section_examples(slug: str, section: str) -> Mapping[str, Example]:
    """Return ``{name: example}`` for the examples whose verdict cites this section of the rules."""
    return {
        name: example
        for name, example in load_examples(slug).items()
        if judge_example(slug, name).section == section
    }
