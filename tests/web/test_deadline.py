"""The points on the pages of The Pyramid's Deadline, during a game and in its count."""

import re

import pytest
from flask import Flask

from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone, open_as_host


@pytest.fixture
def ana(app: Flask) -> Phone:
    phone = open_as_host(app, "deadline", ["Ana", "Bo"], mode="tally")
    phone.enter(
        seat="0", move="Sheet", declared="1",
        **{"tomb.0.shape tomb.0.turn tomb.0.column": "large 0 0"},
    )  # fmt: skip
    phone.enter(seat="1", move="Sheet", **{f"numbers.{n}": v for n, v in enumerate("321")})
    return phone


def test_assumed_points_are_marked_until_the_box_is_entered(ana: Phone) -> None:
    assert "assumed" in ana.get_page("/scores").text
    ana.enter(kind="setting", option="geometry_checked", value="1")
    assert "assumed" not in ana.get_page("/scores").text


def test_a_count_draws_tombs_like_the_game_page(ana: Phone) -> None:
    plans = re.findall(r'(?s)<svg class="plan".*?</svg>', ana.get_board_html())
    assert len(plans) == 2
    assert ["#large" in plan for plan in plans] == [True, False]


POINT_PATTERNS = {
    "head": r'(?s)href="#board-(\d)".*?<b[^>]*>\s*(\d+)',
    "cards": r'(?s)id="board-name-(\d)".*?<b class="points[^>]*>(\d+)',
    "drawer": r'(?s)<section class="sheet c(\d)">.*?<b>(\d+)</b>',
}


@pytest.mark.parametrize("stop", [10, 20, None])
def test_head_cards_and_scores_always_show_the_same_number(app: Flask, stop: int | None) -> None:
    phone = import_file(app, make_table_file("deadline", "death", stop))
    board, drawer = phone.get_board_html(), phone.get_page("/scores").text
    points = {
        where: dict(re.findall(pattern, drawer if where == "drawer" else board))
        for where, pattern in POINT_PATTERNS.items()
    }
    assert points["head"] == points["drawer"]
    assert len(points["cards"]) == 2
    assert points["cards"].items() <= points["head"].items()
    assert ("0" in points["drawer"].values()) == (stop is None), "Cy never announced"
    for sheet in drawer.split('<section class="sheet')[1:]:
        total, *rows = re.findall(r"(?s)<b>(−?\d+)</b>\s*(?:<small>.*?)?</(?:h2|summary)>", sheet)
        assert sum(int(row.replace("−", "-")) for row in rows) == int(total)


def test_points_of_unannounced_tombs_are_shown_as_provisional(app: Flask) -> None:
    ended = import_file(app, make_table_file("deadline", "death"))
    assert "as it stands" not in ended.get_board_html() + ended.get_page("/scores").text
    evening = import_file(app, make_table_file("deadline", "death", 20))
    assert evening.get_page("/scores").text.count("<small>as it stands") == 2, "Bo announced"
    assert evening.get_board_html().count("as it stands") == 2
    scores = evening.call("GET", "/scores").json
    totals = [sum(line["points"] for line in seat["lines"]) for seat in scores["seats"]]
    assert totals[0] == totals[2] == 0 < totals[1], "what others read is what counts so far"
