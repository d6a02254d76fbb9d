"""Giza: the rulebook's examples and rulings, one by one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from companion.engine.unknown import Amount
from companion.games.giza import GAME
from companion.games.giza.moves import Discard, Lift, Play, Skip
from companion.games.giza.parts import check_edition
from companion.games.giza.scoring import Sheet
from companion.games.giza.state import State, accounted
from companion.games.giza.words import WORDS
from tests.games import refusals
from tests.games.giza.boards import boards, drawn

BARE = ". | . | . | ."


def code(state: State, seat: int, move: Any) -> str | None:
    return refusals.code(GAME, state, seat, move)


def after(state: State, *moves: Any) -> State:
    for move in moves:
        assert code(state, state.turn, move) is None, move
        state = GAME.apply(state, state.turn, move)
    return state


def fitting(state: State, board: int, site: int) -> set[str | None]:
    return {
        move.tile for move in legal_moves(GAME, state, state.turn)
        if isinstance(move, Play) and (move.board, move.site) == (board, site)
    }  # fmt: skip


def test_on_a_treasure_of_three_go_the_ones_and_twos() -> None:
    state = boards(f"3 t3 | . | . | .\n{BARE}")
    assert fitting(state, 0, 0) == {"+1", "-1", "+2", "-2", "scarab", "demolition"}


def test_a_treasure_of_three_goes_on_a_three_of_either_sign_only() -> None:
    state = boards(f"3 | -3 | 4 | .\n{BARE}")
    spots = {
        (m.board, m.site)
        for m in legal_moves(GAME, state, 0)
        if isinstance(m, Play) and m.tile == "t3"
    }
    assert spots == {(0, 0), (0, 1)}


def test_any_stone_starts_a_pyramid_on_any_board() -> None:
    state = boards(f"{BARE}\n{BARE}")
    stones = {f"{sign}{n}" for sign in "+-" for n in range(1, 6)}
    assert fitting(state, 1, 2) == stones | {"scarab"}


def test_a_demolished_stone_and_the_demolition_leave_the_game() -> None:
    state = after(boards(f"5 -4 | . | . | .\n{BARE}"), Play("demolition", 0, 0))
    assert drawn(state) == f"5 | . | . | .\n{BARE}"
    assert state.gone == ("-4", "demolition")
    assert accounted(state) == 83


def test_the_sphinx_grows_base_body_head() -> None:
    state = boards(f"{BARE}\n{BARE}")
    assert fitting(state, 1, 3) == {"base", "scarab"}
    state = after(state, Play("base", 1, 3))
    assert fitting(state, 1, 3) == {"body", "scarab", "demolition"}
    state = after(state, Play("body", 1, 3))
    assert "head" in fitting(state, 1, 3)


def test_a_scarab_stops_building_until_it_is_gone() -> None:
    state = boards(f"5 scarab | . | . | .\n{BARE}")
    assert fitting(state, 0, 0) == {"scarab", "demolition"}


def test_lifting_a_scarab_ends_the_turn_without_drawing() -> None:
    state = boards(f"5 scarab | . | . | .\n{BARE}")
    lifted = after(state, Lift(0))
    assert (lifted.turn, lifted.pile, lifted.hands) == (1, state.pile, (4, 4))
    assert drawn(lifted) == f"5 | . | . | .\n{BARE}"


def test_two_scarabs_are_lifted_one_by_one() -> None:
    state = after(boards(f"scarab scarab | . | . | .\n{BARE}"), Lift(0))
    assert drawn(state).startswith("scarab |")


def test_demolishing_a_scarab_is_an_ordinary_play_with_a_draw() -> None:
    state = boards(f"5 scarab | . | . | .\n{BARE}")
    assert after(state, Play("demolition", 0, 0)).pile == state.pile - 1


def test_discarding_draws_as_many_again() -> None:
    state = boards(f"{BARE}\n{BARE}")
    done = after(state, Discard(("+1", "+1", "-5", "scarab")))
    assert (done.pile, done.hands, done.turn) == (state.pile - 4, (4, 4), 1)


def test_three_finished_pyramids_end_the_game_whoever_finishes_them() -> None:
    state = boards(f"1 | 2 -1 | 2 | .\n{BARE}", turn=1)
    done = after(state, Play("+1", 0, 2))
    ending = GAME.ending(done)
    assert ending is not None
    assert (ending.code, dict(ending.values)) == ("giza.pyramids", {"seat": 0})
    assert done.pile == state.pile, "nobody draws after the end"
    assert code(done, 0, Play("+5", 1, 0)) == "table.over"


def test_a_scarab_hides_a_finished_pyramid_unless_the_table_plays_otherwise() -> None:
    row = f"1 | 1 scarab | 2 | .\n{BARE}"
    assert not after(boards(row), Play("+1", 0, 2)).ended
    assert after(boards(row, finished_under_scarab=True), Play("+1", 0, 2)).ended


@pytest.mark.parametrize("way", [Lift(1), Play("demolition", 0, 1)])
def test_uncovering_the_third_one_ends_the_game_at_once(way: Any) -> None:
    assert after(boards(f"1 | 1 scarab | 2 -1 | .\n{BARE}"), way).ended == "giza.pyramids"


def test_the_last_tile_drawn_ends_the_game_at_once() -> None:
    state = replace(boards(f"{BARE}\n{BARE}"), pile=2)
    done = after(state, Discard(("+1", "+2", "+3")))
    assert (done.ended, done.pile, done.hands) == ("giza.pile_empty", 0, (3, 4))


def test_demolishing_a_finishing_one_unfinishes_the_pyramid() -> None:
    state = after(boards(f"1 | 1 | 2 1 | .\n{BARE}"), Play("demolition", 0, 2))
    assert not state.ended


def test_a_second_treasure_after_the_first_was_demolished() -> None:
    state = after(boards(f"3 t3 | . | . | .\n{BARE}"), Play("demolition", 0, 0))
    assert "t3" in fitting(state, 0, 0)


EDITION = {"points": [-4, 5, 9], "each": [2, 2, 2], "treasures": [2, 3, 4, 5], "checked": True}


def totals(setup: Setup, *sheets: Sheet) -> list[Any]:
    return list(GAME.scoring.criteria(setup, sheets)[0].values)


def test_buried_tiles_count_and_hands_do_not() -> None:
    sheets = GAME.sheets(boards(f"5 t5 4 -2 1 | . | . | .\n{BARE}"))
    assert totals(Setup.of(GAME.meta, 2), *sheets) == [13, 0]
    assert GAME.scoring.criteria(Setup.of(GAME.meta, 2), sheets)[1].values == (5, 0)


def test_the_sphinx_counts_nothing_sure_until_its_points_are_read_off() -> None:
    sheets = GAME.sheets(boards(f"5 | . | . | base body\n{BARE}"))
    assert [line.points for line in GAME.scoring.lines(Setup.of(GAME.meta, 2), sheets)[0]] == [
        5,
        0,
        0,
        None,
    ]
    found = totals(Setup.of(GAME.meta, 2), *sheets)[0]
    assert isinstance(found, Amount)
    assert (found.known, [u.of for u, _ in found.rests_on]) == (5, ["base", "body"])
    assert totals(Setup.of(GAME.meta, 2, {"edition": EDITION}), *sheets) == [6, 0]


def test_a_score_that_rests_on_an_assumed_treasure_says_so() -> None:
    sheets = GAME.sheets(boards(f"4 t4 | 3 t3 | . | .\n{BARE}"))
    assert [line.assumed for line in GAME.scoring.lines(Setup.of(GAME.meta, 2), sheets)[0]][:2] == [
        True,
        False,
    ]
    checked = Setup.of(GAME.meta, 2, {"edition": EDITION})
    assert not any(line.assumed for line in GAME.scoring.lines(checked, sheets)[0])


def test_another_seat_never_sees_under_a_top_tile() -> None:
    state = boards(f"5 t5 -2 | . | . | .\n{BARE}")
    for viewer in (1, None):
        assert GAME.view(state, viewer)["boards"][0][0]["stack"] is None
        assert GAME.seen(state, viewer, 0, Play("+5", 0, 0)).tile is None
        assert 0 in GAME.secret(state, viewer)
    assert GAME.view(state, 0)["boards"][0][0]["stack"] == ["+5", "t5", "-2"]
    opened = boards(f"5 t5 -2 | . | . | .\n{BARE}", open_stacks=True)
    assert GAME.view(opened, 1)["boards"][0][0]["stack"] == ["+5", "t5", "-2"]


def test_only_what_lies_on_top_or_is_gone_is_read_in_the_log_as_it_was_played() -> None:
    made = [
        (0, Play("+5", 1, 0)), (1, Play("scarab", 1, 0)), (0, Play("scarab", 1, 0)), (1, Lift(0)),
        (0, Play("+3", 1, 1)), (1, Play("demolition", 1, 1)), (0, Discard(("+2",))),
    ]  # fmt: skip
    assert GAME.uncovered(2, made) == {1, 2, 3, 4, 5, 6}


def test_a_tile_that_is_covered_today_has_no_face_on_an_older_board() -> None:
    then, now = boards(f"5 | . | 1 | .\n{BARE}"), boards(f"5 5 | . | . | .\n{BARE}")
    assert GAME.past is not None
    shown = GAME.past(then, now, 1)["boards"][0]
    assert [site["top"] for site in shown] == ["", None, "+1", None]
    assert GAME.past(then, now, 0) == {**GAME.view(then, 0), "left": GAME.view(now, 0)["left"]}


SCENES: dict[str, tuple[State, int, Any]] = {
    "giza.no_such_board": (boards(f"{BARE}\n{BARE}"), 0, Play("+1", 5, 0)),
    "giza.not_in_box": (boards(f"{BARE}\n{BARE}"), 0, Play("t1", 0, 0)),
    "giza.none_left": (boards("5 | 5 | 5 | .\n5 | 5 | 5 | .\n5 | . | . | ."), 0, Play("+5", 2, 1)),
    "giza.not_on_sphinx": (boards(f"{BARE}\n{BARE}"), 0, Play("+1", 0, 3)),
    "giza.sphinx_elsewhere": (boards(f"{BARE}\n{BARE}"), 0, Play("base", 0, 0)),
    "giza.scarab_blocks": (boards(f"5 scarab | . | . | .\n{BARE}"), 0, Play("+1", 0, 0)),
    "giza.stone_not_smaller": (boards(f"3 | . | . | .\n{BARE}"), 0, Play("-3", 0, 0)),
    "giza.treasure_needs_stone": (boards(f"3 t3 | . | . | .\n{BARE}"), 0, Play("t3", 0, 0)),
    "giza.treasure_other_number": (boards(f"3 | . | . | .\n{BARE}"), 0, Play("t2", 0, 0)),
    "giza.sphinx_order": (boards(f". | . | . | base\n{BARE}"), 0, Play("head", 0, 3)),
    "giza.sphinx_has_base": (boards(f". | . | . | base\n{BARE}"), 0, Play("base", 0, 3)),
    "giza.nothing_to_demolish": (boards(f"{BARE}\n{BARE}"), 0, Play("demolition", 1, 0)),
    "giza.others_sphinx": (
        boards(f"{BARE}\n. | . | . | base", demolish_others_sphinx=False), 0, Play("demolition", 1, 3)
    ),
    "giza.no_scarab": (boards(f"{BARE}\nscarab | . | . | ."), 0, Lift(0)),
    "giza.discard_count": (boards(f"{BARE}\n{BARE}"), 0, Discard(())),
    "giza.no_passing": (boards(f"{BARE}\n{BARE}"), 0, Skip()),
}  # fmt: skip
FULL = (("+5",), (), (), ())
SHEETS: dict[str, Any] = {
    "giza.sheet_shape": Sheet(),
    "giza.sheet_tile": Sheet(stacks=(("demolition",), (), (), ())),
    "giza.sheet_stack": Sheet(stacks=(("+3", "+4"), (), (), ())),
}
EDITIONS: dict[str, Any] = {
    "giza.edition_shape": {"points": ["a", 1, 2]},
    "giza.edition_treasures": {"treasures": [2, 2, 3, 4]},
    "giza.edition_sphinx_count": {"each": [2, 2, 3]},
    "giza.edition_base": {"points": [4, 5, 9]},
}


@pytest.mark.parametrize("name", SCENES)
def test_each_refusal_is_provoked(name: str) -> None:
    state, seat, move = SCENES[name]
    assert code(state, seat, move) == name


@pytest.mark.parametrize("name", SHEETS)
def test_each_impossible_sheet_is_refused(name: str) -> None:
    assert refusals.sheet_code(GAME, Setup.of(GAME.meta, 2), SHEETS[name]) == name


@pytest.mark.parametrize("name", EDITIONS)
def test_each_impossible_edition_is_refused(name: str) -> None:
    refusal = check_edition(EDITIONS[name], 2)
    assert refusal is not None
    assert refusal.code == name


def test_together_the_boards_hold_no_more_than_the_box() -> None:
    full = Sheet(stacks=(("+5",), ("+5",), ("+5",), ()))
    refusal = GAME.scoring.together(Setup.of(GAME.meta, 3), (full, full, full))
    assert refusal is not None
    assert refusal.code == "giza.sheets_too_many"
    assert GAME.scoring.together(Setup.of(GAME.meta, 2), (full, full)) is None


def test_every_refusal_has_a_scene() -> None:
    assert set(WORDS.refusals) == {*SCENES, *SHEETS, *EDITIONS, "giza.sheets_too_many"}


def test_every_overridable_refusal_can_be_carried_out() -> None:
    for name, (state, seat, move) in SCENES.items():
        refusal = check_move(GAME, state, seat, move)
        assert refusal is not None, name
        if refusal.overridable:
            GAME.apply(state, seat, move)


@pytest.mark.parametrize("junk", [None, 5, [], {"points": {}}, {"x": 1}, {"each": [True, 1, 2]}])
def test_junk_is_no_edition(junk: Any) -> None:
    refusal = check_edition(junk, 2)
    assert refusal is not None


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_play_keeps_every_tile(seats: int) -> None:
    chance, state = random.Random(seats), GAME.setup(Setup.of(GAME.meta, seats))
    while GAME.ending(state) is None:
        moves = legal_moves(GAME, state, state.turn)
        assert all(check_move(GAME, state, state.turn, move) is None for move in moves)
        state = GAME.apply(state, state.turn, chance.choice(moves))
        assert accounted(state) == 83


def test_a_tile_too_many_may_be_allowed_but_nothing_is_demolished_on_a_bare_site() -> None:
    gone = replace(boards(". | . | . | .\n5 | . | . | ."), gone=("demolition",) * 9)
    bare = check_move(GAME, gone, 0, Play("demolition", 0, 0))
    laid = check_move(GAME, gone, 0, Play("demolition", 1, 0))
    assert bare
    assert (bare.code, bare.overridable) == ("giza.nothing_to_demolish", False)
    assert laid
    assert (laid.code, laid.overridable) == ("giza.none_left", True)
    assert GAME.apply(gone, 0, Play("demolition", 1, 0)).stacks[4] == ()
