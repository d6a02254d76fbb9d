"""Catan: Cheops: options, rulings and counting, as far as the conformance set has no case for them."""

import itertools
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.replay import apply_entry, check_entry, replay_log
from companion.games.cheops_catan import GAME
from companion.games.cheops_catan.moves import (
    Build,
    Connect,
    Found,
    Give,
    Harbour,
    Income,
    Knight,
    Lay,
    Mark,
    Roll,
    ShowPoint,
)
from companion.games.cheops_catan.parts import get_stone_level, make_founding_order
from companion.games.cheops_catan.routes import find_route
from companion.games.cheops_catan.rules import find_next_stone_points, get_roll_distribution
from companion.games.cheops_catan.scoring import Sheet, partial_lines, set_blessing_and_curse
from companion.games.cheops_catan.state import State, count_laid_stones, get_public_points, is_founding
from companion.games.cheops_catan.view import MOVES_BY_BUTTON, public_view
from companion.games.plays import parse_recorded_play
from companion.games.seeds import load_plays
from tests.games import move_checks
from tests.games.move_checks import unpack_refusal
from tests.recorded_plays import replay_states

get_refusal_code = partial(move_checks.get_refusal_code, GAME)
play_moves = partial(move_checks.play_moves, GAME)


def make_founded_state(seats: int = 3, site: int | None = None, **options: Any) -> State:
    """Return the state after the founding. Seat ``site`` has a settlement at the pyramid's site."""
    state = GAME.setup(Setup.of(GAME.meta, seats, options))
    order = make_founding_order(seats, 0)
    for number, seat in enumerate(order):
        state = play_moves(state, (seat, Found(seat == site and number >= 2 * seats)))
    return state


ROLLED_STATE = play_moves(make_founded_state(site=0), (0, Roll(6)))
"""After the founding: the first seat is at the site and has rolled."""


def test_a_refusal_names_the_seat_that_founds_next_or_has_the_turn() -> None:
    state = GAME.setup(Setup.of(GAME.meta, 3))
    for active in make_founding_order(3, 0):
        refusal = GAME.check(state, (active + 1) % 3, Found(False))
        assert refusal is not None
        assert (refusal.code, refusal.values["who"]) == ("cheops_catan.not_now", active)
        state = play_moves(state, (active, Found(False)))
    refusal = GAME.check(play_moves(state, (0, Roll(6))), 2, Lay())
    assert refusal is not None
    assert (refusal.code, refusal.values["who"]) == ("cheops_catan.not_now", 0)


def test_the_first_black_stone_may_wait_for_the_first_stone_of_a_player() -> None:
    state = play_moves(make_founded_state(site=0, pharaoh_starts="stone"), (0, Roll(7)))
    assert state.black == 0
    assert play_moves(state, (0, Lay()), (1, Roll(7))).black == 1


def test_stones_are_on_the_levels_of_the_rulebook() -> None:
    assert [get_stone_level(n) for n in (1, 16, 17, 25, 26, 29, 30)] == [1, 1, 2, 2, 3, 3, 4]


def test_the_largest_army_needs_three_knights_and_then_more_than_the_holder() -> None:
    state = play_moves(replace(ROLLED_STATE, knights=(1, 3, 0)), (0, Knight()))
    assert state.army == -1
    state = play_moves(replace(ROLLED_STATE, knights=(2, 2, 0)), (0, Knight()), (1, Roll(5)), (1, Knight()))
    assert (state.knights, state.army) == ((3, 3, 0), 0)
    assert play_moves(replace(state, knight_played=False), (1, Knight())).army == 1


def test_the_last_black_stone_ends_the_game() -> None:
    fewer = play_moves(make_founded_state(site=0, black_stones=15), (0, Roll(6)))
    assert play_moves(replace(fewer, black=14), (1, Roll(7))).closing == "cheops_catan.pharaoh"


