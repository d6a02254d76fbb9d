"""The page of a recorded play, at each position of each play."""

import re

from flask import Flask, render_template

from companion.games import GAMES
from companion.games.seeds import load_plays
from companion.web.home.recorded_plays import recorded_position_context
from tests.catalogues import SOURCE, list_translated_languages
from tests.language_checks import find_language_errors
from tests.people import Phone
from tests.recorded_plays import each_play, list_referee_plays, take_sample

WORDS_PATTERN = re.compile(r'<div id="words".*?</div>', re.DOTALL)


def find_paragraphs(page: str) -> list[str]:
    texts = re.findall(r"<p.*?</p>", WORDS_PATTERN.findall(page)[0], re.DOTALL)
    return [" ".join(re.sub("<.*?>", "", text).split()) for text in texts]


@each_play
def test_a_step_shows_the_entry_and_its_consequences(app: Flask, slug: str, name: str, many: bool) -> None:
    steps, spoken = len(load_plays(slug)[name]["log"]), list_translated_languages(slug)
    for nth, step in enumerate(range(steps + 1) if many else take_sample(range(steps + 1), 10)):
        language = spoken[nth % len(spoken)]
        with app.test_request_context(headers={"Accept-Language": language}):
            at, *paragraphs = find_paragraphs(
                render_template("_recorded_step.html", **recorded_position_context(slug, name, step))
            )
        assert at.startswith(f"{step}/{steps} · ")
        assert len(paragraphs) > 1, f"step {step}: {paragraphs}"
        assert all(len(text) > 5 for text in paragraphs), f"step {step}: {paragraphs}"
        if language != SOURCE:
            assert find_language_errors("<hr>".join(paragraphs), language) == []
    page = Phone(app).client.get(f"/watch/{slug}/{name}?step={steps}&play=1").text
    assert find_paragraphs(page)[0].startswith(f"{steps}/{steps} · ")
    assert 'id="end-title"' in page


def test_a_recorded_play_hides_nothing(app: Flask) -> None:
    page = Phone(app).client.get("/watch/giza/three_pyramids?step=12").text
    strip = page[page.index('id="seats"') : page.index("</ol>")]
    assert re.findall(r"<b\b[^>]*>\s*(\S+?)\s*</b>", strip) == ["5", "−5", "−2", "0"]


def test_an_invalid_step_shows_the_nearest_one(app: Flask) -> None:
    client = Phone(app).client
    for step, shown in (("999", "26/26"), ("-3", "0/26"), ("x", "0/26")):
        page = client.get(f"/watch/giza/three_pyramids?step={step}").text
        assert find_paragraphs(page)[0].startswith(shown)


def list_shown_plays(app: Flask, query: str) -> list[tuple[str, str]]:
    page = app.test_client().get(f"/plays{query}").text
    return re.findall(r'href="/watch/(\w+)/(\w+)"', page)


def test_the_list_contains_the_plays_of_all_games_or_one_commented_first(app: Flask) -> None:
    whole = {
        (slug, name): "words" in play
        for slug in (game.meta.slug for game in GAMES)
        for name, play in list_referee_plays(slug).items()
    }
    assert sorted(list_shown_plays(app, "")) == sorted(whole)
    assert whole[list_shown_plays(app, "")[0]]
    assert {slug for slug, _ in list_shown_plays(app, "?game=giza")} == {"giza"}
