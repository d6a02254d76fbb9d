"""The scenario's pages: what is offered before a roll, and what the rules at hand say of the switches."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games.cheops_catan.parts import founding_order
from companion.games.seeds import plays
from tests.exports.test_exports import brought_in, file_of
from tests.forms import forms_of
from tests.people import Phone


@pytest.fixture
def ana(app: Flask) -> Phone:
    """A founded table, the first seat at the site; the first seat's phone."""
    return founded(app, at_site=(6,), black_stones="15", own_road="1")


def founded(app: Flask, at_site: Collection[int], **options: str) -> Phone:
    """One phone for three at a table on which everybody has founded; these settlements at the site."""
    phone = Phone(app)
    phone.open("cheops_catan", ["Ana", "Bo", "Cy"], **options)
    phone.enter_for("all")
    for number, seat in enumerate(founding_order(3, 0)):
        phone.enter(seat=seat, **{"move at_site": f"Found {int(number in at_site)}"})
    return phone


def offered(phone: Phone) -> set[str]:
    """The values of the buttons on the page."""
    return set(re.findall(r'<button[^>]* value="([^"]+)"', phone.board()))


def test_a_card_is_offered_to_the_seat_that_rolls_next(ana: Phone) -> None:
    assert "Knight 0" in offered(ana)
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    assert {"Knight 0", "Knight 1", "ShowPoint 1", "Build 0 road 0"} <= offered(ana)
    assert ana.enter(seat=0, **{"move seat": "Knight 1"}).status_code == 200
    assert {"Knight 1", "Roll 1 6"} <= offered(ana)
    assert "Roll 2 6" not in offered(ana)


def test_a_stone_without_a_site_answers_why(app: Flask) -> None:
    """The one coloured key was dead and silent until somebody stood at the site."""
    ana = founded(app, at_site=())
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    refused = press(ana, ana.board(), "Lay 0")
    assert refused.status_code == 422
    assert "the first settlement at the site" in refused.text


@pytest.mark.parametrize("seat", [0, 1], ids=["first of all", "after another's turn"])
@pytest.mark.parametrize("tap", ["Build {} road 0", "Lay {}", "Give {} 2 1"])
def test_what_comes_before_the_roll_by_agreement_can_be_allowed(
    ana: Phone, seat: int, tap: str
) -> None:
    if seat:
        ana.enter(**{"move seat total": "Roll 0 6"})
    value = tap.format(seat) + (" 0" if seat and tap.startswith("Lay") else "")
    version, refused = ana.version(), press(ana, ana.board(), value)
    assert refused.status_code == 422
    assert "rolls first" in refused.text
    assert press(ana, refused.text).status_code == 200
    assert ana.version() == version + 1
    assert ana.told(ana.code)["view"]["turn"] == seat
    assert f"Roll {seat} 6" in offered(ana)


def press(phone: Phone, page: str, value: str = "") -> TestResponse:
    """Tap the button of that value on a page or in an answer, as htmx sends it; without, the only one."""
    forms = [
        (form, b) for form in forms_of(page) for b in form.buttons if (b or ("", ""))[1] == value
    ]
    ((form, button),) = forms
    sent = dict([*form.untouched(), *([button] if button else [])])
    del sent["key"]
    return phone.enter(**sent)


def test_only_who_has_no_building_at_the_site_is_offered_anothers(ana: Phone) -> None:
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    assert {"Lay 0", "Lay 0 1", "Lay 0 2"} & offered(ana) == {"Lay 0"}
    ana.enter(seat=0, **{"move seat total": "Roll 1 6"})
    assert {"Lay 1", "Lay 1 0", "Lay 1 2"} & offered(ana) == {"Lay 1 0"}


