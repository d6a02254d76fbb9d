"""Giza on phones: laying tiles, refused places, discarding, and stacks."""

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone, open_with_one_phone, open_with_phone_each
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.waiting import wait_until_idle


def test_a_laid_tile_is_no_longer_chosen(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    chosen, held_requests = ana.page.locator("[name=tile]:checked"), list[tuple[Route, APIResponse]]()
    ana.page.route("**/enter", lambda route: held_requests.append((route, route.fetch())))
    lay_tile(ana, "+5", "0-0", 1)
    expect(chosen).to_have_count(0)
    ana.tap("input[name=tile][value='+5']")
    expect(ana.page.locator("#line")).to_have_class("line waiting")
    [(route, answer)] = held_requests
    route.fulfill(response=answer)
    expect(ana.page.locator("#line")).to_have_class("line live")
    expect(chosen).to_have_value("+5")


def test_a_refused_tile_shows_the_reason_and_stays_chosen(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    lay_tile(ana, "+2", "0-0", 1)
    play_tile(ana, "-4", 0, 0)
    expect(ana.page.locator("#answer .answer")).to_contain_text("Lay a smaller number on a +2 stone")
    expect(ana.page.locator("#site-0-0.refused-here")).to_be_visible()
    expect(ana.page.locator("input[type=radio][value='-4']")).to_be_checked()
    ana.tap("#answer button:text('Got it')")
    expect(ana.page.locator(".refused-here")).to_have_count(0)
    ana.tap("#site-0-0")
    ana.tap("#answer button:text('Allow anyway')")
    wait_for_version(ana.page, 2)


def test_tiles_to_discard_are_shown_until_they_are_entered(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    ana.tap("button[commandfor=more]")
    for tile in ("+2", "+2", "scarab"):
        ana.tap(f"#more [data-add='{tile}']")
    expect(ana.page.locator(".drawn .tile")).to_have_count(3)
    ana.tap("#more button[value=Discard]")
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#more")).to_be_hidden()
    ana.tap("button[commandfor=more]")
    expect(ana.page.locator(".drawn .tile")).to_have_count(0)
    expect(ana.page.locator("#more input")).to_have_value("")


def test_a_play_is_changed_to_a_discard_of_its_tile(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    lay_tile(ana, "+5", "0-0", 1)
    ana.page.goto(f"{ana.page.url.partition('?')[0]}/change/1")
    ana.tap("button.only[value=Discard]")
    wait_for_version(ana.page, 2)
    expect(ana.page.locator("#site-0-0 .tile")).to_have_count(0)


def test_only_the_players_own_stacks_can_be_opened(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    play_tile(bo, "-4", 0, 0)
    wait_on_all_phones([ana, bo], 2)
    ana.tap("button[commandfor=under-0]")
    expect(ana.page.locator("#under-0 .tile .quiet")).to_have_text(["−4", "+5"])
    expect(bo.page.locator("[commandfor^=under]")).to_have_count(0)


def test_a_refused_tile_is_still_in_the_hand_after_its_answer(phone: MakePhone) -> None:
    user = TouchUser(phone())
    user.open_table("giza", ["Ana", "Bo"])
    hand = user.page.locator("#palette > .pick:visible")
    user.tap("#palette > .empty")
    for tile in ("+2", "+1", "-4", "t3"):
        user.tap(f"#below [data-held-tile='{tile}']")
    expect(hand).to_have_count(4)
    user.tap("input[name=tile][value='t3']")
    user.tap("#site-0-0")
    user.tap("#answer button:text('Got it')")
    expect(user.page.locator("#answer .answer")).to_have_count(0)
    wait_until_idle(user.page)
    expect(hand).to_have_count(4)
    user.tap("input[name=tile][value='+2']")
    user.tap("#site-0-0")
    wait_for_version(user.page, 1)
    expect(user.page.locator("#idle-hand > .tile")).to_have_count(3)


def test_a_tile_laid_for_another_player_stays_in_the_hand(phone: MakePhone) -> None:
    user = TouchUser(phone())
    code = user.open_table("giza", ["Ana", "Bo"])
    user.tap("#palette > .empty")
    for tile in ("+2", "+1", "-4", "t3"):
        user.tap(f"#below [data-held-tile='{tile}']")
    for seat, tile in enumerate(("+2", "+1")):
        user.tap(f"input[name=tile][value='{tile}']")
        user.tap(f"#site-{seat}-0")
        wait_for_version(user.page, seat + 1)
        assert user.page.request.post(f"/t/{code}/for", form={"seat": "1"}).ok
        user.page.reload()
        wait_until_idle(user.page)
    expect(user.page.locator("#palette > .pick:visible")).to_have_count(3)


def test_an_undone_tile_does_not_return_to_a_full_hand(phone: MakePhone) -> None:
    user = TouchUser(phone())
    user.open_table("giza", ["Ana", "Bo"])
    user.tap("#palette > .empty")
    for tile in ("+2", "+1", "-4", "t3"):
        user.tap(f"#below [data-held-tile='{tile}']")
    user.tap("input[name=tile][value='+2']")
    user.tap("#site-0-0")
    wait_for_version(user.page, 1)
    user.tap("#idle-hand")
    user.tap("#below [data-held-tile='+5']")
    user.tap("[commandfor=sure-undo]")
    user.tap("#sure-undo .sure")
    wait_for_version(user.page, 2)
    wait_until_idle(user.page)
    expect(user.page.locator("#palette > .pick:visible")).to_have_count(4)
