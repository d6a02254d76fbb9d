"""Once more: everybody is at the new table with the seat they had, and nobody has to ask for it."""

import re

import pytest
from flask import Flask
from sqlalchemy import func, select

from companion.store.models import Table, db
from tests.people import Phone

NAMES = ["Ana", "Bo", "Cy"]


@pytest.fixture
def over(app: Flask) -> list[Phone]:
    """Three phones at a count that is done, the host's first, and one that watches."""
    people = [Phone(app) for _ in range(4)]
    code = people[0].open("giza", NAMES, mode="tally")
    people[1].sit(code, 1)
    people[2].sit(code, 2)
    people[3].watch(code)
    count(people[0])
    return people


def count(phone: Phone) -> None:
    phone.enter_for("all")
    for seat in range(3):
        sums = {f"sums.{n}": str(seat) for n in range(4)}
        phone.enter(seat=seat, move="Sheet", treasures="0", **sums)
    assert phone.enter(seat=0, move="Close").status_code == 200


def test_nobody_fixes_the_rematch_while_the_game_runs(app: Flask, over: list[Phone]) -> None:
    phone = Phone(app)
    code = phone.open("giza", NAMES, mode="tally")
    early = phone.client.post(f"/t/{code}/rematch")
    assert (early.status_code, "not over yet" in early.text) == (403, True)
    told = phone.call("POST", "/rematch", {})
    assert (told.status_code, told.get_json()["error"]["code"]) == (403, "table.not_over")
    count(phone)
    assert again(phone).startswith("/t/")


def again(phone: Phone, code: str = "") -> str:
    """Ask for the rematch of a table, or come along; where it led."""
    answer = phone.client.post(f"/t/{code or phone.code}/rematch")
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def seat_of(phone: Phone, address: str) -> str:
    """The name that stands on the phone's own seat."""
    page = phone.client.get(address).text.split('id="seats"')[1].split("</ol>")[0]
    own = [item for item in page.split("<li") if 'class="total mine' in item]
    return own[0].split('class="whose">')[1].split("<")[0] if own else ""


def test_everybody_has_the_seat_they_had_whoever_asked(over: list[Phone]) -> None:
    address = again(over[2])
    assert address.startswith("/t/")
    assert {again(phone) for phone in over} == {address}
    assert [seat_of(phone, address) for phone in over] == [*NAMES, ""]


def test_a_rematch_that_the_table_before_does_not_lead_to_is_not_opened(
    app: Flask, over: list[Phone]
) -> None:
    count_tables = select(func.count()).select_from(Table)
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql(
            'CREATE TRIGGER fails BEFORE UPDATE OF next_code ON "table"'
            " BEGIN SELECT RAISE(ABORT, 'disk'); END"
        )
    assert over[0].client.post(f"/t/{over[0].code}/rematch").status_code == 503
    with app.app_context(), db.engine.begin() as connection:
        assert connection.scalar(count_tables) == 1
        connection.exec_driver_sql("DROP TRIGGER fails")
    assert {again(phone) for phone in over[:3]} == {again(over[0])}


def test_who_asks_twice_still_has_the_seat(over: list[Phone]) -> None:
    old, address = over[1].code, again(over[1])
    over[1].client.delete_cookie(f"t-{address[3:]}")  # the answer was lost on its way
    assert again(over[1], old) == address
    assert seat_of(over[1], address) == "Bo"


def test_a_seat_that_somebody_else_took_meanwhile_is_theirs(app: Flask, over: list[Phone]) -> None:
    address = again(over[0])
    Phone(app).sit(address[3:], 1)
    assert again(over[1]) == f"/j/{address[3:]}"
    assert over[1].client.get(f"/j/{address[3:]}").status_code == 200


def test_who_only_watches_opens_no_rematch(over: list[Phone]) -> None:
    assert over[3].client.post(f"/t/{over[3].code}/rematch").status_code == 403


def test_with_other_people_it_begins_in_the_lobby_and_whoever_stays_finds_the_own_seat(
    over: list[Phone],
) -> None:
    host, _, cy, screen = over
    address = host.client.post(f"/t/{host.code}/rematch", data={"lobby": "1"}).headers["Location"]
    assert again(screen) == address
    assert host.client.post(f"{address}/lobby/seats/1/clear").status_code == 303
    assert host.client.post(f"{address}/lobby/start").status_code == 303
    assert again(cy) == address
    assert seat_of(cy, address) == "Cy"
    assert again(over[1]) == f"/j/{address[3:]}"


def test_one_phone_for_all_stays_so_and_one_for_a_neighbour_does_not(over: list[Phone]) -> None:
    over[1].enter_for(2)
    address = again(over[0])
    assert again(over[1]) == address
    assert over[0].client.get_cookie(f"for-{address[3:]}") is not None
    assert over[1].client.get_cookie(f"for-{address[3:]}") is None


def test_the_phone_is_told_once_and_led_back_to_look(over: list[Phone]) -> None:
    """The stream of a phone that has not been at the rematch begins with it; after that it stays."""
    assert not told(over[1])
    old, address = over[0].code, again(over[0])
    assert told(over[1])
    again(over[1])
    assert not told(over[1])
    assert f'href="/t/{old}"' in over[1].client.get(address).text
    assert "To the rematch" in over[1].board()


def told(phone: Phone) -> bool:
    answer = phone.client.get(f"/t/{phone.code}/stream?shown=", buffered=False)
    first = next(iter(answer.iter_encoded())).decode()
    answer.close()
    return "rematch:opened" in first


def test_who_stays_is_asked_once_and_finds_the_way_later(over: list[Phone]) -> None:
    address = again(over[2])
    asked = over[1].client.get(f"/t/{over[1].code}/rematch").text
    assert "Cy starts a rematch" in asked
    assert re.findall(r'class="tag (c\d) comes"', asked) == ["c2"]
    stayed = over[1].client.post(f"/t/{over[1].code}/rematch", data={"stay": "1"})
    assert stayed.headers["Location"] == f"/t/{over[1].code}"
    assert not told(over[1])
    assert "To the rematch" in over[1].board()
    assert again(over[1]) == address
    assert seat_of(over[1], address) == "Bo"


def test_the_groups_go_along(over: list[Phone], app: Flask) -> None:
    host = over[0].client
    group = host.post("/api/v1/groups", json={"name": "Thursday"}).get_json()["group"]
    form = {"mode": "tally", "start": "1", "name": NAMES, "group": group}
    over[0].code = host.post("/open/giza", data=form).headers["Location"].rsplit("/", 1)[1]
    count(over[0])
    code = again(over[0])[3:]
    tables = host.get(f"/api/v1/groups/{group}").get_json()["tables"]
    assert code in {table["code"] for table in tables}


def test_after_an_undo_the_board_is_back_on_every_phone(over: list[Phone]) -> None:
    assert all('id="end-title"' in phone.board() for phone in over)
    over[1].enter(kind="undo", of=over[1].version())
    assert not any('id="end-title"' in phone.board() for phone in over)