def test_twelve_points_end_the_game_only_in_the_seats_own_turn() -> None:
    rich = replace(ROLLED_STATE, cities=(0, 6, 0))
    assert get_public_points(rich, 1) >= 12
    paid = play_moves(rich, (1, Income(1)))
    assert not paid.closing
    own_turn = play_moves(paid, (1, Roll(5)))
    assert (own_turn.closing, own_turn.closer) == ("cheops_catan.twelve", 1)


def judge_favours(*stones: int, blessed: int = -1, cursed: tuple[int, ...] = (), **options: Any) -> Any:
    sheets = tuple(
        Sheet(stones=count, blessed=seat == blessed, cursed=seat in cursed)
        for seat, count in enumerate(stones)
    )
    return GAME.scoring.check_together(Setup.of(GAME.meta, len(stones), options), sheets)


def test_favours_that_do_not_fit_the_stones_are_refused_unless_allowed() -> None:
    assert judge_favours(5, 3, 1, blessed=2, cursed=(1,)).overridable
    middle_cursed = judge_favours(5, 3, 1, blessed=0, cursed=(1,))
    assert (middle_cursed.values, middle_cursed.overridable) == ({"seats": (2,)}, True)
    both = Sheet(stones=2, blessed=True, cursed=True)
    refusal = GAME.scoring.check_sheet(Setup.of(GAME.meta, 3), 0, both)
    assert unpack_refusal(refusal) == ("cheops_catan.sheet_both", True)


@pytest.mark.parametrize(("by_stones", "points"), [(True, 0), (False, 3)])
def test_favours_that_depend_on_other_sheets_have_no_points_alone(by_stones: bool, points: int) -> None:
    sheet = Sheet(stones=2, blessed=True, by_stones=by_stones)
    assert sum(line.points or 0 for line in partial_lines(Setup.of(GAME.meta, 3), sheet)) == points


@pytest.mark.parametrize(
    ("stones", "ticked", "spared", "holder", "cursed"),
    [
        ((3, 2, 1), None, False, 0, {2}),
        ((3, 2, 1), 1, False, 0, {2}),
        ((1, 0, 0), None, False, 0, {1, 2}),
        ((2, 2, 1), 1, False, 1, {2}),
        ((2, 2, 1), None, False, None, {2}),
        ((2, 2, 1), 2, False, None, {2}),
        ((2, 2, 2), 1, False, 1, {0, 1, 2}),
        ((2, 2, 2), 1, True, 1, {0, 2}),
        ((0, 0, 0), 1, False, None, set()),
    ],
)
def test_the_stones_of_all_sheets_decide_who_is_blessed_and_cursed(
    stones: tuple[int, ...], ticked: int | None, spared: bool, holder: int | None, cursed: set[int]
) -> None:
    sheets = tuple(Sheet(stones=n, by_stones=True, blessed=seat == ticked) for seat, n in enumerate(stones))
    filled = set_blessing_and_curse(Setup.of(GAME.meta, 3, {"holder_spared": spared}), sheets)
    assert [seat for seat, sheet in enumerate(filled) if sheet.blessed] == [holder] * (holder is not None)
    assert {seat for seat, sheet in enumerate(filled) if sheet.cursed} == cursed


@pytest.mark.parametrize("spared", [True, False])
@pytest.mark.parametrize(("seats", "stones"), [(3, 6), (4, 4)])
def test_a_count_accepts_exactly_the_favours_that_some_order_of_stones_gives(
    seats: int, stones: int, spared: bool
) -> None:
    def is_accepted(counts: tuple[int, ...], holder: int, cursed: set[int]) -> bool:
        options = {"holder_spared": spared}
        setup = Setup.of(GAME.meta, seats, options)
        refusal = judge_favours(*counts, blessed=holder, cursed=tuple(cursed), **options)
        refusals = (
            GAME.scoring.check_sheet(setup, n, Sheet(stones=s, blessed=n == holder, cursed=n in cursed))
            for n, s in enumerate(counts)
        )
        return refusal is None and not any(refusals)

    possible = {
        (tuple(map(order.count, range(seats))), *compute_blessing_and_curse(order, seats, spared=spared))
        for number in range(1, stones + 1)
        for order in itertools.product(range(seats), repeat=number)
    }
    subsets = [frozenset(s) for n in range(seats + 1) for s in itertools.combinations(range(seats), n)]
    accepted = {
        (counts, holder, cursed)
        for counts in {counts for counts, _, _ in possible}
        for holder in range(-1, seats)
        for cursed in subsets
        if is_accepted(counts, holder, set(cursed))
    }
    assert accepted == possible


