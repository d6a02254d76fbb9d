"""The board shows entries at once at their targets, and until they are sent, also if the server is late."""

from playwright.sync_api import Route, expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.game_drivers import cheops_catan
from tests.browser.game_drivers.cheops_catan import (
    FOUNDED_LOG,
    enter_founding,
    open_founded_table,
    press_button,
    press_buttons,
)
from tests.browser.game_drivers.cheops_treasure import FIRST_TURN
from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone, open_with_one_phone, open_with_phone_each, set_acting_seat
from tests.browser.play_by_touch import TABLE_HTML_JS
from tests.browser.tables import enter_recorded, open_as_recorded, open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.long.phone.offline_phone import wait_until_cached

ENTRIES_BEFORE_TARGET = {
    "giza": 4,
    "deadline": 3,
    "cheops_dice": 2,
    "cheops_treasure": 3,
    "cheops_catan": 10,
}
"""The number of entries after which the next one has a target on the board."""
TARGET_SELECTORS = {"giza": ".spot", "cheops_treasure": ".space", "cheops_dice": "label.cell"}
"""The target of such an entry; in the other games it is the seat's board."""
QUEUED_TARGET_SELECTOR = "#board [data-waiting]"
STONE_CORNERS_JS = "document.querySelector('#tomb .ghost')?.getAttribute('points')"


def open_started_table(phone: MakePhone, slug: str) -> tuple[TouchUser, list[game_drivers.RecordedLine]]:
    """Open a table and make its first entries. Return (user who enters for all seats, later entries)."""
    page = phone(reduced_motion="reduce")
    record = game_drivers.load_record(slug)
    code, log = open_as_recorded(page, slug, record), game_drivers.get_entries(slug, record)
    enter_recorded(page, code, log, 0, ENTRIES_BEFORE_TARGET[slug])
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"/t/{code}")
    wait_for_version(page, ENTRIES_BEFORE_TARGET[slug])
    wait_until_cached(page)
    return TouchUser(page), log[ENTRIES_BEFORE_TARGET[slug] :]


@game_drivers.each_slug
def test_an_offline_entry_is_drawn_at_its_target_until_it_is_sent(phone: MakePhone, slug: str) -> None:
    user, (line, *_) = open_started_table(phone, slug)
    page = user.page
    page.context.set_offline(True)
    game_drivers.enter_move(user, slug, line)
    expect(page.locator(QUEUED_TARGET_SELECTOR).first).to_be_visible()
    expect(page.locator(".queued")).to_have_text("↑1")
    expect(page.locator("#waiting > summary")).to_contain_text("Sent when you’re back online")
    expect(page.locator("#prompt")).to_be_visible(visible=slug == "cheops_catan")
    if slug in TARGET_SELECTORS:
        assert page.locator(QUEUED_TARGET_SELECTOR).first.evaluate(
            "(place, kind) => Boolean(place.closest(kind))", TARGET_SELECTORS[slug]
        )
    else:
        expect(page.locator(f"#board-{line['seat']}[data-waiting]")).to_be_visible()
    hand, stone = page.locator("#move-form").inner_text(), page.evaluate(STONE_CORNERS_JS)
    assert bool(stone) == (slug == "deadline")
    page.reload()
    expect(page.locator(".queued")).to_have_text("↑1")
    assert page.evaluate(STONE_CORNERS_JS) == stone
    assert page.locator("#move-form").inner_text() == hand
    page.context.set_offline(False)
    wait_for_version(page, ENTRIES_BEFORE_TARGET[slug] + 1)
    expect(page.locator(QUEUED_TARGET_SELECTOR)).to_have_count(0)
    expect(page.locator(".queued")).to_have_count(0)
    live = page.locator("#table").evaluate(TABLE_HTML_JS)
    page.reload()
    assert page.locator("#table").evaluate(TABLE_HTML_JS) == live


def test_an_undone_offline_entry_can_be_chosen_again(phone: MakePhone) -> None:
    user, (line, *_) = open_started_table(phone, "giza")
    page = user.page
    page.context.set_offline(True)
    for undo_selectors in (["#take-back"], ["#waiting > summary", "#waiting p button"]):
        game_drivers.enter_move(user, "giza", line)
        expect(page.locator(".queued-piece .tile")).to_be_visible()
        expect(page.locator("#move-form")).to_be_hidden()
        for selector in undo_selectors:
            user.tap(selector)
        expect(page.locator("#board :is([data-waiting], .queued, .queued-piece)")).to_have_count(0)
    game_drivers.enter_move(user, "giza", line)
    page.context.set_offline(False)
    wait_for_version(page, ENTRIES_BEFORE_TARGET["giza"] + 1)
    expect(page.locator("#outbox")).to_be_hidden()


