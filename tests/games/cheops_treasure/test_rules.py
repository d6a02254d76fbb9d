"""Cheops (1998): rulings, laws that affect each other, facts copied from the box, and assumed prices."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.ranking import rank_seats
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure import state as states
from companion.games.cheops_treasure.moves import (
    Choose,
    Draw,
    Hire,
    KeepLaw,
    Pay,
    Place,
    PutOn,
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
    check_edition,
    check_prices,
    find_doubts,
    get_space_bit,
    load_demo_edition,
)
from companion.games.cheops_treasure.scoring import Sheet, partial_lines
from companion.games.cheops_treasure.state import State, get_market_price, get_uncovered_price
from companion.games.cheops_treasure.view import find_outcomes_by_button, format_button_value
from tests.games import move_checks
from tests.games.move_checks import unpack_refusal
from tests.recorded_plays import list_referee_plays, replay_states


def make_state(pyramid: str = "", seats: int = 2, *, eyes: bool = False, **options: Any) -> State:
    """Return a state with the demo tablets and this pyramid, whose top row is the first line.

    A letter is a family's pawn, ``n`` a neighbour and ``.`` an empty space; the last spaces of a row may
    be missing. With ``eyes``, the spaces of the laws are known.
    """
    edition = {key: value for key, value in load_demo_edition().items() if eyes or key != "eyes"}
    state = GAME.setup(Setup.of(GAME.meta, seats, {"edition": edition, **options}))
    pawns = [0] * (NEIGHBOUR + 1)
    for row, line in enumerate(reversed(pyramid.split("\n")), 1):
        for column, letter in enumerate(line.split(), 1):
            if letter != ".":
                family = NEIGHBOUR if letter == "n" else FAMILIES.index(letter)
                pawns[family] |= get_space_bit(row, column)
    return replace(state, pawns=tuple(pawns))


def play_moves(state: State, *moves: Any) -> State:
    for move in moves:
        seat = GAME.awaiting(state).seats[0]
        refusal = check_move(GAME, state, seat, move)
        assert refusal is None, (move, refusal)
        state = GAME.apply(state, seat, move)
    return state


def find_treasure_or_law(state: State, finding: Any, *more_moves: Any) -> State:
    """Return the state after a pawn found a treasure (a ``Take``) or a law (its number).

    ``more_moves`` are made after that.
    """
    place = next(m for m in GAME.candidates(state, state.turn) if isinstance(m, Place) and m.law == 0)
    return play_moves(state, place, Reveal(finding) if isinstance(finding, int) else finding, *more_moves)


def play_turn(state: State, finding: Any, *more_moves: Any) -> State:
    """Return the state after a whole turn, in which the seat draws nothing.

    A pawn finds ``finding``, a treasure (a ``Take``) or a law (its number). Then come ``more_moves``.
    """
    state = find_treasure_or_law(state, finding, *more_moves)
    return play_moves(state, Draw()) if not state.over and state.phase == "draw" else state


SELL_RED, KEEP_RED = Take("red", "sell"), Take("red", "keep")


def get_refusal_code(state: State, move: Any) -> str | None:
    return move_checks.get_refusal_code(GAME, state, GAME.awaiting(state).seats[0], move)


def list_legal_spaces(state: State, pawn: str) -> set[tuple[int, int]]:
    moves = list_legal_moves(GAME, state, state.turn)
    return {(m.row, m.column) for m in moves if isinstance(m, Place) and m.pawn == pawn}


def set_money(state: State, seat: int = 0, money: int = 100) -> State:
    return replace(state, money=(*state.money[:seat], money, *state.money[seat + 1 :]))


def test_a_neighbour_may_open_a_space_unless_a_house_rule_forbids_it() -> None:
    pyramid, hands = "n\nA B A B A B A B A B A", ((1, 0, 0, 0), (1, 1, 1, 1))
    stuck = replace(set_money(make_state(pyramid)), hands=hands)
    assert not list_legal_spaces(stuck, "A")
    assert list_legal_spaces(play_moves(stuck, Place(2, 2, "neighbour"), KEEP_RED), "A") == {(3, 1)}
    assert get_refusal_code(stuck, Place(2, 3, "neighbour")) == "cheops_treasure.neighbour_no_turn"
    strict = replace(set_money(make_state(pyramid, neighbour_opens=False)), hands=hands)
    assert get_refusal_code(strict, Place(2, 2, "neighbour")) == "cheops_treasure.neighbour_no_turn"


def test_saving_a_neighbour_needs_the_house_rule() -> None:
    assert get_refusal_code(set_money(make_state()), Hire()) == "cheops_treasure.no_saving"
    hired = play_moves(set_money(make_state(save_neighbour=True)), Hire())
    placed_at_once = play_moves(hired, Place(1, 1, "neighbour"))
    assert (placed_at_once.saved[0], placed_at_once.money[0]) == (0, 80)
    state = play_moves(hired, Place(1, 1, "A"), KEEP_RED, Draw())
    assert (state.saved[0], state.money[0]) == (1, 80)
    state = play_moves(play_turn(state, KEEP_RED), Place(1, 11, "neighbour"))
    assert (state.saved[0], state.money[0]) == (0, 80)


def test_removing_law_3_with_two_full_tablets_ends_the_game() -> None:
    state = replace(play_turn(make_state(), 3), sold=(4, 4, 0, 0, 0, 0))
    assert find_treasure_or_law(state, 8, Remove(3)).over == "cheops_treasure.tablets_full"


def test_law_7_can_be_put_on_the_only_copied_tablet() -> None:
    state = make_state()
    tablets = (state.rules.tablets[0], *(None,) * 5)
    finding = find_treasure_or_law(replace(state, rules=replace(state.rules, tablets=tablets)), 7)
    assert get_refusal_code(finding, PutOn("red", 1)) is None


def test_law_4_makes_a_colour_worthless_unless_a_house_rule_spares_it() -> None:
    kept = replace(make_state(), kept=((3, *(0,) * 5), (0,) * 6), gone=(3, *(0,) * 5))
    state = play_turn(kept, 4, PutUnder("red"))
    assert get_uncovered_price(state, 0) == Price(0)
    full = replace(state, phase="take", at=1 << 5, sold=(4, 0, 0, 0, 0, 0))
    assert get_refusal_code(full, Take("red", "sell")) == "cheops_treasure.tablet_full"
    assert get_refusal_code(full, Take("red", "box")) is None
    spared = replace(state, rules=replace(state.rules, law_4_spares=True))
    assert get_uncovered_price(spared, 0) == Price(5)


@pytest.mark.parametrize(("money", "pays"), [(LAW_9_PRICE, True), (LAW_9_PRICE - 5, False)])
def test_law_9_needs_exactly_its_price(money: int, pays: bool) -> None:
    state = find_treasure_or_law(set_money(make_state(), money=money), 9)
    assert (Pay(True) in list_legal_moves(GAME, state, GAME.awaiting(state).seats[0])) is pays
    assert get_refusal_code(state, Pay(True)) == (None if pays else "cheops_treasure.too_poor")


def test_money_stays_hidden_until_the_holder_of_law_9_has_chosen_a_colour() -> None:
    state = replace(make_state(seats=3), over="cheops_treasure.tablets_full", law_9=1)
    assert GAME.hidden_seats(state, 0) == {1, 2}
    assert GAME.view(state, None)["seats"][1]["money"] is None
    assert not GAME.hidden_seats(play_moves(state, Choose("red")), 0)


def test_the_news_tell_a_seat_that_the_colour_of_law_9_took_its_majority() -> None:
    state = replace(make_state(), over="cheops_treasure.tablets_full", law_9=0)
    tablets = ((Price(20, 5), Price(0)), *state.rules.tablets[1:])
    rules, kept = replace(state.rules, tablets=tablets), ((1, *(0,) * 5), (2, *(0,) * 5))
    state = replace(state, rules=rules, kept=kept)
    [effect] = GAME.news(state, play_moves(state, Choose("red")), 0, Choose("red")).effects
    assert (effect.seat, effect.code, effect.values["points"]) == (1, "worth_less", 30)


def test_a_treasure_allowed_on_a_law_space_leaves_a_law_for_another_space() -> None:
    state = make_state(eyes=True)
    eye = state.eyes & -state.eyes
    other = get_space_bit(1, 1)
    assert not other & state.eyes
    taking = replace(state, phase="take", at=eye)
    assert get_refusal_code(taking, KEEP_RED) == "cheops_treasure.space_is_law"
    after = replace(GAME.apply(taking, 0, KEEP_RED), phase="take", at=other)
    assert get_refusal_code(after, Reveal(1)) is None


INVALID_EDITIONS: dict[str, Any] = {
    "edition": {"tablets": {"IV-a": "5 10"}},
    "tablet": {"tablets": {"I-a": "5 ten"}},
    "tablet_twice": {"drawn": {"red": "I-a", "blue": "I-a"}},
    "eyes": {"eyes": ["1-1", "1-1"]},
    "law_7_number": {"law7": "15"},
}


@pytest.mark.parametrize("name", INVALID_EDITIONS)
def test_an_impossible_edition_is_refused(name: str) -> None:
    assert unpack_refusal(check_edition(INVALID_EDITIONS[name], 2))[0] == f"cheops_treasure.{name}"


@pytest.mark.parametrize(
    "junk", [1, "x", [], {"tablets": 3}, {"drawn": {"red": 5}}, {"eyes": 4}, {"demo": 1}]
)
def test_invalid_data_is_no_edition(junk: Any) -> None:
    assert check_edition(junk, 2) is not None


def test_an_unreadable_price_is_refused() -> None:
    for text in ("5/", "-100/-1000"):
        assert unpack_refusal(check_prices({"red": text}, 2))[0] == "cheops_treasure.price"


@pytest.mark.parametrize(("price", "each"), [("10", 10), ("X", None), ("20/5", None), ("", None)])
def test_a_treasure_whose_price_depends_on_other_sheets_has_no_points_alone(
    price: str, each: int | None
) -> None:
    setup = Setup.of(GAME.meta, 2, {"prices": {"red": price}})
    [line] = [line for line in partial_lines(setup, Sheet(red=2)) if line.category == "red"]
    assert line.points == (each and 2 * each)
    assert GAME.scoring.sheet_form_data(setup, None, ())["colours"][0][2] == each


def test_the_view_names_the_taken_space_only_until_the_treasure_is_taken() -> None:
    seen = set()
    for name in list_referee_plays("cheops_treasure"):
        for state in replay_states("cheops_treasure", name):
            view = GAME.view(state, None)
            assert view["at"] == (view["last"] if state.phase == "take" else None)
            seen.add((view["at"] is None, view["last"] is None))
    assert {(False, False), (True, False)} <= seen


@pytest.mark.parametrize(("price", "winners"), [("10", (1,)), ("30", (0,)), ("", ())])
def test_an_unknown_price_leaves_open_who_wins(price: str, winners: tuple[int, ...]) -> None:
    setup, sheets = Setup.of(GAME.meta, 2, {"prices": {"red": price}}), (Sheet(red=2), Sheet(money=50))
    ranking = rank_seats(GAME.scoring.criteria(setup, sheets), 2)
    assert (ranking.winners, bool(ranking.missing)) == (winners, not price)


def test_a_number_that_is_no_multiple_of_five_is_questioned_not_refused() -> None:
    edition = {"tablets": {"I-a": "5 10 15", "I-b": "5 12 X"}}
    assert check_edition(edition, 2) is None
    assert [doubt.values["tablets"] for doubt in find_doubts(edition)] == [("5 12 X",)]
    assert find_doubts(load_demo_edition()) == ()


def list_assumed_money(state: State) -> list[bool]:
    """Return, by seat, whether the points for money are assumed. Assert that no other points are."""
    lines = GAME.scoring.lines(Setup.of(GAME.meta, state.rules.seats), GAME.score_sheets(state))
    assert not any(line.assumed for seat in lines for line in seat if line.category != "money")
    return [line.assumed for seat in lines for line in seat if line.category == "money"]


@pytest.mark.parametrize("law", [1, 2])
def test_only_money_from_sales_under_law_1_or_2_is_assumed(law: int) -> None:
    assert list_assumed_money(play_turn(make_state(), SELL_RED)) == [False, False], (
        "the first price is printed"
    )
    assert list_assumed_money(play_turn(play_turn(make_state(), law), KEEP_RED)) == [False, False]
    assert list_assumed_money(play_turn(play_turn(make_state(), law), SELL_RED)) == [False, True]


def test_sales_by_law_10_at_an_assumed_price_are_assumed_too() -> None:
    state = play_turn(play_turn(make_state(), KEEP_RED), 1)
    assert list_assumed_money(find_treasure_or_law(state, 10, SellKept("red"))) == [True, False]
    assert list_assumed_money(find_treasure_or_law(state, 10, KeepLaw())) == [False, False]


def test_money_stays_assumed_when_the_law_is_removed() -> None:
    state = play_turn(play_turn(play_turn(make_state(), 1), SELL_RED), 8, Remove(1))
    assert list_assumed_money(state) == [False, True]
    assert get_market_price(state) == 10
    assert list_assumed_money(play_turn(play_turn(state, KEEP_RED), SELL_RED)) == [False, True]


def test_removing_one_of_two_market_laws_leaves_the_price_of_the_other() -> None:
    first = play_turn(make_state(), 1)
    both = play_turn(first, 2)
    removed = find_treasure_or_law(both, 8, Remove(2))
    assert get_market_price(removed) == get_market_price(first) != get_market_price(both)


def test_a_price_from_the_box_is_not_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "ARE_MARKET_PRICES_ASSUMED", False)
    assert list_assumed_money(play_turn(play_turn(make_state(), 1), SELL_RED)) == [False, False]


@pytest.mark.parametrize("name", list_referee_plays("cheops_treasure"))
def test_the_shown_outcome_of_every_move_matches_its_result(name: str) -> None:
    ending, every = 0, replay_states("cheops_treasure", name)
    for state in (*every[:-20:2], *every[-20:]):
        if state.over:
            continue
        seat, outcomes = state.turn, find_outcomes_by_button(state)
        legal = list_legal_moves(GAME, state, seat)
        moves = {format_button_value(m): m for m in legal if not isinstance(m, Place | Hire | Pay)}
        assert outcomes.keys() == moves.keys()
        for button, outcome in outcomes.items():
            after = GAME.apply(state, seat, moves[button])
            view = GAME.view(after, seat)
            money = view["seats"][seat]["money"] - state.money[seat]
            assert (outcome["money"], outcome["ends"]) == (money, bool(after.over)), button
            if colour := view["colours"].get(getattr(moves[button], "colour", None)):
                worth = None if outcome["each"] is None else outcome["each"] * outcome["count"]
                assert (outcome["price"], worth) == (colour["now"], colour["worth"][seat]), button
            ending += outcome["ends"]
    assert ending
