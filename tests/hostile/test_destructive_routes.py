"""No route lets somebody delete, end or rename what belongs to others."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Mapper, class_mapper
from werkzeug.routing import Rule

from companion.services import services_of
from companion.store.backups import list_backups
from companion.store.models import (
    Edition,
    EditionVersion,
    Entry,
    GroupEdition,
    Link,
    Person,
    Seat,
    Table,
    db,
)
from companion.tables.links import get_table_by_code
from companion.tables.seat_requests import AUTO_GRANT_SECONDS
from tests.every_page import get_json_fields, make_path
from tests.hostile.test_guessing import EDITION_FILE
from tests.operating.test_backups import get_database_path
from tests.people import Phone

Rows = dict[tuple[Any, ...], dict[str, Any]]
"""By model and primary key, the columns."""

FIELDS_CHANGED_BY_PLAYERS = {"ticks", "guided", "vacant", "next_code", "version", "result", "requests"}
"""Columns that any player may change, that follow from the log, or with what anybody may request."""
WIFI_ADDRESS = "192.168.7.31"
"""The attacker's address. A user of the server's own computer may do everything."""
FORGETTING_ENDPOINTS = {"groups.forget_group_person", "api.forget_person"}
"""Every member of a group may forget a person. No other action of a group changes seats."""
ATTACKERS = ("stranger", "revoked", "viewer", "seat", "member of the group")


class AttackedTable:
    """A table with three phones, a group and an edition, and the phone of an attacker."""

    def __init__(self, app: Flask, attacker: str) -> None:
        self.app, self.role = app, attacker
        self.host, self.attacker = Phone(app), Phone(app)
        self.attacker.client.environ_base["REMOTE_ADDR"] = WIFI_ADDRESS
        self.host.client.post("/host/backup")  # of nothing: restored, it would delete everything
        [self.backup, *_] = [copy.file.name for copy in list_backups(get_database_path(app))]
        self.code = self.host.open("giza", ["Ana", "Bo", "Cy"], open_stacks="1")
        self.attacker.code = self.code
        for seat, tile in ((0, "+5"), (1, "-4")):
            entered = self.host.enter(**{"seat": seat, "tile": tile, "move board site": "Play 0 0"})
            assert entered.status_code == 200
        if attacker == "seat":
            self.attacker.sit(self.code, 1)
        elif attacker == "viewer":
            self.attacker.watch(self.code)
        elif attacker == "revoked":
            self.attacker.sit(self.code, 1)
            self.host.client.post(f"/t/{self.code}/seats/1/free")
        others = {seat: Phone(app) for seat in (1, 2)}
        for seat, phone in others.items():
            phone.sit(self.code, seat)
        self.requests = self.make_open_requests(others)
        edition: Any = self.host.client.post("/api/v1/editions", json=EDITION_FILE).json
        self.edition = edition["edition"]
        with app.app_context():
            self.table_id = db.session.scalars(select(Table.id).where(Table.code == self.code)).one()

    def make_open_requests(self, others: Mapping[int, Phone]) -> dict[str, str]:
        """Ask for seat 2 and for the role of host. Return the ids of both requests as {kind: id}.

        The attacker asks to host if they have a seat, and asks for seat 2 if they have no link. ``others``,
        the phones at seats 1 and 2 by seat, make the rest. Only the holders may grant the requests.
        """
        asks_to_host = self.attacker if self.role == "seat" else others[2]
        asks_to_host.client.post(f"/t/{self.code}/requests/host")
        asks_for_seat = Phone(self.app) if self.role in ("seat", "viewer") else self.attacker
        asks_for_seat.client.post(f"/j/{self.code}/ask", data={"seat": "2"})
        tables = services_of(self.app).tables
        names: dict[str, str]
        with self.app.app_context(), tables.change(get_table_by_code(tables.store, self.code).id) as table:
            table.requests = [replace(one, at=one.at - AUTO_GRANT_SECONDS) for one in table.requests]
            names = {one.kind: one.id for one in table.requests}
        for kind, holder in (("host", self.host), ("seat", others[2])):
            shown = holder.client.post(f"/t/{self.code}/requests/{names[kind]}/shown")
            assert shown.status_code == 303, shown.text
        return names

    def make_attacked_group(self) -> str:
        """Create a group that has the table, and return its secret.

        The host founds it if the attacker is to be a member of it, otherwise the attacker does.
        """
        shared = self.role == "member of the group"
        founder = self.host if shared else self.attacker
        group = founder.client.post("/groups", data={"name": "Friday"}).headers["Location"].rsplit("/")[-1]
        founder.client.post(f"/g/{group}/tables", data={"table": self.code})
        if shared:
            founder.client.post(f"/g/{group}/editions", data={"link": self.edition})
        self.attacker.client.get(f"/g/{group}")
        return group

    def attack(self, rule: Rule, method: str, chosen: Mapping[str, str]) -> None:
        """Send the attacker's request to this route, with a value for every field that a route may read.

        ``chosen`` has the seat and the number of the person to attack, and the kind of request to answer.
        """
        group = self.make_attacked_group() if {"group", "edition", "secret"} & rule.arguments else "no"
        with self.app.app_context():
            library = db.session.scalars(select(GroupEdition.edition_id)).all()
            people = db.session.scalars(select(Person.id)).all()
        edition = f"{group}~{library[-1]}" if library else "no"
        person = people[-int(chosen["person"])] if people else 1
        known = {
            "group": group, "code": self.code, "table": self.table_id, "edition": edition,
            "secret": edition, "seq": 1, "slug": "giza", "seat": chosen["seat"],
            "name": self.requests.get(chosen["request"], "last_tile"),
            "person": person, "into": people[-1] if people else 1, "play": f"t{self.table_id}",
            "day": "2026-01-01", "place": "Here",
        }  # fmt: skip
        values = {name: str(known.get(name, "no")) for name in rule.arguments}
        bearer = self.attacker.make_authorization()
        body = {
            **known, "table": self.code, "secret": bearer["Authorization"].removeprefix("Bearer "),
            "name": "Eve", "kind": "undo", "of": 1, "key": f"attack-{rule}"[:60], "link": edition,
            "tables": "1", "step": "0123456789ab", "first": 1, "options": {}, "on": "yes", "give_up": "1",
            "answer": "yes", "copy": self.backup,
            "text": "x", "json": "[1, 2, 3]", "record": [1, 2, 3], "lobby": "1", "by": "Eve",
        }  # fmt: skip
        path = make_path(rule, values)
        if not path.startswith("/api/"):
            self.attacker.client.open(path, method=method, data=body)
            return
        json = {name: body[name] for name in get_json_fields(rule) if name in body}
        self.attacker.client.open(path, method=method, json=json, headers=bearer)

    def get_others_rows(self) -> Rows:
        """Return all rows of the database except those of the attacker's link, seat and groups."""
        rows: Rows = {}
        with self.app.app_context():
            own_links = {
                link.id for link in db.session.scalars(select(Link)) if self._is_attackers_link(link)
            }
            for model in (Table, Seat, Link, Entry, Edition, EditionVersion):
                mapper: Mapper[Any] = class_mapper(model)
                for row in db.session.scalars(select(model)):
                    columns = {
                        column.key: getattr(row, column.key)
                        for column in mapper.column_attrs
                        if column.key not in FIELDS_CHANGED_BY_PLAYERS
                    }
                    ident = (model.__name__, *(columns[column.name] for column in mapper.primary_key))
                    is_own_seat = model is Seat and self.role == "seat" and columns["number"] == 1
                    if not (is_own_seat or (model is Link and columns["id"] in own_links)):
                        rows[ident] = columns
        return rows

    def is_used_up(self) -> bool:
        """Return whether the attacker has left the table, or an open request has ended."""
        with self.app.app_context():
            record = get_table_by_code(services_of(self.app).tables.store, self.code)
            names = {one.id for one in record.requests}
        role = "you" in self.attacker.get_table_json() if self.role in ("seat", "viewer") else True
        return not role or not names >= set(self.requests.values())

    def _is_attackers_link(self, link: Link) -> bool:
        return (self.role == "seat" and link.seat == 1) or (self.role == "viewer" and link.role == "viewer")


