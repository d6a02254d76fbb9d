"""Logs: how each entry has changed the points, and other requests that run while a long log is read."""

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.engine import replay
from companion.engine.game import Game
from companion.engine.replay import Replay, iterate_steps_with_states
from companion.services import services_of, tables
from companion.tables import concurrency, log_lines
from companion.tables.links import get_table_by_code
from companion.web.table.log import LOG_PAGE_SIZE, MAX_SCORE_CHANGES
from tests.every_page import list_table_paths
from tests.exports.test_exports import import_file, make_table_file
from tests.hostile.table_states import import_as_host
from tests.hostile.test_imports import make_file_of_notes
from tests.people import Phone, open_as_host
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
        replay = tables().load(get_table_by_code(tables().store, phone.code).id).replay
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


def import_table_with_notes(app: Flask, count: int) -> Phone:
    file = make_file_of_notes(count)
    log = [{**line, "seat": number % 2} for number, line in enumerate(file["log"])]
    return import_as_host(app, {**file, "log": log})


def list_entry_numbers(page: TestResponse) -> list[int]:
    return [int(seq) for seq in re.findall(r'id="entry-(\d+)"', page.text)]


def list_page_links(page: TestResponse) -> list[str]:
    urls = re.findall(r'href="(\?[^"]*before[^"]*)"', page.text)
    return [link.replace("&amp;", "&") for link in urls]


@pytest.mark.long
@pytest.mark.parametrize("count", [0, 1, LOG_PAGE_SIZE, LOG_PAGE_SIZE + 1, 2 * LOG_PAGE_SIZE + 57])
def test_the_pages_show_each_entry_once_with_the_newest_first(app: Flask, count: int) -> None:
    phone = import_table_with_notes(app, count)
    older, numbers = [""], list[int]()
    while older:
        page = phone.get_page(f"/log{older[-1]}")
        numbers += list_entry_numbers(page)
        older = [link for link in list_page_links(page) if int(link.rpartition("=")[2]) <= numbers[-1]]
    assert numbers == list(range(count, 0, -1))


@pytest.mark.long
def test_links_between_pages_keep_the_filter(app: Flask) -> None:
    phone = import_table_with_notes(app, 3 * LOG_PAGE_SIZE + 5)
    assert list_page_links(phone.get_page("/log")) == [f"?before={2 * LOG_PAGE_SIZE + 1}"]
    page = phone.get_page(f"/log?seat=1&before={LOG_PAGE_SIZE + 1}")
    assert list_entry_numbers(page) == list(range(LOG_PAGE_SIZE, 0, -2))
    assert list_page_links(page) == [f"?seat=1&before={2 * LOG_PAGE_SIZE + 1}"]
    page = phone.get_page(f"/log?seat=1&before={2 * LOG_PAGE_SIZE + 1}")
    assert list_page_links(page) == [f"?seat=1&before={LOG_PAGE_SIZE + 1}"]
    assert 'href="?seat=1">Newer entries' in page.text


@pytest.mark.parametrize("path", ["/log?seat=1", "/scores?seat=1"])
def test_an_entry_updates_an_open_page_with_the_same_filter(app: Flask, path: str) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    assert f'hx-get="/t/{phone.code}{path}"' in phone.get_page(path).text


@pytest.mark.long
@pytest.mark.parametrize("before", ["0", "x", "9" * 40, "1"])
def test_an_invalid_page_shows_the_newest_entries(app: Flask, before: str) -> None:
    phone = import_table_with_notes(app, LOG_PAGE_SIZE + 5)
    numbers = list_entry_numbers(phone.get_page(f"/log?before={before}"))
    assert numbers == list(range(LOG_PAGE_SIZE + 5, 0, -1))


@pytest.mark.long
def test_lines_do_not_depend_on_where_their_page_begins(app: Flask) -> None:
    import_as_host(app, make_table_file("giza", "finished_by_a_rival"))
    with app.test_request_context():
        table = tables().load(1)
        whole_log = log_lines.read_log(tables().store, table, 0)
        for first in range(1, table.version, 5):
            part = log_lines.read_log(tables().store, table, 0, range(first, first + 5))
            assert part == whole_log[first - 1 : first + 4]


@pytest.mark.parametrize(("slug", "others"), [("cheops_treasure", False), ("cheops_dice", True)])
def test_the_scores_show_the_history_of_each_number_unless_it_is_hidden(
    app: Flask, slug: str, others: bool
) -> None:
    longest = max(list_referee_plays(slug).values(), key=lambda play: len(play["log"]))
    name = next(name for name, play in list_referee_plays(slug).items() if play is longest)
    phone = import_as_host(app, make_table_file(slug, name, len(longest["log"]) // 2))
    sheets = re.split(r'<section class="sheet c', phone.get_page("/scores").text)[1:]
    assert {int(sheet[0]): 'class="cause"' in sheet for sheet in sheets} == {
        seat: seat == 0 or others for seat in range(len(sheets))
    }


@pytest.mark.long
def test_the_history_of_a_number_has_a_limit(app: Flask) -> None:
    file = make_table_file("giza", "finished_by_a_rival")
    move = next(line for line in file["log"] if line["kind"] == "move")
    back = {"kind": "undo", "seat": 0, "move": None, "data": {}, "of": 0, "by": 0, "at": 1}
    many = {**file, "log": [move, back] * 40 + file["log"]}
    page = import_as_host(app, many).get_page("/scores")
    assert page.status_code == 200
    counts = [line.count('class="cause"') for line in page.text.split("<details")[1:]]
    assert 0 < max(counts) <= MAX_SCORE_CHANGES