@pytest.mark.parametrize("spared", [True, False])
def test_the_favours_in_play_follow_every_order_of_stones(spared: bool) -> None:
    for order in itertools.product(range(3), repeat=4):
        state = make_founded_state(holder_spared=spared)
        for number, seat in enumerate(order, 1):
            before, state = state, GAME.apply(state, seat, Lay())
            expected = compute_blessing_and_curse(order[:number], 3, spared=spared)
            assert (state.blessed, state.cursed) == expected
            assert find_next_stone_points(before, seat) == tuple(
                get_public_points(state, n) - get_public_points(before, n) for n in range(3)
            )


ROUTE_STATE = play_moves(
    ROLLED_STATE, (0, Mark("Giza", True)), (1, Mark("Delta")), (1, Connect("Delta", "Sais")),
    (2, Connect("Sais", "Giza", True)),
)  # fmt: skip


def test_a_missing_route_is_refused_unless_the_table_allows_it() -> None:
    broken = play_moves(replace(ROUTE_STATE, network=ROUTE_STATE.network[:1]), (1, Roll(5)))
    assert unpack_refusal(check_move(GAME, broken, 1, Lay(0))) == ("cheops_catan.no_route", True)
    assert public_view(broken)["lays"] == [0], "the button stays, so that the table can allow it"


def test_with_the_house_rule_a_route_starts_with_an_own_road() -> None:
    strict = replace(ROUTE_STATE, rules=replace(ROUTE_STATE.rules, own_road=True))
    assert find_route(strict, 1, 0, "site") is not None
    foreign = replace(strict, network=(replace(strict.network[0], owner=2), strict.network[1]))
    assert find_route(foreign, 1, 0, "site") is None


def test_a_building_that_is_drawn_again_replaces_the_first_drawing() -> None:
    assert find_route(play_moves(ROUTE_STATE, (0, Mark("Giza"))), 1, 0, "site") is None


def test_the_map_has_a_maximum_size() -> None:
    full = replace(ROUTE_STATE, network=ROUTE_STATE.network * 60)
    assert get_refusal_code(full, 0, Connect("A", "B")) == "cheops_catan.map_full"


def test_the_roll_statistics_expect_seven_most_often() -> None:
    expected = {
        total: share for total, _, share in get_roll_distribution(replace(ROLLED_STATE, rolls=(7,) * 36))
    }
    assert (expected[7], expected[2], sum(expected.values())) == (6, 1, 36)


@pytest.mark.parametrize("move", [Build("road"), Lay(0), Harbour(0), Give(0, 1)], ids=str)
def test_the_next_seat_may_be_allowed_to_build_before_its_roll(move: Any) -> None:
    refusal = check_move(GAME, ROLLED_STATE, 1, move)
    assert refusal is not None
    codes = [each.code for each in refusal.with_besides()]
    assert codes == ["cheops_catan.ends_turn", "cheops_catan.before_roll"]
    assert all(each.overridable for each in refusal.with_besides())
    assert get_refusal_code(ROLLED_STATE, 2, move) == "cheops_catan.not_now"
    allowed = GAME.apply(ROLLED_STATE, 1, move)
    assert (allowed.turn, allowed.rolled) == (1, False)
    assert get_refusal_code(allowed, 0, Build("road")) == "cheops_catan.not_now"
    assert get_refusal_code(allowed, 2, Roll(6)) == "cheops_catan.roll_order"
    assert play_moves(allowed, (1, Roll(6))).rolled


