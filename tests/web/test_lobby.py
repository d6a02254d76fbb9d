"""The lobby: who may change what until the table starts, what the start makes of it, who counts."""

import re
from contextlib import AbstractContextManager
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Meta, Refusal
from companion.engine.log import Entry
from companion.engine.replay import Replay, check_entry
from companion.games import GAMES
from companion.games.cheops_dice.parts import practice_pages
from companion.services import services_of
from companion.store import db
from companion.store.sql_store import SqlTableStore
from companion.tables.table_store import TableRecord
from tests.people import Phone
from tests.web.test_acting_for import turn
from tests.web.test_editions import COPIED

HTMX = {"HX-Request": "true"}


class Gathering:
    """A table in its lobby: the host's phone, and what can be asked of it."""

    def __init__(self, app: Flask, slug: str = "giza", seats: int = 4, **form: Any) -> None:
        self.app, self.host = app, Phone(app)
        answer = self.host.client.post(f"/open/{slug}", data={"seats": str(seats), **form})
        self.code = self.host.code = answer.headers["Location"].rsplit("/", 1)[1]

    def guest(self, seat: int, name: str = "", language: str = "en") -> Phone:
        phone = Phone(self.app, self.code)
        phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        form = {"seat": str(seat), "name": name}
        answer = phone.client.post(f"/j/{self.code}", data=form)
        assert answer.status_code == 303, answer.text
        return phone

    def change(self, path: str, phone: Phone | None = None, **form: Any) -> int:
        phone = phone or self.host
        address = f"/t/{self.code}/lobby/{path}"
        return phone.client.post(address, data=form, headers=HTMX).status_code

    def told(self, phone: Phone | None = None) -> Any:
        return (phone or self.host).told(self.code)

    def begun(self) -> bool:
        return "data-turn=lobby" not in self.host.board().replace('"', "")


def test_a_table_begins_in_its_lobby_and_starts_with_who_is_there(app: Flask) -> None:
    table = Gathering(app)
    bo = table.guest(2, "Bo")
    assert "lobby" in table.host.board()
    assert table.change("seats/0", name="Ana") == 204
    assert table.change("settings", first="2") == 204
    assert "Start with 2" in table.host.board()
    assert "Ana starts the game." in bo.board()
    assert table.change("start") == 204
    told = table.told()
    assert told["names"] == ["Ana", "Bo"]
    assert told["awaiting"]["seats"] == [1]
    assert table.told(bo)["you"] == {"role": "seat", "seat": 1}
    assert table.begun()
    assert table.change("start") == 204
    assert table.change("seats") == 403
    assert table.change("seats/1", bo, name="Bob") == 204
    assert table.change("seats/0", bo, name="Mallory") == 403
    assert table.told()["names"] == ["Ana", "Bob"]


@pytest.mark.parametrize("meta", [game.meta for game in GAMES], ids=lambda meta: meta.slug)
def test_the_lobby_has_the_boards_script_loaded(app: Flask, meta: Meta) -> None:
    """On a slow line the first keys would otherwise do nothing."""
    table = Gathering(app, meta.slug, seats=meta.seats[0])
    loaded = re.findall('rel="?modulepreload"? href="([^"]+)"', table.host.board())
    table.change("start")
    assert loaded == re.findall('src="(/static/games/[^"]+)"', table.host.board())


def test_as_many_seats_remain_as_the_game_needs(app: Flask) -> None:
    table = Gathering(app, "cheops_catan", 4)
    table.guest(3, "Di")
    table.change("start")
    assert table.told()["names"] == ["Player 1", "Player 2", "Di"]


def test_people_without_a_phone_keep_their_seats(app: Flask) -> None:
    table = Gathering(app)
    table.change("seats/1", name="Chloé")
    assert "no phone" in table.host.board()
    table.change("seats/3")
    table.change("seats/3/clear")
    table.change("start")
    assert table.told()["names"] == ["Player 1", "Chloé"]


def test_one_phone_for_all_waits_for_nobody(app: Flask) -> None:
    table = Gathering(app, seats=3)
    assert table.change("one-phone", one_phone="on") == 204
    assert "Start with 3" in table.host.board()
    table.change("start")
    assert table.told()["names"] == ["Player 1", "Player 2", "Player 3"]
    assert "all" in str(table.host.client.get_cookie(f"for-{table.code}"))


