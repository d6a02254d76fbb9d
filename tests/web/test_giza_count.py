"""Giza's count by hand through its forms."""

from __future__ import annotations

import re

from flask import Flask

from tests.people import Phone


def test_the_tiles_to_tap_are_those_of_the_edition(app: Flask) -> None:
    ana = Phone(app)
    ana.open("giza", ["Ana", "Bo"], mode="tally")
    numbers = {f"value.treasures.{n}": n + 1 for n in range(4)}
    each = {f"value.each.{n}": 2 for n in range(3)}
    assert ana.enter(kind="setting", option="edition", **numbers, **each).status_code == 200
    coins = set(re.findall(r'data-coin="(\d)"', ana.board()))
    assert coins == {"1", "2", "3", "4"}


def test_a_stack_against_the_rules_can_be_allowed(app: Flask) -> None:
    ana = Phone(app)
    ana.open("giza", ["Ana", "Bo"], mode="tally")
    stacks = {"stacks.0[]": "+3 +5", "stacks.1[]": "", "stacks.2[]": "", "stacks.3[]": ""}
    answer = ana.enter(seat=0, move="Sheet", **stacks)
    assert answer.status_code == 422
    assert "Allow anyway" in answer.text
    assert ana.enter(seat=0, move="Sheet", kind="ruling", **stacks).status_code == 200
