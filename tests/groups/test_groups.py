"""Groups: their people, a history that changes with the logs, and forgetting people."""

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
    count_wins,
    find_best_play,
    find_closest_play,
    find_newest_decided_plays,
    group_by_evening,
)
from companion.groups.history import GroupPlay, PersonalRecord
from companion.groups.results import load_versioned_result
from companion.services import services_of
from companion.store.models import db
from tests.conftest import failing_statements
from tests.hostile.table_states import count_rows
from tests.people import Phone, join_table


def create_group(phone: Phone, name: str = "Thursday") -> str:
    answer = phone.client.post("/groups", data={"name": name})
    assert answer.status_code == 303
    return str(answer.headers["Location"]).rsplit("/", 1)[1]


def play_table(phone: Phone, group: str, names: list[str], points: list[int], first: int = 0) -> str:
    """Play a table of the group to its end: seat ``first`` begins, points by seat. Return its code."""
    open_group_table(phone, group, names, first)
    enter_points(phone, points)
    return phone.code


def open_group_table(phone: Phone, group: str, names: list[str], first: int = 0) -> None:
    """Open a table of the group. Seat ``first`` begins, and the players only count the points."""
    form = {"mode": "tally", "start": "1", "name": names, "group": group, "first": str(first)}
    phone.open_with_form("giza", form)


def enter_points(phone: Phone, points: list[int]) -> None:
    phone.enter_for("all")
    for seat, number in enumerate(points):
        sums = {f"sums.{n}": str(number if n == 0 else 0) for n in range(4)}
        answer = phone.enter(move="Sheet", seat=seat, treasures="0", **sums)
        assert answer.status_code == 200, answer.text
    assert phone.enter(move="Close", seat=0).status_code == 200


def read_group(phone: Phone, group: str) -> Any:
    return phone.client.get(f"/api/v1/groups/{group}").json


def forget_person(phone: Phone, group: str, name: str) -> int:
    [person] = [one["person"] for one in read_group(phone, group)["people"] if one["name"] == name]
    return phone.client.post(f"/g/{group}/people/{person}/forget").status_code


def read_history(phone: Phone, group: str) -> list[dict[str, str]]:
    return parse_csv(phone.client.get(f"/g/{group}/history.csv").text)


def parse_csv(sheet: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(sheet.removeprefix("\N{BYTE ORDER MARK}"))))


