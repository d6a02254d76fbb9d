"""The count by hand: what the table allowed while playing it can count too."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.log import Entry
from companion.engine.replay import Replay, apply_entry, check_entry, start_replay
from companion.engine.tally import Close
from companion.games.giza import GAME
from companion.games.giza.moves import Play
from companion.games.giza.scoring import Sheet
from tests.games.refusals import verdict


def entered(replay: Replay, *entries: Entry) -> Replay:
    for number, entry in enumerate(entries, 1):
        entry = replace(entry, seq=number)
        assert check_entry(replay, entry) is None, (entry, check_entry(replay, entry))
        replay = apply_entry(replay, entry)
    return replay


def test_a_count_with_a_tile_too_many_closes_where_the_table_allows_it() -> None:
    fives = [Entry(0, "move", n % 3, Play("+5", n // 3, n % 3)) for n in range(7)]
    replay = entered(
        start_replay(GAME, Setup.of(GAME.meta, 3)),
        *fives, Entry(0, "ruling", 1, Play("+5", 2, 1)), Entry(0, "count"),
    )  # fmt: skip
    assert verdict(check_entry(replay, Entry(10, "move", 0, Close())))[0] == "giza.sheets_too_many"
    allowed = Entry(10, "ruling", 0, Close())
    assert check_entry(replay, allowed) is None
    closed = apply_entry(replay, allowed)
    assert closed.game.ending(closed.state) is not None


@pytest.mark.parametrize(
    "stacks",
    [
        (("+3", "+5", "demolition"), (), (), ()),
        (("+3", "+5"), (), ("t1",), ()),
        (("+3", "+5"), (), (), ("what",)),
    ],
)
def test_a_tile_that_is_not_in_the_box_is_said_before_a_stack_that_may_be_allowed(stacks: Any) -> None:
    refusal = GAME.scoring.check(Setup.of(GAME.meta, 2), 0, Sheet(stacks=stacks))
    assert verdict(refusal) == ("giza.sheet_tile", False)
