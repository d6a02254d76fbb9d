"""What is foretold of a move is what comes of it: every legal move of every recorded play."""

from typing import Any

import pytest

from companion.engine.data import to_json
from companion.engine.play import legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.moves import Hire, Pay, Place
from companion.games.cheops_treasure.outcomes import as_button, outcomes
from companion.games.cheops_treasure.state import State
from companion.games.seeds import plays
from tests.recorded import states_of

PLAYS = [name for name, play in plays("cheops_treasure").items() if play.get("mode") != "tally"]


def what_came(before: State, move: Any) -> dict[str, Any]:
    """What a move brought, as the table after it tells."""
    seat = before.turn
    after = GAME.apply(before, seat, move)
    told = GAME.view(after, seat)
    came: dict[str, Any] = {
        "money": told["seats"][seat]["money"] - before.money[seat], "ends": bool(after.over),
    }  # fmt: skip
    if hasattr(move, "colour"):
        colour = told["colours"][move.colour]
        came |= {"price": colour["now"], "worth": colour["worth"][seat]}
    return came


@pytest.mark.parametrize("name", PLAYS)
def test_what_is_foretold_comes(name: str) -> None:
    compared = ending = 0
    for state in states_of("cheops_treasure", name):
        if state.over:
            continue
        legal = legal_moves(GAME, state, state.turn)
        moves = [move for move in legal if not isinstance(move, Place | Hire | Pay)]
        foretold = outcomes(state)
        assert set(foretold) == set(map(as_button, moves))
        for move in moves:
            told = foretold[as_button(move)]
            shown: dict[str, Any] = {"money": told.money, "ends": told.ends}
            if hasattr(move, "colour"):
                worth = None if told.each is None else told.each * told.count
                shown |= {"price": to_json(told.price), "worth": worth}
            assert shown == what_came(state, move), move
            compared, ending = compared + 1, ending + told.ends
    assert compared > 500
    assert ending
