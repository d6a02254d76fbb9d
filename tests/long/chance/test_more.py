"""What the gate asks of one play of each game or at few positions: here of all of them, or at many."""

import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games.seeds import plays
from tests.api.test_document import fuzzed, holds_what_it_says, real_tables
from tests.api.test_table import takes_what_it_offers
from tests.games.deadline.test_rules import foresees
from tests.games.test_listed import lists_all
from tests.games.test_reasons import each_that_gives_some
from tests.games.test_reasons import holds_what_it_says as reasons_hold
from tests.groups.test_groups import count, founded, opened, told
from tests.groups.test_people import play_again, rename, wins
from tests.hostile.fuzz import fuzz
from tests.people import Phone
from tests.recorded import ALL_PLAYS
from tests.secrets.test_two_tables import (
    PAIRS,
    Compare,
    comparing,
    test_everything_shown_is_the_same,
    test_no_route_tells_more_of_an_older_board_than_today_shows,
    test_probing_and_taking_back_tell_nothing,
    test_wanting_to_count_opens_nothing,
)
from tests.shelf import ALL_GAMES
from tests.web.test_every_play import play_draws
from tests.web.test_every_position import buttons_enter_something, can_be_played_on, off_the_page
from tests.web.test_guide import proposals_hold
from tests.web.test_page_fragments import follow
from tests.web.test_treasure_page import PLAYS, says_what_comes
from tests.web.test_watch import says_what_was_done

__all__ = [
    "fuzzed", "real_tables", "test_everything_shown_is_the_same",
    "test_no_route_tells_more_of_an_older_board_than_today_shows",
    "test_probing_and_taking_back_tell_nothing", "test_wanting_to_count_opens_nothing",
]  # fmt: skip

EVERY_PLAY = pytest.mark.parametrize(("slug", "name"), ALL_PLAYS)
EVERY_GAME = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.meta.slug)


@EVERY_PLAY
def test_every_play_draws_at_many_entries(app: Flask, slug: str, name: str) -> None:
    play_draws(app, slug, name, 30)


@EVERY_PLAY
def test_every_step_of_a_play_is_told(app: Flask, slug: str, name: str) -> None:
    says_what_was_done(app, slug, name, len(plays(slug)[name]["log"]) + 1)


@EVERY_PLAY
def test_every_legal_move_may_be_sent_back(app: Flask, slug: str, name: str) -> None:
    takes_what_it_offers(app, slug, name, 6, every=True)


@EVERY_PLAY
def test_what_the_guide_proposes_holds(slug: str, name: str) -> None:
    proposals_hold(slug, name)


@each_that_gives_some
def test_what_is_said_for_a_move_is_so_at_many_positions(game: Game[Any]) -> None:
    reasons_hold(game, 500, 1_000)


@EVERY_GAME
def test_the_list_is_all_that_may_be_entered_at_many_positions(game: Game[Any]) -> None:
    lists_all(game, 20_000)


@EVERY_GAME
def test_what_a_table_allows_anyway_can_be_played_on(app: Flask, game: Game[Any]) -> None:
    can_be_played_on(app, game, 50)


@EVERY_GAME
def test_the_page_has_the_places_that_refusals_name(app: Flask, game: Game[Any]) -> None:
    assert not off_the_page(app, game, 60)


@EVERY_GAME
def test_every_button_enters_something(app: Flask, game: Game[Any]) -> None:
    buttons_enter_something(app, game, 30)


@pytest.mark.parametrize(("slug", "name"), ALL_PLAYS)
def test_what_a_phone_is_sent_turns_its_page_into_the_next(app: Flask, slug: str, name: str) -> None:
    follow(app, slug, plays(slug)[name])


def test_the_document_holds_what_it_says(fuzzed: Flask, real_tables: list[tuple[str, str]]) -> None:
    assert len(holds_what_it_says(fuzzed, real_tables, 110)) >= 12


@pytest.mark.parametrize("name", PLAYS)
def test_every_deal_says_what_comes(app: Flask, name: str) -> None:
    assert min(says_what_comes(app, name, every=1)) > 200


@pytest.mark.parametrize("name", plays("deadline"))
def test_every_stone_of_a_tomb_is_foreseen(name: str) -> None:
    assert foresees(name, every=1) > 100


def test_a_fuzz_finds_nothing(app: Flask) -> None:
    statuses, faults = fuzz(app, 6_000, seed=4)
    assert not faults
    assert set(statuses) >= {200, 303, 400, 403, 404, 405}


NAMES = ["Ana", "Ben", "Carla", "Dan", "Eva", "Finn"]


@pytest.mark.parametrize("seed", range(500))
def test_every_win_is_credited(app: Flask, seed: int) -> None:
    dice = random.Random(seed)
    phone = Phone(app)
    group = founded(phone)
    people = dice.sample(NAMES, dice.randint(2, 4))
    opened(phone, group, people)
    for _ in range(dice.randint(1, 3)):
        if dice.random() < 0.3:
            Phone(app).sit(phone.code, 1, dice.choice(NAMES))
        count(phone, dice.sample(range(1, 60), len(people)))
        if dice.random() < 0.4:
            rename(phone, dice.randrange(len(people)), dice.choice(NAMES))
        wins(phone, group)
        if dice.random() < 0.4:
            person = dice.choice(told(phone, group)["people"])["person"]
            assert phone.client.post(f"/g/{group}/people/{person}/forget").status_code == 303
            wins(phone, group)
        people = dice.sample(NAMES, dice.randint(2, 4))
        play_again(phone, people)


@pytest.fixture(params=PAIRS)
def compare(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> Compare:
    """Every pair of tables that differ in one secret: the gate compares one of each game."""
    return comparing(PAIRS[request.param], empty_database, tmp_path)
