"""Typing the price tablets: a number that was left out stays where it is missing."""

from typing import Any

from tests.javascript import call_once

BOX, SLOTS = "../games/cheops_treasure_box.js", 5


def type_keys(keys: str) -> list[Any]:
    numbers: list[str] = []
    at = 0
    for key in keys.split(","):
        answer = call_once(BOX, "applyKey", numbers, at, key, SLOTS)
        numbers, at = answer["numbers"], answer["at"]
    return [numbers, at]


def test_a_full_tablet_takes_no_number_of_the_next() -> None:
    assert type_keys("5,10,15,20,25,30") == [["5", "10", "15", "20", "25"], 5]
    assert not call_once(BOX, "areAllTyped", ["5", "10", "15", "20"], SLOTS)


def test_a_pair_fills_one_slot_and_the_last_one_is_taken_back() -> None:
    assert type_keys("/,5,20,10") == [["5/20", "10"], 2]
    assert type_keys("5,10,") == [["5"], 1]
