"""Renaming, merging, separating and forgetting people of a group."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.groups import service
from companion.store import db
from tests.groups.test_groups import create_group, play_table, read_group
from tests.groups.test_manual_plays import enter_manual_play
from tests.people import Phone

Action = Callable[[Phone, str, dict[str, int]], Any]


def people(phone: Phone, group: str) -> dict[str, int]:
    """Return the ids of the group's people by name."""
    return {person["name"]: person["person"] for person in read_group(phone, group)["people"]}


def merge(phone: Phone, group: str, person: int, into: int) -> int:
    """Merge two people after opening the confirmation page. Return the status code."""
    assert phone.client.get(f"/g/{group}/merge?person={person}&into={into}").status_code < 500
    return phone.client.post(f"/g/{group}/merge", data={"person": person, "into": into}).status_code


def act(phone: Phone, group: str, person: int, action: str, **form: str) -> int:
    return phone.client.post(f"/g/{group}/people/{person}/{action}", data=form).status_code


def plays_and_wins(phone: Phone, group: str) -> dict[str, tuple[int, int]]:
    return {one["name"]: (one["plays"], one["wins"]) for one in read_group(phone, group)["statistics"]}


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def group(phone: Phone) -> str:
    """Zoe, whose name is Zooey at one table, has played with Ana and Cy."""
    secret = create_group(phone)
    for names, points in ((["Ana", "Zoe"], [9, 4]), (["Zooey", "Ana"], [7, 3]), (["Cy", "Ana"], [7, 3])):
        play_table(phone, secret, names, points)
    return secret


def test_merged_people_count_as_one_until_they_are_separated(phone: Phone, group: str) -> None:
    before, ids = read_group(phone, group), people(phone, group)
    page = phone.client.get(f"/g/{group}/merge?person={ids['Zooey']}&into={ids['Zoe']}").text
    assert "Yes, one person" in page
    assert read_group(phone, group) == before, "a question changes nothing"
    assert merge(phone, group, ids["Zooey"], ids["Zoe"]) == 303
    assert plays_and_wins(phone, group) == {"Ana": (3, 1), "Zoe": (2, 1), "Cy": (1, 1)}
    assert set(people(phone, group)) == {"Ana", "Zoe", "Cy"}
    rows = csv.DictReader(io.StringIO(phone.client.get(f"/g/{group}/history.csv").text))
    assert "Zooey" not in {row["name"] for row in rows}
    assert phone.told(before["tables"][1]["code"])["names"] == ["Zooey", "Ana"], "a table stays as played"
    play_table(phone, group, ["Zooey", "Ana"], [7, 3])
    assert plays_and_wins(phone, group)["Zoe"] == (3, 2)
    assert act(phone, group, ids["Zooey"], "separate") == 303
    assert act(phone, group, ids["Zooey"], "separate") == 404
    assert plays_and_wins(phone, group) == {"Ana": (4, 1), "Zoe": (1, 0), "Zooey": (2, 2), "Cy": (1, 1)}


def test_separating_merged_people_restores_everything(phone: Phone, group: str) -> None:
    before, ids = read_group(phone, group), people(phone, group)
    merge(phone, group, ids["Zooey"], ids["Zoe"])
    merge(phone, group, ids["Zoe"], ids["Cy"])
    assert plays_and_wins(phone, group)["Cy"] == (3, 2)
    act(phone, group, ids["Zoe"], "separate")
    assert plays_and_wins(phone, group)["Zoe"] == (2, 1), "what was merged first stays merged"
    act(phone, group, ids["Zooey"], "separate")
    assert read_group(phone, group) == before


def test_people_who_have_played_together_cannot_be_merged(phone: Phone, group: str) -> None:
    ids = people(phone, group)
    page = phone.client.get(f"/g/{group}/merge?person={ids['Ana']}&into={ids['Zoe']}").text
    assert "two people" in page
    assert "Yes, one person" not in page
    assert merge(phone, group, ids["Ana"], ids["Zoe"]) == 400
    assert merge(phone, group, ids["Zooey"], ids["Zoe"]) == 303
    play_table(phone, group, ["Zooey", "Zoe"], [8, 2])
    assert plays_and_wins(phone, group) == {"Ana": (3, 1), "Zoe": (3, 1), "Zooey": (1, 1), "Cy": (1, 1)}


