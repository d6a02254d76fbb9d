"""What is laid out on the real table: all of the box, and what the referee begins with.

``set_up.py`` beside a game's tests tells both: what the rulebook says is in the box (kinds of which no
number is known are left out), and where the first state has how much of what.
"""

import random
from collections import Counter
from importlib import import_module
from typing import Any

from companion.engine.game import Game, Setup
from companion.engine.laying_out import SetUpStep
from companion.sentences.phrases import Phrasebook
from tests.positions import any_setup
from tests.shelf import each_game, each_table, package_of_tests

Lying = dict[tuple[str, str], int]
"""By kind and place: how many lie there in all."""


def setups(game: Game[Any], seats: int) -> list[Setup]:
    return [
        Setup.of(game.meta, seats, first=seats - 1),
        *(any_setup(random.Random(seed), game, seats) for seed in range(8)),
    ]


def lying(steps: tuple[SetUpStep, ...], seats: int) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for pieces in (pieces for step in steps for pieces in step.pieces):
        times = seats if pieces.where in ("seat", "off") else 1
        found[pieces.kind, pieces.where] += times * (pieces.count or 0)
    return found


@each_table
def test_all_of_the_box_lies_somewhere_as_the_referee_has_it(game: Game[Any], seats: int) -> None:
    told = import_module(f"{package_of_tests(game)}.set_up")
    for setup in setups(game, seats):
        found = lying(game.setting_up(setup), seats)
        in_all: Counter[str] = Counter()
        for (kind, _), count in found.items():
            in_all[kind] += count
        box, state = told.box(seats), game.setup(setup)
        assert {kind: in_all[kind] for kind in box} == box
        beginning = told.beginning(state)
        assert {at: found[at] for at in beginning} == beginning
        [first] = [step for step in game.setting_up(setup) if step.name == "first"]
        assert first.values == {"seat": setup.first}
        assert setup.first in game.awaiting(state).seats


@each_table
def test_every_step_has_its_words(game: Game[Any], seats: int) -> None:
    options = {option.name for option in game.meta.options}
    for setup in setups(game, seats):
        steps = game.setting_up(setup)
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
    asked = {name for step in game.setting_up(setup) for name in step.asks}
    assert {option.name for option in game.meta.options if option.printed} <= asked
