"""The service worker with a silent or slow server: it waits four seconds at most.

The worker runs under Node, with a clock that passes without waiting."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests import ROOT

NODE = Path(sys.executable).with_name("node")
RUNNER = Path(__file__).with_name("worker.mjs")
TIMEOUT_MS = 4000
SHORT_MS = 1000
"""Timeout for a server that was silent before, if the page is cached."""
SILENT, CUT = {"server": {"after": "silent"}}, {"server": {"after": "cut"}}
RUNNING = {"server": {"after": 0}}
STREAMS = re.compile(r"/(events|stream)$")
TABLE = "/t/1ABC"
OFFLINE_APP = ("upload.mjs", "worker.mjs", "offline_copies.mjs")
"""The modules in the order in which /pocket-sw.js imports them."""


def answer_after(milliseconds: int) -> dict[str, Any]:
    return {"server": {"after": milliseconds}}


def open_step(path: str, kind: str = "navigate", **headers: str) -> dict[str, Any]:
    return {"open": [path, kind, headers]}


def run_worker(client: FlaskClient, *steps: dict[str, Any], modules: Iterable[str] = ()) -> list[Any]:
    """Run steps in the worker that the app serves, after its installation. Return each step's result."""
    script = {
        "worker": client.get("/sw.js").text,
        "modules": [str(ROOT / "offline_bundle" / name) for name in modules],
        "steps": [RUNNING, {"install": True}, *steps],
    }
    command = [str(NODE), str(RUNNER)]
    run = subprocess.run(command, input=json.dumps(script).encode(), capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return list(json.loads(run.stdout))[2:]


def pages(app: Flask) -> list[str]:
    """Return a path for each route that a browser can open."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return [path for rule in rules if not STREAMS.search(path := re.sub(r"<[^>]+>", "1ABC", rule))]


@pytest.mark.parametrize("kind", ["navigate", "whole"])
def test_every_page_is_answered_in_time_if_the_server_is_silent(
    app: Flask, client: FlaskClient, kind: str
) -> None:
    routes = [path for path in pages(app) if not path.startswith("/static/")]
    first = run_worker(client, SILENT, *(open_step(path, kind) for path in routes))[1:]
    later = run_worker(
        client,
        *(open_step(path, kind) for path in routes),
        SILENT,
        *(open_step(path, kind) for path in routes),
    )[len(routes) + 1 :]
    for answers in (first, later):
        unhandled = {path for path, answer in zip(routes, answers, strict=True) if "unhandled" in answer}
        assert not unhandled or kind == "whole", unhandled
        for path, answer in zip(routes, answers, strict=True):
            if "unhandled" not in answer:
                assert answer.get("after", 60_000) <= TIMEOUT_MS, (path, answer)
                assert answer.get("kept"), (path, answer)
    from_server = {
        path for path, answer in zip(routes, later, strict=True) if answer.get("body") == f"server {path}"
    }
    assert {"/", "/t/1ABC", "/t/1ABC/log"} <= from_server


@pytest.mark.parametrize(
    "step", [("/static/css/app.css?v=1", "file"), ("/static/a.js", "file"), (f"{TABLE}/leave", "post"),
              (f"{TABLE}/leave", "form")]
)  # fmt: skip
def test_files_and_forms_are_answered_in_time_if_the_server_is_silent(
    client: FlaskClient, step: tuple[str, str]
) -> None:
    _, answer = run_worker(client, SILENT, open_step(*step))
    assert answer["after"] <= TIMEOUT_MS


def test_the_installation_fails_if_the_server_is_silent(client: FlaskClient) -> None:
    _, installed = run_worker(client, SILENT, {"install": True})
    assert "error" in installed


@pytest.mark.parametrize("kind", ["navigate", "whole"])
def test_the_worker_waits_for_a_slow_server(client: FlaskClient, kind: str) -> None:
    _, _, answer = run_worker(client, open_step(TABLE, kind), answer_after(3000), open_step(TABLE, kind))
    assert answer == {"after": 3000, "body": f"server {TABLE}", "kept": None, "status": 200}


def test_the_timeout_is_shorter_after_the_first_silence(client: FlaskClient) -> None:
    steps = (open_step(TABLE), open_step("/"), SILENT, open_step(TABLE), open_step("/"), open_step(TABLE))
    table, home, again = run_worker(client, *steps)[-3:]
    assert table["after"] == TIMEOUT_MS
    assert home["after"] == again["after"] == SHORT_MS
    assert home["body"] == "server /"


def test_a_silent_server_gets_only_one_request_at_a_time(client: FlaskClient) -> None:
    """A browser has six connections to a server, and each unanswered request uses one."""
    steps = (open_step(TABLE), SILENT, {"asked": True}, *[open_step(TABLE)] * 8, {"asked": True})
    requests = run_worker(client, *steps)[-1]
    assert requests.count(f"GET {TABLE}") == 1


@pytest.mark.parametrize("after", [0, 500, 3000])
def test_a_server_that_answers_again_is_used_again(client: FlaskClient, after: int) -> None:
    """A slow server may be too late for the first page, but not for the second."""
    back = answer_after(after)
    *_, second = run_worker(
        client,
        open_step(TABLE),
        SILENT,
        open_step(TABLE),
        back,
        open_step(TABLE),
        {"wait": 3000},
        open_step(TABLE),
    )
    assert (second["body"], second["kept"]) == (f"server {TABLE}", None)


def test_a_late_response_is_cached(client: FlaskClient) -> None:
    steps = (answer_after(6000), open_step(TABLE), {"wait": 3000}, CUT, open_step(TABLE))
    _, first, _, _, second = run_worker(client, *steps)
    assert (first["after"], first["body"]) != (6000, f"server {TABLE}")
    assert second["body"] == f"server {TABLE}"


def test_a_slow_page_is_shown_if_the_server_answers_other_requests(client: FlaskClient) -> None:
    """The page is not cached. The offline page loads it again once the server has answered."""
    slow = {"server": {"after": 0, "slow": ["/g/1ABC"], "slowly": 7000}}
    _, first, second = run_worker(client, slow, open_step("/g/1ABC"), open_step("/g/1ABC"))
    assert first["after"] == TIMEOUT_MS
    assert (second["body"], second["kept"]) == ("server /g/1ABC", None)
    assert "/g/" not in json.dumps(run_worker(client, open_step("/g/1ABC"), CUT, open_step("/g/1ABC"))[-1])


def test_the_worker_waits_for_files_while_any_file_arrives(client: FlaskClient) -> None:
    """Six files load at a time, each three seconds after the previous one."""
    late = {"server": {"after": 3000, "slow": ["/static/css/late.css"], "slowly": 6000}}
    _, page, file = run_worker(
        client, late, open_step("/static/css/app.css?v=2", "file"), open_step("/static/x.js?v=1", "file")
    )
    assert "error" not in page
    assert "error" not in file


def test_an_offline_copy_answers_quickly_after_the_first_silence(client: FlaskClient) -> None:
    steps = (
        SILENT,
        {"copy": "1ABC"},
        open_step(TABLE),
        open_step(f"{TABLE}/log"),
        open_step(f"{TABLE}/enter", "post"),
    )
    *_, table, log, entry = run_worker(client, *steps, modules=OFFLINE_APP)
    assert (table["after"], table["kept"]) == (TIMEOUT_MS, "copy")
    assert log["after"] <= SHORT_MS
    assert entry["after"] <= SHORT_MS


def test_a_failed_upload_is_reported_in_time(client: FlaskClient) -> None:
    _, _, answer = run_worker(
        client, {"copy": "0ABC"}, SILENT, open_step("/pocket/home/0ABC", "post"), modules=OFFLINE_APP
    )
    assert answer["after"] <= TIMEOUT_MS
    assert "away" in answer["body"]


def test_the_home_page_redirects_to_the_offline_app_in_time(client: FlaskClient) -> None:
    first, second = run_worker(client, SILENT, open_step("/"), open_step("/"), modules=OFFLINE_APP)[1:]
    assert first["after"] == TIMEOUT_MS
    assert second["after"] <= SHORT_MS
    assert first["status"] == second["status"] == 302


def request_to(path: str, method: str = "GET") -> list[str]:
    return [method, f"http://companion.test{path}"]


REQUESTS = [
    request_to(f"{TABLE}/log"), request_to(f"{TABLE}/scores"), request_to("/"),
    request_to(f"{TABLE}/for", "POST"), request_to(f"{TABLE}/lobby/start", "POST"),
    request_to("/t/1XYZ/log"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "modules", "answers"),
    [
        ((), (), [False, False, False, False, False, False]),
        ((open_step(f"{TABLE}/log"), open_step("/")), (), [True, False, True, False, False, False]),
        ((), OFFLINE_APP, [False, False, True, False, False, False]),
        (({"copy": "1ABC"},), OFFLINE_APP, [True, True, True, True, False, False]),
        (({"copy": "1ABC"}, {"lacks": "scores"}), OFFLINE_APP, [True, False, True, True, False, False]),
    ],
    ids=["nothing", "cached pages", "no copy", "a copy", "a copy without that page"],
)
def test_the_worker_knows_which_requests_it_can_answer_offline(
    client: FlaskClient, before: tuple[dict[str, Any], ...], modules: tuple[str, ...], answers: list[bool]
) -> None:
    assert run_worker(client, *before, CUT, {"can": REQUESTS}, modules=modules)[-1] == answers


@pytest.mark.parametrize(
    ("control", "request_sent"),
    [
        ({"href": "/t/1ABC/log"}, ["GET", "/t/1ABC/log"]),
        ({"href": "/t/1ABC"}, ["GET", "/t/1ABC"]),
        ({"href": "/t/1ABC", "within": "#drawer"}, None),
        ({"href": "http://elsewhere.test/"}, None),
        ({"form": {"method": "post", "action": "/t/1ABC/guide?seat=0"}}, ["POST", "/t/1ABC/guide?seat=0"]),
        ({"form": {"method": "post"}}, ["POST", "/t/1ABC/seats"]),
        ({"form": {"method": "post", "action": "/t/1ABC/enter"}}, None),
        (
            {"form": {"method": "post", "action": "/t/1ABC/enter"}, "formaction": "/t/1ABC/ask"},
            ["POST", "/t/1ABC/ask"],
        ),
        ({"form": {"method": "dialog"}}, None),
        ({"form": {}}, None),
        ({"form": {"method": "post", "action": "/x"}, "type": "button"}, None),
        ({}, None),
    ],
)
def test_a_control_is_mapped_to_its_request(
    control: dict[str, Any], request_sent: list[str] | None
) -> None:
    command = [
        str(NODE),
        str(RUNNER.with_name("request_of.mjs")),
        str(ROOT / "static" / "js" / "offline_controls.js"),
    ]
    run = subprocess.run(command, input=json.dumps(control).encode(), capture_output=True, check=True)
    expected = request_sent and [request_sent[0], f"http://companion.test{request_sent[1]}"]
    assert json.loads(run.stdout) == expected
