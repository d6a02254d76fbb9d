"""No page or export names a winner before the winner is certain, and pages ask for the missing values."""

import csv
import io
import json
from typing import Any

import pytest
from flask import Flask

from tests.people import Phone, open_as_host
from tests.recorded_plays import enter_recorded_lines

NAMES = ["Ana", "Bo", "Cy"]


def finish_giza_count(app: Flask, *sheets: str) -> Phone:
    """Close a count of Giza with these sheets (one per seat), and return the host's phone.

    A sheet is a text ``khufu | sphinx`` with the tiles of the two stacks.
    """
    stacks = [sheet.partition("|")[::2] for sheet in sheets]
    data = [{"stacks": [khufu.split(), [], [], sphinx.split()]} for khufu, sphinx in stacks]
    phone = count_sheets(app, "giza", *data)
    close_count(phone)
    return phone


def count_sheets(app: Flask, slug: str, *sheets: dict[str, Any]) -> Phone:
    phone = open_as_host(app, slug, NAMES[: len(sheets)], mode="tally")
    enter_recorded_lines(phone, ({"seat": n, "move": "Sheet", **sheet} for n, sheet in enumerate(sheets)))
    return phone


def close_count(phone: Phone) -> Phone:
    assert phone.enter(move="Close", seat=0).status_code == 200
    return phone


def get_ranking(phone: Phone) -> Any:
    return phone.call("GET", "/scores").json["ranking"]


def get_csv_totals(phone: Phone) -> list[tuple[str, str, str]]:
    rows = csv.DictReader(io.StringIO(phone.get_page("/play.csv").text))
    return [(r["points"], r["place"], r["winner"]) for r in rows if r["category"] == "total"]


def get_bgstats_players(phone: Phone) -> list[tuple[int | None, bool | None]]:
    """Return (rank, winner) of each player in the BG Stats file. None stands for a missing value."""
    players = json.loads(phone.get_page("/play.bgsplay").data)["players"]
    return [(player.get("rank"), player.get("winner")) for player in players]


def get_result(phone: Phone) -> Any:
    return phone.call("GET", "/result").json


def get_headline(page: str) -> str:
    return page.split('id="end-title">')[1].split("</h2>")[0]


# Giza with unknown sphinx tiles: Ana 15, Bo 9 and the sphinx, Cy 4 and most treasures.


@pytest.fixture
def uncertain_count_phone(app: Flask) -> Phone:
    return finish_giza_count(app, "+5 +4 +3 +2 +1", "+5 +4 | base body", "+2 t2")


def test_with_unknown_sphinx_tiles_no_page_or_export_names_a_winner(uncertain_count_phone: Phone) -> None:
    ranking_data = get_ranking(uncertain_count_phone)
    assert (ranking_data["winners"], ranking_data["certain"]) == ([], False)
    assert ranking_data["possible_places"] == [[1, 2], [1, 3], [2, 3]]
    assert ranking_data["ahead"] == [[0, 2]]
    missing = [(number["label"], number["decides"]) for number in ranking_data["missing"]]
    assert missing == [(f"the points printed on the sphinx {part}", True) for part in ("base", "body")]
    page = uncertain_count_phone.get_board_html()
    assert get_headline(page) == "It is not yet certain who wins"
    assert " wins" not in page.replace("It is not yet certain who wins", "")
    assert "place-1" not in page
    assert get_csv_totals(uncertain_count_phone) == [("15", "", ""), ("", "", ""), ("4", "", "0")]
    assert get_bgstats_players(uncertain_count_phone) == [(None, None), (None, None), (None, False)]
    assert get_result(uncertain_count_phone)["link"] is None
    shared = uncertain_count_phone.get_page("/share").text
    assert "bgstatsapp" not in shared
    assert "that is not certain yet" in shared
    for text in (uncertain_count_phone.get_page(path).text for path in ("/summary.txt", "/result.svg")):
        assert "It is not yet certain who wins" in text
        assert "Not final. Still missing:" in text
        assert "1. " not in text
    assert "places" not in uncertain_count_phone.get_page("/play.toml").text.partition("[end]")[2]


def test_entering_the_missing_numbers_names_the_winner(uncertain_count_phone: Phone) -> None:
    page = uncertain_count_phone.get_board_html()
    assert "<strong>Not final. Still missing: the points printed on the sphinx base" in page
    assert 'name="value.points.2"' in page
    form = {f"value.points.{n}": str(points) for n, points in enumerate((-4, 5, 9))}
    assert uncertain_count_phone.enter(kind="setting", option="edition", **form).status_code == 200
    page = uncertain_count_phone.get_board_html()
    assert get_headline(page) == "You win, Ana!"
    assert "missing" not in page
    assert get_csv_totals(uncertain_count_phone) == [("15", "1", "1"), ("10", "2", "0"), ("4", "3", "0")]
    assert get_bgstats_players(uncertain_count_phone) == [(1, True), (2, False), (3, False)]


