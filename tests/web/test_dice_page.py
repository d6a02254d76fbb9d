"""The page of the roll-and-write: its form enters what the page shows."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Setup
from companion.games import GAMES_BY_SLUG
from companion.games.cheops_dice.pad_copy import check_pad_pages
from tests.forms import parse_forms
from tests.games.cheops_dice.test_sheet import make_record
from tests.offline.forms import iterate_form_fields
from tests.people import Phone, open_as_host


@pytest.fixture
def ana(app: Flask) -> Phone:
    return open_as_host(app, "cheops_dice", ["Ana", "Bo"])


def list_payments(phone: Phone) -> list[str]:
    selects = re.findall(r'<select name="payments\[\]".*?</select>', phone.get_board_html())
    return [re.findall(r'value="([^"]*)"', select)[0] for select in selects]


def test_a_payment_for_the_second_box_is_not_used_for_the_first(ana: Phone) -> None:
    ana.enter(seat=0, move="Roll", **{"dice[]": "green green red"})
    first, second = list_payments(ana)
    assert second == ""
    form = {"move": "Build", "seat": 0, "boxes[]": ["pyramid-1-1", "pyramid-1-3"]}
    assert ana.enter(**form, **{"payments[]": [first, "joker"]}).status_code == 200
    board = ana.get_table_json(ana.code)["view"]["seats"][0]
    assert board["jokers"] == 1
    assert not any(stone["crossed"] for stone in board["quarry"])


def test_before_the_roll_nobody_is_shown_as_done(ana: Phone) -> None:
    assert "has played" not in ana.get_board_html()
    ana.enter(seat=0, move="Roll", **{"dice[]": "green green red"})
    ana.enter(seat=0, move="Pass")
    assert ana.get_board_html().count("has played") == 1
    ana.enter(seat=1, move="Pass")
    assert "has played" not in ana.get_board_html()


def test_a_check_shows_what_would_happen(ana: Phone) -> None:
    ana.enter(seat=0, move="Roll", **{"dice[]": "green orange violet"})
    form = {"key": "asked-0001", "seat": "0", "move": "Build"}
    for language, sentence in (("en", "quarry stone 4, skipping 3 (−4 points)"), ("fr", "sautant 3 (−4")):
        answer = ana.client.post(
            f"/t/{ana.code}/ask", data={**form, "boxes[]": ["pyramid-1-1", "pyramid-1-3"]},
            headers={"HX-Request": "1", "Accept-Language": language},
        )  # fmt: skip
        assert sentence in answer.text
    by_api = ana.call("POST", "/ask", {"seat": 0, "move": "Build", "data": {"boxes": ["pyramid-1-1"]}})
    assert by_api.json["preview"] == ["Green: die.", "Points: 22 → 23."]


def test_a_change_is_checked_against_the_table_before_the_entry(ana: Phone) -> None:
    ana.enter(seat=0, move="Roll", **{"dice[]": "green green red"})
    ana.enter(seat=0, move="Build", **{"boxes[]": "pyramid-1-1"})
    page = unescape(ana.get_page("/change/2").text)
    assert "So far: Ana ticked a green box in the pyramid: now 1 point" in page
    assert '"boxes[]":["pyramid-1-1"]' in page
    form = {"key": "asked-0001", "seat": "0", "move": "Build", "kind": "amend", "of": "2"}
    answer = ana.client.post(
        f"/t/{ana.code}/ask", data={**form, "boxes[]": "pyramid-1-2"}, headers={"HX-Request": "1"}
    )
    assert "Red: die." in answer.text


def make_pad_form_fields(**changed: Any) -> dict[str, str]:
    return dict(iterate_form_fields(make_record(**changed), "value"))


@pytest.fixture
def pad_path(phone: Phone) -> str:
    answer = phone.client.post("/editions/cheops_dice/new", data=make_pad_form_fields())
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def test_reshaping_the_first_pad_page_keeps_its_values(phone: Phone) -> None:
    new = "/editions/cheops_dice/new"
    [form] = [
        form
        for form in parse_forms(phone.client.get(new).text)
        if "value.letter" in form.list_field_names()
    ]
    fields = dict(form.list_default_pairs()) | {
        "value.quarry": "RO" + "?" * 16,
        "value.pyramid.values.1": "12",
    }
    wider = phone.client.get(new, query_string=fields | {"reshape": "quarry 1"}).text
    [form] = [form for form in parse_forms(wider) if "value.letter" in form.list_field_names()]
    values = dict(form.list_default_pairs())
    assert values["value.quarry"] == "RO" + "?" * 17
    assert (values["value.pyramid.values.0"], values["value.pyramid.values.1"]) == ("?", "12")
    assert phone.client.get(new, query_string={"reshape": "quarry 1"}).status_code == 400


def test_an_error_blocks_a_pad_page_and_a_doubt_is_confirmed_once(phone: Phone, pad_path: str) -> None:
    assert 'name="value.quarry" value="?' in phone.client.get(f"{pad_path}/letter").text
    twin = phone.client.post(f"{pad_path}/letter", data=make_pad_form_fields(letter="B"))
    assert (twin.status_code, 'name="sure"' in twin.text) == (422, False)
    odd = make_pad_form_fields(letter="b", quarry="ROYGBV")
    doubted = phone.client.post(f"{pad_path}/letter", data=odd)
    assert (doubted.status_code, 'name="sure"' in doubted.text) == (422, True)
    assert phone.client.post(f"{pad_path}/letter", data={**odd, "sure": "1"}).status_code == 303
    assert 'name="value.quarry" value="ROYGBV"' in phone.client.get(f"{pad_path}/letter?letter=B").text
    assert 'name="value.quarry" value="?' in phone.client.get(f"{pad_path}/letter").text


def read_quarries(phone: Phone, pad_path: str) -> dict[str, str]:
    pages = json.loads(phone.client.get(f"{pad_path}/file").data)["record"]
    return {page["letter"]: page["quarry"] for page in pages}


def test_a_new_pad_page_replaces_no_page_with_its_letter(phone: Phone, pad_path: str) -> None:
    before = read_quarries(phone, pad_path)
    second = {**make_pad_form_fields(letter="A", quarry="ROYGBV"), "former": "", "sure": "1"}
    refused = phone.client.post(f"{pad_path}/letter", data=second)
    assert (refused.status_code, "already has a sheet A" in refused.text) == (422, True)
    assert read_quarries(phone, pad_path) == before
    assert phone.client.post(f"{pad_path}/letter", data={**second, "value.letter": "B"}).status_code == 303
    assert read_quarries(phone, pad_path) == {**before, "B": "ROYGBV"}


def test_the_letter_of_a_pad_page_can_be_corrected(phone: Phone, pad_path: str) -> None:
    quarry = read_quarries(phone, pad_path)["A"]
    page = phone.client.get(f"{pad_path}/letter?letter=A").text
    [form] = [form for form in parse_forms(page) if "former" in form.list_field_names()]
    fields = {**dict(form.list_default_pairs()), "value.letter": "C", "sure": "1"}
    assert phone.client.post(f"{pad_path}/letter", data=fields).status_code == 303
    assert read_quarries(phone, pad_path) == {"C": quarry}
    new = {**make_pad_form_fields(letter="A", quarry="ROYGBV"), "sure": "1"}
    assert phone.client.post(f"{pad_path}/letter", data=new).status_code == 303
    assert list(read_quarries(phone, pad_path)) == ["A", "C"]


def test_a_second_person_confirms_a_pad_page(phone: Phone, pad_path: str) -> None:
    assert phone.client.get(f"{pad_path}/check/A").status_code == 200
    assert phone.client.post(f"{pad_path}/check/A", data={"by": "Ana"}).status_code == 400
    assert phone.client.post(f"{pad_path}/check/A", data={"by": "Bo"}).status_code == 303
    assert "Bo" in phone.client.get(f"{pad_path}?version=2").text


def test_each_seat_chooses_a_pad_page_when_a_table_is_opened(phone: Phone, pad_path: str) -> None:
    secret = pad_path.rsplit("/", 1)[1]
    form = phone.client.get(f"/open/cheops_dice?seats=2&edition={secret}").text
    assert form.count('name="part"') == 2
    assert phone.client.get(f"{pad_path}/edit").headers["Location"] == pad_path


def test_the_picture_of_the_result_has_room_for_each_box_of_a_large_pad_page(app: Flask) -> None:
    record = make_record()
    record["pyramid"] = {"rows": ["R" * (12 - row) for row in range(9)], "values": list(range(1, 10))}
    record["arch"] |= {"left": "G" * 12, "right": "B" * 12, "values": list(range(1, 13))}
    record["arch"]["keystone_value"] = 20
    record["floor"]["grid"] = [".RR", "OO", "........YYYY", "....VVVV"]
    record["bonuses"] = []
    game = GAMES_BY_SLUG["cheops_dice"]
    setup = Setup.of(game.meta, 2, {"sheets": [record, record]})
    assert check_pad_pages([record, record], 2) is None
    template = app.jinja_env.get_template("games/cheops_dice/result.svg")
    view = game.public_view(game.setup(setup))
    seats = template.render(view=view, seat_symbols="▲●", colours=["red", "blue"]).split("<g ")[1:]
    for seat, picture in enumerate(seats):
        left, top, size = map(float, re.findall(r"[\d.]+", picture)[:3])
        places = [(int(x), int(y)) for x, y in re.findall(r'<rect x="([\d-]+)" y="([\d-]+)"', picture)]
        assert len(places) == len(set(places)) == sum(range(4, 13)) + 25 + 12
        assert min(x for x, _ in places) >= 0
        assert min(y for _, y in places) >= 46
        assert left + size * (max(x for x, _ in places) + 34) <= 480 * (seat + 1)
        assert top + size * (max(y for _, y in places) + 34) <= 600
