"""The people of a group: who counts as a player, and renaming, merging, separating and forgetting."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.exports.result import make_person_ids
from companion.groups import service
from companion.tables.names import make_name_key, tidy_name
from tests.groups.test_groups import (
    create_group,
    enter_points,
    open_group_table,
    play_table,
    read_group,
    read_history,
)
from tests.groups.test_manual_plays import enter_manual_play
from tests.hostile.table_states import read_all_rows
from tests.people import Phone, join_table

Action = Callable[[Phone, str, dict[str, int]], Any]


def get_person_ids(phone: Phone, group: str) -> dict[str, int]:
    return {person["name"]: person["person"] for person in read_group(phone, group)["people"]}


def merge_people(phone: Phone, group: str, person: int, into: int) -> int:
    """Open the page that asks for confirmation, then merge two people. Return the HTTP status."""
    assert phone.client.get(f"/g/{group}/merge?person={person}&into={into}").status_code < 500
    return phone.client.post(f"/g/{group}/merge", data={"person": person, "into": into}).status_code


def act_on_person(phone: Phone, group: str, person: int, action: str, **form: str) -> int:
    return phone.client.post(f"/g/{group}/people/{person}/{action}", data=form).status_code


def get_plays_and_wins(phone: Phone, group: str) -> dict[str, tuple[int, int]]:
    return {one["name"]: (one["plays"], one["wins"]) for one in read_group(phone, group)["statistics"]}


@pytest.fixture
def group_secret(phone: Phone) -> str:
    """Return the secret of a group in which Zoe, called Zooey at one table, has played with Ana and Cy."""
    secret = create_group(phone)
    for names, points in ((["Ana", "Zoe"], [9, 4]), (["Zooey", "Ana"], [7, 3]), (["Cy", "Ana"], [7, 3])):
        play_table(phone, secret, names, points)
    return secret


def test_merged_people_count_as_one_until_they_are_separated(phone: Phone, group_secret: str) -> None:
    before, ids = read_group(phone, group_secret), get_person_ids(phone, group_secret)
    page = phone.client.get(f"/g/{group_secret}/merge?person={ids['Zooey']}&into={ids['Zoe']}").text
    assert "Yes, one person" in page
    assert read_group(phone, group_secret) == before, "a question changes nothing"
    assert merge_people(phone, group_secret, ids["Zooey"], ids["Zoe"]) == 303
    assert get_plays_and_wins(phone, group_secret) == {"Ana": (3, 1), "Zoe": (2, 1), "Cy": (1, 1)}
    assert set(get_person_ids(phone, group_secret)) == {"Ana", "Zoe", "Cy"}
    assert "Zooey" not in {row["name"] for row in read_history(phone, group_secret)}
    assert phone.get_table_json(before["tables"][1]["code"])["names"] == ["Zooey", "Ana"], (
        "a table stays as played"
    )
    play_table(phone, group_secret, ["Zooey", "Ana"], [7, 3])
    assert get_plays_and_wins(phone, group_secret)["Zoe"] == (3, 2)
    assert act_on_person(phone, group_secret, ids["Zooey"], "separate") == 303
    assert act_on_person(phone, group_secret, ids["Zooey"], "separate") == 404
    wins = get_plays_and_wins(phone, group_secret)
    assert wins == {"Ana": (4, 1), "Zoe": (1, 0), "Zooey": (2, 2), "Cy": (1, 1)}


def test_separating_merged_people_restores_everything(phone: Phone, group_secret: str) -> None:
    before, ids = read_group(phone, group_secret), get_person_ids(phone, group_secret)
    merge_people(phone, group_secret, ids["Zooey"], ids["Zoe"])
    merge_people(phone, group_secret, ids["Zoe"], ids["Cy"])
    assert get_plays_and_wins(phone, group_secret)["Cy"] == (3, 2)
    act_on_person(phone, group_secret, ids["Zoe"], "separate")
    assert get_plays_and_wins(phone, group_secret)["Zoe"] == (2, 1), "what was merged first stays merged"
    act_on_person(phone, group_secret, ids["Zooey"], "separate")
    assert read_group(phone, group_secret) == before


def test_people_who_have_played_together_cannot_be_merged(phone: Phone, group_secret: str) -> None:
    ids = get_person_ids(phone, group_secret)
    page = phone.client.get(f"/g/{group_secret}/merge?person={ids['Ana']}&into={ids['Zoe']}").text
    assert "two people" in page
    assert "Yes, one person" not in page
    assert merge_people(phone, group_secret, ids["Ana"], ids["Zoe"]) == 400
    assert merge_people(phone, group_secret, ids["Zooey"], ids["Zoe"]) == 303
    play_table(phone, group_secret, ["Zooey", "Zoe"], [8, 2])
    wins = get_plays_and_wins(phone, group_secret)
    assert wins == {"Ana": (3, 1), "Zoe": (3, 1), "Zooey": (1, 1), "Cy": (1, 1)}


def test_a_renamed_person_keeps_plays_under_the_old_name(phone: Phone, group_secret: str) -> None:
    ids = get_person_ids(phone, group_secret)
    assert act_on_person(phone, group_secret, ids["Zoe"], "rename", name="Zerlina") == 303
    assert get_plays_and_wins(phone, group_secret)["Zerlina"] == (1, 0)
    pages = [phone.client.get(path).text for path in ("/open/giza", f"/g/{group_secret}/plays")]
    assert '<option value="Zerlina"></option>' in "".join(pages)
    for name in ("Zerlina", "Zoe", "ZERLINA"):
        play_table(phone, group_secret, [name, "Ana"], [9, 1])
    assert get_plays_and_wins(phone, group_secret)["Zerlina"] == (4, 3)
    for name in ("zoe", "Zoe"):  # the person's own former name, first in another spelling
        act_on_person(phone, group_secret, ids["Zoe"], "rename", name=name)
        assert get_plays_and_wins(phone, group_secret)[name] == (4, 3)


def test_renaming_to_an_existing_name_leads_to_the_merge_page(phone: Phone, group_secret: str) -> None:
    before, ids = read_group(phone, group_secret), get_person_ids(phone, group_secret)
    answer = phone.client.post(f"/g/{group_secret}/people/{ids['Zooey']}/rename", data={"name": "zoe"})
    assert answer.headers["Location"] == f"/g/{group_secret}/merge?person={ids['Zooey']}&into={ids['Zoe']}"
    assert read_group(phone, group_secret) == before


@pytest.mark.parametrize("name", ["", "  ", "Somebody", "Somebody 3", "Jemand", "Player 2", "Joueur 1"])
def test_a_person_cannot_get_a_reserved_name(phone: Phone, group_secret: str, name: str) -> None:
    before, zoe = read_group(phone, group_secret), get_person_ids(phone, group_secret)["Zoe"]
    assert act_on_person(phone, group_secret, zoe, "rename", name=name) == 400
    assert read_group(phone, group_secret) == before


def find_rows_with_names(app: Flask, *names: str) -> list[str]:
    pattern = re.compile(rf"\b({'|'.join(names)})\b", re.IGNORECASE)
    return list(filter(pattern.search, map(str, read_all_rows(app))))


def test_all_names_of_a_merged_person_are_forgotten(app: Flask, phone: Phone, group_secret: str) -> None:
    enter_manual_play(phone, group_secret, ["Zoe", "Cy"], ["3", "9"])
    ids = get_person_ids(phone, group_secret)
    merge_people(phone, group_secret, ids["Zooey"], ids["Zoe"])
    act_on_person(phone, group_secret, ids["Zoe"], "rename", name="Zerlina")
    assert act_on_person(phone, group_secret, ids["Zooey"], "forget") == 303
    assert find_rows_with_names(app, "zoe", "zooey", "zerlina") == []
    assert get_plays_and_wins(phone, group_secret) == {"Ana": (3, 1), "Cy": (2, 2), "Somebody": (3, 1)}
    for number in ids.values():
        assert merge_people(phone, group_secret, ids["Zoe"], number) in (404, 400)
    for action in ("forget", "separate", "rename"):
        assert act_on_person(phone, group_secret, ids["Zoe"], action, name="Zoe") == 404
    assert get_plays_and_wins(phone, group_secret)["Somebody"] == (3, 1)


ACTIONS: dict[str, Action] = {
    "merge into": lambda phone, group, known: merge_people(phone, group, known["Cy"], known["Zoe"]),
    "merge from": lambda phone, group, known: merge_people(phone, group, known["Zoe"], known["Cy"]),
    "rename": lambda phone, group, known: act_on_person(
        phone, group, known["Zoe"], "rename", name="Zerlina"
    ),
    "separate": lambda phone, group, known: act_on_person(phone, group, known["Zooey"], "separate"),
    "forget": lambda phone, group, known: act_on_person(phone, group, known["Zoe"], "forget"),
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("is_forgotten_first", [True, False], ids=["forgotten first", "forgotten last"])
def test_a_concurrent_change_does_not_bring_back_a_forgotten_name(
    app: Flask, phone: Phone, group_secret: str, monkeypatch: pytest.MonkeyPatch,
    action: str, is_forgotten_first: bool,
) -> None:  # fmt: skip
    """Another request runs after the group was read and before the change is written."""
    ids, lock = get_person_ids(phone, group_secret), service._lock_group
    merge_people(phone, group_secret, ids["Zooey"], ids["Zoe"])
    names = ("forget", action) if is_forgotten_first else (action, "forget")
    first, second = (ACTIONS[name] for name in names)

    def run_first_then_lock(group_row: Any) -> None:
        monkeypatch.setattr(service, "_lock_group", lock)
        with app.app_context():
            first(Phone(app), group_secret, ids)
        lock(group_row)

    monkeypatch.setattr(service, "_lock_group", run_first_then_lock)
    second(phone, group_secret, ids)
    statistics = get_plays_and_wins(phone, group_secret)
    only_zoe_is_gone = action == "separate" and not is_forgotten_first
    gone = ["zoe"] if only_zoe_is_gone else ["zoe", "zooey", "zerlina"]
    assert find_rows_with_names(app, *gone) == []
    assert "Somebody" in statistics
    assert sum(plays for plays, _ in statistics.values()) == 6


def rename_seat(phone: Phone, seat: int, name: str) -> None:
    answer = phone.client.post(f"/t/{phone.code}/lobby/seats/{seat}", data={"name": name})
    assert answer.status_code in (204, 303), answer.text


def start_rematch(phone: Phone, names: list[str]) -> str:
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
    """Return each person's wins by name. Assert that the CSV file and the API agree."""
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
    start_rematch(phone, after.split())
    enter_points(phone, [9 if name == "Carla" else 1 for name in after.split()])
    wins_by_name = get_wins(phone, group)
    assert (wins_by_name["Ana"], wins_by_name["Carla"]) == (1, 1)
    assert set(wins_by_name) == {*before.split(), *after.split()}


