"""What is foretold of a building is what comes of it."""

from typing import Any

import pytest

from companion.engine.play import legal_moves
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.parts import COLOURS
from companion.games.cheops_dice.state import State
from companion.games.cheops_dice.words import WORDS
from companion.games.seeds import plays
from tests.games.cheops_dice.tables import points, positions

RECORDED = [name for name, play in plays("cheops_dice").items() if play["mode"] == "referee"]


def hold(state: State, seat: int, move: Build) -> None:
    """The preview of a move against the change of the table."""
    foretold = GAME.preview(state, seat, move)
    after = GAME.apply(state, seat, move)
    old, new, plan = state.boards[seat], after.boards[seat], state.rules.plans[seat]
    of: dict[str, list[Any]] = {
        code: [a.values for a in foretold if a.code == code] for code in WORDS.previews
    }
    stones = of["stone"] + of["skipping"]
    new_stones = [n for n in range(1, len(plan.quarry) + 1) if (new.crossed ^ old.crossed) >> n - 1 & 1]
    assert sorted(values["stone"] for values in stones) == new_stones
    assert sum(values["points"] for values in stones) == new.mark - old.mark
    assert len(of["joker"]) == old.jokers - new.jokers
    assert len(of["die"]) + len(of["joker"]) + len(stones) == (new.ticked ^ old.ticked).bit_count()
    if seat == state.active:
        taken = [COLOURS[letter] for letter in state.middle]
        for letter in after.middle:
            taken.remove(COLOURS[letter])
        assert sorted(values["colour"] for values in of["die"]) == sorted(taken)
    won = new.won & ~old.won
    assert [(values["building"], values["symbol"]) for values in of["bonus"]] == [
        (bonus.building, bonus.symbol) for n, bonus in enumerate(plan.bonuses) if won >> n & 1
    ]
    before, then = (sum(points(one, seat).values()) for one in (state, after))
    assert of["points"] == [{"before": before, "after": then}]


@pytest.mark.parametrize("name", RECORDED)
def test_every_legal_building_of_every_recorded_play_comes_as_foretold(name: str) -> None:
    count = 0
    for state, seat in list(positions(name))[::4]:
        for move in legal_moves(GAME, state, seat):
            if isinstance(move, Build):
                hold(state, seat, move)
                hold(state, seat, Build(move.boxes))
                count += 1
    assert count > 20
