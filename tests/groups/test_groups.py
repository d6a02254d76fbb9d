"""A group: its people, its history kept in step with the logs, and everybody's right to be forgotten."""

import csv
import io
import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.groups import service
from companion.groups.evenings import (
    ClosestPlay,
    best_play,
    closest_play,
    count_wins,
    group_by_evening,
    latest_wins,
)
from companion.groups.history import PersonalRecord, PlayedTable
from companion.services import services_of
from companion.store import db
from tests.people import Phone


def founded(phone: Phone, name: str = "Thursday") -> str:
    answer = phone.client.post("/groups", data={"name": name})
    assert answer.status_code == 303
    return str(answer.headers["Location"]).rsplit("/", 1)[1]


def played(phone: Phone, group: str, names: list[str], points: list[int], first: int = 0) -> str:
    opened(phone, group, names, first)
    count(phone, points)
    return phone.code


def opened(phone: Phone, group: str, names: list[str], first: int = 0) -> None:
    form = {"mode": "tally", "start": "1", "name": names, "group": group, "first": str(first)}
    phone.code = phone.client.post("/open/giza", data=form).headers["Location"].rsplit("/", 1)[1]


def count(phone: Phone, points: list[int]) -> None:
    phone.enter_for("all")
    for seat, number in enumerate(points):
        sums = {f"sums.{n}": str(number if n == 0 else 0) for n in range(4)}
        answer = phone.enter(move="Sheet", seat=seat, treasures="0", **sums)
        assert answer.status_code == 200, answer.text
    assert phone.enter(move="Close", seat=0).status_code == 200


def told(phone: Phone, group: str) -> Any:
    return phone.client.get(f"/api/v1/groups/{group}").json


def test_the_history_counts_by_hand(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [9, 4])
    played(phone, group, ["bo", "ANA"], [7, 3])
    played(phone, group, ["Ana", "Bo"], [5, 5], first=1)
    records = {record["name"]: record for record in told(phone, group)["statistics"]}
    assert set(records) == {"Ana", "Bo"}
    ana = records["Ana"]
    assert (ana["plays"], ana["wins"], ana["best"]) == (3, 2, 9)
    assert ana["average"] == pytest.approx(17 / 3)
    assert (records["Bo"]["wins"], records["Bo"]["begun"], records["Bo"]["begun_won"]) == (2, 2, 2)
    page = phone.client.get(f"/g/{group}").text
    assert "Whoever began won 3 of 3." in page
    rows = list(csv.DictReader(io.StringIO(phone.client.get(f"/g/{group}/history.csv").text)))
    assert len(rows) == 6
    assert sum(int(row["winner"]) for row in rows) == 4


def test_a_result_follows_its_log(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [9, 4])
    assert told(phone, group)["tables"][0]["result"]["points"] == [9, 4]
    assert phone.enter(kind="undo", of=3).status_code == 200
    assert told(phone, group)["tables"][0]["result"] is None
    sums = {f"sums.{n}": "1" for n in range(4)}
    phone.enter(move="Sheet", seat=0, treasures="0", **sums)
    phone.enter(move="Close", seat=0)
    assert told(phone, group)["tables"][0]["result"]["points"] == [4, 4]


