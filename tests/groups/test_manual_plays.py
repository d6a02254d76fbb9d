"""Plays that users enter by hand, and the day and place of an evening."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from companion.store.models import Table, db
from tests.groups.test_groups import (
    EVENING_START,
    create_group,
    open_group_table,
    parse_csv,
    play_table,
    read_group,
    read_history,
)
from tests.people import Phone

EVENING_DATE = "2026-11-20"


def enter_manual_play(
    phone: Phone, group: str, names: list[str], points: list[str], won: tuple[int, ...] = (), **form: str
) -> Any:
    """Enter a play with the group's form. ``won`` lists the rows that are ticked as winners."""
    fields = {"game": "giza", "day": EVENING_DATE, "place": "At Ana’s", **form}
    form_data = {**fields, "name": names, "points": points, "won": [str(row) for row in won]}
    return phone.client.post(f"/g/{group}/plays", data=form_data)


def test_a_manual_play_counts_like_any_other(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Ana", "Bo"], [9, 4])
    answer = enter_manual_play(phone, group, ["bo", "", "Ana", "Cy"], ["30", "", "12", "21"])
    assert answer.headers["Location"] == f"/g/{group}/evenings?page=1"
    data = read_group(phone, group)
    assert [(one["names"], one["place"]) for one in data["manual_plays"]] == [
        (["Bo", "Ana", "Cy"], "At Ana’s")
    ]
    assert data["manual_plays"][0]["result"]["places"] == [1, 3, 2]
    assert {one["name"]: (one["plays"], one["wins"], one["best"]) for one in data["statistics"]} == {
        "Ana": (2, 1, 12), "Bo": (2, 1, 30), "Cy": (1, 0, 21),
    }  # fmt: skip
    assert [(one["day"], one["place"], len(one["tables"])) for one in data["evenings"]][1:] == [
        (EVENING_DATE, "At Ana’s", 0)
    ]
    row = read_history(phone, group)[-1]
    assert (row["date"], row["time"], row["game"], row["title"]) == (EVENING_DATE, "20:00", "giza", "Giza")
    assert (row["location"], row["place"], row["table"], row["starter"]) == ("At Ana’s", "2", "", "")
    assert list(row)[:10] == [
        "date", "game", "table", "seat", "name", "points", "place", "winner", "starter", "zone",
    ]  # fmt: skip
    page = phone.client.get(f"/g/{group}").text
    assert "At Ana’s" in page
    assert 'href="/t/"' not in page


@pytest.mark.parametrize(
    ("points", "ticked", "won"),
    [
        (["5", "9"], (), [False, True]),
        (["9", "9"], (), [True, True]),
        (["9", "9"], (1,), [False, True]),
        (["9", ""], (), [None, None]),
        (["", ""], (0,), [True, False]),
        (["-3", "0"], (), [False, True]),
    ],
)
def test_the_ticked_winners_win_else_the_most_points(
    phone: Phone, group: str, points: list[str], ticked: tuple[int, ...], won: list[bool | None]
) -> None:
    enter_manual_play(phone, group, ["Ana", "Bo"], points, ticked)
    data = read_group(phone, group)
    assert data["manual_plays"][0]["result"]["won"] == won
    assert bool(data["statistics"]) == (None not in won)
    assert phone.client.get(f"/g/{group}").status_code == 200


def test_a_row_with_points_but_no_name_is_a_player(phone: Phone, group: str) -> None:
    enter_manual_play(phone, group, ["Ana", " ", ""], ["9", "", "12"])
    [play] = read_group(phone, group)["manual_plays"]
    assert (play["names"], play["result"]["winners"]) == (["Ana", "Player 2"], [1])


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"}, {"day": ""}, {"day": "yesterday"}, {"day": "0001-01-01"}, {"day": "9999-12-31"},
        {"day": (datetime.now(UTC) + timedelta(days=2)).date().isoformat()},
        {"name": ["Ana"]}, {"name": list("ABCDEFGH")}, {"points": ["many", "2"]}, {"points": ["1e9", "2"]},
        {"points": ["99999999999", "2"]}, {"name": [], "points": []},
    ],
    ids=str,
)  # fmt: skip
def test_an_invalid_manual_play_is_refused(phone: Phone, group: str, wrong: dict[str, Any]) -> None:
    names = wrong.get("name", ["Ana", "Bo"])
    form = {"game": "giza", "day": EVENING_DATE, "name": names, "points": ["1"] * len(names)} | wrong
    answer = phone.client.post(f"/g/{group}/plays", data=form)
    assert answer.status_code == 400
    assert "Missing or wrong" in answer.text
    assert read_group(phone, group)["manual_plays"] == []


