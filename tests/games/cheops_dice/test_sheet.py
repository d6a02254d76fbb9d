"""Pad pages as data: faults, doubts, versions, practice pages, and copying a pad."""

import json
from collections import Counter
from typing import Any

import pytest

from companion.engine.json_data import from_json, to_json
from companion.games.cheops_dice.pad_copy import (
    check_pad_pages,
    complete_record,
    find_doubts,
    find_faults,
    list_possible_symbols,
    make_first_record,
    make_next_record,
    reshape,
    revise_page,
)
from companion.games.cheops_dice.parts import (
    COLOURS,
    PadPage,
    add_hash,
    confirm_copy,
    get_provenance,
    hash_page,
    iter_box_colours,
    load_practice_pages,
    make_next_version,
    parse_pad_page,
)
from tests.games.move_checks import verdict


def sheet(**changed: Any) -> dict[str, Any]:
    """Return the record of a copied page with changes. ``pyramid__values`` changes an inner field."""
    record: dict[str, Any] = to_json(load_practice_pages()[0])
    record |= {"set": "ours", "letter": "A", "origin": "printed", "copied_by": "Ana", "hash": ""}
    for name, value in changed.items():
        part, _, inner = name.partition("__")
        record[part] = {**record[part], inner: value} if inner else value
    return record


def symbol(**changed: Any) -> list[dict[str, Any]]:
    first, *rest = sheet()["bonuses"]
    return [{**first, **changed}, *rest]


OTHER = from_json(PadPage, sheet(letter="B", quarry="R"))
FAULTS: dict[str, Any] = {
    "cheops_dice.sheet_shape": sheet(quarry=7),
    "cheops_dice.sheet_letter": sheet(letter="1"),
    "cheops_dice.sheet_changed": sheet(hash="0123456789abcdef"),
    "cheops_dice.sheet_second_look": sheet(checked_by="Ana"),
    "cheops_dice.sheet_rows": sheet(pyramid__rows=["GRBOV", "OVG", "YOY", "RB", "G"]),
    "cheops_dice.sheet_row_values": sheet(pyramid__values=[1, 4, 4, 14, 22]),
    "cheops_dice.sheet_columns": sheet(arch__left="RVR"),
    "cheops_dice.sheet_level_values": sheet(arch__values=[2, 4, 6]),
    "cheops_dice.sheet_keystone_value": sheet(arch__keystone_value=7),
    "cheops_dice.sheet_floor_boxes": sheet(floor__grid=["ROBY", "OVGB", "YGR"]),
    "cheops_dice.sheet_floor_pairs": sheet(floor__grid=["ROBY.R", "OVGB..", "YGR..."]),
    "cheops_dice.sheet_floor_points": sheet(floor__points=[4, 6, 8, 10, 15]),
    "cheops_dice.sheet_colour": sheet(arch__keystone="?"),
    "cheops_dice.sheet_quarry_empty": sheet(quarry=""),
    "cheops_dice.sheet_jokers": sheet(jokers_printed=4),
    "cheops_dice.sheet_bonus_box": sheet(bonuses=symbol(boxes=["left-1"])),
    "cheops_dice.sheet_bonus_count": sheet(bonuses=symbol(kind="last_of_type")),
    "cheops_dice.sheet_bonus_twice": sheet(bonuses=[*symbol(), symbol()[0]]),
    "cheops_dice.sheet_letter_taken": sheet(letter="B"),
    "cheops_dice.sheet_same_colours": sheet(quarry="R"),
    "cheops_dice.sheet_other_bonuses": sheet(bonuses=symbol()[1:]),
}
DOUBTS: dict[str, Any] = {
    "cheops_dice.sheet_no_top": sheet(
        pyramid__rows=["GRBOV", "OVGB"], pyramid__values=[1, 2], bonuses=symbol()[:1]
    ),
    "cheops_dice.sheet_uneven": sheet(arch__left="RRRR", arch__right="RRRR"),
    "cheops_dice.sheet_more_jokers": sheet(jokers_printed=6),
    "cheops_dice.sheet_keystone_nothing": sheet(arch__keystone_value=8),
    "cheops_dice.sheet_no_symbol": sheet(bonuses=symbol()[:3]),
    "cheops_dice.sheet_two_symbols": sheet(bonuses=[*symbol(), {**symbol()[0], "symbol": "eye"}]),
    "cheops_dice.sheet_other_symbol": sheet(bonuses=symbol(symbol="cat")),
    "cheops_dice.sheet_unlike": sheet(quarry="ROYGBV"),
}


