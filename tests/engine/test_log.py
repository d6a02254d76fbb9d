"""Folding a log: what is in force after undo, redo, amend, setting and count."""

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.entry_list import EntryList
from companion.engine.json_data import AllowedNames, Between, DataError, MaxLength, from_json, to_json
from companion.engine.log import EffectiveMove, Entry, check_log_entry, fold
from companion.engine.replay import (
    Replay,
    Step,
    apply_entry,
    check_entry,
    invalid_entries,
    replay,
    valid_moves,
)
from companion.engine.tally import Close, Tally
from tests.engine.counter import GAME, Add, Sheet, two_seat_setup


def play(*entries: Entry) -> Replay:
    """Enter one after the other, each let through by the kernel; replay must agree."""
    playing = replay(GAME, two_seat_setup())
    for entry in entries:
        assert check_entry(playing, entry) is None, (entry, check_entry(playing, entry))
        playing = apply_entry(playing, entry)
    again = replay(GAME, two_seat_setup(), entries)
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
    playing = replay(GAME, two_seat_setup(), (move(1, 0, 3), Entry(2, "move", 1, None)))
    assert playing.invalid is not None
    assert playing.invalid.refusal.code == "table.unknown_move"
    assert playing.state.sums == (3, 0)


def test_nothing_stands_on_a_setting_that_fell() -> None:
    log = [move(1, 0, 3), move(2, 1, 2), Entry(3, "setting", option="goal", value=99)]
    playing = replay(GAME, two_seat_setup(), log)
    assert playing.invalid
    assert playing.invalid.step.seq == 3
    assert valid_moves(playing) == ()
    assert playing.state.sums == (0, 0)


def sheets(first: int, count: int) -> list[Entry]:
    return [Entry(n, "move", n % 2, Sheet(n % 90)) for n in range(first, first + count)]


def test_whoever_plays_a_log_sets_the_pace_also_behind_a_fallen_entry() -> None:
    gone_through: list[Step] = []

    def throttle(steps: Iterable[Step]) -> Iterator[Step]:
        for step in steps:
            gone_through.append(step)
            yield step

    log = [move(1, 0, 3), Entry(2, "count"), *sheets(3, 78)]
    playing = replay(GAME, two_seat_setup(), log, throttle)
    assert (playing.state, playing.invalid) == (play(*log).state, None)
    assert len(gone_through) == 80
    gone_through.clear()
    fallen = replay(GAME, two_seat_setup(), [Entry(1, "count"), move(2, 0, 3), *sheets(3, 80)])
    assert invalid_entries(fallen, throttle) == invalid_entries(fallen)
    assert len(gone_through) == 80


STEPS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(("more", "less", "lean"))), max_size=50)


def beginning(items: tuple[int, ...], count: int) -> list[int]:
    return list(items[:count])


@given(STEPS)
def test_a_chain_is_a_tuple_that_grows(steps: list[tuple[int, str]]) -> None:
    made: list[tuple[EntryList[int], tuple[int, ...]]] = [(EntryList(), ())]
    for number, (which, step) in enumerate(steps):
        chain, items = made[which % len(made)]
        if step == "more":
            made.append((chain.appended(number), (*items, number)))
        elif step == "lean" and items:
            made.append((chain.trimmed(2, 1, partial(beginning, items)), items))
        elif items:
            made.append((chain.without_last(), items[:-1]))
    for chain, items in made:
        assert tuple(chain) == items
        assert len(chain) == len(items)
        assert chain.last() == (items[-1] if items else None)


def test_adding_shares_what_lies_before() -> None:
    one: EntryList[str] = EntryList()
    two = one.appended("a")
    assert two.appended("b")._items is two._items
    assert two.appended("c")._items is not two._items


def test_the_beginning_is_fetched_once_and_only_when_asked_for() -> None:
    asked: list[int] = []

    def fetch(count: int) -> list[str]:
        asked.append(count)
        return list("abcd")[:count]

    chain = EntryList(list("abcde"), 5).trimmed(2, 1, fetch)
    assert chain.last() == "e"
    assert chain.appended("f").last() == "f"
    assert asked == []
    assert chain.without_last().last() == "d"
    assert asked == [4]
    assert list(chain) == list(chain) == list("abcde")
    assert asked == [4, 4]


def test_somebody_else_may_look_while_the_beginning_is_fetched() -> None:
    first = True

    def fetch(count: int) -> list[str]:
        nonlocal first
        if first:
            first = False
            assert list(chain) == list("abcde")
        return list("abcd")[:count]

    chain = EntryList(list("abcde"), 5).trimmed(2, 1, fetch)
    assert list(chain) == list("abcde")


@dataclass(frozen=True, slots=True)
class Inner:
    side: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Outer:
    number: Annotated[int, Between(0, 9)]
    colour: Annotated[str, AllowedNames(("red", "blue"))]
    inner: tuple[Inner, ...] = ()
    pair: tuple[int, int] = (0, 0)
    note: Annotated[str, MaxLength(5)] | None = None
    seen: frozenset[int] = frozenset()
    by: Mapping[str, int] | None = None


