"""The API's view of a table keeps each field that clients may read. Fields may be added."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from tests.all_games import each_game
from tests.recorded_plays import list_referee_plays, replay_states, take_sample

FIELDS_FILE = Path(__file__).with_name("view_fields.json")
"""The fields of each game's view, as paths such as ``seats.points``."""


@each_game
def test_the_view_has_all_its_fields(game: Game[Any]) -> None:
    fields: set[str] = set()
    slug = game.meta.slug
    for name in list_referee_plays(slug):
        for state in take_sample(replay_states(slug, name), 8):
            fields.update(iterate_fields(game.view(state, 0)))
    kept = set(json.loads(FIELDS_FILE.read_text(encoding="utf-8"))[slug].split("|"))
    assert kept <= fields, f"missing: {kept - fields}"


def iterate_fields(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of each field in a value. The items of a list have the path of the list."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield f"{path}{name}"
            yield from iterate_fields(item, f"{path}{name}.")
    elif isinstance(value, list | tuple):
        for item in value:
            yield from iterate_fields(item, path)
