"""A play of every game, and all that its phone is told. It needs no database and no test runner."""

import itertools
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from types import SimpleNamespace
from unittest import mock
from urllib.parse import parse_qsl

from flask import Flask
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.games.seeds import plays
from companion.i18n import LANGUAGES
from companion.tables.opening import open_table
from tests.pocket.forms import entry_form

SPOKEN = tuple(LANGUAGES)
PAGES = (
    "", "/log", "/scores", "/rules", "/rules/turn", "/moves", "/box", "/set-up", "/seats", "/share",
    "/leave", "/change/1", "/summary.txt", "/result.svg", "/play.csv", "/play.bgsplay", "/table.json",
    "/play.toml",
)  # fmt: skip
NEAR = (
    "/history", "/plays", "/calculators", "/import", "/join", "/offline", "/manifest.webmanifest",
)  # fmt: skip
PART = {"HX-Request": "true"}


@contextmanager
def without_chance() -> Iterator[None]:
    """Codes, secrets and moments that are the same in every world."""
    secret, chance = itertools.count(1), random.Random(21)
    with (
        mock.patch.object(secrets, "token_urlsafe", lambda size: f"{next(secret):0{size}d}"),
        mock.patch.object(secrets, "choice", chance.choice),
        mock.patch("companion.tables.writing.time", SimpleNamespace(time=lambda: 1_700_000_000)),
        mock.patch("companion.tables.opening.now", return_value=datetime(2026, 1, 2, 20, 15)),
    ):
        yield


def tell(app: Flask) -> dict[str, str]:
    """All that is told while a recorded play of each game is played again."""
    with without_chance():
        told = {path: _said(app.test_client().get(path)) for path in NEAR}
        for game in GAMES:
            name = next(iter(plays(game.meta.slug)))
            told |= {f"{name} {key}": text for key, text in _play(app, game.meta.slug, name).items()}
    return told


def _said(answer: TestResponse) -> str:
    heads = (answer.headers.get(name, "") for name in ("Location", "HX-Redirect", "X-Answer"))
    return f"{answer.status_code} {' '.join(heads)}\n{answer.text}"


def _play(app: Flask, slug: str, name: str) -> dict[str, str]:
    record, client = plays(slug)[name], app.test_client()
    with app.test_request_context():
        table = open_table(
            app.extensions["table_store"], slug, record.get("mode", "referee"), record["seats"],
            record.get("options", {}), record.get("first", 0), "Linux",
        )  # fmt: skip
    client.set_cookie(f"t-{table.code}", table.secret)
    at, told = f"/t/{table.code}", {}
    forms = [dict(parse_qsl(entry_form(line, n), True)) for n, line in enumerate(record["log"])]
    for number, form in enumerate(forms, 1):
        entered = client.post(f"{at}/enter", data=form, headers=PART)
        assert entered.status_code == 200, (slug, name, form, entered.text)
        language = SPOKEN[number % len(SPOKEN)]
        seen = client.get(at, headers={**PART, "Accept-Language": language})
        assert f'data-version="{number}"' in seen.text
        told[str(number)] = _said(seen)
    told["again"] = _said(client.post(f"{at}/enter", data=forms[-1], headers=PART))
    told["refused"] = _said(client.post(f"{at}/enter", data={**forms[-1], "key": "other-key"}))
    for path in PAGES:
        told[path] = _said(client.get(at + path))
    told["undone"] = _said(client.post(f"{at}/enter", data={"kind": "undo", "key": "undo-key"}))
    told["before"] = _said(client.get(at, headers=PART))
    return told
