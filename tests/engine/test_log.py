"""Logs and replay: undo, redo, amend, settings and counts, and the JSON format of entries."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Game
from companion.engine.json_data import AllowedValues, Between, DataError, MaxLength, from_json, to_json
from companion.engine.log import EffectiveMove, Entry, check_log_entry, make_effective_log
from companion.engine.replay import (
    Replay,
    Step,
    apply_entry,
    check_entry,
    invalid_entries,
    list_valid_steps,
    replay_log,
)
from companion.engine.tally import Close, Tally
from tests.engine.counter import GAME, Add, Sheet, State, get_refusal_code, two_seat_setup


def enter_all(*entries: Entry, game: Game[State] = GAME) -> Replay:
    """Enter these entries one by one. Assert that a replay of the whole log gives the same state."""
    playing = replay_log(game, two_seat_setup())
    for entry in entries:
        assert check_entry(playing, entry) is None, (entry, check_entry(playing, entry))
        playing = apply_entry(playing, entry)
    again = replay_log(game, two_seat_setup(), entries)
    for name in ("state", "invalid", "pending", "is_tally", "revealed"):
        assert getattr(again, name) == getattr(playing, name)
    return playing


def make_move_entry(seq: int, seat: int, number: int) -> Entry:
    return Entry(seq, "move", seat, Add(number))


def test_an_undo_is_refused_if_its_entry_is_no_longer_the_last() -> None:
    replay = enter_all(make_move_entry(1, 0, 3), make_move_entry(2, 1, 2))
    assert get_refusal_code(replay, Entry(3, "undo", of=1)) == "table.not_the_last"


def test_the_last_move_of_a_finished_game_can_be_undone() -> None:
    moves = [make_move_entry(n, (n - 1) % 2, 3) for n in range(1, 8)]
    replay = enter_all(*moves)
    assert GAME.ending(replay.state) is not None
    assert get_refusal_code(replay, make_move_entry(8, 1, 3)) == "table.over"
    assert GAME.ending(apply_entry(replay, Entry(8, "undo")).state) is None


def test_only_moves_can_be_replaced_and_only_moves_and_settings_withdrawn() -> None:
    goal = Entry(2, "setting", option="goal", value=5)
    replay = enter_all(make_move_entry(1, 0, 3), goal, Entry(3, "amend", 0, Add(2), of=1))
    for move, numbers in ((Add(1), (2, 3, 7)), (None, (3, 7))):
        for of in numbers:
            amend = Entry(4, "amend", 0, move, of=of)
            assert get_refusal_code(replay, amend) == "table.no_such_entry"
    assert apply_entry(replay, Entry(4, "amend", 0, Add(1), of=1)).state.sums == (1, 0)
    assert apply_entry(replay, Entry(4, "amend", 0, None, of=2)).state.goal == 10


def test_replay_stops_at_the_first_invalid_entry_and_lists_the_others() -> None:
    moves = [make_move_entry(n, (n - 1) % 2, number) for n, number in enumerate((3, 2, 2, 1), 1)]
    replay = enter_all(*moves, Entry(5, "amend", 0, None, of=1))
    assert replay.invalid is not None
    assert replay.invalid.step.seq == 2
    assert replay.invalid.refusal.code == "table.not_your_turn"
    assert replay.state.sums == (0, 0)
    assert [invalid.step.seq for invalid in invalid_entries(replay)] == [2]
    for entry in (make_move_entry(6, 0, 1), Entry(6, "ruling", 0, Add(7)), Entry(6, "count")):
        assert get_refusal_code(replay, entry) == "table.halted"
    repaired = apply_entry(replay, Entry(6, "amend", 1, None, of=2))
    assert repaired.invalid is None
    assert repaired.state.sums == (2, 1)


def test_a_ruling_may_allow_only_overridable_moves() -> None:
    replay = enter_all(Entry(1, "ruling", 0, Add(7)))
    assert replay.state.sums == (7, 0)
    assert get_refusal_code(replay, Entry(2, "ruling", 1, Add(0))) == "table.not_overridable"
    assert get_refusal_code(replay, Entry(2, "ruling", 1, Add(2))) == "table.nothing_to_allow"


def test_an_amend_may_allow_a_move_against_the_rules() -> None:
    replay = enter_all(make_move_entry(1, 0, 3), Entry(2, "amend", 0, Add(8), of=1, allowed=True))
    assert replay.state.sums == (8, 0)


def test_a_setting_holds_from_the_start_of_the_game() -> None:
    replay = enter_all(
        make_move_entry(1, 0, 3), make_move_entry(2, 1, 3), Entry(3, "setting", option="goal", value=5)
    )
    assert replay.state.goal == 5
    assert get_refusal_code(replay, Entry(4, "setting", option="goal", value=99)) == "table.option_value"
    assert get_refusal_code(replay, Entry(4, "setting", option="nope", value=1)) == "table.no_such_option"
    assert apply_entry(replay, Entry(4, "undo")).state.goal == 10


def test_a_count_starts_with_the_sheets_of_the_game() -> None:
    replay = enter_all(make_move_entry(1, 0, 3), Entry(2, "count"), Entry(3, "move", 1, Sheet(9)))
    assert isinstance(replay.state, Tally)
    assert replay.state.sheets == (Sheet(3), Sheet(9))
    assert get_refusal_code(replay, Entry(4, "count")) == "table.already_counting"
    closed = apply_entry(replay, Entry(4, "move", 0, Close()))
    assert closed.game.ending(closed.state) is not None
    for seq in (5, 6, 7):
        closed = apply_entry(closed, Entry(seq, "undo"))
    assert not closed.is_tally


def test_an_entry_with_an_unreadable_move_is_invalid() -> None:
    playing = replay_log(GAME, two_seat_setup(), (make_move_entry(1, 0, 3), Entry(2, "move", 1, None)))
    assert playing.invalid is not None
    assert playing.invalid.refusal.code == "table.unknown_move"
    assert playing.state.sums == (3, 0)


def test_no_move_is_valid_after_an_invalid_setting() -> None:
    log = [make_move_entry(1, 0, 3), make_move_entry(2, 1, 2), Entry(3, "setting", option="goal", value=99)]
    playing = replay_log(GAME, two_seat_setup(), log)
    assert playing.invalid
    assert playing.invalid.step.seq == 3
    assert list_valid_steps(playing) == ()
    assert playing.state.sums == (0, 0)


def make_sheet_entries(first: int, count: int) -> list[Entry]:
    return [Entry(n, "move", n % 2, Sheet(n % 90)) for n in range(first, first + count)]


def test_every_step_passes_the_throttle_also_after_an_invalid_entry() -> None:
    steps_seen: list[Step] = []

    def record_steps(steps: Iterable[Step]) -> Iterator[Step]:
        for step in steps:
            steps_seen.append(step)
            yield step

    log = [make_move_entry(1, 0, 3), Entry(2, "count"), *make_sheet_entries(3, 78)]
    playing = replay_log(GAME, two_seat_setup(), log, record_steps)
    assert (playing.state, playing.invalid) == (enter_all(*log).state, None)
    assert len(steps_seen) == 80
    steps_seen.clear()
    invalid = replay_log(
        GAME, two_seat_setup(), [Entry(1, "count"), make_move_entry(2, 0, 3), *make_sheet_entries(3, 80)]
    )
    assert invalid_entries(invalid, record_steps) == invalid_entries(invalid)
    assert len(steps_seen) == 80


@dataclass(frozen=True, slots=True)
class Inner:
    side: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Outer:
    number: Annotated[int, Between(0, 9)]
    colour: Annotated[str, AllowedValues(("red", "blue"))]
    inner: tuple[Inner, ...] = ()
    pair: tuple[int, int] = (0, 0)
    note: Annotated[str, MaxLength(5)] | None = None


EXAMPLE_OUTER = Outer(3, "red", (Inner("left"),), (1, 2), "hello")


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 10}, {"number": True}, {"number": "3"}, {"colour": "green"}, {"pair": [1]},
        {"note": "too long"}, {"extra": 1},
        {"inner": [{"side": "up"}]}, {"inner": 5},
    ],
)  # fmt: skip
def test_data_that_does_not_fit_raises_a_data_error(wrong: dict[str, object]) -> None:
    with pytest.raises(DataError):
        from_json(Outer, {**to_json(EXAMPLE_OUTER), **wrong})
    with pytest.raises(DataError):
        from_json(Outer, wrong)  # the other fields are missing


JSON_STRATEGY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(JSON_STRATEGY)
def test_invalid_data_raises_only_data_errors(junk: object) -> None:
    try:
        from_json(Outer, junk)
    except DataError:
        return
    raise AssertionError("junk was taken for a value")


MovesByEntry = dict[int, tuple[int, int]]
"""The effective moves of a table: by entry, the seat and its number."""


class LogModel:
    """A slow but simple model of undo and redo: the effective moves after each entry."""

    def __init__(self) -> None:
        self.tables: list[tuple[int, MovesByEntry]] = [(0, {})]
        self.at = 0

    def enter(self, seq: int, moves: MovesByEntry) -> None:
        self.at += 1
        self.tables[self.at :] = [(seq, moves)]

    def next_undo(self) -> int:
        """Return the number of the entry that an undo takes back, or 0 if there is none."""
        return self.tables[self.at][0]

    def next_redo(self) -> int:
        """Return the number of the entry that a redo repeats, or 0 if there is none."""
        return self.tables[self.at + 1][0] if self.at + 1 < len(self.tables) else 0

    def moves(self) -> MovesByEntry:
        return self.tables[self.at][1]


def make_random_entry(chance: random.Random, model: LogModel, seq: int, turn: int = 0) -> Entry:
    """Return a random next entry, and enter it into the model. A new move is by the seat ``turn``."""
    moves, kinds = model.moves(), ["move", "move", "note"]
    kinds += ["undo"] * 3 * bool(model.next_undo()) + ["redo"] * 3 * bool(model.next_redo())
    kinds += ["change", "change", "out"] * bool(moves)
    kind, seat, number = chance.choice(kinds), chance.randrange(2), chance.randint(1, 3)
    if kind == "note":
        return Entry(seq, "note")
    if kind == "undo":
        entry = Entry(seq, "undo", of=chance.choice((0, model.next_undo())))
        model.at -= 1
        return entry
    if kind == "redo":
        entry = Entry(seq, "redo", of=chance.choice((0, model.next_redo())))
        model.at += 1
        return entry
    if kind == "move":
        model.enter(seq, {**moves, seq: (turn, number)})
        return Entry(seq, "move", turn, Add(number))
    target = chance.choice(list(moves))
    if kind == "out":
        model.enter(seq, {n: move for n, move in moves.items() if n != target})
        return Entry(seq, "amend", seat, of=target)
    model.enter(seq, {**moves, target: (seat, number)})
    return Entry(seq, "amend", seat, Add(number), of=target)


@pytest.mark.parametrize("seed", range(4))
def test_random_changes_undos_and_redos_match_a_model_of_lists(seed: int) -> None:
    chance, compared = random.Random(seed), 0
    for _ in range(60):
        model, log = LogModel(), make_effective_log(())
        entries: list[Entry] = []
        for seq in range(1, 40):
            entry = make_random_entry(chance, model, seq)
            assert check_log_entry(log, entry) is None, entry
            entries.append(entry)
            log = make_effective_log((entry,), log)
            moves = [EffectiveMove(n, seat, Add(number)) for n, (seat, number) in model.moves().items()]
            assert list(log.effective_moves()) == sorted(moves, key=lambda move: move.seq), entries
            undone, last = log.next_redo(), log.next_undo()
            assert (undone.seq if undone else 0) == model.next_redo()
            assert (last.seq if last else 0) == model.next_undo()
            compared += len(moves)
        assert make_effective_log(entries).effective_moves() == log.effective_moves()
    assert compared > 1000


@pytest.mark.parametrize("seed", range(4))
def test_a_table_with_random_changes_matches_its_replay_and_the_model(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(30):
        model, playing, entries = LogModel(), replay_log(GAME, two_seat_setup()), list[Entry]()
        for seq in range(1, 25):
            entry = make_random_entry(chance, model, seq, playing.state.turn)
            if check_entry(playing, entry) is not None:
                break  # a move that the game refuses, or a table that a change has halted
            playing = apply_entry(playing, entry)
            entries.append(entry)
            again = replay_log(GAME, two_seat_setup(), entries)
            assert (again.state, again.invalid) == (playing.state, playing.invalid)
            if playing.invalid is None:
                sums = [sum(n for seat, n in model.moves().values() if seat == s) for s in (0, 1)]
                assert list(playing.state.sums) == sums
