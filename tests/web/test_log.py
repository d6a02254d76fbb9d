"""The log shows how each entry has changed the points."""

import re
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.engine.replay import Replay, states_before
from companion.services import services_of
from companion.tables.links import get_table_by_code
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone
from tests.recorded_plays import ONE_PLAY_PER_MODE

LOG_LINE_PATTERN = re.compile(r'<li\s+id="entry-(\d+)"(.*?)(?=<li\s+id="entry-|</ol>)', re.DOTALL)
POINT_CHANGE_PATTERN = re.compile(r'<li class="c(\d)">.*?</bdi> <bdi>([+−]\d+)<', re.DOTALL)
OLDER_PAGE_PATTERN = re.compile(r'href="(\?before=\d+)"')


def read_logged_changes(phone: Phone) -> dict[int, dict[int, int]]:
    """Return the changes of points on all pages of the log, by entry and then by seat."""
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
    """Return each seat's points from the sheets in this state. None where a part is unknown."""
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
            for step, game, state in states_before(replay)
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
    assert read_logged_changes(phone) == expected