def codes(refusals: Any) -> list[str]:
    return [refusal.code for refusal in refusals]


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found(name: str) -> None:
    refusals = find_faults(parse_pad_page(FAULTS[name]), [OTHER])
    assert name in codes(refusals)
    assert not any(fault.overridable for fault in refusals)


@pytest.mark.parametrize("name", DOUBTS)
def test_each_doubt_is_found_and_is_no_fault(name: str) -> None:
    record = DOUBTS[name]
    assert find_faults(parse_pad_page(record)) == ()
    refusals = find_doubts(from_json(PadPage, record), [OTHER])
    assert name in codes(refusals)
    assert all(doubt.overridable for doubt in refusals)


def test_a_fault_names_its_boxes() -> None:
    refusals = find_faults(parse_pad_page(sheet(arch__keystone="?", quarry="R?Y")))
    assert refusals[0].at == ("box-keystone", "box-quarry-2")


def test_a_table_needs_a_page_for_each_seat() -> None:
    assert verdict(check_pad_pages([sheet()], 2))[0] == "cheops_dice.sheets_shape"
    assert check_pad_pages(to_json(load_practice_pages()), 4) is None


def test_all_pages_of_a_table_have_the_same_bonuses() -> None:
    refusal = check_pad_pages([sheet(), sheet(letter="B", bonuses=symbol()[1:])], 2)
    assert verdict(refusal)[0] == "cheops_dice.sheet_other_bonuses"


@pytest.mark.parametrize("number", range(5))
def test_practice_pages_are_valid_and_marked_as_practice(number: int) -> None:
    page = load_practice_pages()[number]
    others = [other for other in load_practice_pages() if other is not page]
    assert (find_faults(page, others), find_doubts(page, others)) == ((), ())
    assert (page.letter, get_provenance(page)) == (str(number + 1), "practice")


def test_practice_pages_have_every_colour_equally_often() -> None:
    for page in load_practice_pages():
        assert set(Counter(colour for _, colour in iter_box_colours(page)).values()) == {6}
        assert Counter(page.quarry) == dict.fromkeys(COLOURS, 3)
    for others in zip(
        *(dict(iter_box_colours(page)).values() for page in load_practice_pages()), strict=True
    ):
        assert len(set(others)) == 5, "every box differs between any two sheets"


def test_a_page_is_the_same_after_json() -> None:
    for page in load_practice_pages():
        assert parse_pad_page(json.loads(json.dumps(to_json(page)))) == page


def test_a_correction_is_a_new_unchecked_version() -> None:
    first = add_hash(from_json(PadPage, sheet()))
    checked = confirm_copy(first, "Bo")
    assert (get_provenance(first), get_provenance(checked)) == ("copied", "checked")
    assert find_faults(checked) == (), "checking changes no hash"
    assert make_next_version(checked, checked) is checked
    second = make_next_version(checked, from_json(PadPage, sheet(quarry="YROB")))
    assert (second.version, second.checked_by) == (2, "")
    assert second.hash == hash_page(second) != first.hash


@pytest.mark.parametrize(
    "junk",
    [None, 5, "x", [], {}, {"set": []}, sheet(pyramid=None), sheet(bonuses=[{}]), sheet(more=1),
     sheet(pyramid__rows=["R" * 99]), sheet(version=True), sheet(bonuses=symbol(boxes=[["left-1"]]))],
)  # fmt: skip
def test_invalid_data_is_no_page(junk: Any) -> None:
    assert codes(find_faults(parse_pad_page(junk))) == ["cheops_dice.sheet_shape"]
    assert check_pad_pages([junk, junk], 2) is not None
    assert check_pad_pages(junk, 2) is not None


def test_unusual_pages_have_faults_and_raise_no_exception() -> None:
    for record in (
        sheet(pyramid__rows=[], pyramid__values=[]), sheet(pyramid__rows=["", "R"]),
        sheet(arch__left="", arch__right="", arch__values=[]), sheet(floor__grid=[]),
        sheet(arch__keystone=""), sheet(letter=""), sheet(bonuses=symbol(boxes=[])),
    ):  # fmt: skip
        assert find_faults(parse_pad_page(record), load_practice_pages())


