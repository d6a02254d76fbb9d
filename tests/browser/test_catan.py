"""Catan: Cheops on one phone that tracks for all."""

from playwright.sync_api import expect

from companion.games.seeds import plays
from tests.browser.arriving import Make, alone, arrive, open_table
from tests.browser.hands import cheops_catan as hands
from tests.browser.tables import at_table_like
from tests.browser.thumbs import Thumb
from tests.waiting import until


def test_a_road_before_the_roll_is_refused_and_allowed_by_the_thumb(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    hands.press_all(thumb, hands.FOUNDED)
    hands.press(thumb, "Build 1 road 0")
    expect(thumb.page.locator("#answer")).to_contain_text("Bo rolls first")
    thumb.tap("#answer button")
    arrive(thumb.page, 11)
    expect(thumb.page.locator("#board-1 .of-roads")).to_have_text("1")
    hands.press(thumb, "Roll 1 8")
    arrive(thumb.page, 12)


def test_a_sentence_is_heard_as_often_as_it_is_true(phone: Make) -> None:
    """A live region whose words stay the same says nothing."""
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    hands.press_all(thumb, [*hands.FOUNDED, "Roll 1 8", "Build 1 road 0"])
    live = thumb.page.locator("#live")
    expect(live).to_contain_text("built a road")
    once = live.text_content()
    hands.press_all(thumb, ["Build 1 road 0"], 13)
    until(lambda: live.text_content() != once, "the same sentence anew")
    expect(live).to_have_text(str(once))


CLEAR = """sign => sign.getBoundingClientRect().right + 2
  <= sign.parentElement.querySelector(".name").getBoundingClientRect().left"""


def test_a_curse_and_a_blessing_leave_the_name_its_first_letter(phone: Make) -> None:
    page = phone()
    record = plays("cheops_catan")["shared_win"]
    at_table_like(page, "cheops_catan", record, len(record["log"]) - 1)
    signs = page.locator(".player .piece").all()
    assert [sign.evaluate(CLEAR) for sign in signs] == [True] * 3


PAINTED = "whose => getComputedStyle(whose).background"


def test_where_the_system_has_its_own_colours_stones_and_seats_keep_theirs(phone: Make) -> None:
    thumb = Thumb(phone(forced_colors="active"))
    open_table(thumb, "cheops_catan", ["Ana", "Bo", "Cy"], one_phone=True)
    for place in (".token", ".tile"):
        painted = [one.evaluate(PAINTED) for one in thumb.page.locator(place).all()]
        assert len(set(painted)) == len(painted) == 3, place


def test_the_question_through_whose_site_is_a_second_step(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    taps = [*["Found 0"] * 7, "Found 1", "Found 1", "Roll 0 6"]
    hands.press_all(thumb, taps)
    before = thumb.taps
    hands.press(thumb, "Lay 0 2")
    assert thumb.taps == before + 2
    arrive(thumb.page, len(taps) + 1)
    expect(thumb.page.locator(".pyramid [data-last]")).to_have_class("c0")
    expect(thumb.page.locator("#board-0 .of-gold")).to_have_text("2")
