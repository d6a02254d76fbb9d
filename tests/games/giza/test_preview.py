"""What the page says of a tile before it is laid comes of it, and the guide's reasons are so."""

import html
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain

import pytest
from flask import Flask

from companion.engine.play import legal_moves
from companion.engine.replay import replay
from companion.games.giza import GAME
from companion.games.giza.moves import Play
from companion.games.giza.state import State, finished_board
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from companion.tables.recorded import load_recorded_play
from tests.exports.test_exports import brought_in, file_of

PLAYS = [name for name, play in plays("giza").items() if play.get("mode") == "referee"]
CHOICE = re.compile(r"""value="([^"]+)" data-lights="([^"]*)" data-notes='([^']*)'""")


def shown(page: str) -> dict[Play, str]:
    found = {}
    for tile, lights, notes in CHOICE.findall(page):
        said = json.loads(html.unescape(notes))
        for spot in lights.split():
            _, board, site = spot.split("-")
            found[Play(tile, int(board), int(site))] = str(
                said.get(spot, said[""]) if "" in said else said[spot]
            )
    return found


def comes_of(state: State, move: Play) -> str:
    """What the owner of the board gains, by counting the stack before and after; and whether it ends."""
    at = 4 * move.board + move.site
    after = GAME.apply(state, state.turn, move)
    points = {name: kind.points for name, kind in state.rules.kinds.items()}
    changed = {*state.stacks[at][len(after.stacks[at]) :], *after.stacks[at][len(state.stacks[at]) :]}
    if any(points[tile] is None for tile in changed):
        return "?"
    before, then = (sum(points[tile] or 0 for tile in s.stacks[at]) for s in (state, after))
    told = f"{then - before:+d}".replace("-", "−") if then != before else "0"
    return told + (": end" if after.ended == "giza.pyramids" else "")


def positions(name: str) -> list[tuple[int, State]]:
    play = parse_recorded_play(plays("giza")[name])
    return [(n, replay(play.game, play.setup, play.log[:n]).state) for n in range(len(play.log))]


@pytest.mark.parametrize("name", PLAYS)
def test_the_preview_is_the_result(app: Flask, name: str) -> None:
    for number, state in positions(name):
        phone = brought_in(app, file_of("giza", name, number))
        phone.enter_for("all")
        page = phone.see().text
        moves = [m for m in legal_moves(GAME, state, state.turn) if isinstance(m, Play)]
        assert shown(page) == {move: comes_of(state, move) for move in moves}, number
        ring = re.findall(r'id="site-(\d)-(\d)"[^>]*data-last', page)
        assert [4 * int(board) + int(site) for board, site in ring] == [state.last] * (state.last >= 0)


def fits(state: State, tile: str, at: Play) -> bool:
    """Whether the owner of the board may lay this tile there."""
    turn = replace(state, turn=at.board)
    return GAME.check(turn, at.board, replace(at, tile=tile)) is None


def shuts(before: State, after: State, move: Play) -> bool:
    stones = [f"{sign}{number}" for sign in "+-" for number in range(1, 6)]
    ones = [replace(move, tile=tile) for tile in ("+1", "-1") if fits(before, tile, move)]
    ended = {finished_board(GAME.apply(before, before.turn, one)) for one in ones}
    return ended == {move.board} and not any(fits(after, stone, move) for stone in stones)


def brings_back(before: State, after: State, move: Play) -> bool:
    at = 4 * move.board + move.site
    covered, laid = (before.rules.kinds[state.stacks[at][-1]].points for state in (before, after))
    return covered is not None and laid == -covered


HOLDS: Mapping[str, Callable[[State, State, Play], bool]] = {
    "giza.shuts": shuts,
    "giza.back": brings_back,
    "giza.ends": lambda _, after, move: finished_board(after) == move.board,
    "giza.finishes": lambda _, after, __: finished_board(after) == -1,
}


def test_what_is_said_for_a_move_is_so() -> None:
    drawn = set()
    for at in chain.from_iterable(load_recorded_play("giza", name).positions for name in PLAYS):
        state = at.state
        for seat in GAME.awaiting(state).seats if GAME.ending(state) is None else ():
            for move in legal_moves(GAME, state, seat):
                for reason in GAME.reasons(state, seat, move):
                    drawn.add(reason.code)
                    if reason.code in HOLDS:
                        assert HOLDS[reason.code](state, GAME.apply(state, seat, move), move), reason
    assert drawn >= HOLDS.keys()
