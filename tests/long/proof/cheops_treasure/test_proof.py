"""Cheops (1998): the first entries whole, and the top of the pyramid with every law, as far as it goes."""

import random
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, cast

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.moves import Place
from companion.games.cheops_treasure.parts import BITS, bit_of
from tests.long.proof.cheops_treasure import reading
from tests.long.proof.cheops_treasure.reading import COLOURS, DEMO, FAMILIES, SPACES, Position
from tests.long.proof.walk import Line, World, copied, walk
from tests.positions import positions

BLIND = {**DEMO, "eyes": []}
"""The same box at a table that has not told where the laws lie."""


def setup(**switches: Any) -> Setup:
    return Setup.of(GAME.meta, 2, {"edition": DEMO, **switches})


def spaces(bits: int) -> set[tuple[int, int]]:
    return {space for bit, space in BITS.items() if bits & bit}


def seen_as(state: Any) -> Position:
    rules = state.rules
    pawns = zip((*FAMILIES, "neighbour"), state.pawns, strict=True)
    law_7 = state.law_7
    told: Position = copied(
        Position,
        state,
        board=frozenset((space, pawn) for pawn, bits in pawns for space in spaces(bits)),
        stacks=tuple(16 - n for n in state.drawn),
        known=frozenset((BITS[bit], COLOURS[c]) for bit, c in state.known.items()),
        eyes=frozenset(spaces(state.eyes)),
        law_7=(COLOURS[law_7[0]], law_7[1] + 1) if law_7 else None,
        at=BITS.get(state.at),
        by_law_11=state.by == "law_11",
        over=state.over.removeprefix("cheops_treasure."),
        wild=COLOURS[state.wild] if state.wild >= 0 else "",
        saving=rules.save_neighbour,
        opens=rules.neighbour_opens,
        spares=rules.law_4_spares,
    )
    return told


def tried(at: Position) -> Iterator[Line]:
    """Every pawn on every space and beside the pyramid, by law 11 too; every deal, law and drawing."""
    key = (at.turn, at.phase, at.pending, frozenset(space for space, _ in at.board), at.over)
    if key not in _TRIED:
        _TRIED[key] = list(_tried(at))
    return iter(_TRIED[key])


_TRIED: dict[Hashable, list[Line]] = {}


def _tried(at: Position) -> Iterator[Line]:
    seat = at.turn if not at.over else max(at.law_9, 0)
    yield {"seat": 1 - seat, "move": "Pass"}
    for (row, column), pawn in product((*sorted(SPACES), (2, 11), (11, 2)), (*FAMILIES, "neighbour")):
        yield {"seat": seat, "move": "Place", "row": row, "column": column, "pawn": pawn, "law": 0}
        if row > 8 or column < 3:
            yield {"seat": seat, "move": "Place", "row": row, "column": column, "pawn": pawn, "law": 11}
    for colour in COLOURS:
        for deal in ("sell", "keep", "box"):
            yield {"seat": seat, "move": "Take", "colour": colour, "deal": deal}
        for move in ("PutUnder", "SellKept", "Choose"):
            yield {"seat": seat, "move": move, "colour": colour}
        for slot in range(1, 7):
            yield {"seat": seat, "move": "PutOn", "colour": colour, "slot": slot}
    for law in range(1, 13):
        yield {"seat": seat, "move": "Reveal", "law": law}
        yield {"seat": seat, "move": "Remove", "law": law}
    for paid in (True, False):
        yield {"seat": seat, "move": "Pay", "paid": paid}
    for move in ("Pass", "Hire", "KeepLaw"):
        yield {"seat": seat, "move": move}
    for pawns in ((), *product(FAMILIES), *product(FAMILIES, repeat=2), FAMILIES):
        yield {"seat": seat, "move": "Draw", "pawns": list(pawns)}
    filled = {space for space, _ in at.board}
    some = [*sorted(filled)[:1], *sorted(SPACES - filled)[-3:], (5, 2), (2, 11)]
    for one, other in product(some, repeat=2):
        names = ("row", "column", "other_row", "other_column")
        yield {"seat": seat, "move": "Swap", **dict(zip(names, (*one, *other), strict=True))}
    for (row, column), kept, got in product(some, COLOURS[:2], COLOURS[1:3]):
        yield {"seat": seat, "move": "Exchange", "row": row, "column": column, "kept": kept, "got": got}


def listed(line: Line) -> bool:
    """All but what nobody wants a button for: several pawns drawn, and the swaps of law 12."""
    if line["move"] in ("Swap", "Exchange") or line.get("law") == 11:
        return False
    return line["move"] != "Draw" or len(line["pawns"]) < 2


def alike(at: Position) -> Hashable:
    """No entry asks how a law came, once it lies; nor where the last pawn stands, once all is taken."""
    return at if at.phase == "take" else at._replace(at=None)


