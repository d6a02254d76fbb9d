"""What is true for every game in random legal plays and in recorded ones."""

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import chain, product
from typing import Any

import pytest

from companion.engine.game import Game, Setup
from companion.engine.json_data import DataError, from_json, to_json
from companion.engine.log import EffectiveMove, Entry
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.ranking import rank_seats
from companion.engine.replay import iterate_steps_with_states, replay_log
from companion.games import GAMES_BY_SLUG, TALLIES_BY_SLUG
from companion.games.deadline.moves import Build, SetAside
from companion.games.plays import ENTRY_FIELDS, parse_recorded_play
from companion.games.seeds import load_plays
from companion.tables.queries import total_points
from companion.tables.schemas import parse_value
from companion.tables.writing import Draft
from tests.all_games import (
    each_game,
    each_game_and_seat_count,
    few_or_many,
    get_expectations,
    get_game_folder,
    import_game_tests,
)
from tests.any_moves import iterate_all_moves, make_any_move
from tests.games.game_expectations import Inventory, LoggedMove
from tests.positions import is_json_value, iterate_positions, iterate_random_steps, make_setup
from tests.recorded_plays import ALL_PLAYS, replay_play

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
def test_the_guide_guesses_only_what_the_viewer_may_not_see(game: Game[Any]) -> None:
    for setup, state in iterate_positions(game, random.Random(31), 30):
        for viewer in (None, *range(setup.seats)):
            guess = game.guess_hidden(state, viewer)
            assert guess == state or game.hidden_seats(state, viewer)
            assert viewer is None or game.private_view(guess, viewer) == game.private_view(state, viewer)


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


def get_partly_listed_moves(game: Game[Any]) -> set[str]:
    names: set[str] = import_game_tests(game).PARTLY_LISTED_MOVES
    return names


@cache
def list_all_moves_by_kind(slug: str) -> dict[type, list[Any]]:
    moves_by_kind: dict[type, list[Any]] = defaultdict(list)
    game = GAMES_BY_SLUG[slug]
    for move in iterate_all_moves(game):
        if type(move).__name__ not in get_partly_listed_moves(game):
            moves_by_kind[type(move)].append(move)
    return dict(moves_by_kind)


def check_legal_moves(game: Game[Any], state: Any, seat: int) -> int:
    """Assert that the list of legal moves agrees with the check. Return the number of checked moves."""
    legal, awaiting = list_legal_moves(game, state, seat), game.awaiting(state)
    assert len(set(legal)) == len(legal), "listed twice"
    refused = [move for move in legal if check_move(game, state, seat, move) is not None]
    assert not refused, f"listed and refused: {refused[0]}"
    possible = list_all_moves_by_kind(game.meta.slug)
    moves = [move for kind in awaiting.moves for move in possible.get(kind, ())]
    missing = {move for move in moves if check_move(game, state, seat, move) is None} - set(legal)
    if missing:  # another spelling of a listed move is allowed
        states = [game.apply(state, seat, move) for move in legal]
        missing = {move for move in missing if game.apply(state, seat, move) not in states}
    assert not missing, f"allowed and not listed: {missing.pop()}"
    return len(legal) + len(moves)


@each_game
def test_every_kind_of_move_is_listed_completely_or_named_as_typed(game: Game[Any]) -> None:
    complete = {kind.__name__ for kind in list_all_moves_by_kind(game.meta.slug)}
    kinds = {kind.__name__ for kind in game.moves}
    assert complete | get_partly_listed_moves(game) == kinds, (
        "bound the fields, or add it to PARTLY_LISTED_MOVES"
    )


def iterate_option_settings(game: Game[Any]) -> Iterator[dict[str, Any]]:
    yield {}
    for option in game.meta.options:
        if "referee" in option.modes:
            values = (True, False) if option.kind == "flag" else option.choices
            yield from ({option.name: value} for value in values)


@each_game
@few_or_many
def test_the_legal_moves_are_exactly_those_that_the_check_accepts(game: Game[Any], many: bool) -> None:
    chance = random.Random(1998)
    for options in iterate_option_settings(game):
        checked, count = 0, 2000 if many else 8
        for setup, state in iterate_positions(game, chance, count, **options):
            if game.ending(state) is None:
                checked += sum(check_legal_moves(game, state, seat) for seat in range(setup.seats))
            if checked > 600 * count:
                break


def iterate_steps(game: Game[Any]) -> Iterator[tuple[Any, int, Any]]:
    """Yield (state before, seat, move) of each entry in recorded plays and in random ones."""
    for name in load_plays(game.meta.slug):
        for step, played, state in iterate_steps_with_states(replay_play(game.meta.slug, name)):
            if isinstance(step, EffectiveMove) and played is game:
                yield state, step.seat, step.move
    for seed in range(8):
        chance = random.Random(seed)
        yield from iterate_random_steps(chance, game, make_setup(chance, game))


def compute_logged_change(game: Game[Any], before: Any, seat: int, move: Any) -> Inventory:
    """Return how a move changes the numbers of things. Assert that its log line names exactly this."""
    expectations = get_expectations(game)
    change: Inventory = expectations.count_inventory(game.apply(before, seat, move))
    change.subtract(expectations.count_inventory(before))
    logged = LoggedMove(game.describe(before, seat, move), seat, before)
    assert change == expectations.get_inventory_change(logged), (move, logged)
    return change


@each_game
def test_log_lines_match_the_changes_of_the_state(game: Game[Any]) -> None:
    for before, seat, move in iterate_steps(game):
        compute_logged_change(game, before, seat, move)


def test_the_log_names_the_square_that_replaces_a_used_up_stone() -> None:
    game = GAMES_BY_SLUG["deadline"]
    table = game.setup(Setup.of(game.meta, 2))
    state = replace(table, dice=("large", "small"), supply=(5, 0, 0, 0, 0))
    for move in (SetAside("large"), Build("large", "new", 0, 2), Build("large", "reserve", 0, 2)):
        assert compute_logged_change(game, state, 0, move)[("middle", "square")] == -1


@each_game_and_seat_count
def test_the_parts_of_a_score_add_up_and_form_data_is_plain(game: Game[Any], seats: int) -> None:
    _, states = play_at_random(game, seats, 6)
    setup = make_random_setup(game, seats, 6)
    for state in states[:: max(1, len(states) // 12)]:
        sheets = game.score_sheets(state)
        for sheet in (None, *sheets):
            form_data = game.scoring.sheet_form_data(setup, sheet, sheets)
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
