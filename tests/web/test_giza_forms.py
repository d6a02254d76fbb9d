"""A table of Giza with four phones, which play through the page's forms."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.people import Phone, join_table, open_as_host
from tests.web.test_editions import COPIED_FIELDS


@pytest.fixture
def ana(app: Flask) -> Phone:
    phone = open_as_host(app, "giza", ["Ana", "Bo", "Cy", "Di"], demolish_others_sphinx="1")
    phone.enter_for("all")
    return phone


@pytest.fixture
def counting_phone(app: Flask) -> Phone:
    return open_as_host(app, "giza", ["Ana", "Bo"], mode="tally")


def test_without_scripts_the_form_redirects_to_the_table(ana: Phone) -> None:
    form = {"key": "plain-0001", "seat": "0", "tile": "+5", "move board site": "Play 0 0"}
    answer = ana.client.post(f"/t/{ana.code}/enter", data=form)
    assert answer.status_code == 303
    refused = ana.client.post(f"/t/{ana.code}/enter", data={**form, "key": "plain-0002"})
    assert refused.status_code == 422
    assert "<!doctype html>" in refused.text


def test_the_result_waits_for_the_points_of_the_sphinx(ana: Phone) -> None:
    ana.enter(seat=0, tile="base", **{"move board site": "Play 0 3"})
    assert "?" in ana.get_page("/scores").text
    box = {**COPIED_FIELDS, "value.points.0": "−4"}
    answer = ana.enter(kind="setting", option="edition", **box)
    assert answer.status_code == 200, answer.text
    assert re.search(r"Sphinx</span><b>−4</b>", ana.get_page("/scores").text)
    wrong = ana.enter(kind="setting", option="edition", **{**box, "value.points.0": "4"})
    assert wrong.status_code == 422
    assert "negative number" in wrong.text


@pytest.mark.parametrize(
    ("board", "sentence"),
    [(0, "Ana laid the base on the sphinx"), (1, "Ana laid the base on Bo’s sphinx")],
)
def test_the_log_says_on_whose_sphinx_a_part_was_laid(ana: Phone, board: int, sentence: str) -> None:
    ana.enter(seat=0, tile="base", **{"move board site": f"Play {board} 3"})
    line = ana.call("GET", "/log").json["entries"][-1]
    assert line["message"] == sentence


def test_only_the_owner_of_a_board_is_called_you(app: Flask, ana: Phone) -> None:
    bo, cy = (join_table(app, ana.code, seat) for seat in (1, 2))
    ana.enter(seat=0, tile="base", **{"move board site": "Play 1 3"})
    for phone, whose in ((bo, "your sphinx"), (cy, "Bo’s sphinx")):
        text = re.sub(r"<[^>]*>", "", phone.get_board_html())
        assert f"Ana laid the base on {whose}" in text


def test_printed_values_are_not_asked_for_during_the_game(ana: Phone, counting_phone: Phone) -> None:
    ana.enter(seat=0, tile="base", **{"move board site": "Play 0 3"})
    for seat, stacks in enumerate([["", "", "", "base"], ["-3", "", "", ""]]):
        sheet = {f"stacks.{site}[]": stack for site, stack in enumerate(stacks)}
        assert counting_phone.enter(seat=seat, move="Sheet", **sheet).status_code == 200
    for phone in (ana, counting_phone):
        assert "printed on the sphinx" not in phone.get_board_html()
    counting_phone.enter(seat=0, move="Close")
    assert (
        counting_phone.get_board_html().count("Still missing: the points printed on the sphinx base") == 1
    )


def test_a_viewer_can_join_by_the_code(app: Flask, ana: Phone) -> None:
    sentence = f"join with the code {ana.code} and choose “Just watch”"
    assert sentence in ana.get_page("/seats").text
    assert sentence in ana.client.post(f"/t/{ana.code}/seats/viewer").text
    assert sentence not in ana.client.post(f"/t/{ana.code}/seats/1/invite").text
    door = app.test_client().get(f"/join?code={ana.code}", follow_redirects=True)
    assert ">Just watch</button>" in door.text
    screen = join_table(app, ana.code)
    assert 'class="qr corner"' in screen.get_page().text
    assert "/enter" not in screen.get_page().text
    ana.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"})
    ana.enter(kind="undo")
    assert ["Redo" in phone.get_board_html() for phone in (ana, screen)] == [True, False]
    assert "/enter" not in screen.get_board_html()
    ana.client.post(f"/t/{ana.code}/seats/viewers/end")
    assert screen.get_page("/log").status_code == 403


def test_a_missing_field_is_named_in_words(app: Flask) -> None:
    phone = open_as_host(app, "cheops_dice", ["Ana", "Bo"], sheets="practice_1")
    answer = phone.client.post(f"/t/{phone.code}/ask", data={"seat": "0", "move": "Build"})
    assert answer.status_code == 400
    assert "Missing or wrong: the boxes to tick." in answer.text


def test_an_unknown_board_is_refused_in_words(ana: Phone) -> None:
    answer = ana.enter(move="Play", seat="0", tile="+1", board="5", site="0")
    assert "Nobody sits there: choose another board." in answer.text


def test_the_log_shows_what_a_building_cost(app: Flask) -> None:
    phone = open_as_host(app, "cheops_dice", ["Ana", "Bo"])
    dice = "red orange yellow"
    phone.enter(seat=0, move="Roll", **{"dice[]": dice})
    phone.enter(seat=0, move="Build", **{"boxes[]": "pyramid-1-1"})
    assert phone.get_page("/log").text.count('class="thing"') == 4
    assert "now 1 point. Crossed off: stone 5" in phone.get_page("/log").text
    phone.enter(kind="undo")
    assert re.search(r"Ana ticked pyramid box 1-1\s*<", phone.get_page("/log").text)


def test_a_move_out_of_turn_can_be_entered_for_the_awaited_seat(ana: Phone) -> None:
    refused = ana.enter(**{"tile": "+2", "move board site seat": "Play 1 0 1"}).text
    assert "Enter it for Ana" in refused
    assert 'name="move board site seat" value="Play 1 0 0"' in refused


def test_the_tiles_of_the_edition_are_offered(counting_phone: Phone) -> None:
    numbers = {f"value.treasures.{n}": n + 1 for n in range(4)}
    each = {f"value.each.{n}": 2 for n in range(3)}
    assert counting_phone.enter(kind="setting", option="edition", **numbers, **each).status_code == 200
    assert set(re.findall(r'data-coin="(\d)"', counting_phone.get_board_html())) == {"1", "2", "3", "4"}


def test_a_stack_against_the_rules_can_be_allowed_by_the_table(counting_phone: Phone) -> None:
    stacks = {"stacks.0[]": "+3 +5", "stacks.1[]": "", "stacks.2[]": "", "stacks.3[]": ""}
    answer = counting_phone.enter(seat=0, move="Sheet", **stacks)
    assert answer.status_code == 422
    assert "Allow anyway" in answer.text
    assert counting_phone.enter(seat=0, move="Sheet", kind="ruling", **stacks).status_code == 200


def test_a_sheet_can_be_corrected_after_the_count(counting_phone: Phone) -> None:
    for seat in (0, 1):
        counting_phone.enter(seat=seat, move="Sheet", **{f"sums.{n}": 4 - seat for n in range(4)})
    counting_phone.enter(seat=0, move="Close")
    page = counting_phone.get_page("/change/2").text
    assert re.findall(r'name="sums\.0"[^>]* value="(\d+)"', page) == ["3"]
    assert re.findall(r'name="(?:kind|of)" value="(\w+)"', page) == ["amend", "2"] * 2
    sums = {f"sums.{n}": 5 for n in range(4)}
    assert counting_phone.enter(kind="amend", of=2, seat=1, move="Sheet", **sums).status_code == 200
    assert counting_phone.call("GET", "/scores").json["ranking"]["winners"] == [1]


def test_the_form_for_a_changed_entry_has_its_newest_values(ana: Phone) -> None:
    ana.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"})
    for tile, site in (("+4", 1), ("-3", 2)):
        move = {"tile": tile, "move board site": f"Play 0 {site}"}
        assert ana.enter(kind="amend", of=1, seat=0, **move).status_code == 200
    page = unescape(ana.get_page("/change/1").text)
    assert "laid a −3 stone on Menkaure" in page
    assert re.findall(r'"tile":"([^"]+)","board":"0","site":"(\d)"', page) == [("-3", "2")]
