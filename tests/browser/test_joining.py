"""Opening and joining tables, from the home page to the first move. Typed values are never lost."""

import re

from playwright.sync_api import Route, expect

from tests.app_server import Server
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import PHONE_OPTIONS, MakePhone, open_with_phone_each, record_page_loads
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.waiting import wait_until_idle


def test_only_the_table_is_a_page_load_on_the_way_from_home(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    ana.page.goto("/")
    loaded = record_page_loads(ana.page)
    ana.tap("a[href='/open/giza']")
    expect(ana.page).to_have_url(re.compile("/open/giza$"))
    expect(ana.page).to_have_title(re.compile("Giza"))
    expect(ana.page.locator("h1")).to_be_focused()
    ana.write("input[name=host]", "Ana")
    ana.tap("input[name=seats][value='2']")
    ana.tap("input[name=mode][value=tally]")
    expect(ana.page.locator("input[name=edition], select[name=edition]")).to_have_count(0)
    expect(ana.page.locator("#who-played")).to_be_visible()
    for name in ("Bo", "bo"):
        ana.write(".new-person input", name)
        ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".person bdi")).to_have_text(["Bo"])
    ana.tap("input[name=mode][value=referee]")
    expect(ana.page.locator("#who-played")).to_have_count(0)
    expect(ana.page.locator("input[name=seats][value='2']")).to_be_checked()
    expect(ana.page.locator("input[name=host]")).to_have_value("Ana")
    assert loaded == []
    ana.tap("button:text('Open the table')")
    wait_for_version(ana.page, 0)
    assert [re.sub("/t/.*", "/t/", url) for url in loaded] == [re.sub("/t/.*", "/t/", ana.page.url)]


