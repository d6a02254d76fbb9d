"""What is laid out on the real table, what options explain of it, and what the referee begins with."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from companion.engine.game import Game, Setup
from companion.engine.setup_steps import SetupStep
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from companion.sentences.phrases import Phrasebook
from companion.services import services_of
from companion.store.models import Table, db
from companion.tables.opening import MODES, open_table
from companion.tables.state import load_state
from tests import ROOT
from tests.all_games import each_game, each_table, expectations_of
from tests.positions import any_setup, finished
from tests.recorded_plays import replayed


def setups(game: Game[Any], seats: int) -> list[Setup]:
    return [
        Setup.of(game.meta, seats, first=seats - 1),
        *(any_setup(random.Random(seed), game, seats) for seed in range(8)),
    ]


def lying(steps: tuple[SetupStep, ...], seats: int) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for pieces in (pieces for step in steps for pieces in step.pieces):
        times = seats if pieces.where in ("seat", "off") else 1
        found[pieces.kind, pieces.where] += times * (pieces.count or 0)
    return found


@each_table
def test_all_of_the_box_lies_somewhere_as_the_referee_has_it(game: Game[Any], seats: int) -> None:
    told = expectations_of(game)
    for setup in setups(game, seats):
        found = lying(game.setup_steps(setup), seats)
        in_all: Counter[str] = Counter()
        for (kind, _), count in found.items():
            in_all[kind] += count
        box, state = told.box_contents(seats), game.setup(setup)
        assert {kind: in_all[kind] for kind in box} == box
        beginning = told.initial_pieces(state)
        assert {at: found[at] for at in beginning} == beginning
        [first] = [step for step in game.setup_steps(setup) if step.name == "first"]
        assert first.values == {"seat": setup.first}
        assert setup.first in game.awaiting(state).seats


@each_table
def test_every_step_has_its_words(game: Game[Any], seats: int) -> None:
    options = {option.name for option in game.meta.options}
    for setup in setups(game, seats):
        steps = game.setup_steps(setup)
        assert len({step.name for step in steps}) == len(steps)
        for step in steps:
            assert all(Phrasebook(game).set_up_step(step))
            assert step.rule in game.words.rules
            assert set(step.asks) <= options
            assert {pieces.kind for pieces in step.pieces} <= set(game.words.terms)
            assert all(pieces.count is None or pieces.count >= 0 for pieces in step.pieces)


@each_game
def test_what_the_box_prints_is_asked(game: Game[Any]) -> None:
    setup = Setup.of(game.meta, game.meta.seats[0])
    asked = {name for step in game.setup_steps(setup) for name in step.asks}
    assert {option.name for option in game.meta.options if option.printed} <= asked


GAMES_ROOM = ROOT / "companion" / "games"


def names_of(game: Game[Any], mode: str) -> set[str]:
    return {option.name for option in game.meta.options if mode in option.modes}


def test_no_game_gives_a_switch_a_second_default() -> None:
    assert not [m for m in GAMES_ROOM.rglob("*.py") if "options.get(" in m.read_text("utf-8")]


@each_game
def test_a_setup_has_every_switch(game: Game[Any]) -> None:
    setup = Setup.of(game.meta, game.meta.seats[0])
    assert setup.options == {option.name: option.default for option in game.meta.options}
    for name, record in plays(game.meta.slug).items():
        assert parse_recorded_play(record).setup.options.keys() == setup.options.keys(), name


@pytest.mark.parametrize("mode", MODES)
@each_game
def test_a_table_older_than_a_switch_plays_with_its_default(app: Flask, game: Game[Any], mode: str) -> None:
    with app.app_context():
        tables = services_of(app).tables
        opened = open_table(tables, game.meta.slug, mode, ["A", "B", "C"], {})
        kept = db.session.get(Table, opened.table_id)
        assert kept is not None
        assert kept.options.keys() == names_of(game, mode)
        db.session.execute(update(Table).values(options={}))
        db.session.commit()
        table = load_state(tables.store, opened.table_id)
        assert table.replay.setup == Setup.of(game.meta, 3)
        assert json.loads(json.dumps(table.options)) == table.options
        assert table.options.keys() == names_of(game, mode)


PLAYS = 8


def ends(game: Game[Any], chance: random.Random) -> Iterator[tuple[Setup, tuple[Any, ...]]]:
    for name in plays(game.meta.slug):
        end = replayed(game.meta.slug, name)
        yield end.setup, end.game.score_sheets(end.state)
    for _ in range(PLAYS):
        setup, state = finished(game, chance, chance.randint(*game.meta.seats))
        yield setup, game.score_sheets(state)


@each_game
def test_what_explains_a_number_is_recomputed_from_the_sheet(game: Game[Any]) -> None:
    slow = expectations_of(game)
    read = 0
    for setup, sheets in ends(game, random.Random(48)):
        for seat, lines in enumerate(game.scoring.lines(setup, sheets)):
            made = slow.expected_parts(setup, sheets, seat)
            assert {line.category for line in lines} == set(made)
            for line in lines:
                parts = [(dict(values), points) for _, values, points in line.parts]
                assert parts == made[line.category], line
                read += len(parts)
    assert read > PLAYS