def test_a_play_counts_for_the_latest_names_at_its_seats(app: Flask, phone: Phone) -> None:
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
    again = start_rematch(phone, ["Ana", "Carla"])
    enter_points(phone, [4, 9])
    ids = get_person_ids(phone, group)
    for name in ("Ben", "Ana"):
        assert [act_on_person(phone, group, ids[name], "forget") for _ in range(2)] == [303, 404]
    assert phone.get_table_json(first)["names"] == ["Somebody 2", "Somebody"]
    assert phone.get_table_json(again)["names"] == ["Somebody 2", "Carla"]
    statistics: list[Any] = read_group(phone, group)["statistics"]
    assert [(r["name"], r["plays"], r["wins"]) for r in statistics] == [
        ("Somebody", 2, 1), ("Carla", 1, 1), ("Somebody", 1, 0),
    ]  # fmt: skip
    assert '<option value="Somebody' not in phone.client.get("/open/giza?mode=tally").text


def test_a_forgotten_name_is_gone_from_the_lobby_of_a_rematch(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Ana", "Ben"], [9, 4])
    phone.follow(phone.client.post(f"/t/{phone.code}/rematch", data={"lobby": "1", "first": "0"}))
    act_on_person(phone, group, get_person_ids(phone, group)["Ben"], "forget")
    assert phone.get_table_json()["names"] == ["Ana", "Somebody"]


def test_spellings_of_one_name_are_one_person_but_two_seats_are_two(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Jos\u00e9", "\u0130pek"], [9, 4])
    play_table(phone, group, ["Jose\u0301", "ipek"], [9, 4])
    play_table(phone, group, ["Anna", "Anna"], [9, 4])
    statistics = read_group(phone, group)["statistics"]
    plays = sorted((make_name_key(r["name"]), r["plays"], r["wins"]) for r in statistics)
    assert plays == [("anna", 1, 0), ("anna", 1, 1), ("ipek", 2, 0), ("jos\u00e9", 2, 2)]
    assert len(set(make_person_ids(["Anna", "Ben", "\uff21nna"]))) == 3
    assert make_person_ids(["\u0130pek"]) == make_person_ids(["ipek"])


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
