"""A phone plays without a server. Its worker may stop, and forms of other sites enter nothing."""

from collections.abc import Iterator
from http.server import ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.app_server import FixedResponseHandler, Server, serve_in_thread
from tests.browser import game_drivers
from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone, expect_result, set_acting_seat, start_as_recorded
from tests.browser.play_by_touch import check_pages_are_current
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.long.phone.offline_phone import (
    download_bundle,
    kill_worker,
    offline_without_server,
    open_offline_lobby,
    start_offline_table,
    wait_for_copy,
)


@pytest.fixture(scope="module")
def user(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TouchUser]:
    with offline_without_server(browser, tmp_path_factory.mktemp("taken")) as opened:
        yield opened


def test_a_response_contains_the_changes_of_its_entry(user: TouchUser) -> None:
    start_offline_table(user)
    requests: list[tuple[str, str]] = []
    user.page.on("request", lambda request: requests.append((request.method, request.url)))
    played = [("+5", "0-0"), ("+4", "1-0"), ("+4", "0-0"), ("-5", "1-1"), ("+3", "0-0")]
    for version, (tile, site) in enumerate(played, 1):
        lay_tile(user, tile, site, version)
    assert requests.count(("POST", f"{user.page.url}/enter")) == len(played)
    assert requests.count(("GET", user.page.url)) < len(played), "now and then, not for each"
    check_pages_are_current([user])


def test_giza_works_offline(user: TouchUser) -> None:
    open_offline_lobby(user, "giza", 2)
    user.name_seat(0, "Ana")
    user.name_seat(1, "Bo")
    user.tap("#plan a[href$='/set-up']")
    user.tap("#step-boards .tick")
    kill_worker(user)
    user.tap("#step-pile .tick")
    expect(user.page.locator("#step-boards[data-done], #step-pile[data-done]")).to_have_count(2)
    user.tap("#drawer button:has-text('✕')")
    expect(user.page.locator("#plan a[href$='/set-up']")).to_contain_text("2 of 5 done")
    expect(user.page.locator("select[name=first] option").nth(1)).to_contain_text("Bo")
    user.start_game()
    table = user.page.url
    user.tap("#menu [action*='/guide?'] button")
    expect(user.page.locator("#guide")).to_contain_text("Lay a stone")
    kill_worker(user)
    lay_tile(user, "+2", "0-0", 1)
    expect(user.page.locator("#guide")).to_contain_text("Lay a treasure")
    kill_worker(user)
    play_tile(user, "-4", 0, 0)
    expect(user.page.locator("#answer .answer")).to_contain_text("Lay a smaller number on a +2 stone")
    user.tap("#head form:has([value=undo]) button:not([commandfor])")
    wait_for_version(user.page, 2)
    kill_worker(user)
    user.tap("button[commandfor=menu]")
    user.tap("#menu a:text('Log')")
    expect(user.page.locator("#drawer")).to_contain_text("+2")
    user.tap("#drawer button:has-text('✕')")
    user.page.wait_for_url(table)
    wait_for_version(user.page, 2)
    expect(user.page.locator("#line")).to_have_class("line live")


def test_a_recorded_play_works_offline(user: TouchUser) -> None:
    user.page.goto("/")
    user.tap("a[href='/pocket/plays']:has(svg)")
    user.tap("a[href='/pocket/watch/giza/three_pyramids']")
    user.tap("#next")
    expect(user.page.locator("#words")).to_contain_text("Ana laid a +5 stone")
    user.tap("#ways form button")
    wait_for_version(user.page, 1)
    lay_tile(user, "scarab", "3-0", 2)
    expect(user.page.locator("#news")).to_contain_text("Same move as in the recording.")
    user.tap("#news a")
    expect(user.page.locator("#words .at")).to_contain_text("2/26")


def test_a_whole_game_works_offline(user: TouchUser) -> None:
    slug = "deadline"
    record = game_drivers.load_record(slug)
    open_offline_lobby(user, slug, len(record["seats"]))
    for seat, name in enumerate(record["seats"]):
        user.name_seat(seat, name)
    start_as_recorded(user, slug, record)
    user.wait_for_start()
    version = int(user.page.locator("#table").get_attribute("data-version") or 0)
    for number, line in enumerate(game_drivers.get_entries(slug, record)):
        if number % 7 == 3:
            kill_worker(user)
        set_acting_seat(user, line.get("seat", -1))
        game_drivers.enter_move(user, slug, line)
        version += 1
        wait_for_version(user.page, version, line)
    expect_result(user.page, record)
    kill_worker(user)
    user.page.reload()
    wait_for_version(user.page, version)


