"""``make run`` without Node: an unbuilt checkout serves its sources, and a browser can play with them."""

import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.app_server import Server
from tests.browser.joining import MakePhone
from tests.browser.play_by_touch import play_and_check

PARTS = ("companion", "templates", "static", "seeds")


class FromSources(Server):
    """The app of another checkout."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        self.checkout = checkout
        super().__init__(folder)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    checkout = tmp_path / "checkout"
    for part in PARTS:
        shutil.copytree(ROOT / part, checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
    with FromSources(tmp_path, checkout) as made:
        yield made


def test_an_evening_goes_by_with_the_sources(phone: MakePhone, server: Server) -> None:
    with urllib.request.urlopen(f"{server.address}/static/js/sender.js") as answer:
        assert answer.headers["Cache-Control"] == "max-age=0, public"
    play_and_check(phone, server, "giza", "finished_by_a_rival")
