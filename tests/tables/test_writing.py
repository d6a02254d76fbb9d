"""The log grows once for each tap, whatever the line does."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask

from companion.tables.cache import TableCache
from companion.tables.errors import Conflict, Contested, Forbidden, Refused, Stale, Unavailable
from companion.tables.links import Member, resolve_link, table_by_code
from companion.tables.log_lines import read_log
from companion.tables.opening import OpenedTable, open_table
from companion.tables.queries import scores
from companion.tables.seating import take_seat
from companion.tables.store import LogRow, TableStore
from companion.tables.writing import Draft, write_entry


@pytest.fixture
def table(app: Flask, store: TableStore) -> OpenedTable:
    with app.app_context():
        return open_table(store, "giza", "referee", ["Ana", "Bo"], {})


def host(store: TableStore, table: OpenedTable) -> Member:
    member = resolve_link(store, table.code, table.secret).member
    assert member is not None
    return member


def sent_until_taken(cache: TableCache, member: Member, draft: Draft) -> int:
    """As a phone sends: a server that is busy keeps nobody from sending the same entry again."""
    for _ in range(20):
        with suppress(Unavailable):
            return write_entry(cache, member, draft).seq
    raise AssertionError("busy twenty times")


def play(seat: int, tile: str, board: int, site: int, key: str, **more: Any) -> Draft:
    data = {"tile": tile, "board": board, "site": site}
    return Draft("move", key, seat, "Play", data, **more)


def test_a_retry_finds_its_own_entry(app: Flask, store: TableStore, table: OpenedTable) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        first = write_entry(cache, host(store, table), play(0, "+5", 0, 0, "same-key"))
        again = write_entry(cache, host(store, table), play(0, "+5", 0, 0, "same-key"))
        assert (first.seq, again.seq) == (1, 1)
        assert again.repeated
        assert cache.load(table.table_id).version == 1


def test_a_refused_move_leaves_the_log_as_it_was(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        with pytest.raises(Refused) as refused:
            write_entry(cache, host(store, table), play(1, "+5", 0, 0, "not-yet-1"))
        assert refused.value.code == "table.not_your_turn"
        assert cache.load(table.table_id).version == 0


def test_asked_at_one_version_only_it_is_stale_later(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        write_entry(cache, host(store, table), play(0, "+5", 0, 0, "key-00001"))
        with pytest.raises(Stale):
            write_entry(cache, host(store, table), play(1, "+5", 1, 0, "key-00002", only_at=0))


def test_two_phones_with_one_fact_confirm_each_other(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        write_entry(cache, host(store, table), play(0, "+5", 0, 0, "phone-one"))
        bo = seat_of(store, table, 1)
        with pytest.raises(Conflict) as differs:
            write_entry(cache, bo, play(0, "+4", 0, 0, "phone-two", seen=0))
        assert differs.value.seq == 1
        second = write_entry(cache, bo, play(0, "+5", 0, 0, "phone-two-2", seen=0))
        assert second.confirmed
        assert second.seq == 1


def seat_of(store: TableStore, table: OpenedTable, seat: int) -> Member:
    secret = take_seat(store, table.table_id, seat, "", "Tablet")
    member = resolve_link(store, table.code, secret).member
    assert member is not None
    return member


def test_a_queue_that_another_phone_entered_alike_is_confirmed_entry_by_entry(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache, bo = TableCache(store, 10), seat_of(store, table, 1)
        plays = [
            (0, "+5", 0, 0),
            (1, "+4", 1, 0),
            (0, "+3", 0, 1),
            (1, "+4", 1, 1),
            (0, "+5", 1, 2),
        ]
        for n, (seat, tile, board, site) in enumerate(plays):
            write_entry(cache, host(store, table), play(seat, tile, board, site, f"host-{n:05d}"))

        def told(seat: int, tile: str, board: int, site: int, key: str) -> int:
            entered = write_entry(cache, bo, play(seat, tile, board, site, key, seen=0))
            assert entered.confirmed
            return entered.seq

        queue = [(*plays[n], f"bo-{n:06d}") for n in (0, 2, 4)]
        assert [told(*tap) for tap in queue] == [1, 3, 5]
        assert [told(*tap) for tap in queue] == [1, 3, 5]  # the answers were lost
        with pytest.raises(Refused) as refused:
            told(*plays[0], "bo-another")
        assert refused.value.code == "table.not_your_turn"


def test_only_what_no_tap_of_the_queue_meant_is_said_to_differ(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache, bo = TableCache(store, 10), seat_of(store, table, 1)
        for n, (seat, tile) in enumerate(((0, "+5"), (1, "+4"), (0, "+3"))):
            write_entry(cache, host(store, table), play(seat, tile, seat, n, f"host-{n:05d}"))
        assert write_entry(cache, bo, play(0, "+5", 0, 0, "bo-000001", seen=0)).seq == 1
        with pytest.raises(Conflict) as differs:
            write_entry(cache, bo, play(0, "+1", 0, 0, "bo-000002", seen=0))
        assert differs.value.seq == 3


def test_what_was_taken_back_confirms_nothing(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache, bo = TableCache(store, 10), seat_of(store, table, 1)
        write_entry(cache, host(store, table), play(0, "+5", 0, 0, "host-0001"))
        write_entry(cache, host(store, table), Draft("undo", "host-0002"))
        write_entry(cache, host(store, table), play(0, "+4", 0, 1, "host-0003"))
        with pytest.raises(Conflict) as differs:
            write_entry(cache, bo, play(0, "+5", 0, 0, "bo-000001", seen=0))
        assert differs.value.seq == 3


def test_a_phone_is_not_another_phone_to_itself(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    """Its second waiting tap is refused for what it is; the same tap twice is one fact still."""
    with app.app_context():
        cache, bo = TableCache(store, 10), seat_of(store, table, 1)
        write_entry(cache, host(store, table), play(0, "+5", 0, 0, "host-0001"))
        write_entry(cache, bo, play(1, "+4", 1, 0, "bo-000001", seen=0))
        assert write_entry(cache, bo, play(1, "+4", 1, 0, "bo-000002", seen=0)).confirmed
        with pytest.raises(Refused) as refused:
            write_entry(cache, bo, play(1, "+3", 1, 0, "bo-000003", seen=0))
        assert refused.value.code == "table.not_your_turn"


def test_a_covered_tile_is_neither_confirmed_nor_said_to_differ(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache, bo = TableCache(store, 10), seat_of(store, table, 1)
        for n, tile in enumerate(("+5", "+4", "+3")):
            write_entry(cache, host(store, table), play(n % 2, tile, 0, 0, f"host-{n:05d}"))
        for n, tile in enumerate(("+4", "+5")):
            with pytest.raises(Refused):
                write_entry(cache, bo, play(1, tile, 0, 0, f"bo-{n:06d}", seen=1))
        assert write_entry(
            cache, host(store, table), play(1, "+4", 0, 0, "host-again", seen=1)
        ).confirmed


def test_a_viewer_only_watches(app: Flask, store: TableStore, table: OpenedTable) -> None:
    with app.app_context(), pytest.raises(Forbidden):
        write_entry(
            TableCache(store, 10),
            Member(table.table_id, "viewer", None, 0),
            play(0, "+5", 0, 0, "k" * 8),
        )


def test_writers_at_the_same_moment_lose_and_double_nothing(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    cache, answers = TableCache(store, 10), []

    def tap(n: int) -> None:
        with app.app_context():
            draft = Draft("note", f"note-{n // 2:05d}", text=f"note {n // 2}")
            answers.append(sent_until_taken(cache, host(store, table), draft))

    threads = [threading.Thread(target=tap, args=(n,)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with app.app_context():
        held = cache.load(table.table_id)
        assert held.version == 20
        assert sorted(answers) == sorted([*range(1, 21)] * 2)
        assert [line.seq for line in read_log(held, 0)] == list(range(1, 21))


def test_a_table_renamed_while_something_is_entered_is_not_held_by_its_older_name(
    app: Flask, store: TableStore, table: OpenedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        cache, append_row = TableCache(store, 10), store.append_row

        def renamed(row: LogRow) -> bool:
            with store.change(row.table_id) as record:
                record.names[0] = "Zoe"
            cache.evict(row.table_id)
            return append_row(row)

        monkeypatch.setattr(store, "append_row", renamed)
        write_entry(cache, host(store, table), Draft("note", "note-00001", text="Hm."))
        held = cache.load(table.table_id)
        assert (held.version, held.names[0]) == (1, "Zoe")


def test_an_amended_entry_keeps_the_later_ones(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        write_entry(cache, host(store, table), play(0, "+5", 0, 0, "key-00001"))
        write_entry(cache, host(store, table), play(1, "+4", 0, 0, "key-00002"))
        amend = Draft("amend", "key-00003", 0, "Play", {"tile": "+3", "board": 0, "site": 0}, of=1)
        held = write_entry(cache, host(store, table), amend).table
        assert held.replay.invalid is not None
        assert held.replay.invalid.step.seq == 2
        with pytest.raises(Refused) as refused:
            write_entry(cache, host(store, table), play(1, "+1", 1, 0, "key-00004"))
        assert refused.value.code == "table.halted"
        repair = Draft("amend", "key-00005", 1, "Play", {"tile": "+2", "board": 0, "site": 0}, of=2)
        held = write_entry(cache, host(store, table), repair).table
        assert held.replay.invalid is None
        assert held.replay.state.stacks[0] == ("+3", "+2")


def test_the_table_allows_what_the_rules_refuse(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        write_entry(cache, host(store, table), play(0, "+3", 0, 0, "key-00001"))
        data = {"tile": "+5", "board": 0, "site": 0}
        ruled = write_entry(
            cache, host(store, table), Draft("ruling", "key-00002", 1, "Play", data)
        )
        assert ruled.table.replay.state.stacks[0] == ("+3", "+5")
        assert read_log(ruled.table, 0)[-1].allowed


def test_counting_takes_over_what_the_referee_knew(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        write_entry(cache, host(store, table), play(0, "+5", 0, 0, "key-00001"))
        held = write_entry(cache, host(store, table), Draft("count", "key-00002")).table
        assert scores(held, 0).totals == (5, 0)
        done = write_entry(cache, host(store, table), Draft("move", "key-00003", 0, "Close")).table
        assert scores(done, None).final
        back = write_entry(cache, host(store, table), Draft("undo", "key-00004"))
        assert back.table.replay.is_tally
        with pytest.raises(Refused) as refused:
            write_entry(cache, host(store, table), Draft("undo", "key-00005"))
        assert refused.value.code == "table.count_stands"


def test_a_seat_can_be_taken_once(app: Flask, store: TableStore, table: OpenedTable) -> None:
    with app.app_context():
        found = table_by_code(store, table.code.lower())
        assert take_seat(store, found.id, 1, "Bo", "")
        with pytest.raises(Forbidden):
            take_seat(store, found.id, 1, "Cy", "")
        assert table_by_code(store, table.code).names == ["Ana", "Bo"]


def test_a_run_made_without_a_line_stops_where_others_went_on(
    app: Flask, store: TableStore, table: OpenedTable
) -> None:
    with app.app_context():
        cache = TableCache(store, 10)
        ana, bo = host(store, table), seat_of(store, table, 1)
        ran: dict[str, Any] = {"seen": 0, "uncontested": True}
        write_entry(cache, ana, play(0, "+5", 0, 0, "ana-key-1", **ran))
        second = play(1, "+5", 1, 0, "ana-key-2", **ran)
        assert write_entry(cache, ana, second).seq == 2, "own entries do not contest"
        write_entry(cache, bo, play(0, "+4", 0, 0, "bo-key-01"))
        third = play(0, "+4", 0, 0, "ana-key-3", **ran)
        assert write_entry(cache, ana, third).confirmed, "nor do those that say the same"
        write_entry(cache, bo, play(1, "+4", 1, 0, "bo-key-02"))
        with pytest.raises(Contested) as contested:
            write_entry(cache, ana, play(1, "+3", 1, 0, "ana-key-4", **ran))
        assert contested.value.seqs == {4}
        assert write_entry(cache, ana, second).repeated, "what is there already is not contested"
        assert cache.load(table.table_id).version == 4
