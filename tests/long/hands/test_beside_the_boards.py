"""What spoilt evenings beside the boards: words and a ring that stay, a choice that leads nowhere."""

from playwright.sync_api import expect

from companion.games.seeds import plays
from tests.browser.arriving import Make, arrive, into_lobby, to_the_game
from tests.browser.tables import at_table_like, play_some
from tests.browser.thumbs import Thumb

SMALL = {"width": 320, "height": 690}
RINGED = "() => document.activeElement.matches(':not(body):focus-visible')"
CAPS = """() => [...document.querySelectorAll("#hand .cell i.of")]
  .map(cap => getComputedStyle(cap).background)"""
OVER = """() => {
  const boxOf = selector => document.querySelector(`.goes-on ${selector}`).getBoundingClientRect();
  const picture = boxOf("svg"), words = ["h2", ".whose"].map(boxOf);
  return words.filter(({ right }) => right > picture.left + picture.width / 2).length;
}"""
"""How many words of "Continue" reach over the middle of its picture."""


def test_a_lobby_keeps_no_word_and_no_ring_of_what_is_past(phone: Make) -> None:
    host = Thumb(phone(viewport=SMALL))
    to_the_game(host, "giza")
    into_lobby(host)
    unheard = host.page.locator("#unheard")
    host.page.context.set_offline(True)
    host.tap("#hand button")
    expect(unheard).to_be_visible()
    host.page.context.set_offline(False)
    expect(unheard).to_be_hidden()
    host.write("#place-0 input", "Ana")
    host.page.keyboard.press("Enter")
    host.tap("#hand button")
    host.page.wait_for_selector("#play", state="attached")
    assert not host.page.evaluate(RINGED)


def test_a_hand_that_fits_nowhere_says_so_and_each_deal_has_its_colour(phone: Make) -> None:
    record = plays("cheops_treasure")["nobody_can"]
    log, ana = record["log"], Thumb(phone())
    stuck = next(n for n, line in enumerate(log) if line["move"] == "Pass")
    code = at_table_like(ana.page, "cheops_treasure", record, 1)
    caps = ana.page.evaluate(CAPS)
    assert len(caps) == 12
    assert len(set(caps)) == 6
    play_some(ana.page, code, log, 1, stuck)
    arrive(ana.page, stuck)
    expect(ana.page.locator("#prompt")).to_contain_text("Nothing of yours fits anywhere.")
    box = ana.page.locator("#hand label:has([name=pawn])").first.bounding_box()
    assert box
    ana.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ana.page.locator("#board .lit")).to_have_count(0)
    ana.tap("#head .back")
    ana.page.wait_for_selector(".goes-on svg")
    for width in (390, 320):
        ana.page.set_viewport_size({"width": width, "height": 690})
        assert ana.page.evaluate(OVER) == 0
