"""The scenario's rules one by one; Blessing and Curse against a direct restatement."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from companion.engine.ranking import rank
from companion.games.cheops_catan import GAME
from companion.games.cheops_catan.effects import after_next_stone, favours
from companion.games.cheops_catan.moves import (
    Build,
    Claim,
    Connect,
    Found,
    Give,
    Harbour,
    Income,
    Knight,
    Lay,
    Mark,
    Purchase,
    Reveal,
    Roll,
    ShowPoint,
)
from companion.games.cheops_catan.parts import founding_order, level_of
from companion.games.cheops_catan.routes import route, sites_of
from companion.games.cheops_catan.rules import distribution
from companion.games.cheops_catan.scoring import Sheet
from companion.games.cheops_catan.state import State, laid, points
from companion.games.cheops_catan.words import WORDS
from tests.games import refusals


def code(state: State, seat: int, move: Any) -> str | None:
    return refusals.code(GAME, state, seat, move)


def after(state: State, *moves: tuple[int, Any]) -> State:
    for seat, move in moves:
        assert code(state, seat, move) is None, (seat, move, code(state, seat, move))
        state = GAME.apply(state, seat, move)
    return state


def founded(seats: int = 3, site: int | None = None, **options: Any) -> State:
    """All settlements founded; ``site``: that seat's last one stands at the site."""
    state = GAME.setup(Setup.of(GAME.meta, seats, options))
    order = founding_order(seats, 0)
    for number, seat in enumerate(order):
        state = after(state, (seat, Found(seat == site and number >= 2 * seats)))
    return state


OPEN = after(founded(site=0), (0, Roll(6)))
"""Founded, the first seat at the site, its turn open."""


def test_founding_goes_round_back_and_round_again() -> None:
    assert founding_order(4, 0) == (0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3)
    assert founding_order(3, 0) == (0, 1, 2, 2, 1, 0, 0, 1, 2)


def test_the_next_roll_ends_a_turn() -> None:
    state = after(OPEN, (1, Roll(8)))
    assert (state.turn, state.rolled) == (1, True)
    assert code(state, 0, Build("road")) == "cheops_catan.not_now"


def test_the_pyramid_begins_with_a_settlement_at_the_site() -> None:
    before = after(founded(), (0, Roll(7)))
    assert before.black == 0
    assert code(before, 0, Lay()) == "cheops_catan.not_begun"
    begun = after(before, (0, Build("settlement", True)), (1, Roll(7)))
    assert begun.black == 1


def test_the_pharaoh_may_wait_for_the_first_stone() -> None:
    state = after(founded(site=0, pharaoh_starts="stone"), (0, Roll(7)))
    assert state.black == 0
    assert after(state, (0, Lay()), (1, Roll(7))).black == 1


def test_levels() -> None:
    assert [level_of(n) for n in (1, 16, 17, 25, 26, 29, 30)] == [1, 1, 2, 2, 3, 3, 4]


def test_the_first_stone_blesses_and_curses_all_others() -> None:
    state = after(OPEN, (0, Lay()))
    assert (state.blessed, state.cursed) == (0, frozenset((1, 2)))
    assert [points(state, seat) for seat in range(3)] == [6, 1, 1]


def test_building_through_another_site_costs_one_gold_to_its_owner() -> None:
    state = after(OPEN, (1, Roll(5)))
    assert code(state, 1, Lay()) == "cheops_catan.no_access"
    state = after(state, (1, Lay(0)))
    assert state.gold == (4, 2, 3)
    assert code(replace(state, gold=(6, 0, 3)), 1, Lay(0)) == "cheops_catan.no_gold"


def test_gold_comes_from_fields_and_goes_for_cards_and_harbours() -> None:
    state = after(OPEN, (2, Income(2)), (0, Purchase(True)))
    assert (state.gold, state.paid_out) == ((0, 3, 5), 8)
    assert code(state, 0, Harbour(1)) == "cheops_catan.no_gold"
    assert after(state, (1, Roll(4)), (1, Harbour(0)), (1, Give(2, 2))).gold == (1, 0, 7)


def test_the_largest_army_needs_three_and_then_more() -> None:
    state = after(replace(OPEN, knights=(1, 3, 0)), (0, Knight()))
    assert state.army == -1
    state = after(replace(OPEN, knights=(2, 2, 0)), (0, Knight()), (1, Roll(5)), (1, Knight()))
    assert (state.knights, state.army) == ((3, 3, 0), 0)
    assert after(replace(state, knight_played=False), (1, Knight())).army == 1


