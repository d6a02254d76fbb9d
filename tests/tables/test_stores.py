"""What every table store guarantees."""

import json
from dataclasses import replace

import pytest

from companion.exports.table_file import import_table, parse_table_file
from companion.games.seeds import load_plays
from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Access, Member, create_link, hash_secret, resolve_link
from companion.tables.lobby import add_seat, rename_seat, start_table
from companion.tables.opening import OpenedTable, open_rematch, open_table
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
def lobby_table(store: TableStore, tables: Tables) -> OpenedTable:
    return open_table(tables, "giza", "referee", ["Ana", "", ""], {}, vacant=[1, 2])


def get_member(store: TableStore, table: OpenedTable, secret: str) -> Member:
    holder = resolve_link(store, table.code, secret).member
    assert holder is not None
    return holder


def test_change_stores_every_field(store: TableStore, lobby_table: OpenedTable) -> None:
    with store.change(lobby_table.table_id) as table:
        table.names = ["Ana", "Bo"]
        table.options, table.first, table.vacant, table.next_code = {"odd": [1]}, 1, None, "AAAA"
        table.links[0].role, table.links[0].seat = "seat", 1
        create_link(table, "viewer", None, "Mac", "a secret")
        table.ticks, table.guided = ["a step"], [1]
        table.requests = [SeatRequest("host", 1, "a digest", "Mac", 1, seen=True)]
        table.hosting_taken = True
        changed = table
    stored = store.find_record(code=lobby_table.code)
    assert stored is not None
    assert [replace(link, id=0) for link in stored.links] == [replace(x, id=0) for x in changed.links]
    assert replace(stored, links=[]) == replace(changed, links=[])
    assert len({link.id for link in stored.links} - {0}) == 2
    loaded = load_state(store, lobby_table.table_id)
    assert (loaded.rematch_code, loaded.ticks, loaded.guided) == ("AAAA", ("a step",), (1,))
    assert loaded.requests == tuple(stored.requests)


def test_a_failed_change_stores_nothing(store: TableStore, lobby_table: OpenedTable) -> None:
    before = store.find_record(table_id=lobby_table.table_id)

    def change_and_fail() -> None:
        with store.change(lobby_table.table_id) as table:
            table.names.append("Di")
            table.names[0], table.vacant = "Zoe", None
            table.links.clear()
            raise Forbidden("table.started")

    with pytest.raises(Forbidden, match="started"):
        change_and_fail()
    assert store.find_record(table_id=lobby_table.table_id) == before
    assert before is not None
    before.names.clear()  # a record that was read is a copy
    assert store.find_record(table_id=lobby_table.table_id) != before


def test_removing_a_link_from_the_record_revokes_it(
    store: TableStore, lobby_table: OpenedTable, tables: Tables
) -> None:
    ana = get_member(store, lobby_table, lobby_table.secret)
    leave_table(tables, ana)
    access = resolve_link(store, lobby_table.code, lobby_table.secret)
    assert access == Access(lobby_table.table_id, lobby_table.code, 0, None, "host")
    assert store.find_live_link(ana.link_id) is None
    assert store.find_record(digest=hash_secret(lobby_table.secret)) is None
    assert take_seat(tables, lobby_table.table_id, 0, "Ana", "")


def test_starting_a_table_renumbers_seats_and_links(
    store: TableStore, lobby_table: OpenedTable, tables: Tables
) -> None:
    host = get_member(store, lobby_table, lobby_table.secret)
    secret = take_seat(tables, lobby_table.table_id, 2, "Bo", "Mac", shown_name="")
    add_seat(tables, lobby_table.table_id, host)
    make_host(tables, host, 2)
    start_table(tables, get_member(store, lobby_table, secret))
    loaded = load_state(store, lobby_table.table_id)
    assert loaded.stored_names == ("Ana", "Bo")
    assert (loaded.taken, loaded.host, loaded.vacant) == ((0, 1), 1, None)
    assert get_member(store, lobby_table, secret).seat == 1
    with pytest.raises(Forbidden, match="seats_moved"):
        take_seat(tables, lobby_table.table_id, 2, "Cy", "", shown_name="")


def test_two_links_can_swap_seats(store: TableStore, lobby_table: OpenedTable, tables: Tables) -> None:
    take_seat(tables, lobby_table.table_id, 1, "Bo", "")
    with store.change(lobby_table.table_id) as table:
        for link in table.links:
            link.seat = 1 - (link.seat or 0)
    loaded = load_state(store, lobby_table.table_id)
    assert (loaded.host, loaded.taken) == (1, (0, 1))


def test_a_former_host_can_no_longer_host(
    store: TableStore, lobby_table: OpenedTable, tables: Tables
) -> None:
    """The role in the store counts, not the role that the member had when the request began."""
    for seat in (1, 2):
        take_seat(tables, lobby_table.table_id, seat, "", "")
    host = get_member(store, lobby_table, lobby_table.secret)
    make_host(tables, host, 1)
    for action in (
        lambda: make_host(tables, host, 2), lambda: revoke_seat(tables, host, 1),
        lambda: start_table(tables, host), lambda: revoke_viewers(tables, host),
        lambda: add_seat(tables, lobby_table.table_id, host), lambda: rename_seat(tables, host, 1, "Zoe"),
        lambda: create_invitation(tables, host, 1),
    ):  # fmt: skip
        with pytest.raises(Forbidden, match="hosts_only"):
            action()
    leave_table(tables, host)
    stored = store.find_record(table_id=lobby_table.table_id)
    assert stored is not None
    assert [link.role for link in stored.links].count("host") == 1


def test_a_table_has_only_one_rematch(store: TableStore, lobby_table: OpenedTable, tables: Tables) -> None:
    name = next(iter(load_plays("giza")))
    finished = import_table(
        tables, parse_table_file(json.dumps(make_table_file("giza", name)).encode()), "Mac"
    )
    table = load_state(store, finished.table_id)
    opened = open_rematch(tables, table, 0)
    assert opened is not None
    assert open_rematch(tables, table, 0) is None
    stored = store.find_record(table_id=finished.table_id)
    assert stored is not None
    assert stored.next_code == opened.code
    with pytest.raises(Forbidden, match="not_over"):
        open_rematch(tables, load_state(store, lobby_table.table_id), 0)
    tables.delete(opened.table_id)
    assert tables.load(finished.table_id).rematch_code == ""
    assert open_rematch(tables, tables.load(finished.table_id), 0) is not None


def test_a_deleted_table_is_not_found(store: TableStore, lobby_table: OpenedTable, tables: Tables) -> None:
    row = LogRow(lobby_table.table_id, 1, "note", -1, None, "{}", 0, 0, "", "a-key-01", 1)
    assert store.append_row(row)
    host = get_member(store, lobby_table, lobby_table.secret)
    store.delete(lobby_table.table_id)
    assert store.rows_after(lobby_table.table_id, 0) == []
    assert store.find_record(table_id=lobby_table.table_id) is None
    assert store.find_access(lobby_table.code, "") is None
    with pytest.raises(NotFound):
        revoke_seat(tables, host, 1)
    with pytest.raises(NotFound), store.change(lobby_table.table_id):
        pass
