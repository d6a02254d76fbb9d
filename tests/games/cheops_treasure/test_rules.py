"""Cheops (1998): the rulings, the laws where they meet, and what is copied from the box."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.moves import (
    Draw,
    Hire,
    KeepLaw,
    Pay,
    Place,
    PutOn,
    PutUnder,
    Remove,
    Take,
)
from companion.games.cheops_treasure.parts import LAW_9_PRICE
from companion.games.cheops_treasure.scoring import Sheet
from companion.games.cheops_treasure.state import State, market_price, price
from companion.games.cheops_treasure.tablets import Price, check_edition, check_prices, demo, doubts
from tests.games import refusals
from tests.games.cheops_treasure.pyramids import FIVES, after, finds, table, turn
from tests.games.refusals import verdict

SELL_RED, KEEP_RED = Take("red", "sell"), Take("red", "keep")


def code(state: State, move: Any) -> str | None:
    return refusals.code(GAME, state, GAME.awaiting(state).seats[0], move)


def places(state: State, pawn: str) -> set[tuple[int, int]]:
    found = legal_moves(GAME, state, state.turn)
    return {(m.row, m.column) for m in found if isinstance(m, Place) and m.pawn == pawn}


def rich(state: State, seat: int = 0, money: int = 100) -> State:
    return replace(state, money=(*state.money[:seat], money, *state.money[seat + 1 :]))


def keeping(state: State, *kept: tuple[int, ...]) -> State:
    """Kept treasures by seat, in the order red, green, blue, black, orange, brown."""
    padded = tuple(row + (0,) * (6 - len(row)) for row in kept)
    return replace(state, kept=padded, gone=tuple(map(sum, zip(*padded, strict=True))))


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


def test_laws_1_and_2_set_the_market_price_and_the_newest_counts() -> None:
    state = turn(turn(table(), 1), 2)
    assert market_price(state) == 15
    assert market_price(turn(state, 8, Remove(2))) == 5
    assert market_price(turn(turn(state, 8, Remove(2)), KEEP_RED)) == 5


def test_taking_law_3_away_with_two_full_tablets_ends_the_game_at_once() -> None:
    state = replace(turn(table(), 3), sold=(4, 4, 0, 0, 0, 0))
    assert finds(state, 8, Remove(3)).over == "cheops_treasure.tablets_full"


def test_law_4_makes_the_colour_worthless_unless_the_table_spares_what_was_kept() -> None:
    state = turn(keeping(table(), (3,), ()), 4, PutUnder("red"))
    assert price(state, 0) == Price(0)
    full = replace(state, phase="take", at=1 << 5, sold=(4, 0, 0, 0, 0, 0))
    assert code(full, Take("red", "sell")) == "cheops_treasure.tablet_full"
    assert code(full, Take("red", "box")) is None
    spared = replace(state, rules=replace(state.rules, law_4_spares=True))
    assert price(spared, 0) == Price(5)


def test_law_7_without_its_number_leaves_the_price_open() -> None:
    edition = {**FIVES, "eyes": []}
    state = GAME.setup(Setup.of(GAME.meta, 2, {"edition": edition}))
    assert price(turn(state, 7, PutOn("red", 1)), 0) is None


@pytest.mark.parametrize(("money", "pays"), [(LAW_9_PRICE, True), (LAW_9_PRICE - 5, False)])
def test_law_9_is_paid_by_whoever_has_just_its_price(money: int, pays: bool) -> None:
    state = finds(rich(table(), money=money), 9)
    assert (Pay(True) in legal_moves(GAME, state, GAME.awaiting(state).seats[0])) is pays
    assert code(state, Pay(True)) == (None if pays else "cheops_treasure.too_poor")


def test_law_11_kept_is_played_before_placing_or_before_drawing() -> None:
    state = turn(turn(table(), 11, KeepLaw()), KEEP_RED)
    before = after(state, Place(1, 11, "B", 11), KEEP_RED)
    assert (before.phase, before.held[0]) == ("turn", ())
    behind = after(finds(state, KEEP_RED), Place(1, 11, "D", 11), KEEP_RED)
    assert (behind.phase, behind.turn) == ("draw", 0)


def counted(prices: dict[str, Any], *all_sheets: Sheet) -> list[int | None]:
    setup = Setup.of(GAME.meta, len(all_sheets), {"prices": prices})
    return [
        None if any(line.points is None for line in seat) else sum(line.points or 0 for line in seat)
        for seat in GAME.scoring.lines(setup, all_sheets)
    ]  # fmt: skip


def test_a_pair_has_one_number_for_strictly_most_and_one_for_the_others() -> None:
    assert counted({"red": "5/20"}, Sheet(red=3), Sheet(red=2), Sheet()) == [15, 40, 0]
    assert counted({"red": "20/5"}, Sheet(red=3), Sheet(red=2)) == [60, 10]


def test_x_may_stand_in_a_pair() -> None:
    assert counted({"red": "X/10"}, Sheet(red=3), Sheet(red=1)) == [12, 10]


def test_an_uncopied_number_leaves_only_its_owners_open() -> None:
    assert counted({}, Sheet(money=30, red=1), Sheet(money=45)) == [None, 45]


EDITIONS: dict[str, Any] = {
    "edition": {"tablets": {"IV-a": "5 10"}},
    "tablet": {"tablets": {"I-a": "5 ten"}},
    "tablet_twice": {"drawn": {"red": "I-a", "blue": "I-a"}},
    "tablet_types": {"drawn": {"red": "I-a", "blue": "I-b", "green": "I-c"}},
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


def test_the_demo_tablets_are_a_whole_edition_named_so() -> None:
    assert check_edition(demo(), 4) is None
    assert demo()["demo"] is True
    assert len(demo()["drawn"]) == 6


def test_a_price_that_does_not_read_is_refused() -> None:
    assert verdict(check_prices({"red": "5/"}, 2))[0] == "cheops_treasure.price"


def test_a_number_that_is_no_multiple_of_five_is_asked_about_not_refused() -> None:
    edition = {"tablets": {"I-a": "5 10 15", "I-b": "5 12 X"}}
    assert check_edition(edition, 2) is None
    assert [doubt.values["tablets"] for doubt in doubts(edition)] == [("I-b",)]
    assert doubts(demo()) == ()


def test_several_pawns_drawn_at_once_are_a_ruling_and_said_to_be() -> None:
    state = table()
    state = replace(state, hands=((1, 1, 0, 0), state.hands[1]), phase="draw")
    assert GAME.warn(state, 0, Draw(("A",))) == ()
    (warning,) = GAME.warn(state, 0, Draw(("A", "B")))
    assert warning.code == "cheops_treasure.several_drawn"
    assert GAME.check(state, 0, Draw(("A", "B"))) is None
    assert GAME.warn(state, 0, Draw(("A", "B", "C"))) == ()


@pytest.mark.parametrize(
    ("move", "refused"),
    [
        (Place(11, 11, "A"), "no_space"),
        (Place(1, 1, "A"), "space_taken"),
        (Place(2, 1, "A"), "not_in_hand"),
    ],
)
def test_a_pawn_not_in_hand_may_be_allowed_but_it_needs_a_free_space(move: Place, refused: str) -> None:
    state = replace(table("B C"), hands=((0, 1, 0, 0), (0, 0, 0, 0)))
    assert code(state, move) == f"cheops_treasure.{refused}"


def test_a_neighbour_not_paid_for_may_be_allowed_but_he_needs_a_free_space() -> None:
    poor = rich(table("B C"), money=0)
    assert code(poor, Place(1, 1, "neighbour")) == "cheops_treasure.space_taken"
    assert code(poor, Place(1, 3, "neighbour")) == "cheops_treasure.too_poor"
