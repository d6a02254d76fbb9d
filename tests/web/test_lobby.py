"""The lobby: who can change what before the start, what the start does, and who enters the count."""

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Refusal
from companion.engine.log import Entry
from companion.engine.replay import Replay, check_entry
from companion.games.cheops_dice.parts import load_practice_pages
from companion.services import services_of
from companion.store.sql_store import SqlTableStore
from companion.tables.table_store import TableRecord
from tests.conftest import failing_statements
from tests.people import Phone, join_table
from tests.web.test_acting_for import get_turn
from tests.web.test_editions import COPIED_FIELDS

HTMX_HEADERS = {"HX-Request": "true"}


class LobbyTable:
    """A table before its start, with the phone of its host."""

    def __init__(self, app: Flask, slug: str = "giza", seats: int = 4, **form: Any) -> None:
        self.app, self.host = app, Phone(app)
        self.code = self.host.open_with_form(slug, {"seats": str(seats), **form})

    def join_guest(self, seat: int, name: str = "") -> Phone:
        return join_table(self.app, self.code, seat, name)

    def change(self, path: str, phone: Phone | None = None, **form: Any) -> int:
        phone = phone or self.host
        address = f"/t/{self.code}/lobby/{path}"
        return phone.client.post(address, data=form, headers=HTMX_HEADERS).status_code

    def get_table_json(self, phone: Phone | None = None) -> Any:
        return (phone or self.host).get_table_json(self.code)

    def is_started(self) -> bool:
        return "data-turn=lobby" not in self.host.get_board_html().replace('"', "")


def test_a_table_opens_in_its_lobby_and_starts_with_the_people_there(app: Flask) -> None:
    table = LobbyTable(app)
    bo = table.join_guest(2, "Bo")
    table.join_guest(3, "Cy")
    assert "lobby" in table.host.get_board_html()
    assert table.change("seats/0", name="Ana") == 204
    assert table.change("settings", first="2") == 204
    assert "Start with 3" in table.host.get_board_html()
    assert "Ana starts the game." in bo.get_board_html()
    assert table.change("start") == 204
    table_json = table.get_table_json()
    assert table_json["names"] == ["Ana", "Bo", "Cy"]
    assert table_json["awaiting"]["seats"] == [1]
    assert table.get_table_json(bo)["you"] == {"role": "seat", "seat": 1}
    assert table.is_started()
    assert table.change("start") == 204
    assert table.change("seats") == 403
    assert table.change("seats/1", bo, name="Bob") == 204
    assert table.change("seats/0", bo, name="Mallory") == 403
    assert table.get_table_json()["names"] == ["Ana", "Bob", "Cy"]


START_CASES: dict[str, tuple[str, int, Callable[[LobbyTable], object], list[str]]] = {
    "the game needs three": (
        "cheops_catan", 4, lambda table: table.join_guest(3, "Di"), ["Player 1", "Player 2", "Di"],
    ),
    "a named person has no phone": (
        "giza", 4, lambda table: table.change("seats/1", name="Chloé"), ["Player 1", "Chloé"],
    ),
    "one phone for all": (
        "giza", 3, lambda table: table.change("one-phone", one_phone="on"),
        ["Player 1", "Player 2", "Player 3"],
    ),
}  # fmt: skip
"""The game, the seats of its lobby, what happens there, and the names after the start."""


@pytest.mark.parametrize("case", START_CASES)
def test_a_started_table_has_seats_for_all_who_play(app: Flask, case: str) -> None:
    slug, seats, change, names = START_CASES[case]
    table = LobbyTable(app, slug, seats)
    change(table)
    table.change("start")
    assert table.get_table_json()["names"] == names
    is_for_all = "all" in str(table.host.client.get_cookie(f"for-{table.code}"))
    assert is_for_all == (case == "one phone for all")


def test_a_guest_can_change_only_its_own_name(app: Flask) -> None:
    table = LobbyTable(app)
    bo = table.join_guest(1, "Bo")
    table.join_guest(2, "Cy")
    assert table.change("seats/1", bo, name="Bobo") == 204
    for path in ("seats/2", "seats/3", "seats/2/clear", "seats", "settings", "one-phone", "start"):
        assert table.change(path, bo, name="Mallory") == 403, path
    setting = {"kind": "setting", "option": "edition", "json": "null", "key": "key-of-a-guest"}
    assert bo.client.post(f"/t/{table.code}/lobby/enter", data=setting).status_code == 403
    assert table.get_table_json()["names"][:3] == ["Player 1", "Bobo", "Cy"]
    watching = join_table(app, table.code)
    assert table.change("start", watching) == 403
    assert table.change("seats/0", watching, name="Mallory") == 403
    assert table.change("start", Phone(app)) == 403


