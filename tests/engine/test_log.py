"""Folding a log: what is in force after undo, redo, amend, setting and count."""

from collections.abc import Iterable, Iterator

from companion.engine.log import Entry
from companion.engine.replay import (
    Replay,
    Step,
    apply_entry,
    check_entry,
    invalid_entries,
    replay,
    start_replay,
    valid_moves,
)
from companion.engine.tally import Close, Tally
from tests.engine.counter import GAME, Add, Sheet, two


def play(*entries: Entry) -> Replay:
    """Enter one after the other, each let through by the kernel; replay must agree."""
    playing = start_replay(GAME, two())
    for entry in entries:
        assert check_entry(playing, entry) is None, (entry, check_entry(playing, entry))
        playing = apply_entry(playing, entry)
    again = replay(GAME, two(), entries)
    assert (again.state, again.invalid, again.pending) == (playing.state, playing.invalid, playing.pending)
    return playing


def refused(replay: Replay, entry: Entry) -> str:
    refusal = check_entry(replay, entry)
    assert refusal is not None
    return refusal.code


def move(seq: int, seat: int, number: int) -> Entry:
    return Entry(seq, "move", seat, Add(number))


def test_an_undo_of_what_is_no_longer_last_is_refused() -> None:
    replay = play(move(1, 0, 3), move(2, 1, 2))
    assert refused(replay, Entry(3, "undo", of=1)) == "table.not_the_last"


def test_undo_reaches_past_the_end() -> None:
    moves = [move(n, (n - 1) % 2, 3) for n in range(1, 8)]
    replay = play(*moves)
    assert GAME.ending(replay.state) is not None
    assert refused(replay, move(8, 1, 3)) == "table.over"
    assert GAME.ending(apply_entry(replay, Entry(8, "undo")).state) is None


def test_an_amend_of_nothing_is_refused() -> None:
    assert refused(play(move(1, 0, 3)), Entry(2, "amend", 0, Add(1), of=7)) == "table.no_such_entry"


def test_replay_stops_at_the_first_entry_that_no_longer_stands_and_lists_the_rest() -> None:
    replay = play(move(1, 0, 3), move(2, 1, 2), move(3, 0, 2), Entry(4, "amend", 0, None, of=1))
    assert replay.invalid is not None
    assert replay.invalid.step.seq == 2
    assert replay.invalid.refusal.code == "table.not_your_turn"
    assert replay.state.sums == (0, 0)
    assert [fallen.step.seq for fallen in invalid_entries(replay)] == [2]
    assert refused(replay, move(5, 0, 1)) == "table.halted"
    mended = apply_entry(replay, Entry(5, "amend", 1, None, of=2))
    assert mended.invalid is None
    assert mended.state.sums == (2, 0)


def test_the_table_may_allow_what_can_be_shown() -> None:
    replay = play(Entry(1, "ruling", 0, Add(7)))
    assert replay.state.sums == (7, 0)
    assert refused(replay, Entry(2, "ruling", 1, Add(0))) == "table.not_overridable"
    assert refused(replay, Entry(2, "ruling", 1, Add(2))) == "table.nothing_to_allow"


def test_an_amend_may_allow_too() -> None:
    replay = play(move(1, 0, 3), Entry(2, "amend", 0, Add(8), of=1, allowed=True))
    assert replay.state.sums == (8, 0)


def test_a_setting_counts_as_if_it_had_been_so_from_the_start() -> None:
    replay = play(move(1, 0, 3), move(2, 1, 3), Entry(3, "setting", option="goal", value=5))
    assert replay.state.goal == 5
    assert refused(replay, Entry(4, "setting", option="goal", value=99)) == "table.option_value"
    assert refused(replay, Entry(4, "setting", option="nope", value=1)) == "table.no_such_option"
    assert apply_entry(replay, Entry(4, "undo")).state.goal == 10


def test_counting_starts_from_what_the_referee_knew() -> None:
    replay = play(move(1, 0, 3), Entry(2, "count"), Entry(3, "move", 1, Sheet(9)))
    assert isinstance(replay.state, Tally)
    assert replay.state.sheets == (Sheet(3), Sheet(9))
    assert refused(replay, Entry(4, "count")) == "table.already_counting"
    closed = apply_entry(replay, Entry(4, "move", 0, Close()))
    assert closed.game.ending(closed.state) is not None
    assert not apply_entry(
        apply_entry(apply_entry(closed, Entry(5, "undo")), Entry(6, "undo")), Entry(7, "undo")
    ).is_tally


def test_an_entry_whose_move_no_longer_reads_falls() -> None:
    playing = replay(GAME, two(), (move(1, 0, 3), Entry(2, "move", 1, None)))
    assert playing.invalid is not None
    assert playing.invalid.refusal.code == "table.unknown_move"
    assert playing.state.sums == (3, 0)


def test_nothing_stands_on_a_setting_that_fell() -> None:
    log = [move(1, 0, 3), move(2, 1, 2), Entry(3, "setting", option="goal", value=99)]
    playing = replay(GAME, two(), log)
    assert playing.invalid
    assert playing.invalid.step.seq == 3
    assert valid_moves(playing) == ()
    assert playing.state.sums == (0, 0)


def sheets(first: int, count: int) -> list[Entry]:
    return [Entry(n, "move", n % 2, Sheet(n % 90)) for n in range(first, first + count)]


def test_whoever_plays_a_log_sets_the_pace_also_behind_a_fallen_entry() -> None:
    gone_through: list[Step] = []

    def pace(steps: Iterable[Step]) -> Iterator[Step]:
        for step in steps:
            gone_through.append(step)
            yield step

    log = [move(1, 0, 3), Entry(2, "count"), *sheets(3, 78)]
    playing = replay(GAME, two(), log, pace)
    assert (playing.state, playing.invalid) == (play(*log).state, None)
    assert len(gone_through) == 80
    gone_through.clear()
    fallen = replay(GAME, two(), [Entry(1, "count"), move(2, 0, 3), *sheets(3, 80)])
    assert invalid_entries(fallen, pace) == invalid_entries(fallen)
    assert len(gone_through) == 80
