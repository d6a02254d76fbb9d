"""Renaming and merging people: undone at will, and nobody who is forgotten comes back."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.groups import service
from companion.store import db
from tests.groups.test_groups import founded, played, told
from tests.groups.test_manual_plays import noted
from tests.people import Phone

Deed = Callable[[Phone, str, dict[str, int]], Any]


def people(phone: Phone, group: str) -> dict[str, int]:
    """The group's people by name, with their numbers."""
    return {person["name"]: person["person"] for person in told(phone, group)["people"]}


def merge(phone: Phone, group: str, person: int, into: int) -> int:
    """Merge two people, having been asked; the status of the answer."""
    assert phone.client.get(f"/g/{group}/merge?person={person}&into={into}").status_code < 500
    return phone.client.post(f"/g/{group}/merge", data={"person": person, "into": into}).status_code


def act(phone: Phone, group: str, person: int, deed: str, **form: str) -> int:
    return phone.client.post(f"/g/{group}/people/{person}/{deed}", data=form).status_code


def plays_and_wins(phone: Phone, group: str) -> dict[str, tuple[int, int]]:
    return {one["name"]: (one["plays"], one["wins"]) for one in told(phone, group)["statistics"]}


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def group(phone: Phone) -> str:
    """Zoe, who is written Zooey at one table, has played with Ana and Cy."""
    secret = founded(phone)
    for names, points in ((["Ana", "Zoe"], [9, 4]), (["Zooey", "Ana"], [7, 3]), (["Cy", "Ana"], [7, 3])):
        played(phone, secret, names, points)
    return secret


def test_two_who_are_merged_are_one_everywhere_until_they_are_counted_apart(
    phone: Phone, group: str
) -> None:
    before, known = told(phone, group), people(phone, group)
    question = phone.client.get(f"/g/{group}/merge?person={known['Zooey']}&into={known['Zoe']}").text
    assert "Yes, one person" in question
    assert told(phone, group) == before, "a question changes nothing"
    assert merge(phone, group, known["Zooey"], known["Zoe"]) == 303
    assert plays_and_wins(phone, group) == {"Ana": (3, 1), "Zoe": (2, 1), "Cy": (1, 1)}
    assert set(people(phone, group)) == {"Ana", "Zoe", "Cy"}
    rows = csv.DictReader(io.StringIO(phone.client.get(f"/g/{group}/history.csv").text))
    assert "Zooey" not in {row["name"] for row in rows}
    assert phone.told(before["tables"][1]["code"])["names"] == ["Zooey", "Ana"], "a table stays as played"
    played(phone, group, ["Zooey", "Ana"], [7, 3])
    assert plays_and_wins(phone, group)["Zoe"] == (3, 2)
    assert act(phone, group, known["Zooey"], "separate") == 303
    assert act(phone, group, known["Zooey"], "separate") == 404
    assert plays_and_wins(phone, group) == {"Ana": (4, 1), "Zoe": (1, 0), "Zooey": (2, 2), "Cy": (1, 1)}


def test_what_is_undone_leaves_nothing_behind(phone: Phone, group: str) -> None:
    before, known = told(phone, group), people(phone, group)
    merge(phone, group, known["Zooey"], known["Zoe"])
    merge(phone, group, known["Zoe"], known["Cy"])
    assert plays_and_wins(phone, group)["Cy"] == (3, 2)
    act(phone, group, known["Zoe"], "separate")
    assert plays_and_wins(phone, group)["Zoe"] == (2, 1), "what was merged first stays merged"
    act(phone, group, known["Zooey"], "separate")
    assert told(phone, group) == before


def test_who_sat_at_one_table_is_not_merged_and_two_at_one_table_stay_two(phone: Phone, group: str) -> None:
    known = people(phone, group)
    page = phone.client.get(f"/g/{group}/merge?person={known['Ana']}&into={known['Zoe']}").text
    assert "two people" in page
    assert "Yes, one person" not in page
    assert merge(phone, group, known["Ana"], known["Zoe"]) == 400
    assert merge(phone, group, known["Zooey"], known["Zoe"]) == 303
    played(phone, group, ["Zooey", "Zoe"], [8, 2])
    assert plays_and_wins(phone, group) == {"Ana": (3, 1), "Zoe": (3, 1), "Zooey": (1, 1), "Cy": (1, 1)}


