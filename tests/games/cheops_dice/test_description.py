"""The log of Cheops tells what was really paid."""

from __future__ import annotations

import random

from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.state import Board
from companion.tables.phrases import Phrasebook
from tests.games.cheops_dice.tables import build, table
from tests.games.cheops_dice.test_play import played


def stones(board: Board) -> set[str]:
    return {f"quarry-{n + 1}" for n in range(board.crossed.bit_length()) if board.crossed >> n & 1}


def test_it_says_what_was_crossed_off_and_what_was_skipped() -> None:
    proposed = 0
    for seed in range(4):
        chance = random.Random(seed)
        start = table(3, first=seed % 3)
        for state, seat, move in played(chance, start):
            if not isinstance(move, Build):
                continue
            entered = Build(move.boxes) if chance.random() < 0.5 else move
            proposed += entered is not move
            before, after = state.boards[seat], GAME.apply(state, seat, entered).boards[seat]
            values = GAME.describe(state, seat, entered).values
            paid = values["payments"]
            assert isinstance(paid, tuple)
            assert {p for p in paid if p.startswith("quarry")} == stones(after) - stones(before)
            assert paid.count("joker") == before.jokers - after.jokers
            lost = {f"quarry-{n}" for n in range(before.mark + 1, after.mark)} - stones(after)
            skipped = values.get("skipped", ())
            assert isinstance(skipped, tuple)
            assert {f"quarry-{n}" for n in skipped} == lost
    assert proposed > 50


def test_what_does_not_count_names_no_payment_nobody_named() -> None:
    say = Phrasebook(GAME, ("Ana", "Bo"))
    assert say.log_line(GAME.describe(None, 0, build("pyramid-1-1")), 0) == "Ana ticked pyramid 1-1"
    assert say.log_line(GAME.describe(None, 0, build("pyramid-1-1", "proposed")), 0) == (
        "Ana ticked pyramid 1-1"
    )
    assert say.log_line(GAME.describe(None, 0, build("pyramid-1-1", "die")), 0) == (
        "Ana ticked pyramid 1-1; paid with die"
    )
