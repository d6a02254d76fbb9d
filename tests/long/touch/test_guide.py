"""The guide leads newcomers from the setup through their first moves, and lists the possible moves."""

import re
from typing import Any

from playwright.sync_api import expect

from companion.engine.game import Game
from companion.engine.words import Plural
from companion.games import GAMES
from companion.language.i18n import LANGUAGES, has_translations, load_translations
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.accessibility import expect_drawer_closed, expect_drawer_open
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import (
    PHONE_OPTIONS,
    MakePhone,
    open_with_one_phone,
    open_with_phone_each,
    record_page_loads,
)
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.language_checks import PLACEHOLDER_PATTERN
from tests.waiting import wait_until_idle

GUIDE_TEXT_SELECTOR = "#guide .says"
CUT_SENTENCES_JS = """texts => {
  const says = document.querySelector("#guide .says");
  return texts.filter(text => {
    says.innerHTML = text;
    return says.scrollHeight > says.clientHeight + 1;
  });
}"""


NUMBER_PLACEHOLDERS = (
    "before", "boxes", "gold", "kept", "knights", "lacking", "market", "number", "open", "points", "price",
    "stones", "worth",
)  # fmt: skip


def fill_placeholder(placeholder: re.Match[str]) -> str:
    return "12" if placeholder[0][2:-2] in NUMBER_PLACEHOLDERS else "Charlotte"


def list_guide_sentences(game: Game[Any], language: str) -> list[str]:
    """Return the guide's sentences about all moves of a game, with long names filled in."""
    new = load_translations(language, "").gettext("New to you: %(what)s")
    own = load_translations(language, game.meta.slug)
    lessons = [(own.gettext(title), own.gettext(why)) for title, why in game.words.lessons.values()]
    reasons = [
        own.ngettext(each.one, each.many, 12) if isinstance(each, Plural) else own.gettext(each)
        for each in game.words.reasons.values()
    ]
    longest = max((title for title, _ in lessons), key=len)
    sentences = [*lessons, *((longest, reason) for reason in reasons)]
    filled = [(title, PLACEHOLDER_PATTERN.sub(fill_placeholder, text)) for title, text in sentences]
    return [f"<b>{new % {'what': title}}</b> {text}" for title, text in filled]


@game_drivers.each_slug
def test_newcomers_are_led_to_the_board(phone: MakePhone, slug: str) -> None:
    ana, bo = everybody = [TouchUser(phone(**kind)) for kind in PHONE_OPTIONS[1:3]]
    ana.page.goto("/")
    ana.tap(".unboxing")
    ana.tap(f"a[href='/open/{slug}?new']")
    ana.tap("#opening .stays button")
    ana.page.wait_for_selector("#place-0")
    code = ana.page.url.rsplit("/", 1)[1]
    bo.join_seat(code, 1)
    loaded = [record_page_loads(user.page) for user in everybody]
    ana.tap("#move-form button")
    for user in everybody:
        cards = user.page.locator("#drawer .goal-of-the-game label")
        expect(cards).to_have_count(4)
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=0.99)
        user.tap("#drawer .goal-of-the-game label >> nth=2")
        expect(cards.nth(2)).to_have_css("position", "absolute")
        user.tap("#drawer .goal-of-the-game label >> nth=2")
    ana.page.evaluate("document.documentElement.style.fontSize = '200%'")
    ana.tap("#drawer .stays")
    ana.page.evaluate("document.documentElement.style.fontSize = ''")
    for user in everybody:
        expect(user.page.locator("#drawer .to-do")).to_be_visible()
        expect(user.page.locator("#drawer .stays")).to_be_in_viewport(ratio=1)
    assert loaded == [[], []]
    bo.page.reload()
    expect(bo.page.locator("#drawer .to-do")).to_be_visible()
    ana.tap("#drawer .stays")
    for user in everybody:
        expect_drawer_closed(user.page, f"/t/{code}")
        expect(user.page.locator(GUIDE_TEXT_SELECTOR)).to_be_visible()
    ana.page.reload()
    wait_until_idle(ana.page)
    expect(ana.page.locator("#drawer")).to_be_hidden()


def test_a_newcomer_reaches_the_first_move_offline(phone: MakePhone, server: Server) -> None:
    home = server.address.replace("127.0.0.1", "localhost")
    ana, newcomer = everybody = [TouchUser(phone(base_url=home)) for _ in range(2)]
    ana.choose_game("giza")
    ana.tap("input[name=seats][value='2']")
    code = ana.open_lobby()
    newcomer.join_seat(code, 1)
    ana.choose("select[name=first]", "1")
    newcomer.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    newcomer.page.reload()
    newcomer.tap("#place-1 .new")
    expect(ana.page.locator("#move-form .primary")).to_contain_text("the aim")
    ana.tap("#move-form button")
    expect(newcomer.page.locator("#drawer .goal-of-the-game")).to_be_visible()
    wait_until_idle(newcomer.page)
    newcomer.page.context.set_offline(True)
    expect(newcomer.page.locator("#line")).to_contain_text("offline")
    newcomer.tap("#drawer .newcomer-steps a[href$='/set-up']")
    expect(newcomer.page.locator("#drawer .to-do")).to_be_visible()
    newcomer.tap("#drawer .newcomer-steps a[href$='/aim']")
    expect(newcomer.page.locator("#drawer .goal-of-the-game label")).to_have_count(4)
    newcomer.tap("#drawer .newcomer-steps li:last-child a")
    expect_drawer_closed(newcomer.page, f"{home}/t/{code}")
    expect(newcomer.page.locator(GUIDE_TEXT_SELECTOR)).to_be_visible()
    play_tile(newcomer, "+5", 1, 0)
    expect(newcomer.page.locator("#waiting")).to_be_visible()
    newcomer.page.context.set_offline(False)
    wait_on_all_phones(everybody, 1)


