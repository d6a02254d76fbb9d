"""The log says what each entry brought to whom."""

import re
from itertools import pairwise

import pytest
from flask import Flask

from companion.services import services_of
from companion.tables.links import table_by_code
from companion.tables.queries import score_history
from tests.exports.test_exports import brought_in, file_of
from tests.people import Phone
from tests.recorded import A_PLAY_EACH

LINE = re.compile(r'<li\s+id="entry-(\d+)"(.*?)(?=<li\s+id="entry-|</ol>)', re.DOTALL)
CHANGE = re.compile(r'<li class="c(\d)">.*?</bdi> <bdi>([+−]\d+)<', re.DOTALL)
OLDER = re.compile(r'href="(\?before=\d+)"')


def point_changes(phone: Phone) -> dict[int, dict[int, int]]:
    """By entry and seat, the points on all pages of the log."""
    changes: dict[int, dict[int, int]] = {}
    query = ""
    while True:
        page = phone.see(f"/log{query}").text
        for entry, line in LINE.findall(page):
            points = {int(seat): int(n.replace("−", "-")) for seat, n in CHANGE.findall(line)}
            if points:
                changes[int(entry)] = points
        older = OLDER.search(page)
        if older is None:
            return changes
        query = older[1]


@pytest.mark.parametrize(("slug", "name"), A_PLAY_EACH)
def test_each_line_shows_how_the_entry_changed_the_scores(app: Flask, slug: str, name: str) -> None:
    phone = brought_in(app, file_of(slug, name))
    with app.test_request_context():
        tables = services_of(app).tables
        table = tables.load(table_by_code(tables.store, phone.code).id)
        totals = score_history(table, standing=True).totals
        changed = {change.of for change in table.replay.log.effective if change.kind == "amend"}
    expected = {}
    for (_, before), (seq, after) in pairwise(totals):
        points = {
            seat: new - old
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
            if old is not None and new is not None and new != old
        }
        if points and seq not in changed:
            expected[seq] = points
    assert expected or table.mode == "tally"
    assert point_changes(phone) == expected
