"""What is true for every game in random legal plays."""

import json
import random
import re
from contextlib import suppress
from dataclasses import fields
from itertools import product
from typing import Any

import pytest

from companion.engine.game import Game, Setup
from companion.engine.json_data import DataError, from_json, to_json
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move
from companion.engine.replay import replay_log
from companion.games import TALLIES_BY_SLUG
from companion.games.plays import ENTRY_FIELDS
from companion.tables.schemas import parse_value
from companion.tables.writing import Draft
from tests.all_games import each_game, each_game_and_seat_count, get_game_folder
from tests.any_moves import make_any_move
from tests.positions import is_json_value, iterate_random_steps, make_setup

INVALID_VALUES: tuple[Any, ...] = (None, True, -1, 0, 3, 1.5, "", "red", [], [1], ["red"], {})


def make_random_setup(game: Game[Any], seats: int, seed: int) -> Setup:
    return make_setup(random.Random(seed), game, seats)


def play_at_random(game: Game[Any], seats: int, seed: int) -> tuple[list[Entry], list[Any]]:
    """Play a random legal game. Return its log, and its states before, between and after the entries."""
    setup = make_random_setup(game, seats, seed)
    log: list[Entry] = []
    states = [game.setup(setup)]
    for state, seat, move in iterate_random_steps(random.Random(seed), game, setup):
        log.append(Entry(len(log) + 1, "move", seat, move))
        states.append(game.apply(state, seat, move))
    return log, states


@each_game_and_seat_count
@pytest.mark.parametrize("seed", [1, 2])
def test_a_replay_gives_the_same_state_as_playing(game: Game[Any], seats: int, seed: int) -> None:
    log, states = play_at_random(game, seats, seed)
    playing = replay_log(game, make_random_setup(game, seats, seed), log)
    assert playing.invalid is None
    assert playing.state == states[-1]


@each_game_and_seat_count
def test_moves_are_the_same_after_json_and_views_are_plain_data(game: Game[Any], seats: int) -> None:
    log, states = play_at_random(game, seats, 4)
    for entry, state in list(zip(log, states, strict=False))[::3]:
        assert from_json(type(entry.move), json.loads(json.dumps(to_json(entry.move)))) == entry.move
        for viewer in (None, 0, seats - 1):
            view = game.view(state, viewer)
            assert is_json_value(view)
            json.dumps(to_json(game.redact_move(state, viewer, entry.seat, entry.move)))


@each_game
def test_schemas_and_json_data_read_moves_equally(game: Game[Any]) -> None:
    chance = random.Random(6)
    for _ in range(200):
        move = make_any_move(chance, game)
        data = json.loads(json.dumps(to_json(move)))
        assert from_json(type(move), data) == parse_value(type(move), data) == move
        for name, junk in product(data, INVALID_VALUES):
            with suppress(DataError):
                changed = {**data, name: junk}
                assert from_json(type(move), changed) == parse_value(type(move), changed)


@each_game_and_seat_count
def test_apply_and_check_do_not_change_the_state(game: Game[Any], seats: int) -> None:
    log, states = play_at_random(game, seats, 5)
    for entry, state in list(zip(log, states, strict=False))[:60]:
        before = repr(state)
        check_move(game, state, entry.seat, entry.move)
        game.apply(state, entry.seat, entry.move)
        assert repr(state) == before


@each_game
def test_moves_and_entries_have_no_field_name_in_common(game: Game[Any]) -> None:
    entry_fields = ENTRY_FIELDS | {part.name for part in fields(Draft)}
    assert not {part.name for kind in game.moves for part in fields(kind)} & entry_fields


@each_game
def test_every_code_has_its_words(game: Game[Any]) -> None:
    slug, words = game.meta.slug, game.words
    folder = get_game_folder(game)
    source = "\n".join(p.read_text("utf-8") for p in folder.rglob("*.py") if p.name != "words.py")
    used = set(re.findall(rf'"({slug}\.[a-z0-9_]+)"', source))
    known = {*words.refusals, *words.prompts, *words.endings, *words.reasons}
    assert used <= known, f"without words: {used - known}"
    unused = {code for code in known - used if f'"{code.partition(".")[2]}"' not in source}
    assert not {code for code in unused if code.startswith(f"{slug}.")}, f"unused: {unused}"
    assert set(words.own_turn) <= set(words.prompts)
    assert set(words.own_endings) <= set(words.endings)
    for kind in game.moves:
        assert kind.__name__ in words.moves
    for move in game.examples:
        if type(move) in game.moves:
            assert game.describe(None, 0, move).code in {*words.log_lines, *words.news}
    assert {option.name for option in game.meta.options} <= set(words.options)
    for option in game.meta.options:
        assert set(option.choices) <= set(words.choices)


@each_game
def test_a_tally_accepts_the_sheets_of_the_game_with_the_same_points(game: Game[Any]) -> None:
    seats = game.meta.seats[0]
    _, states = play_at_random(game, seats, 8)
    tally = TALLIES_BY_SLUG[game.meta.slug]
    state = tally.setup(make_random_setup(game, seats, 8))
    for seat, sheet in enumerate(game.score_sheets(states[-1])):
        assert check_move(tally, state, seat, sheet) is None, sheet
        state = tally.apply(state, seat, sheet)
    lines = game.scoring.lines(make_random_setup(game, seats, 8), game.score_sheets(states[-1]))
    assert tally.scoring.lines(make_random_setup(game, seats, 8), tally.score_sheets(state)) == lines