def test_the_guides_text_is_never_clipped_in_any_language(phone: MakePhone) -> None:
    ana = TouchUser(phone(viewport={"width": 320, "height": 690}))
    ana.open_table("giza", ["Ana", "Bo"])
    ana.tap("#menu [action*='/guide?'] button")
    expect(ana.page.locator(GUIDE_TEXT_SELECTOR)).to_be_visible()
    pairs = [(game, each) for game in GAMES for each in LANGUAGES if has_translations(each, game.meta.slug)]
    cut = {
        (game.meta.slug, each): ana.page.evaluate(CUT_SENTENCES_JS, list_guide_sentences(game, each))
        for game, each in pairs
    }
    assert {where: texts for where, texts in cut.items() if texts} == {}


HIGHLIGHTED, HIGHLIGHTED_PIECE = ".highlighted", ".highlighted-piece"


def test_targets_are_highlighted_step_by_step_and_can_be_tapped(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    page, address = ana.page, ana.page.url
    page.evaluate("document.beneath = true")
    expect(bo.page.locator(".ask")).to_have_count(0)
    ana.tap("#prompt .ask")
    expect_drawer_open(page, "What can I do?")
    expect(page.locator("#kind-Play")).to_contain_text("Possible in 8 places.")
    expect(page.locator("#drawn li", has_text="Lift the scarab")).to_contain_text("no scarab on Khufu")
    ana.tap("#kind-Play button")
    expect_drawer_closed(page, address)
    message = page.locator(".showing [role=status]")
    for step, site in enumerate(("Khufu", "Khafre", "Menkaure"), 1):
        expect(message).to_contain_text(f"{step}/8 {site} on Ana’s board")
        expect(page.locator(HIGHLIGHTED)).to_have_count(1)
        if step == 1:
            ana.tap(f"button.all{HIGHLIGHTED_PIECE}")
            ana.tap(".showing button[aria-label=Next]")
            ana.tap(".showing button[aria-label=Back]")
        expect(page.locator(f"{HIGHLIGHTED_PIECE}:has([value='+5'])")).to_have_count(1)
        expect(page.locator(f"{HIGHLIGHTED_PIECE}:has([value=body])")).to_have_count(0)
        ana.tap(".showing button[aria-label=Next]")
    expect(message).to_contain_text("4/8 the sphinx on Ana’s board")
    ana.tap(".showing button[aria-label=Back]")
    expect(page.locator(f"#site-0-2{HIGHLIGHTED}")).to_be_visible()
    play_tile(ana, "+5", 0, 2)
    wait_for_version(page, 1)
    expect(page.locator(f".showing, {HIGHLIGHTED}, {HIGHLIGHTED_PIECE}")).to_have_count(0)
    assert page.evaluate("document.beneath")


def test_highlights_end_when_the_table_changes(phone: MakePhone) -> None:
    ana = TouchUser(phone(service_workers="block"))
    ana.open_table("cheops_dice", ["Ana", "Bo"], one_phone=True)
    tab = TouchUser(ana.page.context.new_page())
    tab.page.goto(ana.page.url)
    ana.tap("#prompt .ask")
    shown = ana.page.locator("#kind-Roll button")
    expect(shown).to_be_visible()
    ana.page.route("**/moves*", lambda route: None)  # the drawer's page is never updated
    game_drivers.enter_move(tab, "cheops_dice", {"move": "Roll", "dice": ["red", "red", "blue"]})
    wait_for_version(ana.page, 1)
    expect(shown).to_be_hidden()


def test_the_button_of_a_sheet_and_reasons_against_a_move_are_shown_on_the_board(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    ana.tap("#menu a[href$='/moves']")
    ana.tap("#kind-Discard button")
    expect(ana.page.locator(f"[commandfor=more]{HIGHLIGHTED}")).to_be_visible()
    expect(ana.page.locator(".showing button")).to_have_count(1)
    ana.tap(".showing button[aria-label=Close]")
    expect(ana.page.locator(f".showing, {HIGHLIGHTED}")).to_have_count(0)
    ana.tap("#prompt .ask")
    ana.tap("#kind-Play summary")
    ana.tap("#kind-Play li:has-text('does not go on the sphinx') button")
    ana.tap(".showing button[aria-label=Next]")
    expect(ana.page.locator(".showing [role=status]")).to_contain_text("2/2 Lay a +1 stone on a pyramid")
    expect(ana.page.locator("#site-1-3.refused-here")).to_be_visible()
    expect(ana.page.locator(f".refused-here, {HIGHLIGHTED}, {HIGHLIGHTED_PIECE}")).to_have_count(1)
    ana.tap(".showing button[aria-label=Close]")
    expect(ana.page.locator(".refused-here")).to_have_count(0)