def test_a_group_can_change_its_manual_play(phone: Phone) -> None:
    group, other = create_group(phone), create_group(phone, "Sunday")
    enter_manual_play(phone, group, ["Ana", "Bo", "Cy"], ["30", "12", "21"])
    page = phone.client.get(f"/g/{group}").text
    assert f'href="/g/{group}/plays?play=1"' in page
    form = phone.client.get(f"/g/{group}/plays?play=1").text
    for value in ("Ana", "30", "Cy", "21", EVENING_DATE, "At Ana’s"):
        assert f'value="{value}"' in form
    assert "checked" not in form
    enter_manual_play(phone, group, ["Ana", "Bo"], ["3", "12"], play="1", game="deadline")
    assert phone.client.get(f"/g/{other}/plays?play=1").status_code == 404
    assert enter_manual_play(phone, other, ["Ana", "Bo"], ["3", "12"], play="1").status_code == 404
    [play] = read_group(phone, group)["manual_plays"]
    assert (play["game"], play["names"]) == ("deadline", ["Ana", "Bo"])
    assert play["result"]["won"] == [False, True]
    assert [one["name"] for one in read_group(phone, group)["people"]] == ["Ana", "Bo"]
    for points in (["3", "12"], ["", "12"], ["", ""]):
        enter_manual_play(phone, group, ["Ana", "Bo"], points, won=(0,), play="1")
        assert phone.client.get(f"/g/{group}/plays?play=1").text.count("checked") == 1, points


def test_only_its_group_can_delete_a_manual_play(phone: Phone) -> None:
    group, other = create_group(phone), create_group(phone, "Sunday")
    enter_manual_play(phone, group, ["Ana", "Bo"], ["1", "2"])
    assert "/plays/1/remove" in phone.client.get(f"/g/{group}/evenings").text
    assert phone.client.post(f"/g/{other}/plays/1/remove").status_code == 404
    assert phone.client.post(f"/g/{group}/plays/1/remove").status_code == 303
    assert phone.client.post(f"/g/{group}/plays/1/remove").status_code == 404
    assert read_group(phone, group)["people"] == []
    enter_manual_play(phone, group, ["Ana", "Bo"], ["1", "2"])
    assert phone.client.post(f"/g/{group}/delete").status_code == 303


def make_group_with_evening(app: Flask) -> tuple[Phone, str, dict[str, str]]:
    """Return (phone, group's secret, {table's code: its key in the group}) for an evening of two tables."""
    phone = Phone(app)
    group = create_group(phone)
    codes = [play_table(phone, group, ["Ana", "Bo"], [9, 4]) for _ in range(2)]
    with app.app_context():
        for hours, code in enumerate(codes):
            opened_at = EVENING_START + timedelta(hours=hours)
            db.session.execute(update(Table).where(Table.code == code).values(opened_at=opened_at))
        db.session.commit()
    return phone, group, {one["code"]: f"t{one['table']}" for one in read_group(phone, group)["tables"]}


def change_evening(phone: Phone, group: str, key: str, day: str = EVENING_DATE, place: str = "Here") -> int:
    form = {"day": day, "place": place}
    return phone.client.post(f"/g/{group}/evenings/{key}", data=form).status_code


def test_day_and_place_of_an_evening_are_in_the_exports_of_its_tables(app: Flask) -> None:
    phone, group, keys = make_group_with_evening(app)
    guest = Phone(app, phone.code)
    guest.client.get(phone.make_viewer_link())
    before = phone.get_table_json()
    assert change_evening(phone, group, keys[phone.code], "2026-08-02", "  Chez\nBo ") == 303
    [night] = read_group(phone, group)["evenings"]
    assert (night["day"], night["place"], len(night["tables"])) == ("2026-08-02", "Chez Bo", 2)
    assert {(row["date"], row["location"]) for row in read_history(phone, group)} == {
        ("2026-08-02", "Chez Bo")
    }
    play = json.loads(phone.get_page("/play.bgsplay").data)
    assert (play["playDate"], play["location"]) == ("2026-08-02 20:30:00", "Chez Bo")
    assert "Chez%20Bo" in phone.get_page("/share").text
    assert "2026-08-02" in phone.get_page("/summary.txt").text
    [row, *_] = parse_csv(phone.get_page("/play.csv").text)
    assert (row["date"][:10], row["title"], row["location"]) == ("2026-08-02", "Giza", "Chez Bo")
    for path in ("/play.bgsplay", "/share", "/play.csv", "/summary.txt"):  # only for the group
        page = guest.get_page(path)
        assert (page.status_code, "Chez" in page.text) == (200, False), path
    assert phone.get_table_json() == before