def test_an_old_stone_through_another_site_is_repaired_by_allowing_it() -> None:
    play = parse_recorded_play(load_plays("cheops_catan")["pyramid_complete"])
    log = list(play.log)
    index = next(i for i, e in enumerate(log) if e.seat == 1 and e.move == Lay() and i > 40)
    log[index] = replace(log[index], move=Lay(3))
    old = replay_log(GAME, play.setup, log)
    assert old.invalid is not None
    assert old.invalid.refusal.code == "cheops_catan.own_site"
    repair = Entry(len(log) + 1, "amend", seat=1, move=Lay(3), of=log[index].seq, allowed=True)
    assert check_entry(old, repair) is None
    repaired = apply_entry(old, repair)
    assert repaired.invalid is None
    assert GAME.ending(repaired.state) == GAME.ending(replay_log(GAME, play.setup, play.log).state)


def compute_blessing_and_curse(
    sequence: tuple[int, ...], seats: int, *, spared: bool = True
) -> tuple[int, frozenset[int]]:
    holder = -1
    counts = [0] * seats
    cursed: set[int] = set()
    for layer in sequence:
        counts[layer] += 1
        if holder == -1:
            holder = layer
            cursed = {seat for seat in range(seats) if seat != layer}
            continue
        if layer != holder and counts[layer] >= counts[holder] + 1:
            holder = layer
        fewest = min(counts)
        safe = holder if spared else -1
        cursed = {seat for seat in range(seats) if counts[seat] == fewest and seat != safe}
    return holder, frozenset(cursed)


BUTTON_NAMES = {move: name for name, move in MOVES_BY_BUTTON.items()}


@pytest.mark.parametrize("name", load_plays("cheops_catan"))
def test_the_shown_effect_of_every_legal_move_matches_its_result(name: str) -> None:
    compared = 0
    for state in replay_states("cheops_catan", name):
        if is_founding(state) or state.closing:
            continue
        shown, seats = public_view(state), range(state.rules.seats)
        for seat in seats:
            for move in list_legal_moves(GAME, state, seat):
                after = GAME.apply(state, seat, move)
                if isinstance(move, Roll):
                    black = shown["seven"] if move.total == 7 else None
                    assert (black or state.black) == after.black
                elif isinstance(move, Build | Lay | Knight | ShowPoint):
                    options = shown["outlook"][str(seat)]
                    lays = {lay["owner"]: lay for lay in options["lays"]}
                    option = lays[move.owner] if isinstance(move, Lay) else options[BUTTON_NAMES[move]]
                    assert option["points"] == [
                        get_public_points(after, n) - get_public_points(state, n) for n in seats
                    ]
                    assert option["gold"] == [after.gold[n] - state.gold[n] for n in seats]
                    assert option["stones"] == count_laid_stones(after) - count_laid_stones(state)
                    assert set(option["freed"]) == state.cursed - after.cursed
                    assert set(option["cursed"]) == after.cursed - state.cursed
                    assert option["ends"] == bool(after.closing)
                    compared += 1
        if state.rolled and not state.network and not state.houses:
            legal = list_legal_moves(GAME, state, state.turn)
            owners = {move.owner for move in legal if isinstance(move, Lay)}
            assert owners == {lay["owner"] for lay in shown["outlook"][str(state.turn)]["lays"]}
    assert compared


@pytest.mark.parametrize("name", load_plays("cheops_catan"))
def test_the_view_names_what_the_last_move_changed(name: str) -> None:
    for before, after in pairwise(replay_states("cheops_catan", name)):
        place, _, seat = public_view(after)["touched"].partition(" ")
        if place == "stone":
            assert len(after.order) == len(before.order) + 1
        elif place == "roll":
            assert len(after.rolls) == len(before.rolls) + 1
        elif place:
            assert getattr(after, place)[int(seat)] != getattr(before, place)[int(seat)]
        else:
            assert after.network != before.network or after.houses != before.houses or after.closing
