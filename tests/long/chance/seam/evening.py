"""An evening at every game, and all that its phones are told. It needs no database and no test runner."""

from __future__ import annotations

import itertools
import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from types import SimpleNamespace
from unittest import mock
from urllib.parse import parse_qsl

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.games.seeds import plays
from companion.i18n import LANGUAGES
from companion.tables.opening import open_table
from tests.pocket.forms import entry_form

SPOKEN = tuple(LANGUAGES)
CASES = [(game.meta.slug, name) for game in GAMES for name in plays(game.meta.slug)]
PAGES = (
    "",
    "/log",
    "/scores",
    "/rules",
    "/rules/turn",
    "/moves",
    "/box",
    "/set-up",
    "/seats",
    "/share",
    "/leave",
    "/change/1",
)
FILES = ("/summary.txt", "/result.svg", "/play.csv", "/play.bgsplay", "/table.json", "/play.toml")
NEAR = (
    "/history",
    "/plays",
    "/calculators",
    "/import",
    "/join",
    "/offline",
    "/manifest.webmanifest",
)
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
    """All that is told when every recorded play is played again, and from a lobby to its rematch."""
    with without_chance():
        told = {path: _said(app.test_client().get(path)) for path in NEAR}
        for slug, name in CASES:
            told |= {f"{slug} {name} {key}": text for key, text in _play(app, slug, name).items()}
        file = told[f"{slug} {name} /table.json"].partition("\n")[2]
        return told | _from_lobby_to_rematch(app, file)


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
    told["asked"] = _said(client.post(f"{at}/ask", data=forms[-1], headers=PART))
    for path in (*PAGES, *FILES):
        told[path] = _said(client.get(at + path))
    told["undone"] = _said(client.post(f"{at}/enter", data={"kind": "undo", "key": "undo-key"}))
    told["before"] = _said(client.get(at, headers=PART))
    told["watched"] = _said(client.get(f"/watch/{slug}/{name}?step={len(forms)}"))
    return told


def _from_lobby_to_rematch(app: Flask, file: str) -> dict[str, str]:
    """Two phones and a screen: the lobby, a seat taken over, hosting handed on, the file, the rematch."""
    ana, bo, cy = (app.test_client() for _ in range(3))
    code = _led_to(ana.post("/open/giza", data={"seats": "4", "host": "Ana", "option.open": "on"}))
    told: dict[str, str] = {}

    def ask(step: str, phone: FlaskClient, path: str, /, **data: str) -> str:
        answer = phone.post(path, data=data) if data else phone.get(path)
        told[f"evening {len(told)} {step}"] = _said(answer)
        told[f"evening {len(told)} host"] = _said(ana.get(f"/t/{code}", headers=PART))
        return answer.text + answer.headers.get("Location", "")

    at = f"/t/{code}"
    ask("door", bo, f"/j/{code}")
    ask("sits down", bo, f"/j/{code}", seat="2", name="Bo")
    ask("finds it taken", cy, f"/j/{code}", seat="2", name="Cy")
    ask("is renamed", bo, f"{at}/lobby/seats/2", name="Bob")
    ask("may not", bo, f"{at}/lobby/start", start="1")
    ask("one more", ana, f"{at}/lobby/seats", add="1")
    ask("settings", ana, f"{at}/lobby/settings", first="2")
    for phone in (ana, bo):
        steps = re.findall(r'name="step" value="(\w+)"', ask("sets up", phone, f"{at}/set-up"))
        ask("ticks", phone, f"{at}/set-up", step=steps[phone is bo], done="yes")
    ask("starts", ana, f"{at}/lobby/start", start="1")
    invited = ask("invites", ana, f"{at}/seats/1/invite", go="1")
    invitation = re.findall(r"/i/[\w-]+", invited)[0]
    ask("invitation", cy, invitation)
    ask("takes over", cy, invitation, go="1")
    ask("was taken over", bo, at)
    tile = {"move": "Play", "tile": "+5", "board": "0", "site": "0"}
    ask("not her turn", ana, f"{at}/enter", **tile, seat="0", key="first-key")
    ask("enters", cy, f"{at}/enter", **tile, seat="1", key="second-key")
    ask("takes it back", cy, f"{at}/enter", kind="undo", key="third-key")
    ask("reads the log", ana, f"{at}/log")
    ask("looks whether all is set up", ana, f"{at}/set-up")
    ask("too early", ana, f"{at}/rematch", go="1")
    ask("counts", ana, f"{at}/enter", kind="count", key="fourth-key")
    ask("counts too", cy, f"{at}/enter", kind="count", key="fifth-key0")
    sums = {f"sums.{stack}": "4" for stack in range(4)}
    for seat in range(3):
        sheet = {"move": "Sheet", "seat": str(seat), "treasures": "0", **sums}
        ask("sheet", cy, f"{at}/enter", **sheet, key=f"sheet-key-{seat}")
    ask("closes", cy, f"{at}/enter", move="Close", seat="1", key="last-key0")
    ask("hands on", ana, f"{at}/seats/1/host", go="1")
    screen = ask("screen", cy, f"{at}/seats/viewer", go="1")
    ask("watches", bo, re.findall(r"/w/[\w-]+", screen)[0])
    ask("leaves", ana, f"{at}/leave", go="1")
    rematch = ask("once more", cy, f"{at}/rematch", lobby="1")
    ask("the rematch", cy, rematch[rematch.rindex("/t/") :])
    ask("follows", bo, f"{at}/rematch", go="1")
    ask("brings in what is here", bo, "/import", text=file)
    ask("brings in", bo, "/import", text=re.sub('"birth": "0', '"birth": "9', file))
    return told


def _led_to(answer: TestResponse) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).rsplit("/", 1)[1]