def test_moving_an_evening_to_another_day_keeps_its_local_times(app: Flask) -> None:
    phone, group, keys = make_group_with_evening(app)
    phone.client.set_cookie("zone", "Europe/Paris")
    for day in ("2026-07-01", "2026-01-01"):
        change_evening(phone, group, keys[phone.code], day, "")
        assert {(row["date"], row["time"]) for row in read_history(phone, group)} == {
            (day, "20:30"), (day, "21:30")
        }  # fmt: skip


def test_a_manual_play_belongs_to_the_evening_of_that_day(app: Flask) -> None:
    phone, group, _ = make_group_with_evening(app)
    enter_manual_play(phone, group, ["Ana", "Cy"], ["1", "2"], day=EVENING_START.date().isoformat())
    assert len(read_group(phone, group)["evenings"]) == 1
    change_evening(phone, group, "m1", EVENING_DATE[:-2] + "14")
    assert [(one["day"], one["place"]) for one in read_group(phone, group)["evenings"]] == [
        (EVENING_DATE[:-2] + "14", "Here")
    ]


def test_changing_only_the_place_of_an_evening_in_a_filtered_list_keeps_its_days(app: Flask) -> None:
    phone, group, keys = make_group_with_evening(app)
    phone.client.set_cookie("zone", "Asia/Tashkent")  # both tables began after midnight
    enter_manual_play(phone, group, ["Ana", "Cy"], ["1", "2"], game="deadline")
    before = [row["date"] for row in read_history(phone, group)]
    assert sorted(set(before)) == [EVENING_DATE, "2026-11-21"]
    page = phone.client.get(f"/g/{group}/evenings?game=giza").text
    [shown_day] = re.findall('name="shown_day" value="([^"]+)"', page)
    for shown in (shown_day, "0001-01-01"):  # a wrong day is ignored
        day = shown_day if shown == shown_day else EVENING_DATE
        form = {"day": day, "shown_day": shown, "place": "Chez Bo"}
        key = keys[phone.code]
        assert phone.client.post(f"/g/{group}/evenings/{key}", data=form).status_code == 303
        rows = read_history(phone, group)
        assert ([row["date"] for row in rows], {row["location"] for row in rows}) == (before, {"Chez Bo"})


def test_the_api_names_the_days_that_the_pages_show(phone: Phone, group: str) -> None:
    phone.client.set_cookie("zone", "America/New_York")
    enter_manual_play(phone, group, ["Ana", "Bo"], ["1", "2"])
    data = read_group(phone, group)
    assert (data["manual_plays"][0]["played"], data["evenings"][0]["day"]) == (EVENING_DATE, EVENING_DATE)


@pytest.mark.parametrize("key", ["t99", "m1", "x", "t1x"])
def test_an_unknown_evening_is_not_found(app: Flask, key: str) -> None:
    phone, group, _ = make_group_with_evening(app)
    assert change_evening(phone, group, key) == 404


def test_a_rematch_has_the_place_of_the_table_before(app: Flask) -> None:
    phone, group, keys = make_group_with_evening(app)
    change_evening(phone, group, keys[phone.code])
    phone.client.post(f"/t/{phone.code}/rematch", data={"first": "0"})
    assert read_group(phone, group)["tables"][0]["place"] == "Here"


def test_evenings_are_filtered_by_game_and_by_person(phone: Phone, group: str) -> None:
    enter_manual_play(phone, group, ["Ana", "Bo"], ["1", "2"], game="giza", day="2026-03-01")
    enter_manual_play(phone, group, ["Ana", "Cy"], ["1", "2"], game="giza", day="2026-04-01")
    enter_manual_play(phone, group, ["Bo", "Cy"], ["1", "2"], game="deadline", day="2026-05-01")
    open_group_table(phone, group, ["Di", "Cy"])
    people = {one["name"]: one["person"] for one in read_group(phone, group)["people"]}
    for query, expected in (
        ("", {1, 2, 3}), ("game=giza", {1, 2}), (f"person={people['Cy']}", {2, 3}),
        (f"game=giza&person={people['Cy']}", {2}), ("game=chess", set()), ("person=x", {1, 2, 3}),
    ):  # fmt: skip
        page = phone.client.get(f"/g/{group}/evenings?{query}").text
        assert {n for n in (1, 2, 3) if f"/plays/{n}/remove" in page} == expected, query


def test_moving_an_evening_does_not_change_its_tables(app: Flask) -> None:
    phone, group, keys = make_group_with_evening(app)
    change_evening(phone, group, keys[phone.code])
    with app.app_context():
        moments = set(db.session.scalars(select(Table.opened_at)))
    assert moments == {EVENING_START, EVENING_START + timedelta(hours=1)}