def test_a_guest_names_itself_and_nobody_else_and_changes_nothing(app: Flask) -> None:
    table = Gathering(app)
    bo = table.guest(1, "Bo")
    table.guest(2, "Cy")
    assert table.change("seats/1", bo, name="Bobo") == 204
    for path in ("seats/2", "seats/3", "seats/2/clear", "seats", "settings", "one-phone", "start"):
        assert table.change(path, bo, name="Mallory") == 403, path
    setting = {"kind": "setting", "option": "edition", "json": "null", "key": "key-of-a-guest"}
    assert bo.client.post(f"/t/{table.code}/lobby/enter", data=setting).status_code == 403
    assert table.told()["names"][:3] == ["Player 1", "Bobo", "Cy"]
    watching = Phone(app)
    watching.watch(table.code)
    assert table.change("start", watching) == 403
    assert table.change("seats/0", watching, name="Mallory") == 403
    assert table.change("start", Phone(app)) == 403


ROW = re.compile(r'<li\s+id="place-(\d+)".*?</li>', re.DOTALL)
CONTROL = re.compile(r"<(?:a|button|input|select)\b[^>]*>")


def test_a_seat_has_the_same_first_control_whoever_sits_there(app: Flask) -> None:
    """It opens the seat's page: nothing is typed in a row, and nothing comes under a finger."""
    table = Gathering(app)
    bo = table.guest(1, "Bo")
    table.change("seats/2", name="Chloé")

    def controls(phone: Phone) -> dict[int, list[str]]:
        return {int(row[1]): CONTROL.findall(row[0]) for row in ROW.finditer(phone.board())}

    of_host, of_bo = controls(table.host), controls(bo)
    for seat in range(4):
        assert f'href="/t/{table.code}/lobby/seats/{seat}"' in of_host[seat][0]
        assert bool(of_bo[seat]) == (seat == 1)
    assert f'href="/t/{table.code}/lobby/seats/1"' in of_bo[1][0]
    assert not re.search("<(input|select)", "".join(row[0] for row in ROW.finditer(table.host.board())))


def test_a_seat_is_named_or_freed_on_its_own_page(app: Flask) -> None:
    table = Gathering(app)
    bo = table.guest(1, "Bo")
    counted(table.host, "Bo", "Charlotte", "Di")
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
    named = table.host.client.post(f"/t/{table.code}/lobby/seats/2", data={"name": "Di"}, headers=HTMX)
    assert named.headers["HX-Trigger"] == "drawer:done"


def test_the_button_starts_with_who_is_there_or_at_once(app: Flask) -> None:
    table = Gathering(app)
    assert "Start at once" in table.host.board()
    table.guest(1, "Bo")
    assert "Start with 2" in table.host.board()


def test_a_default_name_is_in_the_guests_language_and_a_given_one_is_remembered(app: Flask) -> None:
    table = Gathering(app)
    french = table.guest(1, language="fr")
    assert table.told()["names"][1] == "Player 2"
    page = french.client.get(f"/t/{table.code}", headers={"Accept-Language": "fr"}).text
    assert "Joueur 2" in page
    table.change("seats/1", french, name="Zoé  du Nord")
    further = Gathering(app)
    page = french.client.get(f"/j/{further.code}").text
    assert re.search(r'<input[^>]*name="name"[^>]*value="Zoé du Nord"', page)
    assert french.client.post("/open/giza", data={"seats": "2"}).status_code == 303


def test_whoever_comes_to_a_full_lobby_brings_a_chair(app: Flask) -> None:
    table = Gathering(app, "cheops_catan", 3)
    for seat in (1, 2):
        table.guest(seat)
    assert "One more seat" in Phone(app).client.get(f"/j/{table.code}").text
    table.guest(3, "Di")
    assert table.told()["names"][3] == "Di"
    page = Phone(app).client.get(f"/j/{table.code}").text
    assert "New phone? Tap your old seat." in page
    assert "Your name" not in page
    assert table.change("seats") == 400


def test_the_sheets_of_a_pad_stay_with_their_people(app: Flask) -> None:
    table = Gathering(app, "cheops_dice", 3)
    letters = [sheet.letter for sheet in practice_pages()]
    table.guest(2, "Cy")
    table.change("start")
    seats = table.told()["view"]["seats"]
    assert [seat["sheet"]["letter"] for seat in seats] == [letters[0], letters[2]]


def test_house_rules_and_the_box_are_told_before_the_start(app: Flask) -> None:
    table = Gathering(app, seats=2, **{"option.demolish_others_sphinx": "on"})
    assert table.told()["options"]["demolish_others_sphinx"]
    assert table.change("settings", None, **{"option.open_stacks": "on"}) == 204
    assert table.told()["options"]["open_stacks"]
    assert not table.told()["options"]["demolish_others_sphinx"]
    assert table.host.enter(kind="setting", option="edition", **COPIED).status_code == 412
    answer = table.host.enter("/lobby", kind="setting", option="edition", **COPIED)
    assert answer.status_code == 200, answer.text
    assert not table.begun()
    table.change("start")
    told = table.told()
    assert told["version"] == 0
    assert told["options"]["edition"]["points"] == [-3, 5, 8]