def iterate_changing_requests(app: Flask) -> Iterator[tuple[Rule, str, dict[str, str]]]:
    """Yield (route, method, ``chosen`` for ``AttackedTable.attack``) of each request that changes rows."""
    for rule in sorted(app.url_map.iter_rules(), key=str):
        for method in sorted({"POST", "PUT", "DELETE"} & set(rule.methods or ())):
            for seat in ("0", "2") if "seat" in rule.arguments else ("2",):
                for person in ("1", "2", "3") if "person" in rule.arguments else ("1",):
                    for kind in ("host", "seat") if "<name>" in rule.rule else ("",):
                        yield rule, method, {"seat": seat, "person": person, "request": kind}


@pytest.mark.parametrize("attacker", ATTACKERS)
def test_an_attacker_cannot_delete_or_rename_anything_of_others(app: Flask, attacker: str) -> None:
    evening = AttackedTable(app, attacker)
    before = evening.get_others_rows()
    assert {model for model, *_ in before} >= {"Table", "Link", "Entry", "Edition"}
    damage = {}
    for rule, method, chosen in iterate_changing_requests(app):
        evening.attack(rule, method, chosen)
        after = evening.get_others_rows()
        lost = [key for key, row in before.items() if after.get(key) != row]
        if attacker == "member of the group" and rule.endpoint in FORGETTING_ENDPOINTS:
            lost = [key for key in lost if key[0] != "Seat"]
        if lost:
            damage[f"{method} {rule} {chosen}"] = lost
        if lost or evening.is_used_up():
            evening = AttackedTable(app, attacker)
            after = evening.get_others_rows()
        before = after
    assert not damage, "\n".join(damage)
