"""The join page: one tap chooses a seat, and a button takes it."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from tests.all_games import each_game
from tests.javascript import call_function
from tests.people import Phone
from tests.web.test_lobby import LobbyTable

RADIO_PATTERN = re.compile(r'<input\s+class="over"\s+type="radio"\s+name="seat"\s+value="(\d+)"([^>]*)>')
BUTTON_PATTERN = re.compile(r"<button[^>]*>")


def render_join_page(table: LobbyTable, phone: Phone | None = None, more: str = "") -> str:
    return (phone or Phone(table.app)).client.get(f"/j/{table.code}{more}").text


def find_seat_choices(page: str) -> dict[int, bool]:
    """Return, by seat that can be chosen, whether it is already selected."""
    return {int(seat): " checked" in rest for seat, rest in RADIO_PATTERN.findall(page)}


@each_game
def test_the_first_unnamed_free_seat_is_preselected(app: Flask, game: Game[Any]) -> None:
    table = LobbyTable(app, game.meta.slug, game.meta.seats[0])
    page = render_join_page(table)
    assert find_seat_choices(page) == {seat: seat == 1 for seat in range(1, game.meta.seats[0])}
    sits = [tag for tag in BUTTON_PATTERN.findall(page) if "sit-down" in tag]
    assert len(sits) == 1
    assert "Sit down as #" in sits[0]
    for seat in range(1, game.meta.seats[0]):
        table.join_guest(seat, f"N{seat}")
    more = {game.meta.seats[0]: True} if game.meta.seats[1] > game.meta.seats[0] else {}
    assert find_seat_choices(render_join_page(table)) == more


@pytest.mark.parametrize("started", [False, True])
def test_a_seat_named_for_somebody_else_is_not_preselected(app: Flask, started: bool) -> None:
    table = LobbyTable(app, seats=3)
    bo = Phone(app)
    bo.client.post("/open/giza", data={"host": "Bo", "seats": "2"})
    for seat, name in ((1, "Bo"), (2, "Cy")):
        table.change(f"seats/{seat}", name=name)
    if started:
        table.change("start")
    assert find_seat_choices(render_join_page(table)) in (
        {1: False, 2: False},
        {1: False, 2: False, 3: True},
    )
    assert find_seat_choices(render_join_page(table, bo))[1]
    assert "required" in render_join_page(table)


def test_a_taken_seat_can_be_requested_instead_of_a_free_one(app: Flask) -> None:
    table = LobbyTable(app, seats=3)
    table.join_guest(1, "Bo")
    page = render_join_page(table, more="?old=1")
    assert find_seat_choices(page) == {2: False}
    assert f'action="/j/{table.code}/ask"' in page


UNNAMED_SEAT = {"sign": "■", "name": ""}
BUTTON_TEXTS: list[tuple[str, dict[str, str] | None, str]] = [
    ("Cy", UNNAMED_SEAT, "■ Sit down as Cy"),
    (" Cy ", UNNAMED_SEAT, "■ Sit down as Cy"),
    ("", UNNAMED_SEAT, "■ Sit down"),
    ("", {**UNNAMED_SEAT, "name": "Di"}, "■ Sit down as Di"),
    ("Cy", {**UNNAMED_SEAT, "name": "Di"}, "■ Sit down as Cy"),
    ("Cy", None, "Sit down as Cy"),
    ("$&", UNNAMED_SEAT, "■ Sit down as $&"),
]
"""The typed name, the chosen seat, and the text of the button."""


def test_the_button_names_the_person_who_sits_down() -> None:
    sentences = {"plain": "Sit down", "named": "Sit down as #"}
    calls = [[typed, seat, sentences] for typed, seat, _ in BUTTON_TEXTS]
    assert call_function("join.js", "formatButtonText", calls) == [text for *_, text in BUTTON_TEXTS]
