"""Random logs with changes, undo and redo, against a model of a log that is nothing but lists.

The model keeps every table there ever was, one after the other: what is entered adds one, undo goes
back by one, redo forth by one, and what is entered after an undo drops those that were ahead.
"""

import random

import pytest

from companion.engine.log import EffectiveMove, Entry, check_log_entry, fold
from companion.engine.replay import apply_entry, check_entry, replay, start_replay
from tests.engine.counter import GAME, Add, two

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
            assert bool(log.redoable()) == bool(model.ahead)
            assert bool(log.undoable()) == bool(model.behind)
            undone, last = log.redoable(), log.undoable()
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
        model, playing, entries = Model(), start_replay(GAME, two()), list[Entry]()
        for seq in range(1, 25):
            entry = deed(chance, model, seq, playing.state.turn)
            if check_entry(playing, entry) is not None:
                break  # a move that the game refuses, or a table that a change has halted
            playing = apply_entry(playing, entry)
            entries.append(entry)
            again = replay(GAME, two(), entries)
            assert (again.state, again.invalid) == (playing.state, playing.invalid)
            if playing.invalid is None:
                sums = [sum(n for seat, n in model.now.values() if seat == s) for s in (0, 1)]
                assert list(playing.state.sums) == sums
