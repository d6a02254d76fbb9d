"""Cheops (1998) on phones: copying six tablets, and the layout of the board."""

from urllib.parse import urlencode

from playwright.sync_api import FloatRect, expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.joining import SMALL_FRENCH_PHONE, MakePhone
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import FORM_HEADERS, TouchUser, wait_for_version

PRINTED_TABLETS = {
    "red": "5 10 15 20 25", "green": "10 15 20 25 30", "blue": "25 5 20 0 15", "black": "0 0 20 10 30",
    "orange": "10 5/20 15 30/10 20", "brown": "15 X 10 X 25",
}  # fmt: skip
LAW_SPACES = ("6-2", "5-3", "5-5", "4-4", "11-1", "1-11")


def write_tablet(user: TouchUser, numbers: str) -> None:
    for word in numbers.split():
        for key in ["/", *word.split("/")] if "/" in word else [word]:
            user.tap(f"[data-writes='{key}']")
    if user.page.locator("[data-next-tablet]").is_visible():
        user.tap("[data-next-tablet]")


def test_the_six_tablets_are_copied_without_swiping(phone: MakePhone) -> None:
    user = TouchUser(phone(**SMALL_FRENCH_PHONE))
    page = user.page
    user.open_table("cheops_treasure", ["Ana", "Bo"])
    user.tap("#uncopied a")
    user.taps = 0
    for numbers in PRINTED_TABLETS.values():
        write_tablet(user, numbers)
    for space in LAW_SPACES:
        user.tap(f".space:has([value='{space}']) .face")
    assert page.locator(".space :checked").count() == len(LAW_SPACES)
    user.tap("[data-then] .row .primary")
    expect(page.locator("#tablet-orange")).to_contain_text("5/20")
    expect(page.locator("#space-11-1 .eyed")).to_be_visible()
    assert user.taps <= 46
    assert user.flicks == 0
    user.tap("#menu a[href$='/scores']")
    user.tap("#drawer a[href$='/box']")
    user.tap("#tablet-III-b .slot >> nth=1")
    user.tap("[data-by-keyboard]")
    page.locator(".numbers:focus").fill("15 12 10 X 25")
    user.tap("[data-then] .row .primary")
    expect(page.locator("#market #tablet-brown")).to_contain_text("12")


def test_a_known_tablet_is_chosen_by_its_picture(phone: MakePhone) -> None:
    user = TouchUser(phone(**SMALL_FRENCH_PHONE))
    page = user.page
    names = [f"{kind}-{letter}" for kind in ("I", "II", "III") for letter in "abcd"]
    numbers_by_name = {name: f"{5 * n} 10 15 20 X" for n, name in enumerate(names)}
    tablets = [(f"value.tablets.{name}", numbers) for name, numbers in numbers_by_name.items()]
    form = urlencode([("name", "Ours"), *tablets])
    address = page.request.post("/editions/cheops_treasure/new", data=form, headers=FORM_HEADERS).url
    edition = address.rsplit("/", 1)[1]
    opened = f"start=1&one_phone=on&name=Ana&name=Bo&edition={edition}"
    page.goto(page.request.post("/open/cheops_treasure", data=opened, headers=FORM_HEADERS).url)
    user.tap("#uncopied a")
    for name in names[::-2]:
        user.tap(f"[data-known='{name}']")
    user.tap("[data-then] .row .primary")
    expect(page.locator("#tablet-red")).to_contain_text(numbers_by_name["III-d"].split()[0])
    assert user.taps == 8
    assert user.flicks == 0


WRONG_POINTS_JS = """reach => {
  const lit = [...document.querySelectorAll(".lit")];
  const middles = lit.map(spot => {
    const face = spot.querySelector(".face").getBoundingClientRect();
    return [(face.left + face.right) / 2, (face.top + face.bottom) / 2];
  });
  const astray = [];
  for (const [left, top] of middles) for (let turn = 0; turn < 12; turn++) {
    const x = left + reach * Math.cos(turn * Math.PI / 6), y = top + reach * Math.sin(turn * Math.PI / 6);
    if (x < 1 || x > innerWidth - 1) continue;
    const far = middles.map(([across, down]) => Math.hypot(across - x, down - y));
    const hit = lit.indexOf(document.elementFromPoint(x, y)?.closest(".lit"));
    if (hit < 0 || far[hit] > Math.min(...far) + 2) astray.push([left, top, turn]);
  }
  return astray;
}"""
"""Returns the points around highlighted spaces at which a tap does not select the nearest one."""


def test_nothing_of_the_board_moves_and_a_tap_beside_a_legal_space_selects_it(phone: MakePhone) -> None:
    page, record = phone(**SMALL_FRENCH_PHONE), load_plays("cheops_treasure")["tablets_full"]
    for entries in (0, 42, 98):
        open_page_as_recorded(page, "cheops_treasure", record, entries)
        wait_for_version(page, entries)
        TouchUser(page).tap(".cell:not(.none) > input[name=pawn]")
        expect(page.locator(".lit").first).to_be_attached()
        assert page.evaluate(WRONG_POINTS_JS, 20) == []
    region = page.locator("#board").bounding_box()
    assert region
    positions = list[list[FloatRect | None]]()
    for version in (98, 99, 100):
        wait_for_version(page, version)
        positions.append([page.locator(part).bounding_box() for part in ("#pyramid", "#market")])
        if version < 100:
            game_drivers.enter_move(TouchUser(page), "cheops_treasure", record["log"][version])
    assert positions == positions[:1] * 3
    for box in positions[0]:
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert region["y"] <= box["y"]
        assert box["y"] + box["height"] <= region["y"] + region["height"]
