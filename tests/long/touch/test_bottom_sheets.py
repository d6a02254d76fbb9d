"""A tap beside a sheet, menu or drawer closes it and does nothing else, also if the tap is repeated."""

from playwright.sync_api import Page, expect

from tests.browser import game_drivers
from tests.browser.joining import MakePhone, open_with_one_phone
from tests.browser.phones import STOP_ADVANCING_CLOCK_JS
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until_idle

LIST_REACHABLE_DIALOGS_JS = """() => [...document.querySelectorAll("#table [command=show-modal]")]
  .filter(opener => {
    const { left, top, width, height } = opener.getBoundingClientRect();
    return opener.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  })
  .map(opener => opener.getAttribute("commandfor"))"""
GET_CONTROL_POINTS_JS = """() => {
  const middle = control => {
    const box = control.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  return [...document.querySelectorAll(".lit, #strips rect, #table :is(button, label, a)")]
    .filter(control => control.contains(document.elementFromPoint(...middle(control)))).map(middle);
}"""
"""Returns the positions of controls, highlighted ones first."""
IS_BESIDE_DIALOG_JS = """(sheet, [x, y]) => {
  const box = sheet.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}"""
ENTRY_COUNTS = (1, 2, 5, 13)
"""The numbers of entries of a recorded play after which every sheet is opened."""


def record_post_requests(page: Page) -> list[str]:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if request.method == "POST" else None)
    return requests


def check_tap_beside(page: Page, sheet: str, opener: str, controls: list[list[float]]) -> None:
    dialog = page.locator(sheet)
    TouchUser(page).tap(opener)
    expect(dialog).to_be_visible()
    wait_until_idle(page)
    point = next((point for point in controls if dialog.evaluate(IS_BESIDE_DIALOG_JS, point)), None)
    assert point, f"nothing is beside {sheet}"
    page.evaluate(f"look(); {STOP_ADVANCING_CLOCK_JS}")
    for _ in range(2):
        page.touchscreen.tap(*point)
    page.evaluate("window.isHasty = false")
    expect(dialog).to_be_hidden()
    wait_until_idle(page)


def choose_piece(page: Page) -> None:
    choices = page.locator("#move-form label:has(:is([data-lights], [name=die]):not(:checked)):visible")
    if choices.count():
        choices.first.tap()


@game_drivers.each_slug
def test_a_tap_outside_a_sheet_enters_nothing(phone: MakePhone, slug: str) -> None:
    record = game_drivers.load_record(slug)
    page, log = phone(), record["log"]
    code, checked, played = open_as_recorded(page, slug, record), set[str](), 0
    for entries in ENTRY_COUNTS:
        enter_recorded(page, code, log, played, entries)
        page.goto(f"/t/{code}")
        expect(page.locator("#line")).to_have_class("line live")
        check_taps_beside_all(page, checked)
        played = entries
    assert "menu" in checked


def check_taps_beside_all(page: Page, checked: set[str]) -> None:
    for sheet in page.evaluate(LIST_REACHABLE_DIALOGS_JS):
        if sheet in checked:
            continue
        checked.add(sheet)
        choose_piece(page)
        requests, controls = record_post_requests(page), page.evaluate(GET_CONTROL_POINTS_JS)
        for offline in (False, True):
            page.context.set_offline(offline)
            check_tap_beside(page, f"#{sheet}", f"#table [commandfor={sheet}]:visible", controls)
        page.context.set_offline(False)
        expect(page.locator("#line")).to_have_class("line live")
        expect(page.locator("#waiting")).to_be_hidden()
        assert [url for url in requests if not url.endswith("/ask")] == [], sheet


def test_a_tap_outside_a_drawer_enters_nothing(phone: MakePhone) -> None:
    page = open_with_one_phone(phone, "giza", ["Ana", "Bo"]).page
    choose_piece(page)
    requests, controls = record_post_requests(page), page.evaluate(GET_CONTROL_POINTS_JS)
    check_tap_beside(page, "#drawer", "#menu a[href$='/log']", controls)
    assert requests == []