def test_the_move_form_is_hidden_if_a_queued_entry_makes_it_outdated(phone: MakePhone) -> None:
    ana = open_founded_table(phone)
    press_buttons(ana, ["Income 0 2"], len(FOUNDED_LOG) + 1)
    ana.page.context.set_offline(True)
    ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    expect(ana.page.locator("#move-form")).to_be_visible()
    press_button(ana, "Give 0 1 1")
    expect(ana.page.locator("#waiting p")).to_have_count(2)
    expect(ana.page.locator("#move-form")).to_be_hidden()


def test_a_watching_phone_shows_how_old_its_state_is(phone: MakePhone) -> None:
    host, guest = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(host, "+5", 0, 0)
    lay_tile(guest, "+4", "1-0", 2)
    guest.page.context.set_offline(True)
    expect(guest.page.locator("#prompt")).to_contain_text(" As of entry 2. Then it was Ana’s turn.")
    expect(guest.page.locator("#prompt .awaited")).to_be_hidden()
    guest.page.context.set_offline(False)
    expect(guest.page.locator("#prompt .awaited")).to_be_visible()
    expect(guest.page.locator("#prompt .as-of")).to_be_hidden()


def test_a_queued_entry_is_described_without_its_preview(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "cheops_treasure", ["Ana", "Bo"])
    for version, line in enumerate(FIRST_TURN[:2], 1):
        game_drivers.enter_move(ana, "cheops_treasure", line)
        wait_for_version(ana.page, version)
    ana.page.context.set_offline(True)
    expect(ana.page.locator("#line")).to_contain_text("offline")
    game_drivers.enter_move(ana, "cheops_treasure", FIRST_TURN[2])
    waiting = ana.page.locator("#waiting")
    expect(waiting).to_contain_text("Drawn: sun")
    expect(waiting).not_to_contain_text("left")


def test_a_contested_batch_waits_for_answers(phone: MakePhone) -> None:
    ana, bo, _ = open_with_phone_each(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    for user in (ana, bo):
        user.enter_for("all")
    enter_founding(ana, 9)
    wait_for_version(bo.page, 9)
    ana.page.route("**/enter", lambda route: route.abort())
    ana.tap("button[value='Roll 0 6']")
    expect(ana.page.locator("#next-step")).to_be_visible()
    ana.page.context.set_offline(True)
    ana.page.unroute("**/enter")
    ana.tap("#next-step [commandfor=next-gold]")
    ana.tap("#next-step button[value='Income 0 2']")
    ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#waiting p")).to_have_count(3)
    bo.tap("button[value='Roll 0 8']")
    wait_for_version(bo.page, 10)
    ana.page.context.set_offline(False)
    contested = ana.page.locator("#contested")
    expect(contested.locator(".theirs")).to_contain_text("rolled 8")
    expect(contested.locator(".yours li")).to_have_count(3)
    wait_for_version(ana.page, 10)
    ana.page.reload()
    expect(contested.locator(".yours li")).to_have_count(3)
    ana.tap("#contested li:last-child button:text('Enter it')")
    wait_on_all_phones([ana, bo], 11)
    expect(contested.locator(".yours li")).to_have_count(2)
    ana.tap("#contested .drop-all")
    wait_on_all_phones([ana, bo], 12)
    expect(contested).to_be_hidden()
    for user in (ana, bo):
        expect(user.page.locator("#news")).to_contain_text("Not entered:")


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


def test_a_queued_stone_names_the_owner_of_the_site(phone: MakePhone) -> None:
    record, page = load_plays("cheops_catan")["pyramid_complete"], phone()
    laid = next(n for n, line in enumerate(record["log"]) if line.get("owner") is not None)
    open_page_as_recorded(page, "cheops_catan", record, laid)
    expect(page.locator("#line")).to_have_class("line live")
    page.context.set_offline(True)
    cheops_catan.enter(TouchUser(page), record["log"][laid])
    name = record["seats"][record["log"][laid]["owner"]]
    expect(page.locator("#waiting")).to_contain_text(f"Stone via {name}")
