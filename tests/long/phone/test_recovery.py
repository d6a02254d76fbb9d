"""The status "live" is correct, and phones recover from faults without losing entries."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.server import ThreadingHTTPServer

from playwright.sync_api import Browser, Page, Route, expect

from companion.lan.addresses import open_listening_socket
from tests.app_server import FixedResponseHandler, Server, serve_in_thread
from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone, open_with_phone_each
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import phone_with_bundle
from tests.waiting import WAIT_SECONDS, wait_until

ENDURED_SILENCE_MS, TOO_LONG_SILENCE_MS = 8_000, 12_000
"""Milliseconds just before and after the longest silence of a stream."""
COUNT_MESSAGES_JS = """() => { window.breaths = 0;
  document.addEventListener("htmx:sse:before:message", () => { breaths += 1; }); }"""

RECORD_CONNECTION_JS = """() => { const { dataset } = document.documentElement;
  window.states = [];
  new MutationObserver(() => states.push(dataset.connection))
    .observe(document.documentElement, { attributeFilter: ["data-connection"] }); }"""


class BadGatewayHandler(FixedResponseHandler):
    status = 502
    page = b"<h1>502 Bad Gateway</h1>"


@contextmanager
def replace_with_502_proxy(server: Server) -> Iterator[None]:
    """Stop the server, and answer status 502 at its address during the block."""
    server.kill()
    ThreadingHTTPServer.allow_reuse_address = True
    open_listening_socket("127.0.0.1", server.port, 10).close()  # when the server has stopped
    with serve_in_thread(ThreadingHTTPServer(("127.0.0.1", server.port), BadGatewayHandler)):
        yield


def open_live_table(phone: MakePhone, server: Server) -> tuple[TouchUser, str]:
    """Return (user of a phone whose clock a test can set forward, code of the phone's table)."""
    ana = TouchUser(phone(base_url=server.address))
    ana.page.clock.install()
    code = ana.open_table("giza", ["Ana", "Bo"])
    expect(ana.page.locator("#line")).to_have_class("line live")
    return ana, code


def test_a_silent_server_is_shown_and_soon_after_an_entry(phone: MakePhone, own_server: Server) -> None:
    ana, code = open_live_table(phone, own_server)
    bo, line = TouchUser(phone(base_url=own_server.address)), ana.page.locator("#line")
    bo.join_seat(code, 1)
    with own_server.suspended():
        ana.page.clock.fast_forward(TOO_LONG_SILENCE_MS)
        expect(line).to_have_class("line offline")
    expect(line).to_have_class("line live")
    with own_server.suspended():
        play_tile(ana, "+5", 0, 0)
        ana.page.wait_for_selector("html[data-pending~=tap]", state="attached")
        ana.page.clock.fast_forward(5_000)
        expect(line).to_have_class("line offline")
    wait_for_version(bo.page, 1)
    expect(line).to_have_class("line live")


def test_a_quiet_table_stays_live(phone: MakePhone, own_server: Server) -> None:
    page = open_live_table(phone, own_server)[0].page
    page.evaluate(COUNT_MESSAGES_JS)
    for breath in (1, 2):
        page.clock.fast_forward(ENDURED_SILENCE_MS)
        wait_until(partial(page.evaluate, "count => breaths >= count", breath), "a heartbeat of the stream")
        expect(page.locator("#line")).to_have_class("line live")


def wait_for_worker(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready")
    expect(page.locator("#line")).to_have_class("line live")


def test_a_proxy_without_the_app_shows_the_cached_page(phone: MakePhone, own_server: Server) -> None:
    ana = TouchUser(phone(base_url=own_server.address))
    ana.open_table("giza", ["Ana", "Bo"])
    wait_for_worker(ana.page)
    ana.page.reload()  # through the worker, which caches it
    wait_for_worker(ana.page)
    with replace_with_502_proxy(own_server):
        expect(ana.page.locator("#line")).to_have_class("line offline")
        expect(ana.page.locator("#captive-portal")).to_be_hidden()
        ana.page.reload()
        expect(ana.page.locator("#board")).to_be_visible()
        expect(ana.page.locator("#line")).to_have_class("line offline")
        play_tile(ana, "+5", 0, 0)
        expect(ana.page.locator("#line b")).to_have_text("1")
        expect(ana.page.locator("#captive-portal")).to_be_hidden()
        ana.page.goto("/calculators")
        expect(ana.page.locator("h1")).to_have_text("No connection")
        ana.page.go_back()
    own_server.start()
    wait_for_version(ana.page, 1)


def test_a_proxy_without_the_app_opens_the_offline_app(browser: Browser, own_server: Server) -> None:
    with phone_with_bundle(browser, own_server.address) as user, replace_with_502_proxy(own_server):
        user.page.goto("/")
        expect(user.page).to_have_url(f"{own_server.address}/pocket/")
        expect(user.page.locator("h1")).to_be_visible()


SIMULATE_SLEEP_JS = """asleep => {
  Object.defineProperty(document, "hidden", {value: asleep, configurable: true});
  document.dispatchEvent(new Event("visibilitychange")); }"""


def test_one_unanswered_request_does_not_leave_the_phone_offline(phone: MakePhone) -> None:
    ana = TouchUser(phone(service_workers="block"))
    ana.open_table("giza", ["Ana", "Bo"])
    expect(ana.page.locator("#line")).to_have_class("line live")
    ana.page.route("**/log*", lambda route: route.abort(), times=1)
    ana.tap("button[commandfor=menu]")
    ana.tap("#menu a[href$='/log']")
    expect(ana.page.locator("#line")).to_have_class("line offline")
    expect(ana.page.locator("#line")).to_have_class("line live")


def test_a_stream_that_the_page_renews_is_no_lost_connection(phone: MakePhone) -> None:
    ana, bo = TouchUser(phone()), TouchUser(phone())
    ana.page.goto("/open/giza")
    code = ana.open_lobby()
    bo.page.goto("/")
    bo.join_seat(code, 1)
    ana.page.evaluate(RECORD_CONNECTION_JS)
    ana.start_game()
    ana.enter_for("all")
    expect(ana.page.locator("#line")).to_have_class("line live")
    assert set(ana.page.evaluate("states")) <= {"live"}
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 1)


def test_a_page_with_a_late_script_still_opens_its_stream(phone: MakePhone) -> None:
    ana, bo = TouchUser(phone()), TouchUser(phone(service_workers="block"))
    code = ana.open_table("giza", ["Ana", "Bo"])
    late: list[Route] = []
    bo.join_seat(code, 1)
    bo.page.route(
        re.compile("/(js/main|chunks)[./]"), lambda route: route.continue_() if late else late.append(route)
    )
    bo.page.reload(wait_until="commit")
    expect(bo.page.locator("#table")).to_be_visible()
    wait_until(lambda: bo.page.title() and late, "a question for the script")
    late[0].continue_()
    expect(bo.page.locator("#stream")).to_have_attribute("data-htmx-powered", "true")
    play_tile(ana, "+5", 0, 0)
    wait_for_version(bo.page, 1)


def test_a_phone_shows_the_current_state_after_sleep(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    bo.page.evaluate(SIMULATE_SLEEP_JS, True)
    bo.page.route("**/t/**", lambda route: route.abort())
    ana.enter_for("all")
    for number, site in enumerate((0, 1, 2), 1):
        lay_tile(ana, "+5", f"0-{site}", number)
    bo.page.unroute("**/t/**")
    bo.page.evaluate(SIMULATE_SLEEP_JS, False)
    expect(bo.page.locator("#table")).to_have_attribute("data-version", "3")


def test_an_update_is_offered_and_never_forced(phone: MakePhone, own_server: Server) -> None:
    ana = TouchUser(phone())
    ana.open_table("giza", ["Ana", "Bo"], own_server.address.replace("127.0.0.1", "localhost"))
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload()
    expect(ana.page.locator("#fresh")).to_be_hidden()
    own_server.kill()
    own_server.start(COMPANION_RELEASE="next")
    ana.page.evaluate(
        "navigator.serviceWorker.getRegistration().then(registration => registration.update())"
    )
    expect(ana.page.locator("#fresh")).to_be_visible()
    expect(ana.page.locator("#table")).to_be_visible()
    with ana.page.expect_navigation():
        ana.tap("#fresh button")
    expect(ana.page.locator("#table")).to_be_visible()
    expect(ana.page.locator("#fresh")).to_be_hidden()


RECORD_ANIMATIONS_JS = """() => {
  const animate = Element.prototype.animate;
  window.flights = [];
  Element.prototype.animate = function (frames, { duration }) {
    const down = Number.parseFloat(frames.translate[0].split(" ")[1]);
    window.flights.push([this.className, down > 0, duration]);
    return animate.call(this, frames, { duration });
  };
}"""
"""Records each animation on the board: the element, whether it starts below, and its duration."""


def test_a_piece_is_animated_from_the_form_or_the_seat_unless_motion_is_reduced(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    calm = TouchUser(phone(reduced_motion="reduce"))
    calm.page.goto(f"/j/{ana.page.url.rsplit('/', 1)[1]}")
    calm.tap("button:text('Just watch')")
    wait_for_version(calm.page, 0)
    everybody = (ana, bo, calm)
    for user in everybody:
        user.page.evaluate(RECORD_ANIMATIONS_JS)
    for version, (user, tile) in enumerate(((ana, "+4"), (bo, "+3")), 1):
        play_tile(user, tile, 0, 0)
        wait_on_all_phones(everybody, version)
    flights = [user.page.evaluate("flights.map(([, up]) => up)") for user in everybody]
    assert flights == [[True, False], [False, True], []]
    assert ana.page.evaluate("flights[0]") == ["tile plus", True, 150]


def test_phones_follow_to_another_process(phone: MakePhone, two_servers: tuple[Server, Server]) -> None:
    stopping, other = two_servers
    with closing(CuttableProxy(stopping.port)) as proxy:
        ana, bo = TouchUser(phone(base_url=proxy.address)), TouchUser(phone(base_url=other.address))
        code = ana.open_table("giza", ["Ana", "Bo"])
        bo.join_seat(code, 1)
        expect(ana.page.locator("#line")).to_have_class("line live")
        ana.page.evaluate(RECORD_CONNECTION_JS)
        proxy.set_target_port(other.port)
        stopping.process.terminate()
        stopping.process.wait(WAIT_SECONDS)
        play_tile(ana, "+5", 0, 0)
        wait_for_version(bo.page, 1)
        play_tile(bo, "+4", 1, 0)
        wait_for_version(ana.page, 2)
        assert set(ana.page.evaluate("states")) <= {"live"}
