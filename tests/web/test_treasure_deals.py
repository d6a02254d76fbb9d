"""The board of Cheops (1998) says what each deal would bring, and lights the spaces that may be taken."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.engine.play import legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.moves import Place, Take
from companion.games.cheops_treasure.state import State
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from tests.positions import Position
from tests.recorded import states_of
from tests.web.test_every_position import drawn, held_at

PLAYS = [name for name, play in plays("cheops_treasure").items() if play.get("mode") != "tally"]
CELL = re.compile(r'<button class="([^"]*)" name="[^"]*" value="(Take [^"]*)">(.*?)</button>')
LIGHTS = re.compile(r'name="pawn" value="(\w+)" data-lights="([^"]*)"')


def cells(page: str) -> dict[str, tuple[str, str]]:
    """The deals on the page: classes and words by the button's value."""
    return {
        value: (classes, " ".join(re.sub(r"<[^>]*>", " ", unescape(text)).split()))
        for classes, value, text in CELL.findall(page)
    }


def words_for(state: State, move: Take) -> str:
    """What the button of a legal deal says, worked out from the table after it."""
    seat = state.turn
    before, after = (GAME.view(s, seat) for s in (state, GAME.apply(state, seat, move)))
    was, colour = before["colours"][move.colour], after["colours"][move.colour]
    ends = bool(GAME.apply(state, seat, move).over)
    if move.deal == "box":
        return f"To the box {move.colour}"
    if move.deal == "keep":
        each, count = colour["worth"][seat] // colour["kept"][seat], colour["kept"][seat]
        many = f" × {count}" if count > 1 else ""
        return f"Keep {move.colour}" if ends else f"Keep {each}{many} {move.colour}"
    paid = after["seats"][seat]["money"] - before["seats"][seat]["money"]
    then = f" → {read(colour['now'])}" if colour["now"] != was["now"] else ""
    label = "must" if was["law"] == 4 else "Sell"
    return f"Sell {move.colour} +{paid}" if ends else f"{label} +{paid}{then} {move.colour}"


def read(price: dict[str, object]) -> str:
    most, others = price["for_the_most"], price["for_the_others"]
    return str(most) if others is None else f"{most}/{others}"


@pytest.mark.parametrize("name", PLAYS)
def test_the_page_says_what_comes(app: Flask, name: str) -> None:
    deals, spots = says_what_comes(app, name, every=6)
    assert min(deals, spots) > 15


def says_what_comes(app: Flask, name: str, every: int) -> tuple[int, int]:
    """How many deals and spaces were right on the pages of every sixth or so state of a play."""
    play = parse_recorded_play(plays("cheops_treasure")[name])
    deals = spots = 0
    for state in states_of("cheops_treasure", name)[::every]:
        if state.over or state.phase not in ("take", "turn"):
            continue
        seat = state.turn
        page = drawn(app, held_at(GAME, Position(play.setup, state)), seat)
        legal = legal_moves(GAME, state, seat)
        shown = cells(page)
        for move in legal:
            if isinstance(move, Take):
                classes, words = shown.pop(f"Take {move.colour} {move.deal}")
                assert words == words_for(state, move)
                asked = f'commandfor="ends-Take-{move.colour}-{move.deal}">' in page
                assert asked == bool(GAME.apply(state, seat, move).over)
                assert "none" not in classes
                deals += 1
        assert all("none" in classes for classes, _ in shown.values())
        lit = {(pawn, spot) for pawn, names in LIGHTS.findall(page) for spot in names.split()}
        assert lit == {
            (move.pawn, f"space-{move.row}-{move.column}")
            for move in legal
            if isinstance(move, Place) and not move.law
        }
        spots += len(lit)
    return deals, spots
