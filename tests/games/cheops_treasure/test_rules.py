"""Cheops (1998): the rulings, the laws where they meet, what is copied from the box, what is assumed."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.json_data import to_json
from companion.engine.possible_moves import check_move, legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure import state as states
from companion.games.cheops_treasure.moves import (
    Draw,
    Hire,
    KeepLaw,
    Pay,
    Place,
    PutUnder,
    Remove,
    Reveal,
    SellKept,
    Take,
)
from companion.games.cheops_treasure.parts import (
    FAMILIES,
    LAW_9_PRICE,
    NEIGHBOUR,
    Price,
    bit_of,
    check_edition,
    check_prices,
    demo_edition,
    doubts,
)
from companion.games.cheops_treasure.state import State, market_price, price
from companion.games.cheops_treasure.view import button_value, outcomes_by_button
from companion.games.seeds import plays
from tests.games import move_checks
from tests.games.move_checks import verdict
from tests.recorded_plays import replayed_states


def table(drawn: str = "", seats: int = 2, *, eyes: bool = False, **options: Any) -> State:
    """A table with the demo tablets whose pyramid stands as drawn, the top row first and missing spaces
    empty: a letter for a family, n for a neighbour, . for a space. ``eyes``: its law spaces are known.
    """
    edition = {key: value for key, value in demo_edition().items() if eyes or key != "eyes"}
    state = GAME.setup(Setup.of(GAME.meta, seats, {"edition": edition, **options}))
    pawns = [0] * (NEIGHBOUR + 1)
    for row, line in enumerate(reversed(drawn.split("\n")), 1):
        for column, letter in enumerate(line.split(), 1):
            if letter != ".":
                family = NEIGHBOUR if letter == "n" else FAMILIES.index(letter)
                pawns[family] |= bit_of(row, column)
    return replace(state, pawns=tuple(pawns))


def after(state: State, *moves: Any) -> State:
    """The table after moves of whoever's turn it is; each must be allowed."""
    for move in moves:
        seat = GAME.awaiting(state).seats[0]
        refusal = check_move(GAME, state, seat, move)
        assert refusal is None, (move, refusal)
        state = GAME.apply(state, seat, move)
    return state


def finds(state: State, what: Any, *then: Any) -> State:
    """The seat to play places any pawn that fits and finds a treasure (a Take) or a law's number."""
    place = next(m for m in GAME.candidates(state, state.turn) if isinstance(m, Place) and m.law == 0)
    return after(state, place, Reveal(what) if isinstance(what, int) else what, *then)


def turn(state: State, what: Any, *then: Any) -> State:
    """A whole turn: place, find, carry out, draw nothing unless there is something to draw."""
    state = finds(state, what, *then)
    return after(state, Draw()) if not state.over and state.phase == "draw" else state


SELL_RED, KEEP_RED = Take("red", "sell"), Take("red", "keep")


def code(state: State, move: Any) -> str | None:
    return move_checks.code(GAME, state, GAME.awaiting(state).seats[0], move)


def places(state: State, pawn: str) -> set[tuple[int, int]]:
    found = legal_moves(GAME, state, state.turn)
    return {(m.row, m.column) for m in found if isinstance(m, Place) and m.pawn == pawn}


def rich(state: State, seat: int = 0, money: int = 100) -> State:
    return replace(state, money=(*state.money[:seat], money, *state.money[seat + 1 :]))


def test_a_neighbour_may_open_a_space_unless_the_table_forbids_it() -> None:
    drawn, hands = "n\nA B A B A B A B A B A", ((1, 0, 0, 0), (1, 1, 1, 1))
    stuck = replace(rich(table(drawn)), hands=hands)
    assert not places(stuck, "A")
    assert places(after(stuck, Place(2, 2, "neighbour"), KEEP_RED), "A") == {(3, 1)}
    assert code(stuck, Place(2, 3, "neighbour")) == "cheops_treasure.neighbour_no_turn"
    strict = replace(rich(table(drawn, neighbour_opens=False)), hands=hands)
    assert code(strict, Place(2, 2, "neighbour")) == "cheops_treasure.neighbour_no_turn"


def test_a_saved_neighbour_is_a_house_rule() -> None:
    assert code(rich(table()), Hire()) == "cheops_treasure.no_saving"
    state = after(rich(table(save_neighbour=True)), Hire(), Place(1, 1, "A"), KEEP_RED, Draw())
    assert (state.saved[0], state.money[0]) == (1, 80)
    state = after(turn(state, KEEP_RED), Place(1, 11, "neighbour"))
    assert (state.saved[0], state.money[0]) == (0, 80)


def test_taking_law_3_away_with_two_full_tablets_ends_the_game_at_once() -> None:
    state = replace(turn(table(), 3), sold=(4, 4, 0, 0, 0, 0))
    assert finds(state, 8, Remove(3)).over == "cheops_treasure.tablets_full"