def test_a_refused_form_shows_the_reason_and_keeps_its_values(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    ana.page.goto("/")
    loaded = record_page_loads(ana.page)
    ana.tap("footer a[href='/groups']")
    ana.write("input[name=name]", "Thursday")
    ana.tap("button:text('Create a group')")
    expect(ana.page.locator("h1")).to_have_text("Thursday")
    group = ana.page.url
    ana.write("input[name=link]", "no link of an edition")
    ana.tap("button:text('Add it to the library')")
    expect(ana.page.locator("#answer .answer")).to_be_in_viewport()
    expect(ana.page.locator("input[name=link]")).to_have_value("no link of an edition")
    expect(ana.page).to_have_url(group)
    ana.tap("header a")
    ana.tap("footer a[href='/groups']")
    expect(ana.page.locator(f"a[href='/g/{group.rsplit('/', 1)[1]}']")).to_be_visible()
    assert loaded == []


MAX_PIXELS_BELOW_FIELD = 60


def test_a_wrong_code_shows_a_message_at_the_field_and_spaces_are_ignored(phone: MakePhone) -> None:
    ana, bo = TouchUser(phone()), TouchUser(phone())
    ana.choose_game("giza")
    code = ana.open_lobby()
    bo.page.goto("/")
    bo.tap("#code")
    bo.page.keyboard.press("Enter")
    assert bo.page.locator("#code").evaluate("it => it.validationMessage") == "This is still missing."
    bo.page.keyboard.type("fqk-f np")
    message = bo.page.locator("#by-code [role=alert]")
    expect(message).to_be_in_viewport()
    expect(message).to_have_text("There is no table with this code. Compare it with the host’s screen.")
    field, words = bo.get_bounds("#code"), bo.get_bounds("#by-code [role=alert]")
    assert 0 <= words["y"] - (field["y"] + field["height"]) < MAX_PIXELS_BELOW_FIELD
    expect(bo.page.locator("#code")).to_have_value("fqkfnp")
    bo.write("#code", f"{code[:3]} {code[3:]}")
    expect(bo.page.locator("h1")).to_have_text(f"Join {code}")
    assert bo.page.locator("h1").evaluate("it => getComputedStyle(it).outlineStyle") == "none"


MAX_TAPS = 3
"""The taps of a guest until the seat is taken, including one for the camera."""


def test_three_phones_join_name_and_start_a_table(phone: MakePhone) -> None:
    ana, bo, cy = users = [TouchUser(phone(**kind)) for kind in PHONE_OPTIONS]
    ana.choose_game("giza")
    code = ana.open_lobby()
    expect(ana.page.locator("#join svg")).to_be_in_viewport(ratio=1)
    expect(ana.page.locator("#move-form button")).to_be_in_viewport(ratio=1)
    ana.name_seat(0, "Ana")

    bo.join_seat(code, 1)
    bo.page.wait_for_selector("#place-1.mine")
    assert 1 + bo.taps + bo.flicks <= MAX_TAPS
    expect(ana.page.locator("#place-1 .whose")).to_have_text("Player 2")
    cy.page.goto("/")
    cy.write("input[name=code]", code)  # the form submits itself
    cy.tap(".join-seat:has([value='3'])")
    cy.tap("#sit-down")
    cy.page.wait_for_selector("#place-3.mine")
    assert cy.taps <= MAX_TAPS
    expect(cy.page.locator("#move-form")).to_contain_text("Ana starts the game")
    expect(cy.page.locator("#join svg")).to_be_in_viewport(ratio=1)
    assert cy.page.locator("#move-form .primary, #plan form, #place-0 a").count() == 0

    ana.name_seat(3, "Cy")
    bo.name_seat(1, "Bo")
    expect(ana.page.locator("#place-1 .whose")).to_have_text("Bo")
    loaded = [record_page_loads(user.page) for user in users]
    ana.tap("#move-form button:text('Start with 3')")
    for user in users:
        user.wait_for_start()
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones(users, 1)
    assert loaded == [[], [], []]
    expect(cy.page.locator("#seats li:has(.mine)")).to_have_class(re.compile("c2"))

    ana.tap(f"a[href='/t/{code}/seats']")
    ana.tap(f"form[action='/t/{code}/seats/1/host'] button")
    expect(ana.page.locator(".card.c1 .tag")).to_have_text("host")
    bo.tap(f"a[href='/t/{code}/seats']")
    bo.tap(f"a[href='/t/{code}/leave']")
    bo.tap("main form button")
    expect(ana.page.locator(".card.c1 .tag")).to_have_text("free")
    expect(ana.page.locator(f"form[action='/t/{code}/seats/2/host'] button")).to_be_visible()
    late = TouchUser(phone())
    late.join_seat(code, 1)
    play_tile(late, "+4", 1, 0)
    wait_on_all_phones([ana, cy, late], 2)


def test_settings_changed_by_the_host_are_saved_before_the_start(phone: MakePhone) -> None:
    ana, bo, cy = users = [TouchUser(phone()) for _ in PHONE_OPTIONS]
    ana.choose_game("giza")
    code = ana.open_lobby()
    for seat, guest in enumerate((bo, cy), 1):
        guest.join_seat(code, seat)
        guest.page.wait_for_selector(f"#place-{seat}.mine")
    slow = list[Route]()
    ana.page.route("**/lobby/settings", lambda route: slow.append(route), times=1)
    for seat in (2, 0, 1):
        ana.choose("select[name=first]", str(seat))
    ana.tap("#move-form button")
    expect(ana.page.locator("#plan")).to_be_visible()
    slow[0].continue_()
    for user in users:
        user.wait_for_start()
    play_tile(bo, "+5", 0, 0)
    wait_on_all_phones(users, 1)


def test_a_refused_setting_is_no_longer_reported_after_a_valid_one(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    ana.choose_game("cheops_catan")
    ana.open_lobby()
    for number, answers in (("99", 1), ("15", 0)):
        ana.write("input[name='option.black_stones']", number)
        ana.page.keyboard.press("Enter")
        expect(ana.page.locator("#answer > *")).to_have_count(answers)
        wait_until_idle(ana.page)


def test_http_explains_the_wake_lock_and_copies_links(phone: MakePhone, server: Server) -> None:
    ana = TouchUser(phone(base_url=server.address.replace("127.0.0.1", "table.test")))
    ana.page.goto("/open/giza")
    code = ana.open_lobby()
    ana.page.goto(f"/t/{code}/seats")
    assert not ana.page.evaluate("isSecureContext")
    expect(ana.page.locator("[data-switch=awake]")).to_be_hidden()
    expect(ana.page.locator("[data-on-http]")).to_be_visible()
    ana.tap("a[data-share]")
    expect(ana.page.locator(".copied")).to_be_visible()
    assert ana.page.evaluate("String(getSelection())") == ana.page.locator("a[data-share]").inner_text()
    expect(ana.page).to_have_url(re.compile(f"/t/{code}/seats$"))


CONTROL_LABELS_JS = """() => [...document.querySelectorAll(
  "#head, #board, #move-form, #table :is(button, a, input, label)")]
  .filter(one => !one.closest("dialog, #question") && one.getClientRects().length)
  .map(one => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return [one.outerHTML.slice(0, 60), box.x, box.y, box.width, box.height, one.contains(hit)];
  })"""
"""Returns the boxes of a table's parts and controls, and whether their centres can be tapped."""


def test_a_new_phone_claims_its_seat_and_no_control_moves(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    code, new = bo.page.url.rsplit("/", 1)[1], TouchUser(phone())
    wait_until_idle(ana.page)
    wait_until_idle(bo.page)
    before = [user.page.evaluate(CONTROL_LABELS_JS) for user in (ana, bo)]
    new.page.goto(f"/j/{code}")
    new.tap("a.occupied >> nth=1")
    new.tap("button:text('Ask for this seat')")
    expect(new.page).to_have_url(re.compile(f"/j/{code}/asking$"))
    expect(bo.page.locator(".question-line")).to_contain_text("Another phone is asking for your seat.")
    expect(ana.page.locator(".question-line")).to_contain_text("Somebody is asking for Bo’s seat.")
    assert [user.page.evaluate(CONTROL_LABELS_JS) for user in (ana, bo)] == before
    ana.tap(".question-line")
    expect(ana.page.get_by_role("dialog")).to_contain_text("Bo decides: the question is on their phone.")
    bo.tap(".question-line")
    bo.tap("dialog[open] button:text('Yes')")
    expect(new.page).to_have_url(re.compile(f"/t/{code}$"))
    expect(new.page.locator("#board")).to_be_visible()
    expect(bo.page.locator("main")).to_contain_text("This phone has lost its seat")
    expect(ana.page.locator(".question-line")).to_have_count(0)
    assert [ana.page.evaluate(CONTROL_LABELS_JS)] == before[:1]


def test_a_phone_reports_a_request_for_its_seat_once_its_page_is_visible(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    new = TouchUser(phone())
    bo.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    new.page.goto(f"/j/{bo.page.url.rsplit('/', 1)[1]}")
    new.tap("a.occupied >> nth=1")
    new.tap("button:text('Ask for this seat')")
    bo.page.locator(".question-line").wait_for()
    wait_until_idle(bo.page)
    ana.tap(".question-line")
    expect(ana.page.get_by_role("dialog")).not_to_contain_text("Bo decides")
    bo.page.evaluate(
        "() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    expect(ana.page.get_by_role("dialog")).to_contain_text("Bo decides: the question is on their phone.")