def test_a_forgotten_person_leaves_no_name_in_any_table_of_the_database(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    code = played(phone, group, ["Zacharias", "Bo"], [9, 4])
    person = next(p["person"] for p in told(phone, group)["people"] if p["name"] == "Zacharias")
    assert phone.client.post(f"/g/{group}/people/{person}/forget").status_code == 303
    with app.app_context():
        for table in db.metadata.tables.values():
            for row in db.session.execute(text(f'SELECT * FROM "{table.name}"')):
                assert "zacharias" not in str(tuple(row)).casefold(), table.name
    assert "Somebody" in phone.get_page().text
    assert "Zacharias" not in phone.get_page().text
    record = told(phone, group)["statistics"][0]
    assert (record["name"], record["wins"]) == ("Somebody", 1)
    assert code == phone.code


def test_the_host_deletes_a_table_for_everybody_and_from_every_group(app: Flask) -> None:
    phone, viewer = Phone(app), Phone(app)
    group = founded(phone)
    codes = [played(phone, group, ["Ana", "Bo"], [9, 4]) for _ in range(3)]
    number = {table["code"]: table["table"] for table in told(phone, group)["tables"]}
    viewer.client.get(phone.watching_link())
    page = phone.get_page("/leave").text
    assert f'action="/t/{codes[2]}/delete"' in page
    assert "/delete" not in viewer.client.get(f"/t/{codes[2]}/leave").text
    assert phone.client.post(f"/t/{codes[2]}/delete").headers["Location"] == "/"
    phone.code = codes[1]
    assert phone.call("DELETE", "").json == {"ended": True}
    assert [table["code"] for table in told(phone, group)["tables"]] == codes[:1]
    for code in codes[1:]:
        assert viewer.client.get(f"/t/{code}").status_code == 404
        with app.app_context():
            left = db.session.execute(text(f"SELECT count(*) FROM entry WHERE table_id={number[code]}"))
            assert left.scalar() == 0


def test_a_group_lists_no_table_any_more_that_was_removed_from_it_and_the_table_stays(app: Flask) -> None:
    phone = Phone(app)
    group, other = founded(phone), founded(phone, "Sunday")
    code = played(phone, group, ["Ana", "Bo"], [9, 4])
    phone.client.post(f"/g/{other}/tables", data={"table": code})
    [table] = told(phone, group)["tables"]
    assert f"/tables/{table['table']}/remove" in phone.client.get(f"/g/{group}/evenings").text
    assert phone.client.post(f"/g/{group}/tables/{table['table']}/remove").status_code == 303
    assert told(phone, group)["tables"] == []
    assert phone.client.delete(f"/api/v1/groups/{group}/tables/{table['table']}").status_code == 404
    assert [one["code"] for one in told(phone, other)["tables"]] == [code]
    assert phone.get_page().status_code == 200


def test_the_tables_of_a_deleted_group_stay(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    code = played(phone, group, ["Ana", "Bo"], [9, 4])
    assert phone.client.post(f"/g/{group}/delete", data={"tables": "1"}).status_code == 303
    assert phone.client.get(f"/g/{group}").status_code == 404
    assert phone.client.get(f"/t/{code}").status_code == 200


def test_only_the_host_adds_a_table_to_a_group(app: Flask) -> None:
    host, guest = Phone(app), Phone(app)
    played(host, "", ["Ana", "Bo"], [9, 4])
    host.enter(kind="undo")
    guest.sit(host.code, 1)
    host.enter(kind="redo")
    groups = {phone: founded(phone) for phone in (host, guest)}
    for phone, status in ((host, 303), (guest, 403)):
        answer = phone.client.post(f"/g/{groups[phone]}/tables", data={"table": host.code})
        assert answer.status_code == status
        assert ("/tables" in phone.get_page("/share").text) == (status == 303)


@pytest.mark.parametrize(
    ("names", "after"),
    [
        ([["Bo", "Ann"], ["Cy", "Di"]], [["Bo", "Somebody"], ["Cy", "Di"]]),
        ([["Ann", "Bo"], ["Cy", "Ann"]], [["Somebody", "Bo"], ["Cy", "Somebody"]]),
    ],
    ids=["on another seat", "at another table"],
)
def test_a_person_who_is_forgotten_stays_so_though_a_seat_is_renamed_at_that_moment(
    app: Flask, monkeypatch: pytest.MonkeyPatch, names: list[list[str]], after: list[list[str]]
) -> None:
    """Somebody renames a seat after the group has looked up the names and before it writes them."""
    phone = Phone(app)
    group = founded(phone)
    codes = [played(phone, group, seats, [9, 4]) for seats in (["Ann", "Bo"], ["Cy", "Di"])]
    ann = next(one for one in told(phone, group)["people"] if one["name"] == "Ann")
    lock = service._lock_people

    def be_overtaken(group_row: Any) -> None:
        table_ids = sorted(play.table_id for play in group_row.plays)
        for table_id, seats in zip(table_ids, names, strict=True):
            with services_of(app).tables.change(table_id) as table:
                table.names = seats
        lock(group_row)

    monkeypatch.setattr(service, "_lock_people", be_overtaken)
    assert phone.client.post(f"/g/{group}/people/{ann['person']}/forget").status_code == 303
    assert [phone.told(code)["names"] for code in codes] == after


def test_a_person_is_forgotten_everywhere_or_nowhere(app: Flask) -> None:
    """The database fails at the second of two tables."""
    phone = Phone(app)
    group = founded(phone)
    codes = [played(phone, group, ["Ann", "Bo"], [9, 4]) for _ in range(2)]
    ann = next(one for one in told(phone, group)["people"] if one["name"] == "Ann")
    before = told(phone, group)
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER fails BEFORE INSERT ON seat WHEN NEW.table_id ="
            " (SELECT max(id) FROM \"table\") BEGIN SELECT RAISE(ABORT, 'disk'); END"
        )
    path = f"/g/{group}/people/{ann['person']}/forget"
    assert phone.client.post(path).status_code == 503
    assert told(phone, group) == before
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER fails")
    assert phone.client.post(path).status_code == 303
    assert [phone.told(code)["names"] for code in codes] == [["Somebody", "Bo"]] * 2


def test_a_renewed_link_ends_the_old_one(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    new = phone.client.post(f"/g/{group}/renew").headers["Location"]
    assert phone.client.get(new).status_code == 200
    for path in (f"/g/{group}", f"/g/{group}/history.csv", f"/api/v1/groups/{group}"):
        assert Phone(app).client.get(path).status_code == 404
    assert Phone(app).client.post(f"/g/{group}/delete").status_code == 404


def test_a_seat_at_a_table_is_no_way_into_the_group(app: Flask) -> None:
    host, guest = Phone(app), Phone(app)
    group = founded(host)
    form = {"mode": "tally", "start": "1", "name": ["Ana", "Bo"], "group": group}
    code = host.client.post("/open/giza", data=form).headers["Location"].rsplit("/", 1)[1]
    guest.sit(code, 1)
    assert group not in guest.get_page().text
    assert "Thursday" not in guest.client.get("/").text


def test_people_and_group_are_offered_when_a_table_is_opened(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [9, 4])
    page = phone.client.get("/open/deadline").text
    assert f'<option value="{group}" selected>Thursday</option>' in page
    opened = phone.client.post("/open/deadline", data={"seats": "2", "group": group})
    seat = phone.client.get(f"{opened.headers['Location']}/lobby/seats/1").text
    assert 'value="Bo"' in seat


def test_the_library_reaches_an_edition_through_the_group(app: Flask) -> None:
    owner, friend = Phone(app), Phone(app)
    group = founded(owner)
    told_edition = {"format": "pharaoh-table-companion/edition", "format_version": 1, "game": "giza",
                    "name": "Ours", "by": "Ana", "record": {"points": [-3, 5, 8], "each": [2, 2, 2],
                    "treasures": [2, 3, 4, 5], "checked": True}}  # fmt: skip
    edition = owner.client.post("/api/v1/editions", data=json.dumps(told_edition),
                                content_type="application/json").get_json()["edition"]  # fmt: skip
    owner.client.post(f"/g/{group}/editions", data={"link": f"http://x/e/{edition}"})
    through = told(owner, group)["editions"][0]["edition"]
    assert friend.client.get(f"/e/{through}").status_code == 200
    assert friend.client.get(f"/e/{group[:-1]}~1").status_code == 404
    owner.client.post(f"/g/{group}/renew")
    assert friend.client.get(f"/e/{through}").status_code == 404


@pytest.mark.parametrize("path", ["/people/1/forget", "/tables/1/delete", "/people/99999999999/forget"])
def test_what_is_not_the_groups_is_not_there(app: Flask, path: str) -> None:
    phone = Phone(app)
    group = founded(phone)
    assert phone.client.post(f"/g/{group}{path}").status_code == 404


def test_a_play_whose_winner_is_not_certain_counts_for_nobody_until_it_is(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    form = {"mode": "tally", "start": "1", "name": ["Ana", "Bo"], "group": group}
    phone.code = phone.client.post("/open/giza", data=form).headers["Location"].rsplit("/", 1)[1]
    for seat, (khufu, sphinx) in enumerate((("+5 +4", "base"), ("+2 t2", ""))):
        sheet = {f"stacks.0.{n}": tile for n, tile in enumerate(khufu.split())}
        sheet |= {f"stacks.{n}[]": "" for n in (1, 2)}
        sheet |= {"stacks.3.0": sphinx} if sphinx else {"stacks.3[]": ""}
        answer = phone.enter(move="Sheet", seat=seat, **sheet)
        assert answer.status_code == 200, answer.text
    assert phone.enter(move="Close", seat=0).status_code == 200
    found = told(phone, group)
    assert found["tables"][0]["result"]["winners"] == []
    assert found["statistics"] == []
    page = phone.client.get(f"/g/{group}").text
    assert "not final" in page
    assert "♛" not in page
    rows = list(csv.DictReader(io.StringIO(phone.client.get(f"/g/{group}/history.csv").text)))
    assert [(row["place"], row["winner"]) for row in rows] == [("", ""), ("", "")]
    points = {f"value.points.{n}": str(number) for n, number in enumerate((-9, 5, 9))}
    phone.enter(kind="setting", option="edition", **points)
    found = told(phone, group)
    assert [(r["name"], r["wins"]) for r in found["statistics"]] == [("Bo", 1), ("Ana", 0)]


def test_a_result_that_an_older_release_kept_is_judged_anew(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [9, 4])
    told(phone, group)
    with app.app_context():
        old = json.dumps(
            {"points": [9, 4], "places": [2, 1], "winners": [1], "first": 0, "lines": [{}, {}]}
        )
        db.session.execute(text("UPDATE group_table SET result = :old"), {"old": old})
        db.session.commit()
    assert told(phone, group)["tables"][0]["result"]["winners"] == [0]


NIGHT = datetime(2026, 11, 20, 19, 30)


def table(hours: float, points: list[int | None], winners: list[int], names: str = "Ana Bo") -> PlayedTable:
    """A finished table, opened so many hours after half past seven."""
    settled = None not in points
    won = [seat in winners if settled else None for seat in range(len(points))]
    result = {"points": points, "winners": winners, "settled": settled, "won": won}
    opened, number = NIGHT + timedelta(hours=hours), round(hours * 10)
    seats = names.split()
    return PlayedTable(number, f"T{number}", "giza", opened, tuple(seats), (), result)


def test_tables_of_a_night_are_one_evening_midnight_or_not() -> None:
    late, early, next_day = table(5, [3, 9], [1]), table(0, [9, 4], [0]), table(24, [5, 5], [0, 1])
    newest, first = group_by_evening([next_day, late, early])
    assert (first.began, first.plays) == (NIGHT, (late, early))
    assert first.wins == (("Ana", 1), ("Bo", 1))
    assert (newest.plays, dict(newest.wins)) == ((next_day,), {"Ana": 1, "Bo": 1})
    assert group_by_evening([]) == []


def test_the_best_and_the_closest_play_are_found() -> None:
    high, close = table(2, [30, 12], [0]), table(1, [20, 19], [0])
    unknown = table(3, [40, None], [])
    plays = [unknown, high, close]
    best, closest = best_play(plays), closest_play(plays)
    assert best
    assert (best.name, best.points, best.play) == ("Ana", 40, unknown)
    assert closest
    assert (closest.margin, closest.play) == (1, close)
    assert latest_wins(plays) == [high]
    level = table(0, [7, 7], [0, 1])
    assert closest_play([level]) == ClosestPlay(0, level)
    assert closest_play([unknown]) is None
    assert best_play([]) is None
    assert latest_wins([unknown]) == []


def test_wins_of_all_games_are_a_persons_trophies() -> None:
    first, second = table(0, [9, 4], [0]), table(1, [3, 9], [1])
    third, unknown = table(2, [1, 9], [1], "Bo Ana"), table(3, [None, 2], [1])
    plays = [replace(play, people=(1, 2)) for play in (unknown, second, first)]
    assert count_wins([*plays, replace(third, people=(2, 1))]) == [("Ana", 2), ("Bo", 1)]
    assert count_wins([replace(first, people=(None, None))]) == []


def test_two_of_one_name_are_two_people() -> None:
    play = table(0, [9, 4], [0], "Somebody Somebody")
    closest = closest_play([play])
    assert closest
    assert closest.margin == 5


def test_a_streak_ends_with_the_first_play_not_won() -> None:
    assert PersonalRecord("Ana", won=[True, True, False, True, True, True]).streak == 2
    assert PersonalRecord("Ana", won=[True, True, False, True, True, True]).longest_streak == 3
    assert PersonalRecord("Bo").streak == PersonalRecord("Bo").longest_streak == 0


def test_the_page_and_the_api_tell_the_evening(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [9, 4])
    code = played(phone, group, ["Ana", "Bo"], [7, 6])
    told_by_api = told(phone, group)
    [evening] = told_by_api["evenings"]
    assert (evening["tables"][0], evening["wins"]) == (code, [{"name": "Ana", "wins": 2}])
    assert told_by_api["records"] == [
        {"game": "giza", "best": {"name": "Ana", "points": 9, "table": evening["tables"][1]},
         "closest": {"margin": 1, "table": code}}
    ]  # fmt: skip
    streaks = {one["name"]: one["streak"] for one in told_by_api["statistics"]}
    assert streaks == {"Ana": 2, "Bo": 0}
    page = phone.client.get(f"/g/{group}").text
    for words in (
        "Latest winners", "Ana: 2 wins", "Most points: Ana with 9",
        "Closest: Ana won by 1 point", "Ana has won the last 2",
    ):  # fmt: skip
        assert words in page, words
