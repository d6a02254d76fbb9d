"""The steps of setting up are shown and ticked in the lobby and during the game."""

import re
from typing import Any

from flask import Flask

from companion.engine.game import Game
from tests.all_games import each_game
from tests.people import Phone, open_as_host
from tests.web.test_lobby import HTMX_HEADERS, LobbyTable

STEP_PATTERN = re.compile(r'name="step" value="(\w+)"')


def list_step_hashes(phone: Phone) -> list[str]:
    return STEP_PATTERN.findall(phone.get_page("/set-up").text)


def tick_step(phone: Phone, mark: str, done: str = "yes", **headers: str) -> Any:
    form = {"step": mark, "done": done}
    return phone.client.post(f"/t/{phone.code}/set-up", data=form, headers=headers)


def count_done_steps(phone: Phone) -> int:
    page = phone.get_page("/set-up").text
    ticked = page.count('aria-pressed="true"')
    assert f"{ticked} of {len(STEP_PATTERN.findall(page))} done" in page
    return ticked


def test_a_tick_is_shown_on_every_phone(app: Flask) -> None:
    table = LobbyTable(app, "deadline", 3, one_phone="on")
    bo = table.join_guest(1, "Bo")
    first, second, *_ = list_step_hashes(table.host)
    assert tick_step(table.host, first, **HTMX_HEADERS).status_code == 200
    assert count_done_steps(bo) == 1
    assert "1 of 6 done" in bo.get_board_html()
    answer = tick_step(bo, second)
    assert (answer.status_code, answer.location) == (303, f"/t/{table.code}/set-up")
    tick_step(bo, second)
    assert count_done_steps(table.host) == 2
    tick_step(table.host, first, "no")
    assert count_done_steps(bo) == 1
    assert table.change("start") == 204
    assert count_done_steps(bo) == 1
    assert f"/t/{table.code}/set-up" in bo.get_board_html()


def test_a_changed_step_loses_its_tick(app: Flask) -> None:
    table = LobbyTable(app, "deadline", 3)
    for mark in list_step_hashes(table.host):
        tick_step(table.host, mark)
    assert count_done_steps(table.host) == 6
    old = list_step_hashes(table.host)
    table.change("seats")
    count = count_done_steps(table.host)
    assert 0 < count < 6
    gone = next(mark for mark in old if mark not in list_step_hashes(table.host))
    assert tick_step(table.host, gone).status_code == 303
    assert count_done_steps(table.host) == count


@each_game
def test_the_steps_depend_on_the_number_of_seats(app: Flask, game: Game[Any]) -> None:
    low, high = game.meta.seats
    for seats in range(low, high + 1):
        table = LobbyTable(app, game.meta.slug, seats)
        chosen = open_as_host(app, game.meta.slug, [f"N{seat}" for seat in range(seats)])
        bo = table.join_guest(seats - 1, "Bo")
        before = bo.get_page("/set-up").text
        assert f"For {seats} players" in before
        pieces = [step["pieces"] for step in table.host.call("GET", "/set-up").json["steps"]]
        assert pieces == [step["pieces"] for step in chosen.call("GET", "/set-up").json["steps"]]
        table.change("start")
        assert f"For {low} players" in bo.get_page("/set-up").text


def test_the_starting_player_is_named_before_and_after_the_start(app: Flask) -> None:
    table = LobbyTable(app, "deadline", 4)
    bo = table.join_guest(2, "Bo")
    table.change("settings", None, first="2", **{"option.geometry": "A2"})
    assert "Bo is the first Supplier" in bo.get_page("/set-up").text
    table.change("start")
    assert "Bo is the first Supplier" in bo.get_page("/set-up").text


def test_printed_options_are_asked_for_in_their_step(app: Flask) -> None:
    table = LobbyTable(app, "cheops_catan", 3)
    bo = table.join_guest(1, "Bo")
    control = 'name="option" value="black_stones"'
    assert control in table.host.get_page("/set-up").text
    assert control not in bo.get_page("/set-up").text
    response = table.host.enter("/lobby", kind="setting", option="black_stones", value="15")
    assert response.status_code == 200, response.text
    assert "The 15 black stones" in bo.get_page("/set-up").text
    table.change("start")
    assert control not in table.host.get_page("/set-up").text


def test_the_api_shows_and_ticks_the_same_steps(app: Flask) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo", "Cy"])
    set_up = phone.call("GET", "/set-up").json
    assert set_up["players"] == ["Ana", "Bo", "Cy"]
    assert [step["mark"] for step in set_up["steps"]] == list_step_hashes(phone)
    hands = next(step for step in set_up["steps"] if step["name"] == "hands")
    assert [(p["name"], p["count"], p["where"]) for p in hands["pieces"]] == [
        ("tile", 4, "seat"), ("tile", 71, "middle"),
    ]  # fmt: skip
    for ticked in (True, False):
        body = {"step": hands["mark"], "done": ticked}
        answer = phone.call("POST", "/set-up", body)
        assert answer.status_code == 200, answer.text
        assert count_done_steps(phone) == sum(step["done"] for step in answer.json["steps"]) == ticked
