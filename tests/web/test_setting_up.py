"""Setting up the real table: its box, its steps with their ticks, and the first state."""

import html
import json
import random
import re
from collections import Counter
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from companion.engine.game import Game, Setup
from companion.games import GAMES
from companion.games.seeds import get_box_facts, load_parts
from companion.sentences.phrases import Phrasebook
from companion.services import services_of
from companion.store.models import Table, db
from companion.tables.opening import MODES, open_table
from companion.tables.state import load_state
from tests.all_games import each_game, each_game_and_seat_count, each_slug, get_expectations
from tests.people import Phone, open_as_host
from tests.positions import make_setup
from tests.web.test_lobby import HTMX_HEADERS, LobbyTable


def list_setups(game: Game[Any], seats: int) -> list[Setup]:
    return [
        Setup.of(game.meta, seats, first=seats - 1),
        *(make_setup(random.Random(seed), game, seats) for seed in range(8)),
    ]


@each_game_and_seat_count
def test_the_setup_uses_all_pieces_of_the_box_and_matches_the_first_state(
    game: Game[Any], seats: int
) -> None:
    expectations = get_expectations(game)
    for setup in list_setups(game, seats):
        counts: Counter[tuple[str, str]] = Counter()
        totals: Counter[str] = Counter()
        for pieces in (pieces for step in game.setup_steps(setup) for pieces in step.pieces):
            count = (seats if pieces.where in ("seat", "off") else 1) * (pieces.count or 0)
            counts[pieces.kind, pieces.where] += count
            totals[pieces.kind] += count
        box, state = expectations.get_box_contents(seats), game.setup(setup)
        assert {kind: totals[kind] for kind in box} == box
        first_pieces = expectations.get_initial_pieces(state)
        assert {place: counts[place] for place in first_pieces} == first_pieces
        [first] = [step for step in game.setup_steps(setup) if step.name == "first"]
        assert first.values == {"seat": setup.first}
        assert setup.first in game.awaiting(state).seats


@each_game_and_seat_count
def test_every_setup_step_has_its_words(game: Game[Any], seats: int) -> None:
    options = {option.name for option in game.meta.options}
    for setup in list_setups(game, seats):
        steps = game.setup_steps(setup)
        assert len({step.name for step in steps}) == len(steps)
        for step in steps:
            assert all(Phrasebook(game).set_up_step(step))
            assert step.rule in game.words.rules
            assert set(step.asks) <= options
            assert {pieces.kind for pieces in step.pieces} <= set(game.words.terms)
            assert all(pieces.count is None or pieces.count >= 0 for pieces in step.pieces)


@each_game
def test_the_setup_asks_for_every_printed_option(game: Game[Any]) -> None:
    setup = Setup.of(game.meta, game.meta.seats[0])
    asked_options = {name for step in game.setup_steps(setup) for name in step.asks}
    assert {option.name for option in game.meta.options if option.printed} <= asked_options


def list_option_names(game: Game[Any], mode: str) -> set[str]:
    return {option.name for option in game.meta.options if mode in option.modes}


@pytest.mark.parametrize("mode", MODES)
@each_game
def test_a_table_without_a_new_option_uses_its_default(app: Flask, game: Game[Any], mode: str) -> None:
    with app.app_context():
        tables = services_of(app).tables
        opened = open_table(tables, game.meta.slug, mode, ["A", "B", "C"], {})
        row = db.session.get(Table, opened.table_id)
        assert row is not None
        assert row.options.keys() == list_option_names(game, mode)
        db.session.execute(update(Table).values(options={}))
        db.session.commit()
        table = load_state(tables.store, opened.table_id)
        assert table.replay.setup == Setup.of(game.meta, 3)
        assert json.loads(json.dumps(table.options)) == table.options
        assert table.options.keys() == list_option_names(game, mode)


@each_game
def test_facts_about_a_box_have_a_source_and_are_not_assumed(game: Game[Any]) -> None:
    published = load_parts(game.meta.slug).get("published", {})
    assert published.get("source", "stated") in ("stated", "derived")
    assert "from" in published or not published


def test_the_first_fact_of_each_box_is_unique() -> None:
    firsts = [get_box_facts(game.meta.slug).facts[0] for game in GAMES]
    assert len(set(firsts)) == len(firsts)


@each_slug
@pytest.mark.parametrize("address", ["/open/{}", "/?new"])
def test_the_page_for_opening_a_table_shows_the_box(app: Flask, slug: str, address: str) -> None:
    page = html.unescape(Phone(app).client.get(address.format(slug)).text)
    box = get_box_facts(slug)
    assert len(box.facts) >= 2
    for fact in box.facts:
        assert fact in page
    lids = "".join(re.findall(r'class="box-lid".*?</span>', page, re.DOTALL)).casefold()
    for word in f"{box.title} {box.subtitle}".casefold().split():
        assert word in lids