def test_a_seats_page_names_or_frees_it(app: Flask) -> None:
    table = LobbyTable(app)
    bo = table.join_guest(1, "Bo")
    open_count(table.host, "Bo", "Charlotte", "Di")
    table.host.code = table.code
    names = re.compile(r'<button class="chip" name="name" value="(\w+)"')
    free, taken = table.host.get_page("/lobby/seats/2").text, table.host.get_page("/lobby/seats/1").text
    assert names.findall(free) == ["Charlotte", "Di"]
    assert 'name="name"' in free
    assert "/seats/2/clear" not in free
    assert "/seats/1/clear" in taken
    assert 'value="Bo"' in bo.get_page("/lobby/seats/1").text
    assert "/clear" not in bo.get_page("/lobby/seats/1").text
    assert bo.get_page("/lobby/seats/2").status_code == 403
    assert table.host.get_page("/lobby/seats/4").status_code == 404
    named = table.host.client.post(
        f"/t/{table.code}/lobby/seats/2", data={"name": "Di"}, headers=HTMX_HEADERS
    )
    assert named.headers["HX-Trigger"] == "drawer:done"


def test_the_host_does_not_rename_somebody_who_has_just_sat_down(app: Flask) -> None:
    table = LobbyTable(app)
    table.host.code = table.code
    pages = [table.host.get_page(f"/lobby/seats/{seat}").text for seat in (1, 2)]
    shown = [re.findall(r'name="shown" value="([^"]*)"', page) for page in pages]
    table.join_guest(1, "Fay")
    answer = table.host.client.post(
        f"/t/{table.code}/lobby/seats/1", data={"name": "Eve", "shown": shown[0]}, headers=HTMX_HEADERS
    )
    assert (answer.status_code, answer.headers["HX-Trigger"]) == (403, "drawer:done")
    assert table.change("seats/2", name="Eve", shown=shown[1]) == 204
    assert table.get_table_json()["names"][1:3] == ["Fay", "Eve"]
    [fay, *_] = re.findall(r'name="shown" value="([^"]*)"', table.host.get_page("/lobby/seats/1").text)
    assert table.change("seats/1", name="Fanny", shown=fay) == 204


def test_a_default_name_is_translated_and_a_given_name_is_remembered(app: Flask) -> None:
    table = LobbyTable(app)
    french = Phone(app)
    french.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    french.sit(table.code, 1)
    assert table.get_table_json()["names"][1] == "Player 2"
    page = french.client.get(f"/t/{table.code}", headers={"Accept-Language": "fr"}).text
    assert "Joueur 2" in page
    table.change("seats/1", french, name="Zoé  du Nord")
    further = LobbyTable(app)
    page = french.client.get(f"/j/{further.code}").text
    assert re.search(r'<input[^>]*name="name"[^>]*value="Zoé du Nord"', page)
    table.change("seats/0", name="Ana")
    table.change("seats/2", name="Oma")  # on the phone of Ana
    assert re.search(r'name="host"[^>]*value="Ana"', table.host.client.get("/open/giza").text)
    assert french.client.post("/open/giza", data={"seats": "2"}).status_code == 303


def test_joining_a_full_lobby_adds_a_seat(app: Flask) -> None:
    table = LobbyTable(app, "cheops_catan", 3)
    for seat in (1, 2):
        table.join_guest(seat)
    assert "One more seat" in Phone(app).client.get(f"/j/{table.code}").text
    table.join_guest(3, "Di")
    assert table.get_table_json()["names"][3] == "Di"
    page = Phone(app).client.get(f"/j/{table.code}").text
    assert "New phone? Tap your old seat." in page
    assert "Your name" not in page
    assert table.change("seats") == 400


def test_pad_pages_stay_with_their_seats(app: Flask) -> None:
    table = LobbyTable(app, "cheops_dice", 3)
    letters = [sheet.letter for sheet in load_practice_pages()]
    table.join_guest(2, "Cy")
    table.change("start")
    seats = table.get_table_json()["view"]["seats"]
    assert [seat["sheet"]["letter"] for seat in seats] == [letters[0], letters[2]]


