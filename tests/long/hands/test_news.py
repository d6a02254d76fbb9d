"""News fit on one line of a phone: those of the recorded plays, by their real width."""

import pytest
from flask import Flask, render_template

from companion.games import BY_SLUG
from companion.games.seeds import plays
from companion.language.i18n import set_language_game
from companion.web.plumbing.template_globals import SEAT_SYMBOLS
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.tables import at_table_like
from tests.test_news import SLUGS, read
from tests.words import speakers

SHOW = """lines => {
  const news = document.querySelector("#news");
  Object.assign(news.style, { blockSize: "auto", maxBlockSize: "none" });
  news.innerHTML = lines.join("");
  for (const quiet of news.querySelectorAll(".quiet")) quiet.remove();
}"""
CUT = """() => [...document.querySelectorAll(".told")].flatMap(told => {
  const box = told.getBoundingClientRect(), all = document.createRange();
  all.selectNodeContents(told.lastElementChild);
  const pieces = [...all.getClientRects()].filter(({ width }) => width > 2);
  const isOut = pieces.some(p => p.right > box.right + 1 || p.left < box.left - 1
    || p.top < box.top - 4 || p.bottom > box.bottom + 4);
  return isOut ? [told.textContent.trim()] : [];
})"""
"""The lines of news of which something lies beside their place."""
WRAPPED = """() => [...document.querySelectorAll(".told > :last-child")].flatMap(told => {
  const all = document.createRange();
  all.selectNodeContents(told);
  const pieces = [...all.getClientRects()].filter(({ width }) => width > 2);
  const middles = pieces.map(({ top, bottom }) => (top + bottom) / 2);
  return Math.max(...middles) - Math.min(...middles) > 10 ? [told.textContent.trim()] : [];
})"""
"""Those that take more than one line."""


@pytest.mark.parametrize("slug", SLUGS)
def test_news_are_one_line_and_on_a_narrow_phone_not_cut(app: Flask, phone: Make, slug: str) -> None:
    for language in speakers(slug):
        page = phone(locale=language, viewport={"width": 390, "height": 690})
        record = plays(slug)[hands.play_of(slug)]
        at_table_like(page, slug, record, 2)
        page.evaluate(SHOW, lines(app, slug, language))
        assert page.evaluate(WRAPPED) == []
        page.set_viewport_size({"width": 320, "height": 690})
        assert page.evaluate(CUT) == []


def lines(app: Flask, slug: str, language: str) -> list[str]:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        drawn = {
            render_template(
                "_told.html", news=one.news, meta=BY_SLUG[slug].meta, seats=SEAT_SYMBOLS,
                options=one.table.replay.setup.options,
            )
            for one in read(slug)
        }  # fmt: skip
    return sorted(drawn)
