"""Copying a pad: letters as sheets whose boxes wait for their colours, the first one for its shape, too."""

from typing import Any

import pytest

from companion.engine.data import to_json
from companion.games.cheops_dice.faults import faults
from companion.games.cheops_dice.pad import carried, complete, first, like, reshape, revise
from companion.games.cheops_dice.sheet import Paper, boxes, practice, read
from tests.games.cheops_dice.test_sheet import sheet

FLAT = (["?????", "????", "???", "??"], [0] * 4)
WIDE = (["??????", "?????", "????", "???", "??"], [0] * 5)
HIGH = (["??????", "?????", "????", "???", "??", "?"], [0] * 6)
LOW = (["????", "???", "??", "?"], [0] * 4)


def paper(record: dict[str, Any]) -> Paper:
    told = read(record)
    assert told is not None
    return told


def test_a_first_letter_is_laid_out_and_tells_nothing_that_only_the_print_can() -> None:
    codes = {fault.code for fault in faults(first() | {"letter": "A"})}
    assert codes == {f"cheops_dice.sheet_{code}" for code in ("colour", "row_values", "level_values")}
    assert {colour for _, colour in boxes(paper(first()))} == {"?"}
    assert first()["bonuses"] == []


@pytest.mark.parametrize(
    ("change", "shape"),
    [("pyramid -1", FLAT), ("pyramid-base 1", WIDE), ("pyramid 1", HIGH), ("pyramid-base -1", LOW)],
)
def test_a_pyramid_may_be_higher_wider_or_end_flat(change: str, shape: Any) -> None:
    pyramid = reshape(first(), change)["pyramid"]
    assert (pyramid["rows"], pyramid["values"]) == shape


def test_arch_quarry_and_floor_change_by_one() -> None:
    arch = reshape(sheet(), "arch 1")["arch"]
    assert (arch["left"], arch["right"], arch["values"]) == ("RVRB?", "YOYG?", [2, 4, 6, 8, 0])
    assert reshape(sheet(), "quarry -1")["quarry"] == sheet()["quarry"][:-1]
    floor = reshape(reshape(first(), "floor-1-1"), "floor-2-2")["floor"]["grid"]
    assert floor[:2] == ["?.....", "..???."]


def test_a_box_that_is_taken_away_takes_its_sign_along() -> None:
    changed = reshape(sheet(), "floor-1-1")
    assert [bonus["boxes"] for bonus in changed["bonuses"] if bonus["building"] == "floor"] == [
        ["floor-3-4"], ["floor-1-4", "floor-3-1"],
    ]  # fmt: skip


@pytest.mark.parametrize("change", ["", "roof 1", "floor-9-9", "floor"])
def test_what_is_no_shape_is_left_as_it_was(change: str) -> None:
    assert reshape(first(), change) == first()


def test_the_floor_is_kept_without_what_lies_around_it() -> None:
    grid = [".." + line for line in ("", *sheet()["floor"]["grid"])]
    signs = [{**bonus, "boxes": [_moved(box) for box in bonus["boxes"]]} for bonus in sheet()["bonuses"]]
    kept = revise(None, paper(sheet(floor__grid=grid, bonuses=signs)))
    assert to_json(kept) | {"hash": ""} == sheet()


def _moved(box: str) -> str:
    building, *at = box.split("-")
    return f"floor-{int(at[0]) + 1}-{int(at[1]) + 2}" if building == "floor" else box


def test_the_next_letter_has_the_shape_and_the_symbols_of_the_first() -> None:
    first = practice()[0]
    paper = read(like(first))
    assert paper is not None
    assert [box for box, _ in boxes(paper)] == [box for box, _ in boxes(first)]
    assert {colour for _, colour in boxes(paper)} == {"?"}
    assert paper.bonuses == first.bonuses


def test_what_the_form_of_a_letter_leaves_out_is_completed() -> None:
    sent = {
        "letter": "b", "bonuses": [{"symbol": "eye"}, "junk", {"boxes": 7}, {"boxes": ["left-1"]}],
        "quarry": "?", "arch": {"values": [1, "?"], "keystone": "?", "keystone_value": "?"},
    }  # fmt: skip
    assert complete(sent) == {
        "letter": "B", "origin": "printed", "bonuses": [{"kind": "single", "boxes": ["left-1"]}],
        "quarry": "?", "arch": {"values": [1, 0], "keystone": "?", "keystone_value": 0},
    }  # fmt: skip


def test_every_building_may_carry_every_sign_the_sheets_own_first() -> None:
    signs = carried(sheet())
    assert signs[:7] == sheet()["bonuses"]
    assert len(signs) == 15
