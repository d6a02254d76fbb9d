"""Cheops (1998): the rulebook, its twelve laws and the rulings, one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.moves import (
    Choose,
    Draw,
    Exchange,
    Hire,
    KeepLaw,
    Pass,
    Pay,
    Place,
    PutOn,
    PutUnder,
    Remove,
    Reveal,
    SellKept,
    Swap,
    Take,
)
from companion.games.cheops_treasure.pyramid import ALL, bit_of
from companion.games.cheops_treasure.scoring import Sheet
from companion.games.cheops_treasure.state import State, market_price, price
from companion.games.cheops_treasure.tablets import Price, check_edition, check_prices, demo, doubts
from companion.games.cheops_treasure.words import WORDS
from tests.games import refusals
from tests.games.cheops_treasure.pyramids import FIVES, after, finds, table, turn

NOBODY = (0, 0, 0, 0)
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


# Placing


def test_the_bottom_row_is_always_open() -> None:
    assert places(table(), "A") == {(1, column) for column in range(1, 12)}


def test_a_family_touches_itself_neither_in_its_row_nor_above_nor_below() -> None:
    state = table("A B . C . .")
    assert places(state, "A") == {(1, column) for column in range(3, 12) if column != 4}
    assert places(state, "C") == {(1, column) for column in range(6, 12)} | {(2, 1)}


def test_a_higher_space_needs_both_pawns_below() -> None:
    state = table("A B C")
    assert places(state, "D") >= {(2, 1), (2, 2)}
    assert code(state, Place(2, 3, "D")) == "cheops_treasure.not_carried"


def test_a_space_between_all_four_families_takes_only_a_neighbour() -> None:
    state = rich(table("C . D\nA B A C"))
    assert not any((2, 2) in places(state, family) for family in "ABCD")
    assert (2, 2) in places(rich(table("C . D\nA B n A")), "neighbour")


def test_who_can_place_must_and_who_cannot_passes() -> None:
    assert code(table(), Pass()) == "cheops_treasure.must_place"
    stuck = replace(table(), hands=(NOBODY, (1, 1, 1, 1)))
    assert code(stuck, Pass()) is None


def test_who_passes_without_a_pawn_may_draw_again() -> None:
    state = after(replace(table(), hands=(NOBODY, (1, 1, 1, 1))), Pass(), Draw(("B", "C")))
    assert (state.hands[0], state.turn) == ((0, 1, 1, 0), 1)


# Selling and keeping


def test_a_sale_pays_the_market_and_covers_the_topmost_number() -> None:
    state = finds(table(), SELL_RED)
    assert (state.money[0], state.sold[0], price(state, 0)) == (10, 1, Price(10))


def test_a_kept_treasure_lies_before_its_seat_and_pays_nothing_now() -> None:
    state = finds(table(), KEEP_RED)
    assert (state.money[0], state.kept[0][0], state.sold[0]) == (0, 1, 0)


def test_the_lowest_number_is_never_covered() -> None:
    full = replace(table(), sold=(4, 0, 0, 0, 0, 0), phase="take", at=1)
    assert code(full, SELL_RED) == "cheops_treasure.tablet_full"
    assert price(full, 0) == Price(25)


def test_a_tablet_that_is_not_copied_can_only_be_kept_for_now() -> None:
    state = finds(GAME.setup(Setup.of(GAME.meta, 2, {})), KEEP_RED)
    assert state.kept[0][0] == 1
    state = replace(GAME.setup(Setup.of(GAME.meta, 2, {})), phase="take", at=1)
    assert code(state, SELL_RED) == "cheops_treasure.tablet_unknown"


# Neighbours


def test_a_neighbour_costs_twenty_and_a_normal_turn_follows() -> None:
    state = after(rich(table()), Place(1, 1, "neighbour"), KEEP_RED)
    assert (state.money[0], state.turn, state.phase, state.neighbours) == (80, 0, "turn", 3)
    assert code(state, Place(1, 2, "neighbour")) == "cheops_treasure.one_neighbour"
    assert after(state, Place(1, 2, "A"), KEEP_RED).phase == "draw"


def test_a_neighbour_must_leave_room_for_the_normal_turn() -> None:
    tight = replace(rich(table("A B A B A B A B A B .")), hands=((0, 1, 0, 0), (1, 1, 1, 1)))
    assert code(tight, Place(1, 11, "neighbour")) == "cheops_treasure.neighbour_no_turn"


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


# Drawing


def test_a_hand_is_drawn_back_to_four_and_drawing_is_optional() -> None:
    state = finds(table(), KEEP_RED)
    assert code(state, Draw(("A", "B"))) == "cheops_treasure.hand_full"
    assert after(state, Draw(("D",))).hands[0] == (0, 1, 1, 2)
    assert sum(after(state, Draw()).hands[0]) == 3


# The laws


def test_laws_1_and_2_set_the_market_price_and_the_newest_counts() -> None:
    state = turn(turn(table(), 1), 2)
    assert market_price(state) == 15
    assert market_price(turn(state, 8, Remove(2))) == 5
    assert market_price(turn(turn(state, 8, Remove(2)), KEEP_RED)) == 5


def test_law_3_waits_for_a_third_full_tablet() -> None:
    two = (4, 4, 3, 0, 0, 0)
    assert not turn(replace(turn(table(), 3), sold=two), KEEP_RED).over
    state = finds(replace(turn(table(), 3), sold=two), Take("blue", "sell"))
    assert state.over == "cheops_treasure.tablets_full"


def test_taking_law_3_away_with_two_full_tablets_ends_the_game_at_once() -> None:
    state = replace(turn(table(), 3), sold=(4, 4, 0, 0, 0, 0))
    assert finds(state, 8, Remove(3)).over == "cheops_treasure.tablets_full"


def test_law_4_forces_sales_and_makes_the_colour_worthless() -> None:
    state = turn(keeping(table(), (3,), ()), 4, PutUnder("red"))
    assert price(state, 0) == Price(0)
    taking = replace(state, phase="take", at=1 << 5)
    assert code(taking, KEEP_RED) == "cheops_treasure.law_4"
    assert code(taking, SELL_RED) is None
    assert code(taking, Take("red", "box")) == "cheops_treasure.law_4_sell"
    full = replace(taking, sold=(4, 0, 0, 0, 0, 0))
    assert code(full, SELL_RED) == "cheops_treasure.tablet_full"
    assert code(full, Take("red", "box")) is None
    spared = replace(state, rules=replace(state.rules, law_4_spares=True))
    assert price(spared, 0) == Price(5)


def test_law_5_forbids_selling() -> None:
    state = turn(table(), 5, PutUnder("red"))
    assert code(replace(state, phase="take", at=1 << 5), SELL_RED) == "cheops_treasure.law_5"


def test_law_6_keeps_other_laws_away_but_not_law_7() -> None:
    state = turn(table(), 6, PutUnder("red"))
    state = finds(state, 4)
    assert code(state, PutUnder("red")) == "cheops_treasure.law_there"
    state = turn(table(), 6, PutUnder("red"))
    assert price(turn(state, 7, PutOn("red", 1)), 0) == Price(15)


def test_law_7_replaces_a_free_number_until_it_is_covered_or_removed() -> None:
    state = turn(table(), 7, PutOn("red", 2))
    assert price(state, 0) == Price(5)
    state = turn(state, SELL_RED)
    assert price(state, 0) == Price(15)
    assert price(turn(state, 8, Remove(7)), 0) == Price(10)
    assert price(turn(state, SELL_RED), 0) == Price(15)  # the third number is 15 too
    covered = replace(table(), sold=(1, 0, 0, 0, 0, 0), phase="law", pending=7)
    assert code(covered, PutOn("red", 1)) == "cheops_treasure.slot_not_free"
    assert code(covered, PutOn("red", 5)) is None


def test_law_7_without_its_number_leaves_the_price_open() -> None:
    edition = {**FIVES, "eyes": []}
    state = GAME.setup(Setup.of(GAME.meta, 2, {"edition": edition}))
    assert price(turn(state, 7, PutOn("red", 1)), 0) is None


def test_law_8_alone_goes_back_to_the_box() -> None:
    assert finds(table(), 8).phase == "draw"


def test_law_8_reaches_every_law_in_play() -> None:
    state = turn(turn(turn(table(), 5, PutUnder("red")), 12, KeepLaw()), 3)
    state = finds(state, 8)
    removable = {m.law for m in legal_moves(GAME, state, state.turn) if isinstance(m, Remove)}
    assert removable == {3, 5, 12}
    assert code(state, Remove(1)) == "cheops_treasure.law_not_in_play"


def test_law_9_is_paid_for_and_counts_as_a_colour_chosen_at_the_end() -> None:
    poor = finds(table(), 9)
    assert code(poor, Pay(True)) == "cheops_treasure.too_poor"
    state = after(finds(rich(table()), 9), Pay(True))
    assert (state.money[0], state.law_9) == (75, 0)
    state = finds(replace(state, turn=1, phase="turn", placed=False, sold=(4, 3, 0, 0, 0, 0)),
                  Take("green", "sell"))  # fmt: skip
    assert state.over
    assert GAME.ending(state) is None
    assert GAME.awaiting(state).seats == (0,)
    state = after(state, Choose("black"))
    assert GAME.ending(state) is not None
    assert [sheet.wild for sheet in GAME.sheets(state)] == ["black", None]


def test_law_10_sells_a_kept_treasure_now_or_on_a_later_turn() -> None:
    state = finds(keeping(table(), (1,), ()), 10)
    now = after(state, SellKept("red"))
    assert (now.money[0], now.kept[0][0], now.sold[0]) == (10, 0, 1)
    later = after(state, KeepLaw())
    assert code(later, SellKept("red")) == "cheops_treasure.law_fresh"
    later = after(turn(after(later, Draw()), KEEP_RED), SellKept("red"))
    assert (later.money[0], later.held[0], later.phase) == (10, (), "turn")


def test_law_10_respects_law_5_and_full_tablets() -> None:
    state = finds(
        replace(keeping(table(), (1, 1), ()), under=(5, 0, 0, 0, 0, 0), sold=(0, 4, 0, 0, 0, 0)), 10
    )
    assert code(state, SellKept("red")) == "cheops_treasure.law_5"
    assert code(state, SellKept("green")) == "cheops_treasure.tablet_full"
    assert code(state, SellKept("blue")) == "cheops_treasure.none_kept"


def test_law_11_takes_another_treasure_but_no_law() -> None:
    state = finds(table(), 11)
    state = after(state, Place(1, 5, "C"))
    assert code(state, Reveal(3)) == "cheops_treasure.law_11_treasure"
    state = after(state, SELL_RED)
    assert (state.phase, state.turn, sum(state.hands[0])) == ("draw", 0, 2)


def test_law_11_kept_is_played_before_placing_or_before_drawing() -> None:
    state = turn(turn(table(), 11, KeepLaw()), KEEP_RED)
    before = after(state, Place(1, 11, "B", 11), KEEP_RED)
    assert (before.phase, before.held[0]) == ("turn", ())
    behind = after(finds(state, KEEP_RED), Place(1, 11, "D", 11), KEEP_RED)
    assert (behind.phase, behind.turn) == ("draw", 0)


def test_law_12_swaps_treasures_and_the_app_remembers_what_it_saw() -> None:
    state = finds(keeping(table(), (1,), ()), 12)
    state = after(state, Exchange("red", 1, 5, "blue"))
    assert state.kept[0][:3] == (0, 0, 1)
    assert state.known == {bit_of(1, 5): 0}
    taking = replace(state, phase="take", at=bit_of(1, 5))
    assert code(taking, Take("blue", "keep")) == "cheops_treasure.known_treasure"
    moved = after(replace(state, phase="law", pending=12), Swap(1, 5, 1, 9))
    assert moved.known == {bit_of(1, 9): 0}


# The end


def test_the_second_full_tablet_ends_the_game_in_mid_turn() -> None:
    state = replace(rich(table()), sold=(4, 3, 0, 0, 0, 0))
    state = after(state, Place(1, 1, "neighbour"), Take("green", "sell"))
    assert state.over == "cheops_treasure.tablets_full"


def test_the_last_space_ends_the_game() -> None:
    others = ALL & ~bit_of(11, 1)
    state = replace(table(), pawns=(0, 0, 0, 0, others))
    assert finds(state, KEEP_RED).over == "cheops_treasure.pyramid_empty"


def test_nobody_who_can_place_is_tested_after_the_draw() -> None:
    spaces = ALL & ~bit_of(11, 1) & ~bit_of(1, 1)
    state = replace(table(), pawns=(spaces, 0, 0, 0, 0), hands=((1, 1, 0, 0), (1, 0, 0, 0)))
    state = after(state, Place(1, 1, "B"), KEEP_RED)
    assert state.phase == "draw"
    assert after(state, Draw(("A",))).over == "cheops_treasure.nobody_can"
    assert not after(state, Draw(("C",))).over


# Counting


def counted(prices: dict[str, Any], *all_sheets: Sheet) -> list[int | None]:
    setup = Setup.of(GAME.meta, len(all_sheets), {"prices": prices})
    return [
        None if any(line.points is None for line in seat) else sum(line.points or 0 for line in seat)
        for seat in GAME.scoring.lines(setup, all_sheets)
    ]  # fmt: skip


def test_x_is_what_all_keep_together() -> None:
    assert counted({"blue": "X"}, Sheet(blue=4), Sheet(blue=2)) == [24, 12]


def test_a_pair_has_one_number_for_strictly_most_and_one_for_the_others() -> None:
    assert counted({"red": "5/20"}, Sheet(red=3), Sheet(red=2), Sheet()) == [15, 40, 0]
    assert counted({"red": "20/5"}, Sheet(red=3), Sheet(red=2)) == [60, 10]


def test_level_at_the_most_nobody_has_the_first_number() -> None:
    assert counted({"red": "5/20"}, Sheet(red=2), Sheet(red=2), Sheet(red=1)) == [40, 40, 20]


def test_a_single_owner_has_strictly_most() -> None:
    assert counted({"red": "5/20"}, Sheet(red=1), Sheet()) == [5, 0]


def test_x_may_stand_in_a_pair() -> None:
    assert counted({"red": "X/10"}, Sheet(red=3), Sheet(red=1)) == [12, 10]


def test_law_9_counts_for_most_and_for_x() -> None:
    assert counted({"red": "X"}, Sheet(red=1, wild="red"), Sheet(red=1)) == [6, 3]
    assert counted({"red": "5/20"}, Sheet(red=1, wild="red"), Sheet(red=1)) == [10, 20]


def test_an_uncopied_number_leaves_only_its_owners_open() -> None:
    assert counted({}, Sheet(money=30, red=1), Sheet(money=45)) == [None, 45]


# Every refusal

FIRST = table()
TAKING = replace(table(eyes=True), phase="take", at=bit_of(1, 1))
EYE = bit_of(4, 3)
LAW = replace(FIRST, phase="law")
REFUSED: dict[str, tuple[State, Any]] = {
    "no_space": (FIRST, Place(11, 2, "A")),
    "space_taken": (table("A B"), Place(1, 1, "C")),
    "not_carried": (FIRST, Place(2, 1, "A")),
    "same_family": (table("A"), Place(1, 2, "A")),
    "not_in_hand": (replace(FIRST, hands=(NOBODY, NOBODY)), Place(1, 1, "A")),
    "placed": (finds(FIRST, KEEP_RED), Place(1, 9, "B")),
    "must_place": (FIRST, Pass()),
    "one_neighbour": (replace(rich(FIRST), hired=True), Place(1, 1, "neighbour")),
    "no_neighbour": (replace(rich(FIRST), neighbours=0), Place(1, 1, "neighbour")),
    "neighbour_no_hand": (replace(rich(FIRST), hands=(NOBODY, NOBODY)), Place(1, 1, "neighbour")),
    "neighbour_no_turn": (
        replace(rich(table("A B A B A B A B A B .")), hands=((0, 1, 0, 0), NOBODY)),
        Place(1, 11, "neighbour"),
    ),
    "too_poor": (FIRST, Place(1, 1, "neighbour")),
    "no_saving": (rich(FIRST), Hire()),
    "law_11_family": (replace(LAW, pending=11), Place(1, 1, "neighbour", 11)),
    "law_11_treasure": (replace(TAKING, by="law_11"), Reveal(1)),
    "space_is_law": (replace(TAKING, at=EYE), KEEP_RED),
    "space_is_treasure": (TAKING, Reveal(1)),
    "space_empty": (replace(table("A"), phase="law", pending=12), Swap(1, 1, 1, 2)),
    "same_space": (replace(LAW, pending=12), Swap(1, 2, 1, 2)),
    "known_treasure": (replace(TAKING, known={bit_of(1, 1): 2}), KEEP_RED),
    "colour_gone": (replace(TAKING, gone=(10, 0, 0, 0, 0, 0)), KEEP_RED),
    "law_seen": (replace(TAKING, at=EYE, laws=frozenset({1})), Reveal(1)),
    "laws_gone": (replace(TAKING, at=EYE, laws=frozenset(range(7, 13))), Reveal(1)),
    "tablet_full": (replace(TAKING, sold=(4, 0, 0, 0, 0, 0)), SELL_RED),
    "tablet_unknown": (
        replace(GAME.setup(Setup.of(GAME.meta, 2, {})), phase="take", at=1),
        SELL_RED,
    ),
    "law_5": (replace(TAKING, under=(5, 0, 0, 0, 0, 0)), SELL_RED),
    "law_4": (replace(TAKING, under=(4, 0, 0, 0, 0, 0)), KEEP_RED),
    "law_4_sell": (replace(TAKING, under=(4, 0, 0, 0, 0, 0)), Take("red", "box")),
    "only_law_4": (TAKING, Take("red", "box")),
    "law_there": (replace(LAW, pending=4, under=(6, 0, 0, 0, 0, 0)), PutUnder("red")),
    "slot_not_free": (replace(LAW, pending=7), PutOn("red", 6)),
    "law_not_in_play": (replace(LAW, pending=8), Remove(1)),
    "law_not_held": (FIRST, SellKept("red")),
    "law_fresh": (replace(FIRST, held=((12,), ()), fresh=(12,)), Swap(1, 1, 1, 2)),
    "none_kept": (replace(LAW, pending=10), SellKept("red")),
    "hand_full": (finds(FIRST, KEEP_RED), Draw(("A", "B"))),
    "family_gone": (replace(finds(FIRST, KEEP_RED), drawn=(16, 2, 2, 2)), Draw(("A",))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_each_refusal_shows_itself(name: str) -> None:
    state, move = REFUSED[name]
    assert code(state, move) == f"cheops_treasure.{name}"


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
    refusal = check_edition(EDITIONS[name], 2)
    assert refusal is not None
    assert refusal.code == f"cheops_treasure.{name}"


@pytest.mark.parametrize(
    "junk", [1, "x", [], {"tablets": 3}, {"drawn": {"red": 5}}, {"eyes": 4}, {"demo": 1}]
)
def test_junk_is_no_edition(junk: Any) -> None:
    assert check_edition(junk, 2) is not None


def test_the_demo_tablets_are_a_whole_edition_named_so() -> None:
    assert check_edition(demo(), 4) is None
    assert demo()["demo"] is True
    assert len(demo()["drawn"]) == 6


COUNTS: dict[str, Any] = {
    "sheet_money": (Sheet(money=13),),
    "sheet_prices": (Sheet(prices=(Price(5),)),),
    "sheets_colour": (Sheet(red=6), Sheet(red=5)),
    "sheets_wild": (Sheet(wild="red"), Sheet(wild="blue")),
}


@pytest.mark.parametrize("name", COUNTS)
def test_sheets_that_cannot_be_right_are_refused(name: str) -> None:
    given, setup = COUNTS[name], Setup.of(GAME.meta, 2, {})
    asked = (
        refusals.sheet_code(GAME, setup, given[0]) if len(given) == 1
        else refusals.together_code(GAME, setup, given)
    )  # fmt: skip
    assert asked == f"cheops_treasure.{name}"


def test_a_price_that_does_not_read_is_refused() -> None:
    refusal = check_prices({"red": "5/"}, 2)
    assert refusal is not None
    assert refusal.code == "cheops_treasure.price"


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


def test_every_sentence_is_provoked_by_some_test() -> None:
    shown = {
        f"cheops_treasure.{name}"
        for name in (*REFUSED, *EDITIONS, *COUNTS, "price", "tablet_odd", "several_drawn")
    }
    assert shown == set(WORDS.refusals)


@pytest.mark.parametrize(
    ("move", "refused"),
    [
        (Place(11, 11, "A"), "no_space"),
        (Place(1, 1, "A"), "space_taken"),
        (Place(2, 1, "A"), "not_in_hand"),
    ],
)
def test_a_pawn_not_in_hand_may_be_allowed_but_it_needs_a_free_space(
    move: Place, refused: str
) -> None:
    state = replace(table("B C"), hands=((0, 1, 0, 0), (0, 0, 0, 0)))
    assert code(state, move) == f"cheops_treasure.{refused}"


def test_a_neighbour_not_paid_for_may_be_allowed_but_he_needs_a_free_space() -> None:
    poor = rich(table("B C"), money=0)
    assert code(poor, Place(1, 1, "neighbour")) == "cheops_treasure.space_taken"
    assert code(poor, Place(1, 3, "neighbour")) == "cheops_treasure.too_poor"
