"""A table is the same whether it is taken up from its snapshot or judged from its first entry."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.replay import replay as replay_log
from companion.engine.snapshot import packed, unpacked
from companion.games import GAMES
from companion.games.plays import play_from
from companion.games.seeds import plays
from companion.store import Snapshot, db
from companion.tables import held as holding
from companion.tables.closing import erase
from companion.tables.desk import Desk
from companion.tables.held import EVERY, Held
from companion.tables.links import Who, visit
from companion.tables.opening import Opened, open_table
from companion.tables.reading import log
from companion.tables.writing import Draft, enter

PLAYS = [
    (game.meta.slug, name) for game in GAMES for name, told in plays(game.meta.slug).items()
    if told.get("mode", "referee") == "referee"
]  # fmt: skip


@pytest.mark.parametrize(("slug", "name"), PLAYS, ids=[f"{s}-{n}" for s, n in PLAYS])
def test_every_state_of_every_play_comes_back(slug: str, name: str) -> None:
    play = play_from(plays(slug)[name])
    fresh = play.game.setup(play.setup)
    for length in range(0, len(play.log) + 1, 3):
        playing = replay_log(play.game, play.setup, play.log[:length])
        if playing.counting or playing.setup != play.setup:
            continue
        data = json.loads(json.dumps(packed(playing.state)))
        assert unpacked(fresh, data) == playing.state


def quiet(before: Held, after: Held) -> None:
    """Nobody listens."""


class Player:
    """Somebody who enters gold at a Catan table, as often as wanted."""

    def __init__(self) -> None:
        self.table: Opened = open_table("cheops_catan", "referee", ["A", "B", "C"], {})
        found = visit(self.table.code, self.table.secret).who
        assert found
        self.who: Who = found
        self.desk = Desk(10)
        self.keys = 0
        for seat in (0, 1, 2, 2, 1, 0, 0, 1, 2):
            self.enter("move", seat=seat, move="Found", data={})
        self.enter("move", seat=0, move="Roll", data={"total": 6})

    def enter(self, kind: Any, **more: Any) -> Held:
        self.keys += 1
        return enter(self.desk, self.who, Draft(kind, f"key-{self.keys:06d}", **more), quiet).held

    def gold(self, times: int) -> Held:
        for n in range(times):
            held = self.enter("move", seat=n % 3, move="Income", data={"gold": 1})
        return held

    def anew(self) -> Held:
        """As another process would take the table up."""
        self.desk = Desk(10)
        return self.desk.table(self.table.table_id)


def no_replay(empty: Held) -> Held:
    raise AssertionError("the whole log was judged again")


def same(one: Held, other: Held) -> bool:
    folded = [list(held.playing.folded.done) for held in (one, other)]
    return replace(one, playing=other.playing) == other and folded[0] == folded[1] and (
        one.playing.state == other.playing.state
    )  # fmt: skip


def test_a_long_table_is_taken_up_from_its_snapshot(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        player = Player()
        before = player.gold(2 * EVERY)
        monkeypatch.setattr(holding, "_replayed", no_replay)
        taken_up = player.anew()
        assert same(before, taken_up)
        assert len(log(taken_up, 0)) == before.version
        after = player.gold(3)
        assert after.playing.state.gold == tuple(g + 1 for g in before.playing.state.gold)


def test_what_reaches_back_finds_the_whole_log(app: Flask) -> None:
    with app.app_context():
        player = Player()
        player.gold(EVERY)
        player.anew()
        for _ in range(12):
            held = player.enter("undo")
        assert sum(held.playing.state.gold) == 9 + EVERY - 12
        held = player.enter("redo")
        assert sum(held.playing.state.gold) == 9 + EVERY - 11
        player.anew()
        held = player.enter("amend", of=11, seat=0, move="Income", data={"gold": 5})
        assert sum(held.playing.state.gold) == 9 + EVERY - 11 + 4


def test_other_rules_judge_the_log_anew(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        player = Player()
        before = player.gold(EVERY)
        kept = db.session.get(Snapshot, player.table.table_id)
        assert kept
        kept.rules += 1
        db.session.commit()
        assert same(before, player.anew())
        monkeypatch.setattr(holding, "_replayed", no_replay)
        with pytest.raises(AssertionError):
            player.anew()


@pytest.mark.parametrize(
    "state", [{}, {"gold": "much"}, None], ids=["empty", "other kinds", "none"]
)
def test_a_state_of_another_release_is_not_taken(app: Flask, state: Any) -> None:
    with app.app_context():
        player = Player()
        before = player.gold(EVERY)
        kept = db.session.get(Snapshot, player.table.table_id)
        assert kept
        told = json.loads(kept.data)
        changed = state if not state else {**told["state"], **state}
        kept.data = json.dumps({**told, "state": changed})
        db.session.commit()
        assert same(before, player.anew())


def test_a_table_that_is_halted_keeps_no_snapshot(app: Flask) -> None:
    with app.app_context():
        player = Player()
        player.gold(EVERY - 10 - 1)
        player.enter("amend", of=9)  # taking a founding out leaves the roll without a turn
        held = player.desk.table(player.table.table_id)
        assert held.version == EVERY
        assert held.playing.fallen
        assert db.session.get(Snapshot, player.table.table_id) is None


def test_a_deleted_table_leaves_no_snapshot(app: Flask) -> None:
    with app.app_context():
        player = Player()
        player.gold(EVERY)
        erase(player.table.table_id)
        db.session.commit()
        assert db.session.get(Snapshot, player.table.table_id) is None
