"""The count of The Pyramid's Deadline through its forms."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.people import Phone


@pytest.fixture
def ana(app: Flask) -> Phone:
    """A count in which one tomb was announced and one was not."""
    phone = Phone(app)
    phone.open("deadline", ["Ana", "Bo"], mode="tally")
    phone.enter(
        seat="0", move="Sheet", declared="1",
        **{"tomb.0.shape tomb.0.turn tomb.0.column": "large 0 0"},
    )  # fmt: skip
    phone.enter(seat="1", move="Sheet", **{f"numbers.{n}": v for n, v in enumerate("321")})
    return phone


def test_a_count_of_a_game_that_is_not_over_says_so_and_can_be_allowed(ana: Phone) -> None:
    answer = ana.enter(seat="0", move="Close")
    assert answer.status_code == 422
    assert "no tomb was announced by Bo" in answer.text
    assert "Allow anyway" in answer.text
    assert ana.enter(seat="0", move="Close", kind="ruling").status_code == 200
    assert "You win, Ana!" in ana.board()


def test_assumed_points_are_marked_until_the_box_was_looked_into(ana: Phone) -> None:
    assert "assumed" in ana.see("/scores").text
    ana.enter(kind="setting", option="geometry_checked", value="1")
    assert "assumed" not in ana.see("/scores").text


def test_places_of_symmetry_can_be_entered(ana: Phone) -> None:
    assert 'name="symmetry"' in ana.board()
    numbers = {f"numbers.{n}": v for n, v in enumerate("221")}
    for seat, place in ((0, 2), (1, 1)):
        form = {"seat": seat, "move": "Sheet", "declared": seat + 1, "symmetry": place, **numbers}
        assert ana.enter(**form).status_code == 200
    assert ana.enter(seat="0", move="Close").status_code == 200
    assert "Bo wins" in ana.board()
    assert "by the table’s own eye" in ana.board()


def test_a_finished_game_can_be_counted_again_by_hand(app: Flask) -> None:
    phone = Phone(app)
    phone.open("deadline", ["Ana", "Bo"])
    squares = " ".join(["square"] * 7)
    phone.enter(seat="0", move="Roll", **{"dice[]": squares})
    for column in (2, 3, 4):
        for seat in (0, 1):
            stone = {"die": "square", "stone": "new", "turn": 0, "column": column}
            assert phone.enter(seat=seat, move="Build", **stone).status_code == 200
    phone.enter(seat="1", move="Roll", **{"dice[]": squares})
    assert phone.enter(seat="1", move="BringDeath", die="square").status_code == 200
    assert "The Pharaoh is dead" in phone.board()
    assert "Count again by hand" in phone.see("/scores").text
    assert phone.enter(kind="count").status_code == 200
    assert 'name="symmetry"' in phone.board()
