"""The door of a table: seats are chosen with one tap, and one button says who sits down."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from tests.all_games import each_game
from tests.javascript import call
from tests.people import Phone
from tests.web.test_lobby import Gathering

RADIO = re.compile(r'<input\s+class="over"\s+type="radio"\s+name="seat"\s+value="(\d+)"([^>]*)>')
BUTTON = re.compile(r"<button[^>]*>")


def door_of(table: Gathering, phone: Phone | None = None, more: str = "") -> str:
    return (phone or Phone(table.app)).client.get(f"/j/{table.code}{more}").text


def seats_on(page: str) -> dict[int, bool]:
    """The seats that can be chosen, and whether each is chosen already."""
    return {int(seat): " checked" in rest for seat, rest in RADIO.findall(page)}


@each_game
def test_the_first_seat_that_is_nobodys_is_chosen_and_one_button_sits_down(
    app: Flask, game: Game[Any]
) -> None:
    table = Gathering(app, game.meta.slug, game.meta.seats[0])
    page = door_of(table)
    assert seats_on(page) == {seat: seat == 1 for seat in range(1, game.meta.seats[0])}
    sits = [tag for tag in BUTTON.findall(page) if "sit-down" in tag]
    assert len(sits) == 1
    assert "Sit down as #" in sits[0]
    for seat in range(1, game.meta.seats[0]):
        table.guest(seat, f"N{seat}")
    more = {game.meta.seats[0]: True} if game.meta.seats[1] > game.meta.seats[0] else {}
    assert seats_on(door_of(table)) == more


@pytest.mark.parametrize("started", [False, True])
def test_nobody_is_taken_for_somebody_who_was_named(app: Flask, started: bool) -> None:
    table = Gathering(app, seats=3)
    bo = Phone(app)
    bo.client.post("/open/giza", data={"host": "Bo", "seats": "2"})
    for seat, name in ((1, "Bo"), (2, "Cy")):
        table.change(f"seats/{seat}", name=name)
    if started:
        table.change("start")
    assert seats_on(door_of(table)) in ({1: False, 2: False}, {1: False, 2: False, 3: True})
    assert seats_on(door_of(table, bo))[1]
    assert "required" in door_of(table)


def test_an_old_seat_is_asked_for_in_place_of_a_free_one(app: Flask) -> None:
    table = Gathering(app, seats=3)
    table.guest(1, "Bo")
    page = door_of(table, more="?old=1")
    assert seats_on(page) == {2: False}
    assert f'action="/j/{table.code}/ask"' in page


SIGNS = {"sign": "■", "name": ""}


@pytest.mark.parametrize(
    ("typed", "chosen", "words"),
    [
        ("Cy", SIGNS, "■ Sit down as Cy"),
        (" Cy ", SIGNS, "■ Sit down as Cy"),
        ("", SIGNS, "■ Sit down"),
        ("", {**SIGNS, "name": "Di"}, "■ Sit down as Di"),
        ("Cy", {**SIGNS, "name": "Di"}, "■ Sit down as Cy"),
        ("Cy", None, "Sit down as Cy"),
        ("$&", SIGNS, "■ Sit down as $&"),
    ],
)
def test_the_button_says_who_sits_down(typed: str, chosen: dict[str, str] | None, words: str) -> None:
    sentences = {"plain": "Sit down", "named": "Sit down as #"}
    assert call("join.js", "buttonWords", [[typed, chosen, sentences]]) == [words]
