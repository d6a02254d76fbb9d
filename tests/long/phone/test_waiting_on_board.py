"""Without a line what is entered is drawn where it belongs until it is sent; and how a phone comes back."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, alone, arrive, enter_for, seated
from tests.browser.evening import SHOWN
from tests.browser.hands.cheops_catan import FOUNDED, press, press_all
from tests.browser.hands.giza import lay, play
from tests.browser.tables import open_like, play_some
from tests.browser.test_treasure import TURN
from tests.browser.thumbs import Thumb
from tests.long.phone.test_kept_page import has_kept

BEGUN = {"giza": 4, "deadline": 3, "cheops_dice": 2, "cheops_treasure": 3, "cheops_catan": 10}
"""Entries, after which the next one has a place on the board."""
PLACE = {"giza": ".spot", "cheops_treasure": ".space", "cheops_dice": "label.cell"}
"""What such an entry touches; in the other games it is the board of whose move it is."""


def waiting(page: Page) -> Locator:
    return page.locator("#board [data-waiting]")


def begun(phone: Make, slug: str) -> tuple[Thumb, list[hands.Line]]:
    """A table after a few entries, on a phone that enters for everybody; and what is entered next."""
    page = phone(reduced_motion="reduce")
    record = plays(slug)[hands.play_of(slug)]
    code, log = open_like(page, slug, record), hands.log_of(slug, record)
    play_some(page, code, log, 0, BEGUN[slug])
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"/t/{code}")
    arrive(page, BEGUN[slug])
    has_kept(page)
    return Thumb(page), log[BEGUN[slug] :]


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_an_entry_without_a_line_stands_at_its_place_until_it_is_sent(phone: Make, slug: str) -> None:
    thumb, (line, *_) = begun(phone, slug)
    page = thumb.page
    page.context.set_offline(True)
    hands.enter(thumb, slug, line)
    expect(waiting(page).first).to_be_visible()
    expect(page.locator(".to-send")).to_have_text("↑1")
    expect(page.locator("#waiting > summary")).to_contain_text("Sent when you’re back online")
    expect(page.locator("#prompt")).to_be_visible(visible=slug == "cheops_catan")
    if slug in PLACE:
        assert waiting(page).first.evaluate("(place, kind) => Boolean(place.closest(kind))", PLACE[slug])
    else:
        expect(page.locator(f"#board-{line['seat']}[data-waiting]")).to_be_visible()
    hand = page.locator("#hand").inner_text()
    page.reload()
    expect(page.locator(".to-send")).to_have_text("↑1")
    assert page.locator("#hand").inner_text() == hand
    page.context.set_offline(False)
    arrive(page, BEGUN[slug] + 1)
    expect(waiting(page)).to_have_count(0)
    expect(page.locator(".to-send")).to_have_count(0)
    live = page.locator("#table").evaluate(SHOWN)
    page.reload()
    assert page.locator("#table").evaluate(SHOWN) == live


@pytest.mark.parametrize("takes_back", [["#take-back"], ["#waiting > summary", "#waiting p button"]])
def test_what_is_taken_back_leaves_the_board_and_is_in_the_hand_again(
    phone: Make, takes_back: list[str]
) -> None:
    thumb, (line, *_) = begun(phone, "giza")
    page = thumb.page
    page.context.set_offline(True)
    hands.enter(thumb, "giza", line)
    expect(page.locator(".piece-to-send .tile")).to_be_visible()
    expect(page.locator("#hand")).to_be_hidden()
    for selector in takes_back:
        thumb.tap(selector)
    expect(page.locator("#board :is([data-waiting], .to-send, .piece-to-send)")).to_have_count(0)
    hands.enter(thumb, "giza", line)
    page.context.set_offline(False)
    arrive(page, BEGUN["giza"] + 1)
    expect(page.locator("#outbox")).to_be_hidden()


def test_a_turn_goes_on_without_a_line_to_its_end(phone: Make) -> None:
    thumb, log = begun(phone, "cheops_treasure")
    page = thumb.page
    page.context.set_offline(True)
    for number, line in enumerate(log[:3], 1):
        hands.enter(thumb, "cheops_treasure", line)
        expect(page.locator("#waiting p")).to_have_count(number)
    expect(page.locator("#hand")).to_be_hidden()
    page.reload()
    expect(page.locator("#hand")).to_be_hidden()
    expect(page.locator("#waiting p")).to_have_count(3)
    page.context.set_offline(False)
    arrive(page, BEGUN["cheops_treasure"] + 3)
    expect(page.locator("#answer .answer")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_visible()


def test_what_has_no_place_is_entered_twice_only_if_that_is_said(phone: Make) -> None:
    ana = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    press_all(ana, FOUNDED[:-1])
    ana.page.context.set_offline(True)
    for selector in ("button[value='Roll 0 6']", *["#next-step button[value='Build 0 road 0']"] * 2):
        ana.tap(selector)
    ana.tap("#once-more button:text('Leave it')")
    expect(ana.page.locator("#waiting p")).to_have_count(2)
    ana.tap("#next-step button[value='Build 0 road 0']")
    ana.tap("#once-more .primary")
    expect(ana.page.locator("#waiting p")).to_have_count(3)
    ana.page.context.set_offline(False)
    arrive(ana.page, 12)


def test_an_open_hand_is_put_away_where_what_waits_changes_what_it_offers(phone: Make) -> None:
    ana = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    press_all(ana, [*FOUNDED, "Income 0 2"])
    ana.page.context.set_offline(True)
    ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    expect(ana.page.locator("#hand")).to_be_visible()
    press(ana, "Give 0 1 1")
    expect(ana.page.locator("#waiting p")).to_have_count(2)
    expect(ana.page.locator("#hand")).to_be_hidden()


def test_a_question_goes_with_what_it_asks_about(phone: Make) -> None:
    ana = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    press_all(ana, FOUNDED)
    ana.page.context.set_offline(True)
    for _ in range(2):
        ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#once-more")).to_be_visible()
    ana.page.context.set_offline(False)
    arrive(ana.page, len(FOUNDED) + 1)
    expect(ana.page.locator("#once-more")).to_be_hidden()


def test_the_arrow_takes_back_what_is_on_its_way(phone: Make) -> None:
    ana = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    press_all(ana, FOUNDED)
    held: list[Route] = []
    ana.page.route("**/enter", lambda route: route.continue_() if held else held.append(route))
    ana.tap("button[value='Build 0 road 0']")
    ana.tap("#undo button")
    held[0].continue_()
    arrive(ana.page, len(FOUNDED) + 2)
    expect(ana.page.locator("#news")).to_contain_text("You took back: “You built a road”")


def test_a_stone_that_waits_is_drawn_when_the_app_is_opened_again(phone: Make) -> None:
    thumb, (line, *_) = begun(phone, "deadline")
    context = thumb.page.context
    context.set_offline(True)
    hands.enter(thumb, "deadline", line)
    expect(thumb.page.locator("#waiting p")).to_have_count(1)
    stone = thumb.page.locator("#tomb .ghost").get_attribute("points")
    again = context.new_page()
    again.goto(thumb.page.url)
    assert stone
    expect(again.locator("#tomb .ghost")).to_have_attribute("points", stone)


def test_who_does_not_enter_is_told_as_of_when(phone: Make) -> None:
    host, guest = seated(phone, "giza", ["Ana", "Bo"])
    play(host, "+5", 0, 0)
    lay(guest, "+4", "1-0", 2)
    guest.page.context.set_offline(True)
    expect(guest.page.locator("#prompt")).to_contain_text(" As of entry 2. Then it was Ana’s turn.")
    expect(guest.page.locator("#prompt .awaited")).to_be_hidden()
    guest.page.context.set_offline(False)
    expect(guest.page.locator("#prompt .awaited")).to_be_visible()
    expect(guest.page.locator("#prompt .as-of")).to_be_hidden()


def apart(words: str) -> str:
    """Words of the game as they stand in a sentence of any direction: between marks that nobody sees."""
    return f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"


def test_a_refused_tile_is_named_once(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    play(ana, "base", 0, 0)
    said = ana.page.locator("#answer .answer small")
    expect(said).to_contain_text(f"{apart('sphinx base')} →")
    ana.tap("#answer button:text('Got it')")
    play(ana, "+5", 0, 3)
    expect(said).to_contain_text(f"{apart('+5')} →")
    assert said.inner_text().count("+5") == 1


def test_what_waits_is_called_without_what_it_leads_to(phone: Make) -> None:
    ana = alone(phone, "cheops_treasure", ["Ana", "Bo"])
    for version, line in enumerate(TURN[:2], 1):
        hands.enter(ana, "cheops_treasure", line)
        arrive(ana.page, version)
    ana.page.context.set_offline(True)
    expect(ana.page.locator("#line")).to_contain_text("offline")
    hands.enter(ana, "cheops_treasure", TURN[2])
    waiting = ana.page.locator("#waiting")
    expect(waiting).to_contain_text("Drawn: sun")
    expect(waiting).not_to_contain_text("left")


@pytest.fixture
def ana_and_bo(phone: Make) -> tuple[Thumb, Thumb]:
    """At a table of Catan both enter for all; Ana rolled as she lost the line, then took gold and built."""
    ana, bo, _ = seated(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    for thumb in (ana, bo):
        enter_for(thumb, "all")
    press_all(ana, FOUNDED[:-1])
    arrive(bo.page, 9)
    ana.page.route("**/enter", lambda route: route.abort())
    ana.tap("button[value='Roll 0 6']")
    expect(ana.page.locator("#next-step")).to_be_visible()
    ana.page.context.set_offline(True)
    ana.page.unroute("**/enter")
    ana.tap("#next-step [commandfor=next-gold]")
    ana.tap("#next-step button[value='Income 0 2']")
    ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#waiting p")).to_have_count(3)
    return ana, bo


def test_a_run_that_nobody_contests_comes_home_whole(ana_and_bo: tuple[Thumb, Thumb]) -> None:
    ana, bo = ana_and_bo
    ana.page.context.set_offline(False)
    all_arrive([ana, bo], 12)
    expect(ana.page.locator("#outbox")).to_be_hidden()


def test_a_run_stops_where_others_went_on_and_what_is_not_taken_is_told_to_all(
    ana_and_bo: tuple[Thumb, Thumb],
) -> None:
    ana, bo = ana_and_bo
    bo.tap("button[value='Roll 0 8']")
    arrive(bo.page, 10)
    ana.page.context.set_offline(False)
    held = ana.page.locator("#held")
    expect(held.locator(".theirs")).to_contain_text("rolled 8")
    expect(held.locator(".yours li")).to_have_count(3)
    arrive(ana.page, 10)
    ana.page.reload()
    expect(held.locator(".yours li")).to_have_count(3)
    ana.tap("#held li:last-child button:text('Enter it')")
    all_arrive([ana, bo], 11)
    expect(held.locator(".yours li")).to_have_count(2)
    ana.tap("#held .drop-all")
    all_arrive([ana, bo], 12)
    expect(held).to_be_hidden()
    for thumb in (ana, bo):
        expect(thumb.page.locator("#news")).to_contain_text("Not entered:")


def test_what_is_refused_later_lies_askew_at_its_place_until_it_is_mended(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    enter_for(bo, "all")
    ana.page.context.set_offline(True)
    play(ana, "+5", 0, 0)
    play(bo, "+4", 0, 1)
    arrive(bo.page, 1)
    ana.page.context.set_offline(False)
    expect(ana.page.locator("#site-0-0[data-refused] .piece-to-send .tile")).to_be_visible()
    expect(ana.page.locator("#site-0-0 .to-send")).to_have_text("!")
    expect(ana.page.locator("#answer .late")).to_contain_text("another phone was first. Entry 1")
    expect(ana.page.locator("#hand")).to_be_visible()
    answer, hand = (ana.page.locator(name).bounding_box() for name in ("#answer", "#hand"))
    assert answer
    assert hand
    assert answer["y"] + answer["height"] <= hand["y"] + 1
    ana.tap("#answer button:text('Leave it out')")
    expect(ana.page.locator("#board [data-refused]")).to_have_count(0)
    all_arrive([ana, bo], 1)
