"""The log of Cheops tells what was really paid."""

from __future__ import annotations

from companion.games.cheops_dice import GAME
from companion.tables.phrases import Phrasebook
from tests.games.cheops_dice.tables import build


def test_what_does_not_count_names_no_payment_nobody_named() -> None:
    say = Phrasebook(GAME, ("Ana", "Bo"))
    assert say.log_line(GAME.describe(None, 0, build("pyramid-1-1")), 0) == "Ana ticked pyramid 1-1"
    assert say.log_line(GAME.describe(None, 0, build("pyramid-1-1", "proposed")), 0) == (
        "Ana ticked pyramid 1-1"
    )
    assert say.log_line(GAME.describe(None, 0, build("pyramid-1-1", "die")), 0) == (
        "Ana ticked pyramid 1-1; paid with die"
    )