def test_a_new_name_is_the_groups_and_the_old_one_still_counts(phone: Phone, group: str) -> None:
    known = people(phone, group)
    assert act(phone, group, known["Zoe"], "rename", name="Zerlina") == 303
    assert plays_and_wins(phone, group)["Zerlina"] == (1, 0)
    assert (
        '<option value="Zerlina"></option>'
        in phone.client.get("/open/giza").text + phone.client.get(f"/g/{group}/plays").text
    )
    for name in ("Zerlina", "Zoe", "ZERLINA"):
        played(phone, group, [name, "Ana"], [9, 1])
    assert plays_and_wins(phone, group)["Zerlina"] == (4, 3)
    for name in ("zoe", "Zoe"):  # one's own former name, first written otherwise
        assert act(
            phone, group, people(phone, group)["Zerlina" if name == "zoe" else "zoe"], "rename", name=name
        )
        assert plays_and_wins(phone, group)[name] == (4, 3)


def test_a_name_that_somebody_has_leads_to_the_question(phone: Phone, group: str) -> None:
    before, known = told(phone, group), people(phone, group)
    answer = phone.client.post(f"/g/{group}/people/{known['Zooey']}/rename", data={"name": "zoe"})
    assert answer.headers["Location"] == f"/g/{group}/merge?person={known['Zooey']}&into={known['Zoe']}"
    assert told(phone, group) == before


@pytest.mark.parametrize("name", ["", "  ", "Somebody", "Somebody 3", "Jemand", "Player 2", "Joueur 1"])
def test_nobody_is_renamed_to_nobody(phone: Phone, group: str, name: str) -> None:
    before = told(phone, group)
    assert act(phone, group, people(phone, group)["Zoe"], "rename", name=name) == 400
    assert told(phone, group) == before


def rows_with(app: Flask, names: tuple[str, ...]) -> list[str]:
    """Where in the database one of these names is written."""
    with app.app_context():
        return [
            f"{table.name}: {tuple(row)}"
            for table in db.metadata.tables.values()
            for row in db.session.execute(text(f'SELECT * FROM "{table.name}"'))
            if any(name.casefold() in str(tuple(row)).casefold() for name in names)
        ]


def test_all_names_of_a_merged_person_are_forgotten(app: Flask, phone: Phone, group: str) -> None:
    noted(phone, group, ["Zoe", "Cy"], ["3", "9"])
    known = people(phone, group)
    merge(phone, group, known["Zooey"], known["Zoe"])
    act(phone, group, known["Zoe"], "rename", name="Zerlina")
    assert act(phone, group, known["Zooey"], "forget") == 303
    assert rows_with(app, ("zoe", "zooey", "zerlina")) == []
    assert plays_and_wins(phone, group) == {"Ana": (3, 1), "Cy": (2, 2), "Somebody": (3, 1)}
    for number in known.values():
        assert merge(phone, group, known["Zoe"], number) in (404, 400)
    for deed in ("forget", "separate", "rename"):
        assert act(phone, group, known["Zoe"], deed, name="Zoe") == 404
    assert plays_and_wins(phone, group)["Somebody"] == (3, 1)


DEEDS: dict[str, Deed] = {
    "merge into": lambda phone, group, known: merge(phone, group, known["Cy"], known["Zoe"]),
    "merge from": lambda phone, group, known: merge(phone, group, known["Zoe"], known["Cy"]),
    "rename": lambda phone, group, known: act(phone, group, known["Zoe"], "rename", name="Zerlina"),
    "separate": lambda phone, group, known: act(phone, group, known["Zooey"], "separate"),
    "forget": lambda phone, group, known: act(phone, group, known["Zoe"], "forget"),
}


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("is_forgotten_first", [True, False], ids=["forgotten first", "forgotten last"])
def test_who_is_forgotten_at_that_moment_stays_forgotten(
    app: Flask,
    phone: Phone,
    group: str,
    monkeypatch: pytest.MonkeyPatch,
    deed: str,
    is_forgotten_first: bool,
) -> None:
    """Another phone is served after the group was read and before the change is made."""
    known, lock = people(phone, group), service._lock_people
    merge(phone, group, known["Zooey"], known["Zoe"])
    first, second = (DEEDS["forget"], DEEDS[deed]) if is_forgotten_first else (DEEDS[deed], DEEDS["forget"])

    def be_overtaken(group_row: Any) -> None:
        monkeypatch.setattr(service, "_lock_people", lock)
        with app.app_context():
            first(Phone(app), group, known)
        lock(group_row)

    monkeypatch.setattr(service, "_lock_people", be_overtaken)
    second(phone, group, known)
    statistics = plays_and_wins(phone, group)
    only_zoe = deed == "separate" and not is_forgotten_first
    assert rows_with(app, ("zoe",) if only_zoe else ("zoe", "zooey", "zerlina")) == []
    assert "Somebody" in statistics
    assert sum(plays for plays, _ in statistics.values()) == 6
