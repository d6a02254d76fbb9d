"""Catan: Cheops on one phone that enters moves for all seats."""

from playwright.sync_api import expect

from companion.games.seeds import load_plays
from tests.browser.game_drivers import cheops_catan
from tests.browser.joining import MakePhone, open_with_one_phone
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version


def test_the_route_question_is_answered_on_the_drawing(phone: MakePhone) -> None:
    user = open_with_one_phone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    road, crossing_form = "#map form:has([name=start])", "#map form:has([name=crossing])"
    for version, (start, end, seat) in enumerate((("Delta", "Sais", 1), ("Sais", "Giza", 2)), 1):
        user.write(f"{road} [name=start]", start)
        user.write(f"{road} [name=end]", end)
        user.choose(f"{road} [name=seat]", str(seat))
        user.tap(f"{road} button")
        wait_for_version(user.page, version)
    for version, (crossing, seat, site) in enumerate((("Giza", 0, True), ("Delta", 1, False)), 3):
        user.write(f"{crossing_form} [name=crossing]", crossing)
        user.choose(f"{crossing_form} [name=seat]", str(seat))
        if site:
            user.tap(f"{crossing_form} [name=at_site]")
        user.tap(f"{crossing_form} button")
        wait_for_version(user.page, version)
    map_drawing = user.page.locator("#map")
    expect(map_drawing).to_contain_text("Bo reaches Ana’s site: Delta – Sais – Giza")
    expect(map_drawing).not_to_contain_text("site of Bo")


def test_a_queued_stone_names_the_owner_of_the_site(phone: MakePhone) -> None:
    record, page = load_plays("cheops_catan")["pyramid_complete"], phone()
    laid = next(n for n, line in enumerate(record["log"]) if line.get("owner") is not None)
    open_page_as_recorded(page, "cheops_catan", record, laid)
    expect(page.locator("#line")).to_have_class("line live")
    page.context.set_offline(True)
    cheops_catan.enter(TouchUser(page), record["log"][laid])
    name = record["seats"][record["log"][laid]["owner"]]
    expect(page.locator("#waiting")).to_contain_text(f"Stone via {name}")
