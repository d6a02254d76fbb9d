"""A real table of an app, and the deeds as the requests that a phone sends."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

from flask import Flask

from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.links import create_link, hash_secret
from companion.tables.state import TableState
from companion.tables.table_store import TableRecord, TableStore
from companion.tables.tables import Notifier
from tests.long.processes.interleaving.model import Deed, People
from tests.long.processes.interleaving.scheduler import Turns

CHANGES = ("change", "insert", "delete")
READS = ("find_access", "find_record")
"""But for the one by which a table is loaded: one thread does that, and all others wait for it."""
SHOWN = re.compile(r'name="shown" value="([^"]*)"')
KEPT = ("id", "code", "links", "birth")


class Table(Notifier):
    """One table, put back to how its people were before each order that is tried."""

    def __init__(self, app: Flask, table_id: int, people: People, *, reads: bool) -> None:
        self.app, self.id, self.people = app, table_id, people
        self.tables = services_of(app).tables
        self.store: TableStore = self.tables.store
        self.turns = Turns(())
        self._told: TableRecord | None = None
        self._reads = self.store.find_record
        for name in CHANGES + (READS if reads else ()):
            setattr(self.store, name, self._stepping(name, getattr(self.store, name)))
        self._notifier, self.tables.notifier = self.tables.notifier, self
        with app.app_context():
            self._before = self._record(table_id)
        self.code = self._before.code
        self._phones: dict[str, str] = {}
        """The phones by the hashes of their secrets."""

    def _stepping(self, name: str, deed: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **kwargs: Any) -> Any:
            if kwargs.keys() != {"table_id"}:
                self.turns.step(name)
            return self._changing(deed(*args)) if name == "change" else deed(*args, **kwargs)

        return stepped

    @contextmanager
    def _changing(self, change: AbstractContextManager[TableRecord]) -> Iterator[TableRecord]:
        """A change, which takes no steps: whoever changes the table too waits until it is done."""
        with change as record, self.turns.without_steps():
            yield record

    def notify_entry(self, table: TableState) -> None:
        self._notifier.notify_entry(table)

    def notify_change(self, table_id: int) -> None:
        self.turns.step("announce")
        self._notifier.notify_change(table_id)
        if table_id == self.id:
            self._told = self._record(table_id)

    def put_back(self, turns: Turns) -> None:
        """As it was: the same people, each with a new secret."""
        self.turns, self._phones, people = Turns(()), {}, self.people
        if isinstance(self.store, BrowserStore):
            self.store._revoked[self.id].clear()  # the links of all orders before
        secrets = {}
        with self.app.app_context():
            there = self._record(self.id)
            if there.next_code:
                self.store.delete(self._record(code=there.next_code).id)
            with self.store.change(self.id) as record:
                for kept in fields(record):
                    if kept.name not in KEPT:
                        setattr(record, kept.name, deepcopy(getattr(self._before, kept.name)))
                record.names, record.links = list(people.names), []
                record.vacant = None if people.vacant is None else sorted(people.vacant)
                for seat, phone in people.phones.items():
                    role = "host" if phone == people.host else "seat"
                    secrets[phone] = create_link(record, role, seat)
                if people.invited is not None:
                    secrets["Dan"] = create_link(record, "invite", people.invited)
            self.tables.evict_and_notify(self.id)
        self._secrets, self.turns = secrets, turns
        for phone, secret in secrets.items():
            self._phones[hash_secret(secret)] = phone

    def request(self, deed: Deed) -> Callable[[], None]:
        """A deed as its phone sends it, in a browser that holds the phone's secret."""

        def send() -> None:
            client, seats = self.app.test_client(), f"/t/{self.code}/seats/{deed.seat}"
            if deed.phone in self._secrets and deed.kind != "takes over":
                client.set_cookie(f"t-{self.code}", self._secrets[deed.phone])
            form: dict[str, object] = {"name": deed.name} if deed.name else {}
            if deed.kind == "sits":
                form |= {"seat": deed.seat, "shown": SHOWN.findall(client.get(f"/j/{self.code}").text)}
                with self.app.app_context():
                    deed.seen[:] = self.now().doors()
                self.turns.step("look")
                self.turns.begins_anew()
            lobby = f"/t/{self.code}/lobby"
            path = {
                "sits": f"/j/{self.code}", "leaves": f"/t/{self.code}/leave",
                "hands over": f"{seats}/host", "frees": f"{seats}/free",
                "clears": f"{lobby}/seats/{deed.seat}/clear", "names": f"{lobby}/seats/{deed.seat}",
                "adds a seat": f"{lobby}/seats", "starts": f"{lobby}/start",
                "takes over": f"/i/{self._secrets.get('Dan')}", "plays again": f"/t/{self.code}/rematch",
            }[deed.kind]  # fmt: skip
            answer = client.post(path, data=form)
            assert answer.status_code < 500, answer.text
            for cookie in answer.headers.getlist("Set-Cookie"):
                if found := re.match(r"t-\w+=([^;]+)", cookie):
                    self._phones[hash_secret(found[1])] = deed.phone

        return send

    def now(self) -> People:
        record = self._record(self.id)
        people = self._people(record)
        if not record.next_code:
            return people
        return replace(people, rematch=self._people(self._record(code=record.next_code)))

    def _record(self, table_id: int = 0, code: str = "") -> TableRecord:
        """Read beside all turns."""
        record: TableRecord | None = self._reads(table_id=table_id, code=code)
        assert record is not None
        return record

    def _people(self, record: TableRecord) -> People:
        held = [link for link in record.links if link.role in ("host", "seat")]
        hosts = [self._phones.get(link.digest, "?") for link in held if link.role == "host"]
        assert len(hosts) <= 1, f"hosts: {hosts}"
        phones = {link.seat: self._phones.get(link.digest, "?") for link in held}
        assert len(phones) == len(held), "two at one seat"
        invited = [link.seat for link in record.links if link.role == "invite"]
        return People(
            list(record.names), None if record.vacant is None else set(record.vacant),
            {seat: phone for seat, phone in phones.items() if seat is not None},
            hosts[0] if hosts else None, invited[0] if invited else None,
            self.people.over and record.id == self.id,
        )  # fmt: skip

    def untold(self) -> bool:
        """Whether something was changed after the phones were told last."""
        return self._record(self.id) != self._told

    def page_is_old(self) -> bool:
        """Whether the process holds a table with other people than the store has."""
        held, now = self.tables.get_cached(self.id), self.now()
        vacant = None if held.vacant is None else set(held.vacant)
        return (list(held.stored_names), vacant) != (now.names, now.vacant)
