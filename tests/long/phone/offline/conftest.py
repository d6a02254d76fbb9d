"""Runs the app of the offline bundle in Node. The tests are skipped if the bundle was not built."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hatch_build import node_folder
from tests.long.phone.offline_phone import require_bundle
from tests.offline.conftest import BUNDLE_FOLDER, skip_or_fail_without

OPEN_APP_SCRIPT = Path(__file__).with_name("open.mjs")


class OfflineNode:
    """The offline app in a Node process. It handles requests as on a phone."""

    def __init__(self, folder: Path) -> None:
        command, pipe = [folder / "node", OPEN_APP_SCRIPT, BUNDLE_FOLDER], subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def request(
        self, stored: dict[str, str], requests: list[dict[str, Any]], assets: dict[str, str]
    ) -> list[Any]:
        """Start the offline app with these texts in its storage, and return its responses to the requests.

        ``assets`` has the URL of each static file by name.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        message = {"kept": stored, "requests": requests, "assets": assets}
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        answers: list[Any] = json.loads(self._process.stdout.readline())
        return answers

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="session")
def node() -> Iterator[OfflineNode]:
    folder = node_folder()
    if folder is None:
        skip_or_fail_without("Node")
    require_bundle()
    assert folder is not None
    opened = OfflineNode(folder)
    yield opened
    opened.close()