MARK_AND_CUT_SNAPSHOT_JS = """async length => {
  const cache = await caches.open("pocket");
  for (const { url } of await cache.keys()) {
    if (!url.endsWith(".bin") || !url.includes("/image-")) continue;
    const bytes = (await (await cache.match(url)).arrayBuffer()).slice(0, length);
    await cache.put(url, new Response(bytes, { headers: { Mark: "ours" } }));
  }
}"""
READ_SNAPSHOT_MARKS_JS = """async () => {
  const cache = await caches.open("pocket");
  const images = (await cache.keys()).filter(({ url }) => url.includes("/image-"));
  const responses = await Promise.all(images.map(image => cache.match(image)));
  return responses.map(({ headers }) => headers.get("Mark"));
}"""
"""Returns for each part of the cached Python snapshot "ours" if the test stored it, otherwise null."""
UNKNOWN_PATH = "/t/ZZZZZZ"
MOVE_FORM_BODY = "kind=move&move=Play&seat=0&tile=%2B2&board=0&site=0"
FOREIGN_PAGE_HTML = """<!doctype html><meta name="referrer" content="no-referrer">
<form method="post" action="{action}">
{fields}<button>Win a prize</button></form>"""


@pytest.fixture
def table(user: TouchUser) -> str:
    return start_offline_table(user)


class ForeignSiteHandler(FixedResponseHandler):
    """Serves a page of another site, whose form is sent to the app."""


@pytest.fixture
def foreign() -> Iterator[str]:
    site = ThreadingHTTPServer(("127.0.0.1", 0), ForeignSiteHandler)
    with serve_in_thread(site):
        yield f"http://127.0.0.1:{site.server_port}/"


def post_from_foreign_page(page: Page, foreign: str, action: str, form: str) -> Response:
    """Send ``form`` to the URL ``action`` from a page at ``foreign``, and return the response."""
    fields = "".join(
        f'<input type="hidden" name="{name}" value="{value.replace("%2B", "+")}">'
        for name, _, value in (pair.partition("=") for pair in form.split("&"))
    )
    ForeignSiteHandler.page = FOREIGN_PAGE_HTML.format(action=action, fields=fields).encode()
    page.goto(foreign)
    with page.expect_navigation() as answered:
        page.locator("button").tap()
    assert answered.value is not None
    return answered.value


def test_forms_of_other_sites_enter_nothing(user: TouchUser, table: str, foreign: str) -> None:
    form = f"{MOVE_FORM_BODY}&key=foreign-0001"
    answer = post_from_foreign_page(user.page, foreign, f"{table}/enter", form)
    assert answer.from_service_worker
    assert answer.status == 403
    expect(user.page.locator(".answer")).to_contain_text("another site")
    user.page.goto(table)
    wait_for_version(user.page, 0)
    home = table.partition("/t/")[0]
    form = "language=fr&back=/pocket/"
    response = post_from_foreign_page(user.page, foreign, f"{home}/pocket/language", form)
    assert response.status == 403
    user.page.goto("/pocket/")
    expect(user.page.locator("html")).to_have_attribute("lang", "en")


def test_the_worker_keeps_a_forms_origin(phone: MakePhone, server: Server, foreign: str) -> None:
    ana = TouchUser(phone())
    download_bundle(ana)
    code = ana.open_table("cheops_catan", ["Ana", "Bo", "Cy"], server.address, one_phone=True)
    table = f"/t/{code}"
    wait_for_copy(ana.page, 0)
    ways = ((f"{table}/enter", f"{MOVE_FORM_BODY}&key=way-0001", 1), (f"{UNKNOWN_PATH}/leave", "a=b", 0))
    for action, form, by_the_phone in ways:
        answer = post_from_foreign_page(ana.page, foreign, server.address + action, form)
        assert answer.status == 403
        expect(ana.page.locator(".answer")).to_contain_text("another site")
        expect(ana.page.locator("html[data-offline-app]")).to_have_count(by_the_phone)
    ana.page.goto(table)
    wait_for_version(ana.page, 0)


def test_the_apps_own_form_works_without_scripts(user: TouchUser, table: str) -> None:
    page = user.page
    page.wait_for_load_state()
    with page.expect_navigation():
        page.evaluate(
            """form => {
              const element = Object.assign(document.createElement("form"), {
                method: "post", action: `${location.pathname}/enter` });
              for (const [name, value] of new URLSearchParams(form))
                element.append(Object.assign(document.createElement("input"), { name, value }));
              document.body.append(element);
              HTMLFormElement.prototype.submit.call(element);
            }""",
            f"{MOVE_FORM_BODY}&key=ours-0001",
        )
    page.goto(table)
    wait_for_version(page, 1)
    kill_worker(user)
    page.reload()
    wait_for_version(page, 1)


def test_the_worker_starts_without_a_damaged_snapshot(user: TouchUser, table: str) -> None:
    user.page.evaluate(MARK_AND_CUT_SNAPSHOT_JS, 1 << 40)
    kill_worker(user)
    lay_tile(user, "+5", "0-0", 1)
    assert sorted(user.page.evaluate(READ_SNAPSHOT_MARKS_JS), key=bool) == [None, "ours"], "not made anew"
    user.page.evaluate(MARK_AND_CUT_SNAPSHOT_JS, 1 << 20)
    kill_worker(user)
    lay_tile(user, "-1", "0-1", 2)
    assert user.page.evaluate(READ_SNAPSHOT_MARKS_JS) == [None, None], "not dropped"
