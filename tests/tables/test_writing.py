"""The log grows once for each tap, whatever the line does."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from companion.tables.answers import Differs, NotYours, Refused, Stale
from companion.tables.desk import Desk
from companion.tables.held import Held
from companion.tables.links import Who, table_by_code, visit
from companion.tables.opening import Opened, open_table
from companion.tables.reading import log, scores
from companion.tables.seating import sit
from companion.tables.writing import Draft, enter


def quiet(before: Held, after: Held) -> None:
    """Nobody listens."""


@pytest.fixture
def table(app: Flask) -> Opened:
    with app.app_context():
        return open_table("giza", "referee", ["Ana", "Bo"], {})


def host(table: Opened) -> Who:
    who = visit(table.code, table.secret).who
    assert who is not None
    return who


def play(seat: int, tile: str, board: int, site: int, key: str, **more: object) -> Draft:
    data = {"tile": tile, "board": board, "site": site}
    return Draft("move", key, seat, "Play", data, **more)  # type: ignore[arg-type]


def test_a_retry_finds_its_own_entry(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk = Desk(10)
        first = enter(desk, host(table), play(0, "+5", 0, 0, "same-key"), quiet)
        again = enter(desk, host(table), play(0, "+5", 0, 0, "same-key"), quiet)
        assert (first.seq, again.seq) == (1, 1)
        assert again.repeated
        assert desk.table(table.table_id).version == 1


def test_a_refused_move_leaves_the_log_as_it_was(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk = Desk(10)
        with pytest.raises(Refused) as refused:
            enter(desk, host(table), play(1, "+5", 0, 0, "not-yet-1"), quiet)
        assert refused.value.code == "table.not_your_turn"
        assert desk.table(table.table_id).version == 0


def test_asked_at_one_version_only_it_is_stale_later(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk = Desk(10)
        enter(desk, host(table), play(0, "+5", 0, 0, "key-00001"), quiet)
        with pytest.raises(Stale):
            enter(desk, host(table), play(1, "+5", 1, 0, "key-00002", only_at=0), quiet)


def test_two_phones_with_one_fact_confirm_each_other(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk = Desk(10)
        enter(desk, host(table), play(0, "+5", 0, 0, "phone-one"), quiet)
        bo = seat_of(table, 1)
        with pytest.raises(Differs) as differs:
            enter(desk, bo, play(0, "+4", 0, 0, "phone-two", seen=0), quiet)
        assert differs.value.seq == 1
        second = enter(desk, bo, play(0, "+5", 0, 0, "phone-two-2", seen=0), quiet)
        assert second.confirmed
        assert second.seq == 1


def seat_of(table: Opened, seat: int) -> Who:
    secret = sit(table_by_code(table.code), seat, "", "Tablet")
    who = visit(table.code, secret).who
    assert who is not None
    return who


def test_a_queue_that_another_phone_entered_alike_is_confirmed_entry_by_entry(
    app: Flask, table: Opened
) -> None:
    with app.app_context():
        desk, bo = Desk(10), seat_of(table, 1)
        plays = [
            (0, "+5", 0, 0),
            (1, "+4", 1, 0),
            (0, "+3", 0, 1),
            (1, "+4", 1, 1),
            (0, "+5", 1, 2),
        ]
        for n, (seat, tile, board, site) in enumerate(plays):
            enter(desk, host(table), play(seat, tile, board, site, f"host-{n:05d}"), quiet)

        def told(seat: int, tile: str, board: int, site: int, key: str) -> int:
            entered = enter(desk, bo, play(seat, tile, board, site, key, seen=0), quiet)
            assert entered.confirmed
            return entered.seq

        queue = [(*plays[n], f"bo-{n:06d}") for n in (0, 2, 4)]
        assert [told(*tap) for tap in queue] == [1, 3, 5]
        assert [told(*tap) for tap in queue] == [1, 3, 5]  # the answers were lost
        with pytest.raises(Refused) as refused:
            told(*plays[0], "bo-another")
        assert refused.value.code == "table.not_your_turn"


def test_only_what_no_tap_of_the_queue_meant_is_said_to_differ(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk, bo = Desk(10), seat_of(table, 1)
        for n, (seat, tile) in enumerate(((0, "+5"), (1, "+4"), (0, "+3"))):
            enter(desk, host(table), play(seat, tile, seat, n, f"host-{n:05d}"), quiet)
        assert enter(desk, bo, play(0, "+5", 0, 0, "bo-000001", seen=0), quiet).seq == 1
        with pytest.raises(Differs) as differs:
            enter(desk, bo, play(0, "+1", 0, 0, "bo-000002", seen=0), quiet)
        assert differs.value.seq == 3


def test_what_was_taken_back_confirms_nothing(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk, bo = Desk(10), seat_of(table, 1)
        enter(desk, host(table), play(0, "+5", 0, 0, "host-0001"), quiet)
        enter(desk, host(table), Draft("undo", "host-0002"), quiet)
        enter(desk, host(table), play(0, "+4", 0, 1, "host-0003"), quiet)
        with pytest.raises(Differs) as differs:
            enter(desk, bo, play(0, "+5", 0, 0, "bo-000001", seen=0), quiet)
        assert differs.value.seq == 3


def test_a_phone_is_not_another_phone_to_itself(app: Flask, table: Opened) -> None:
    """Its second waiting tap is refused for what it is; the same tap twice is one fact still."""
    with app.app_context():
        desk, bo = Desk(10), seat_of(table, 1)
        enter(desk, host(table), play(0, "+5", 0, 0, "host-0001"), quiet)
        enter(desk, bo, play(1, "+4", 1, 0, "bo-000001", seen=0), quiet)
        assert enter(desk, bo, play(1, "+4", 1, 0, "bo-000002", seen=0), quiet).confirmed
        with pytest.raises(Refused) as refused:
            enter(desk, bo, play(1, "+3", 1, 0, "bo-000003", seen=0), quiet)
        assert refused.value.code == "table.not_your_turn"


def test_a_covered_tile_is_neither_confirmed_nor_said_to_differ(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk, bo = Desk(10), seat_of(table, 1)
        for n, tile in enumerate(("+5", "+4", "+3")):
            enter(desk, host(table), play(n % 2, tile, 0, 0, f"host-{n:05d}"), quiet)
        for n, tile in enumerate(("+4", "+5")):
            with pytest.raises(Refused):
                enter(desk, bo, play(1, tile, 0, 0, f"bo-{n:06d}", seen=1), quiet)
        assert enter(desk, host(table), play(1, "+4", 0, 0, "host-again", seen=1), quiet).confirmed


def test_a_viewer_only_watches(app: Flask, table: Opened) -> None:
    with app.app_context(), pytest.raises(NotYours):
        enter(Desk(10), Who(table.table_id, "viewer", None, 0), play(0, "+5", 0, 0, "k" * 8), quiet)


def test_writers_at_the_same_moment_lose_and_double_nothing(app: Flask, table: Opened) -> None:
    desk, answers = Desk(10), []

    def tap(n: int) -> None:
        with app.app_context():
            draft = Draft("note", f"note-{n // 2:05d}", text=f"note {n // 2}")
            answers.append(enter(desk, host(table), draft, quiet).seq)

    threads = [threading.Thread(target=tap, args=(n,)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with app.app_context():
        held = desk.table(table.table_id)
        assert held.version == 20
        assert sorted(answers) == sorted([*range(1, 21)] * 2)
        assert [line.seq for line in log(held, 0)] == list(range(1, 21))


def test_an_amended_entry_keeps_the_later_ones(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk = Desk(10)
        enter(desk, host(table), play(0, "+5", 0, 0, "key-00001"), quiet)
        enter(desk, host(table), play(1, "+4", 0, 0, "key-00002"), quiet)
        amend = Draft("amend", "key-00003", 0, "Play", {"tile": "+3", "board": 0, "site": 0}, of=1)
        held = enter(desk, host(table), amend, quiet).held
        assert held.playing.fallen is not None
        assert held.playing.fallen.step.seq == 2
        with pytest.raises(Refused) as refused:
            enter(desk, host(table), play(1, "+1", 1, 0, "key-00004"), quiet)
        assert refused.value.code == "table.halted"
        repair = Draft("amend", "key-00005", 1, "Play", {"tile": "+2", "board": 0, "site": 0}, of=2)
        held = enter(desk, host(table), repair, quiet).held
        assert held.playing.fallen is None
        assert held.playing.state.stacks[0] == ("+3", "+2")


def test_the_table_allows_what_the_rules_refuse(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk = Desk(10)
        enter(desk, host(table), play(0, "+3", 0, 0, "key-00001"), quiet)
        data = {"tile": "+5", "board": 0, "site": 0}
        ruled = enter(desk, host(table), Draft("ruling", "key-00002", 1, "Play", data), quiet)
        assert ruled.held.playing.state.stacks[0] == ("+3", "+5")
        assert log(ruled.held, 0)[-1].allowed


def test_counting_takes_over_what_the_referee_knew(app: Flask, table: Opened) -> None:
    with app.app_context():
        desk = Desk(10)
        enter(desk, host(table), play(0, "+5", 0, 0, "key-00001"), quiet)
        held = enter(desk, host(table), Draft("count", "key-00002"), quiet).held
        assert scores(held, 0).totals == (5, 0)
        done = enter(desk, host(table), Draft("move", "key-00003", 0, "Close"), quiet).held
        assert scores(done, None).final
        back = enter(desk, host(table), Draft("undo", "key-00004"), quiet)
        assert back.held.playing.counting
        with pytest.raises(Refused) as refused:
            enter(desk, host(table), Draft("undo", "key-00005"), quiet)
        assert refused.value.code == "table.count_stands"


def test_a_seat_can_be_taken_once(app: Flask, table: Opened) -> None:
    with app.app_context():
        found = table_by_code(table.code.lower())
        assert sit(found, 1, "Bo", "") != sit_again(found)


def sit_again(table: object) -> str:
    with pytest.raises(NotYours):
        sit(table, 1, "Cy", "")  # type: ignore[arg-type]
    return ""
