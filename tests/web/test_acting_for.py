"""For whom a phone enters: its own seat, another one until that turn ends, or everybody."""

import re

import pytest
from flask import Flask

from tests.people import Phone, hosting


@pytest.fixture
def ana(app: Flask) -> Phone:
    return hosting(app, "cheops_dice", ["Ana", "Bo", "Cy"])


def turn(phone: Phone) -> str:
    return str(re.findall(r'data-turn="([^"]*)"', phone.board())[0])


def can_enter(phone: Phone) -> set[str]:
    """The seats that the controls on the page enter for."""
    entering = re.sub(r"(?s)<form[^>]*/guide\?.*?</form>", "", phone.board())
    return set(re.findall(r'<input type="hidden" name="seat" value="(.)"', entering))


def roll(phone: Phone, seat: int = 0) -> None:
    rolled = phone.enter(seat=seat, move="Roll", **{"dice[]": "green green red blue"})
    assert rolled.status_code == 200


def test_nothing_is_entered_for_another_seat_unless_somebody_said_so(ana: Phone) -> None:
    assert (turn(ana), can_enter(ana)) == ("mine", {"0"})
    roll(ana)
    ana.enter(seat=0, move="Pass")
    assert (turn(ana), can_enter(ana)) == ("others", set())


def test_one_phone_for_all_goes_with_the_turn(ana: Phone) -> None:
    ana.enter_for("all")
    assert turn(ana) == "mine"
    roll(ana)
    ana.enter(seat=0, move="Pass")
    assert (turn(ana), can_enter(ana)) == ("for-1", {"1"})
    ana.enter(seat=1, move="Pass")
    assert turn(ana) == "for-2"
    ana.enter_for("")
    assert turn(ana) == "others"


@pytest.mark.parametrize(("before", "after"), [("", "others"), ("all", "for-1")])
def test_entering_for_one_other_ends_with_that_turn(ana: Phone, before: str, after: str) -> None:
    ana.enter_for(before)
    ana.enter_for(2)
    assert turn(ana) == "mine", "the table does not wait for Cy yet"
    roll(ana)
    ana.enter(seat=0, move="Pass")
    ana.enter_for(2)
    assert turn(ana) == "for-2", "Bo and Cy build in any order"
    ana.enter(seat=2, move="Pass")
    assert turn(ana) == after
    ana.enter(seat=1, move="Pass")
    roll(ana, seat=1)
    ana.enter(seat=1, move="Pass")
    assert turn(ana) == "mine", "and Cy, who is waited for as well, is not entered for again"


@pytest.mark.parametrize("junk", ["9", "-1", "all all", "x", "2 all"])
def test_junk_on_the_device_is_its_own_seat_or_a_seat_there_is(ana: Phone, junk: str) -> None:
    ana.client.set_cookie(f"for-{ana.code}", junk)
    assert turn(ana) == "mine"
