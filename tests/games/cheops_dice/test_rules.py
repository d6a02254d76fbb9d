"""Cheops, the roll-and-write: proposed payments, the view of possible builds, and the count."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.possible_moves import check_move
from companion.engine.ranking import rank_seats
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.geometry import boxes_to_mask, make_plan
from companion.games.cheops_dice.moves import Build, Roll
from companion.games.cheops_dice.parts import COLOUR_BY_LETTER, load_practice_pages
from companion.games.cheops_dice.payment import find_payment_offers
from companion.games.cheops_dice.rules import candidates
from companion.games.cheops_dice.scoring import Sheet
from companion.games.cheops_dice.state import State, awaits_roll
from companion.games.cheops_dice.words import WORDS
from companion.games.examples import judge_example
from tests.games import move_checks
from tests.games.move_checks import unpack_refusal
from tests.recorded_plays import list_referee_plays, replay_states

get_refusal_code = partial(move_checks.get_refusal_code, GAME)
play_moves = partial(move_checks.play_moves, GAME)


def make_state(seats: int, dice: str) -> State:
    """Return the state after the first roll, with a letter for each die."""
    roll = Roll(tuple(COLOUR_BY_LETTER[letter] for letter in dice))
    return play_moves(GAME.setup(Setup.of(GAME.meta, seats)), (0, roll))


def make_build(words: str, paid: str = "") -> Build:
    return Build(tuple(words.split()), tuple(paid.split()))


def get_points_by_category(state: State, seat: int) -> dict[str, int]:
    lines = GAME.scoring.lines(Setup.of(GAME.meta, len(state.boards)), GAME.score_sheets(state))[seat]
    return {line.category: line.points or 0 for line in lines}


def iterate_build_positions(name: str) -> Iterator[tuple[State, int]]:
    for state in replay_states("cheops_dice", name):
        if not awaits_roll(state):
            yield from ((state, seat) for seat in GAME.awaiting(state).seats)


def test_too_many_boxes_are_all_marked() -> None:
    boxes = ("pyramid-1-1", "pyramid-1-3", "pyramid-1-5")
    refusal = check_move(GAME, make_state(3, "RGBB"), 0, Build(boxes, ()))
    assert unpack_refusal(refusal) == ("cheops_dice.two_at_most", True)
    assert refusal is not None
    assert refusal.at == tuple(f"box-0-{box}" for box in boxes)


def test_proposed_payments_follow_the_leaflet() -> None:
    state = make_state(3, "RGBB")
    state = play_moves(state, (0, make_build("pyramid-1-3 pyramid-1-1")))
    assert state.middle == "RB"
    offers = find_payment_offers(state, 1, ("floor-1-3", "floor-1-4"))
    assert [move.payments for move in offers] == [("quarry-4", "die"), ("joker", "die")]
    state = play_moves(state, (1, make_build("floor-1-3 floor-1-4")))
    state = play_moves(state, (2, make_build("left-1 pyramid-1-3", "joker proposed")))
    assert (state.boards[1].last_stone, state.boards[2].jokers) == (4, 2)


def test_the_only_die_of_a_colour_may_pay_either_box_of_a_pair() -> None:
    first = load_practice_pages()[0]
    pad_page = replace(first, floor=replace(first.floor, grid=("RRBY", "OVGB", "YGRV")))
    state = make_state(2, "RGG")
    state = replace(state, rules=replace(state.rules, plans=(make_plan(pad_page), state.rules.plans[1])))
    for paid in ("die quarry-2", "quarry-2 die", "joker die"):
        assert get_refusal_code(state, 0, make_build("floor-1-1 floor-1-2", paid)) is None
    jokers = make_build("floor-1-1 floor-1-2", "joker joker")
    assert get_refusal_code(state, 0, jokers) == "cheops_dice.take_the_die"


@pytest.mark.parametrize("example", ["stone_passed", "stones_in_order"])
def test_a_refused_stone_is_compared_with_the_last_crossed_one(example: str) -> None:
    refusal = judge_example("cheops_dice", example).refusal
    assert refusal
    assert (refusal.values["stone"], refusal.values["mark"]) == (6, 8)


def test_a_box_that_is_already_isolated_gives_no_warning() -> None:
    position = judge_example("cheops_dice", "leaves_alone").replay.state
    isolated = play_moves(position, (0, make_build("floor-2-1 floor-3-1", "die die")))
    state = play_moves(isolated, (0, Roll(("blue", "yellow", "red"))))
    assert GAME.warnings(state, 0, make_build("floor-1-3 floor-1-4")) == ()


def test_the_table_may_count_a_game_that_it_stopped() -> None:
    refusal = GAME.scoring.check_together(Setup.of(GAME.meta, 3), (Sheet(floor=12), Sheet(), Sheet()))
    assert unpack_refusal(refusal)[1]
    finished = Sheet(arch=11, arch_finished=True, floor=12)
    assert GAME.scoring.check_together(Setup.of(GAME.meta, 2), (finished, Sheet())) is None


def test_boxes_that_nobody_counted_leave_a_tie_open() -> None:
    sheets = (Sheet(pyramid=9), Sheet(pyramid=9, pyramid_boxes=5))
    ranking = rank_seats(GAME.scoring.criteria(Setup.of(GAME.meta, 2), sheets), 2)
    assert (ranking.winners, ranking.certain) == ((), False)


def test_the_form_shows_an_unprinted_number_where_it_fits() -> None:
    def get_form_levels(sheet: Sheet | None) -> Any:
        return GAME.scoring.sheet_form_data(Setup.of(GAME.meta, 3), sheet, ())["levels"]

    printed = {"pyramid": [1, 4, 8, 14, 22], "arch": [2, 4, 6, 8, 11]}
    assert (
        get_form_levels(None) == get_form_levels(Sheet(pyramid=8, arch=11, arch_finished=True)) == printed
    )
    entered = get_form_levels(Sheet(pyramid=5, arch=13, arch_finished=True))
    assert entered == {"pyramid": [1, 4, 5, 14, 22], "arch": [2, 4, 6, 8, 13]}
    assert get_form_levels(Sheet(pyramid=30))["pyramid"] == [1, 4, 8, 30, 22]


def check_preview(state: State, seat: int, move: Build) -> None:
    preview = GAME.preview(state, seat, move)
    after = GAME.apply(state, seat, move)
    old, new, plan = state.boards[seat], after.boards[seat], state.rules.plans[seat]
    values_by_code: dict[str, list[Any]] = {
        code: [a.values for a in preview if a.code == code] for code in WORDS.previews
    }
    stones = values_by_code["stone"] + values_by_code["skipping"]
    new_stones = [n for n in range(1, len(plan.quarry) + 1) if (new.crossed ^ old.crossed) >> n - 1 & 1]
    assert sorted(values["stone"] for values in stones) == new_stones
    assert sum(values["points"] for values in stones) == new.last_stone - old.last_stone
    assert len(values_by_code["joker"]) == old.jokers - new.jokers
    paid = [*values_by_code["die"], *values_by_code["joker"], *stones]
    assert len(paid) == (new.ticked ^ old.ticked).bit_count()
    if seat == state.active:
        taken = [COLOUR_BY_LETTER[letter] for letter in state.middle]
        for letter in after.middle:
            taken.remove(COLOUR_BY_LETTER[letter])
        assert sorted(values["colour"] for values in values_by_code["die"]) == sorted(taken)
    won = new.won & ~old.won
    assert [(values["building"], values["symbol"]) for values in values_by_code["bonus"]] == [
        (bonus.building, bonus.symbol) for n, bonus in enumerate(plan.bonuses) if won >> n & 1
    ]
    points_before, points_after = (
        sum(get_points_by_category(state_, seat).values()) for state_ in (state, after)
    )
    assert values_by_code["points"] == [{"before": points_before, "after": points_after}]


@pytest.mark.parametrize("name", list_referee_plays("cheops_dice"))
def test_every_legal_build_matches_its_view_and_preview(name: str) -> None:
    count = 0
    for state, seat in iterate_build_positions(name):
        choices = GAME.view(state, None)["seats"][seat]["builds"]
        shown: dict[Build, dict[str, Any]] = {}
        for choice in choices:
            ways = [Build(tuple(way["boxes"]), tuple(way["payments"])) for way in choice["ways"]]
            shown |= {way: {**choice, **data} for way, data in zip(ways, choice["ways"], strict=True)}
            proposed = GAME.apply(state, seat, Build(ways[0].boxes))
            assert GAME.apply(state, seat, ways[0]) == proposed, "the first way shown is the proposal"
        legal = [move for move in candidates(state, seat) if isinstance(move, Build)]
        assert list(shown) == legal
        before = get_points_by_category(state, seat)
        assert GAME.view(state, None)["seats"][seat]["points"] == before
        for move, shown_build in shown.items():
            after_state = GAME.apply(state, seat, move)
            after = get_points_by_category(after_state, seat)
            built = {part: after[part] - before[part] for part in after}
            paid = -built.pop("quarry") - built.pop("jokers")
            assert shown_build["gains"] == {part: gain for part, gain in built.items() if gain}
            assert sum(shown_build["costs"]) == paid
            won = after_state.boards[seat].won & ~state.boards[seat].won
            assert sum(1 << index for index in shown_build["won"]) == won
            count += 1
            if count % 4 == 0:
                check_preview(state, seat, move)
                check_preview(state, seat, Build(move.boxes))
    assert count > 50


@pytest.mark.parametrize(("seats", "name"), [(4, "jokers"), (5, "all_jokers")])
def test_the_setup_crosses_off_jokers_only_if_there_are_more_than_seats(seats: int, name: str) -> None:
    assert name in [step.name for step in GAME.setup_steps(Setup.of(GAME.meta, seats))]


def test_only_seats_that_may_build_get_possible_builds() -> None:
    view = GAME.view(make_state(3, "RGBB"), None)
    assert [bool(seat["builds"]) for seat in view["seats"]] == [True, False, False]


def test_the_last_ticked_boxes_are_marked_until_the_next_entry() -> None:
    state = GAME.apply(make_state(2, "RGB"), 0, make_build("pyramid-1-1"))

    def list_marked_boxes(state: State) -> list[str]:
        [seat, _] = GAME.view(state, None)["seats"]
        return [box["box"] for row in seat["pyramid"] for box in row["boxes"] if box["last"]]

    assert list_marked_boxes(state) == ["pyramid-1-1"]
    assert list_marked_boxes(GAME.apply(state, 1, make_build("pyramid-1-2"))) == []


def test_a_bonus_won_in_this_round_is_shown_as_the_last_chance() -> None:
    state = make_state(2, "BBB")
    row = boxes_to_mask(state.rules.plans[0].number, [f"pyramid-1-{n}" for n in range(1, 6)])
    state = replace(state, boards=(state.boards[0]._replace(ticked=row), state.boards[1]))
    state = GAME.apply(state, 0, make_build("pyramid-2-4"))
    bonuses = GAME.view(state, None)["seats"][1]["bonuses"]
    assert [bonus["symbol"] for bonus in bonuses if bonus["last_chance"]] == ["scarab"]


@pytest.mark.parametrize(("won", "effects"), [("scorpion", []), ("eye", ["bonus_gone"])])
def test_the_news_of_two_bonuses_affect_only_seats_that_lack_the_named_one(
    won: str, effects: list[str]
) -> None:
    state = make_state(2, "RRR")
    plan, (first, second) = state.rules.plans[1], state.boards
    [bonus] = [1 << n for n, b in enumerate(plan.bonuses) if (b.building, b.symbol) == ("arch", won)]
    columns = boxes_to_mask(plan.number, ["left-1", "left-2", "right-1", "right-2", "right-3"])
    boards = (first._replace(won=bonus), second._replace(ticked=columns))
    before, build = replace(state, acted=1, boards=boards), make_build("right-4 left-3", "joker joker")
    news = GAME.news(before, play_moves(before, (1, build)), 1, build)
    assert news.values["symbol"] == "scorpion"
    assert [effect.code for effect in news.effects if effect.seat == 0] == effects
