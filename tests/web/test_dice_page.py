"""The page of the roll-and-write: what its form asks for is what is meant."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.people import Phone, hosting


@pytest.fixture
def ana(app: Flask) -> Phone:
    return hosting(app, "cheops_dice", ["Ana", "Bo"])


def payments(phone: Phone) -> list[str]:
    selects = re.findall(r'<select name="payments\[\]".*?</select>', phone.board())
    return [re.findall(r'value="([^"]*)"', select)[0] for select in selects]


def test_a_payment_for_the_second_box_is_not_taken_for_the_first(ana: Phone) -> None:
    ana.enter(seat=0, move="Roll", **{"dice[]": "green green red"})
    first, second = payments(ana)
    assert second == ""
    form = {"move": "Build", "seat": 0, "boxes[]": ["pyramid-1-1", "pyramid-1-3"]}
    assert ana.enter(**form, **{"payments[]": [first, "joker"]}).status_code == 200
    board = ana.told(ana.code)["view"]["seats"][0]
    assert board["jokers"] == 1
    assert not any(stone["crossed"] for stone in board["quarry"])


def test_nobody_has_played_before_the_roll(ana: Phone) -> None:
    assert "has played" not in ana.board()
    ana.enter(seat=0, move="Roll", **{"dice[]": "green green red"})
    ana.enter(seat=0, move="Pass")
    assert ana.board().count("has played") == 1
    ana.enter(seat=1, move="Pass")
    assert "has played" not in ana.board()


def test_a_question_is_answered_with_what_would_happen(ana: Phone) -> None:
    ana.enter(seat=0, move="Roll", **{"dice[]": "green orange violet"})
    form = {"key": "asked-0001", "seat": "0", "move": "Build"}
    for language, told in (("en", "quarry stone 4, skipping 3 (−4 points)"), ("fr", "en en sautant 3")):
        answer = ana.client.post(
            f"/t/{ana.code}/ask", data={**form, "boxes[]": ["pyramid-1-1", "pyramid-1-3"]},
            headers={"HX-Request": "1", "Accept-Language": language},
        )  # fmt: skip
        assert told in answer.text
    asked = ana.call("POST", "/ask", {"seat": 0, "move": "Build", "data": {"boxes": ["pyramid-1-1"]}})
    assert asked.json["preview"] == ["Green: die.", "Points: 22 → 23."]


def test_a_change_is_judged_by_the_table_before_the_entry(ana: Phone) -> None:
    ana.enter(seat=0, move="Roll", **{"dice[]": "green green red"})
    ana.enter(seat=0, move="Build", **{"boxes[]": "pyramid-1-1"})
    page = unescape(ana.see("/change/2").text)
    assert "So far: Ana ticked pyramid 1-1; paid with die" in page
    assert '"boxes[]":["pyramid-1-1"]' in page
    form = {"key": "asked-0001", "seat": "0", "move": "Build", "kind": "amend", "of": "2"}
    asked = ana.client.post(
        f"/t/{ana.code}/ask", data={**form, "boxes[]": "pyramid-1-2"}, headers={"HX-Request": "1"}
    )
    assert "Red: die." in asked.text
