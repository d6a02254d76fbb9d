"""What tables may rely on, wherever they are kept."""

import json
from dataclasses import replace

import pytest

from companion.exports.table_file import import_table, parse_table_file
from companion.games.seeds import plays
from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Access, Member, create_link, hash_secret, resolve_link
from companion.tables.lobby import add_seat, rename_seat, start_table
from companion.tables.opening import OpenedTable, open_table
from companion.tables.rematch import open_rematch
from companion.tables.seating import (
    create_invitation,
    leave_table,
    make_host,
    revoke_seat,
    revoke_viewers,
    take_seat,
)
from companion.tables.state import load_state
from companion.tables.table_store import LogRow, SeatRequest, TableStore
from companion.tables.tables import Tables
from tests.exports.test_exports import make_table_file


@pytest.fixture
def lobby(store: TableStore, tables: Tables) -> OpenedTable:
    return open_table(tables, "giza", "referee", ["Ana", "", ""], {}, vacant=[1, 2])


def member(store: TableStore, table: OpenedTable, secret: str) -> Member:
    found = resolve_link(store, table.code, secret).member
    assert found is not None
    return found


def test_a_change_is_kept_whole(store: TableStore, lobby: OpenedTable) -> None:
    with store.change(lobby.table_id) as table:
        table.names = ["Ana", "Bo"]
        table.options, table.first, table.vacant, table.next_code = {"odd": [1]}, 1, None, "AAAA"
        table.links[0].role, table.links[0].seat = "seat", 1
        create_link(table, "viewer", None, "Mac", "a secret")
        table.ticks, table.guided = ["a step"], [1]
        table.requests, table.hosting_taken = (
            [SeatRequest("host", 1, "a digest", "Mac", 1, seen=True)],
            True,
        )
        changed = table
    kept = store.find_record(code=lobby.code)
    assert kept is not None
    assert [replace(link, id=0) for link in kept.links] == [replace(x, id=0) for x in changed.links]
    assert replace(kept, links=[]) == replace(changed, links=[])
    assert len({link.id for link in kept.links} - {0}) == 2
    found = load_state(store, lobby.table_id)
    assert (found.rematch_code, found.ticks, found.guided) == ("AAAA", ("a step",), (1,))
    assert found.requests == tuple(kept.requests)


def test_what_fails_leaves_all_as_it_was(store: TableStore, lobby: OpenedTable) -> None:
    before = store.find_record(table_id=lobby.table_id)

    def fail() -> None:
        with store.change(lobby.table_id) as table:
            table.names.append("Di")
            table.names[0], table.vacant = "Zoe", None
            table.links.clear()
            raise Forbidden("table.started")

    with pytest.raises(Forbidden, match="started"):
        fail()
    assert store.find_record(table_id=lobby.table_id) == before
    assert before is not None
    before.names.clear()  # what is read belongs to the reader
    assert store.find_record(table_id=lobby.table_id) != before


def test_a_link_that_is_taken_out_was_ended(store: TableStore, lobby: OpenedTable, tables: Tables) -> None:
    ana = member(store, lobby, lobby.secret)
    leave_table(tables, ana)
    told = resolve_link(store, lobby.code, lobby.secret)
    assert told == Access(lobby.table_id, lobby.code, 0, None, "host")
    assert store.find_live_link(ana.link_id) is None
    assert store.find_record(digest=hash_secret(lobby.secret)) is None
    assert take_seat(tables, lobby.table_id, 0, "Ana", "")


def test_seats_close_up_with_their_phones(store: TableStore, lobby: OpenedTable, tables: Tables) -> None:
    host = member(store, lobby, lobby.secret)
    secret = take_seat(tables, lobby.table_id, 2, "Bo", "Mac", shown="")
    add_seat(tables, lobby.table_id, host)
    make_host(tables, host, 2)
    start_table(tables, member(store, lobby, secret))
    kept = load_state(store, lobby.table_id)
    assert (kept.stored_names, kept.taken, kept.host, kept.vacant) == (("Ana", "Bo"), (0, 1), 1, None)
    assert member(store, lobby, secret).seat == 1
    with pytest.raises(Forbidden, match="seats_moved"):
        take_seat(tables, lobby.table_id, 2, "Cy", "", shown="")


def test_two_seats_can_be_exchanged(store: TableStore, lobby: OpenedTable, tables: Tables) -> None:
    take_seat(tables, lobby.table_id, 1, "Bo", "")
    with store.change(lobby.table_id) as table:
        for link in table.links:
            link.seat = 1 - (link.seat or 0)
    kept = load_state(store, lobby.table_id)
    assert (kept.host, kept.taken) == (1, (0, 1))


def test_hosting_is_handed_on_once(store: TableStore, lobby: OpenedTable, tables: Tables) -> None:
    """The record decides: who asked as host and is none any more hands nothing on, whatever came first."""
    for seat in (1, 2):
        take_seat(tables, lobby.table_id, seat, "", "")
    host = member(store, lobby, lobby.secret)
    make_host(tables, host, 1)
    for deed in (
        lambda: make_host(tables, host, 2), lambda: revoke_seat(tables, host, 1),
        lambda: start_table(tables, host), lambda: revoke_viewers(tables, host),
        lambda: add_seat(tables, lobby.table_id, host), lambda: rename_seat(tables, host, 1, "Zoe"),
        lambda: create_invitation(tables, host, 1),
    ):  # fmt: skip
        with pytest.raises(Forbidden, match="hosts_only"):
            deed()
    leave_table(tables, host)
    kept = store.find_record(table_id=lobby.table_id)
    assert kept is not None
    assert [link.role for link in kept.links].count("host") == 1


def test_all_are_led_to_one_rematch(store: TableStore, lobby: OpenedTable, tables: Tables) -> None:
    name = next(iter(plays("giza")))
    ended = import_table(
        tables, parse_table_file(json.dumps(make_table_file("giza", name)).encode()), "Mac"
    )
    table = load_state(store, ended.table_id)
    opened = open_rematch(tables, table, 0)
    assert opened is not None
    assert open_rematch(tables, table, 0) is None
    kept = store.find_record(table_id=ended.table_id)
    assert kept is not None
    assert kept.next_code == opened.code
    with pytest.raises(Forbidden, match="not_over"):
        open_rematch(tables, load_state(store, lobby.table_id), 0)


def test_a_table_that_is_gone_is_not_found(store: TableStore, lobby: OpenedTable, tables: Tables) -> None:
    row = LogRow(lobby.table_id, 1, "note", -1, None, "{}", 0, 0, "", "a-key-01", 1)
    assert store.append_row(row)
    host = member(store, lobby, lobby.secret)
    store.delete(lobby.table_id)
    assert store.rows_after(lobby.table_id, 0) == []
    assert store.find_record(table_id=lobby.table_id) is None
    assert store.find_access(lobby.code, "") is None
    with pytest.raises(NotFound):
        revoke_seat(tables, host, 1)
    with pytest.raises(NotFound), store.change(lobby.table_id):
        pass