def test_statistics_count_plays_wins_and_first_seats(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Ana", "Bo"], [9, 4])
    play_table(phone, group, ["bo", "ANA"], [7, 3])
    play_table(phone, group, ["Ana", "Bo"], [5, 5], first=1)
    records = {record["name"]: record for record in read_group(phone, group)["statistics"]}
    assert set(records) == {"Ana", "Bo"}
    ana = records["Ana"]
    assert (ana["plays"], ana["wins"], ana["best"]) == (3, 2, 9)
    assert ana["average"] == pytest.approx(17 / 3)
    assert (records["Bo"]["wins"], records["Bo"]["begun"], records["Bo"]["begun_won"]) == (2, 2, 2)
    page = phone.client.get(f"/g/{group}").text
    assert "Whoever began won 3 of 3." in page
    rows = read_history(phone, group)
    assert len(rows) == 6
    assert sum(int(row["winner"]) for row in rows) == 4


def test_a_stored_result_follows_the_log_after_an_undo(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Ana", "Bo"], [9, 4])
    assert read_group(phone, group)["tables"][0]["result"]["points"] == [9, 4]
    assert phone.enter(kind="undo", of=3).status_code == 200
    assert read_group(phone, group)["tables"][0]["result"] is None
    sums = {f"sums.{n}": "1" for n in range(4)}
    phone.enter(move="Sheet", seat=0, treasures="0", **sums)
    phone.enter(move="Close", seat=0)
    assert read_group(phone, group)["tables"][0]["result"]["points"] == [4, 4]


def test_deleting_a_table_removes_it_from_every_group(app: Flask) -> None:
    phone, viewer = Phone(app), Phone(app)
    group = create_group(phone)
    codes = [play_table(phone, group, ["Ana", "Bo"], [9, 4]) for _ in range(3)]
    viewer.client.get(phone.make_viewer_link())
    page = phone.get_page("/leave").text
    assert f'action="/t/{codes[2]}/delete"' in page
    assert "/delete" not in viewer.client.get(f"/t/{codes[2]}/leave").text
    assert phone.client.post(f"/t/{codes[2]}/delete").headers["Location"] == "/"
    phone.code = codes[1]
    assert phone.call("DELETE", "").json == {"ended": True}
    assert [table["code"] for table in read_group(phone, group)["tables"]] == codes[:1]
    for code in codes[1:]:
        assert viewer.client.get(f"/t/{code}").status_code == 404
    assert count_rows(app)["entry"] == 3, "two sheets and the end of one table"


def test_removing_a_table_from_a_group_keeps_the_table(phone: Phone) -> None:
    group, other = create_group(phone), create_group(phone, "Sunday")
    code = play_table(phone, group, ["Ana", "Bo"], [9, 4])
    phone.client.post(f"/g/{other}/tables", data={"table": code})
    [table] = read_group(phone, group)["tables"]
    assert f"/tables/{table['table']}/remove" in phone.client.get(f"/g/{group}/evenings").text
    assert phone.client.post(f"/g/{group}/tables/{table['table']}/remove").status_code == 303
    assert read_group(phone, group)["tables"] == []
    assert phone.client.delete(f"/api/v1/groups/{group}/tables/{table['table']}").status_code == 404
    assert [one["code"] for one in read_group(phone, other)["tables"]] == [code]
    assert phone.get_page().status_code == 200


def test_deleting_a_group_keeps_its_tables(phone: Phone, group: str) -> None:
    code = play_table(phone, group, ["Ana", "Bo"], [9, 4])
    assert phone.client.post(f"/g/{group}/delete", data={"tables": "1"}).status_code == 303
    assert phone.client.get(f"/g/{group}").status_code == 404
    assert phone.client.get(f"/t/{code}").status_code == 200


def test_only_the_host_adds_a_table_to_a_group(app: Flask) -> None:
    host = Phone(app)
    play_table(host, "", ["Ana", "Bo"], [9, 4])
    host.enter(kind="undo")
    guest = join_table(app, host.code, 1)
    host.enter(kind="redo")
    groups = {phone: create_group(phone) for phone in (host, guest)}
    for phone, status in ((host, 303), (guest, 403)):
        answer = phone.client.post(f"/g/{groups[phone]}/tables", data={"table": host.code})
        assert answer.status_code == status
        assert ("/tables" in phone.get_page("/share").text) == (status == 303)


def test_a_table_is_added_once_by_two_requests_at_the_same_time(
    app: Flask, phone: Phone, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_table(phone, "", ["Ana", "Bo"], [9, 4])
    load, statuses = load_versioned_result, list[int]()

    def add_table() -> None:
        answer = phone.client.post(f"/g/{group}/tables", data={"table": phone.code})
        statuses.append(answer.status_code)

    def add_another_time(tables: Any, table_id: int) -> Any:
        monkeypatch.setattr(service, "load_versioned_result", load)
        with app.app_context():
            add_table()
        return load(tables, table_id)

    monkeypatch.setattr(service, "load_versioned_result", add_another_time)
    add_table()
    assert statuses == [303, 303]
    assert len(read_group(phone, group)["tables"]) == 1


@pytest.mark.parametrize(
    ("names", "after"),
    [
        ([["Bo", "Ann"], ["Cy", "Di"]], [["Bo", "Somebody"], ["Cy", "Di"]]),
        ([["Ann", "Bo"], ["Cy", "Ann"]], [["Somebody", "Bo"], ["Cy", "Somebody"]]),
    ],
    ids=["on another seat", "at another table"],
)
def test_forgetting_a_person_includes_a_seat_renamed_at_that_moment(
    app: Flask,
    phone: Phone,
    group: str,
    monkeypatch: pytest.MonkeyPatch,
    names: list[list[str]],
    after: list[list[str]],
) -> None:
    """The seat is renamed after the app has read the group's names and before it writes."""
    codes = [play_table(phone, group, seats, [9, 4]) for seats in (["Ann", "Bo"], ["Cy", "Di"])]
    lock = service._lock_group

    def rename_then_lock(group_row: Any) -> None:
        table_ids = sorted(play.table_id for play in group_row.plays)
        for table_id, seats in zip(table_ids, names, strict=True):
            with services_of(app).tables.change(table_id) as table:
                table.names = seats
        lock(group_row)

    monkeypatch.setattr(service, "_lock_group", rename_then_lock)
    assert forget_person(phone, group, "Ann") == 303
    assert [phone.get_table_json(code)["names"] for code in codes] == after


def test_forgetting_a_person_is_one_transaction(app: Flask, phone: Phone, group: str) -> None:
    codes = [play_table(phone, group, ["Ann", "Bo"], [9, 4]) for _ in range(2)]
    before = read_group(phone, group)
    with failing_statements(app, 'INSERT ON seat WHEN NEW.table_id = (SELECT max(id) FROM "table")'):
        assert forget_person(phone, group, "Ann") == 503
        assert read_group(phone, group) == before
    assert forget_person(phone, group, "Ann") == 303
    assert [phone.get_table_json(code)["names"] for code in codes] == [["Somebody", "Bo"]] * 2


def test_no_table_is_opened_if_it_cannot_be_added_to_its_group(
    app: Flask, phone: Phone, group: str
) -> None:
    form = {"mode": "tally", "start": "1", "name": ["Ana", "Bo"], "group": group}
    with failing_statements(app, "INSERT ON group_table"):
        assert phone.client.post("/open/giza", data=form).status_code == 503
        body = {"game": "giza", "seats": ["Ana", "Bo"], "group": group}
        assert phone.client.post("/api/v1/tables", json=body).status_code == 503
    assert count_rows(app)["table"] == 0


def test_renewing_a_groups_link_revokes_the_old_one(app: Flask, phone: Phone, group: str) -> None:
    new = phone.client.post(f"/g/{group}/renew").headers["Location"]
    assert phone.client.get(new).status_code == 200
    for path in (f"/g/{group}", f"/g/{group}/history.csv", f"/api/v1/groups/{group}"):
        assert Phone(app).client.get(path).status_code == 404
    assert Phone(app).client.post(f"/g/{group}/delete").status_code == 404


def test_a_player_at_a_table_does_not_learn_its_group(app: Flask) -> None:
    host = Phone(app)
    group = create_group(host)
    open_group_table(host, group, ["Ana", "Bo"])
    guest = join_table(app, host.code, 1)
    assert group not in guest.get_page().text
    assert "Thursday" not in guest.client.get("/").text


def test_opening_a_table_offers_the_groups_and_their_people(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Ana", "Bo"], [9, 4])
    page = phone.client.get("/open/deadline").text
    assert f'<option value="{group}" selected>Thursday</option>' in page
    answer = phone.client.post("/open/deadline", data={"seats": "2", "group": group})
    seat = phone.client.get(f"{answer.headers['Location']}/lobby/seats/1").text
    assert 'value="Bo"' in seat


def test_an_edition_in_a_library_is_reached_through_the_groups_link(app: Flask) -> None:
    owner, friend = Phone(app), Phone(app)
    group = create_group(owner)
    edition_file = {"format": "pharaoh-table-companion/edition", "format_version": 1, "game": "giza",
                    "name": "Ours", "by": "Ana", "record": {"points": [-3, 5, 8], "each": [2, 2, 2],
                    "treasures": [2, 3, 4, 5], "checked": True}}  # fmt: skip
    edition = owner.client.post("/api/v1/editions", data=json.dumps(edition_file),
                                content_type="application/json").get_json()["edition"]  # fmt: skip
    owner.client.post(f"/g/{group}/editions", data={"link": f"http://x/e/{edition}"})
    library_id = read_group(owner, group)["editions"][0]["edition"]
    assert friend.client.get(f"/e/{library_id}").status_code == 200
    assert friend.client.get(f"/e/{group[:-1]}~1").status_code == 404
    owner.client.post(f"/g/{group}/renew")
    assert friend.client.get(f"/e/{library_id}").status_code == 404


@pytest.mark.parametrize("path", ["/people/1/forget", "/tables/1/delete", "/people/99999999999/forget"])
def test_people_and_tables_of_other_groups_are_not_found(phone: Phone, group: str, path: str) -> None:
    assert phone.client.post(f"/g/{group}{path}").status_code == 404


def test_a_play_counts_in_statistics_only_with_a_certain_winner(phone: Phone, group: str) -> None:
    open_group_table(phone, group, ["Ana", "Bo"])
    for seat, (khufu, sphinx) in enumerate((("+5 +4", "base"), ("+2 t2", ""))):
        sheet = {f"stacks.0.{n}": tile for n, tile in enumerate(khufu.split())}
        sheet |= {f"stacks.{n}[]": "" for n in (1, 2)}
        sheet |= {"stacks.3.0": sphinx} if sphinx else {"stacks.3[]": ""}
        answer = phone.enter(move="Sheet", seat=seat, **sheet)
        assert answer.status_code == 200, answer.text
    assert phone.enter(move="Close", seat=0).status_code == 200
    data = read_group(phone, group)
    assert data["tables"][0]["result"]["winners"] == []
    assert data["statistics"] == []
    page = phone.client.get(f"/g/{group}").text
    assert "not final" in page
    assert "♛" not in page
    rows = read_history(phone, group)
    assert [(row["place"], row["winner"]) for row in rows] == [("", ""), ("", "")]
    points = {f"value.points.{n}": str(number) for n, number in enumerate((-9, 5, 9))}
    phone.enter(kind="setting", option="edition", **points)
    data = read_group(phone, group)
    assert [(r["name"], r["wins"]) for r in data["statistics"]] == [("Bo", 1), ("Ana", 0)]


def test_a_result_stored_by_an_older_release_is_computed_again(
    app: Flask, phone: Phone, group: str
) -> None:
    play_table(phone, group, ["Ana", "Bo"], [9, 4])
    read_group(phone, group)
    with app.app_context():
        old = json.dumps(
            {"points": [9, 4], "places": [2, 1], "winners": [1], "first": 0, "lines": [{}, {}]}
        )
        db.session.execute(text("UPDATE group_table SET result = :old"), {"old": old})
        db.session.commit()
    assert read_group(phone, group)["tables"][0]["result"]["winners"] == [0]


EVENING_START = datetime(2026, 11, 20, 19, 30)


def make_played_table(
    hours: float, points: list[int | None], winners: list[int], *people: int | None
) -> GroupPlay:
    """Return a play of Ana, Bo and perhaps Cy, which began this many hours after ``EVENING_START``."""
    is_settled = None not in points
    won = [seat in winners if is_settled else None for seat in range(len(points))]
    result = {"points": points, "winners": winners, "settled": is_settled, "won": won}
    opened_at, number = EVENING_START + timedelta(hours=hours), round(hours * 10)
    names = ("Ana", "Bo", "Cy")[: len(points)]
    return GroupPlay(number, f"T{number}", "giza", opened_at, names, people, result)


def test_plays_before_and_after_midnight_are_one_evening() -> None:
    late, early = make_played_table(5, [3, 9], [1]), make_played_table(0, [9, 4], [0])
    next_day = make_played_table(24, [5, 5], [0, 1])
    newest, first = group_by_evening([next_day, late, early])
    assert (first.began, first.plays) == (EVENING_START, (late, early))
    assert first.wins == (("Ana", 1), ("Bo", 1))
    assert (newest.plays, dict(newest.wins)) == ((next_day,), {"Ana": 1, "Bo": 1})


def test_a_long_evening_is_one_evening_without_a_long_pause() -> None:
    hours = (0, 4, 8, 14.1)
    plays = [make_played_table(hour, [9, 4], [0]) for hour in reversed(hours)]
    assert [len(evening.plays) for evening in group_by_evening(plays)] == [1, 3]


def test_best_play_and_closest_play() -> None:
    high, close = make_played_table(2, [30, 5, 12], [0]), make_played_table(1, [20, 19], [0])
    unknown, level = make_played_table(3, [40, None], []), make_played_table(0, [7, 7], [0, 1])
    plays = [unknown, high, close]
    best = find_best_play(plays)
    assert best
    assert (best.name, best.points, best.play) == ("Ana", 40, unknown)
    assert find_closest_play(plays) == ClosestPlay(1, close)
    assert find_closest_play([level]) == ClosestPlay(0, level)
    behind = make_played_table(4, [5, 9], [0])
    assert find_closest_play([behind]) is None, "the winner was ticked in spite of fewer points"
    nobody_won = make_played_table(5, [0, 0], [])
    assert (find_closest_play([nobody_won]), find_newest_decided_plays([nobody_won])) == (None, [])
    namesakes = replace(high, names=("Somebody",) * 3)
    assert find_closest_play([namesakes]) == ClosestPlay(18, namesakes)
    assert find_newest_decided_plays(plays) == [high]
    assert (find_closest_play([unknown]), find_best_play([])) == (None, None)
    assert find_newest_decided_plays([unknown]) == []


def test_wins_are_counted_over_all_games() -> None:
    first, second = make_played_table(0, [9, 4], [0], 1, 2), make_played_table(1, [3, 9], [1], 1, 2)
    swapped, unknown = make_played_table(2, [1, 9], [1], 2, 1), make_played_table(3, [None, 2], [1], 1, 2)
    swapped = replace(swapped, names=("Bo", "Ana"))
    assert count_wins([unknown, second, first, swapped]) == [("Ana", 2), ("Bo", 1)]
    assert count_wins([replace(first, people=(None, None))]) == []


def test_a_streak_ends_at_the_first_play_that_was_not_won() -> None:
    record = PersonalRecord("Ana", won=[True, True, False, True, True, True])
    assert (record.streak, record.longest_streak) == (2, 3)
    assert PersonalRecord("Bo").streak == PersonalRecord("Bo").longest_streak == 0


def test_page_and_api_show_evenings_records_and_streaks(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Ana", "Bo"], [9, 4])
    code = play_table(phone, group, ["Ana", "Bo"], [7, 6])
    data = read_group(phone, group)
    [evening] = data["evenings"]
    assert (evening["tables"][0], evening["wins"]) == (code, [{"name": "Ana", "wins": 2}])
    assert data["records"] == [
        {"game": "giza", "best": {"name": "Ana", "points": 9, "table": evening["tables"][1]},
         "closest": {"margin": 1, "table": code}}
    ]  # fmt: skip
    streaks = {one["name"]: one["streak"] for one in data["statistics"]}
    assert streaks == {"Ana": 2, "Bo": 0}
    page = phone.client.get(f"/g/{group}").text
    for words in (
        "Latest winners", "Ana: 2 wins", "Most points: Ana with 9",
        "Closest: Ana won by 1 point", "Ana has won the last 2",
    ):  # fmt: skip
        assert words in page, words
