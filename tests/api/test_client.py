"""The example client in the docs can play a game."""

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

CLIENT_FOLDER = ROOT / "docs" / "client"


def load_module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, CLIENT_FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


def play_twelve_moves(address: str) -> None:
    """Play twelve moves at the server with this address, with the functions of the example client."""
    load_module("companion_client")
    scores = load_module("play_a_game").play(address, 12)
    assert scores["version"] == 12
    assert scores["seats"][0]["total"] is not None


def test_the_example_client_plays_a_game(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()

    def urlopen(request: urllib.request.Request, timeout: float) -> io.BytesIO:
        answer = client.open(
            request.full_url, method=request.get_method(), data=request.data,
            headers=dict(request.header_items()),
        )  # fmt: skip
        body = io.BytesIO(answer.data)
        if answer.status_code >= 400:
            raise HTTPError(request.full_url, answer.status_code, "refused", Message(), body)
        return body

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    play_twelve_moves("http://localhost")