def test_twelve_points_end_the_game_on_the_own_turn_and_all_show_their_cards() -> None:
    state = replace(OPEN, cities=(4, 0, 0))
    done = after(state, (0, ShowPoint()))
    assert done.closing == "cheops_catan.twelve"
    assert GAME.ending(done) is None
    assert GAME.awaiting(done).seats == (0, 1, 2)
    shown = after(done, (0, Reveal(0)), (2, Reveal(2)), (1, Reveal(0)))
    ending = GAME.ending(shown)
    assert ending is not None
    assert dict(ending.values) == {"seat": 0}


def test_a_claim_shows_hidden_cards() -> None:
    state = replace(OPEN, cities=(4, 0, 0))
    assert code(OPEN, 0, Claim(2)) == "cheops_catan.not_twelve"
    assert after(state, (0, Claim(1))).revealed == {0}


def test_the_last_black_stone_ends_it_before_the_robber() -> None:
    assert after(replace(OPEN, black=15), (1, Roll(7))).closing == "cheops_catan.pharaoh"
    fewer = after(founded(site=0, black_stones=15), (0, Roll(6)))
    assert after(replace(fewer, black=14), (1, Roll(7))).closing == "cheops_catan.pharaoh"


def test_the_thirtieth_stone_completes_the_pyramid() -> None:
    state = replace(OPEN, stones=(10, 8, 1), black=10, blessed=0)
    assert after(state, (0, Lay())).closing == "cheops_catan.pyramid"


def test_level_players_share_the_win() -> None:
    sheets = (Sheet(3, 2, blessed=True, stones=4), Sheet(4, 3), Sheet(1, 1))
    found = rank(GAME.scoring.criteria(Setup.of(GAME.meta, 3), sheets), 3)
    assert (found.places, found.winners) == ((1, 1, 3), (0, 1))


def together(*stones: int, blessed: int = -1, cursed: tuple[int, ...] = (), **options: Any) -> Any:
    """What is said against sheets with these stones and favours."""
    sheets = tuple(
        Sheet(stones=count, blessed=seat == blessed, cursed=seat in cursed)
        for seat, count in enumerate(stones)
    )
    return GAME.scoring.together(Setup.of(GAME.meta, len(stones), options), sheets)


def test_favours_that_the_stones_contradict_are_refused_unless_the_table_rules_so() -> None:
    least_blessed = together(5, 3, 1, blessed=2, cursed=(1,))
    assert least_blessed.code == "cheops_catan.sheets_most"
    middle_cursed = together(5, 3, 1, blessed=0, cursed=(1,))
    assert (middle_cursed.code, middle_cursed.values) == (
        "cheops_catan.sheets_curse",
        {"seats": (2,)},
    )
    assert least_blessed.overridable
    assert middle_cursed.overridable
    assert together(5, 3, 1, blessed=0, cursed=(2,)) is None
    assert together(2, 2, 2, blessed=1, cursed=(0, 2)) is None
    assert together(2, 2, 2, blessed=1, cursed=(0, 1, 2), holder_spared=False) is None


@pytest.mark.parametrize("spared", [True, False])
@pytest.mark.parametrize(("seats", "stones"), [(3, 6), (4, 5)])
def test_a_count_takes_just_the_favours_that_some_order_of_stones_brings(
    seats: int, stones: int, spared: bool
) -> None:
    def judged(counts: tuple[int, ...], holder: int, cursed: set[int]) -> bool:
        options = {"holder_spared": spared}
        setup = Setup.of(GAME.meta, seats, options)
        whole = together(*counts, blessed=holder, cursed=tuple(cursed), **options)
        each = (
            GAME.scoring.check(setup, n, Sheet(stones=s, blessed=n == holder, cursed=n in cursed))
            for n, s in enumerate(counts)
        )
        return whole is None and not any(each)

    brought = {
        (tuple(map(order.count, range(seats))), *restated(order, seats, spared=spared))
        for number in range(1, stones + 1)
        for order in itertools.product(range(seats), repeat=number)
    }
    every = [
        frozenset(s) for n in range(seats + 1) for s in itertools.combinations(range(seats), n)
    ]
    taken = {
        (counts, holder, cursed)
        for counts in {counts for counts, _, _ in brought}
        for holder in range(-1, seats)
        for cursed in every
        if judged(counts, holder, set(cursed))
    }
    assert taken == brought


def test_our_ruling_on_the_blessings_holder_may_be_overruled_in_a_count() -> None:
    setup = Setup.of(GAME.meta, 3)
    refusal = GAME.scoring.check(setup, 0, Sheet(stones=2, blessed=True, cursed=True))
    assert refusal is not None
    assert (refusal.code, refusal.overridable) == ("cheops_catan.sheet_both", True)


ROUTE = after(
    OPEN, (0, Mark("Giza", True)), (1, Mark("Delta")), (1, Connect("Delta", "Sais")),
    (2, Connect("Sais", "Giza", True)),
)  # fmt: skip


