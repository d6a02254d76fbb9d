"""Without a line: a tap is kept, drawn at its place, sent once, and a reload shows the newest."""

from playwright.sync_api import expect

from tests.browser.arriving import Make, all_arrive, seated
from tests.browser.evening import all_show_what_is
from tests.browser.hands.giza import play
from tests.waiting import is_quiet


def test_what_is_tapped_without_a_line_is_kept_drawn_and_sent_once(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    play(ana, "+5", 0, 0)
    all_arrive([ana, bo], 1)
    bo.page.context.set_offline(True)
    play(bo, "+4", 0, 0)
    expect(bo.page.locator("#line")).to_contain_text("as of entry 1")
    expect(bo.page.locator("#waiting")).to_contain_text("+4")
    expect(bo.page.locator("#site-0-0 .to-send")).to_have_text("↑1")
    expect(bo.page.locator("#site-0-0 .piece-to-send .tile")).to_be_visible()
    expect(bo.page.locator("#hand")).to_be_hidden()
    expect(bo.page.locator("#waiting p")).to_have_count(1)
    bo.page.context.set_offline(False)
    all_arrive([ana, bo], 2)
    expect(bo.page.locator("#waiting")).to_be_hidden()
    expect(bo.page.locator(".to-send")).to_have_count(0)
    bo.page.reload()
    is_quiet(bo.page)
    all_show_what_is([ana, bo])
    assert bo.page.locator("#table").get_attribute("data-version") == "2"
