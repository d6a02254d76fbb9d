"""``make run`` without Node: a checkout serves its source files, and a phone can play with them."""

import shutil
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.app_server import Server
from tests.browser.joining import MakePhone
from tests.browser.play_by_touch import play_and_check
from tests.long.processes.installed.test_wheel import COPIED_FOLDERS, InstalledServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    checkout = tmp_path / "checkout"
    for folder in COPIED_FOLDERS:
        shutil.copytree(ROOT / folder, checkout / folder, ignore=shutil.ignore_patterns("__pycache__"))
    with InstalledServer(f"{sys.executable} -m companion", tmp_path, checkout) as server:
        yield server


def test_a_game_can_be_played_with_the_source_files(phone: MakePhone, server: Server) -> None:
    with urllib.request.urlopen(f"{server.address}/static/js/sender.js") as answer:
        assert answer.headers["Cache-Control"] == "max-age=0, public"
    play_and_check(phone, server, "giza", "finished_by_a_rival", entries=6)
