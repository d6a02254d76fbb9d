"""The response to an entry: the changes for a page without a stream, a refusal, or a conflict."""

import itertools
import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.forms import parse_forms
from tests.people import Phone, join_table, open_as_host
from tests.web.test_table_stream import PARTIAL_PATTERN, apply_partials, is_same_except_keys

FIRST_MOVE = {"move": "Play", "seat": 0, "tile": "+5", "board": 0, "site": 0}
_key_numbers = itertools.count()


def read_page_tag(page: str) -> str:
    """Return the tag in a page's HTML: the public part, a dot, and the viewer's part."""
    public, own = re.findall(r'<\w+\s+id="(?:now|turn)"[^>]*data-tag="([^"]+)"', page)
    return f"{public}.{own}"


def enter_on_page(phone: Phone, shown: str, **form: object) -> TestResponse:
    headers = {"HX-Request": "true", "X-Shown": shown}
    form["key"] = f"shown-{next(_key_numbers):08d}"
    return phone.client.post(f"/t/{phone.code}/enter", data=form, headers=headers)


def test_a_page_with_a_stream_gets_an_empty_response(ana: Phone) -> None:
    assert ana.enter(**FIRST_MOVE).text == ""


def test_the_response_contains_entries_of_others(app: Flask, ana: Phone) -> None:
    bo = join_table(app, ana.code, 1)
    page = bo.get_board_html()
    ana.enter(**FIRST_MOVE)
    answer = enter_on_page(bo, read_page_tag(page), move="Play", seat=1, tile="+4", board=1, site=0)
    assert is_same_except_keys(apply_partials(page, answer.text), bo.get_board_html())


@pytest.mark.parametrize("shown", ["1.0.01234567", "another's", "no.tag"])
def test_a_page_with_an_unknown_tag_gets_the_whole_table(app: Flask, ana: Phone, shown: str) -> None:
    bo = join_table(app, ana.code, 1)
    tag = read_page_tag(bo.get_board_html()) if shown == "another's" else shown
    answer = enter_on_page(ana, tag, **FIRST_MOVE)
    [(name, part)] = PARTIAL_PATTERN.findall(answer.text)
    assert name == "table"
    assert is_same_except_keys(part, ana.get_board_html())


def test_a_form_that_repeats_a_refused_move_has_each_field_once(ana: Phone) -> None:
    refused = ana.enter(**{**FIRST_MOVE, "seat": 1}, seen="0", uncontested="1")
    assert refused.status_code == 422
    [form] = parse_forms(refused.text)
    assert sorted(name for name, _ in form.list_default_pairs()) == sorted([*FIRST_MOVE, "key"])


def test_a_refusal_contains_no_changes(ana: Phone) -> None:
    ana.enter(**FIRST_MOVE)
    answer = enter_on_page(ana, read_page_tag(ana.get_board_html()), **FIRST_MOVE)
    assert answer.status_code == 422
    assert not PARTIAL_PATTERN.findall(answer.text)


@pytest.fixture
def phones(app: Flask) -> list[Phone]:
    """Return the phones of Ana, Bo and Cy at a table of Giza where Ana has laid a tile on Bo's board."""
    ana = open_as_host(app, "giza", ["Ana", "Bo", "Cy"])
    others = [join_table(app, ana.code, seat) for seat in (1, 2)]
    assert ana.enter(seat=0, move="Play", tile="+4", board=1, site=0).status_code == 200
    return [ana, *others]


SEAT_SYMBOLS = "▲●■"
"""The symbols of the seats, which screen readers do not read."""


def get_news_text(phone: Phone) -> str:
    news = re.search(r'<p class="told.*?</p>', phone.get_board_html(), re.S)
    assert news
    return strip_tags(re.sub(r'<i class="thing" aria-hidden.*?</i>', "", news[0], flags=re.S))


def strip_tags(page: str) -> str:
    return re.sub(r"[\u2066-\u2069]", "", re.sub(r"<[^>]+>", "", page))


def test_the_undo_dialog_names_the_entry(phones: list[Phone]) -> None:
    ana, _, cy = phones
    page = strip_tags(cy.get_board_html())
    assert "Undo this? Ana laid a +4 stone on Bo’s Khufu" in page
    assert 'class="just-entered"' in ana.get_board_html()
    assert 'class="just-entered"' not in cy.get_board_html()
    ana.enter(kind="note", text="tea")  # no undo takes back a note
    assert "Undo this? Ana laid a +4 stone on Bo’s Khufu" in strip_tags(cy.get_board_html())


def test_a_picture_in_the_news_is_read_once_by_screen_readers(phones: list[Phone]) -> None:
    ana, bo, cy = phones
    heard = (get_news_text(phone).strip().lstrip(SEAT_SYMBOLS) for phone in (ana, bo, cy))
    assert [*heard] == [
        "You laid a +4 stone on Bo’s Khufu", "Ana laid a +4 stone on your Khufu",
        "Ana laid a +4 stone on Bo’s Khufu",
    ]  # fmt: skip


def test_an_undo_does_not_reveal_a_tile_covered_since(phones: list[Phone]) -> None:
    ana, bo, cy = phones
    cy.enter(kind="undo", of=1)
    cy.enter(kind="redo", of=1)
    assert bo.enter(seat=1, move="Play", tile="+2", board=1, site=0).status_code == 200
    log = strip_tags(ana.get_page("/log").text)
    assert "+4" not in log
    assert "Cy took back: “Ana laid a hidden tile on Bo’s Khufu”" in log
    assert "Cy took back: “Ana laid a +4 stone on Bo’s Khufu”" in strip_tags(bo.get_page("/log").text)


def test_the_second_phone_can_discard_its_entry_or_replace_the_first(app: Flask, ana: Phone) -> None:
    bo = join_table(app, ana.code, 1)
    first, second = (
        {"move": "Play", "seat": 0, "tile": tile, "board": 0, "site": 0} for tile in ("+5", "+4")
    )
    ana.enter(**first)
    bo.enter_for("all")
    answer = bo.enter(**second, seen=0)
    assert answer.status_code == 409
    assert "Not entered: another phone was first." in answer.text
    assert re.findall(r'name="(?:kind|of)" value="(\w+)"', answer.text) == ["undo", "1"]
    assert answer.text.count("<button") == 1
    assert '/log#entry-1"' in answer.text
    bo.enter_for("")
    assert "<form" not in bo.enter(**second, seen=0).text, "it would be entered for somebody else"
    ana.enter(kind="undo", of=1)
    bo.enter_for("all")
    assert bo.enter(**second, seen=2).status_code == 200
