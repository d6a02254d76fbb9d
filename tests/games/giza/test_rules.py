"""Giza: examples and rulings of the rulebook, and the count by hand."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Setup
from companion.engine.guide import get_guidance, make_early_end_warning
from companion.engine.log import Entry
from companion.engine.possible_moves import list_legal_moves
from companion.engine.replay import apply_entry, check_entry, replay_log
from companion.engine.tally import Close
from companion.games.giza import GAME
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import check_edition
from companion.games.giza.scoring import Sheet
from companion.games.giza.state import State
from companion.games.giza.view import past_view
from companion.tables.recorded_plays import load_recorded_play
from tests.games.move_checks import play_moves, unpack_refusal
from tests.positions import Position
from tests.recorded_plays import list_referee_plays
from tests.web.test_every_position import make_table, render_page


def make_state(text: str, turn: int = 0, **options: object) -> State:
    """Return the state with these boards, whose tiles are no longer in the pile.

    A line has the four stacks of a seat, each from bottom to top, separated by bars: ``5 t5 4 -2 1 | 3 |
    . | base body``.
    """
    rows = [line.strip() for line in text.strip().splitlines()]
    stacks = tuple(
        () if stack.strip() == "." else tuple(re.sub(r"^(?=\d)", "+", word) for word in stack.split())
        for row in rows
        for stack in row.split("|")
    )
    state = GAME.setup(Setup.of(GAME.meta, len(rows), options, turn))
    return replace(state, stacks=stacks, pile=state.pile - sum(map(len, stacks)))


EMPTY_BOARD = ". | . | . | ."


def test_a_pyramid_under_a_scarab_is_finished_only_with_the_house_rule() -> None:
    row = f"1 | 1 scarab | 2 | .\n{EMPTY_BOARD}"
    assert not play_moves(GAME, make_state(row), (0, Play("+1", 0, 2))).ended
    assert play_moves(GAME, make_state(row, finished_under_scarab=True), (0, Play("+1", 0, 2))).ended


def test_lifting_the_last_scarab_from_finished_pyramids_ends_the_game() -> None:
    state = play_moves(GAME, make_state(f"1 | -1 | 1 scarab | .\n{EMPTY_BOARD}"), (0, Lift(2)))
    assert (state.ended, state.finisher) == ("giza.pyramids", 0)


VALID_EDITION = {"points": [-4, 5, 9], "each": [2, 2, 2], "treasures": [2, 3, 4, 5], "checked": True}


def test_nobody_is_warned_of_an_end_that_no_other_move_makes_better() -> None:
    state = replace(make_state(f"5 | . | . | .\n{EMPTY_BOARD}", turn=1), pile=1)
    replay = replace(replay_log(GAME, Setup.of(GAME.meta, 2)), state=state)
    values = {move: GAME.worth(state, 1, move) for move in list_legal_moves(GAME, state, 1)}
    best, worst = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
    warned = [make_early_end_warning(replay, 1, 1, move) is not None for move in (best, worst)]
    assert (values[best] < 0, warned) == (True, [False, True])


@pytest.mark.parametrize("house_rule", [True, False])
def test_the_guide_does_not_know_what_lies_under_a_finished_pyramid(house_rule: bool) -> None:
    rows = [
        f"{EMPTY_BOARD}\n{secret} | . | . | ." for secret in ("5 1", "-5 1", "5 1 scarab", "-5 -1 scarab")
    ]
    states = [make_state(row, finished_under_scarab=house_rule) for row in rows]
    first, second, third, fourth = (GAME.guess_hidden(state, 0).stacks for state in states)
    assert (first, third) == (second, fourth)


@pytest.mark.parametrize("viewer", [1, None])
def test_the_guide_does_not_know_covered_tiles_before_the_last_move(viewer: int | None) -> None:
    replay = replay_log(GAME, Setup.of(GAME.meta, 2))
    first, second = (
        get_guidance(replace(replay, state=replace(make_state(board), pile=1)), 0, viewer)
        for board in ("5 2 | . | . | .\n3 | . | . | .", "-2 2 | . | . | .\n3 | . | . | .")
    )
    assert first.proposal
    assert first.proposal.choices
    assert first == second


def test_scores_with_an_assumed_treasure_are_marked_as_assumed() -> None:
    sheets = GAME.score_sheets(make_state(f"4 t4 | 3 t3 | . | .\n{EMPTY_BOARD}"))
    khufu, khafre, *_ = GAME.scoring.lines(Setup.of(GAME.meta, 2), sheets)[0]
    assert (khufu.assumed, khafre.assumed) == (True, False)
    checked = Setup.of(GAME.meta, 2, {"edition": VALID_EDITION})
    assert not any(line.assumed for line in GAME.scoring.lines(checked, sheets)[0])


def test_a_sheet_without_stacks_and_sums_has_bare_sites() -> None:
    setup = Setup.of(GAME.meta, 2)
    assert GAME.scoring.check_sheet(setup, 0, Sheet()) is None
    assert [line.points for line in GAME.scoring.lines(setup, (Sheet(),))[0]] == [0, 0, 0, 0]


def test_the_log_hides_only_tiles_that_are_covered_now() -> None:
    moves = [
        (0, Play("+5", 1, 0)), (1, Play("scarab", 1, 0)), (0, Play("scarab", 1, 0)), (1, Lift(0)),
        (0, Play("+3", 1, 1)), (0, Play("demolition", 1, 1)), (1, Play("+2", 1, 1)),
        (0, Discard(("+2",))),
    ]  # fmt: skip
    assert GAME.public_move_indexes(2, moves) == {1, 2, 3, 4, 5, 6, 7}


def test_a_tile_that_is_used_up_is_offered_no_more() -> None:
    state = make_state(f"{EMPTY_BOARD}\n{EMPTY_BOARD}")
    count = next(kind.count for kind in state.rules.kinds.values() if kind.tile == "+5")
    for used, is_offered in ((count - 1, True), (count, False)):
        moves = GAME.candidates(replace(state, gone=("+5",) * used), 0)
        assert ("+5" in {move.tile for move in moves if isinstance(move, Play)}) == is_offered


def test_the_newest_move_is_shown_on_its_site_or_at_the_pile() -> None:
    state = play_moves(GAME, make_state(f"{EMPTY_BOARD}\n{EMPTY_BOARD}"), (0, Play("+5", 1, 2)))
    discarded = play_moves(GAME, state, (1, Discard(("+1",))))
    for after, at, is_drawn in ((state, (1, 2), False), (discarded, None, True)):
        view = GAME.view(after, None)
        marked = [
            (n, s) for n, board in enumerate(view["boards"]) for s, x in enumerate(board) if x["last"]
        ]
        assert (marked, view["drawn"]) == ([at] if at else [], is_drawn)


@pytest.mark.parametrize(("ended", "top"), [("", ""), ("giza.pile_empty", "+5")])
def test_a_look_back_hides_tiles_that_were_covered_later_until_the_end(ended: str, top: str) -> None:
    past, now = (make_state(f"{stack} | . | . | .\n{EMPTY_BOARD}") for stack in ("5", "5 3"))
    assert past_view(past, replace(now, ended=ended), 1)["boards"][0][0]["top"] == top


INVALID_EDITIONS: dict[str, Any] = {
    "giza.edition_shape": {"points": ["a", 1, 2]},
    "giza.edition_treasures": {"treasures": [2, 2, 3, 4]},
    "giza.edition_sphinx_count": {"each": [2, 2, 3]},
    "giza.edition_base": {"points": [4, 5, 9]},
}


@pytest.mark.parametrize("name", INVALID_EDITIONS)
def test_an_impossible_edition_is_refused(name: str) -> None:
    assert unpack_refusal(check_edition(INVALID_EDITIONS[name], 2))[0] == name


@pytest.mark.parametrize("junk", [None, 5, [], {"points": {}}, {"x": 1}, {"each": [True, 1, 2]}])
def test_invalid_data_is_no_edition(junk: Any) -> None:
    assert check_edition(junk, 2) is not None


def test_the_table_may_close_a_count_with_one_tile_too_many() -> None:
    log = [Entry(n + 1, "move", n % 3, Play("+5", n // 3, n % 3)) for n in range(7)]
    log += [Entry(8, "ruling", 1, Play("+5", 2, 1)), Entry(9, "count")]
    counted = replay_log(GAME, Setup.of(GAME.meta, 3), log)
    assert counted.invalid is None
    assert unpack_refusal(check_entry(counted, Entry(10, "move", 0, Close())))[0] == "giza.sheets_too_many"
    allowed = Entry(10, "ruling", 0, Close())
    assert check_entry(counted, allowed) is None
    closed = apply_entry(counted, allowed)
    assert closed.game.ending(closed.state) is not None


def test_too_many_tiles_are_shown_on_the_sheets_that_have_them() -> None:
    sheets = [Sheet(stacks=(stack, stack, stack, ())) for stack in (("+5",) * 2, ("+3",), ("+5",))]
    refusal = GAME.scoring.check_together(Setup.of(GAME.meta, 3), tuple(sheets))
    assert refusal
    assert (refusal.values["tile"], refusal.at) == ("+5", ("count-0-stacks", "count-2-stacks"))


@pytest.mark.parametrize(
    ("stack", "points"),
    [
        (("+5", "t5", "scarab", "-3"), None), (("+3", "+3"), [6, 0, 0, 0]), (("+3", "+5"), [8, 0, 0, 0]),
        (("+3", "-3"), [0, 0, 0, 0]), (("-3", "+3"), [0, 0, 0, 0]),
    ],
)  # fmt: skip
def test_the_form_has_the_points_of_a_stack_that_it_cannot_show(
    stack: tuple[str, ...], points: list[int] | None
) -> None:
    sheet = Sheet(stacks=(stack, (), (), ()))
    assert GAME.scoring.sheet_form_data(Setup.of(GAME.meta, 2), sheet, ())["odd"] == points


@pytest.mark.parametrize(
    "stacks",
    [
        (("+3", "+5", "demolition"), (), (), ()),
        (("+3", "+5"), (), ("t1",), ()),
        (("+3", "+5"), (), (), ("what",)),
    ],
)
def test_an_unknown_tile_is_refused_before_a_stack_that_the_table_may_allow(stacks: Any) -> None:
    refusal = GAME.scoring.check_sheet(Setup.of(GAME.meta, 2), 0, Sheet(stacks=stacks))
    assert unpack_refusal(refusal) == ("giza.sheet_tile", False)


HIGHLIGHTS_PATTERN = re.compile(r"data-lights='([^']*)' data-notes='([^']*)'")
TILE_CHOICE_PATTERN = re.compile(r'data-lights="([^"]+)" data-note="([^"]*)"')


def get_shown_previews(page: str) -> dict[Play, str]:
    """Return, by move, the text that the page's script shows at a highlighted site."""
    [match] = HIGHLIGHTS_PATTERN.findall(page)
    lights, notes = (json.loads(html.unescape(data)) for data in match)
    usual = dict(TILE_CHOICE_PATTERN.findall(page))
    return {
        Play(tile, *map(int, target.split("-")[1:])): notes.get(tile, {}).get(target, usual[tile])
        for tile, targets in lights.items()
        for target in targets
    }


