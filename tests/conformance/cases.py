"""The cases of a game: from its examples, from the sentences of its rulebook, and frozen ones.

``<slug>.toml`` has positions and cases in the format of ``seeds/<slug>/examples.toml``. A case may use a
position of either file, and a position may continue another with ``from``. It also has a row for each
sentence of the rulebook that commands, allows or forbids something. ``<slug>.jsonl`` has the frozen cases.
"""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.game import Game, Refusal, Setup
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move
from companion.engine.ranking import rank_seats
from companion.engine.replay import replay_log
from companion.games import get_game_for_mode
from companion.games.examples import get_preset_values
from companion.games.plays import parse_entry
from companion.games.seeds import find_seed_folder, load_plays

CONFORMANCE_FOLDER = Path(__file__).parent
Case = dict[str, Any]
EXPECTATION_KEYS = ("move", "shows", "always", "points", "ending", "places")


@cache
def load_case_file(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((CONFORMANCE_FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))


def load_sentence_rows(slug: str) -> list[Mapping[str, Any]]:
    return list(load_case_file(slug)["row"])


@cache
def load_toml_cases(slug: str) -> Mapping[str, Case]:
    """Return by name the cases in the TOML files: the examples of the rules, then those of sentences."""
    examples = tomllib.loads((find_seed_folder(slug) / "examples.toml").read_text(encoding="utf-8"))
    positions = {**examples["position"], **load_case_file(slug).get("position", {})}
    lines = {**examples["example"], **load_case_file(slug).get("case", {})}
    return {name: _complete_case(slug, name, line, positions) for name, line in lines.items()}


def _complete_position(positions: Mapping[str, Case], name: str) -> Case:
    """Return the position. Its log begins with the log of the position that it continues, if any."""
    position = positions[name]
    before = _complete_position(positions, position["from"]) if "from" in position else {}
    return {**before, **position, "log": [*before.get("log", ()), *position.get("log", ())]}


def _complete_case(slug: str, name: str, line: Mapping[str, Any], positions: Mapping[str, Case]) -> Case:
    """Return the case of a line in a TOML file, with the position and the options that it refers to."""
    position: Mapping[str, Any] = _complete_position(positions, line["at"])
    if "play" in position:
        position = _make_play_position(slug, position["play"], position.get("entries"))
    mode = position.get("mode", "referee")
    game = get_game_for_mode(slug, mode)
    options = get_preset_values(game, position.get("presets", {}))
    for option, value in (*position.get("options", {}).items(), *line.get("options", {}).items()):
        over = isinstance(value, Mapping) and options.get(option)
        options[option] = {**over, **value} if over else value
    return {
        "case": name,
        "seats": position.get("seats", game.meta.seats[0]),
        "first": position.get("first", 0),
        **({"mode": mode} if mode != "referee" else {}),
        **({"options": options} if options else {}),
        "log": [*position.get("log", ()), *line.get("then", ())],
        **{key: line[key] for key in EXPECTATION_KEYS if key in line},
        **get_expected_verdict(line),
    }


def _make_play_position(slug: str, name: str, entries: int | None) -> Mapping[str, Any]:
    """Return the position after the first entries of a recorded play (None: after all)."""
    play = load_plays(slug)[name]
    fields: Case = {key: play[key] for key in ("first", "options", "mode") if key in play}
    return {**fields, "seats": len(play["seats"]), "log": list(play["log"])[:entries]}


def get_expected_verdict(line: Mapping[str, Any]) -> Case:
    if "move" not in line:
        return {}
    for verdict in ("refused", "warned"):
        if line.get(verdict):
            return {"verdict": verdict, "code": line[verdict]}
    return {"verdict": "legal"}


def parse_case(slug: str, case: Case) -> tuple[Game[Any], Setup, tuple[Entry, ...]]:
    game = get_game_for_mode(slug, case.get("mode", "referee"))
    setup = Setup.of(game.meta, case["seats"], case.get("options", {}), case["first"])
    log = tuple(parse_entry(game, number, line) for number, line in enumerate(case["log"], 1))
    return game, setup, log


class JudgedCase:
    """A case replayed with the app's rules: the verdict on its move, and the state after it."""

    def __init__(self, slug: str, case: Case) -> None:
        game, self.setup, log = parse_case(slug, case)
        position = replay_log(game, self.setup, log)
        assert position.invalid is None, (slug, case["case"], position.invalid)
        self.before = self.after = position.state
        self.game = position.game
        self.code = self.section = ""
        self.reasons: set[str] = set()
        self.reason: Refusal | None = None
        self.verdict, self.overridable = "", False
        if "move" in case:
            self._judge(parse_entry(game, 0, case["move"]))

    def _judge(self, entry: Entry) -> None:
        seat, move = entry.seat, entry.move
        refusal = check_move(self.game, self.before, seat, move)
        warnings = () if refusal else self.game.warnings(self.before, seat, move)
        self.reason = reason = refusal or next(iter(warnings), None)
        self.verdict = "refused" if refusal else "warned" if warnings else "legal"
        self.reasons = {each.code for each in refusal.with_besides()} if refusal else set()
        self.code, self.section = (reason.code, reason.rule) if reason else ("", "")
        if refusal is None:
            self.after = self.game.apply(self.before, seat, move)

    def get_shown_value(self, path: str, *, before: bool = False) -> Any:
        """Return the value at a path such as ``seats.0.gold`` of the view after or ``before`` the move."""
        value: Any = json.loads(json.dumps(self.game.view(self.before if before else self.after, None)))
        for part in path.split("."):
            value = value[int(part)] if isinstance(value, list) else value[part]
        return value

    def get_score_line(self, seat: int, category: str) -> Any:
        lines = self.game.scoring.lines(self.setup, self.game.score_sheets(self.after))
        return next(line for line in lines[seat] if line.category == category)

    def get_places_and_rules(self) -> tuple[list[int], set[str]]:
        criteria = self.game.scoring.criteria(self.setup, self.game.score_sheets(self.after))
        ranking = rank_seats(criteria, self.setup.seats)
        return list(ranking.places), {step.criterion.rule for step in ranking.steps if step.separates}


@cache
def load_cases(slug: str) -> tuple[Case, ...]:
    """Return the complete cases of a game: those of its TOML files, then the frozen ones."""
    lines = (CONFORMANCE_FOLDER / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()
    return (*load_toml_cases(slug).values(), *map(json.loads, lines))