STEP_PATTERN = re.compile(r'name="step" value="(\w+)"')


def list_step_hashes(phone: Phone) -> list[str]:
    return STEP_PATTERN.findall(phone.get_page("/set-up").text)


def tick_step(phone: Phone, mark: str, done: str = "yes", **headers: str) -> Any:
    form = {"step": mark, "done": done}
    return phone.client.post(f"/t/{phone.code}/set-up", data=form, headers=headers)


def count_done_steps(phone: Phone) -> int:
    page = phone.get_page("/set-up").text
    ticked = page.count('aria-pressed="true"')
    assert f"{ticked} of {len(STEP_PATTERN.findall(page))} done" in page
    return ticked


def test_a_tick_is_shown_on_every_phone(app: Flask) -> None:
    table = LobbyTable(app, "deadline", 3, one_phone="on")
    bo = table.join_guest(1, "Bo")
    first, second, *_ = list_step_hashes(table.host)
    assert tick_step(table.host, first, **HTMX_HEADERS).status_code == 200
    assert count_done_steps(bo) == 1
    assert "1 of 6 done" in bo.get_board_html()
    answer = tick_step(bo, second)
    assert (answer.status_code, answer.location) == (303, f"/t/{table.code}/set-up")
    tick_step(bo, second)
    assert count_done_steps(table.host) == 2
    tick_step(table.host, first, "no")
    assert count_done_steps(bo) == 1
    assert table.change("start") == 204
    assert count_done_steps(bo) == 1
    assert f"/t/{table.code}/set-up" in bo.get_board_html()


def test_a_changed_step_loses_its_tick(app: Flask) -> None:
    table = LobbyTable(app, "deadline", 3)
    for mark in list_step_hashes(table.host):
        tick_step(table.host, mark)
    assert count_done_steps(table.host) == 6
    old = list_step_hashes(table.host)
    table.change("seats")
    count = count_done_steps(table.host)
    assert 0 < count < 6
    gone = next(mark for mark in old if mark not in list_step_hashes(table.host))
    assert tick_step(table.host, gone).status_code == 303
    assert count_done_steps(table.host) == count


@each_game
def test_the_steps_depend_on_the_number_of_seats(app: Flask, game: Game[Any]) -> None:
    low, high = game.meta.seats
    for seats in range(low, high + 1):
        table = LobbyTable(app, game.meta.slug, seats)
        chosen = open_as_host(app, game.meta.slug, [f"N{seat}" for seat in range(seats)])
        bo = table.join_guest(seats - 1, "Bo")
        before = bo.get_page("/set-up").text
        assert f"For {seats} players" in before
        pieces = [step["pieces"] for step in table.host.call("GET", "/set-up").json["steps"]]
        assert pieces == [step["pieces"] for step in chosen.call("GET", "/set-up").json["steps"]]
        table.change("start")
        assert f"For {low} players" in bo.get_page("/set-up").text


def test_the_starting_player_is_named_before_and_after_the_start(app: Flask) -> None:
    table = LobbyTable(app, "deadline", 4)
    bo = table.join_guest(2, "Bo")
    table.change("settings", None, first="2", **{"option.geometry": "A2"})
    assert "Bo is the first Supplier" in bo.get_page("/set-up").text
    table.change("start")
    assert "Bo is the first Supplier" in bo.get_page("/set-up").text


def test_printed_options_are_asked_for_in_their_step(app: Flask) -> None:
    table = LobbyTable(app, "cheops_catan", 3)
    bo = table.join_guest(1, "Bo")
    control = 'name="option" value="black_stones"'
    assert control in table.host.get_page("/set-up").text
    assert control not in bo.get_page("/set-up").text
    response = table.host.enter("/lobby", kind="setting", option="black_stones", value="15")
    assert response.status_code == 200, response.text
    assert "The 15 black stones" in bo.get_page("/set-up").text
    table.change("start")
    assert control not in table.host.get_page("/set-up").text


def test_the_api_shows_and_ticks_the_same_steps(app: Flask) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo", "Cy"])
    set_up = phone.call("GET", "/set-up").json
    assert set_up["players"] == ["Ana", "Bo", "Cy"]
    assert [step["mark"] for step in set_up["steps"]] == list_step_hashes(phone)
    hands = next(step for step in set_up["steps"] if step["name"] == "hands")
    assert [(p["name"], p["count"], p["where"]) for p in hands["pieces"]] == [
        ("tile", 4, "seat"), ("tile", 71, "middle"),
    ]  # fmt: skip
    for ticked in (True, False):
        body = {"step": hands["mark"], "done": ticked}
        answer = phone.call("POST", "/set-up", body)
        assert answer.status_code == 200, answer.text
        assert count_done_steps(phone) == sum(step["done"] for step in answer.json["steps"]) == ticked
