"""The pages of Catan: Cheops: what the page offers before a roll, and the page of the rules."""

import re
from collections.abc import Collection

import pytest
from flask import Flask

from companion.games.cheops_catan.parts import make_founding_order
from companion.games.seeds import load_plays
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone, join_table, open_as_host


@pytest.fixture
def ana(app: Flask) -> Phone:
    """Return the host's phone after the founding phase. Seat 0 has a settlement at the pyramid's site."""
    return open_table_after_founding(app, at_site=(6,), black_stones="15", own_road="1")


def open_table_after_founding(app: Flask, at_site: Collection[int], **options: str) -> Phone:
    phone = open_as_host(app, "cheops_catan", ["Ana", "Bo", "Cy"], **options)
    phone.enter_for("all")
    for number, seat in enumerate(make_founding_order(3, 0)):
        phone.enter(seat=seat, **{"move at_site": f"Found {int(number in at_site)}"})
    return phone


def list_button_values(phone: Phone) -> set[str]:
    return set(re.findall(r'<button[^>]* value="([^"]+)"', phone.get_board_html()))


def test_buying_a_card_is_offered_to_the_seat_that_rolls_next(ana: Phone) -> None:
    assert "Knight 0" in list_button_values(ana)
    assert ana.get_table_json()["awaiting"]["message"] == "Ana rolls, but may play a card first."
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    assert ana.get_table_json()["awaiting"]["message"] == "Ana builds; Bo rolls next."
    assert {"Knight 0", "Knight 1", "ShowPoint 1", "Build 0 road 0"} <= list_button_values(ana)
    assert ana.enter(seat=0, **{"move seat": "Knight 1"}).status_code == 200
    assert {"Knight 1", "Roll 1 6"} <= list_button_values(ana)
    assert "Roll 2 6" not in list_button_values(ana)


def test_only_a_seat_without_a_building_at_the_site_may_build_on_anothers(ana: Phone) -> None:
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    assert {"Lay 0", "Lay 0 1", "Lay 0 2"} & list_button_values(ana) == {"Lay 0"}
    ana.enter(seat=0, **{"move seat total": "Roll 1 6"})
    assert {"Lay 1", "Lay 1 0", "Lay 1 2"} & list_button_values(ana) == {"Lay 1 0"}


def test_the_page_of_an_older_entry_offers_everything(ana: Phone) -> None:
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    page = ana.get_page("/change/10").text
    assert {"Build 0 road 0", "Lay 0 1", "Purchase 0 0"} <= set(
        re.findall(r'<button[^>]* value="([^"]+)"', page)
    )


def test_the_page_of_revealed_cards_offers_every_seat_that_waited(app: Flask) -> None:
    log = load_plays("cheops_catan")["shared_win"]["log"]
    first = next(number for number, line in enumerate(log, 1) if line.get("move") == "Reveal")
    waiting = len([line for line in log if line.get("move") == "Reveal"])
    phone = import_file(app, make_table_file("cheops_catan", "shared_win"))
    assert phone.get_page(f"/change/{first}").text.count("hidden-cards") == waiting


def test_the_rules_page_shows_the_options_and_marks_our_own_rulings(app: Flask, ana: Phone) -> None:
    page = ana.get_page("/rules").text
    assert "Black stones – 15" in page
    assert "A route starts with your own road – yes" in page
    assert "The Blessing’s holder is never cursed – no" in page
    assert "16 black" not in page
    assert "We added this" not in page
    phone = open_as_host(app, "cheops_catan", ["Ana", "Bo", "Cy"], holder_spared="1")
    assert "never cursed – yes</b> We added this" in phone.get_page("/rules").text


def test_a_stone_that_lifts_the_curse_says_so(ana: Phone) -> None:
    def count_sentences() -> int:
        return ana.get_board_html().count("Curse lifted")

    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    assert count_sentences() == 0, "nobody is cursed"
    ana.enter(move="Lay", seat=0)
    ana.enter(seat=1, **{"move seat total": "Roll 1 6"})
    assert count_sentences() == 1
    ana.enter(move="Lay", seat=1, owner=0)
    assert count_sentences() == 0, "Bo's Curse is lifted now"


def test_a_seat_can_enter_its_income_out_of_turn(app: Flask, ana: Phone) -> None:
    cy, screen = join_table(app, ana.code, 2), join_table(app, ana.code)
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    assert list_button_values(cy) >= {"Income 2 1", "Income 2 2"}
    assert not any(value.startswith("Income") for value in list_button_values(screen))


def test_a_seven_shows_that_it_brings_no_gold(ana: Phone) -> None:
    ana.enter(seat=0, **{"move seat total": "Roll 0 7"})
    assert "A 7 yields no gold" in ana.get_board_html()
    assert ana.enter(seat=0, **{"move seat gold": "Income 1 2"}).status_code == 200


def test_a_ruling_names_every_rule_that_it_overrides(app: Flask) -> None:
    phone = open_table_after_founding(app, at_site=range(9))
    phone.enter(**{"move seat total": "Roll 0 8"})
    phone.enter(move="Lay", seat=0)
    against = [
        "Wait: Ana is still building. A roll ends the turn.",
        "Lay the stone without paying: Bo has a building at the site.",
        "Bo must roll first: only a card may be played before the roll.",
    ]
    refused = phone.enter(move="Lay", seat=1, owner=0)
    answer = phone.client.post(f"/t/{phone.code}/ask", data={"move": "Lay", "seat": 1, "owner": 0})
    for page in (refused, answer):
        places = [page.text.index(sentence) for sentence in against]
        assert places == sorted(places)
    body = {"key": "a-ruling-1", "move": "Lay", "seat": 1, "data": {"owner": 0}}
    error = phone.call("POST", "/entries", body).json["error"]
    assert [error["message"], *(other["message"] for other in error["besides"])] == against
    assert phone.enter(move="Lay", seat=1, owner=0, kind="ruling").status_code == 200
    line = phone.call("GET", "/log").json["entries"][-1]
    assert [refusal["message"] for refusal in line["overruled"]] == against
    log = phone.get_page("/log").text
    assert all(sentence in log for sentence in against)


def test_the_drawing_shows_who_reaches_which_site(app: Flask) -> None:
    phone = open_as_host(app, "cheops_catan", ["Ana", "Bo", "Cy"])
    phone.enter_for("all")
    for start, end, seat in (("Delta", "Sais", 1), ("Sais", "Giza", 2)):
        assert phone.enter(move="Connect", seat=seat, start=start, end=end).status_code == 200
    for crossing, seat, at_site in (("Giza", 0, {"at_site": "1"}), ("Delta", 1, {})):
        assert phone.enter(move="Mark", seat=seat, crossing=crossing, **at_site).status_code == 200
    shown = re.findall(r"<li>\s*([^<]* reaches [^<]*?)\s*</li>", phone.get_board_html())
    assert shown == ["Bo reaches Ana’s site: Delta – Sais – Giza"]
