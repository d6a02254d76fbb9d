"""Counting points by touch, from the first form to the podium."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.joining import MakePhone, join_seat, open_table
from tests.browser.touch_user import TouchUser

NAMES = ["Ana", "Bo", "Chloé", "Di"]
SMALL_FRENCH_PHONE = {"viewport": {"width": 320, "height": 690}, "locale": "fr", "color_scheme": "dark"}
EnterSheet = Callable[[TouchUser, int, str], None]


def press_key(user: TouchUser, seat: int, *selectors: str) -> None:
    for selector in selectors:
        user.tap(f"#board-{seat} {selector}")


def type_by_keys(user: TouchUser, seat: int, numbers: str) -> None:
    """Type the numbers with the on-screen keys. At a ``>``, tap the next field."""
    fields = user.page.locator(f"#board-{seat} [data-key] >> visible=true")
    for place, number in enumerate(numbers.split()):
        if not fields.nth(place).locator("xpath=parent::*[contains(@class, 'active-field')]").count():
            name = fields.nth(place).get_attribute("name")
            press_key(user, seat, f".keyed:has([name='{name}'])")
        for sign in number:
            press_key(user, seat, f"[data-digit='{sign}']")


def enter_stacks(user: TouchUser, seat: int, values: str) -> None:
    """Enter Giza's stacks, each from the bottom, separated by ``|``. A negative stone takes two taps."""
    for site, stack in enumerate(values.split("|")):
        for tile in stack.split():
            place = f"#site-{seat}-{site}"
            if tile[0] in "+-":
                press_key(user, seat, *[f"{place} [data-stone='{tile[1]}']"] * (1 + (tile[0] == "-")))
            elif tile[0] == "t":
                press_key(user, seat, f"{place} [data-coin='{tile[1]}']")
            else:
                press_key(user, seat, f"{place} [data-built='{tile}']")


def enter_pieces(user: TouchUser, seat: int, values: str) -> None:
    """Enter Catan's settlements, cities, cards and stones, and a word for the army or the Blessing."""
    *numbers, word = [*values.split(), ""][:5]
    for name, number in zip(("settlements", "cities", "cards", "stones"), numbers, strict=True):
        if number != "0":
            press_key(user, seat, f"[name={name}][value='{number}']")
    if word:
        press_key(user, seat, f"[name={word}]")


def enter_tomb(user: TouchUser, seat: int, values: str) -> None:
    """Enter a tomb of Deadline: three numbers, the announcement or "death", and the stones set aside."""
    *numbers, announced, aside = values.split()
    type_by_keys(user, seat, " ".join(numbers))
    if announced == "death":
        press_key(user, seat, "[name=killer]", "[name=declared][value='0']")
    else:
        press_key(user, seat, f"[name=declared][value='{announced}']")
    press_key(user, seat, *[".rest-of-sheet [data-more='1']"] * int(aside))


COUNTS: dict[str, tuple[EnterSheet, list[str], list[str], list[str]]] = {
    "giza": (
        enter_stacks,
        ["+5 t5 +4 -2 +1 | +3 -1 | -5 +2 | ", "+4 +3 t3 -1 | +5 +4 +2 | +1 | "],
        ["12", "21"], ["12", "21"],
    ),
    "cheops_catan": (
        enter_pieces, ["3 2 1 5", "5 1 0 3 army", "4 2 0 3", "3 1 1 0"],
        ["8", "9", "8", "6"], ["11", "9", "8", "4"],
    ),
    "cheops_treasure": (
        type_by_keys, ["1 2 0 3 0 0 35", "2 0 1 0 2 0 20", "0 1 3 2 1 1 5", "3 3 0 1 0 2 40"],
        ["85", "85+", "95+", "145+"], ["85", "95", "118", "151"],
    ),
    "deadline": (
        enter_tomb, ["5 3 4 1 1", "7 3 5 2 0", "4 2 3 death 2"], ["9", "16", "0"], ["9", "16", "0"],
    ),
}  # fmt: skip
"""For each game: the function that enters a sheet, the sheets, the sums shown with them, and the points."""
MARKET_KEYS = "20 15 25 0 / 5 20 X"


