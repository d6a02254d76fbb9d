"""What the games say about the positions of the recorded plays and of the conformance cases, as digests.

After a change that is meant, ``python -m tests.api.recorded_positions`` writes the new digests.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.engine.game import Game, Setup
from companion.engine.log import TallyStart
from companion.engine.replay import iterate_steps_with_states
from companion.games import GAMES
from tests.conformance.cases import JudgedCase, load_toml_cases
from tests.recorded_plays import list_referee_plays, replay_play

DIGESTS_FILE = Path(__file__).with_name("recorded_positions.json")
FIELDS_FILE = Path(__file__).with_name("view_fields.json")
"""The fields of each game's view that clients may read, as paths such as ``seats.points``."""


def load_fields(slug: str) -> frozenset[str]:
    return frozenset(json.loads(FIELDS_FILE.read_text(encoding="utf-8"))[slug].split("|"))


def describe_positions(slug: str, name: str) -> list[str]:
    """Return a text for each entry of a play: its news, and then the position after it."""
    replay, fields = replay_play(slug, name), load_fields(slug)
    steps = list(iterate_steps_with_states(replay))
    states = [*((game, state) for _, game, state in steps[1:]), (replay.game, replay.state)]
    texts = []
    for (step, game, before), (game_after, after) in zip(steps, states, strict=True):
        news = None if isinstance(step, TallyStart) else game.news(before, after, step.seat, step.move)
        position = describe_position(game_after, replay.setup, after, fields)
        texts.append(dump({"news": news, **position}))
    return texts


def describe_position(game: Game[Any], setup: Setup, state: Any, fields: frozenset[str]) -> dict[str, Any]:
    """Return the views of a spectator and the first seat, and whom the table awaits.

    Also return the ending and the score lines, which are None while a sheet of a tally is missing.
    """
    sheets = game.score_sheets(state)
    return {
        "views": [keep_fields(game.view(state, viewer), fields) for viewer in (None, 0)],
        "awaiting": game.awaiting(state),
        "ending": game.ending(state),
        "lines": None if None in sheets else game.scoring.lines(setup, sheets),
    }


def keep_fields(value: Any, fields: frozenset[str], path: str = "") -> Any:
    """Return plain data with only these fields, as later versions may add others."""
    if isinstance(value, Mapping):
        return {
            name: keep_fields(item, fields, f"{path}{name}.")
            for name, item in value.items()
            if f"{path}{name}" in fields
        }
    return [keep_fields(item, fields, path) for item in value] if isinstance(value, list | tuple) else value


def dump(position: dict[str, Any]) -> str:
    """Return a position as JSON, the same in every process."""
    return json.dumps(position, sort_keys=True, default=to_plain)


def to_plain(value: Any) -> Any:
    """Return plain data for a value that JSON does not have."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return sorted(value) if isinstance(value, set | frozenset) else str(value)


def make_digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:6]


def make_play_digests(slug: str, name: str) -> str:
    """Return the digests of a play's positions, in the order of its entries."""
    return " ".join(map(make_digest, describe_positions(slug, name)))


def make_case_digests(slug: str) -> dict[str, str]:
    """Return by case the digest of the position after the case's move."""
    fields, digests = load_fields(slug), {}
    for name, case in load_toml_cases(slug).items():
        judged = JudgedCase(slug, case)
        position = describe_position(judged.game, judged.setup, judged.after, fields)
        digests[name] = make_digest(dump(position))
    return digests


if __name__ == "__main__":
    slugs = [game.meta.slug for game in GAMES]
    plays = {
        f"{slug} {name}": make_play_digests(slug, name)
        for slug in slugs
        for name in list_referee_plays(slug)
    }
    digests = {"plays": plays, "cases": {slug: make_case_digests(slug) for slug in slugs}}
    DIGESTS_FILE.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
