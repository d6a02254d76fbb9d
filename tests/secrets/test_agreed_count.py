"""Laying open what is hidden: asked of everybody with a phone, waited for on the page, never undone."""

import re

import pytest
from flask import Flask

from tests.people import Phone


def three(app: Flask, slug: str = "giza", **options: str) -> tuple[Phone, Phone, Phone]:
    """A host and two seats with phones; in Giza one tile is covered."""
    host, bo, watching = Phone(app), Phone(app), Phone(app)
    code = host.open(slug, ["Ana", "Bo", "Cy"], **options)
    bo.sit(code, 1)
    watching.watch(code)
    if slug == "giza":
        for seat, tile in ((0, "+5"), (1, "-4")):
            answer = host.enter(**{"seat": seat, "tile": tile, "move board site": "Play 0 0"})
            assert answer.status_code == 200
    return host, bo, watching


def press(phone: Phone, says: str) -> None:
    """The button that says so, sent without a script."""
    [form] = re.findall(rf'<form [^>]*data-say="{says}">.*?</form>', phone.get_page().text, re.S)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert phone.client.post(f"/t/{phone.code}/enter", data=fields).status_code == 303


def test_it_waits_for_everybody_with_a_phone_and_says_for_whom(app: Flask) -> None:
    host, bo, watching = three(app)
    assert bo.enter(kind="count").status_code == 200
    assert bo.told()["agreement"] == {"agreed": [1], "missing": [0]}
    assert not bo.told()["counting"]
    for phone, buttons in ((host, 1), (bo, 0), (watching, 0)):
        page = phone.get_page().text
        assert "Bo agreed to stop here" in page
        assert "Still to agree: Ana." in page
        assert page.count("Reveal and count</button>") == buttons
    assert bo.enter(kind="count").status_code == 422
    assert watching.enter(kind="count").status_code == 403
    assert host.enter(kind="count").status_code == 200
    assert watching.told()["counting"]
    assert watching.told()["agreement"] is None
    assert watching.told()["view"]["sheets"][0]["stacks"][0] == ["+5", "-4"]


def test_playing_on_takes_the_wish_back_and_the_buttons_need_no_script(app: Flask) -> None:
    host, bo, _ = three(app)
    bo.enter(kind="count")
    press(host, "Play on")
    assert host.told()["agreement"] is None
    assert host.told()["redo"] is None
    assert "Still to agree" not in bo.get_page().text
    bo.enter(kind="count")
    press(host, "Reveal and count")
    assert host.told()["counting"]


def test_a_seat_without_a_phone_is_not_waited_for(app: Flask) -> None:
    host, bo, _ = three(app)
    bo.enter(kind="count")
    bo.enter(kind="undo")
    host.client.post(f"/t/{host.code}/seats/1/free")
    assert host.enter(kind="count").status_code == 200
    assert host.told()["counting"]


def test_nobody_agrees_in_anothers_name(app: Flask) -> None:
    _, bo, _ = three(app)
    bo.enter(kind="count", seat="1")
    bo.enter(kind="count", seat="0")
    assert bo.told()["agreement"] == {"agreed": [1], "missing": [0]}


@pytest.mark.parametrize(
    ("slug", "options"), [("giza", {"open_stacks": "1"}), ("deadline", {}), ("cheops_catan", {})]
)
def test_where_nothing_is_hidden_the_count_begins_and_is_undone_as_ever(
    app: Flask, slug: str, options: dict[str, str]
) -> None:
    _, bo, _ = three(app, slug, **options)
    assert bo.enter(kind="count").status_code == 200
    assert bo.told()["counting"]
    assert bo.enter(kind="undo").status_code == 200
    assert not bo.told()["counting"]


@pytest.mark.parametrize("asked", [[0, 1], None])
def test_a_table_with_a_count_travels_as_a_file(app: Flask, asked: list[int] | None) -> None:
    host, bo, _ = three(app)
    for phone in (host, bo):
        phone.enter(kind="count")
    file = host.get_page("/table.json").get_json()
    assert [line["data"] for line in file["log"][2:]] == [{"asked": [0, 1]}] * 2
    if asked is None:  # as an older release wrote it
        file["log"][2:] = [{**file["log"][2], "seat": -1, "data": {}}]
    other = Phone(app)
    brought = other.client.post("/api/v1/tables/import", json=file)
    assert brought.status_code == 201, brought.text
    other.use_link(brought.json)
    assert other.told()["counting"]
    assert other.told()["view"] == host.told()["view"]


def test_a_made_up_list_of_seats_is_malformed(app: Flask) -> None:
    host, bo, _ = three(app)
    for phone in (host, bo):
        phone.enter(kind="count")
    file = host.get_page("/table.json").get_json()
    for asked in ("01", [7], ["0"], {"0": 1}, [[0]]):
        file["log"][2]["data"] = {"asked": asked}
        assert host.client.post("/api/v1/tables/import", json=file).status_code == 400, asked


def test_a_sheet_that_two_phones_told_unlike_is_said_to_differ(app: Flask) -> None:
    ana, bo = Phone(app), Phone(app)
    bo.sit(ana.open("cheops_catan", ["Ana", "Bo", "Cy"], mode="tally"), 1)
    told = {"move": "Sheet", "seat": 0, "settlements": 1}
    assert ana.enter(**told, seen=0).status_code == 200
    late = bo.enter(**told | {"settlements": 2}, seen=0)
    assert (late.status_code, "another phone was first" in late.text) == (409, True)
    assert bo.enter(**told, seen=0).status_code == 200, "the same is confirmed"
    assert bo.told()["version"] == 1
    assert bo.enter(**told | {"settlements": 2}, seen=1).status_code == 200, "it was there to be seen"
    assert ana.enter(**told | {"seat": 1}, seen=0).status_code == 200, "somebody else's"
