"""Giza: the rulebook's examples and rulings, one by one."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move
from companion.engine.unknown import Amount
from companion.games.giza import GAME
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import check_edition
from companion.games.giza.scoring import Sheet
from tests.games.giza.boards import boards
from tests.games.refusals import after, verdict

BARE = ". | . | . | ."


def test_a_scarab_hides_a_finished_pyramid_unless_the_table_plays_otherwise() -> None:
    row = f"1 | 1 scarab | 2 | .\n{BARE}"
    assert not after(GAME, boards(row), (0, Play("+1", 0, 2))).ended
    assert after(GAME, boards(row, finished_under_scarab=True), (0, Play("+1", 0, 2))).ended


@pytest.mark.parametrize("way", [Lift(1), Play("demolition", 0, 1)])
def test_uncovering_the_third_one_ends_the_game_at_once(way: Any) -> None:
    assert after(GAME, boards(f"1 | 1 scarab | 2 -1 | .\n{BARE}"), (0, way)).ended == "giza.pyramids"


EDITION = {"points": [-4, 5, 9], "each": [2, 2, 2], "treasures": [2, 3, 4, 5], "checked": True}


def totals(setup: Setup, *sheets: Sheet) -> list[Any]:
    return list(GAME.scoring.criteria(setup, sheets)[0].values)


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


EDITIONS: dict[str, Any] = {
    "giza.edition_shape": {"points": ["a", 1, 2]},
    "giza.edition_treasures": {"treasures": [2, 2, 3, 4]},
    "giza.edition_sphinx_count": {"each": [2, 2, 3]},
    "giza.edition_base": {"points": [4, 5, 9]},
}


@pytest.mark.parametrize("name", EDITIONS)
def test_each_impossible_edition_is_refused(name: str) -> None:
    assert verdict(check_edition(EDITIONS[name], 2))[0] == name


@pytest.mark.parametrize("junk", [None, 5, [], {"points": {}}, {"x": 1}, {"each": [True, 1, 2]}])
def test_junk_is_no_edition(junk: Any) -> None:
    refusal = check_edition(junk, 2)
    assert refusal is not None


def test_a_tile_too_many_may_be_allowed_but_nothing_is_demolished_on_a_bare_site() -> None:
    gone = replace(boards(". | . | . | .\n5 | . | . | ."), gone=("demolition",) * 9)
    bare = check_move(GAME, gone, 0, Play("demolition", 0, 0))
    laid = check_move(GAME, gone, 0, Play("demolition", 1, 0))
    assert bare
    assert (bare.code, bare.overridable) == ("giza.nothing_to_demolish", False)
    assert laid
    assert (laid.code, laid.overridable) == ("giza.none_left", True)
    assert GAME.apply(gone, 0, Play("demolition", 1, 0)).stacks[4] == ()
