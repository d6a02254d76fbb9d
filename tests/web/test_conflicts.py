"""The second of two phones that enter the same fact differently can replace the first entry."""

import re

from flask import Flask

from tests.people import Phone, join_table


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