def test_a_winner_who_does_not_depend_on_unknown_values_is_named(app: Flask) -> None:
    phone = finish_giza_count(app, "+5 +4 +3 +2 +1", "-5 -4 | base", "+2 t2")
    ranking_data = get_ranking(phone)
    assert (ranking_data["winners"], ranking_data["missing"][0]["decides"]) == ([0], False)
    assert ranking_data["message"] == "Ana wins, whatever the sphinx is worth"
    assert get_headline(phone.get_board_html()) == "You win, whatever the sphinx is worth"
    assert get_csv_totals(phone)[0] == ("15", "1", "1")
    assert get_bgstats_players(phone) == [(1, True), (3, False), (2, False)]
    assert "Ana wins, whatever the sphinx is worth." in phone.get_page("/summary.txt").text
    french = phone.get_page(**{"Accept-Language": "fr"}).text
    assert get_headline(french) == "Vous gagnez, quoi que vaille le sphinx"


def test_a_certain_but_perhaps_shared_first_place_is_exported_as_a_win(app: Flask) -> None:
    phone = finish_giza_count(app, "+5", "+5 +1 | base")
    assert get_headline(phone.get_board_html()) == "Ana: first for certain, but perhaps level with others"
    assert get_csv_totals(phone) == [("5", "1", "1"), ("", "", "")]
    assert get_bgstats_players(phone) == [(1, True), (None, None)]
    assert (get_ranking(phone)["winners"], get_ranking(phone)["won"]) == ([], [True, None])
    exported = get_result(phone)
    assert [player.get("winner") for player in exported["play"]["players"]] == [True, None]
    assert exported["link"] is None
    form = {f"value.points.{n}": str(points) for n, points in enumerate((-4, 5, 9))}
    assert phone.enter(kind="setting", option="edition", **form).status_code == 200
    assert get_bgstats_players(phone) == [(1, True), (2, False)]
    assert get_result(phone)["link"].startswith("https://app.bgstatsapp.com/")


# The Pyramid's Deadline, counted in numbers.

EIGHT_POINT_SHEET = {"numbers": [5, 2, 2]}


def test_level_tombs_need_their_drawings_to_rank(app: Flask) -> None:
    level = [{**EIGHT_POINT_SHEET, "declared": number} for number in (1, 2)]
    phone = count_sheets(app, "deadline", *level, {"killer": True})
    page_before = phone.get_board_html()
    assert "Not entered yet:" in page_before
    assert 'href="#board-0">the drawing of Ana’s tomb' in page_before
    close_count(phone)
    assert get_ranking(phone)["winners"] == []
    assert get_csv_totals(phone) == [("8", "", ""), ("8", "", ""), ("0", "3", "0")]
    assert get_bgstats_players(phone) == [(None, None), (None, None), (3, False)]
    page = phone.get_board_html()
    assert "Still missing: the drawing of Ana’s tomb and the drawing of Bo’s tomb." in page
    assert "printed" not in get_headline(page)
    assert f'href="/t/{phone.code}/change/1">Enter: the drawing of Ana’s tomb' in page
    assert "How the tie was broken" not in page
    assert "Cy caused the Pharaoh’s death and comes last." in page


def test_nobody_wins_without_an_announcement(app: Flask) -> None:
    phone = count_sheets(app, "deadline", {"numbers": [5, 2, 2]}, {"numbers": [6, 3, 3]}, {"killer": True})
    close_count(phone)
    page = phone.get_board_html()
    assert get_headline(page) == "Nobody wins"
    assert '<span class="place">1.</span>' not in page
    assert get_csv_totals(phone) == [("0", "", "0"), ("0", "", "0"), ("0", "3", "0")]
    assert get_bgstats_players(phone) == [(None, False), (None, False), (3, False)]


def test_an_unbroken_tie_is_a_shared_win(app: Flask) -> None:
    phone = finish_giza_count(app, "+5 +4", "+5 +4")
    assert get_headline(phone.get_board_html()) == "You share the win with Bo"
    assert "How the tie was broken" not in phone.get_board_html()
    assert "How the tie was broken" not in phone.get_page("/summary.txt").text


def open_rematch(phone: Phone, **form: str) -> int:
    """Open the rematch, and return the seat that begins it."""
    phone.follow(phone.client.post(f"/t/{phone.code}/rematch", data=form))
    return int(json.loads(phone.get_page("/table.json").data)["first"])


def test_the_seat_with_fewest_points_begins_the_rematch(app: Flask) -> None:
    phone = finish_giza_count(app, "+5", "+4", "+2")
    assert "Who begins?" not in phone.get_board_html()
    assert open_rematch(phone) == 2


def test_the_page_asks_who_begins_the_rematch_of_cheops_1998(app: Flask) -> None:
    phone = count_sheets(app, "cheops_treasure", *({"money": 10 * seat} for seat in range(3)))
    close_count(phone)
    assert "Who begins?" in phone.get_board_html()
    assert open_rematch(phone, first="2") == 2


def test_the_api_names_who_may_begin_and_accepts_a_choice(app: Flask) -> None:
    phone = finish_giza_count(app, "+5 +4 +3", "+4 | base", "+2")
    assert phone.call("GET", "/scores").json["may_begin"] == [1, 2]
    assert phone.call("POST", "/rematch", {"first": 7}).status_code == 400
    phone.use_link(phone.call("POST", "/rematch", {"first": 2}).json)
    assert phone.call("GET", "/file").json["first"] == 2