@pytest.mark.parametrize("kind", [{}, SMALL_FRENCH_PHONE], ids=["390", "320"])
@pytest.mark.parametrize("slug", COUNTS)
def test_players_are_counted_without_swiping(phone: MakePhone, slug: str, kind: dict[str, object]) -> None:
    enter, sheets, sums, points = COUNTS[slug]
    user = TouchUser(phone(**kind))
    open_table(user, slug, NAMES[: len(sheets)], mode="tally")
    if slug == "cheops_treasure":  # its market has six numbers, which a table needs once
        user.tap("#board-0 .hint a")
        for key in MARKET_KEYS.split():
            user.tap(f"#drawer [data-writes='{key}']")
        expect(user.page.locator("#drawer output")).to_have_text("6 / 6")
        user.tap("#drawer form:has([value=prices]) .primary")
        expect(user.page.locator("#board-0 .hint a")).to_have_count(0)
    for seat, sheet in enumerate(sheets):
        expect(user.page.locator(f"#board-{seat}")).to_be_visible()
        enter(user, seat, sheet)
        expect(user.page.locator(f"#board-{seat} .counted-sum")).to_have_text(sums[seat])
        press_key(user, seat, ".onward .primary")
    expect(user.page.locator("#end-title")).to_be_visible()
    for seat, number in enumerate(points):
        expect(user.page.locator(f"#seats li:nth-child({seat + 1}) b")).to_have_text(number)
    assert user.flicks == 0


def test_an_unfinished_sheet_survives_interruptions(phone: MakePhone) -> None:
    """The interruptions are a reload, another player's sheet, and the other way of counting."""
    ana, bo = TouchUser(phone()), TouchUser(phone())
    join_seat(bo, open_table(ana, "giza", NAMES[:2], mode="tally"), 1)
    enter_stacks(ana, 0, "+5 t5 -4")
    ana.page.reload()
    enter_stacks(bo, 1, "+3")
    press_key(bo, 1, ".onward .primary")
    expect(ana.page.locator("#board-1 [data-counted]")).to_have_count(1)
    press_key(ana, 0, "[name=by]")
    type_by_keys(ana, 0, "7")
    press_key(ana, 0, "[name=by]")
    expect(ana.page.locator("#board-0 .counted-sum")).to_have_text("6")
    press_key(ana, 0, ".onward .primary")
    expect(ana.page.locator("#seats li b")).to_have_text(["6", "3"])


def test_an_unfinished_sheet_stays_when_another_phone_counts_the_same_player(phone: MakePhone) -> None:
    """A tap shows the newer sheet of the other phone."""
    ana, bo = TouchUser(phone()), TouchUser(phone())
    join_seat(bo, open_table(ana, "giza", NAMES[:2], mode="tally"), 1)
    enter_stacks(ana, 0, "+5")
    bo.tap("#seats li:first-child a")
    enter_stacks(bo, 0, "+3")
    press_key(bo, 0, ".onward .primary")
    expect(ana.page.locator("#board-0 .meanwhile")).to_be_visible()
    expect(ana.page.locator("#board-0 .counted-sum")).to_have_text("5")
    press_key(ana, 0, ".meanwhile button")
    expect(ana.page.locator("#board-0 .counted-sum")).to_have_text("3")
    enter_stacks(ana, 0, "+2")
    press_key(ana, 0, ".onward .primary")
    expect(ana.page.locator("#seats li:first-child b")).to_have_text("5")
    expect(ana.page.locator("#board-0 .meanwhile")).to_be_hidden()


