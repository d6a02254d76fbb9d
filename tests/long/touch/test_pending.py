"""The board shows an entry at once, even if the server answers late."""

from playwright.sync_api import Route, expect

from tests.browser import game_drivers
from tests.browser.joining import MakePhone, set_acting_seat
from tests.browser.tables import enter_recorded, open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version

RECORD_QUEUED_MARK_JS = """() => {
  const PLACES = ":is(#board, #move-form) [data-waiting]";
  const isSeen = place => place.getClientRects().length > 0;
  addEventListener("click", () => {
    window.shown = null;
    requestAnimationFrame(() => {
      window.shown = [...document.querySelectorAll(PLACES)].some(isSeen);
    });
  });
}"""
"""Records whether the board shows a queued entry in the first frame after the last tap."""


@game_drivers.each_slug
def test_the_board_shows_a_tap_before_the_server_answers(phone: MakePhone, slug: str) -> None:
    record = game_drivers.load_record(slug)
    log = record["log"]
    user = TouchUser(phone())
    page = user.page
    code = open_page_as_recorded(page, slug, record)
    page.evaluate(RECORD_QUEUED_MARK_JS)
    held_requests: list[Route] = []
    moves = [(number, line) for number, line in enumerate(log) if line.get("kind", "move") == "move"]
    first_of_kind = {line["move"]: number for number, line in reversed(moves)}
    for number, line in enumerate(log[: max(first_of_kind.values()) + 1]):
        if number not in first_of_kind.values():
            enter_recorded(page, code, log, number, number + 1)
            wait_for_version(page, number + 1)
            continue
        set_acting_seat(user, line.get("seat", -1))
        page.route("**/enter", lambda route: held_requests.append(route))
        with page.expect_request("**/enter"):
            game_drivers.enter_move(user, slug, line)
        page.wait_for_function("() => window.shown !== null")
        assert page.evaluate("shown"), line
        held_requests.pop().continue_()
        wait_for_version(page, number + 1, line)
        page.unroute("**/enter")
        expect(page.locator(":is(#board, #move-form) [data-waiting]")).to_have_count(0)
