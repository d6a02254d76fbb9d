"""The API's view of a table keeps each field that clients may read, and its values. Others may be added."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.game import Game
from companion.games import GAMES
from tests.all_games import each_game, each_slug
from tests.api.recorded_positions import (
    DIGESTS_FILE,
    describe_positions,
    load_fields,
    make_case_digests,
    make_play_digests,
)
from tests.recorded_plays import list_referee_plays, replay_states, take_sample

DIGESTS = json.loads(DIGESTS_FILE.read_text(encoding="utf-8"))
PLAYS = [(game.meta.slug, name) for game in GAMES for name in list_referee_plays(game.meta.slug)]


@each_game
def test_the_view_has_all_its_fields(game: Game[Any]) -> None:
    fields: set[str] = set()
    slug = game.meta.slug
    for name in list_referee_plays(slug):
        for state in take_sample(replay_states(slug, name), 8):
            fields.update(iterate_fields(game.view(state, 0)))
    kept = load_fields(slug)
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


@pytest.mark.parametrize(("slug", "name"), PLAYS)
def test_the_positions_of_recorded_plays_are_described_as_before(slug: str, name: str) -> None:
    found, kept = make_play_digests(slug, name).split(), DIGESTS["plays"][f"{slug} {name}"].split()
    changed = [n for n, digests in enumerate(zip(found, kept, strict=True)) if len(set(digests)) > 1]
    assert not changed, f"after entry {changed[0] + 1}: {describe_positions(slug, name)[changed[0]]}"


@each_slug
def test_the_positions_of_the_cases_are_described_as_before(slug: str) -> None:
    assert make_case_digests(slug) == DIGESTS["cases"][slug]