def pattern(row: int, column: int) -> int:
    """A family for each space, so that none touches its own."""
    return (column + 2 * row) % 4


def with_board(state: Any, open_: set[tuple[int, int]]) -> Any:
    pawns = [0] * 5
    for row, column in SPACES - open_:
        pawns[pattern(row, column)] |= bit_of(row, column)
    return replace(state, pawns=tuple(pawns))


TOP = {(r, c) for r, c in SPACES if r >= 10}


def top(**told: Any) -> Any:
    """Three spaces are left; the hands, stacks and tablets are as they may be then."""
    edition = told.pop("edition", BLIND)
    switches = {
        name: told.pop(name)
        for name in ("save_neighbour", "neighbour_opens", "law_4_spares")
        if name in told
    }
    state = with_board(GAME.setup(setup(edition=edition, **switches)), told.pop("open_", TOP))
    return replace(
        state,
        **{
            "hands": ((1, 1, 0, 0), (0, 0, 1, 1)),
            "drawn": (15, 16, 15, 16),
            "money": (45, 20),
            "kept": ((2, 1, 0, 0, 0, 1), (1, 3, 0, 0, 1, 0)),
            "sold": (4, 3, 3, 1, 0, 0),
            "gone": (8, 9, 10, 8, 8, 9),
            **told,
        },
    )


def law(number: int, **told: Any) -> Any:
    """A law has just come up on the last space of row 10."""
    at = bit_of(10, 1)
    state = top(open_=TOP - {(10, 1)})
    more = {"laws": frozenset((number, 1, 4)), "market": (1,), "under": (0, 4, 0, 0, 0, 0), **told}
    return replace(state, phase="law", pending=number, at=at, eyes=at, placed=True, **more)


EVES: dict[str, Any] = {
    "the top": top(),
    "the top, where the laws lie": top(edition=DEMO, laws=frozenset(range(1, 7))),
    "a neighbour opens a space": top(
        hands=((0, 0, 0, 1), (1, 0, 0, 0)), open_={(10, 1), (10, 2), (11, 1), (1, 5)}
    ),
    "a neighbour may not open one": top(neighbour_opens=False),
    "a neighbour saved": top(save_neighbour=True, saved=(1, 0)),
    "no money, no neighbour": top(money=(0, 0)),
    "laws held": top(held=((10, 12), (11,)), laws=frozenset((10, 11, 12))),
    "laws held, after placing": top(
        held=((10, 11, 12), ()), laws=frozenset((10, 11, 12)), phase="draw", placed=True
    ),
    "a law just taken": top(
        held=((10, 11, 12), ()), fresh=(11,), laws=frozenset((10, 11, 12)), phase="draw", placed=True
    ),
    "laws under tablets": top(under=(4, 5, 6, 0, 0, 0), laws=frozenset((4, 5, 6))),
    "all under, 4 spares": top(under=(4, 5, 6, 0, 0, 0), laws=frozenset((4, 5, 6)), law_4_spares=True),
    "three full": top(
        law_3=True, law_7=(1, 3), law_9=1, laws=frozenset((3, 7, 9)), sold=(4, 3, 3, 1, 3, 2)
    ),
    "treasures known": top(known={bit_of(11, 1): 0, bit_of(10, 1): 1}, held=((12,), ())),
    **{f"law {n}": law(n) for n in range(4, 13)},
    "law 8, all lies": law(8, market=(2, 1), law_3=True, law_7=(0, 4), law_9=0, held=((10,), (12,))),
    "law 9, too poor": law(9, money=(20, 0)),
}


@pytest.mark.parametrize("name", EVES)
def test_the_top_of_the_pyramid(name: str) -> None:
    some = replace(at_the_start(), listed=listed, alike=alike)
    print(walked := walk(some, [EVES[name]], deep=12, most=120))
    assert walked.moves > 100, walked


def test_the_first_entries() -> None:
    """Both seats, from the start: whole to the depth that the machine allows."""
    some = replace(at_the_start(), listed=listed, alike=alike)
    some = replace(some, goes_on=lambda _, line: line.get("column", 1) < 4)
    print(walked := walk(some, [GAME.setup(some.setup)], deep=6, most=300))
    assert walked.legal > 100, walked


def test_where_a_pawn_may_stand_in_random_play() -> None:
    for _, state in positions(GAME, random.Random(1998), 800, seats=2):
        if state.phase == "turn" and not state.over:
            at, seat = seen_as(state), state.turn
            for (row, column), pawn in product(sorted(SPACES), FAMILIES):
                line = {"seat": seat, "move": "Place", "row": row, "column": column, "pawn": pawn}
                refusal = check_move(GAME, state, seat, Place(row, column, cast(Any, pawn)))
                assert (refusal is None) == (not reading.against(at, {**line, "law": 0})), line


def at_the_start() -> World:
    return World(GAME, setup(), reading, seen_as, tried)
