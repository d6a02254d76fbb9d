"""During requests for a table with a long log, other requests can run."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from flask import Flask

from companion.engine import replay
from companion.games import GAMES
from companion.services import services_of
from companion.tables import write_locks
from tests.every_page import list_table_paths
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone
from tests.recorded_plays import list_referee_plays

MAX_MOVES_BETWEEN_YIELDS = 3
"""Moves replayed between two chances for others, where a chance is given after each item."""


class YieldCounter:
    """Counts how many moves are replayed between two yields."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = self._now = 0
        apply_step = replay._apply_step

        def count_and_apply(*args: Any) -> Any:
            self._now += 1
            self.most = max(self.most, self._now)
            return apply_step(*args)

        def yield_control() -> None:
            self._now = 0

        monkeypatch.setattr(replay, "_apply_step", count_and_apply)
        monkeypatch.setattr(write_locks, "yield_control", yield_control)
        monkeypatch.setattr(write_locks, "ITEMS_PER_YIELD", 1)

    def count_most_calls(self, app: Flask, ask: Callable[[], object]) -> int:
        """Call ``ask`` without cached tables. Return the most moves that it replays between two yields."""
        services_of(app).tables.clear()
        self.most = self._now = 0
        ask()
        return self.most


@pytest.fixture(params=[game.meta.slug for game in GAMES])
def phone(app: Flask, request: pytest.FixtureRequest) -> Phone:
    """Return the host's phone at a table with a long log, whose last entry changes the first move."""
    plays = list_referee_plays(request.param)
    longest = max(plays, key=lambda name: len(plays[name]["log"]))
    host = import_file(app, make_table_file(request.param, longest))
    host.enter(kind="amend", **get_first_move(host))
    assert host.get_version() > 20
    return host


def get_first_move(phone: Phone) -> dict[str, Any]:
    entries = phone.get_with_link(f"/api/v1/tables/{phone.code}/log?before=30").json
    assert entries
    entry = next(one for one in entries["entries"] if one["kind"] == "move")
    fields = {
        (f"{name}[]" if isinstance(value, list) else name): value for name, value in entry["data"].items()
    }
    return {"of": entry["seq"], "seat": entry["seat"], "move": entry["move"], **fields}


def test_every_page_and_entry_of_a_long_log_yields_to_other_requests(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, pace = get_first_move(phone), YieldCounter(monkeypatch)
    paths = [path.replace("<code>", phone.code).replace("<int:seq>", "2") for path in list_table_paths(app)]
    for path in paths:  # some parts are rendered once for all tables
        phone.get_with_link(path)
    asks: dict[str, Callable[[], object]] = {
        f"GET {path}": partial(phone.get_with_link, path) for path in paths
    }
    asks |= {
        "undo of a change": lambda: phone.enter(kind="undo"),
        "redo of a change": lambda: phone.enter(kind="redo"),
        "change": lambda: phone.enter(kind="amend", **change),
        "removal": lambda: phone.enter(kind="amend", of=change["of"]),
        "question about a change": lambda: phone.client.post(
            f"/t/{phone.code}/ask", data={"kind": "amend", **change}
        ),
        "note": lambda: phone.enter(kind="note", text="Hello"),
    }
    at_once = {name: pace.count_most_calls(app, ask) for name, ask in asks.items()}
    assert {name: most for name, most in at_once.items() if most > MAX_MOVES_BETWEEN_YIELDS} == {}
    assert any(at_once.values())