EXAMPLE = Outer(3, "red", (Inner("left"),), (1, 2), "hello", frozenset((4, 5)), {"a": 1})


def test_there_and_back_through_json() -> None:
    assert from_json(Outer, json.loads(json.dumps(to_json(EXAMPLE)))) == EXAMPLE


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 10}, {"number": True}, {"number": "3"}, {"colour": "green"}, {"pair": [1]},
        {"note": "too long"}, {"extra": 1},
        {"inner": [{"side": "up"}]}, {"inner": 5}, {"by": {"a": "b"}},
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(DataError):
        from_json(Outer, {**to_json(EXAMPLE), **wrong})
    with pytest.raises(DataError):
        from_json(Outer, wrong)  # the other fields are missing


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(JSON)
def test_junk_is_a_data_error_and_nothing_else(junk: object) -> None:
    try:
        from_json(Outer, junk)
    except DataError:
        return
    raise AssertionError("junk was taken for a value")


Table = dict[int, tuple[int, int]]
"""By the entry it came in with: the seat and the number it added."""


class Model:
    def __init__(self) -> None:
        self.behind: list[tuple[int, Table]] = []
        self.now: Table = {}
        self.newest = 0
        self.ahead: list[tuple[int, Table]] = []

    def enter(self, seq: int, table: Table) -> None:
        self.behind.append((self.newest, self.now))
        self.newest, self.now = seq, table
        self.ahead = []

    def undo(self) -> None:
        self.ahead.append((self.newest, self.now))
        self.newest, self.now = self.behind.pop()

    def redo(self) -> None:
        self.behind.append((self.newest, self.now))
        self.newest, self.now = self.ahead.pop()

    def moves(self) -> list[EffectiveMove]:
        return [EffectiveMove(n, seat, Add(number)) for n, (seat, number) in sorted(self.now.items())]


def deed(chance: random.Random, model: Model, seq: int, turn: int = 0) -> Entry:
    """The next entry, of a log that has come as far as the model; the model goes along."""
    kinds = ["move", "move", "note"]
    kinds += ["undo"] * 3 * bool(model.behind) + ["redo"] * 3 * bool(model.ahead)
    kinds += ["change", "change", "out"] * bool(model.now)
    kind = chance.choice(kinds)
    if kind == "undo":
        of = chance.choice((0, model.newest))
        model.undo()
        return Entry(seq, "undo", of=of)
    if kind == "redo":
        of = chance.choice((0, model.ahead[-1][0]))
        model.redo()
        return Entry(seq, "redo", of=of)
    if kind == "note":
        return Entry(seq, "note")
    seat, number = chance.randrange(2), chance.randint(1, 3)
    if kind == "move":
        seat = turn
        model.enter(seq, {**model.now, seq: (seat, number)})
        return Entry(seq, "move", seat, Add(number))
    of = chance.choice(list(model.now))
    if kind == "out":
        model.enter(seq, {n: made for n, made in model.now.items() if n != of})
        return Entry(seq, "amend", seat, of=of)
    model.enter(seq, {**model.now, of: (seat, number)})
    return Entry(seq, "amend", seat, Add(number), of=of)


@pytest.mark.parametrize("seed", range(4))
def test_a_log_of_changes_undone_and_redone_is_what_lists_say(seed: int) -> None:
    chance, read = random.Random(seed), 0
    for _ in range(60):
        model, log = Model(), fold(())
        entries: list[Entry] = []
        for seq in range(1, 40):
            entry = deed(chance, model, seq)
            assert check_log_entry(log, entry) is None, entry
            entries.append(entry)
            log = fold((entry,), log)
            assert list(log.effective_moves()) == model.moves(), entries
            assert bool(log.next_redo()) == bool(model.ahead)
            assert bool(log.next_undo()) == bool(model.behind)
            undone, last = log.next_redo(), log.next_undo()
            assert (undone.seq if undone else 0) == (model.ahead[-1][0] if model.ahead else 0)
            assert (last.seq if last else 0) == model.newest
            read += len(model.now)
        assert fold(entries).effective_moves() == log.effective_moves()
    assert read > 1000


@pytest.mark.parametrize("seed", range(4))
def test_a_table_follows_its_log_through_changes_undo_and_redo(seed: int) -> None:
    """Entered one by one and played again from the first: the same sums, which are those of the lists."""
    chance = random.Random(seed)
    for _ in range(30):
        model, playing, entries = Model(), replay(GAME, two_seat_setup()), list[Entry]()
        for seq in range(1, 25):
            entry = deed(chance, model, seq, playing.state.turn)
            if check_entry(playing, entry) is not None:
                break  # a move that the game refuses, or a table that a change has halted
            playing = apply_entry(playing, entry)
            entries.append(entry)
            again = replay(GAME, two_seat_setup(), entries)
            assert (again.state, again.invalid) == (playing.state, playing.invalid)
            if playing.invalid is None:
                sums = [sum(n for seat, n in model.now.values() if seat == s) for s in (0, 1)]
                assert list(playing.state.sums) == sums
