"""The example client of the docs is what the document says now, and it plays a game."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from flask import Flask

from tests import ROOT
from tests.served import Server

FOLDER = ROOT / "docs" / "client"


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def test_the_client_is_generated_from_the_document_of_today(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").json
    assert document is not None
    made = module("generate").generated(document)
    assert made == (FOLDER / "companion_client.py").read_text(encoding="utf-8")


def test_the_client_plays_a_game(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        module("companion_client")
        scores = module("play_a_game").play(server.address, 12)
    finally:
        server.kill()
    assert scores["version"] == 12
    assert scores["seats"][0]["total"] is not None
