"""The join page and its field for a code or a link, and typed numbers in any script."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.engine.json_data import parse_whole_number
from companion.tables.links import find_table_path
from tests.all_games import each_game
from tests.javascript import call_function
from tests.people import Phone, join_table, open_as_host
from tests.web.test_lobby import LobbyTable

RADIO_PATTERN = re.compile(r'<input\s+class="over"\s+type="radio"\s+name="seat"\s+value="(\d+)"([^>]*)>')
BUTTON_PATTERN = re.compile(r"<button[^>]*>")


def render_join_page(table: LobbyTable, phone: Phone | None = None, more: str = "") -> str:
    return (phone or Phone(table.app)).client.get(f"/j/{table.code}{more}").text


def find_seat_choices(page: str) -> dict[int, bool]:
    """Return, by seat that can be chosen, whether it is already selected."""
    return {int(seat): " checked" in rest for seat, rest in RADIO_PATTERN.findall(page)}


@each_game
def test_the_first_unnamed_free_seat_is_preselected(app: Flask, game: Game[Any]) -> None:
    table = LobbyTable(app, game.meta.slug, game.meta.seats[0])
    page = render_join_page(table)
    assert find_seat_choices(page) == {seat: seat == 1 for seat in range(1, game.meta.seats[0])}
    sits = [tag for tag in BUTTON_PATTERN.findall(page) if "sit-down" in tag]
    assert len(sits) == 1
    assert "Sit down as #" in sits[0]
    for seat in range(1, game.meta.seats[0]):
        table.join_guest(seat, f"N{seat}")
    more = {game.meta.seats[0]: True} if game.meta.seats[1] > game.meta.seats[0] else {}
    assert find_seat_choices(render_join_page(table)) == more


@pytest.mark.parametrize("started", [False, True])
def test_a_seat_named_for_somebody_else_is_not_preselected(app: Flask, started: bool) -> None:
    table = LobbyTable(app, seats=3)
    bo = Phone(app)
    bo.client.post("/open/giza", data={"host": "Bo", "seats": "2"})
    for seat, name in ((1, "Bo"), (2, "Cy")):
        table.change(f"seats/{seat}", name=name)
    if started:
        table.change("start")
    assert find_seat_choices(render_join_page(table)) in (
        {1: False, 2: False},
        {1: False, 2: False, 3: True},
    )
    assert find_seat_choices(render_join_page(table, bo))[1]
    choices = [rest for _, rest in RADIO_PATTERN.findall(render_join_page(table))]
    assert all("required" in choice for choice in choices), "the Enter key takes nobody's seat"
    assert Phone(app).client.post(f"/j/{table.code}", data={"name": "Di"}).status_code == 400


def test_a_seat_with_a_default_name_can_be_taken_in_every_language(app: Flask) -> None:
    host, guest = open_as_host(app, "giza", ["Ana", ""]), Phone(app)
    french = {"Accept-Language": "fr"}
    page = guest.client.get(f"/j/{host.code}", headers=french).text
    assert "Joueur 2" in page
    form = {"seat": "1", "name": "Bo", "shown": re.findall(r'name="shown" value="([^"]*)"', page)}
    answer = guest.client.post(f"/j/{host.code}", data={**form, "shown": ["Ana", "Bo"]}, headers=french)
    assert answer.headers["Location"] == f"/j/{host.code}?again=1"
    answer = guest.client.post(f"/j/{host.code}", data=form, headers=french)
    assert answer.headers["Location"] == f"/t/{host.code}"


def test_a_started_table_gets_no_further_seat(app: Flask, ana: Phone) -> None:
    bo, cy = join_table(app, ana.code, 1), Phone(app)
    assert bo.get_table_json()["names"] == ["Ana", "Bo"]
    assert 'value="2"' not in cy.client.get(f"/j/{ana.code}").text
    assert cy.sit(ana.code, 2).headers["Location"] == f"/j/{ana.code}?again=1"
    assert ana.get_table_json()["names"] == ["Ana", "Bo"]


def test_a_taken_seat_can_be_requested_instead_of_a_free_one(app: Flask) -> None:
    table = LobbyTable(app, seats=3)
    table.join_guest(1, "Bo")
    page = render_join_page(table, more="?old=1")
    assert find_seat_choices(page) == {2: False}
    assert f'action="/j/{table.code}/ask"' in page


UNNAMED_SEAT = {"sign": "■", "name": ""}
BUTTON_TEXTS: list[tuple[str, dict[str, str] | None, str]] = [
    ("Cy", UNNAMED_SEAT, "■ Sit down as Cy"),
    (" Cy ", UNNAMED_SEAT, "■ Sit down as Cy"),
    ("", UNNAMED_SEAT, "■ Sit down"),
    ("", {**UNNAMED_SEAT, "name": "Di"}, "■ Sit down as Di"),
    ("Cy", {**UNNAMED_SEAT, "name": "Di"}, "■ Sit down as Cy"),
    ("Cy", None, "Sit down as Cy"),
    ("$&", UNNAMED_SEAT, "■ Sit down as $&"),
]
"""The typed name, the chosen seat, and the text of the button."""


def test_the_button_names_the_person_who_sits_down() -> None:
    sentences = {"plain": "Sit down", "named": "Sit down as #"}
    calls = [[typed, seat, sentences] for typed, seat, _ in BUTTON_TEXTS]
    assert call_function("join.js", "formatButtonText", calls) == [text for *_, text in BUTTON_TEXTS]


@pytest.mark.parametrize("way", ["{}.", "{})", "{}/", " {} ", "{}-", "“{}”"])
def test_a_code_is_normalized_in_links_and_fields(app: Flask, ana: Phone, way: str) -> None:
    written = way.format(f"{ana.code[:3]}-{ana.code[3:].lower()}")
    stranger = app.test_client()
    assert stranger.get(f"/j/{written}").status_code == 200
    assert ana.client.get(f"/t/{written}").status_code == 200
    assert stranger.get("/join", query_string={"code": written}).headers["Location"] == f"/j/{ana.code}"


@pytest.mark.parametrize("mark", [".", ")", "),", "”"])
def test_a_link_works_with_punctuation_from_a_chat(app: Flask, ana: Phone, mark: str) -> None:
    group = ana.client.post("/groups", data={"name": "Friday"}).headers["Location"]
    for link in (ana.make_viewer_link(), ana.make_invitation(1), group):
        answer = Phone(app, ana.code).client.get(link + mark)
        assert answer.status_code in (200, 303), link


def test_minus_signs_are_accepted_as_minus(app: Flask) -> None:
    count = open_as_host(app, "giza", ["Ana", "Bo"], "tally")
    stacks = {f"stacks.{n}[]": "" for n in range(1, 4)} | {"stacks.0[]": "+3 −2"}
    assert count.enter(seat=0, move="Sheet", **stacks).status_code == 200
    box = open_as_host(app, "cheops_treasure", ["Ana", "Bo"])
    response = box.enter(kind="setting", option="prices", **{"value.red": "5/−10"})
    assert response.status_code == 200, response.text


@pytest.mark.parametrize("field", ["of", "seen", "only_at", "seat"])
def test_an_entry_with_an_invalid_number_is_not_stored(ana: Phone, field: str) -> None:
    assert ana.enter(kind="note", text="x", **{field: "12,5"}).status_code == 400


@pytest.mark.parametrize(
    ("written", "meant"),
    [("−3", -3), ("–3", -3), ("+3", 3), ("١٢", 12), (" 7 ", 7), ("12,5", None), ("1_2", None), ("", None)],
)
def test_numbers_are_read_in_any_script(written: str, meant: int | None) -> None:
    assert parse_whole_number(written) == meant


PATHS_BY_LINK = {
    "http://192.168.1.20:8000/j/ABCDEF": "/j/ABCDEF",
    "https://spiele.local/j/ABCDEF?again=1": "/j/ABCDEF",
    "Come to our table: http://192.168.1.20:8000/j/ABCDEF. See you!": "/j/ABCDEF",
    "192.168.1.20:8000/j/abcdef": "/j/abcdef",
    "http://192.168.1.20:8000/t/ABCDEF/seats": "/j/ABCDEF",
    "<http://192.168.1.20:8000/i/aB-_9>": "/i/aB-_9",
    "https://example.org/w/aB-_9#top": "/w/aB-_9",
    "ABCDEF": "",
    "ABC/DEF": "",
    "/j/": "",
    "https://example.org/wiki/join": "",
    "https://example.org/g/ABCDEF": "",
}


def test_the_server_and_the_scripts_find_the_path_in_a_pasted_text() -> None:
    assert [find_table_path(text) for text in PATHS_BY_LINK] == list(PATHS_BY_LINK.values())
    by_script = call_function("join.js", "findTablePath", [[text] for text in PATHS_BY_LINK])
    assert by_script == list(PATHS_BY_LINK.values())


@pytest.mark.parametrize("around", ["{}", "{}?again=1", "Come: {}. See you!", "<{}>", "{}\n"])
def test_a_pasted_link_leads_where_the_link_leads(app: Flask, ana: Phone, around: str) -> None:
    for path in (f"/j/{ana.code}", ana.make_invitation(1), ana.make_viewer_link()):
        text = around.format(f"http://192.168.1.20:8000{path}")
        answer = app.test_client().get("/join", query_string={"code": text})
        assert (answer.status_code, answer.headers.get("Location")) == (303, path), text


@pytest.mark.parametrize("path", ["/j/ZZZZZZ", "/i/used-up", "/w/ended"])
def test_an_invalid_link_shows_an_error_beside_the_field(app: Flask, path: str) -> None:
    answer = app.test_client().get("/join", query_string={"code": f"https://example.org{path}"})
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text
    assert f'value="https://example.org{path}"' in answer.text