def compute_preview(state: State, move: Play) -> str:
    """Return the text for a move: the points that the board's owner gains, and whether the game ends."""
    after = GAME.apply(state, state.turn, move)
    points = {name: kind.points for name, kind in state.rules.kinds.items()}
    old, new = (s.stacks[4 * move.board + move.site] for s in (state, after))
    if any(points[tile] is None for tile in {*old[len(new) :], *new[len(old) :]}):
        return "?"
    gain = sum(points[tile] or 0 for tile in new) - sum(points[tile] or 0 for tile in old)
    text = f"{gain:+d}".replace("-", "−") if gain else "0"
    return text + (": end" if after.ended == "giza.pyramids" else "")


@pytest.mark.parametrize("name", list_referee_plays("giza"))
def test_the_preview_of_every_move_matches_its_result(app: Flask, name: str) -> None:
    for number, position in enumerate(load_recorded_play("giza", name).positions[:-1]):
        state = position.state
        page = render_page(app, make_table(GAME, Position(position.setup, state)), state.turn)
        moves = [m for m in list_legal_moves(GAME, state, state.turn) if isinstance(m, Play)]
        assert get_shown_previews(page) == {move: compute_preview(state, move) for move in moves}, number
        marked = re.findall(r'id="site-(\d)-(\d)"[^>]*data-last', page)
        assert [4 * int(board) + int(site) for board, site in marked] == [state.last] * (state.last >= 0)