def test_a_renamed_person_keeps_plays_under_the_old_name(phone: Phone, group: str) -> None:
    ids = people(phone, group)
    assert act(phone, group, ids["Zoe"], "rename", name="Zerlina") == 303
    assert plays_and_wins(phone, group)["Zerlina"] == (1, 0)
    assert (
        '<option value="Zerlina"></option>'
        in phone.client.get("/open/giza").text + phone.client.get(f"/g/{group}/plays").text
    )
    for name in ("Zerlina", "Zoe", "ZERLINA"):
        play_table(phone, group, [name, "Ana"], [9, 1])
    assert plays_and_wins(phone, group)["Zerlina"] == (4, 3)
    for name in ("zoe", "Zoe"):  # the person's own former name, first in another spelling
        assert act(
            phone, group, people(phone, group)["Zerlina" if name == "zoe" else "zoe"], "rename", name=name
        )
        assert plays_and_wins(phone, group)[name] == (4, 3)


def test_renaming_to_an_existing_name_leads_to_the_merge_page(phone: Phone, group: str) -> None:
    before, ids = read_group(phone, group), people(phone, group)
    answer = phone.client.post(f"/g/{group}/people/{ids['Zooey']}/rename", data={"name": "zoe"})
    assert answer.headers["Location"] == f"/g/{group}/merge?person={ids['Zooey']}&into={ids['Zoe']}"
    assert read_group(phone, group) == before


@pytest.mark.parametrize("name", ["", "  ", "Somebody", "Somebody 3", "Jemand", "Player 2", "Joueur 1"])
def test_a_person_cannot_get_a_reserved_name(phone: Phone, group: str, name: str) -> None:
    before = read_group(phone, group)
    assert act(phone, group, people(phone, group)["Zoe"], "rename", name=name) == 400
    assert read_group(phone, group) == before


def rows_with(app: Flask, names: tuple[str, ...]) -> list[str]:
    """Return the database rows that contain one of these names."""
    with app.app_context():
        return [
            f"{table.name}: {tuple(row)}"
            for table in db.metadata.tables.values()
            for row in db.session.execute(text(f'SELECT * FROM "{table.name}"'))
            if any(name.casefold() in str(tuple(row)).casefold() for name in names)
        ]


def test_all_names_of_a_merged_person_are_forgotten(app: Flask, phone: Phone, group: str) -> None:
    enter_manual_play(phone, group, ["Zoe", "Cy"], ["3", "9"])
    ids = people(phone, group)
    merge(phone, group, ids["Zooey"], ids["Zoe"])
    act(phone, group, ids["Zoe"], "rename", name="Zerlina")
    assert act(phone, group, ids["Zooey"], "forget") == 303
    assert rows_with(app, ("zoe", "zooey", "zerlina")) == []
    assert plays_and_wins(phone, group) == {"Ana": (3, 1), "Cy": (2, 2), "Somebody": (3, 1)}
    for number in ids.values():
        assert merge(phone, group, ids["Zoe"], number) in (404, 400)
    for action in ("forget", "separate", "rename"):
        assert act(phone, group, ids["Zoe"], action, name="Zoe") == 404
    assert plays_and_wins(phone, group)["Somebody"] == (3, 1)


ACTIONS: dict[str, Action] = {
    "merge into": lambda phone, group, known: merge(phone, group, known["Cy"], known["Zoe"]),
    "merge from": lambda phone, group, known: merge(phone, group, known["Zoe"], known["Cy"]),
    "rename": lambda phone, group, known: act(phone, group, known["Zoe"], "rename", name="Zerlina"),
    "separate": lambda phone, group, known: act(phone, group, known["Zooey"], "separate"),
    "forget": lambda phone, group, known: act(phone, group, known["Zoe"], "forget"),
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("is_forgotten_first", [True, False], ids=["forgotten first", "forgotten last"])
def test_a_concurrent_change_does_not_bring_back_a_forgotten_name(
    app: Flask,
    phone: Phone,
    group: str,
    monkeypatch: pytest.MonkeyPatch,
    action: str,
    is_forgotten_first: bool,
) -> None:
    """Another request is served after the group was read and before the change is made."""
    ids, lock = people(phone, group), service._lock_people
    merge(phone, group, ids["Zooey"], ids["Zoe"])
    first, second = (
        (ACTIONS["forget"], ACTIONS[action]) if is_forgotten_first else (ACTIONS[action], ACTIONS["forget"])
    )

    def run_first_then_lock(group_row: Any) -> None:
        monkeypatch.setattr(service, "_lock_people", lock)
        with app.app_context():
            first(Phone(app), group, ids)
        lock(group_row)

    monkeypatch.setattr(service, "_lock_people", run_first_then_lock)
    second(phone, group, ids)
    statistics = plays_and_wins(phone, group)
    only_zoe_is_gone = action == "separate" and not is_forgotten_first
    assert rows_with(app, ("zoe",) if only_zoe_is_gone else ("zoe", "zooey", "zerlina")) == []
    assert "Somebody" in statistics
    assert sum(plays for plays, _ in statistics.values()) == 6
