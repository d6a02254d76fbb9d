"""The records of pad pages: faults, doubts, versions, practice pages, and copying the pages of a pad."""

from collections import Counter
from typing import Any

import pytest

from companion.engine.json_data import from_json, to_json
from companion.games.cheops_dice.pad_copy import (
    check_pad_pages,
    clean_submitted_record,
    find_doubts,
    find_faults,
    list_possible_symbols,
    make_first_page_record,
    make_next_page_record,
    reshape,
    revise_page,
)
from companion.games.cheops_dice.parts import (
    COLOUR_BY_LETTER,
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
from tests.games.move_checks import unpack_refusal


def make_record(**changed: Any) -> dict[str, Any]:
    """Return the record of a pad page with these changes. ``arch__left`` changes the arch's ``left``."""
    record: dict[str, Any] = to_json(load_practice_pages()[0])
    record |= {"set": "ours", "letter": "A", "origin": "printed", "copied_by": "Ana", "hash": ""}
    for name, value in changed.items():
        part, _, inner = name.partition("__")
        record[part] = {**record[part], inner: value} if inner else value
    return record


def make_bonuses(**changed: Any) -> list[dict[str, Any]]:
    first, *rest = make_record()["bonuses"]
    return [{**first, **changed}, *rest]


OTHER_PAGE = from_json(PadPage, make_record(letter="B", quarry="R"))
FAULTY_RECORDS: dict[str, Any] = {
    "cheops_dice.sheet_shape": make_record(quarry=7),
    "cheops_dice.sheet_letter": make_record(letter="1"),
    "cheops_dice.sheet_changed": make_record(hash="0123456789abcdef"),
    "cheops_dice.sheet_second_look": make_record(checked_by="Ana"),
    "cheops_dice.sheet_rows": make_record(pyramid__rows=["GRBOV", "OVG", "YOY", "RB", "G"]),
    "cheops_dice.sheet_row_values": make_record(pyramid__values=[1, 4, 4, 14, 22]),
    "cheops_dice.sheet_columns": make_record(arch__left="RVR"),
    "cheops_dice.sheet_level_values": make_record(arch__values=[2, 4, 6]),
    "cheops_dice.sheet_keystone_value": make_record(arch__keystone_value=7),
    "cheops_dice.sheet_floor_boxes": make_record(floor__grid=["ROBY", "OVGB", "YGR"]),
    "cheops_dice.sheet_floor_pairs": make_record(floor__grid=["ROBY.R", "OVGB..", "YGR..."]),
    "cheops_dice.sheet_floor_points": make_record(floor__points=[4, 6, 8, 10, 15]),
    "cheops_dice.sheet_colour": make_record(arch__keystone="?"),
    "cheops_dice.sheet_quarry_empty": make_record(quarry=""),
    "cheops_dice.sheet_jokers": make_record(jokers_printed=4),
    "cheops_dice.sheet_bonus_box": make_record(bonuses=make_bonuses(boxes=["left-1"])),
    "cheops_dice.sheet_bonus_count": make_record(bonuses=make_bonuses(kind="last_of_type")),
    "cheops_dice.sheet_bonus_twice": make_record(bonuses=[*make_bonuses(), make_bonuses()[0]]),
    "cheops_dice.sheet_letter_taken": make_record(letter="B"),
    "cheops_dice.sheet_same_colours": make_record(quarry="R"),
    "cheops_dice.sheet_other_bonuses": make_record(bonuses=make_bonuses()[1:]),
}
DOUBTFUL_RECORDS: dict[str, Any] = {
    "cheops_dice.sheet_no_top": make_record(
        pyramid__rows=["GRBOV", "OVGB"], pyramid__values=[1, 2], bonuses=make_bonuses()[:1]
    ),
    "cheops_dice.sheet_uneven": make_record(arch__left="RRRR", arch__right="RRRR"),
    "cheops_dice.sheet_more_jokers": make_record(jokers_printed=6),
    "cheops_dice.sheet_keystone_nothing": make_record(arch__keystone_value=8),
    "cheops_dice.sheet_no_symbol": make_record(bonuses=make_bonuses()[:3]),
    "cheops_dice.sheet_two_symbols": make_record(
        bonuses=[*make_bonuses(), {**make_bonuses()[0], "symbol": "eye"}]
    ),
    "cheops_dice.sheet_other_symbol": make_record(bonuses=make_bonuses(symbol="cat")),
    "cheops_dice.sheet_unlike": make_record(quarry="ROYGBV"),
}


def list_refusal_codes(refusals: Any) -> list[str]:
    return [unpack_refusal(refusal)[0] for refusal in refusals]


@pytest.mark.parametrize("name", FAULTY_RECORDS)
def test_each_fault_is_found(name: str) -> None:
    refusals = find_faults(parse_pad_page(FAULTY_RECORDS[name]), [OTHER_PAGE])
    assert name in list_refusal_codes(refusals)
    assert not any(fault.overridable for fault in refusals)


@pytest.mark.parametrize("name", DOUBTFUL_RECORDS)
def test_each_doubt_is_found_and_is_no_fault(name: str) -> None:
    record = DOUBTFUL_RECORDS[name]
    assert find_faults(parse_pad_page(record)) == ()
    refusals = find_doubts(from_json(PadPage, record), [OTHER_PAGE])
    assert name in list_refusal_codes(refusals)
    assert all(doubt.overridable for doubt in refusals)


def test_a_fault_names_its_boxes() -> None:
    refusals = find_faults(parse_pad_page(make_record(arch__keystone="?", quarry="R?Y")))
    assert refusals[0].at == ("box-keystone", "box-quarry-2")


def test_a_table_needs_a_page_for_each_seat() -> None:
    assert unpack_refusal(check_pad_pages([make_record()], 2))[0] == "cheops_dice.sheets_shape"
    assert check_pad_pages(to_json(load_practice_pages()), 4) is None


def test_a_page_that_no_seat_needs_yet_has_no_faults_either() -> None:
    pages = to_json(load_practice_pages()[:3])
    pages[2]["pyramid"] = {"rows": [], "values": []}
    assert check_pad_pages(pages, 2) is not None


def test_all_pages_of_a_table_have_the_same_bonuses() -> None:
    refusal = check_pad_pages([make_record(), make_record(letter="B", bonuses=make_bonuses()[1:])], 2)
    assert unpack_refusal(refusal)[0] == "cheops_dice.sheet_other_bonuses"


@pytest.mark.parametrize("number", range(5))
def test_practice_pages_are_valid_and_marked_as_practice(number: int) -> None:
    page = load_practice_pages()[number]
    others = [other for other in load_practice_pages() if other is not page]
    assert (find_faults(page, others), find_doubts(page, others)) == ((), ())
    assert (page.letter, get_provenance(page)) == (str(number + 1), "practice")


def test_practice_pages_have_every_colour_equally_often() -> None:
    for page in load_practice_pages():
        assert set(Counter(colour for _, colour in iter_box_colours(page)).values()) == {6}
        assert Counter(page.quarry) == dict.fromkeys(COLOUR_BY_LETTER, 3)
    for others in zip(
        *(dict(iter_box_colours(page)).values() for page in load_practice_pages()), strict=True
    ):
        assert len(set(others)) == 5, "every box differs between any two sheets"


def test_a_correction_is_a_new_unchecked_version() -> None:
    first = add_hash(from_json(PadPage, make_record()))
    checked = confirm_copy(first, "Bo")
    assert (get_provenance(first), get_provenance(checked)) == ("copied", "checked")
    assert find_faults(checked) == (), "checking changes no hash"
    assert make_next_version(checked, checked) is checked
    second = make_next_version(checked, from_json(PadPage, make_record(quarry="YROB")))
    assert (second.version, second.checked_by) == (2, "")
    assert second.hash == hash_page(second) != first.hash
    newest = from_json(PadPage, make_record(version=999))
    assert parse_pad_page(to_json(make_next_version(newest, second))) is not None


@pytest.mark.parametrize(
    "junk",
    [None, 5, "x", [], {}, {"set": []}, make_record(pyramid=None), make_record(bonuses=[{}]),
     make_record(more=1), make_record(pyramid__rows=["R" * 99]),
     make_record(version=True), make_record(bonuses=make_bonuses(boxes=[["left-1"]]))],
)  # fmt: skip
def test_invalid_data_is_no_page(junk: Any) -> None:
    assert list_refusal_codes(find_faults(parse_pad_page(junk))) == ["cheops_dice.sheet_shape"]
    assert check_pad_pages([junk, junk], 2) is not None
    assert check_pad_pages(junk, 2) is not None


def test_unusual_pages_have_faults_and_raise_no_exception() -> None:
    for record in (
        make_record(pyramid__rows=[], pyramid__values=[]), make_record(pyramid__rows=["", "R"]),
        make_record(arch__left="", arch__right="", arch__values=[]), make_record(floor__grid=[]),
        make_record(arch__keystone=""), make_record(letter=""), make_record(bonuses=make_bonuses(boxes=[])),
    ):  # fmt: skip
        assert find_faults(parse_pad_page(record), load_practice_pages())


def parse_valid_page(record: dict[str, Any]) -> PadPage:
    page = parse_pad_page(record)
    assert page is not None
    return page


def test_the_first_page_of_a_pad_has_a_shape_but_no_colours_and_numbers() -> None:
    page = parse_pad_page(make_first_page_record() | {"letter": "A"})
    codes = {fault.code for fault in find_faults(page)}
    assert codes == {f"cheops_dice.sheet_{code}" for code in ("colour", "row_values", "level_values")}
    assert {colour for _, colour in iter_box_colours(parse_valid_page(make_first_page_record()))} == {"?"}
    assert make_first_page_record()["bonuses"] == []


@pytest.mark.parametrize(
    ("change", "widths"),
    [
        ("pyramid -1", "5432"),
        ("pyramid-base 1", "65432"),
        ("pyramid 1", "654321"),
        ("pyramid-base -1", "4321"),
    ],
)
def test_a_pyramid_can_become_higher_wider_or_flat(change: str, widths: str) -> None:
    pyramid = reshape(make_first_page_record(), change)["pyramid"]
    assert pyramid["rows"] == ["?" * int(width) for width in widths]
    assert pyramid["values"] == [0] * len(widths)


def test_reshaping_adds_or_removes_one_place() -> None:
    arch = reshape(make_record(), "arch 1")["arch"]
    assert (arch["left"], arch["right"], arch["values"]) == ("RVRB?", "YOYG?", [2, 4, 6, 8, 0])
    assert reshape(make_record(), "quarry -1")["quarry"] == make_record()["quarry"][:-1]
    floor = reshape(reshape(make_first_page_record(), "floor-1-1"), "floor-2-2")["floor"]["grid"]
    assert floor[:2] == ["?.....", "..???."]


def test_removing_a_box_removes_its_symbol() -> None:
    changed = reshape(make_record(), "floor-1-1")
    assert [bonus["boxes"] for bonus in changed["bonuses"] if bonus["building"] == "floor"] == [
        ["floor-3-4"], ["floor-1-4", "floor-3-1"],
    ]  # fmt: skip


@pytest.mark.parametrize("change", ["", "roof 1", "floor-9-9", "floor"])
def test_an_impossible_change_of_shape_changes_nothing(change: str) -> None:
    assert reshape(make_first_page_record(), change) == make_first_page_record()


def test_empty_rows_and_columns_around_the_floor_are_removed() -> None:
    grid = [".." + line for line in ("", *make_record()["floor"]["grid"])]
    signs = [
        {**bonus, "boxes": [move_floor_box(box) for box in bonus["boxes"]]}
        for bonus in make_record()["bonuses"]
    ]
    stored = revise_page(None, parse_valid_page(make_record(floor__grid=grid, bonuses=signs)))
    assert to_json(stored) | {"hash": ""} == make_record()


def move_floor_box(box: str) -> str:
    building, *at = box.split("-")
    return f"floor-{int(at[0]) + 1}-{int(at[1]) + 2}" if building == "floor" else box


def test_the_next_page_has_the_shape_and_symbols_of_the_first() -> None:
    first = load_practice_pages()[0]
    page = parse_pad_page(make_next_page_record(first))
    assert page is not None
    assert [box for box, _ in iter_box_colours(page)] == [box for box, _ in iter_box_colours(first)]
    assert {colour for _, colour in iter_box_colours(page)} == {"?"}
    assert page.bonuses == first.bonuses


def test_missing_fields_of_a_form_are_completed() -> None:
    sent = {
        "letter": "b", "bonuses": [{"symbol": "eye"}, "junk", {"boxes": 7}, {"boxes": ["left-1"]}],
        "quarry": "?", "arch": {"values": [1, "?"], "keystone": "?", "keystone_value": "?"},
    }  # fmt: skip
    assert clean_submitted_record(sent) == {
        "letter": "B", "origin": "printed", "bonuses": [{"kind": "single", "boxes": ["left-1"]}],
        "quarry": "?", "arch": {"values": [1, 0], "keystone": "?", "keystone_value": 0},
    }  # fmt: skip


def test_every_building_may_have_every_symbol_and_its_own_come_first() -> None:
    signs = list_possible_symbols(make_record())
    assert signs[:7] == make_record()["bonuses"]
    assert len(signs) == 15