def test_an_entry_starts_the_table_as_it_is(app: Flask) -> None:
    table = Gathering(app, seats=3)
    bo = table.guest(2, "Bo")
    entered = table.host.enter(kind="note", text="we begin")
    assert entered.status_code == 200, entered.text
    assert table.begun()
    assert table.told()["names"] == ["Player 1", "Player 2", "Bo"]
    assert table.told(bo)["you"]["seat"] == 2


def test_a_table_opened_by_the_api_is_started(app: Flask) -> None:
    body = {"game": "giza", "seats": ["Ana", "Bo"]}
    opened: Any = app.test_client().post("/api/v1/tables", json=body).json
    phone = Phone(app)
    phone.use_link(opened)
    assert "lobby" not in phone.board()
    assert phone.told(phone.code)["started"]


def test_hosting_is_handed_on_and_never_lost(app: Flask) -> None:
    table = Gathering(app, seats=3)
    bo, cy = table.guest(1, "Bo"), table.guest(2, "Cy")
    seats = f"/t/{table.code}/seats"
    assert bo.client.post(f"{seats}/1/host").status_code == 403
    assert table.host.client.post(f"{seats}/1/host").status_code == 303
    assert table.told(bo)["you"]["role"] == "host"
    assert table.told()["you"] == {"role": "seat", "seat": 0}
    assert "Cy will be" not in cy.client.get(f"/t/{table.code}/leave").text
    assert "Player 1 will be the host" in bo.client.get(f"/t/{table.code}/leave").text
    for phone in (bo, cy, table.host):
        assert phone.client.post(f"/t/{table.code}/leave").status_code == 303
    late = table.guest(1, "Di")
    assert table.told(late)["you"] == {"role": "host", "seat": 1}


@pytest.mark.parametrize("started", [False, True])
def test_a_seat_that_was_left_is_free_for_another_phone(app: Flask, started: bool) -> None:
    table = Gathering(app, seats=2)
    bo = table.guest(1, "Bo")
    if started:
        table.change("start")
    bo.client.post(f"/t/{table.code}/leave")
    late = table.guest(1, "Di")
    assert table.told(late)["you"] == {"role": "seat", "seat": 1}
    assert table.told()["names"][1] == "Di"


def test_a_screen_that_leaves_ends_no_other(app: Flask) -> None:
    table = Gathering(app)
    link = table.host.watching_link()
    screens = [Phone(app, table.code) for _ in range(2)]
    for screen in screens:
        screen.client.get(link)
    assert screens[0].client.post(f"/t/{table.code}/leave").status_code == 303
    assert "lobby" in screens[1].board()


def test_a_group_remembers_who_played_and_not_who_might_have(app: Flask) -> None:
    made: Any = app.test_client().post("/api/v1/groups", json={"name": "Friday"}).json
    table = Gathering(app, group=made["group"])
    table.change("seats/0", name="Ana")
    told: Any = table.host.client.get(f"/api/v1/groups/{made['group']}").json
    assert told["people"] == []
    table.guest(2, "Bo")
    table.change("start")
    told = table.host.client.get(f"/api/v1/groups/{made['group']}").json
    assert {person["name"] for person in told["people"]} == {"Ana", "Bo"}


def test_the_hosts_phone_enters_for_whoever_has_none(app: Flask) -> None:
    table = Gathering(app, "cheops_dice", 3)
    bo = table.guest(1, "Bo")
    table.change("seats/2", name="Chloé")
    table.change("start")

    assert (turn(table.host), turn(bo)) == ("mine", "others")
    for move, more in (("Roll", {"dice[]": "green green red blue"}), ("Pass", {})):
        assert table.host.enter(seat=0, move=move, **more).status_code == 200
    assert (turn(table.host), turn(bo)) == ("for-2", "mine")
    chloe = table.guest(2)
    assert (turn(table.host), turn(bo), turn(chloe)) == ("others", "mine", "mine")
    chloe.client.post(f"/t/{table.code}/leave")
    assert turn(table.host) == "for-2"


@pytest.fixture
def bo(app: Flask) -> Phone:
    phone = Phone(app)
    phone.client.post("/open/giza", data={"host": "Bo", "seats": "2", "start": "1"})
    return phone


def counted(phone: Phone, *names: str) -> dict[str, object]:
    form = {"mode": "tally", "start": "1", "name": list(names)}
    answer = phone.client.post("/open/giza", data=form)
    phone.code = answer.headers["Location"].rsplit("/", 1)[1]
    told: dict[str, object] = phone.told(phone.code)
    return told


