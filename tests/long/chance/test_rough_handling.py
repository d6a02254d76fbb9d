"""A table handled roughly: whatever is entered, in whatever order, everything of it can still be shown.

Legal moves, moves that could be written down and no more, rulings on whatever may be allowed, entries
changed and taken out, undo, redo, settings, notes, counts.
"""

import random
from typing import Any

import pytest
from flask import Flask

from companion.engine.data import to_json
from companion.engine.game import Game, Option
from companion.engine.replay import replay
from companion.games import GAMES
from companion.services import services_of
from companion.tables.links import resolve_link
from companion.tables.state import TableState, read_entry
from companion.tables.tables import Tables
from tests.anything import any_move, nearly
from tests.looking import wrong_answers
from tests.people import Phone
from tests.positions import any_value

STEPS, LOOKED = 160, 40
"""At each table, and between two looks at it."""
CASES = [
    pytest.param(game, mode, seats, id=f"{game.meta.slug}-{mode}-{seats}")
    for game in GAMES
    for mode, seats in (*(("referee", n) for n in set(game.meta.seats)), ("tally", game.meta.seats[0]))
]
DOINGS = {
    "legal": 50, "nearly": 12, "any": 6, "amend": 7, "take out": 3, "undo": 5, "redo": 5, "setting": 3,
    "note": 1, "count": 0.4,
}  # fmt: skip
FINE = (200, 201, 400, 403, 404, 409, 422)
UNSOUND = {"table.cannot_be_shown", "table.unreadable_entry", "table.fault"}


class Rough:
    def __init__(self, app: Flask, game: Game[Any], mode: str, seats: int) -> None:
        self.app, self.game, self.seats = app, game, seats
        self.chance = random.Random(f"16 {game.meta.slug} {mode} {seats}")
        self.phone, self.watcher = Phone(app), Phone(app)
        options = [o for o in game.meta.options if mode in o.modes and o.kind != "record"]
        body = {
            "game": game.meta.slug, "mode": mode, "seats": ["x"] * seats,
            "options": {o.name: self.value(o) for o in options}, "first": self.chance.randrange(seats),
        }  # fmt: skip
        opened = self.phone.client.post("/api/v1/tables", json=body).json
        self.watcher.watch(self.phone.come(opened))

    def held(self) -> TableState:
        with self.app.app_context():
            cache: Tables = services_of(self.app).tables
            return cache.load_for(resolve_link(cache.store, self.phone.code, None))

    def value(self, option: Option) -> Any:
        if option.kind != "record":
            return any_value(self.chance, self.game, option)
        junk: list[Any] = [None, {}, [], 5, {"points": [-2, 3, 5]}, {"treasures": [1, 2, 3, 4]}]
        return self.chance.choice([*option.presets.values(), *junk])

    def send(self, **entry: Any) -> Any:
        entry["key"] = f"rough-{self.chance.getrandbits(60):016x}"
        answer = self.phone.call("POST", "/entries", entry)
        assert answer.status_code in FINE, (entry, answer.text)
        refused = (answer.json or {}).get("error")
        assert not refused or refused["code"] not in UNSOUND, (entry, refused)
        return refused

    def handle(self) -> None:
        """Do something; a table that is halted or over is mostly brought back, to get on."""
        told = self.phone.told(self.phone.code)
        doing = self.chance.choices(list(DOINGS), list(DOINGS.values()))[0]
        if told["fallen"] and self.chance.random() < 0.5:
            self.send(kind="amend", of=told["fallen"][0]["seq"])
        elif told["ending"] and self.chance.random() < 0.5:
            self.send(kind="undo")
        elif doing == "legal":
            self.move(self.legal() or self.some("any"))
        elif doing in ("nearly", "any"):
            self.move(self.some(doing))
        elif doing in ("amend", "take out"):
            self.amend({} if doing == "take out" else self.some(self.chance.choice(("nearly", "any"))))
        elif doing == "setting":
            late = [o for o in self.held().replay.origin.meta.options if o.late]
            if late:
                option = self.chance.choice(late)
                self.send(kind="setting", option=option.name, value=self.value(option))
        else:
            self.send(kind=doing, **({"text": "Pizza"} if doing == "note" else {}))

    def legal(self) -> dict[str, Any] | None:
        awaiting = self.phone.told(self.phone.code)["awaiting"]
        seat = self.chance.choice(awaiting["seats"] + awaiting["also"] if awaiting else [0])
        told = self.phone.call("GET", f"/legal?seat={seat}").json
        return {"seat": seat, **self.chance.choice(told["moves"])} if told["moves"] else None

    def some(self, doing: str) -> dict[str, Any]:
        """A move that can be written down: any, or one that differs a little from a legal one."""
        replay = self.held().replay
        game = replay.game if self.chance.random() < 0.95 else replay.origin
        seat, move = self.chance.randrange(self.seats), any_move(self.chance, game)
        running = replay.invalid is None and replay.game.ending(replay.state) is None
        if doing == "nearly" and running and game is replay.game:
            seat = self.chance.choice(game.awaiting(replay.state).seats)
            likely = list(game.candidates(replay.state, seat))
            move = nearly(self.chance, game, self.chance.choice(likely) if likely else move)
        return {"seat": seat, "move": type(move).__name__, "data": to_json(move)}

    def move(self, entry: dict[str, Any]) -> None:
        """Enter a move; what the table may allow is mostly allowed."""
        refused = self.send(**entry)
        if refused and refused["overridable"] and self.chance.random() < 0.8:
            again = self.send(kind="ruling", **entry)
            assert not again, (entry, refused, again)
        elif refused and self.chance.random() < 0.2:
            self.send(kind="ruling", **entry)

    def amend(self, move: dict[str, Any]) -> None:
        """Change any entry there is, or take it out; mostly one that can be."""
        allowed = {"allowed": self.chance.random() < 0.6} if move else {}
        of = self.chance.randint(0, self.held().version + 1)
        self.send(kind="amend", of=of, **move, **allowed)
        if self.phone.told(self.phone.code)["fallen"] and self.chance.random() < 0.7:
            self.send(kind="undo")

    def look(self) -> None:
        """Everything of it can be shown, and is what its log says from the first entry."""
        assert list(wrong_answers(self.app, self.phone)) == []
        assert list(wrong_answers(self.app, self.watcher, plays=False)) == []
        table = self.held()
        with self.app.app_context():
            rows = services_of(self.app).tables.store.rows_after(table.id, 0)
            log = [read_entry(table.slug, row) for row in rows]
        one, other = table.replay, replay(table.replay.origin, table.replay.initial_setup, log)
        for name in ("state", "invalid", "pending", "setup", "is_tally", "revealed"):
            assert getattr(one, name) == getattr(other, name), name
        assert list(one.log.effective) == list(other.log.effective)
        assert one.invalid is None or one.invalid.refusal.code not in UNSOUND, one.invalid
        services_of(self.app).tables.clear()
        again = self.held().replay
        assert (again.state, again.invalid) == (one.state, one.invalid)


@pytest.mark.parametrize(("game", "mode", "seats"), CASES)
def test_a_table_handled_roughly_is_still_a_table(
    app: Flask, game: Game[Any], mode: str, seats: int
) -> None:
    rough = Rough(app, game, mode, seats)
    for step in range(1, STEPS + 1):
        rough.handle()
        if step % LOOKED == 0:
            rough.look()
