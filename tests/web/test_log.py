"""Logs: how each entry has changed the points, and other requests that run while a long log is read."""

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask

from companion.engine import replay
from companion.engine.game import Game
from companion.engine.replay import Replay, iterate_steps_with_states
from companion.services import services_of
from companion.tables import concurrency
from companion.tables.links import get_table_by_code
from tests.every_page import list_table_paths
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone
from tests.recorded_plays import ONE_PLAY_PER_MODE, list_referee_plays

MAX_MOVES_BETWEEN_YIELDS = 3
"""Moves replayed between two chances for others, where a chance is given after each item."""


class YieldCounter:
    """Counts how many moves the app replays until it lets other threads run."""

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
        monkeypatch.setattr(concurrency, "yield_control", yield_control)
        monkeypatch.setattr(concurrency, "ITEMS_PER_YIELD", 1)

    def count_most_moves(self, app: Flask, ask: Callable[[], object]) -> int:
        """Call ``ask`` without cached tables. Return the most moves that it replays between two yields."""
        services_of(app).tables.clear_cache()
        self.most = self._now = 0
        ask()
        return self.most


@pytest.fixture(params=["giza", "cheops_treasure"])
def phone(app: Flask, request: pytest.FixtureRequest) -> Phone:
    """Return the host's phone at a table with a long log, whose last entry changes the first move."""
    plays = list_referee_plays(request.param)
    longest = max(plays, key=lambda name: len(plays[name]["log"]))
    host = import_file(app, make_table_file(request.param, longest))
    host.enter(kind="amend", **get_first_move_form(host))
    assert host.get_version() > 20
    return host


def get_first_move_form(phone: Phone) -> dict[str, Any]:
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
    change, pace = get_first_move_form(phone), YieldCounter(monkeypatch)
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
    at_once = {name: pace.count_most_moves(app, ask) for name, ask in asks.items()}
    assert {name: most for name, most in at_once.items() if most > MAX_MOVES_BETWEEN_YIELDS} == {}
    assert any(at_once.values())


LOG_LINE_PATTERN = re.compile(r'<li\s+id="entry-(\d+)"(.*?)(?=<li\s+id="entry-|</ol>)', re.DOTALL)
POINT_CHANGE_PATTERN = re.compile(r'<li class="c(\d)">.*?</bdi> <bdi>([+−]\d+)<', re.DOTALL)
OLDER_PAGE_PATTERN = re.compile(r'href="(\?before=\d+)"')


def read_point_changes(phone: Phone) -> dict[int, dict[int, int]]:
    """Return {entry: {seat: change of its points}} from all pages of the log."""
    changes: dict[int, dict[int, int]] = {}
    query = ""
    while True:
        page = phone.get_page(f"/log{query}").text
        for entry, line in LOG_LINE_PATTERN.findall(page):
            points = {int(seat): int(n.replace("−", "-")) for seat, n in POINT_CHANGE_PATTERN.findall(line)}
            if points:
                changes[int(entry)] = points
        older = OLDER_PAGE_PATTERN.search(page)
        if older is None:
            return changes
        query = older[1]


def compute_sheet_totals(replay: Replay, game: Game[Any], state: Any) -> list[int | None]:
    """Return each seat's points in this state; None for a seat whose points are partly unknown."""
    standing = (
        game.provisional_sheets if game.provisional_sheets and not game.ending(state) else game.score_sheets
    )
    sheets = standing(state)
    if None in sheets:
        return [None] * replay.setup.seats
    points = [[line.points for line in lines] for lines in game.scoring.lines(replay.setup, sheets)]
    return [None if None in of_seat else sum(filter(None, of_seat)) for of_seat in points]


@pytest.mark.parametrize(("slug", "name"), ONE_PLAY_PER_MODE)
def test_each_log_line_shows_how_its_entry_changed_the_scores(app: Flask, slug: str, name: str) -> None:
    phone = import_file(app, make_table_file(slug, name))
    with app.test_request_context():
        tables = services_of(app).tables
        replay = tables.load(get_table_by_code(tables.store, phone.code).id).replay
        steps = [
            (step.seq, compute_sheet_totals(replay, game, state))
            for step, game, state in iterate_steps_with_states(replay)
        ]
        now = compute_sheet_totals(replay, replay.game, replay.state)
    changes = {change.of: change.seq for change in replay.log.effective if change.kind == "amend"}
    expected = {}
    for (seq, before), (_, after) in pairwise([*steps, (0, now)]):
        points = {
            seat: new - old
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
            if old is not None and new is not None and new != old
        }
        if points:
            expected[changes.get(seq, seq)] = points
    assert expected or "tally" in name
    assert read_point_changes(phone) == expected
