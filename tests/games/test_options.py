"""A switch has one default, in its game's meta: a setup is complete and a game reads it as it stands."""

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from companion.engine.game import Game, Setup
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from companion.services import services_of
from companion.store.models import Table, db
from companion.tables.opening import MODES, open_table
from companion.tables.state import load_state
from tests import ROOT
from tests.shelf import each_game

GAMES_ROOM = ROOT / "companion" / "games"


def names_of(game: Game[Any], mode: str) -> set[str]:
    return {option.name for option in game.meta.options if mode in option.modes}


def test_no_game_gives_a_switch_a_second_default() -> None:
    assert not [m for m in GAMES_ROOM.rglob("*.py") if "options.get(" in m.read_text()]


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