def test_known_names_are_offered_and_seated_when_a_table_is_opened(app: Flask, bo: Phone) -> None:
    """Move by move as for a count: whoever is named finds their seat, and the other seats stay free."""
    assert "Who else plays?" not in Phone(app).client.get("/open/giza").text
    counted(bo, "Bo", "Ana", "Di")
    page = bo.client.get("/open/giza").text
    offered = re.findall(r'<input type="checkbox" name="name" value="(\w+)"', page)
    assert offered == ["Ana", "Di"]
    assert "The same as last time" in page
    for chosen, seats, names, free in (
        (["Di"], 3, ["Bo", "Di", "Player 3"], 2),
        (["Di", "Ana"], 2, ["Bo", "Di", "Ana"], None),
        (["bo", "Di"], 2, ["Bo", "Di"], None),
    ):
        form = {"seats": str(seats), "host": "Bo", "mode": "referee", "name": chosen}
        code = bo.client.post("/open/giza", data=form).headers["Location"].rsplit("/", 1)[1]
        told = bo.told(code)
        assert told["names"] == names
        door = Phone(app).client.get(f"/j/{code}").text
        assert ("Free" in door) == (free is not None)


def test_whoever_counts_sits_at_their_own_seat(bo: Phone) -> None:
    assert counted(bo, "Ana", "Bo", "")["you"] == {"role": "host", "seat": 1}


def test_whoever_counts_for_others_sits_at_none(bo: Phone) -> None:
    assert counted(bo, "Ana", "Di")["you"] == {"role": "host", "seat": None}


ENTRIES: list[dict[str, object]] = [
    {"move board site": "Play 0 0", "tile": "+5", "seat": 1},
    {"kind": "note", "text": "Hello"},
    {"kind": "setting", "option": "edition", "json": '{"points": [-3, 4, 9]}'},
    {"kind": "undo"}, {"kind": "redo"}, {"kind": "count"}, {"kind": "ruling", "move": "Skip", "seat": 1},
]  # fmt: skip


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.get("kind", "move")))
def test_only_the_host_starts_the_game_by_an_entry(app: Flask, entry: dict[str, object]) -> None:
    table = Gathering(app, seats=2)
    host, bo = table.host, table.guest(1)
    assert bo.enter(**entry).status_code in (403, 412)
    by_api = {"kind": entry.get("kind", "move"), "key": "by-the-api", "text": "Hello"}
    assert bo.call("POST", "/entries", by_api).status_code == 403
    assert not host.told()["started"]
    assert host.enter(kind="note", text="Hello").status_code == 200
    assert host.told()["started"]


@pytest.mark.parametrize("part", ["entry", "table"])
def test_a_game_that_cannot_be_started_has_no_first_entry(app: Flask, part: str) -> None:
    """The database fails at one of the two rows that the first entry writes."""
    host = Gathering(app, seats=2).host
    fails = {"entry": "INSERT ON entry", "table": 'UPDATE OF vacant ON "table"'}[part]
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql(
            f"CREATE TRIGGER fails BEFORE {fails} BEGIN SELECT RAISE(ABORT, 'disk'); END"
        )
    entry = {"kind": "note", "text": "Hello", "key": "the-first-entry"}
    assert host.enter(**entry).status_code == 503
    services_of(app).tables.clear()
    assert (host.told()["version"], host.told()["started"]) == (0, False)
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER fails")
    assert host.enter(**entry).status_code == 200
    assert (host.told()["version"], host.told()["started"]) == (1, True)


def test_a_first_entry_is_judged_by_the_settings_that_it_is_written_with(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host's other tab changes a setting between the judgement of an entry and its writing."""
    host = Gathering(app, seats=2).host
    change = SqlTableStore.change

    def overtaken(store: SqlTableStore, table_id: int) -> AbstractContextManager[TableRecord]:
        monkeypatch.setattr(SqlTableStore, "change", change)
        with services_of(app).tables.change(table_id) as table:
            table.options = {**table.options, "open_stacks": True}
        return change(store, table_id)

    monkeypatch.setattr(SqlTableStore, "change", overtaken)
    judged: list[bool] = []

    def check_and_note(replay: Replay, entry: Entry) -> Refusal | None:
        judged.append(replay.setup.options["open_stacks"])
        return check_entry(replay, entry)

    monkeypatch.setattr("companion.tables.writing.check_entry", check_and_note)
    assert host.enter(kind="note", text="Hello").status_code == 200
    assert judged == [False, True]
    assert host.told()["options"]["open_stacks"]