def test_typed_numbers_of_an_edition_stay_until_they_are_saved(phone: MakePhone) -> None:
    page = phone()
    page.goto("/editions/deadline/new")
    name, keep = page.locator("input[name=name]"), page.locator("form[data-keeps] .primary")
    for field in ("name", "by"):
        page.fill(f"input[name={field}]", "Ana")
    page.locator("[name=value]").first.dispatch_event("click")
    page.context.set_offline(True)
    keep.dispatch_event("click")
    expect(page.locator("#no-response")).to_be_visible()
    page.context.set_offline(False)
    page.goto("/editions/deadline/new")
    expect(name).to_have_value("Ana")
    keep.dispatch_event("click")
    page.wait_for_url(lambda url: not url.endswith("/new"))
    page.goto("/editions/deadline/new")
    expect(name).to_have_value("My box")


def test_the_army_is_removed_from_the_player_who_had_it(phone: MakePhone) -> None:
    """The page sends the former owner's sheet again. The count is not closed if it was refused."""
    user = TouchUser(phone())
    open_table(user, "cheops_catan", NAMES[:3], mode="tally")
    for seat, values in enumerate(("1 0 5 0 army", "1 0 5 0", "1 0 0 0")):
        enter_pieces(user, seat, values)
        press_key(user, seat, ".onward .primary")
    user.tap("#answer button >> text=Got it")
    user.tap("#seats li:nth-child(2) a")
    press_key(user, 1, "[name=army]")
    expect(user.page.locator("#seats li:nth-child(1) b")).to_have_text("6")
    expect(user.page.locator("#answer > *")).to_have_count(0)


def test_numbers_of_a_different_pad_are_stored_on_the_phone(phone: MakePhone) -> None:
    """The page shows the tie-breaker when the count is closed."""
    user = TouchUser(phone())
    open_table(user, "cheops_dice", NAMES[:2], mode="tally")
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


@pytest.mark.parametrize("kind", [{}, SMALL_FRENCH_PHONE], ids=["390", "320"])
def test_a_tomb_is_drawn_with_two_taps_for_each_stone(phone: MakePhone, kind: dict[str, object]) -> None:
    user = TouchUser(phone(**kind))
    open_table(user, "deadline", NAMES[:2], mode="tally")
    for shape, stones in (("large", 1), ("small", 2)):
        press_key(user, 0, f".face[data-shape={shape}]", "[id*=strips] rect >> nth=-1")
        expect(user.page.locator("#board-0 .plan use[class^=s-]:not(.s-chamber)")).to_have_count(stones)
    press_key(user, 0, "[name=declared][value='1']")
    formula = user.page.locator("#board-0 .formula b").inner_text()
    expect(user.page.locator("#board-0 .counted-sum")).to_have_text(formula)
    assert user.taps == 1 + 2 * 2 + 1
    assert user.flicks <= (2 if kind is SMALL_FRENCH_PHONE else 0)


def test_an_impossible_value_shows_the_reason_beside_the_field(phone: MakePhone) -> None:
    """The page shows the reason only as long as it applies."""
    user = TouchUser(phone())
    open_table(user, "deadline", NAMES[:2], mode="tally")
    enter_tomb(user, 0, "3 5 1 1 0")
    expect(user.page.locator("#board-0 .why-not")).to_contain_text("no tomb is 3 long and 5 high")
    press_key(user, 0, ".keyed:has([name='numbers.1'])", "[data-digit='2']")
    expect(user.page.locator("#board-0 .why-not .refused")).to_have_count(0)
    assert user.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_pieces_can_be_reduced_to_zero_with_the_keyboard(phone: MakePhone) -> None:
    page = phone()
    open_table(TouchUser(page), "cheops_catan", NAMES[:3], mode="tally")
    boxes = page.locator("#board-0 [name=settlements]:checked")
    page.locator("#board-0 [name=settlements][value='2']").focus()
    page.keyboard.press(" ")
    expect(boxes).to_have_value("2")
    page.keyboard.press(" ")
    expect(boxes).to_have_value("1")
    page.keyboard.press(" ")
    expect(boxes).to_have_count(0)
