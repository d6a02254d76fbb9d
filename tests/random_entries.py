"""Makes random entries at a table: moves, rulings, amendments, undo, redo, settings and counts."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flask import Flask

from companion.engine.game import Description, Game, Option
from companion.engine.json_data import to_json
from companion.engine.log import EffectiveMove
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.replay import iterate_steps_with_states, replay_log
from companion.services import services_of
from companion.tables.links import resolve_link
from companion.tables.state import TableState, parse_row
from companion.tables.tables import Tables
from tests.any_moves import make_any_move, vary_move
from tests.every_page import find_wrong_statuses
from tests.people import Phone
from tests.positions import make_option_value

ENTRY_WEIGHTS = {
    "legal": 45, "change": 14, "amend": 4, "take out": 3, "undo": 16, "redo": 8, "vary_move": 3, "any": 2,
    "setting": 2, "note": 2, "count": 0.3,
}  # fmt: skip
"""Entries are changed and undone far more often than people do it."""
EXPECTED_STATUSES = (200, 201, 400, 403, 404, 409, 422)
FAULT_CODES = {"table.cannot_be_shown", "table.unreadable_entry", "table.fault"}


def add_assertions(game: Game[Any]) -> Game[Any]:
    """Return a game that asserts of each move that it is legal, or that a ruling could allow it."""

    def require_move(state: Any, seat: int, move: Any) -> None:
        refusal = check_move(game, state, seat, move)
        assert refusal is None or refusal.overridable, (move, refusal)

    def apply(state: Any, seat: int, move: Any) -> Any:
        require_move(state, seat, move)
        return game.apply(state, seat, move)

    def news(before: Any, after: Any, seat: int, move: Any) -> Description:
        if not game.has_secrets:  # else the move may be hidden in part
            require_move(before, seat, move)
            assert after == game.apply(before, seat, move)
        return game.news(before, after, seat, move)

    def describe(state: Any, seat: int, move: Any) -> Description:
        if state is not None and not game.has_secrets:
            require_move(state, seat, move)
        return game.describe(state, seat, move)

    def require_legal(function: Callable[[Any, int, Any], Any]) -> Callable[[Any, int, Any], Any]:
        def checked_function(state: Any, seat: int, move: Any) -> Any:
            assert game.has_secrets or check_move(game, state, seat, move) is None, move
            return function(state, seat, move)

        return checked_function

    return replace(
        game, apply=apply, describe=describe, news=news,
        preview=require_legal(game.preview), warnings=require_legal(game.warnings),
    )  # fmt: skip


class RandomTable:
    """A table at which the host, a guest and a viewer make random entries."""

    def __init__(self, app: Flask, game: Game[Any], mode: str, seats: int, seed: int) -> None:
        self.app, self.game, self.seats = app, game, seats
        self.chance = random.Random(f"{seed} {game.meta.slug} {mode} {seats}")
        self.phone, self.guest, self.watcher = Phone(app), Phone(app), Phone(app)
        options = [o for o in game.meta.options if mode in o.modes and o.kind != "record"]
        body = {
            "game": game.meta.slug, "mode": mode, "seats": ["x"] * seats,
            "options": {o.name: self.make_value(o) for o in options}, "first": self.chance.randrange(seats),
        }  # fmt: skip
        opened = self.phone.client.post("/api/v1/tables", json=body).json
        self.watcher.watch(self.phone.use_link(opened))
        assert self.guest.sit(self.phone.code, 1).status_code == 303
        self.guest.client.post(f"/t/{self.phone.code}/guide", data={"on": "yes", "seat": "1"})

    def table_state(self) -> TableState:
        with self.app.app_context():
            cache: Tables = services_of(self.app).tables
            return cache.load_for_access(resolve_link(cache.store, self.phone.code, None))

    def make_value(self, option: Option) -> Any:
        if option.kind != "record":
            return make_option_value(self.chance, self.game, option)
        junk: list[Any] = [None, {}, [], 5, {"points": [-2, 3, 5]}, {"treasures": [1, 2, 3, 4]}]
        return self.chance.choice([*option.presets.values(), *junk])

    def send_entry(self, by: Phone | None = None, **entry: Any) -> Any:
        """Send an entry from a phone. Return the JSON of the refusal, or None if the entry is accepted."""
        entry["key"] = f"rough-{self.chance.getrandbits(60):016x}"
        answer = (by or self.phone).call("POST", "/entries", entry)
        assert answer.status_code in EXPECTED_STATUSES, (entry, answer.text)
        refused = (answer.json or {}).get("error")
        assert not refused or refused["code"] not in FAULT_CODES, (entry, refused)
        return refused

    def enter_random(self) -> None:
        """Make a random entry. Half of the time, correct an invalid entry or undo the end of the game."""
        view = self.phone.get_table_json(self.phone.code)
        action = self.chance.choices(list(ENTRY_WEIGHTS), list(ENTRY_WEIGHTS.values()))[0]
        if view["fallen"] and self.chance.random() < 0.5:
            self.send_entry(kind="amend", of=view["fallen"][0]["seq"])
        elif view["ending"] and self.chance.random() < 0.5:
            self.send_entry(kind="undo")
        elif action == "legal":
            self.enter_move(self.choose_legal_move() or self.choose_move("any"))
        elif action in ("vary_move", "any"):
            self.enter_move(self.choose_move(action))
        elif action in ("amend", "take out"):
            self.amend_any_entry(
                {} if action == "take out" else self.choose_move(self.chance.choice(("vary_move", "any")))
            )
        elif action == "change":
            self.change_move()
        elif action == "setting":
            late = [o for o in self.table_state().replay.origin.meta.options if o.late]
            if late:
                option = self.chance.choice(late)
                self.send_entry(kind="setting", option=option.name, value=self.make_value(option))
        elif action == "count":
            for phone in (self.phone, self.guest):
                self.send_entry(phone, kind="count")
        else:
            by = self.chance.choice((self.phone, self.guest))
            self.send_entry(by, kind=action, **({"text": "Pizza"} if action == "note" else {}))

    def choose_legal_move(self) -> dict[str, Any] | None:
        awaiting = self.phone.get_table_json(self.phone.code)["awaiting"]
        seat = self.chance.choice(awaiting["seats"] + awaiting["also"] if awaiting else [0])
        legal = self.phone.call("GET", f"/legal?seat={seat}").json
        return {"seat": seat, **self.chance.choice(legal["moves"])} if legal["moves"] else None

    def choose_move(self, action: str) -> dict[str, Any]:
        """Return the fields of an entry with any move or, for ``vary_move``, a changed legal one."""
        replay = self.table_state().replay
        game = replay.game if self.chance.random() < 0.95 else replay.origin
        seat, move = self.chance.randrange(self.seats), make_any_move(self.chance, game)
        running = replay.invalid is None and replay.game.ending(replay.state) is None
        if action == "vary_move" and running and game is replay.game:
            seat = self.chance.choice(game.awaiting(replay.state).seats)
            likely = list(game.candidates(replay.state, seat))
            move = vary_move(self.chance, game, self.chance.choice(likely) if likely else move)
        return {"seat": seat, "move": type(move).__name__, "data": to_json(move)}

    def enter_move(self, entry: dict[str, Any]) -> None:
        """Enter this move. If it is refused but players may allow it, usually enter a ruling."""
        refused = self.send_entry(**entry)
        if refused and refused["overridable"] and self.chance.random() < 0.8:
            again = self.send_entry(kind="ruling", **entry)
            assert not again, (entry, refused, again)
        elif refused and self.chance.random() < 0.2:
            self.send_entry(kind="ruling", **entry)

    def amend_any_entry(self, move: dict[str, Any]) -> None:
        """Send this move as the change of a random entry. An empty ``move`` removes the entry."""
        allowed = {"allowed": self.chance.random() < 0.6} if move else {}
        of = self.chance.randint(0, self.table_state().version + 1)
        self.send_entry(kind="amend", of=of, **{**move, **allowed})
        if self.phone.get_table_json(self.phone.code)["fallen"] and self.chance.random() < 0.7:
            self.send_entry(kind="undo")

    def change_move(self) -> None:
        """Replace a move that is in force by another that was legal for its seat at that time."""
        steps = [
            (step, game, state)
            for step, game, state in iterate_steps_with_states(self.table_state().replay)
            if isinstance(step, EffectiveMove)
        ]
        if not steps:
            return
        step, game, state = self.chance.choice(steps[-20:])
        moves = list_legal_moves(game, state, step.seat) or [make_any_move(self.chance, game)]
        kind = self.chance.choice(sorted({type(move) for move in moves}, key=str))
        move = self.chance.choice([move for move in moves if type(move) is kind])
        entry = {"seat": step.seat, "move": kind.__name__, "data": to_json(move)}
        self.send_entry(kind="amend", of=step.seq, **entry)

    def find_failing_pages(self, *pages: str) -> Iterator[tuple[str, int]]:
        """Yield (page, status) of each failing page. A stream fails if it does not begin with fragments."""
        for phone, role in ((self.phone, "host"), (self.guest, "guest"), (self.watcher, "viewer")):
            for page in ("", *pages):
                if (status := phone.get_page(page).status_code) != 200:
                    yield f"{role} {page or 'page'}", status
            with phone.client.get(f"/t/{phone.code}/stream?shown=", buffered=False) as stream:
                if stream.status_code != 200 or b"<hx-partial" not in next(iter(stream.iter_encoded())):
                    yield f"{role} stream", stream.status_code

    def check_everything(self) -> None:
        """Assert that no page has an unexpected status, and that the table equals a replay of its log."""
        assert list(find_wrong_statuses(self.app, self.phone)) == []
        assert list(find_wrong_statuses(self.app, self.guest)) == []
        assert list(find_wrong_statuses(self.app, self.watcher, is_player=False)) == []
        table = self.table_state()
        with self.app.app_context():
            rows = services_of(self.app).tables.store.rows_after(table.id, 0)
            log = [parse_row(table.slug, row) for row in rows]
        loaded, replayed = table.replay, replay_log(table.replay.origin, table.replay.initial_setup, log)
        for name in ("state", "invalid", "pending", "setup", "is_tally", "revealed"):
            assert getattr(loaded, name) == getattr(replayed, name), name
        assert list(loaded.log.effective) == list(replayed.log.effective)
        assert loaded.invalid is None or loaded.invalid.refusal.code not in FAULT_CODES, loaded.invalid
        services_of(self.app).tables.clear_cache()
        reloaded = self.table_state().replay
        assert (reloaded.state, reloaded.invalid) == (loaded.state, loaded.invalid)
