"""Every page of every recorded play draws, for every seat, in every language; in the long form at every
entry, else at a few of each play."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.games.seeds import plays
from tests.amount import sample
from tests.people import Phone
from tests.shelf import ALL_GAMES
from tests.tongues import amiss_on
from tests.words import speakers

CASES = [(game.meta.slug, name) for game in ALL_GAMES for name in plays(game.meta.slug)]
KNOWN = ("seat", "kind", "of", "move", "option", "value")


def open_play(app: Flask, slug: str, record: dict[str, Any]) -> Phone:
    """A table with the play's people and switches; its host holds the phone."""
    phone = Phone(app)
    body = {
        "game": slug, "mode": record.get("mode", "referee"), "seats": record["seats"],
        "first": record.get("first", 0), "options": record.get("options", {}),
    }  # fmt: skip
    opened = phone.client.post("/api/v1/tables", json=body).json
    assert opened is not None
    phone.code = opened["code"]
    phone.client.set_cookie(f"t-{phone.code}", opened["secret"])
    phone.client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {opened['secret']}"
    return phone


@pytest.mark.parametrize(("slug", "name"), CASES)
def test_it_draws_at_every_entry(app: Flask, slug: str, name: str) -> None:
    record = plays(slug)[name]
    phone, spoken = open_play(app, slug, record), speakers(slug)
    looked_at = sample(range(len(record["log"])), 9)
    for number, line in enumerate(record["log"]):
        entry = {key: line[key] for key in KNOWN if key in line}
        entry["data"] = {key: value for key, value in line.items() if key not in KNOWN}
        entry["key"] = f"line-{number:05d}"
        answer = phone.client.post(f"/api/v1/tables/{phone.code}/entries", json=entry)
        assert answer.status_code == 201, answer.text
        if number not in looked_at:
            continue
        language = spoken[looked_at.index(number) % len(spoken)]
        for seat in range(len(record["seats"])):
            phone.enter_for(seat)
            page = phone.see(**{"HX-Request": "1", "Accept-Language": language})
            assert page.status_code == 200
            assert f'data-version="{number + 1}"' in page.text
            assert amiss_on(page.text, language, slug) == []
    for path in ("", "/log", "/scores", "/rules", "/box", "/seats", "/summary.txt"):
        assert phone.see(path).status_code == 200, path
    for line in sample(record["log"], 9):
        if line.get("move"):
            assert phone.see(f"/change/{record['log'].index(line) + 1}").status_code in (200, 404)
    for step in (0, len(record["log"]) // 2, len(record["log"])):
        assert phone.client.get(f"/watch/{slug}/{name}?step={step}").status_code == 200
