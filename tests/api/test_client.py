"""The example client of the docs is what the document says now, and it plays a game."""

import importlib.util
import io
import sys
import urllib.request
from email.message import Message
from types import ModuleType
from urllib.error import HTTPError

import pytest
from flask import Flask

from tests import ROOT

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


def play_a_game(address: str) -> None:
    """The example of the docs plays twelve moves with whoever answers at an address."""
    module("companion_client")
    scores = module("play_a_game").play(address, 12)
    assert scores["version"] == 12
    assert scores["seats"][0]["total"] is not None


def test_the_client_plays_a_game(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked in this process; over a line in tests/long/processes."""
    client = app.test_client()

    def urlopen(asked: urllib.request.Request, timeout: float) -> io.BytesIO:
        answer = client.open(
            asked.full_url, method=asked.get_method(), data=asked.data, headers=dict(asked.header_items())
        )  # fmt: skip
        body = io.BytesIO(answer.data)
        if answer.status_code >= 400:
            raise HTTPError(asked.full_url, answer.status_code, "refused", Message(), body)
        return body

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    play_a_game("http://localhost")