def test_house_rules_and_printed_options_are_set_before_the_start(app: Flask) -> None:
    table = LobbyTable(app, seats=2, **{"option.demolish_others_sphinx": "on"})
    assert table.get_table_json()["options"]["demolish_others_sphinx"]
    assert table.change("settings", None, **{"option.open_stacks": "on"}) == 204
    assert table.get_table_json()["options"]["open_stacks"]
    assert not table.get_table_json()["options"]["demolish_others_sphinx"]
    assert table.host.enter(kind="setting", option="edition", **COPIED_FIELDS).status_code == 412
    answer = table.host.enter("/lobby", kind="setting", option="edition", **COPIED_FIELDS)
    assert answer.status_code == 200, answer.text
    assert not table.is_started()
    table.change("start")
    table_json = table.get_table_json()
    assert table_json["version"] == 0
    assert table_json["options"]["edition"]["points"] == [-3, 5, 8]


def test_a_leaving_host_hands_hosting_on(app: Flask) -> None:
    table = LobbyTable(app)
    bo, di, cy = (table.join_guest(*seat) for seat in ((1, "Bo"), (3, "Di"), (2, "Cy")))
    seats = f"/t/{table.code}/seats"
    assert bo.client.post(f"{seats}/1/host").status_code == 403
    assert table.host.client.post(f"{seats}/1/host").status_code == 303
    assert table.get_table_json(bo)["you"]["role"] == "host"
    assert table.get_table_json()["you"] == {"role": "seat", "seat": 0}
    assert "Cy will be" not in cy.client.get(f"/t/{table.code}/leave").text
    assert "Player 1 will be the host" in bo.client.get(f"/t/{table.code}/leave").text
    for phone in (bo, table.host, cy, di):
        assert table.get_table_json(phone)["you"]["role"] == "host"
        assert phone.client.post(f"/t/{table.code}/leave").status_code == 303
    late = table.join_guest(1, "Eve")
    assert table.get_table_json(late)["you"] == {"role": "host", "seat": 1}


def test_a_leaving_viewer_does_not_end_other_viewers(app: Flask) -> None:
    table = LobbyTable(app)
    link = table.host.make_viewer_link()
    screens = [Phone(app, table.code) for _ in range(2)]
    for screen in screens:
        screen.client.get(link)
    assert screens[0].client.post(f"/t/{table.code}/leave").status_code == 303
    assert "lobby" in screens[1].get_board_html()


def test_a_group_stores_only_people_who_played(app: Flask) -> None:
    created: Any = app.test_client().post("/api/v1/groups", json={"name": "Friday"}).json
    table = LobbyTable(app, group=created["group"])
    table.change("seats/0", name="Ana")
    group: Any = table.host.client.get(f"/api/v1/groups/{created['group']}").json
    assert group["people"] == []
    table.join_guest(2, "Bo")
    table.change("start")
    group = table.host.client.get(f"/api/v1/groups/{created['group']}").json
    assert {person["name"] for person in group["people"]} == {"Ana", "Bo"}


def test_the_hosts_phone_acts_for_seats_without_a_phone(app: Flask) -> None:
    table = LobbyTable(app, "cheops_dice", 3)
    bo = table.join_guest(1, "Bo")
    table.change("seats/2", name="Chloé")
    table.change("start")

    assert (get_turn(table.host), get_turn(bo)) == ("mine", "others")
    for move, more in (("Roll", {"dice[]": "green green red blue"}), ("Pass", {})):
        assert table.host.enter(seat=0, move=move, **more).status_code == 200
    assert (get_turn(table.host), get_turn(bo)) == ("for-2", "mine")
    chloe = table.join_guest(2)
    assert [get_turn(phone) for phone in (table.host, bo, chloe)] == ["others", "mine", "mine"]
    chloe.client.post(f"/t/{table.code}/leave")
    assert get_turn(table.host) == "for-2"


@pytest.fixture
def bo(app: Flask) -> Phone:
    phone = Phone(app)
    phone.client.post("/open/giza", data={"host": "Bo", "seats": "2", "start": "1"})
    return phone


def open_count(phone: Phone, *names: str) -> dict[str, object]:
    """Open a table that only counts points, with these players. Return it as JSON."""
    phone.open("giza", list(names), "tally")
    table_json: dict[str, object] = phone.get_table_json()
    return table_json


