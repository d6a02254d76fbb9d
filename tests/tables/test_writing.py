"""Each entry is written exactly once, also with retries, several phones, and busy servers."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any

import pytest
from flask import Flask

from companion.tables.concurrency import WriteLocks, start_wait_timer, waited_seconds
from companion.tables.errors import Conflict, Contested, Refused, Unavailable
from companion.tables.links import Member
from companion.tables.log_lines import read_log
from companion.tables.opening import OpenedTable, open_table
from companion.tables.seating import take_seat
from companion.tables.table_store import TableStore
from companion.tables.tables import Tables
from companion.tables.writing import Draft, write_entry
from tests.tables.test_stores import get_member


@pytest.fixture
def two_seat_table(store: TableStore, tables: Tables) -> OpenedTable:
    return open_table(tables, "giza", "referee", ["Ana", "Bo"], {})


@pytest.fixture
def ana_member(store: TableStore, two_seat_table: OpenedTable) -> Member:
    return get_member(store, two_seat_table, two_seat_table.secret)


@pytest.fixture
def bo_member(store: TableStore, two_seat_table: OpenedTable, tables: Tables) -> Member:
    return get_member(store, two_seat_table, take_seat(tables, two_seat_table.table_id, 1, "", "Tablet"))


def send_until_accepted(tables: Tables, member: Member, draft: Draft) -> int:
    """Send an entry again and again while the server is busy. Return the entry's number."""
    for _ in range(20):
        with suppress(Unavailable):
            return write_entry(tables, member, draft).seq
    raise AssertionError("busy twenty times")


def make_play_draft(seat: int, tile: str, board: int, site: int, key: str, **more: Any) -> Draft:
    data = {"tile": tile, "board": board, "site": site}
    return Draft("move", key, seat, "Play", data, **more)


def test_the_same_fact_from_a_second_phone_is_confirmed(
    tables: Tables, ana_member: Member, bo_member: Member
) -> None:
    write_entry(tables, ana_member, make_play_draft(0, "+5", 0, 0, "phone-one"))
    with pytest.raises(Conflict) as differs:
        write_entry(tables, bo_member, make_play_draft(0, "+4", 0, 0, "phone-two", seen=0))
    assert differs.value.seq == 1
    second = write_entry(tables, bo_member, make_play_draft(0, "+5", 0, 0, "phone-two-2", seen=0))
    assert second.confirmed
    assert second.seq == 1


def test_queued_entries_that_another_phone_has_entered_are_confirmed_one_by_one(
    tables: Tables, ana_member: Member, bo_member: Member
) -> None:
    plays = [
        (0, "+5", 0, 0), (1, "+4", 1, 0), (0, "+3", 0, 1), (1, "+4", 1, 1), (0, "+5", 1, 2),
    ]  # fmt: skip
    for n, (seat, tile, board, site) in enumerate(plays):
        write_entry(tables, ana_member, make_play_draft(seat, tile, board, site, f"host-{n:05d}"))

    def confirm(seat: int, tile: str, board: int, site: int, key: str) -> int:
        result = write_entry(tables, bo_member, make_play_draft(seat, tile, board, site, key, seen=0))
        assert result.confirmed
        return result.seq

    queue = [(*plays[n], f"bo-{n:06d}") for n in (0, 2, 4)]
    assert [confirm(*entry) for entry in queue] == [1, 3, 5]
    assert [confirm(*entry) for entry in queue] == [1, 3, 5]  # the answers were lost
    with pytest.raises(Refused) as refused:
        confirm(*plays[0], "bo-another")
    assert refused.value.code == "table.not_your_turn"


def test_an_entry_that_confirmed_another_one_causes_no_conflict(
    tables: Tables, ana_member: Member, bo_member: Member
) -> None:
    for n, (seat, tile) in enumerate(((0, "+5"), (1, "+4"), (0, "+3"))):
        write_entry(tables, ana_member, make_play_draft(seat, tile, seat, n, f"host-{n:05d}"))
    assert write_entry(tables, bo_member, make_play_draft(0, "+5", 0, 0, "bo-000001", seen=0)).seq == 1
    with pytest.raises(Conflict) as differs:
        write_entry(tables, bo_member, make_play_draft(0, "+1", 0, 0, "bo-000002", seen=0))
    assert differs.value.seq == 3