FLAT = (["?????", "????", "???", "??"], [0] * 4)
WIDE = (["??????", "?????", "????", "???", "??"], [0] * 5)
HIGH = (["??????", "?????", "????", "???", "??", "?"], [0] * 6)
LOW = (["????", "???", "??", "?"], [0] * 4)


def valid_page(record: dict[str, Any]) -> PadPage:
    page = parse_pad_page(record)
    assert page is not None
    return page


def test_the_first_page_of_a_pad_has_a_shape_but_no_colours_and_numbers() -> None:
    codes = {fault.code for fault in find_faults(parse_pad_page(make_first_record() | {"letter": "A"}))}
    assert codes == {f"cheops_dice.sheet_{code}" for code in ("colour", "row_values", "level_values")}
    assert {colour for _, colour in iter_box_colours(valid_page(make_first_record()))} == {"?"}
    assert make_first_record()["bonuses"] == []


@pytest.mark.parametrize(
    ("change", "shape"),
    [("pyramid -1", FLAT), ("pyramid-base 1", WIDE), ("pyramid 1", HIGH), ("pyramid-base -1", LOW)],
)
def test_a_pyramid_can_become_higher_wider_or_flat(change: str, shape: Any) -> None:
    pyramid = reshape(make_first_record(), change)["pyramid"]
    assert (pyramid["rows"], pyramid["values"]) == shape


def test_arch_quarry_and_floor_change_by_one_place() -> None:
    arch = reshape(sheet(), "arch 1")["arch"]
    assert (arch["left"], arch["right"], arch["values"]) == ("RVRB?", "YOYG?", [2, 4, 6, 8, 0])
    assert reshape(sheet(), "quarry -1")["quarry"] == sheet()["quarry"][:-1]
    floor = reshape(reshape(make_first_record(), "floor-1-1"), "floor-2-2")["floor"]["grid"]
    assert floor[:2] == ["?.....", "..???."]


def test_removing_a_box_removes_its_symbol() -> None:
    changed = reshape(sheet(), "floor-1-1")
    assert [bonus["boxes"] for bonus in changed["bonuses"] if bonus["building"] == "floor"] == [
        ["floor-3-4"], ["floor-1-4", "floor-3-1"],
    ]  # fmt: skip


@pytest.mark.parametrize("change", ["", "roof 1", "floor-9-9", "floor"])
def test_an_impossible_change_of_shape_changes_nothing(change: str) -> None:
    assert reshape(make_first_record(), change) == make_first_record()


def test_empty_rows_and_columns_around_the_floor_are_removed() -> None:
    grid = [".." + line for line in ("", *sheet()["floor"]["grid"])]
    signs = [{**bonus, "boxes": [_moved(box) for box in bonus["boxes"]]} for bonus in sheet()["bonuses"]]
    stored = revise_page(None, valid_page(sheet(floor__grid=grid, bonuses=signs)))
    assert to_json(stored) | {"hash": ""} == sheet()


def _moved(box: str) -> str:
    building, *at = box.split("-")
    return f"floor-{int(at[0]) + 1}-{int(at[1]) + 2}" if building == "floor" else box


def test_the_next_page_has_the_shape_and_symbols_of_the_first() -> None:
    first = load_practice_pages()[0]
    page = parse_pad_page(make_next_record(first))
    assert page is not None
    assert [box for box, _ in iter_box_colours(page)] == [box for box, _ in iter_box_colours(first)]
    assert {colour for _, colour in iter_box_colours(page)} == {"?"}
    assert page.bonuses == first.bonuses


def test_missing_fields_of_a_form_are_completed() -> None:
    sent = {
        "letter": "b", "bonuses": [{"symbol": "eye"}, "junk", {"boxes": 7}, {"boxes": ["left-1"]}],
        "quarry": "?", "arch": {"values": [1, "?"], "keystone": "?", "keystone_value": "?"},
    }  # fmt: skip
    assert complete_record(sent) == {
        "letter": "B", "origin": "printed", "bonuses": [{"kind": "single", "boxes": ["left-1"]}],
        "quarry": "?", "arch": {"values": [1, 0], "keystone": "?", "keystone_value": 0},
    }  # fmt: skip


def test_every_building_may_have_every_symbol_and_its_own_come_first() -> None:
    signs = list_possible_symbols(sheet())
    assert signs[:7] == sheet()["bonuses"]
    assert len(signs) == 15