def test_an_entry_that_the_rules_refuse_now_can_be_repaired_by_a_tap(ana: Phone) -> None:
    """On the page of an older entry everything is offered, so that the table can allow it."""
    ana.enter(seat=0, **{"move seat total": "Roll 0 6"})
    page = ana.see("/change/10").text
    assert {"Build 0 road 0", "Lay 0 1", "Purchase 0 0"} <= set(
        re.findall(r'<button[^>]* value="([^"]+)"', page)
    )


def test_the_rules_at_hand_say_what_the_table_switched(ana: Phone) -> None:
    page = ana.see("/rules").text
    assert "Black stones – 15" in page
    assert "Routes leave by an own road – yes" in page
    assert "The Blessing’s holder is never cursed – no" in page
    assert "16 black" not in page
    assert "ur ruling" not in page


def test_the_rules_at_hand_own_up_to_our_ruling(app: Flask) -> None:
    phone = Phone(app)
    phone.open("cheops_catan", ["Ana", "Bo", "Cy"], holder_spared="1")
    assert "never cursed – yes</b> Our ruling" in phone.see("/rules").text


def test_a_seven_says_that_it_yields_no_gold(ana: Phone) -> None:
    ana.enter(seat=0, **{"move seat total": "Roll 0 7"})
    assert "A 7 yields no gold" in ana.board()
    assert ana.enter(seat=0, **{"move seat gold": "Income 1 2"}).status_code == 200


@pytest.mark.parametrize("name", ["pyramid_complete", "shared_win"])
def test_what_the_page_says_of_the_next_stone_comes_true(app: Flask, name: str) -> None:
    record = plays("cheops_catan")[name]
    for stop, line in enumerate(record["log"]):
        if line.get("move") == "Lay":
            before, after = (rows(app, name, entries) for entries in (stop, stop + 1))
            assert [points + change for points, change in before] == [points for points, _ in after]


def rows(app: Flask, name: str, entries: int) -> list[tuple[int, int]]:
    """Each seat's points, and what the page says that the next stone would change."""
    phone = brought_in(app, file_of("cheops_catan", name, entries))
    phone.enter_for("all")
    found = re.findall(
        r'class="sum"[^>]*>(-?\d+)</b>\s*<span role="cell" class="change">(.*?)</span>',
        phone.board(),
        re.DOTALL,
    )
    changes = [re.search(r">\s*([+−±])(\d+)", change) for _, change in found]
    return [
        (int(points), (-1 if told[1] == "−" else 1) * int(told[2]) if told else 0)
        for (points, _), told in zip(found, changes, strict=True)
    ]


def test_a_ruling_names_all_that_it_overrules(app: Flask) -> None:
    """Bo, who has not rolled, lays a stone through Ana's site though Bo has an own one."""
    phone = founded(app, at_site=range(9))
    phone.enter(**{"move seat total": "Roll 0 8"})
    phone.enter(move="Lay", seat=0)
    against = [
        "It is still Ana’s turn: this would end it.",
        "Bo has a building at the site: no gold is paid.",
        "Bo rolls first: before the roll nothing but a card.",
    ]
    refused = phone.enter(move="Lay", seat=1, owner=0)
    asked = phone.client.post(f"/t/{phone.code}/ask", data={"move": "Lay", "seat": 1, "owner": 0})
    for page in (refused, asked):
        places = [page.text.index(sentence) for sentence in against]
        assert places == sorted(places)
    body = {"key": "a-ruling-1", "move": "Lay", "seat": 1, "data": {"owner": 0}}
    entries = f"/api/v1/tables/{phone.code}/entries"
    error = phone.client.post(entries, json=body, headers=phone.bearer()).get_json()["error"]
    assert [error["message"], *(other["message"] for other in error["besides"])] == against
    assert phone.enter(move="Lay", seat=1, owner=0, kind="ruling").status_code == 200
    line = phone.asked(f"/api/v1/tables/{phone.code}/log").get_json()["entries"][-1]
    assert [refusal["message"] for refusal in line["overruled"]] == against
    log = phone.see("/log").text
    assert all(sentence in log for sentence in against)