def test_law_4_makes_the_colour_worthless_unless_the_table_spares_what_was_kept() -> None:
    kept = replace(table(), kept=((3, *(0,) * 5), (0,) * 6), gone=(3, *(0,) * 5))
    state = turn(kept, 4, PutUnder("red"))
    assert price(state, 0) == Price(0)
    full = replace(state, phase="take", at=1 << 5, sold=(4, 0, 0, 0, 0, 0))
    assert code(full, Take("red", "sell")) == "cheops_treasure.tablet_full"
    assert code(full, Take("red", "box")) is None
    spared = replace(state, rules=replace(state.rules, law_4_spares=True))
    assert price(spared, 0) == Price(5)


@pytest.mark.parametrize(("money", "pays"), [(LAW_9_PRICE, True), (LAW_9_PRICE - 5, False)])
def test_law_9_is_paid_by_whoever_has_just_its_price(money: int, pays: bool) -> None:
    state = finds(rich(table(), money=money), 9)
    assert (Pay(True) in legal_moves(GAME, state, GAME.awaiting(state).seats[0])) is pays
    assert code(state, Pay(True)) == (None if pays else "cheops_treasure.too_poor")


EDITIONS: dict[str, Any] = {
    "edition": {"tablets": {"IV-a": "5 10"}},
    "tablet": {"tablets": {"I-a": "5 ten"}},
    "tablet_twice": {"drawn": {"red": "I-a", "blue": "I-a"}},
    "eyes": {"eyes": ["1-1", "1-1"]},
    "law_7_number": {"law7": "15"},
}


@pytest.mark.parametrize("name", EDITIONS)
def test_a_copy_that_cannot_be_right_is_refused(name: str) -> None:
    assert verdict(check_edition(EDITIONS[name], 2))[0] == f"cheops_treasure.{name}"


@pytest.mark.parametrize(
    "junk", [1, "x", [], {"tablets": 3}, {"drawn": {"red": 5}}, {"eyes": 4}, {"demo": 1}]
)
def test_junk_is_no_edition(junk: Any) -> None:
    assert check_edition(junk, 2) is not None


def test_a_price_that_does_not_read_is_refused() -> None:
    assert verdict(check_prices({"red": "5/"}, 2))[0] == "cheops_treasure.price"


def test_a_number_that_is_no_multiple_of_five_is_asked_about_not_refused() -> None:
    edition = {"tablets": {"I-a": "5 10 15", "I-b": "5 12 X"}}
    assert check_edition(edition, 2) is None
    assert [doubt.values["tablets"] for doubt in doubts(edition)] == [("5 12 X",)]
    assert doubts(demo_edition()) == ()


SELL, KEEP = Take("red", "sell"), Take("red", "keep")


def assumed(state: State) -> list[bool]:
    """Of each seat: whether its money is marked; nothing else is, ever."""
    lines = GAME.scoring.lines(Setup.of(GAME.meta, state.rules.seats), GAME.score_sheets(state))
    assert not any(line.assumed for seat in lines for line in seat if line.category != "money")
    return [line.assumed for seat in lines for line in seat if line.category == "money"]


@pytest.mark.parametrize("law", [1, 2])
def test_only_who_sold_under_law_1_or_2_rests_on_it(law: int) -> None:
    assert assumed(turn(table(), SELL)) == [False, False], "the first price is printed"
    assert assumed(turn(turn(table(), law), KEEP)) == [False, False]
    assert assumed(turn(turn(table(), law), SELL)) == [False, True]


def test_law_10_sells_at_the_assumed_price_too() -> None:
    state = turn(turn(table(), KEEP), 1)
    assert assumed(finds(state, 10, SellKept("red"))) == [True, False]
    assert assumed(finds(state, 10, KeepLaw())) == [False, False]


def test_the_mark_stays_when_the_law_is_gone() -> None:
    state = turn(turn(turn(table(), 1), SELL), 8, Remove(1))
    assert assumed(state) == [False, True]
    assert market_price(state) == 10
    assert assumed(turn(turn(state, KEEP), SELL)) == [False, True]


def test_a_price_read_off_the_box_is_no_longer_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "MARKET_LAWS_ASSUMED", False)
    assert assumed(turn(turn(table(), 1), SELL)) == [False, False]


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
    for state in replayed_states("cheops_treasure", name):
        if state.over:
            continue
        legal = legal_moves(GAME, state, state.turn)
        moves = [move for move in legal if not isinstance(move, Place | Hire | Pay)]
        foretold = outcomes_by_button(state)
        assert set(foretold) == set(map(button_value, moves))
        for move in moves:
            told = foretold[button_value(move)]
            shown: dict[str, Any] = {"money": told.money, "ends": told.ends}
            if hasattr(move, "colour"):
                worth = None if told.each is None else told.each * told.count
                shown |= {"price": to_json(told.price), "worth": worth}
            assert shown == what_came(state, move), move
            compared, ending = compared + 1, ending + told.ends
    assert compared > 500
    assert ending
