"""The offline bundle: its licence notices, when pages load it, and reproducible builds."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from offline_bundle.build import WORK_FOLDER, compile_archives
from offline_bundle.source_tree import PACKAGES, collect_licences
from tests.long.phone.offline.conftest import OfflineNode
from tests.offline.conftest import BUNDLE_FOLDER


def test_the_notices_name_every_component() -> None:
    text = collect_licences()
    assert "Mozilla Public License Version 2.0" in text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in text
    for package in PACKAGES.values():
        assert f"\n{package} " in text


@pytest.mark.parametrize("script", ["build", "site"])
def test_help_starts_no_build(script: str) -> None:
    command = [sys.executable, "-m", f"offline_bundle.{script}", "--help"]
    output = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert output.startswith(f"usage: python -m offline_bundle.{script}")


def test_only_the_worker_may_compile_webassembly(node: OfflineNode, client: FlaskClient) -> None:
    worker, page = client.get("/pocket-sw.js"), client.get("/pocket/")
    assert "'wasm-unsafe-eval'" in worker.headers["Content-Security-Policy"]
    assert "wasm" not in page.headers["Content-Security-Policy"]
    assert 'import "/sw.js";' in worker.text


def test_a_server_without_the_bundle_does_not_offer_it(app: Flask, tmp_path: Path) -> None:
    app.config["OFFLINE_BUNDLE"] = str(tmp_path)
    client = app.test_client()
    assert "/pocket/" not in client.get("/").text
    assert client.get("/pocket/").status_code == 404
    assert client.get("/pocket-sw.js").status_code == 404


def test_no_page_loads_files_of_the_bundle(node: OfflineNode, client: FlaskClient) -> None:
    assert 'href="/pocket/"' in client.get("/").text
    for path in ("/", "/open/giza", "/sw.js", "/offline"):
        assert "static/pocket/" not in client.get(path).text.replace('startsWith("/static/pocket/")', "")


def test_two_builds_are_identical(node: OfflineNode, tmp_path: Path) -> None:
    files = json.loads((BUNDLE_FOLDER / "manifest.json").read_bytes())["files"]
    for name, content in compile_archives(WORK_FOLDER / "npm" / "package", tmp_path):
        assert hashlib.sha256(content).hexdigest() == files[name]["sha256"], name
