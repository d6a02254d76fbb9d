"""Every page of a recorded play draws, for every seat, in every language: of one play of each game at a few
entries; of every play at many in tests/long/chance.
"""

from itertools import cycle

import pytest
from flask import Flask

from companion.games.seeds import plays
from tests.people import Phone
from tests.recorded import A_PLAY_EACH, enter, entry_of, open_play, sample
from tests.tongues import amiss_on
from tests.web.test_every_page import draws as pages_draw
from tests.words import speakers

PAGES = ("", "/log", "/scores", "/rules", "/box", "/seats", "/share", "/leave", "/aim", "/moves", "/guide")


def draws(app: Flask, slug: str, name: str, looks: int) -> None:
    record = plays(slug)[name]
    phone, spoken = open_play(app, slug, record), speakers(slug)
    pages_draw(Phone(app), f"/j/{phone.code}")
    looked_at = sample(range(len(record["log"])), looks)
    for number, line in enumerate(record["log"]):
        enter(phone, entry_of(line, number))
        if number not in looked_at:
            continue
        language = spoken[looked_at.index(number) % len(spoken)]
        for seat in range(len(record["seats"])):
            phone.enter_for(seat)
            page = phone.see(**{"HX-Request": "1", "Accept-Language": language})
            assert page.status_code == 200
            assert f'data-version="{number + 1}"' in page.text
            assert amiss_on(page.text, language, slug) == []
    for path, language in zip(PAGES, cycle(spoken), strict=False):
        pages_draw(phone, f"/t/{phone.code}{path}", slug, spoken=[language])
    for number in sample(range(1, len(record["log"]) + 1), looks):
        if record["log"][number - 1].get("move"):
            assert phone.see(f"/change/{number}").status_code in (200, 404)
    for step in (0, len(record["log"]) // 2, len(record["log"])):
        assert phone.client.get(f"/watch/{slug}/{name}?step={step}").status_code == 200


@pytest.mark.parametrize(("slug", "name"), A_PLAY_EACH)
def test_it_draws_at_some_entries(app: Flask, slug: str, name: str) -> None:
    draws(app, slug, name, 6)
