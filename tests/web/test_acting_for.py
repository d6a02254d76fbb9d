"""The seats for which a phone enters moves: its own, another one until the end of its turn, or all."""

import re

import pytest
from flask import Flask

from tests.people import Phone, join_table, open_as_host


@pytest.fixture
def ana(app: Flask) -> Phone:
    return open_as_host(app, "cheops_dice", ["Ana", "Bo", "Cy"])


def get_turn(phone: Phone) -> str:
    return str(re.findall(r'data-turn="([^"]*)"', phone.get_board_html())[0])


def list_seats_to_enter_for(phone: Phone) -> set[str]:
    entering = re.sub(r"(?s)<form[^>]*/guide\?.*?</form>", "", phone.get_board_html())
    return set(re.findall(r'<input type="hidden" name="seat" value="(.)"', entering))


def enter_roll(phone: Phone, seat: int = 0) -> None:
    rolled = phone.enter(seat=seat, move="Roll", **{"dice[]": "green green red blue"})
    assert rolled.status_code == 200


def test_pages_say_whose_turn_it_is(app: Flask, ana: Phone) -> None:
    bo = join_table(app, ana.code, 1)

    def read_pages() -> list[tuple[bool, str]]:
        homes = [phone.client.get("/").text for phone in (ana, bo)]
        sentences = [re.findall(r"<b>(Your turn)</b>|(\w+’s turn)", home) for home in homes]
        marks = [re.findall(r'data-mine="(\w*)"', phone.get_board_html()) for phone in (ana, bo)]
        return [(mark == "yes", "".join(*found)) for [mark], found in zip(marks, sentences, strict=True)]

    assert read_pages() == [(True, "Your turn"), (False, "Ana’s turn")]
    enter_roll(ana)
    ana.enter(seat=0, move="Pass")
    assert read_pages() == [(False, "Bo’s turn"), (True, "Your turn")]


def test_one_phone_for_all_acts_for_the_awaited_seat(ana: Phone) -> None:
    assert (get_turn(ana), list_seats_to_enter_for(ana)) == ("mine", {"0"})
    enter_roll(ana)
    ana.enter(seat=0, move="Pass")
    assert (get_turn(ana), list_seats_to_enter_for(ana)) == ("others", set())
    ana.enter_for("all")
    assert (get_turn(ana), list_seats_to_enter_for(ana)) == ("for-1", {"1"})
    ana.enter(seat=1, move="Pass")
    assert get_turn(ana) == "for-2"
    ana.enter_for("")
    assert get_turn(ana) == "others"


@pytest.mark.parametrize(("before", "after"), [("", "others"), ("all", "for-1")])
def test_acting_for_another_seat_ends_with_its_turn(ana: Phone, before: str, after: str) -> None:
    ana.enter_for(before)
    ana.enter_for(2)
    assert get_turn(ana) == "mine", "the table does not wait for Cy yet"
    enter_roll(ana)
    ana.enter(seat=0, move="Pass")
    ana.enter_for(2)
    assert get_turn(ana) == "for-2", "Bo and Cy build in any order"
    assert 'class="for-whom"' in ana.get_board_html()
    ana.enter(seat=2, move="Pass")
    assert get_turn(ana) == after
    ana.enter(seat=1, move="Pass")
    enter_roll(ana, seat=1)
    ana.enter(seat=1, move="Pass")
    assert get_turn(ana) == "mine", "and Cy, who is waited for as well, is not entered for again"


def test_acting_for_another_seat_also_ends_if_its_own_phone_makes_the_move(app: Flask) -> None:
    ana = open_as_host(app, "giza", ["Ana", "Bo"])
    bo = join_table(app, ana.code, 1)
    turns: list[str] = []
    for phone, seat in ((ana, 0), (bo, 1), (ana, 0)):
        played = phone.enter(seat=seat, move="Play", tile="+5", board=seat, site=len(turns))
        assert played.status_code == 200
        if not turns:
            ana.enter_for(1)
        turns.append(get_turn(ana))
    assert turns == ["for-1", "mine", "others"]


def test_a_page_does_not_offer_to_end_what_has_ended(app: Flask) -> None:
    ana = open_as_host(app, "giza", ["Ana", "Bo"])
    ana.enter_for(1)
    assert "Enter only for my own seat" not in ana.get_board_html(), "the table does not wait for Bo"


@pytest.mark.parametrize("junk", ["9", "-1", "all all", "x", "2 all"])
def test_an_invalid_cookie_selects_no_seat_that_does_not_exist(ana: Phone, junk: str) -> None:
    ana.client.set_cookie(f"for-{ana.code}", junk)
    assert get_turn(ana) == "mine"
