"""The scripts pass their tests in Node. The pages in these tests are rendered by the app."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask, render_template

from companion.games import GAMES
from companion.games.seeds import load_plays
from tests import ROOT
from tests.javascript import run_node
from tests.people import Phone, open_as_host
from tests.recorded_plays import enter_recorded_lines, open_play

BUNDLE_FILES = [{"address": f"/static/pocket/{n}", "size": n} for n in (1, 2, 3)]
"""The files that the page "download" offers, with their sizes in bytes."""


def render_pages(app: Flask) -> dict[str, dict[str, str]]:
    """Return the path and the HTML of each page in the tests, by the page's name."""
    paths = {}
    for game in GAMES:
        for kind, mode in (("table", "referee"), ("count", "tally")):
            phone = open_as_host(app, game.meta.slug, ["Ana", "Bo", "Cy"], mode)
            paths[f"{kind} {game.meta.slug}"] = phone, f"/t/{phone.code}"
    treasure, path = paths["table cheops_treasure"]
    paths["tablets"] = treasure, f"{path}/box"
    paths["scores"] = treasure, f"{path}/scores"
    paths["who played"] = phone, "/open/giza?mode=tally"
    building = open_as_host(app, "cheops_dice", ["Ana", "Bo"])
    enter_recorded_lines(building, [{"seat": 0, "move": "Roll", "dice": ["red", "green", "red"]}])
    rolling = open_play(app, "deadline", load_plays("deadline")["death"])
    paths["roll deadline"] = rolling, f"/t/{rolling.code}"
    paths["build"] = building, f"/t/{building.code}"
    paths["pad"] = Phone(app), "/editions/cheops_dice/new"
    paths["arrive"] = Phone(app), "/arrive"
    paths["home"] = Phone(app), "/"
    pages = {
        name: {"path": path, "html": phone.client.get(path).text} for name, (phone, path) in paths.items()
    }
    with app.test_request_context("/pocket/"):
        html = render_template("offline_offer.html", megabytes="6", room="6", files=BUNDLE_FILES)
    return {**pages, "download": {"path": "/pocket/", "html": html}}


def test_the_scripts_pass_their_tests(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = tmp_path / "pages.json"
    pages.write_text(json.dumps(render_pages(app)), "utf-8")
    monkeypatch.setenv("PAGES", str(pages))
    tests = sorted((ROOT / "tests" / "scripts").glob("*.test.mjs"))
    assert tests
    run = run_node("--test", "--test-concurrency=2", *tests)
    assert run.returncode == 0, run.stdout + run.stderr


TEMPLATE_NUMBER_PATTERN = re.compile(r"\{\{.*?\}\}")
CHECK_PATTERNS_JS = """for (const pattern of JSON.parse(require("fs").readFileSync(0, "utf8")))
  new RegExp(`^(?:${pattern})$`, "v")"""


def test_every_pattern_of_a_field_is_valid() -> None:
    templates = [file.read_text("utf-8") for file in (ROOT / "templates").rglob("*.html")]
    patterns = [each for text in templates for each in re.findall(r'pattern="([^"]*)"', text)]
    assert patterns
    numbered = [TEMPLATE_NUMBER_PATTERN.sub("2", pattern) for pattern in patterns]
    run = run_node("--eval", CHECK_PATTERNS_JS, stdin=json.dumps(numbered))
    assert run.returncode == 0, run.stderr
