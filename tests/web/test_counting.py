"""The pages of a count, and the points on the pages of The Pyramid's Deadline."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from companion.games import GAMES
from companion.games.seeds import load_plays
from tests.conformance.cases import load_toml_cases
from tests.exports.test_exports import import_file, make_table_file
from tests.forms import list_element_ids
from tests.people import Phone, open_as_host
from tests.recorded_plays import COUNTED_PLAYS, enter_recorded_lines, open_play

SLUGS = [game.meta.slug for game in GAMES]
NAMES = ["Ana", "Bo", "Cy"]


def list_sheet_forms(phone: Phone) -> list[str]:
    page = phone.get_board_html()
    starts = [match.start() for match in re.finditer(r'<section\s+id="board-\d"', page)]
    return [page[start:end] for start, end in zip(starts, [*starts[1:], len(page)], strict=True)]


def list_checked_values(page: str, name: str) -> list[str]:
    inputs = re.findall(r"<input\b[^>]*>", page)
    checked = [text for text in inputs if f'name="{name}"' in text and re.search(r"\bchecked\b", text)]
    return [re.findall(r'value="([^"]*)"', text)[0] for text in checked]


def test_bonus_symbols_are_entered_one_by_one_or_as_a_number(app: Flask) -> None:
    phone = open_as_host(app, "cheops_dice", NAMES, "tally")
    for symbols in (["0", "3"], ["3"], []):
        phone.enter(seat=0, move="Sheet", **{"symbols[]": symbols})
        assert list_checked_values(list_sheet_forms(phone)[0], "symbols[]") == symbols
        assert phone.get_table_json()["view"]["sheets"][0]["bonuses"] == len(symbols)
    for bonuses in (2, 9):
        phone.enter(seat=0, move="Sheet", bonuses=bonuses)
        symbols = list_checked_values(list_sheet_forms(phone)[0], "symbols[]")
        assert len(symbols) == bonuses
        phone.enter(seat=0, move="Sheet", **{"symbols[]": symbols})
        assert phone.get_table_json()["view"]["sheets"][0]["bonuses"] == bonuses


REFUSED_END_CASES = [
    pytest.param(slug, case, id=f"{slug}-{name}")
    for slug in SLUGS
    for name, case in load_toml_cases(slug).items()
    if case.get("mode") == "tally" and case["move"]["move"] == "Close" and case["verdict"] == "refused"
]
TIE_CASE = {
    "case": "tie", "mode": "tally", "seats": 3, "move": {"seat": 2, "move": "Close"},
    "log": [{"seat": n, "move": "Sheet", "stones": 3 - n // 2, "by_stones": True} for n in range(3)],
}  # fmt: skip
REFUSAL_CODES_WITHOUT_SEAT = {"cheops_dice.not_over"}
"""What no sheet is wrong about."""


@pytest.mark.parametrize(
    ("slug", "case"), [*REFUSED_END_CASES, pytest.param("cheops_catan", TIE_CASE, id="cheops_catan-tie")]
)
def test_a_missing_value_links_to_its_field(app: Flask, slug: str, case: Mapping[str, Any]) -> None:
    record = {**case, "seats": [*NAMES, "Di", "Eve", "Fay"][: case["seats"]]}
    phone = open_play(app, slug, record)
    enter_recorded_lines(phone, case["log"])
    answer = phone.enter(seat=0, move="Close").text
    places = re.findall(r'data-at="([^"]*)"', answer)[0].split()
    assert places or case.get("code") in REFUSAL_CODES_WITHOUT_SEAT
    shown = re.sub(r"(?s)<(\w+)\b[^>]*\shidden\b.*?</\1>", "", phone.get_board_html())
    assert set(places) <= set(list_element_ids(shown))


@pytest.mark.parametrize(("slug", "name"), COUNTED_PLAYS)
def test_after_the_end_each_number_links_to_its_correction(app: Flask, slug: str, name: str) -> None:
    record = load_plays(slug)[name]
    phone = open_play(app, slug, record)
    enter_recorded_lines(phone, record["log"])
    page = phone.get_board_html()
    assert "Who was ahead" not in page
    rows = re.findall(r'<ol id="standings" class="standings">.*?</ol>', page, re.DOTALL)[0]
    links = re.findall(r'href="(/t/\w+/change/\d+)"', rows)
    sheets = {line["seat"]: n for n, line in enumerate(record["log"], 1) if line.get("move") == "Sheet"}
    assert {int(link.rpartition("/")[2]) for link in links} == set(sheets.values())
    for link in links:
        assert 'name="kind" value="amend"' in phone.client.get(link).text
    viewer = Phone(app, phone.code)
    viewer.client.get(phone.make_viewer_link())
    assert 'id="standings"' in viewer.get_board_html()
    assert "/change/" not in viewer.get_board_html()


@pytest.fixture
def tombs_phone(app: Flask) -> Phone:
    """Return the phone at a count of the Deadline with one drawn and one measured tomb."""
    phone = open_as_host(app, "deadline", ["Ana", "Bo"], mode="tally")
    phone.enter(
        seat="0", move="Sheet", declared="1",
        **{"tomb.0.shape tomb.0.turn tomb.0.column": "large 0 0"},
    )  # fmt: skip
    phone.enter(seat="1", move="Sheet", **{f"numbers.{n}": v for n, v in enumerate("321")})
    return phone


def test_assumed_points_are_marked_until_the_box_is_entered(tombs_phone: Phone) -> None:
    assert "assumed" in tombs_phone.get_page("/scores").text
    tombs_phone.enter(kind="setting", option="geometry_checked", value="1")
    assert "assumed" not in tombs_phone.get_page("/scores").text


def test_a_count_draws_tombs_like_the_game_page(tombs_phone: Phone) -> None:
    plans = re.findall(r'(?s)<svg class="plan".*?</svg>', tombs_phone.get_board_html())
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


def test_each_sheet_names_the_next_one_that_is_missing(app: Flask) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo", "Cy"], mode="tally")

    def list_next_names() -> list[str]:
        return re.findall(r"(?s)Next:.*?<bdi>(\w+)</bdi>", phone.get_board_html())

    assert list_next_names() == ["Bo", "Cy", "Ana"]
    sheet = {f"stacks.{site}[]": "" for site in range(4)}
    phone.enter(seat=1, move="Sheet", **sheet)
    assert list_next_names() == ["Cy", "Cy", "Ana"]
    for seat in (2, 0):
        phone.enter(seat=seat, move="Sheet", **sheet)
    assert list_next_names() == []
