"""The package alone defines the version."""

import re

from flask import Flask

from companion import __version__
from tests import ROOT
from tests.long.processes.installed.release import find_release_problem


def test_health_check_and_api_name_the_version(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/healthz").get_json()["version"] == __version__
    assert client.get("/api/v1/openapi.json").get_json()["info"]["version"] == __version__


def test_the_changelog_has_a_heading_for_the_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert ("Unreleased" if ".dev" in __version__ else __version__) in headings


def test_a_release_needs_a_heading_in_the_changelog() -> None:
    assert ".dev" in find_release_problem("0.2.0.dev0", "\n## 0.2.0.dev0\n")
    assert "no heading for 0.2.0" in find_release_problem("0.2.0", "\n## 0.1.0\n")
    assert not find_release_problem("0.2.0", "\n## 0.2.0\n")
