"""Counting four players' points by touch takes little time. Each tap counts as one second."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.joining import SMALL_FRENCH_PHONE, MakePhone
from tests.browser.touch_user import TouchUser

NAMES = ["Ana", "Bo", "Chloé", "Di"]
EnterSheet = Callable[[TouchUser, int, str], None]


def press_key(user: TouchUser, seat: int, *selectors: str) -> None:
    for selector in selectors:
        user.tap(f"#board-{seat} {selector}")


def type_by_keys(user: TouchUser, seat: int, numbers: str) -> None:
    """Type these numbers with the on-screen keys, each in the next visible field."""
    fields = user.page.locator(f"#board-{seat} [data-key] >> visible=true")
    for place, number in enumerate(numbers.split()):
        if not fields.nth(place).locator("xpath=parent::*[contains(@class, 'active-field')]").count():
            name = fields.nth(place).get_attribute("name")
            press_key(user, seat, f".keyed:has([name='{name}'])")
        for sign in number:
            press_key(user, seat, f"[data-digit='{sign}']")


def enter_stacks(user: TouchUser, seat: int, values: str) -> None:
    """Enter Giza's stacks, such as ``+5 t5 -4 | +3 -1``. Each stack is listed from its lowest tile."""
    for site, stack in enumerate(values.split("|")):
        for tile in stack.split():
            place = f"#site-{seat}-{site}"
            if tile[0] in "+-":
                press_key(user, seat, *[f"{place} [data-stone='{tile[1]}']"] * (1 + (tile[0] == "-")))
            elif tile[0] == "t":
                press_key(user, seat, f"{place} [data-coin='{tile[1]}']")
            else:
                press_key(user, seat, f"{place} [data-built='{tile}']")


def enter_sums(user: TouchUser, seat: int, values: str) -> None:
    if not seat:
        press_key(user, seat, "[name=by]")
    type_by_keys(user, seat, values)


def enter_catan_sheet(user: TouchUser, seat: int, values: str) -> None:
    """Enter the settlements, cities, cards and stones, and perhaps the army: ``5 1 0 3 army``."""
    *numbers, word = [*values.split(), ""][:5]
    for name, number in zip(("settlements", "cities", "cards", "stones"), numbers, strict=True):
        if number != "0":
            press_key(user, seat, f"[name={name}][value='{number}']")
    if word:
        press_key(user, seat, f"[name={word}]")


def enter_dice_sheet(user: TouchUser, seat: int, values: str) -> None:
    """Enter six numbers: pyramid, arch, floor boxes, bonuses, open stones and jokers."""
    pyramid, arch, floor, bonuses, quarry, jokers = values.split()
    for name, value in (("pyramid", pyramid), ("arch", arch)):
        if value != "0":
            press_key(user, seat, f"[name^='{name} '][value^='{value} ']")
    for name, value in (("floor", floor), ("jokers", jokers)):
        if value != "0":
            press_key(user, seat, f"[name={name}][value='{value}']")
    press_key(user, seat, *[f"[name='symbols[]'][value='{symbol}']" for symbol in range(int(bonuses))])
    set_slider(user, seat, int(quarry))


def set_slider(user: TouchUser, seat: int, number: int) -> None:
    """Tap the slider near this number, and correct its value with the keys beside it."""
    slider = user.page.locator(f"#board-{seat} [type=range]")
    slider.scroll_into_view_if_needed()
    box = user.get_bounds(f"#board-{seat} [type=range]")
    share = 1 - number / int(slider.get_attribute("max") or 0)
    slider.evaluate("e => { slid = new Promise(done => { e.onchange = done; }); }")
    user.page.touchscreen.tap(box["x"] + 8 + (box["width"] - 16) * share, box["y"] + box["height"] / 2)
    user.page.evaluate("() => slid.then(() => {})")  # until the finger is lifted
    user.taps += 1
    while (shown := int(slider.input_value())) != number:
        press_key(user, seat, f"[data-step='{1 if shown < number else -1}']")


def enter_deadline_sheet(user: TouchUser, seat: int, values: str) -> None:
    """Enter three numbers of a tomb, the announced place or ``death``, and the stones set aside."""
    *numbers, announced, aside = values.split()
    type_by_keys(user, seat, " ".join(numbers))
    if announced == "death":
        press_key(user, seat, "[name=killer]", "[name=declared][value='0']")
    else:
        press_key(user, seat, f"[name=declared][value='{announced}']")
    press_key(user, seat, *[".rest-of-sheet [data-step='1']"] * int(aside))


class CountCase(NamedTuple):
    """The sheets of four players, and the points of each. ``seconds`` is the limit."""

    slug: str
    enter: EnterSheet
    sheets: Sequence[str]
    points: Sequence[str]
    seconds: int