def test_known_names_are_suggested_when_a_table_is_opened(app: Flask, bo: Phone) -> None:
    assert "Who else plays?" not in Phone(app).client.get("/open/giza").text
    open_count(bo, "Bo", "Ana", "Di")
    page = bo.client.get("/open/giza").text
    offered = re.findall(r'<input type="checkbox" name="name" value="(\w+)"', page)
    assert offered == ["Ana", "Di"]
    [last_players] = re.findall(r"""value='(\[.*?\])'""", page)
    assert json.loads(last_players) == ["Ana", "Di"]
    assert "The same as last time" in page
    for chosen, seats, names, free in (
        (["Di"], 3, ["Bo", "Di", "Player 3"], 2),
        (["Di", "Ana"], 2, ["Bo", "Di", "Ana"], None),
        (["bo", "Di"], 2, ["Bo", "Di"], None),
    ):
        form = {"seats": str(seats), "host": "Bo", "mode": "referee", "name": chosen}
        code = bo.open_with_form("giza", form)
        assert bo.get_table_json()["names"] == names
        door = Phone(app).client.get(f"/j/{code}").text
        assert ("Free" in door) == (free is not None)
    assert "The same as last time" in bo.client.get("/open/cheops_catan").text, "a table for three"


@pytest.mark.parametrize(("names", "seat"), [(["Ana", "Bo", ""], 1), (["Ana", "Di"], None)])
def test_a_person_who_counts_has_the_seat_with_their_name(
    bo: Phone, names: list[str], seat: int | None
) -> None:
    assert open_count(bo, *names)["you"] == {"role": "host", "seat": seat}


FIRST_ENTRIES: list[dict[str, object]] = [
    {"move board site": "Play 0 0", "tile": "+5", "seat": 1},
    {"kind": "note", "text": "Hello"},
    {"kind": "setting", "option": "edition", "json": '{"points": [-3, 4, 9]}'},
    {"kind": "undo"}, {"kind": "redo"}, {"kind": "count"}, {"kind": "ruling", "move": "Skip", "seat": 1},
]  # fmt: skip


@pytest.mark.parametrize("entry", FIRST_ENTRIES, ids=lambda entry: str(entry.get("kind", "move")))
def test_only_an_entry_of_the_host_starts_the_game(app: Flask, entry: dict[str, object]) -> None:
    table = LobbyTable(app, seats=2)
    host, bo = table.host, table.join_guest(1)
    assert bo.enter(**entry).status_code in (403, 412)
    by_api = {"kind": entry.get("kind", "move"), "key": "by-the-api", "text": "Hello"}
    assert bo.call("POST", "/entries", by_api).status_code == 403
    assert not host.get_table_json()["started"]
    assert host.enter(kind="note", text="Hello").status_code == 200
    assert host.get_table_json()["started"]


@pytest.mark.parametrize("statement", ["INSERT ON entry", 'UPDATE OF vacant ON "table"'])
def test_if_the_start_fails_the_first_entry_is_not_stored(app: Flask, statement: str) -> None:
    host = LobbyTable(app, seats=2).host
    entry = {"kind": "note", "text": "Hello", "key": "the-first-entry"}
    with failing_statements(app, statement):
        assert host.enter(**entry).status_code == 503
    services_of(app).tables.clear_cache()
    assert (host.get_table_json()["version"], host.get_table_json()["started"]) == (0, False)
    assert host.enter(**entry).status_code == 200
    assert (host.get_table_json()["version"], host.get_table_json()["started"]) == (1, True)


def test_a_first_entry_is_checked_with_the_settings_it_is_stored_with(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host changes a setting in another tab while the app checks the entry."""
    host = LobbyTable(app, seats=2).host
    change = SqlTableStore.change

    def change_option_first(store: SqlTableStore, table_id: int) -> AbstractContextManager[TableRecord]:
        monkeypatch.setattr(SqlTableStore, "change", change)
        with services_of(app).tables.change(table_id) as table:
            table.options = {**table.options, "open_stacks": True}
        return change(store, table_id)

    monkeypatch.setattr(SqlTableStore, "change", change_option_first)
    judged: list[bool] = []

    def check_and_note(replay: Replay, entry: Entry) -> Refusal | None:
        judged.append(replay.setup.options["open_stacks"])
        return check_entry(replay, entry)

    monkeypatch.setattr("companion.tables.writing.check_entry", check_and_note)
    assert host.enter(kind="note", text="Hello").status_code == 200
    assert judged == [False, True]
    assert host.get_table_json()["options"]["open_stacks"]
