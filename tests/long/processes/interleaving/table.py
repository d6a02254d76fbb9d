"""A table of a real app, and the requests with which phones perform the actions of the model."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from typing import Any

from flask import Flask

from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.links import create_link, hash_secret
from companion.tables.state import TableState
from companion.tables.table_store import TableRecord, TableStore
from companion.tables.tables import Notifier
from tests.long.processes.interleaving.scheduler import Scheduler

WRITING_METHODS = ("change", "insert", "delete")
READING_METHODS = ("find_access", "find_record")
"""The reads before which an action may pause. Loading a table is none, as other threads wait for it."""
SHOWN_FIELD_PATTERN = re.compile(r'name="shown" value="([^"]*)"')
UNCHANGED_FIELDS = ("id", "code", "links", "birth")


@dataclass
class TablePeople:
    names: list[str]
    vacant: set[int] | None
    """The open seats in the lobby; None after the start."""
    phones: dict[int, str]
    host: str | None
    invited: int | None = None
    """The seat to which Dan has an invitation."""
    is_over: bool = False
    rematch: "TablePeople | None" = None


@dataclass(frozen=True)
class Action:
    kind: str
    phone: str
    seat: int = -1
    name: str = ""
    shown: list[str] = field(default_factory=list, compare=False)
    """The names on the join page when the phone chose its seat."""

    def __str__(self) -> str:
        return f"{self.phone} {self.kind} {self.seat if self.seat >= 0 else ''}".rstrip()


class InterleavedTable(Notifier):
    """A table of a real app, whose store pauses the current action before each access."""

    def __init__(self, app: Flask, table_id: int, people: TablePeople) -> None:
        self.app, self.id, self.people = app, table_id, people
        self.tables = services_of(app).tables
        self.store: TableStore = self.tables.store
        self.scheduler = Scheduler(())
        self._announced: TableRecord | None = None
        self._find_record = self.store.find_record
        for name in WRITING_METHODS + READING_METHODS:
            setattr(self.store, name, self._add_step(name, getattr(self.store, name)))
        self._notifier, self.tables.notifier = self.tables.notifier, self
        with app.app_context():
            self._before = self._get_record(table_id)
        self.code = self._before.code
        self._phones: dict[str, str] = {}

    def _add_step(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call_with_step(*args: Any, **kwargs: Any) -> Any:
            if kwargs.keys() != {"table_id"}:
                self.scheduler.pause_at_step(name)
            return self._atomic_change(method(*args)) if name == "change" else method(*args, **kwargs)

        return call_with_step

    @contextmanager
    def _atomic_change(self, change: AbstractContextManager[TableRecord]) -> Iterator[TableRecord]:
        with change as record, self.scheduler.as_one_step():
            yield record

    def notify_entry(self, table: TableState) -> None:
        self._notifier.notify_entry(table)

    def notify_change(self, table_id: int) -> None:
        self.scheduler.pause_at_step("announce")
        self._notifier.notify_change(table_id)
        if table_id == self.id:
            self._announced = self._get_record(table_id)

    def reset(self, scheduler: Scheduler) -> None:
        """Restore the seats, the host and the links that the table had at first, with new secrets."""
        self.scheduler, self._phones, people = Scheduler(()), {}, self.people
        if isinstance(self.store, BrowserStore):
            self.store._revoked[self.id].clear()  # links of earlier orders
        secrets = {}
        with self.app.app_context():
            record_before = self._get_record(self.id)
            if record_before.next_code:
                self.store.delete(self._get_record(code=record_before.next_code).id)
            with self.store.change(self.id) as record:
                for field in fields(record):
                    if field.name not in UNCHANGED_FIELDS:
                        setattr(record, field.name, deepcopy(getattr(self._before, field.name)))
                record.names, record.links = list(people.names), []
                record.vacant = None if people.vacant is None else sorted(people.vacant)
                for seat, phone in people.phones.items():
                    role = "host" if phone == people.host else "seat"
                    secrets[phone] = create_link(record, role, seat)
                if people.invited is not None:
                    secrets["Dan"] = create_link(record, "invite", people.invited)
            self.tables.evict_and_notify(self.id)
        self._secrets, self.scheduler = secrets, scheduler
        for phone, secret in secrets.items():
            self._phones[hash_secret(secret)] = phone

    def make_request(self, action: Action, *, looks: bool = True) -> Callable[[], None]:
        """Return a function that sends the request of this action with the secret of its phone.

        A phone that sits down looks at the join page first. Without ``looks``, it has done so before.
        """

        def send() -> None:
            client, seats = self.app.test_client(), f"/t/{self.code}/seats/{action.seat}"
            if action.phone in self._secrets and action.kind != "takes over":
                client.set_cookie(f"t-{self.code}", self._secrets[action.phone])
            form: dict[str, object] = {"name": action.name} if action.name else {}
            if action.kind == "sits" and looks:
                action.shown[:] = SHOWN_FIELD_PATTERN.findall(client.get(f"/j/{self.code}").text)
                self.scheduler.pause_at_step("look")
                self.scheduler.record_begin()
            if action.kind == "sits":
                form |= {"seat": action.seat, "shown": action.shown}
            lobby = f"/t/{self.code}/lobby"
            path = {
                "sits": f"/j/{self.code}", "leaves": f"/t/{self.code}/leave",
                "hands over": f"{seats}/host", "frees": f"{seats}/free",
                "clears": f"{lobby}/seats/{action.seat}/clear", "names": f"{lobby}/seats/{action.seat}",
                "adds a seat": f"{lobby}/seats", "starts": f"{lobby}/start",
                "takes over": f"/i/{self._secrets.get('Dan')}", "plays again": f"/t/{self.code}/rematch",
            }[action.kind]  # fmt: skip
            response = client.post(path, data=form)
            assert response.status_code < 500, response.text
            for cookie in response.headers.getlist("Set-Cookie"):
                if match := re.match(r"t-\w+=([^;]+)", cookie):
                    self._phones[hash_secret(match[1])] = action.phone

        return send

    def read_people(self) -> TablePeople:
        record = self._get_record(self.id)
        people = self._read_people(record)
        if not record.next_code:
            return people
        return replace(people, rematch=self._read_people(self._get_record(code=record.next_code)))

    def _get_record(self, table_id: int = 0, code: str = "") -> TableRecord:
        """Return the stored record of a table, without a pause of the current action."""
        record: TableRecord | None = self._find_record(table_id=table_id, code=code)
        assert record is not None
        return record

    def _read_people(self, record: TableRecord) -> TablePeople:
        seated = [link for link in record.links if link.role in ("host", "seat")]
        hosts = [self._phones.get(link.digest, "?") for link in seated if link.role == "host"]
        assert len(hosts) <= 1, f"hosts: {hosts}"
        phones = {link.seat: self._phones.get(link.digest, "?") for link in seated}
        assert len(phones) == len(seated), "two at one seat"
        invited = [link.seat for link in record.links if link.role == "invite"]
        return TablePeople(
            list(record.names), None if record.vacant is None else set(record.vacant),
            {seat: phone for seat, phone in phones.items() if seat is not None},
            hosts[0] if hosts else None, invited[0] if invited else None,
            self.people.is_over and record.id == self.id,
        )  # fmt: skip

    def has_unannounced_change(self) -> bool:
        """Return whether the table changed after the app last announced a change to the phones."""
        return self._get_record(self.id) != self._announced

    def is_cache_stale(self) -> bool:
        """Return whether the app's cached table has other names or open seats than the stored one."""
        cached, people = self.tables.get_cached_or_load(self.id), self.read_people()
        vacant = None if cached.vacant is None else set(cached.vacant)
        return (list(cached.stored_names), vacant) != (people.names, people.vacant)
