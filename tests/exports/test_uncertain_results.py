"""No page, file or answer names a winner before it is certain; what is missing is named and asked for."""

import csv
import io
import json
from typing import Any

import pytest
from flask import Flask

from tests.people import Phone, hosting

NAMES = ["Ana", "Bo", "Cy"]


def giza(app: Flask, *sheets: str) -> Phone:
    """A count in which each seat has ``khufu | sphinx``, closed."""
    phone = hosting(app, "giza", NAMES[: len(sheets)], mode="tally")
    for seat, sheet in enumerate(sheets):
        khufu, _, sphinx = sheet.partition("|")
        data = {"stacks": [khufu.split(), [], [], sphinx.split()]}
        entered(phone, "Sheet", seat, data)
    entered(phone, "Close", 0, {})
    return phone


def deadline(app: Flask, *sheets: dict[str, Any]) -> Phone:
    phone = hosting(app, "deadline", NAMES[: len(sheets)], mode="tally")
    for seat, sheet in enumerate(sheets):
        entered(phone, "Sheet", seat, sheet)
    return phone


def entered(phone: Phone, move: str, seat: int, data: dict[str, Any]) -> None:
    body = {"key": f"{phone.code}-{move}-{seat}", "move": move, "seat": seat, "data": data}
    answer = phone.call("POST", "/entries", body)
    assert answer.status_code == 201, answer.text


def ranking(phone: Phone) -> Any:
    return phone.call("GET", "/scores").json["ranking"]


def rows(phone: Phone) -> list[tuple[str, str, str]]:
    """(total, place, winner) of each seat as the spreadsheet has them."""
    found = csv.DictReader(io.StringIO(phone.get_page("/play.csv").text))
    return [(r["points"], r["place"], r["winner"]) for r in found if r["category"] == "total"]


def bg_stats(phone: Phone) -> list[tuple[int | None, bool | None]]:
    """(rank, winner) of each player as the play file has them; None where it says nothing."""
    players = json.loads(phone.get_page("/play.bgsplay").data)["players"]
    return [(player.get("rank"), player.get("winner")) for player in players]


def result(phone: Phone) -> Any:
    return phone.call("GET", "/result").json


def headline(page: str) -> str:
    return page.split('id="end-title">')[1].split("</h2>")[0]


# A table of Giza whose sphinx tiles nobody has looked at: Ana 15, Bo 9 and sphinx, Cy 4 and most treasures.


@pytest.fixture
def open_end(app: Flask) -> Phone:
    return giza(app, "+5 +4 +3 +2 +1", "+5 +4 | base body", "+2 t2")


def test_an_unread_sphinx_names_no_winner_anywhere(open_end: Phone) -> None:
    told = ranking(open_end)
    assert (told["winners"], told["certain"]) == ([], False)
    assert told["possible_places"] == [[1, 2], [1, 3], [2, 3]]
    assert told["ahead"] == [[0, 2]]
    assert [m["label"] for m in told["missing"]] == [
        "the points printed on the sphinx base",
        "the points printed on the sphinx body",
    ]
    page = open_end.board()
    assert headline(page) == "It is not yet certain who wins"
    assert " wins" not in page.replace("It is not yet certain who wins", "")
    assert "place-1" not in page
    assert rows(open_end) == [("15", "", ""), ("", "", ""), ("4", "", "0")]
    assert bg_stats(open_end) == [(None, None), (None, None), (None, False)]
    assert result(open_end)["link"] is None
    shared = open_end.get_page("/share").text
    assert "bgstatsapp" not in shared
    assert "that is not certain yet" in shared
    for text in (open_end.get_page("/summary.txt").text, open_end.get_page("/result.svg").text):
        assert "It is not yet certain who wins" in text
        assert "Not final. Still missing:" in text
        assert "1. " not in text
    assert "places" not in open_end.get_page("/play.toml").text.partition("[end]")[2]


def test_the_missing_numbers_are_asked_for_in_place_and_then_the_winner_is_named(open_end: Phone) -> None:
    page = open_end.board()
    assert "<strong>Not final. Still missing: the points printed on the sphinx base" in page
    assert 'name="value.points.2"' in page
    form = {f"value.points.{n}": str(points) for n, points in enumerate((-4, 5, 9))}
    assert open_end.enter(kind="setting", option="edition", **form).status_code == 200
    page = open_end.board()
    assert headline(page) == "You win, Ana!"
    assert "missing" not in page
    assert rows(open_end) == [("15", "1", "1"), ("10", "2", "0"), ("4", "3", "0")]
    assert bg_stats(open_end) == [(1, True), (2, False), (3, False)]


