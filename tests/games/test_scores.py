"""The scores at the end of recorded plays, and the parts of scores in random ones."""

from itertools import chain
from typing import Any

import pytest

from companion.engine.game import Game
from companion.engine.ranking import rank_seats
from companion.games.plays import parse_recorded_play
from companion.games.seeds import load_plays
from companion.tables.queries import total_points
from tests.all_games import each_game, each_game_and_seat_count
from tests.positions import is_json_value
from tests.recorded_plays import ALL_PLAYS, replay_play
from tests.test_every_game import make_random_setup, play_at_random


@each_game_and_seat_count
def test_the_parts_of_a_score_add_up_and_form_data_is_plain(game: Game[Any], seats: int) -> None:
    _, states = play_at_random(game, seats, 6)
    setup = make_random_setup(game, seats, 6)
    for state in states[:: max(1, len(states) // 12)]:
        sheets = game.score_sheets(state)
        for sheet in (None, *sheets):
            form_data = game.scoring.sheet_form_data(setup, sheet)
            assert is_json_value(form_data)
        for line in chain.from_iterable(game.scoring.lines(setup, sheets)):
            for _, values, points in line.parts:
                count: Any = values.get("count")
                assert "each" not in values or points == count * values["each"], line
            if line.points is not None and line.parts:
                assert sum(points or 0 for *_, points in line.parts) == line.points, line
        ranking = rank_seats(game.scoring.criteria(setup, sheets), seats)
        assert sorted(ranking.places)[0] == 1


@pytest.mark.parametrize(("slug", "name"), ALL_PLAYS)
def test_a_recorded_play_ends_as_its_file_says(slug: str, name: str) -> None:
    play = parse_recorded_play(load_plays(slug)[name])
    playing = replay_play(slug, name)
    assert playing.invalid is None, playing.invalid
    ending = playing.game.ending(playing.state)
    assert ending is not None
    assert ending.code == play.end["ending"]
    sheets = playing.game.score_sheets(playing.state)
    lines = playing.game.scoring.lines(playing.setup, sheets)
    totals = [total_points(seat) for seat in lines]
    assert play.end.get("points") == (None if None in totals else totals)
    ranking = rank_seats(playing.game.scoring.criteria(playing.setup, sheets), playing.setup.seats)
    assert list(ranking.places) == play.end["places"]
    assert play.words.keys() <= set(range(len(play.log) + 1))


@each_game
def test_every_ending_has_a_recorded_play(game: Game[Any]) -> None:
    slug = game.meta.slug
    shown = {load_plays(slug)[name]["end"]["ending"] for name in load_plays(slug)}
    own = {code for code in game.words.endings if code.startswith(f"{slug}.")}
    assert own <= shown, f"no recorded play ends with {own - shown}"
