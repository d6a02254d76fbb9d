"""Server-sent event streams: sends every phone the updates of its table, and informs other processes."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from flask import Response, request
from werkzeug.exceptions import TooManyRequests

from companion.limits import AddressQuota
from companion.limits.rate_limits import client_limit_key
from companion.live.hub import Hub, Relay, StreamEnd, Update
from companion.tables.errors import TableError, call_or_none
from companion.tables.links import Access
from companion.tables.state import TableState
from companion.tables.table_store import TableStore
from companion.tables.tables import Notifier, Tables

REVOKED_EVENT = b"event: revoked\ndata: {}\n\n"
"""The last event for a phone whose seat was taken over or freed."""
RETRY_FIELD = b"retry: 1500\n\n"
HEARTBEAT_COMMENT = b": breath\n\n"
HEARTBEAT_SECONDS = 5.0
"""How long a stream may be silent before it sends a heartbeat. A page that misses two shows a warning."""
RETRY_AFTER_SECONDS = 5
"""When a phone may try again if its address has too many streams."""


class Streams(Notifier):
    """The open streams of this process. It also informs the other processes of changes to tables."""

    def __init__(self, store: TableStore, quota: AddressQuota) -> None:
        self.hub, self.quota = Hub(), quota
        self.relay: Relay | None = None
        """None if one process serves all tables."""
        self._store = store

    def notify_entry(self, table: TableState) -> None:
        """Publish the number of a table's newest entry to the table's streams in all processes."""
        self.hub.publish(table.id, Update(table.version))
        if self.relay is not None:
            self.relay.notify(table.id, Update(table.version))

    def notify_change(self, table_id: int) -> None:
        """Publish to all processes that the people or links of a table changed."""
        if self.relay is not None:
            self.relay.notify(table_id, Update(0, people_changed=True))
        self._publish_newest_version(table_id, people_changed=True)

    def receive_update(self, tables: Tables, table_id: int, update: Update) -> None:
        """Publish an update from another process to this process's streams, after loading the table."""
        if table_id not in self.hub.table_ids():
            return
        if update.people_changed:
            self._publish_newest_version(table_id, people_changed=True)
            return
        tables.load(table_id)
        self.hub.publish(table_id, update)

    def publish_newest_versions(self) -> None:
        """Publish the newest version of each table with a stream, and end the streams of revoked links."""
        for table_id in self.hub.table_ids():
            self._publish_newest_version(table_id, people_changed=False)

    def _publish_newest_version(self, table_id: int, *, people_changed: bool) -> None:
        record = self._store.find_record(table_id=table_id)
        links = {None, *(link.id for link in record.links)} if record else set()
        self.hub.close_revoked_streams(table_id, links)
        self.hub.publish(table_id, Update(self._store.latest_entry(table_id)[0], people_changed))

    def open(
        self,
        access: Access,
        first_event: Callable[[], bytes],
        events_for: Callable[[Update], Sequence[bytes]],
        encode: Callable[[Sequence[bytes]], bytes] = b"".join,
        heartbeat: bytes = HEARTBEAT_COMMENT,
        last_event: bytes = b"",
    ) -> Response:
        """Return a response that streams the updates of the table of ``access``.

        ``first_event`` returns the first bytes, ``events_for`` the events of an update. ``encode`` joins
        events, perhaps compressed. ``heartbeat`` is sent after a while without update. The stream ends when
        the link of ``access`` is revoked, or with ``last_event`` when this process stops. An update that
        cannot be rendered is skipped. Raise TooManyRequests if the address has too many streams.
        """
        if request.method == "HEAD":
            return _sse_response()
        quota, address = self.quota, client_limit_key()
        if not quota.acquire(address):
            raise TooManyRequests(retry_after=RETRY_AFTER_SECONDS)
        table_id = access.table_id
        subscription = self.hub.subscribe(table_id, access.member.link_id if access.member else None)

        def release() -> None:
            self.hub.unsubscribe(table_id, subscription)
            quota.release(address)

        try:
            first = RETRY_FIELD + first_event()
        except BaseException:
            release()
            raise

        def encode_events() -> Iterator[bytes]:
            yield encode((first,))
            while not isinstance(update := subscription.get(HEARTBEAT_SECONDS), StreamEnd):
                events: Sequence[bytes] | None = (heartbeat,)
                if update is not None:
                    try:
                        events = call_or_none(table_id, update.version, events_for, update)
                    except TableError:  # the database does not answer, or the table was deleted
                        return  # the phone reconnects
                if events and any(events):
                    yield encode(events)
            yield encode((REVOKED_EVENT if update is StreamEnd.REVOKED else last_event,))

        response = _sse_response(encode_events())
        response.call_on_close(release)
        return response


def encode_event(version: int, *, people_changed: bool = False, entry_hash: str = "") -> bytes:
    """Return an event for API clients: the newest entry's number and hash, and whether people changed."""
    fields: dict[str, int | str] = {"version": version}
    if people_changed:
        fields["again"] = True
    if entry_hash:
        fields["mark"] = entry_hash
    return f"id: {version}\ndata: {json.dumps(fields, separators=(',', ':'))}\n\n".encode()


def _sse_response(events: Iterable[bytes] = ()) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers)