def test_a_route_may_be_of_any_colours() -> None:
    assert route(ROUTE, 1, sites_of(ROUTE, 0)) == ("Delta", "Sais", "Giza")
    assert route(ROUTE, 2, sites_of(ROUTE, 0)) is None
    assert code(after(ROUTE, (1, Roll(5))), 1, Lay(0)) is None


def test_a_route_that_is_not_drawn_is_refused_unless_the_table_allows_it() -> None:
    broken = replace(ROUTE, network=ROUTE.network[:1])
    refusal = check_move(GAME, after(broken, (1, Roll(5))), 1, Lay(0))
    assert refusal is not None
    assert (refusal.code, refusal.overridable) == ("cheops_catan.no_route", True)


def test_read_strictly_the_route_leaves_by_an_own_road() -> None:
    strict = replace(ROUTE, rules=replace(ROUTE.rules, own_road=True))
    assert route(strict, 1, sites_of(strict, 0)) is not None
    foreign = replace(strict, network=(replace(strict.network[0], owner=2), strict.network[1]))
    assert route(foreign, 1, sites_of(foreign, 0)) is None


def test_the_preview_is_what_then_happens() -> None:
    state = after(OPEN, (0, Lay()), (1, Roll(5)))
    told = after_next_stone(state, 1)
    then = after(state, (1, Lay(0)))
    assert told == tuple(points(then, s) - points(state, s) for s in range(3))


def test_the_dice_log_expects_seven_most() -> None:
    expected = {total: share for total, _, share in distribution(replace(OPEN, rolls=(7,) * 36))}
    assert (expected[7], expected[2], sum(expected.values())) == (6, 1, 36)


def restated(
    sequence: tuple[int, ...], seats: int, *, spared: bool = True
) -> tuple[int, frozenset[int]]:
    """Blessing and Curse straight from the rules, from the whole sequence of stones."""
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


@pytest.mark.parametrize("seats", [3, 4])
def test_blessing_and_curse_on_every_sequence_of_ten_stones(seats: int) -> None:
    """All of them: the state after a prefix is shared, so each sequence costs one step."""
    checked = 0

    @cache
    def expected(counts: tuple[int, ...], holder: int) -> frozenset[int]:
        fewest = min(counts)
        return frozenset(s for s in range(seats) if counts[s] == fewest and s != holder)

    def walk(counts: tuple[int, ...], holder: int, depth: int) -> None:
        nonlocal checked
        for layer in range(seats):
            after_counts = (*counts[:layer], counts[layer] + 1, *counts[layer + 1 :])
            blessed, cursed = favours(after_counts, layer, holder, spared=True)
            overtakes = holder == -1 or after_counts[layer] > after_counts[holder]
            assert blessed == (layer if overtakes else holder)
            assert cursed == expected(after_counts, blessed)
            checked += 1
            if depth < 10:
                walk(after_counts, blessed, depth + 1)

    walk((0,) * seats, -1, 1)
    assert checked == sum(seats**n for n in range(1, 11))


@pytest.mark.parametrize("seats", [3, 4])
def test_blessing_and_curse_agree_with_the_whole_story(seats: int) -> None:
    chance = random.Random(seats)
    for _ in range(3000):
        sequence = tuple(chance.randrange(seats) for _ in range(chance.randrange(1, 11)))
        counts, holder, cursed = (0,) * seats, -1, frozenset[int]()
        for layer in sequence:
            counts = (*counts[:layer], counts[layer] + 1, *counts[layer + 1 :])
            holder, cursed = favours(counts, layer, holder, spared=True)
        assert (holder, cursed) == restated(sequence, seats)


def test_without_our_ruling_all_level_are_cursed() -> None:
    assert favours((1, 1, 1), 2, 0, spared=False) == (0, frozenset((0, 1, 2)))


