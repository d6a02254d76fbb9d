"""The API's view of a table keeps each field that clients may read, and its values. Others may be added."""

import json

import pytest

from companion.games import GAMES
from tests.all_games import each_slug
from tests.api.recorded_positions import (
    DIGESTS_FILE,
    describe_positions,
    make_case_digests,
    make_play_digests,
)
from tests.recorded_plays import list_referee_plays

DIGESTS = json.loads(DIGESTS_FILE.read_text(encoding="utf-8"))
PLAYS = [(game.meta.slug, name) for game in GAMES for name in list_referee_plays(game.meta.slug)]


@pytest.mark.parametrize(("slug", "name"), PLAYS)
def test_the_positions_of_recorded_plays_are_described_as_before(slug: str, name: str) -> None:
    digests, stored = make_play_digests(slug, name).split(), DIGESTS["plays"][f"{slug} {name}"].split()
    changed = [n for n, pair in enumerate(zip(digests, stored, strict=True)) if len(set(pair)) > 1]
    assert not changed, f"after entry {changed[0] + 1}: {describe_positions(slug, name)[changed[0]]}"


@each_slug
def test_the_positions_of_the_cases_are_described_as_before(slug: str) -> None:
    assert make_case_digests(slug) == DIGESTS["cases"][slug]
