"""A table is the same whether it is taken up from its snapshot or judged from its first entry."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.tables import state as holding
from companion.tables.log_lines import read_log
from companion.tables.opening import OpenedTable, open_table
from companion.tables.state import SNAPSHOT_INTERVAL, TableState
from companion.tables.table_store import TableStore
from companion.tables.tables import Tables
from companion.tables.writing import Draft, write_entry
from tests.tables.test_stores import member


class Player:
    """Somebody who enters gold at a Catan table, as often as wanted."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.tables = Tables(store, 10)
        self.table: OpenedTable = open_table(self.tables, "cheops_catan", "referee", ["A", "B", "C"], {})
        self.member = member(store, self.table, self.table.secret)
        self.keys = 0
        for seat in (0, 1, 2, 2, 1, 0, 0, 1, 2):
            self.enter("move", seat=seat, move="Found", data={})
        self.enter("move", seat=0, move="Roll", data={"total": 6})

    def enter(self, kind: Any, **more: Any) -> TableState:
        self.keys += 1
        return write_entry(self.tables, self.member, Draft(kind, f"key-{self.keys:06d}", **more)).table

    def gold(self, times: int) -> TableState:
        for n in range(times):
            table = self.enter("move", seat=n % 3, move="Income", data={"gold": 1})
        return table

    def snapshot(self) -> tuple[int, int, str]:
        found = self.store.find_snapshot(self.table.table_id)
        assert found
        return found

    def anew(self) -> TableState:
        """As another process would take the table up."""
        self.tables = Tables(self.store, 10)
        return self.tables.load(self.table.table_id)


@pytest.fixture
def player(store: TableStore) -> Player:
    return Player(store)


def no_replay(_store: TableStore, empty: TableState) -> TableState:
    raise AssertionError("the whole log was judged again")


def same(one: TableState, other: TableState) -> bool:
    folded = [list(table.replay.log.effective) for table in (one, other)]
    return replace(one, replay=other.replay) == other and folded[0] == folded[1] and (
        one.replay.state == other.replay.state
    )  # fmt: skip


def test_a_long_table_is_taken_up_from_its_snapshot(
    monkeypatch: pytest.MonkeyPatch, player: Player, store: TableStore
) -> None:
    before = player.gold(2 * SNAPSHOT_INTERVAL)
    monkeypatch.setattr(holding, "_replayed", no_replay)
    taken_up = player.anew()
    assert same(before, taken_up)
    assert len(read_log(store, taken_up, 0)) == before.version
    after = player.gold(3)
    assert after.replay.state.gold == tuple(g + 1 for g in before.replay.state.gold)


def test_what_reaches_back_finds_the_whole_log(player: Player) -> None:
    player.gold(SNAPSHOT_INTERVAL)
    player.anew()
    for _ in range(12):
        table = player.enter("undo")
    assert sum(table.replay.state.gold) == 9 + SNAPSHOT_INTERVAL - 12
    table = player.enter("redo")
    assert sum(table.replay.state.gold) == 9 + SNAPSHOT_INTERVAL - 11
    player.anew()
    table = player.enter("amend", of=11, seat=0, move="Income", data={"gold": 5})
    assert sum(table.replay.state.gold) == 9 + SNAPSHOT_INTERVAL - 11 + 4


def test_a_setting_that_came_later_is_in_the_snapshot(
    monkeypatch: pytest.MonkeyPatch, store: TableStore, tables: Tables
) -> None:
    opened = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    host, edition = member(store, opened, opened.secret), {"points": [-3, 4, 9]}
    write_entry(tables, host, Draft("setting", "setting-01", option="edition", value=edition))
    for n in range(SNAPSHOT_INTERVAL):
        before = write_entry(tables, host, Draft("note", f"note-{n:05d}", text="x")).table
    monkeypatch.setattr(holding, "_replayed", no_replay)
    assert Tables(store, 10).load(opened.table_id).replay.setup == before.replay.setup


def test_other_rules_judge_the_log_anew(
    store: TableStore, monkeypatch: pytest.MonkeyPatch, player: Player
) -> None:
    before = player.gold(SNAPSHOT_INTERVAL)
    version, rules, data = player.snapshot()
    store.store_snapshot(player.table.table_id, version, rules + 1, data)
    assert same(before, player.anew())
    monkeypatch.setattr(holding, "_replayed", no_replay)
    with pytest.raises(AssertionError):
        player.anew()


@pytest.mark.parametrize("state", [{}, {"gold": "much"}, None], ids=["empty", "other kinds", "none"])
def test_a_state_of_another_release_is_not_taken(store: TableStore, state: Any, player: Player) -> None:
    before = player.gold(SNAPSHOT_INTERVAL)
    version, rules, data = player.snapshot()
    told = json.loads(data)
    changed = state if not state else {**told["state"], **state}
    data = json.dumps({**told, "state": changed})
    store.store_snapshot(player.table.table_id, version, rules, data)
    assert same(before, player.anew())


def test_a_table_that_is_halted_keeps_no_snapshot(store: TableStore, player: Player) -> None:
    player.gold(SNAPSHOT_INTERVAL - 10 - 1)
    player.enter("amend", of=9)  # taking a founding out leaves the roll without a turn
    table = player.tables.load(player.table.table_id)
    assert table.version == SNAPSHOT_INTERVAL
    assert table.replay.invalid
    assert store.find_snapshot(player.table.table_id) is None


def test_what_was_taken_back_comes_again_after_a_new_start(player: Player) -> None:
    player.gold(SNAPSHOT_INTERVAL - 10 - 1)
    assert player.enter("undo").version == SNAPSHOT_INTERVAL
    player.anew()
    assert sum(player.enter("redo").replay.state.gold) == 9 + SNAPSHOT_INTERVAL - 10 - 1


def test_a_deleted_table_leaves_no_snapshot(store: TableStore, player: Player) -> None:
    player.gold(SNAPSHOT_INTERVAL)
    player.snapshot()
    store.delete(player.table.table_id)
    assert store.find_snapshot(player.table.table_id) is None