SCENES: dict[str, tuple[State, int, Any]] = {
    "cheops_catan.not_now": (OPEN, 2, Build("road")),
    "cheops_catan.roll_order": (OPEN, 2, Roll(5)),
    "cheops_catan.ends_turn": (OPEN, 1, Build("road")),
    "cheops_catan.before_roll": (founded(), 0, Build("road")),
    "cheops_catan.one_knight": (after(OPEN, (0, Knight())), 0, Knight()),
    "cheops_catan.knight_cards": (replace(OPEN, knights=(5, 5, 4)), 0, Knight()),
    "cheops_catan.own_site": (replace(OPEN, at_site=(1, 1, 0)), 0, Lay(1)),
    "cheops_catan.no_piece": (replace(OPEN, settlements=(5, 3, 3)), 0, Build("settlement")),
    "cheops_catan.city_needs_settlement": (replace(OPEN, settlements=(0, 3, 3)), 0, Build("city")),
    "cheops_catan.site_settlement": (OPEN, 0, Build("road", True)),
    "cheops_catan.not_begun": (after(founded(), (0, Roll(6))), 0, Lay()),
    "cheops_catan.own_stones": (replace(OPEN, stones=(11, 0, 0)), 0, Lay()),
    "cheops_catan.no_access": (after(OPEN, (1, Roll(6))), 1, Lay()),
    "cheops_catan.no_site_there": (OPEN, 0, Lay(2)),
    "cheops_catan.no_route": (after(replace(ROUTE, network=()), (1, Roll(5))), 1, Lay(0)),
    "cheops_catan.no_gold": (replace(OPEN, gold=(3, 3, 3)), 0, Purchase()),
    "cheops_catan.other_seat": (OPEN, 0, Harbour(0)),
    "cheops_catan.no_harbour_route": (ROUTE, 0, Harbour(1)),
    "cheops_catan.point_cards": (replace(OPEN, cards=(0, 3, 2)), 0, ShowPoint()),
    "cheops_catan.not_twelve": (OPEN, 0, Claim(0)),
    "cheops_catan.crossing_name": (OPEN, 0, Mark(" ")),
    "cheops_catan.same_crossing": (OPEN, 0, Connect("Sais", "Sais")),
    "cheops_catan.crossing_taken": (ROUTE, 1, Mark("Giza")),
    "cheops_catan.edge_taken": (ROUTE, 0, Connect("Sais", "Delta")),
    "cheops_catan.map_full": (replace(ROUTE, network=ROUTE.network * 60), 0, Connect("A", "B")),
}
SHEETS = {
    "cheops_catan.sheet_blessing": Sheet(blessed=True),
    "cheops_catan.sheet_both": Sheet(stones=1, blessed=True, cursed=True),
}
TOGETHER = {
    "cheops_catan.sheets_army": (Sheet(army=True), Sheet(army=True), Sheet()),
    "cheops_catan.sheets_blessing": (Sheet(stones=1), Sheet(), Sheet()),
    "cheops_catan.sheets_most": (Sheet(stones=5), Sheet(stones=3), Sheet(stones=1, blessed=True)),
    "cheops_catan.sheets_curse": (Sheet(stones=5, blessed=True), Sheet(stones=3), Sheet(stones=1)),
    "cheops_catan.sheets_no_curse": (Sheet(cursed=True), Sheet(), Sheet()),
    "cheops_catan.point_cards": (Sheet(cards=3), Sheet(cards=3), Sheet()),
    "cheops_catan.sheets_stones": (
        Sheet(stones=11, blessed=True),
        Sheet(stones=11),
        Sheet(stones=11),
    ),
}

WARNINGS = {"cheops_catan.income_after_seven": (after(OPEN, (1, Roll(7))), 2, Income(1))}


@pytest.mark.parametrize("name", WARNINGS)
def test_each_warning_is_given_and_its_move_allowed(name: str) -> None:
    state, seat, move = WARNINGS[name]
    assert code(state, seat, move) is None
    assert [warning.code for warning in GAME.warn(state, seat, move)] == [name]


@pytest.mark.parametrize("name", SCENES)
def test_each_refusal_is_provoked(name: str) -> None:
    state, seat, move = SCENES[name]
    assert code(state, seat, move) == name


@pytest.mark.parametrize("name", SHEETS)
def test_each_impossible_sheet_is_refused(name: str) -> None:
    assert refusals.sheet_code(GAME, Setup.of(GAME.meta, 3), SHEETS[name]) == name


@pytest.mark.parametrize("name", TOGETHER)
def test_sheets_that_cannot_be_together_are_refused(name: str) -> None:
    assert refusals.together_code(GAME, Setup.of(GAME.meta, 3), TOGETHER[name]) == name


def test_every_refusal_has_a_scene() -> None:
    assert set(WORDS.refusals) == {*SCENES, *WARNINGS, *SHEETS, *TOGETHER}


@pytest.mark.parametrize("seats", [3, 4])
def test_random_play_keeps_stones_and_gold_accounted_for(seats: int) -> None:
    chance = random.Random(seats)
    for game in range(6):
        state = GAME.setup(Setup.of(GAME.meta, seats, {}, game % seats))
        for _ in range(500):
            if GAME.ending(state):
                break
            awaited = GAME.awaiting(state)
            seat = chance.choice((*awaited.seats, *awaited.also))
            moves = legal_moves(GAME, state, seat)
            if not moves:
                continue
            state = GAME.apply(state, seat, chance.choice(moves))
            assert sum(state.gold) == state.paid_out
            assert min(state.gold) >= 0
            assert laid(state) == sum(state.stones) + state.black == len(state.order)
            assert all(state.settlements[s] + state.cities[s] <= 9 for s in range(seats))
