"""Copying a pad: its shape once, its letters as sheets whose boxes wait for their colours."""

from typing import Any

from companion.games.cheops_dice.faults import faults
from companion.games.cheops_dice.pad import blank, complete, like, shape_faults, shape_of
from companion.games.cheops_dice.sheet import boxes, practice, read

FLOOR = ["1-2", "1-3", "2-1", "2-2", "2-3", "2-4", "3-1", "3-2", "3-3", "3-4", "4-2", "4-3"]
SHAPE: dict[str, Any] = {
    "set": "Ours", "rows": [1, 3, 6, 10], "levels": [2, 4, 6], "keystone": 9, "floor": FLOOR, "quarry": 12,
    "jokers": 5, "bonuses": ["pyramid eye single", "floor ankh last_of_type"],
}  # fmt: skip


def test_a_shape_becomes_a_sheet_of_open_boxes() -> None:
    record = blank(SHAPE)
    assert record["pyramid"]["rows"] == ["????", "???", "??", "?"]
    assert record["floor"]["grid"] == [".??", "????", "????", ".??"]
    assert (record["arch"]["left"], record["quarry"]) == ("???", "?" * 12)
    assert shape_faults(record) == ()


def test_a_pyramid_may_end_flat() -> None:
    assert blank(SHAPE | {"base": 6})["pyramid"]["rows"] == ["??????", "?????", "????", "???"]


def test_only_the_letter_can_clear_what_the_shape_leaves_open() -> None:
    codes = {fault.code for fault in faults(blank(SHAPE))}
    assert codes == {
        "cheops_dice.sheet_letter",
        "cheops_dice.sheet_colour",
        "cheops_dice.sheet_bonus_count",
    }


def test_a_wrong_shape_is_told_before_the_first_letter() -> None:
    told = shape_faults(blank(SHAPE | {"rows": [3, 1], "floor": FLOOR[:11]}))
    assert {fault.code for fault in told} == {
        "cheops_dice.sheet_row_values",
        "cheops_dice.sheet_floor_boxes",
    }


def test_junk_is_an_empty_shape_not_a_fault_of_ours() -> None:
    record = blank({"rows": "x", "floor": 7, "quarry": "many", "bonuses": ["a b"], "levels": [None]})
    assert read(record) is not None
    assert shape_faults(record)


def test_the_next_letter_has_the_shape_and_the_symbols_of_the_first() -> None:
    first = practice()[0]
    paper = read(like(first))
    assert paper is not None
    assert [box for box, _ in boxes(paper)] == [box for box, _ in boxes(first)]
    assert {colour for _, colour in boxes(paper)} == {"?"}
    assert paper.bonuses == first.bonuses


def test_the_form_of_a_shape_is_read_as_it_was_filled_in() -> None:
    form = {
        "set": ["Ours"], "rows": ["1", "3", "6 10", ""], "levels": ["2 4 6"], "keystone": ["9"],
        "base": [""],
        "floor[]": FLOOR, "quarry": ["12"], "jokers": ["5"], "bonus": ["", *SHAPE["bonuses"]],
    }  # fmt: skip
    assert shape_of(form) == SHAPE
    assert shape_of(form | {"set": [" "]}) == shape_of({}) == {}
    assert shape_of(form | {"quarry": ["many"]})["quarry"] == "many"


def test_what_the_form_of_a_letter_leaves_out_is_completed() -> None:
    sent = {"letter": "b", "bonuses": [{"symbol": "eye"}, "junk"]}
    assert complete(sent) == {
        "letter": "B", "origin": "printed", "bonuses": [{"symbol": "eye", "boxes": []}, "junk"],
    }  # fmt: skip
    assert complete({"letter": "A"})["bonuses"] == []
