"""The players of a table are the current names of its seats, also after a rematch or a new name."""

from typing import Any

import pytest
from flask import Flask

from companion.exports.result import people_hashes
from companion.tables.names import name_key, tidy_name
from tests.groups.test_groups import (
    create_group,
    enter_points,
    open_group_table,
    play_table,
    read_group,
    read_history,
)
from tests.people import Phone, join_table


def rename_seat(phone: Phone, seat: int, name: str) -> None:
    answer = phone.client.post(f"/t/{phone.code}/lobby/seats/{seat}", data={"name": name})
    assert answer.status_code in (204, 303), answer.text


def open_rematch(phone: Phone, names: list[str]) -> str:
    """Open a rematch with these names and start it. Return its code."""
    names_before = phone.get_table_json()["names"]
    phone.follow(phone.client.post(f"/t/{phone.code}/rematch", data={"lobby": "1", "first": "0"}))
    for _ in range(len(names) - len(names_before)):
        phone.client.post(f"/t/{phone.code}/lobby/seats")
    for seat, name in enumerate(names):
        rename_seat(phone, seat, name)
    for seat in range(len(names), len(names_before)):
        phone.client.post(f"/t/{phone.code}/lobby/seats/{seat}/clear")
    assert phone.client.post(f"/t/{phone.code}/lobby/start").status_code in (204, 303)
    return phone.code


def get_wins(phone: Phone, group: str) -> dict[str, int]:
    """Return each person's wins by name. Assert that page, CSV and API show the same."""
    assert phone.client.get(f"/g/{group}").status_code == 200
    rows = read_history(phone, group)
    records = read_group(phone, group)["statistics"]
    assert sum(record["wins"] for record in records) == sum(row["winner"] == "1" for row in rows)
    return {record["name"]: record["wins"] for record in records}


@pytest.mark.parametrize(
    ("before", "after"),
    [("Ana Ben", "Ana Ben Carla"), ("Ana Ben Dan", "Ana Carla"), ("Ana Ben", "Ana Carla")],
    ids=["more", "fewer", "others"],
)
def test_a_rematch_counts_for_the_people_at_its_seats(
    phone: Phone, group: str, before: str, after: str
) -> None:
    play_table(phone, group, before.split(), [9, 4, 1][: len(before.split())])
    open_rematch(phone, after.split())
    enter_points(phone, [9 if name == "Carla" else 1 for name in after.split()])
    wins_by_name = get_wins(phone, group)
    assert (wins_by_name["Ana"], wins_by_name["Carla"]) == (1, 1)
    assert set(wins_by_name) == {*before.split(), *after.split()}


def test_a_play_counts_for_the_latest_names_at_its_seats(app: Flask) -> None:
    phone = Phone(app)
    group = create_group(phone)
    open_group_table(phone, group, ["Ana", "Ben"])
    assert [person["name"] for person in read_group(phone, group)["people"]] == ["Ana", "Ben"]
    join_table(app, phone.code, 1, "Carla")
    enter_points(phone, [4, 9])
    assert get_wins(phone, group) == {"Ana": 0, "Carla": 1}
    rename_seat(phone, 1, "Clara")
    assert get_wins(phone, group) == {"Ana": 0, "Clara": 1}
    assert [person["name"] for person in read_group(phone, group)["people"]] == ["Ana", "Clara"]


def test_forgetting_a_person_keeps_all_other_names(phone: Phone, group: str) -> None:
    first = play_table(phone, group, ["Ana", "Ben"], [9, 4])
    again = open_rematch(phone, ["Ana", "Carla"])
    enter_points(phone, [4, 9])
    for name in ("Ben", "Ana"):
        person = next(one["person"] for one in read_group(phone, group)["people"] if one["name"] == name)
        assert phone.client.post(f"/g/{group}/people/{person}/forget").status_code == 303
        assert phone.client.post(f"/g/{group}/people/{person}/forget").status_code == 404
    assert phone.get_table_json(first)["names"] == ["Somebody 2", "Somebody"]
    assert phone.get_table_json(again)["names"] == ["Somebody 2", "Carla"]
    statistics: list[Any] = read_group(phone, group)["statistics"]
    assert [(r["name"], r["plays"], r["wins"]) for r in statistics] == [
        ("Somebody", 2, 1), ("Carla", 1, 1), ("Somebody", 1, 0),
    ]  # fmt: skip
    assert '<option value="Somebody' not in phone.client.get("/open/giza?mode=tally").text


def test_spellings_of_one_name_are_one_person_but_two_seats_are_two(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Jos\u00e9", "\u0130pek"], [9, 4])
    play_table(phone, group, ["Jose\u0301", "ipek"], [9, 4])
    play_table(phone, group, ["Anna", "Anna"], [9, 4])
    statistics = read_group(phone, group)["statistics"]
    plays = sorted((name_key(r["name"]), r["plays"], r["wins"]) for r in statistics)
    assert plays == [("anna", 1, 0), ("anna", 1, 1), ("ipek", 2, 0), ("jos\u00e9", 2, 2)]
    assert len(set(people_hashes(["Anna", "Ben", "\uff21nna"]))) == 3
    assert people_hashes(["\u0130pek"]) == people_hashes(["ipek"])


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a" * 23 + "\U0001f1eb\U0001f1f7", "a" * 23),
        ("a" * 22 + "\U0001f1eb\U0001f1f7x", "a" * 22 + "\U0001f1eb\U0001f1f7"),
        ("a" * 23 + "x\u0323\u0302\u0302", "a" * 23),
        ("a" * 22 + "\U0001f469\u200d\U0001f467", "a" * 22),
    ],
)
def test_a_name_is_cut_only_between_letters(written: str, expected: str) -> None:
    assert tidy_name(written) == expected
