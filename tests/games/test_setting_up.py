"""The setup of the real table: its box, its steps, the options that it asks for, and the first state."""

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
from companion.engine.setup_steps import SetupStep
from companion.games import GAMES
from companion.games.plays import parse_recorded_play
from companion.games.seeds import get_box_facts, load_parts, load_plays
from companion.sentences.phrases import Phrasebook
from companion.services import services_of
from companion.store.models import Table, db
from companion.tables.opening import MODES, open_table
from companion.tables.state import load_state
from tests.all_games import each_game, each_game_and_seat_count, each_slug, get_expectations
from tests.people import Phone
from tests.positions import make_setup


def make_setups(game: Game[Any], seats: int) -> list[Setup]:
    return [
        Setup.of(game.meta, seats, first=seats - 1),
        *(make_setup(random.Random(seed), game, seats) for seed in range(8)),
    ]


def count_setup_pieces(steps: tuple[SetupStep, ...], seats: int) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for pieces in (pieces for step in steps for pieces in step.pieces):
        times = seats if pieces.where in ("seat", "off") else 1
        counts[pieces.kind, pieces.where] += times * (pieces.count or 0)
    return counts


@each_game_and_seat_count
def test_the_setup_uses_all_pieces_of_the_box_and_matches_the_first_state(
    game: Game[Any], seats: int
) -> None:
    expectations = get_expectations(game)
    for setup in make_setups(game, seats):
        counts = count_setup_pieces(game.setup_steps(setup), seats)
        totals: Counter[str] = Counter()
        for (kind, _), count in counts.items():
            totals[kind] += count
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
    for setup in make_setups(game, seats):
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


@each_game
def test_a_setup_has_a_value_for_every_option(game: Game[Any]) -> None:
    setup = Setup.of(game.meta, game.meta.seats[0])
    assert setup.options == {option.name: option.default for option in game.meta.options}
    for name, record in load_plays(game.meta.slug).items():
        assert parse_recorded_play(record).setup.options.keys() == setup.options.keys(), name


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
