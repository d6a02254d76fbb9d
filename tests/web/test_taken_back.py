"""What is taken back and put back is told to everybody: what it was, whose, and by whom."""

import re

import pytest
from flask import Flask

from tests.people import Phone


@pytest.fixture
def phones(app: Flask) -> list[Phone]:
    """Ana, Bo and Cy at a table of Giza; Ana laid a tile on Bo's board."""
    ana = Phone(app)
    code = ana.open("giza", ["Ana", "Bo", "Cy"])
    others = [Phone(app), Phone(app)]
    for seat, phone in enumerate(others, 1):
        phone.sit(code, seat)
    assert ana.enter(seat=0, move="Play", tile="+4", board=1, site=0).status_code == 200
    return [ana, *others]


SIGNS = "▲●■"
"""Of the seats, hidden from who listens."""


def told(phone: Phone) -> str:
    found = re.search(r'<p class="told.*?</p>', phone.board(), re.S)
    assert found
    return plain(re.sub(r'<i class="thing" aria-hidden.*?</i>', "", found[0], flags=re.S))


def plain(page: str) -> str:
    return re.sub(r"[\u2066-\u2069]", "", re.sub(r"<[^>]+>", "", page))


def test_an_undo_and_a_redo_say_what_it_was_and_who_did_it(phones: list[Phone]) -> None:
    ana, bo, cy = phones
    watcher = Phone(bo.client.application)
    watcher.watch(bo.code)
    cy.enter(kind="undo", of=1)
    for phone, said in (
        (ana, "Cy undid your entry: +4"), (bo, "Cy undid Ana’s entry"), (cy, "You undid Ana’s entry"),
        (watcher, "Cy undid Ana’s entry"),
    ):  # fmt: skip
        assert said in told(phone)
    bo.enter(kind="redo", of=1)
    for phone, said in ((ana, "Bo redid your entry: +4"), (bo, "You redid Ana’s entry")):
        assert said in told(phone)
    for phone in (*phones, watcher):
        log = plain(phone.see("/log").text)
        assert "Cy took back: Ana played +4 on Khufu of Bo" in log
        assert "Bo put back: Ana played +4 on Khufu of Bo" in log


def test_what_is_buried_meanwhile_is_not_told_by_its_undo(phones: list[Phone]) -> None:
    ana, bo, cy = phones
    cy.enter(kind="undo", of=1)
    cy.enter(kind="redo", of=1)
    assert bo.enter(seat=1, move="Play", tile="+2", board=1, site=0).status_code == 200
    log = plain(ana.see("/log").text)
    assert "+4" not in log
    assert "Cy took back: Ana played a hidden tile on Khufu of Bo" in log
    assert "Cy took back: Ana played +4 on Khufu of Bo" in plain(bo.see("/log").text)


def test_the_question_says_what_it_takes_back(phones: list[Phone]) -> None:
    ana, _, cy = phones
    page = plain(cy.board())
    assert "Take this back? Ana played +4 on Khufu of Bo" in page
    assert 'class="just-entered"' in ana.board()
    assert 'class="just-entered"' not in cy.board()


def test_a_picture_in_the_news_is_heard_once_by_its_word(phones: list[Phone]) -> None:
    ana, bo, cy = phones
    heard = (told(phone).strip().lstrip(SIGNS) for phone in (ana, bo, cy))
    assert [*heard] == [
        "You laid +4 on Bo’s Khufu", "Ana laid +4 on your Khufu", "Ana laid +4 on Bo’s Khufu",
    ]  # fmt: skip
