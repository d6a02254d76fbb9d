"""Every recorded play ends as it claims."""

from typing import Any

import pytest

from companion.engine.game import Game
from companion.engine.ranking import rank
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from companion.tables.queries import total
from tests.recorded import ALL_PLAYS, replayed
from tests.shelf import each_game


@pytest.mark.parametrize(("slug", "name"), ALL_PLAYS)
def test_it_ends_as_it_claims(slug: str, name: str) -> None:
    play = parse_recorded_play(plays(slug)[name])
    playing = replayed(slug, name)
    assert playing.invalid is None, playing.invalid
    ending = playing.game.ending(playing.state)
    assert ending is not None
    assert ending.code == play.end["ending"]
    sheets = playing.game.sheets(playing.state)
    lines = playing.game.scoring.lines(playing.setup, sheets)
    totals = [total(seat) for seat in lines]
    assert play.end.get("points") == (None if None in totals else totals)
    found = rank(playing.game.scoring.criteria(playing.setup, sheets), playing.setup.seats)
    assert list(found.places) == play.end["places"]
    assert play.words.keys() <= set(range(len(play.log) + 1))


@each_game
def test_each_way_to_end_is_recorded(game: Game[Any]) -> None:
    slug = game.meta.slug
    shown = {plays(slug)[name]["end"]["ending"] for name in plays(slug)}
    own = {code for code in game.words.endings if code.startswith(f"{slug}.")}
    assert own <= shown, f"no recorded play ends with {own - shown}"
