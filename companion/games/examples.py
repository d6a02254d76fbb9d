"""Examples of the rules: small positions, each with a move that the referee judges when it is drawn.

``seeds/<slug>/examples.toml`` has positions by name: ``seats``, ``first``, ``mode``, ``log``, ``presets``
(records that come with the app, by option) and ``options`` (a record's fields stand over those of its
preset). Its examples, by name too, have ``at`` a position, ``then`` more lines of its log, ``options``
besides, and ``move``, a line as recorded plays have them. What is claimed of the move is ``refused`` or
``warned`` with a code, else that it is allowed, and ``rule`` is the section that says so: the tests hold
the file to that, and a page shows what the referee says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.engine.game import Game, Move, Refusal, Setup, option_named
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move
from companion.engine.replay import Replay, replay
from companion.games import get_game_for_mode
from companion.games.plays import parse_entry
from companion.games.seeds import seed_folder

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn")
"""Who sits at the tables of the examples."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position, a move, and what the file claims of it."""

    name: str
    setup: Setup
    changed: Mapping[str, Any]
    """The options that are not as they are by default."""
    names: tuple[str, ...]
    log: tuple[Entry, ...]
    seat: int
    move: Move
    mode: str = "referee"
    refused: str = ""
    """The code with which it is refused, as the file has it."""
    warned: str = ""
    """The code of the word that is said before it is entered."""
    rule: str = ""
    """The section that the example is for, as the file has it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of an example."""

    replay: Replay
    """The table before the move."""
    refusal: Refusal | None
    warnings: tuple[Refusal, ...] = field(default=())
    section: str = ""
    """Where in the rules the example belongs."""


@cache
def load_examples(slug: str) -> Mapping[str, Example]:
    """The examples of a game by name, in the order of the file."""
    file = seed_folder(slug) / "examples.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    positions = told.get("position", {})
    return {
        name: _example(slug, name, line, positions[line["at"]])
        for name, line in told.get("example", {}).items()
    }


def _example(slug: str, name: str, line: Mapping[str, Any], position: Mapping[str, Any]) -> Example:
    mode = str(position.get("mode", "referee"))
    game = get_game_for_mode(slug, mode)
    changed = get_presets(game, position.get("presets", {}))
    for name, value in (*position.get("options", {}).items(), *line.get("options", {}).items()):
        over = isinstance(value, Mapping) and changed.get(name)
        changed[name] = {**over, **value} if over else value
    seats = int(position.get("seats", game.meta.seats[0]))
    lines = [*position.get("log", ()), *line.get("then", ())]
    entry = parse_entry(game, 0, line["move"])
    return Example(
        name, Setup.of(game.meta, seats, changed, int(position.get("first", 0))), changed, NAMES[:seats],
        tuple(parse_entry(game, number, told) for number, told in enumerate(lines, 1)), entry.seat,
        entry.move, mode, line.get("refused", ""), line.get("warned", ""), line.get("rule", ""),
    )  # fmt: skip


def get_presets(game: Game[Any], named: Mapping[str, str]) -> dict[str, Any]:
    """Records that come with the app, by the names of their options and their own."""
    found = {name: option_named(game, name) for name in named}
    return {name: option.presets[named[name]] for name, option in found.items() if option}


@cache
def judge_example(slug: str, name: str) -> Verdict:
    """The position of an example, played from its start, and what the referee says of the move."""
    example = load_examples(slug)[name]
    at = replay(get_game_for_mode(slug, example.mode), example.setup, example.log)
    refusal = check_move(at.game, at.state, example.seat, example.move)
    warnings = () if refusal else at.game.warnings(at.state, example.seat, example.move)
    said = refusal or next(iter(warnings), None)
    return Verdict(at, refusal, warnings, said.rule if said else example.rule)


def judge_section_examples(slug: str, section: str) -> Mapping[str, Example]:
    """The examples of a section of the rules, as the referee judges them."""
    return {
        name: example
        for name, example in load_examples(slug).items()
        if judge_example(slug, name).section == section
    }
