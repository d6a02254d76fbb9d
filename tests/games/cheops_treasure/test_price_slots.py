"""The on-screen keys with which a user types the numbers of a price tablet."""

from typing import Any

from tests.javascript import call_function_once

BOX_SCRIPT, SLOT_COUNT = "../games/cheops_treasure_box.js", 5


def type_keys(keys: str) -> list[Any]:
    numbers: list[str] = []
    at = 0
    for key in keys.split(","):
        answer = call_function_once(BOX_SCRIPT, "applyKey", numbers, at, key, SLOT_COUNT)
        numbers, at = answer["numbers"], answer["at"]
    return [numbers, at]


def test_a_full_tablet_ignores_further_numbers() -> None:
    assert type_keys("5,10,15,20,25,30") == [["5", "10", "15", "20", "25"], 5]
    assert not call_function_once(BOX_SCRIPT, "areAllTyped", ["5", "10", "15", "20"], SLOT_COUNT)


def test_a_pair_of_numbers_fills_one_slot_and_the_delete_key_removes_the_last() -> None:
    assert type_keys("/,5,20,10") == [["5/20", "10"], 2]
    assert type_keys("5,10,") == [["5"], 1]
