"""A newcomer is guided on one of two phones; the other plays as usual, and nothing on it changes."""

from typing import Any

from playwright.sync_api import expect

from companion.engine.game import Game
from companion.engine.words import Plural
from companion.games import GAMES
from companion.language.i18n import LANGUAGES, sentences, speaks
from tests.browser.arriving import PHONES, Make, arrive, into_lobby, loads, open_table, sit
from tests.browser.hands.giza import lay
from tests.browser.looks import closed_again
from tests.browser.thumbs import Thumb
from tests.tongues import GAP

STRIP = "#guide .says"
CUT = """texts => {
  const says = document.querySelector("#guide .says");
  return texts.filter(text => {
    says.innerHTML = text;
    return says.scrollHeight > says.clientHeight + 1;
  });
}"""
NUMBERS = ("number", "points", "boxes", "spaces", "stones")


def may_say(game: Game[Any], language: str) -> list[str]:
    """All that the strip says of a game's moves, in a language, with a long name in every gap."""
    new = sentences(language, "").gettext("New to you: %(what)s")
    own = sentences(language, game.meta.slug)
    lessons = [(own.gettext(title), own.gettext(why)) for title, why in game.words.lessons.values()]
    reasons = [
        own.ngettext(each.one, each.many, 12) if isinstance(each, Plural) else own.gettext(each)
        for each in game.words.reasons.values()
    ]
    longest = max((title for title, _ in lessons), key=len)
    said = [*lessons, *((longest, reason) for reason in reasons)]
    filled = [
        (title, GAP.sub(lambda gap: "12" if gap[0][2:-2] in NUMBERS else "Charlotte", text))
        for title, text in said
    ]
    return [f"<b>{new % {'what': title}}</b> {text}" for title, text in filled]


def test_newcomers_go_together_from_the_box_to_their_first_round(phone: Make) -> None:
    ana, bo = (Thumb(phone(**kind)) for kind in PHONES[:0:-1])
    ana.page.goto("/")
    ana.tap(".unboxing")
    ana.tap("a[href='/open/giza?new']")
    code = into_lobby(ana)
    sit(bo, code, 1)
    loaded = [loads(thumb.page) for thumb in (ana, bo)]
    bo.tap("#place-1 .new")
    ana.tap("#hand .primary:has-text('the aim')")
    for thumb in (ana, bo):
        cards = thumb.page.locator("#drawer .aim label")
        expect(cards).to_have_count(4)
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=0.99)
        thumb.tap("#drawer .aim label >> nth=2")
        expect(cards.nth(2)).to_have_css("position", "absolute")
        thumb.tap("#drawer .aim label >> nth=2")
    ana.tap("#drawer .onward")
    for thumb in (ana, bo):
        expect(thumb.page.locator("#drawer .to-do")).to_be_visible()
        thumb.tap("#drawer .onward")
        closed_again(thumb.page, f"/t/{code}")
        expect(thumb.page.locator(STRIP)).to_be_visible()
    lay(ana, "+5", "0-0", 1)
    arrive(bo.page, 1)
    assert loaded == [[], []]


def test_the_strip_is_never_cut_in_any_language(phone: Make) -> None:
    ana = Thumb(phone(viewport={"width": 320, "height": 690}))
    open_table(ana, "giza", ["Ana", "Bo"])
    ana.tap("#menu .guides button")
    expect(ana.page.locator(STRIP)).to_be_visible()
    spoken = [(game, each) for game in GAMES for each in LANGUAGES if speaks(each, game.meta.slug)]
    cut = {(game.meta.slug, each): ana.page.evaluate(CUT, may_say(game, each)) for game, each in spoken}
    assert {where: texts for where, texts in cut.items() if texts} == {}