def test_an_undone_entry_confirms_nothing(tables: Tables, ana_member: Member, bo_member: Member) -> None:
    write_entry(tables, ana_member, make_play_draft(0, "+5", 0, 0, "host-0001"))
    write_entry(tables, ana_member, Draft("undo", "host-0002"))
    write_entry(tables, ana_member, make_play_draft(0, "+4", 0, 1, "host-0003"))
    with pytest.raises(Conflict) as differs:
        write_entry(tables, bo_member, make_play_draft(0, "+5", 0, 0, "bo-000001", seen=0))
    assert differs.value.seq == 3


def test_a_phones_own_entries_cause_no_conflict(
    tables: Tables, ana_member: Member, bo_member: Member
) -> None:
    write_entry(tables, ana_member, make_play_draft(0, "+5", 0, 0, "host-0001"))
    write_entry(tables, bo_member, make_play_draft(1, "+4", 1, 0, "bo-000001", seen=0))
    assert write_entry(tables, bo_member, make_play_draft(1, "+4", 1, 0, "bo-000002", seen=0)).confirmed
    with pytest.raises(Refused) as refused:
        write_entry(tables, bo_member, make_play_draft(1, "+3", 1, 0, "bo-000003", seen=0))
    assert refused.value.code == "table.not_your_turn"


def test_a_hidden_tile_is_neither_confirmed_nor_in_conflict(
    tables: Tables, ana_member: Member, bo_member: Member
) -> None:
    for n, tile in enumerate(("+5", "+4", "+3")):
        write_entry(tables, ana_member, make_play_draft(n % 2, tile, 0, 0, f"host-{n:05d}"))
    for n, tile in enumerate(("+4", "+5")):
        with pytest.raises(Refused):
            write_entry(tables, bo_member, make_play_draft(1, tile, 0, 0, f"bo-{n:06d}", seen=1))
    assert write_entry(tables, ana_member, make_play_draft(1, "+4", 0, 0, "host-again", seen=1)).confirmed


def test_concurrent_writers_lose_and_duplicate_no_entry(
    app: Flask, two_seat_table: OpenedTable, tables: Tables, ana_member: Member, store: TableStore
) -> None:
    def enter(n: int) -> int:
        with app.app_context():
            draft = Draft("note", f"note-{n // 2:05d}", text=f"note {n // 2}")
            return send_until_accepted(tables, ana_member, draft)

    with ThreadPoolExecutor(40) as pool:
        seqs = list(pool.map(enter, range(40)))
    with app.app_context():
        loaded = tables.load(two_seat_table.table_id)
        assert loaded.version == 20
        assert sorted(seqs) == sorted([*range(1, 21)] * 2)
        assert [line.seq for line in read_log(store, loaded, 0)] == list(range(1, 21))


def test_entries_queued_offline_stop_at_an_entry_by_another_phone(
    tables: Tables, ana_member: Member, bo_member: Member
) -> None:
    queued: dict[str, Any] = {"seen": 0, "uncontested": True}
    write_entry(tables, ana_member, make_play_draft(0, "+5", 0, 0, "ana-key-1", **queued))
    second = make_play_draft(1, "+5", 1, 0, "ana-key-2", **queued)
    assert write_entry(tables, ana_member, second).seq == 2, "own entries do not contest"
    write_entry(tables, bo_member, make_play_draft(0, "+4", 0, 0, "bo-key-01"))
    third = make_play_draft(0, "+4", 0, 0, "ana-key-3", **queued)
    assert write_entry(tables, ana_member, third).confirmed, "nor do those that say the same"
    write_entry(tables, bo_member, make_play_draft(1, "+4", 1, 0, "bo-key-02"))
    with pytest.raises(Contested) as contested:
        write_entry(tables, ana_member, make_play_draft(1, "+3", 1, 0, "ana-key-4", **queued))
    assert contested.value.seqs == {4}
    repeated = write_entry(tables, ana_member, second)
    assert repeated.repeated, "what is there already is not contested"
    assert repeated.table.version == 4


def test_the_lock_timeout_includes_the_time_waited_before(monkeypatch: pytest.MonkeyPatch) -> None:
    locks, now = WriteLocks(timeout=60), 100.0
    monkeypatch.setattr("companion.tables.concurrency.time.monotonic", lambda: now)

    def try_to_lock() -> None:
        nonlocal now
        start_wait_timer()
        now += 60
        with pytest.raises(Unavailable), locks.acquire(1):
            raise AssertionError("somebody else writes")

    with locks.acquire(1):
        copy_context().run(try_to_lock)


def test_the_wait_timer_is_reset_after_a_request(app: Flask) -> None:
    def send_request() -> float:
        app.test_client().get("/healthz")
        return waited_seconds()

    assert copy_context().run(send_request) == 0
