"""Ending a game early to count by hand: all players with a phone must agree, and nobody can undo it."""

import re

import pytest
from flask import Flask

from tests.people import Phone, join_table, open_as_host


def open_table_of_three(app: Flask, slug: str = "giza", **options: str) -> tuple[Phone, Phone, Phone]:
    """Return the phones of a host, a second seat and a viewer. In Giza, one tile is covered."""
    host = open_as_host(app, slug, ["Ana", "Bo", "Cy"], **options)
    bo, watching = join_table(app, host.code, 1), join_table(app, host.code)
    if slug == "giza":
        for seat, tile in ((0, "+5"), (1, "-4")):
            answer = host.enter(**{"seat": seat, "tile": tile, "move board site": "Play 0 0"})
            assert answer.status_code == 200
    return host, bo, watching


def tap_button(phone: Phone, says: str) -> None:
    """Send the form of the button with this text, as a browser without scripts does."""
    [form] = re.findall(rf'<form [^>]*data-say="{says}">.*?</form>', phone.get_page().text, re.S)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert phone.client.post(f"/t/{phone.code}/enter", data=fields).status_code == 303


def get_newest_message(phone: Phone) -> str:
    return str(phone.call("GET", "/log").json["entries"][-1]["message"])


def test_a_count_waits_for_every_phone_and_names_those_missing(app: Flask) -> None:
    host, bo, watching = open_table_of_three(app)
    assert bo.enter(kind="count").status_code == 200
    assert bo.get_table_json()["agreement"] == {"agreed": [1], "missing": [0]}
    assert not bo.get_table_json()["counting"]
    assert get_newest_message(bo) == "Bo agreed to reveal everything and count"
    for phone, buttons in ((host, 1), (bo, 0), (watching, 0)):
        page = phone.get_page().text
        assert "Bo agreed to stop here" in page
        assert "Still to agree: Ana." in page
        assert page.count("Reveal and count</button>") == buttons
    assert bo.enter(kind="count").status_code == 422
    assert watching.enter(kind="count").status_code == 403
    assert host.enter(kind="count").status_code == 200
    assert watching.get_table_json()["counting"]
    assert watching.get_table_json()["agreement"] is None
    assert watching.get_table_json()["view"]["sheets"][0]["stacks"][0] == ["+5", "-4"]


def test_play_on_withdraws_the_request_and_works_without_scripts(app: Flask) -> None:
    host, bo, _ = open_table_of_three(app)
    bo.enter(kind="count")
    tap_button(host, "Play on")
    assert host.get_table_json()["agreement"] is None
    assert host.get_table_json()["redo"] is None
    assert "Still to agree" not in bo.get_page().text
    bo.enter(kind="count")
    tap_button(host, "Reveal and count")
    assert host.get_table_json()["counting"]


def test_a_count_does_not_wait_for_a_seat_without_a_phone(app: Flask) -> None:
    host, bo, _ = open_table_of_three(app)
    bo.enter(kind="count")
    bo.enter(kind="undo")
    host.client.post(f"/t/{host.code}/seats/1/free")
    assert host.enter(kind="count").status_code == 200
    assert host.get_table_json()["counting"]
    assert get_newest_message(host) == "From here on the table counts by hand"


def test_a_phone_cannot_agree_for_another_seat(app: Flask) -> None:
    _, bo, _ = open_table_of_three(app)
    bo.enter(kind="count", seat="1")
    bo.enter(kind="count", seat="0")
    assert bo.get_table_json()["agreement"] == {"agreed": [1], "missing": [0]}


@pytest.mark.parametrize(
    ("slug", "options"), [("giza", {"open_stacks": "1"}), ("deadline", {}), ("cheops_catan", {})]
)
def test_if_nothing_is_hidden_a_count_starts_at_once_and_can_be_undone(
    app: Flask, slug: str, options: dict[str, str]
) -> None:
    _, bo, _ = open_table_of_three(app, slug, **options)
    assert bo.enter(kind="count").status_code == 200
    assert bo.get_table_json()["counting"]
    assert bo.enter(kind="undo").status_code == 200
    assert not bo.get_table_json()["counting"]


@pytest.mark.parametrize("seats", [[0, 1], None])
def test_a_table_with_an_agreed_count_can_be_exported_and_imported(
    app: Flask, seats: list[int] | None
) -> None:
    host, bo, _ = open_table_of_three(app)
    for phone in (host, bo):
        phone.enter(kind="count")
    file = host.get_page("/table.json").get_json()
    assert [line["data"] for line in file["log"][2:]] == [{"asked": [0, 1]}] * 2
    if seats is None:  # as an older release wrote it
        file["log"][2:] = [{**file["log"][2], "seat": -1, "data": {}}]
    other = Phone(app)
    brought = other.client.post("/api/v1/tables/import", json=file)
    assert brought.status_code == 201, brought.text
    other.use_link(brought.json)
    assert other.get_table_json()["counting"]
    assert other.get_table_json()["view"] == host.get_table_json()["view"]


def test_an_invalid_list_of_seats_is_malformed(app: Flask) -> None:
    host, bo, _ = open_table_of_three(app)
    for phone in (host, bo):
        phone.enter(kind="count")
    file = host.get_page("/table.json").get_json()
    for seats in ("01", [7], ["0"], {"0": 1}, [[0]]):
        file["log"][2]["data"] = {"asked": seats}
        assert host.client.post("/api/v1/tables/import", json=file).status_code == 400, seats


def test_two_different_sheets_for_one_seat_are_a_conflict(app: Flask) -> None:
    ana = open_as_host(app, "cheops_catan", ["Ana", "Bo", "Cy"], mode="tally")
    bo = join_table(app, ana.code, 1)
    sheet = {"move": "Sheet", "seat": 0, "settlements": 1}
    assert ana.enter(**sheet, seen=0).status_code == 200
    late = bo.enter(**sheet | {"settlements": 2}, seen=0)
    assert (late.status_code, "another phone was first" in late.text) == (409, True)
    assert bo.enter(**sheet, seen=0).status_code == 200, "the same is confirmed"
    assert bo.get_table_json()["version"] == 1
    assert bo.enter(**sheet | {"settlements": 2}, seen=1).status_code == 200, "it was there to be seen"
    assert ana.enter(**sheet | {"seat": 1}, seen=0).status_code == 200, "somebody else's"
