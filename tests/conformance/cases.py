"""The cases of a game: those of its examples, those of its rulebook's sentences, and frozen ones.

``<slug>.toml`` has positions and cases as ``seeds/<slug>/examples.toml`` has them (a case may stand at a
position of either, and a position may begin ``from`` another), and for each sentence of the rulebook that
commands, allows or forbids a row. Written out whole, one a line, they are ``<slug>.jsonl``.
"""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.game import Game, Setup
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move
from companion.engine.ranking import rank
from companion.engine.replay import replay
from companion.games import get_game_for_mode
from companion.games.examples import get_presets
from companion.games.plays import parse_entry
from companion.games.seeds import plays, seed_folder

HERE = Path(__file__).parent
Case = dict[str, Any]
CLAIMS = ("move", "shows", "always", "points", "ending", "places")


@cache
def told(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((HERE / f"{slug}.toml").read_text(encoding="utf-8"))


def rows(slug: str) -> list[Mapping[str, Any]]:
    return list(told(slug)["row"])


@cache
def picked(slug: str) -> Mapping[str, Case]:
    """The cases that somebody picked: the examples of the rules, then those of the sentences."""
    examples = tomllib.loads((seed_folder(slug) / "examples.toml").read_text(encoding="utf-8"))
    positions = {**examples["position"], **told(slug).get("position", {})}
    lines = {**examples["example"], **told(slug).get("case", {})}
    return {name: _whole(slug, name, line, positions) for name, line in lines.items()}


def _position(positions: Mapping[str, Case], name: str) -> Case:
    """With what comes before it."""
    position = positions[name]
    before = _position(positions, position["from"]) if "from" in position else {}
    return {**before, **position, "log": [*before.get("log", ()), *position.get("log", ())]}


def _whole(slug: str, name: str, line: Mapping[str, Any], positions: Mapping[str, Case]) -> Case:
    """A case with nothing left to look up."""
    position: Mapping[str, Any] = _position(positions, line["at"])
    if "play" in position:
        position = _recorded(slug, position["play"], position.get("entries"))
    mode = position.get("mode", "referee")
    game = get_game_for_mode(slug, mode)
    options = get_presets(game, position.get("presets", {}))
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
        **{key: line[key] for key in CLAIMS if key in line},
        **expected(line),
    }


def _recorded(slug: str, name: str, entries: int | None) -> Mapping[str, Any]:
    """A recorded play, or the table after so many of its entries."""
    play = plays(slug)[name]
    kept: Case = {key: play[key] for key in ("first", "options", "mode") if key in play}
    return {**kept, "seats": len(play["seats"]), "log": list(play["log"])[:entries]}


def expected(line: Mapping[str, Any]) -> Case:
    if "move" not in line:
        return {}
    for verdict in ("refused", "warned"):
        if line.get(verdict):
            return {"verdict": verdict, "code": line[verdict]}
    return {"verdict": "legal"}


def setup_of(slug: str, case: Case) -> tuple[Game[Any], Setup, tuple[Entry, ...]]:
    game = get_game_for_mode(slug, case.get("mode", "referee"))
    setup = Setup.of(game.meta, case["seats"], case.get("options", {}), case["first"])
    log = tuple(parse_entry(game, number, line) for number, line in enumerate(case["log"], 1))
    return game, setup, log


class JudgedCase:
    """A case as the referee plays it: the move's verdict, and what it comes to."""

    def __init__(self, slug: str, case: Case) -> None:
        game, self.setup, log = setup_of(slug, case)
        at = replay(game, self.setup, log)
        assert at.invalid is None, (slug, case["case"], at.invalid)
        self.before = self.after = at.state
        self.game = at.game
        self.code = self.section = ""
        self.reasons: set[str] = set()
        self.verdict, self.overridable = "", False
        if "move" in case:
            self._judge(parse_entry(game, 0, case["move"]))

    def _judge(self, entry: Entry) -> None:
        seat, move = entry.seat, entry.move
        refusal = check_move(self.game, self.before, seat, move)
        warnings = () if refusal else self.game.warnings(self.before, seat, move)
        said = refusal or next(iter(warnings), None)
        self.verdict = "refused" if refusal else "warned" if warnings else "legal"
        self.reasons = {each.code for each in refusal.all()} if refusal else set()
        self.code, self.section = (said.code, said.rule) if said else ("", "")
        if refusal is None:
            self.after = self.game.apply(self.before, seat, move)

    def shown(self, path: str, *, before: bool = False) -> Any:
        """A value of the view that everybody has, by its path: ``seats.0.gold``."""
        found: Any = json.loads(json.dumps(self.game.view(self.before if before else self.after, None)))
        for part in path.split("."):
            found = found[int(part)] if isinstance(found, list) else found[part]
        return found

    def score_line(self, seat: int, category: str) -> Any:
        lines = self.game.scoring.lines(self.setup, self.game.score_sheets(self.after))
        return next(line for line in lines[seat] if line.category == category)

    def places(self) -> tuple[list[int], set[str]]:
        criteria = self.game.scoring.criteria(self.setup, self.game.score_sheets(self.after))
        ranking = rank(criteria, self.setup.seats)
        return list(ranking.places), {step.criterion.rule for step in ranking.steps if step.separates}


@cache
def written(slug: str) -> tuple[Case, ...]:
    lines = (HERE / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)
