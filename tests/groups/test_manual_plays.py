"""What a group enters by hand: when and where an evening was, and games played without the app."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from companion.store.models import Table, db
from tests.groups.test_groups import NIGHT, founded, opened, played, told
from tests.people import Phone

DAY = "2026-11-20"


def noted(
    phone: Phone, group: str, names: list[str], points: list[str], won: tuple[int, ...] = (), **form: str
) -> Any:
    """Enter a play by hand."""
    fields = {"game": "giza", "day": DAY, "place": "At Ana’s", **form}
    sent = {**fields, "name": names, "points": points, "won": [str(row) for row in won]}
    return phone.client.post(f"/g/{group}/plays", data=sent)


def rows_of(phone: Phone, group: str) -> list[dict[str, str]]:
    return rows_in(phone.client.get(f"/g/{group}/history.csv").text)


def rows_in(sheet: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(sheet.removeprefix("\N{BYTE ORDER MARK}"))))


def test_a_play_entered_by_hand_counts_like_any_other(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [9, 4])
    answer = noted(phone, group, ["bo", "", "Ana", "Cy"], ["30", "", "12", "21"])
    assert answer.headers["Location"] == f"/g/{group}/evenings?page=1"
    data = told(phone, group)
    assert [(one["names"], one["place"]) for one in data["manual_plays"]] == [
        (["Bo", "Ana", "Cy"], "At Ana’s")
    ]
    assert data["manual_plays"][0]["result"]["places"] == [1, 3, 2]
    assert {one["name"]: (one["plays"], one["wins"], one["best"]) for one in data["statistics"]} == {
        "Ana": (2, 1, 12), "Bo": (2, 1, 30), "Cy": (1, 0, 21),
    }  # fmt: skip
    assert [(one["day"], one["place"], len(one["tables"])) for one in data["evenings"]][1:] == [
        (DAY, "At Ana’s", 0)
    ]
    row = rows_of(phone, group)[-1]
    assert (row["date"], row["time"], row["game"], row["title"]) == (DAY, "20:00", "giza", "Giza")
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
def test_the_most_points_win_unless_somebody_says_who_did(
    app: Flask, points: list[str], ticked: tuple[int, ...], won: list[bool | None]
) -> None:
    phone = Phone(app)
    group = founded(phone)
    noted(phone, group, ["Ana", "Bo"], points, ticked)
    data = told(phone, group)
    assert data["manual_plays"][0]["result"]["won"] == won
    assert bool(data["statistics"]) == (None not in won)
    assert phone.client.get(f"/g/{group}").status_code == 200


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
def test_what_cannot_be_is_refused_and_nothing_is_stored(app: Flask, wrong: dict[str, Any]) -> None:
    phone = Phone(app)
    group = founded(phone)
    rows = len(wrong.get("name", "ab"))
    sent = {"game": "giza", "day": DAY, "name": ["Ana", "Bo"], "points": ["1"] * rows, **wrong}
    answer = phone.client.post(f"/g/{group}/plays", data=sent)
    assert answer.status_code == 400
    assert "Missing or wrong" in answer.text
    assert told(phone, group)["manual_plays"] == []


def test_a_play_entered_by_hand_is_changed_where_it_is_shown(app: Flask) -> None:
    phone = Phone(app)
    group, other = founded(phone), founded(phone, "Sunday")
    noted(phone, group, ["Ana", "Bo", "Cy"], ["30", "12", "21"])
    page = phone.client.get(f"/g/{group}").text
    assert f'href="/g/{group}/plays?play=1"' in page
    form = phone.client.get(f"/g/{group}/plays?play=1").text
    for value in ("Ana", "30", "Cy", "21", DAY, "At Ana’s"):
        assert f'value="{value}"' in form
    assert "checked" not in form
    noted(phone, group, ["Ana", "Bo"], ["3", "12"], play="1", game="deadline")
    assert phone.client.get(f"/g/{other}/plays?play=1").status_code == 404
    assert noted(phone, other, ["Ana", "Bo"], ["3", "12"], play="1").status_code == 404
    [play] = told(phone, group)["manual_plays"]
    assert (play["game"], play["names"]) == ("deadline", ["Ana", "Bo"])
    assert play["result"]["won"] == [False, True]
    assert [one["name"] for one in told(phone, group)["people"]] == ["Ana", "Bo"]
    noted(phone, group, ["Ana", "Bo"], ["3", "12"], won=(0,), play="1")
    assert phone.client.get(f"/g/{group}/plays?play=1").text.count("checked") == 1


def test_a_play_entered_by_hand_is_removed_for_good_by_its_group_alone(app: Flask) -> None:
    phone = Phone(app)
    group, other = founded(phone), founded(phone, "Sunday")
    noted(phone, group, ["Ana", "Bo"], ["1", "2"])
    assert "/plays/1/remove" in phone.client.get(f"/g/{group}/evenings").text
    assert phone.client.post(f"/g/{other}/plays/1/remove").status_code == 404
    assert phone.client.post(f"/g/{group}/plays/1/remove").status_code == 303
    assert phone.client.post(f"/g/{group}/plays/1/remove").status_code == 404
    assert told(phone, group)["people"] == []
    noted(phone, group, ["Ana", "Bo"], ["1", "2"])
    assert phone.client.post(f"/g/{group}/delete").status_code == 303


def evening(app: Flask) -> tuple[Phone, str, dict[str, str]]:
    """Two tables of one evening in November; by their codes their keys."""
    phone = Phone(app)
    group = founded(phone)
    codes = [played(phone, group, ["Ana", "Bo"], [9, 4]) for _ in range(2)]
    with app.app_context():
        for hours, code in enumerate(codes):
            opened = (
                update(Table).where(Table.code == code).values(opened_at=NIGHT + timedelta(hours=hours))
            )
            db.session.execute(opened)
        db.session.commit()
    return phone, group, {one["code"]: f"t{one['table']}" for one in told(phone, group)["tables"]}


def test_an_evening_gets_its_day_and_place_and_so_do_the_exports_of_its_tables(app: Flask) -> None:
    phone, group, keys = evening(app)
    guest = Phone(app)
    guest.watch(phone.code)
    before = phone.told()
    answer = phone.client.post(
        f"/g/{group}/evenings/{keys[phone.code]}", data={"day": "2026-08-02", "place": "  Chez\nBo "}
    )
    assert answer.status_code == 303
    [night] = told(phone, group)["evenings"]
    assert (night["day"], night["place"], len(night["tables"])) == ("2026-08-02", "Chez Bo", 2)
    assert {(row["date"], row["location"]) for row in rows_of(phone, group)} == {("2026-08-02", "Chez Bo")}
    play = json.loads(phone.get_page("/play.bgsplay").data)
    assert (play["playDate"], play["location"]) == ("2026-08-02 20:30:00", "Chez Bo")
    assert "Chez%20Bo" in phone.get_page("/share").text
    assert "2026-08-02" in phone.get_page("/summary.txt").text
    [row, *_] = rows_in(phone.get_page("/play.csv").text)
    assert (row["date"][:10], row["title"], row["location"]) == ("2026-08-02", "Giza", "Chez Bo")
    for path in ("/play.bgsplay", "/share", "/play.csv", "/summary.txt"):  # of the group alone
        assert "Chez" not in guest.get_page(path).text, path
    assert phone.told() == before


def test_an_evening_keeps_its_hours_by_the_clock_where_it_was_played(app: Flask) -> None:
    phone, group, keys = evening(app)
    phone.client.set_cookie("zone", "Europe/Paris")
    for day in ("2026-07-01", "2026-01-01"):
        key = keys[phone.code]
        phone.client.post(f"/g/{group}/evenings/{key}", data={"day": day, "place": ""})
        assert {(row["date"], row["time"]) for row in rows_of(phone, group)} == {
            (day, "20:30"), (day, "21:30")
        }  # fmt: skip


def test_a_play_entered_by_hand_joins_the_tables_of_its_evening(app: Flask) -> None:
    phone, group, _ = evening(app)
    noted(phone, group, ["Ana", "Cy"], ["1", "2"], day=NIGHT.date().isoformat())
    assert len(told(phone, group)["evenings"]) == 1
    phone.client.post(f"/g/{group}/evenings/m1", data={"day": DAY[:-2] + "14", "place": "Here"})
    assert [(one["day"], one["place"]) for one in told(phone, group)["evenings"]] == [
        (DAY[:-2] + "14", "Here")
    ]


@pytest.mark.parametrize("key", ["t99", "m1", "x", "t1x"])
def test_an_evening_of_nobody_is_not_there(app: Flask, key: str) -> None:
    phone, group, _ = evening(app)
    answer = phone.client.post(f"/g/{group}/evenings/{key}", data={"day": DAY, "place": ""})
    assert answer.status_code == 404


def test_a_rematch_is_at_the_place_of_the_table_before(app: Flask) -> None:
    phone, group, keys = evening(app)
    phone.client.post(f"/g/{group}/evenings/{keys[phone.code]}", data={"day": DAY, "place": "Here"})
    phone.client.post(f"/t/{phone.code}/rematch", data={"first": "0"})
    assert told(phone, group)["tables"][0]["place"] == "Here"


def test_evenings_are_filtered_by_game_and_by_person(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    noted(phone, group, ["Ana", "Bo"], ["1", "2"], game="giza", day="2026-03-01")
    noted(phone, group, ["Ana", "Cy"], ["1", "2"], game="giza", day="2026-04-01")
    noted(phone, group, ["Bo", "Cy"], ["1", "2"], game="deadline", day="2026-05-01")
    opened(phone, group, ["Di", "Cy"])
    known = {one["name"]: one["person"] for one in told(phone, group)["people"]}
    for query, shown in (
        ("", {1, 2, 3}), ("game=giza", {1, 2}), (f"person={known['Cy']}", {2, 3}),
        (f"game=giza&person={known['Cy']}", {2}), ("game=chess", set()), ("person=x", {1, 2, 3}),
    ):  # fmt: skip
        page = phone.client.get(f"/g/{group}/evenings?{query}").text
        assert {n for n in (1, 2, 3) if f"/plays/{n}/remove" in page} == shown, query


def test_no_table_is_changed_by_what_a_group_says_of_it(app: Flask) -> None:
    phone, group, keys = evening(app)
    phone.client.post(f"/g/{group}/evenings/{keys[phone.code]}", data={"day": DAY, "place": "Here"})
    with app.app_context():
        moments = set(db.session.scalars(select(Table.opened_at)))
    assert moments == {NIGHT, NIGHT + timedelta(hours=1)}
