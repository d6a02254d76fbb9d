"""What a seat can do, kind by kind: the list and the check say it, for every game."""

import random
from typing import Any

from companion.engine.game import Game
from companion.engine.play import check_move, legal_moves, what_can_be_done
from tests.example.moves import Build, Favour, Take
from tests.positions import positions
from tests.shelf import EXAMPLE, each_game


def wrong(game: Game[Any], count: int) -> list[str]:
    """What is told otherwise than list and check say it, in positions of random play."""
    found, chance = [], random.Random(22)
    for setup, state in positions(game, chance, count):
        seat = chance.randrange(setup.seats)
        listed = {type(move) for move in legal_moves(game, state, seat)}
        kinds = what_can_be_done(game, state, seat)
        assert [kind.kind for kind in kinds] == list(game.moves), "in another order"
        for kind in kinds:
            name = kind.kind.__name__
            if kind.kind in listed and not kind.moves:
                found.append(f"{name} can be entered")
            if not kind.moves and not kind.objections:
                found.append(f"{name}: no word why not")
            if any(check_move(game, state, seat, move) for move in kind.moves):
                found.append(f"{name} cannot be entered")
            for objection in kind.objections:
                codes = {getattr(check_move(game, state, seat, m), "code", "") for m in objection.attempts}
                if codes != {objection.refusal.code}:
                    found.append(f"{name} is refused by {codes}")
    return found


@each_game
def test_what_can_be_done_is_what_list_and_check_say(game: Game[Any]) -> None:
    assert wrong(game, 25) == []


def test_the_commonest_objection_comes_first_and_each_once() -> None:
    state = EXAMPLE.setup(next(positions(EXAMPLE, random.Random(1), 1, 2)).setup)
    for seat, favour in enumerate((Favour("ochre"), Favour("rose"))):
        state = EXAMPLE.apply(state, seat, favour)
    state = EXAMPLE.apply(EXAMPLE.apply(state, state.turn, Take("rose")), 1 - state.turn, Take("rose"))
    written, take, build = what_can_be_done(EXAMPLE, state, state.turn)
    assert [objection.refusal.code for objection in written.objections] == ["table.not_now"]
    assert len(take.moves) == 3
    assert build.moves == (Build("rose"),)
    (objection,) = build.objections
    assert objection.refusal.code == "example.too_few_stones"
    assert objection.attempts == (Build("ochre"), Build("black"))
    others = what_can_be_done(EXAMPLE, state, 1 - state.turn)
    assert {kind.objections[0].refusal.code for kind in others} == {"table.not_your_turn"}
