"""The list of what may be entered is all that the check lets through, and nothing else.

Every event that can be written down is asked one by one (the slow, obvious way), in positions of random
play. ``COMPANION_POSITIONS`` sets how many; Giza, the sheets and the tombs have referees of their own.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from companion.engine.game import Game, Setup
from companion.engine.play import ask, legal
from companion.games import BY_SLUG
from companion.games.cheops_catan import moves as catan
from companion.games.cheops_catan.parts import POINT_CARDS
from companion.games.cheops_treasure import moves as treasure
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES, LAWS
from companion.games.cheops_treasure.pyramid import SPACES
from companion.games.cheops_treasure.state import State
from companion.games.cheops_treasure.tablets import demo

POSITIONS = int(os.environ.get("COMPANION_POSITIONS", "1500"))
CROSSINGS = ("Delta", "Sinai", "Luxor", "Aswan")


def catan_events(state: Any) -> Iterator[Any]:
    seats = range(state.rules.seats)
    yield from (catan.Found(at_site) for at_site in (False, True))
    yield from (catan.Roll(total) for total in range(2, 13))
    yield from (catan.Income(gold) for gold in (1, 2))
    yield from (catan.Build(piece) for piece in ("settlement", "city", "road", "ship"))  # type: ignore[arg-type]
    yield from (catan.Build("settlement", True), catan.Knight(), catan.ShowPoint(), catan.Lay())
    yield from (catan.Purchase(harbour) for harbour in (False, True))
    for owner in seats:
        yield from (catan.Lay(owner), catan.Harbour(owner), catan.Give(owner, 1))
    for cards in range(POINT_CARDS + 1):
        yield from (catan.Claim(cards), catan.Reveal(cards))


def catan_drawing(chance: random.Random) -> Any:
    start, end = chance.sample(CROSSINGS, 2)
    road = catan.Connect(start, end, chance.random() < 0.3)
    return chance.choice((road, catan.Mark(start, chance.random() < 0.5, chance.random() < 0.5)))


def treasure_events(state: State) -> Iterator[Any]:
    law = 11 if state.phase in ("turn", "draw") else 0
    for (row, column), pawn in product(SPACES, (*FAMILIES, "neighbour")):
        yield treasure.Place(row, column, pawn)
        if law and pawn != "neighbour":
            yield treasure.Place(row, column, pawn, 11)
    for colour in COLOURS:
        yield from (treasure.Take(colour, deal) for deal in ("sell", "keep", "box"))  # type: ignore[arg-type]
        yield from (treasure.PutUnder(colour), treasure.SellKept(colour), treasure.Choose(colour))
        yield from (treasure.PutOn(colour, slot) for slot in range(1, 10))
    for number in range(1, LAWS + 1):
        yield from (treasure.Reveal(number), treasure.Remove(number))
    yield from (treasure.Pay(True), treasure.Pay(False), treasure.KeepLaw(), treasure.Hire())
    yield from (treasure.Pass(), treasure.Draw(), *(treasure.Draw((f,)) for f in FAMILIES))


SHELF: dict[str, tuple[Any, Any, list[dict[str, Any]]]] = {
    "cheops_catan": (catan_events, catan_drawing, [{}, {"own_road": True}]),
    "cheops_treasure": (treasure_events, None, [
        {"edition": demo()}, {"edition": demo(), "save_neighbour": True}, {"neighbour_opens": False},
    ]),
}  # fmt: skip


def random_positions(game: Game[Any], drawing: Any, options: list[dict[str, Any]]) -> Iterator[Any]:
    chance = random.Random(1998)
    seen = 0
    while seen < POSITIONS:
        seats = chance.randint(*game.meta.seats)
        state = game.setup(Setup.of(game.meta, seats, chance.choice(options)))
        while game.ending(state) is None and seen < POSITIONS:
            awaited = game.awaiting(state)
            seat = chance.choice((*awaited.seats, *awaited.also))
            moves = legal(game, state, seat)
            if drawing and chance.random() < 0.1 and not getattr(state, "closing", ""):
                move = drawing(chance)
                moves = [move] if ask(game, state, seat, move) is None else moves
            elif chance.random() < 0.3:
                seen += 1
                yield state, seat
            if not moves:
                break
            state = game.apply(state, seat, chance.choice(moves))


@pytest.mark.parametrize("slug", SHELF)
def test_the_list_is_all_that_may_be_entered(slug: str) -> None:
    game = BY_SLUG[slug]
    events, drawing, options = SHELF[slug]
    for state, _ in random_positions(game, drawing, options):
        for seat in range(state.rules.seats):
            listed = legal(game, state, seat)
            slow = {move for move in events(state) if ask(game, state, seat, move) is None}
            assert set(listed) == slow, (seat, state)
            assert len(listed) == len(slow)