def test_a_winner_is_named_whatever_the_sphinx_is_worth(app: Flask) -> None:
    phone = giza(app, "+5 +4 +3 +2 +1", "-5 -4 | base", "+2 t2")
    told = ranking(phone)
    assert (told["winners"], told["message"]) == ([0], "Ana wins, whatever the sphinx is worth")
    assert headline(phone.board()) == "You win, whatever the sphinx is worth"
    assert rows(phone)[0] == ("15", "1", "1")
    assert bg_stats(phone) == [(1, True), (3, False), (2, False)]
    assert "Ana wins, whatever the sphinx is worth." in phone.get_page("/summary.txt").text
    french = phone.get_page(**{"Accept-Language": "fr"}).text
    assert headline(french) == "Vous gagnez, quoi que vaille le sphinx"


def test_who_is_first_for_certain_leaves_as_a_winner_though_perhaps_not_alone(app: Flask) -> None:
    """The base counts −1 at most, so nothing puts Bo before Ana; at −1 they are level."""
    phone = giza(app, "+5", "+5 +1 | base")
    assert headline(phone.board()) == "Ana: first for certain, but perhaps level with others"
    assert rows(phone) == [("5", "1", "1"), ("", "", "")]
    assert bg_stats(phone) == [(1, True), (None, None)]
    assert (ranking(phone)["winners"], ranking(phone)["won"]) == ([], [True, None])
    told = result(phone)
    assert [player.get("winner") for player in told["play"]["players"]] == [True, None]
    assert told["link"] is None
    form = {f"value.points.{n}": str(points) for n, points in enumerate((-4, 5, 9))}
    assert phone.enter(kind="setting", option="edition", **form).status_code == 200
    assert bg_stats(phone) == [(1, True), (2, False)]
    assert result(phone)["link"].startswith("https://app.bgstatsapp.com/")


# The Pyramid's Deadline, counted in numbers.

EIGHT = {"numbers": [5, 2, 2]}


def test_level_tombs_given_in_numbers_wait_for_their_drawings(app: Flask) -> None:
    phone = deadline(app, {**EIGHT, "declared": 1}, {**EIGHT, "declared": 2}, {"killer": True})
    asked = phone.board()
    assert "Not entered yet:" in asked
    assert 'href="#board-0">the drawing of Ana’s tomb' in asked
    entered(phone, "Close", 0, {})
    assert ranking(phone)["winners"] == []
    assert rows(phone) == [("8", "", ""), ("8", "", ""), ("0", "3", "0")]
    assert bg_stats(phone) == [(None, None), (None, None), (3, False)]
    page = phone.board()
    assert "Still missing: the drawing of Ana’s tomb and the drawing of Bo’s tomb." in page
    assert "printed" not in headline(page)
    assert f'href="/t/{phone.code}/change/1">Enter: the drawing of Ana’s tomb' in page
    assert "How the tie was broken" not in page
    assert "Cy caused the Pharaoh’s death and comes last." in page


def test_where_nobody_announced_nobody_wins(app: Flask) -> None:
    phone = deadline(app, {"numbers": [5, 2, 2]}, {"numbers": [6, 3, 3]}, {"killer": True})
    entered(phone, "Close", 0, {})
    page = phone.board()
    assert headline(page) == "Nobody wins"
    assert '<span class="place">1.</span>' not in page
    assert rows(phone) == [("0", "", "0"), ("0", "", "0"), ("0", "3", "0")]
    assert bg_stats(phone) == [(None, False), (None, False), (3, False)]


# How a tie was broken.


def test_a_tie_that_was_not_broken_is_not_told_as_broken(app: Flask) -> None:
    phone = giza(app, "+5 +4", "+5 +4")
    assert headline(phone.board()) == "You share the win with Bo"
    assert "How the tie was broken" not in phone.board()
    assert "How the tie was broken" not in phone.get_page("/summary.txt").text


# Who begins the next play.


def rematch(phone: Phone, **form: str) -> int:
    where = phone.client.post(f"/t/{phone.code}/rematch", data=form).headers["Location"]
    phone.code = where.rsplit("/", 1)[1]
    file = json.loads(phone.get_page("/table.json").data)
    return int(file["first"])


def test_who_had_the_fewest_points_begins_unasked(app: Flask) -> None:
    phone = giza(app, "+5", "+4", "+2")
    assert "Who begins?" not in phone.board()
    assert rematch(phone) == 2


def test_the_youngest_begins_cheops_1998_and_the_page_asks_who_that_is(app: Flask) -> None:
    phone = hosting(app, "cheops_treasure", NAMES, mode="tally")
    for seat in range(3):
        entered(phone, "Sheet", seat, {"money": 10 * seat})
    entered(phone, "Close", 0, {})
    assert "Who begins?" in phone.board()
    assert rematch(phone, first="2") == 2


def test_the_api_says_who_may_begin_and_takes_an_answer(app: Flask) -> None:
    phone = giza(app, "+5 +4 +3", "+4 | base", "+2")
    assert phone.call("GET", "/scores").json["may_begin"] == [1, 2]
    assert phone.call("POST", "/rematch", {"first": 7}).status_code == 400
    phone.use_link(phone.call("POST", "/rematch", {"first": 2}).json)
    assert phone.call("GET", "/file").json["first"] == 2