COUNT_CASES = {
    "giza": CountCase(
        "giza", enter_stacks,
        ("+5 t5 +4 -2 +1 | +3 -1 | -5 +2 | ", "+4 +3 t3 -1 | +5 +4 +2 | +1 | ",
         "+5 -4 +3 -2 +1 | +4 t4 | +2 -1 |", "-5 -3 | +5 t5 +3 | +4 +2 +1 |"),
        ("12", "21", "12", "12"), 120,
    ),
    "giza by sums": CountCase(
        "giza", enter_sums, ("13 2 −3 0 5", "9 11 1 0 3", "3 8 1 0 4", "−8 13 7 0 5"),
        ("12", "21", "12", "12"), 60,
    ),
    "catan": CountCase(
        "cheops_catan", enter_catan_sheet, ("3 2 1 5", "5 1 0 3 army", "4 2 0 3", "3 1 1 0"),
        ("11", "9", "8", "4"), 60,
    ),
    "roll-and-write": CountCase(
        "cheops_dice", enter_dice_sheet,  # the end of the recorded play "the arch and the floor"
        ("22 0 6 3 16 0", "1 11 12 2 15 0", "22 4 2 3 8 0", "1 6 12 1 14 0"),
        ("53", "51", "43", "39"), 45,
    ),
    "1998": CountCase(
        "cheops_treasure", type_by_keys,
        ("1 2 0 3 0 0 35", "2 0 1 0 2 0 20", "0 1 3 2 1 1 5", "3 3 0 1 0 2 40"),
        ("85", "95", "118", "151"), 60,
    ),
    "deadline": CountCase(
        "deadline", enter_deadline_sheet, ("5 3 4 1 1", "7 3 5 2 0", "4 2 3 death 2", "6 4 5 3 0"),
        ("9", "16", "0", "19"), 75,
    ),
}  # fmt: skip
MARKET_NUMBERS = ("20", "15", "25", "0", "/ 5 20", "X")


def enter_market(user: TouchUser) -> None:
    user.tap("#board-0 .hint a")
    for key in " ".join(MARKET_NUMBERS).split():
        user.tap(f"#drawer [data-writes='{key}']")
    expect(user.page.locator("#drawer output")).to_have_text("6 / 6")
    user.tap("#drawer form:has([value=prices]) .primary")
    expect(user.page.locator("#board-0 .hint a")).to_have_count(0)
    assert (user.taps, user.flicks) == (10, 0)


@pytest.mark.parametrize("name", COUNT_CASES)
def test_four_players_are_counted(phone: MakePhone, name: str) -> None:
    count = COUNT_CASES[name]
    user = TouchUser(phone(**SMALL_FRENCH_PHONE))
    user.open_table(count.slug, NAMES, mode="tally")
    if count.slug == "cheops_treasure":
        enter_market(user)
    for seat, sheet in enumerate(count.sheets):
        expect(user.page.locator(f"#board-{seat}")).to_be_visible()
        count.enter(user, seat, sheet)
        press_key(user, seat, ".onward .primary")
    expect(user.page.locator("#end-title")).to_be_visible()
    for seat, number in enumerate(count.points):
        expect(user.page.locator(f"#seats li:nth-child({seat + 1}) b")).to_have_text(number)
    ways_there = 2 + 2  # the home page and "who played": a tap and a look each
    assert user.taps + len(count.sheets) + 1 + ways_there <= count.seconds
    assert user.flicks == 0


def test_numbers_of_a_different_pad_are_stored_on_the_phone(phone: MakePhone) -> None:
    user = TouchUser(phone())
    user.open_table("cheops_dice", NAMES[:2], mode="tally")
    press_key(user, 0, ".onward .other-numbers")
    user.write("#board-0 [data-of-level='pyramid 4']", "25")
    press_key(user, 0, "dialog[open] [command=close]")
    for seat in (0, 1):
        press_key(user, seat, "[name^='pyramid '][value^='25 ']", "[name^='arch '][value^='11 ']")
        press_key(user, seat, ".onward .primary")
    for seat, boxes in enumerate("98"):
        user.tap(f"a[href$='/change/{seat + 1}']")
        expect(user.page.locator(".counted-sum")).to_have_text("39")
        user.write("[name=pyramid_boxes]", boxes)
        press_key(user, seat, ".onward .primary")
        user.page.wait_for_selector("#end-title")
    expect(user.page.locator("#end-title")).to_contain_text("Ana")


def test_a_tomb_is_drawn_with_two_taps_for_each_stone(phone: MakePhone) -> None:
    user = TouchUser(phone(**SMALL_FRENCH_PHONE))
    user.open_table("deadline", NAMES[:2], mode="tally")
    for shape, stones in (("large", 1), ("small", 2)):
        press_key(user, 0, f".face[data-shape={shape}]", "[id*=strips] rect >> nth=-1")
        expect(user.page.locator("#board-0 .plan use[class^=s-]:not(.s-chamber)")).to_have_count(stones)
    press_key(user, 0, "[name=declared][value='1']")
    formula = user.page.locator("#board-0 .formula b").inner_text()
    expect(user.page.locator("#board-0 .counted-sum")).to_have_text(formula)
    assert user.taps == 1 + 2 * 2 + 1
    assert user.flicks <= 2


def test_one_less_than_nothing_leaves_a_number_empty(phone: MakePhone) -> None:
    user = TouchUser(phone())
    user.open_table("deadline", NAMES[:2], mode="tally")
    number = user.page.locator("#board-0 [name=aside]")
    press_key(user, 0, ".rest-of-sheet [data-step='-1']")
    expect(number).to_have_value("")
    press_key(user, 0, ".rest-of-sheet [data-step='1']", ".rest-of-sheet [data-step='-1']")
    expect(number).to_have_value("0")


def test_typing_replaces_the_value_wherever_the_field_is_tapped(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    ana.page.goto("/editions/giza/new")
    fields = ana.page.locator("main .number input >> visible=true").all()
    assert len(fields) >= 3
    for number, (share, field) in enumerate(zip((0.06, 0.5, 0.94), fields, strict=False), 10):
        box = field.bounding_box()
        assert box
        field.tap(position={"x": box["width"] * share, "y": box["height"] / 2})
        expect(field).to_be_focused()
        ana.page.keyboard.type(f"{number}")
        expect(field).to_have_value(f"{number}")
