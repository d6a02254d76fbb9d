"""The service worker with a silent or slow server, for which it waits at most four seconds.

The worker runs in Node, with a clock that tests advance without waiting.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests import ROOT
from tests.javascript import run_node

RUNNER_SCRIPT = Path(__file__).with_name("worker.mjs")
TIMEOUT_MS = 4000
SHORT_TIMEOUT_MS = 1000
"""Timeout for a server that was silent before, if the page is cached."""
SILENT_SERVER_STEP, CUT_CONNECTION_STEP = {"server": {"after": "silent"}}, {"server": {"after": "cut"}}
RUNNING_SERVER_STEP = {"server": {"after": 0}}
WAIT_STEP: dict[str, Any] = {"wait": 3000}
LIST_REQUESTS_STEP: dict[str, Any] = {"asked": True}
STREAM_PATH_PATTERN = re.compile(r"/(events|stream)$")
TABLE_PATH = "/t/1ABC"
OFFLINE_APP_MODULES = ("upload.mjs", "worker.mjs", "offline_copies.mjs")
"""The modules in the order in which /pocket-sw.js imports them."""


def make_answer_step(milliseconds: int) -> dict[str, Any]:
    return {"server": {"after": milliseconds}}


def make_open_step(path: str, kind: str = "navigate", **headers: str) -> dict[str, Any]:
    return {"open": [path, kind, headers]}


OPEN_TABLE, OPEN_HOME = make_open_step(TABLE_PATH), make_open_step("/")


def run_worker(client: FlaskClient, *steps: dict[str, Any], modules: Iterable[str] = ()) -> list[Any]:
    """Install the worker that the app serves, and run these steps in it. Return the result of each step.

    ``modules`` are names of scripts of the offline bundle to load in addition.
    """
    script = {
        "worker": client.get("/sw.js").text,
        "modules": [str(ROOT / "offline_bundle" / name) for name in modules],
        "steps": [RUNNING_SERVER_STEP, {"install": True}, *steps],
    }
    run = run_node(RUNNER_SCRIPT, stdin=json.dumps(script))
    assert run.returncode == 0, run.stderr
    return list(json.loads(run.stdout))[2:]


def list_page_paths(app: Flask) -> list[str]:
    rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return [
        path for rule in rules if not STREAM_PATH_PATTERN.search(path := re.sub(r"<[^>]+>", "1ABC", rule))
    ]


@pytest.mark.parametrize("kind", ["navigate", "whole"])
def test_every_page_is_answered_in_time_if_the_server_is_silent(
    app: Flask, client: FlaskClient, kind: str
) -> None:
    routes = [path for path in list_page_paths(app) if not path.startswith("/static/")]
    steps = [make_open_step(path, kind) for path in routes]
    first = run_worker(client, SILENT_SERVER_STEP, *steps)[1:]
    later = run_worker(client, *steps, SILENT_SERVER_STEP, *steps)[len(routes) + 1 :]
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
    "step", [("/static/css/app.css?v=1", "file"), ("/static/a.js", "file"), (f"{TABLE_PATH}/leave", "post"),
              (f"{TABLE_PATH}/leave", "form")]
)  # fmt: skip
def test_files_and_forms_are_answered_in_time_if_the_server_is_silent(
    client: FlaskClient, step: tuple[str, str]
) -> None:
    _, answer = run_worker(client, SILENT_SERVER_STEP, make_open_step(*step))
    assert answer["after"] <= TIMEOUT_MS


def test_the_installation_fails_if_the_server_is_silent(client: FlaskClient) -> None:
    _, installed = run_worker(client, SILENT_SERVER_STEP, {"install": True})
    assert "error" in installed


@pytest.mark.parametrize("kind", ["navigate", "whole"])
def test_the_worker_waits_for_a_slow_server(client: FlaskClient, kind: str) -> None:
    step = make_open_step(TABLE_PATH, kind)
    _, _, answer = run_worker(client, step, make_answer_step(3000), step)
    assert answer == {"after": 3000, "body": f"server {TABLE_PATH}", "kept": None, "status": 200}


def test_the_timeout_is_shorter_after_the_first_silence(client: FlaskClient) -> None:
    steps = (OPEN_TABLE, OPEN_HOME, SILENT_SERVER_STEP, OPEN_TABLE, OPEN_HOME, OPEN_TABLE)
    table, home, again = run_worker(client, *steps)[-3:]
    assert table["after"] == TIMEOUT_MS
    assert home["after"] == again["after"] == SHORT_TIMEOUT_MS
    assert home["body"] == "server /"


def test_a_silent_server_gets_only_one_request_at_a_time(client: FlaskClient) -> None:
    """A browser opens only six connections to a server, and each unanswered request uses one."""
    steps = (SILENT_SERVER_STEP, LIST_REQUESTS_STEP, *[OPEN_TABLE] * 8, LIST_REQUESTS_STEP)
    requests = run_worker(client, OPEN_TABLE, *steps)[-1]
    assert requests.count(f"GET {TABLE_PATH}") == 1


@pytest.mark.parametrize("after", [0, 500, 3000])
def test_a_server_that_answers_again_is_used_again(client: FlaskClient, after: int) -> None:
    steps = (OPEN_TABLE, make_answer_step(after), OPEN_TABLE, WAIT_STEP, OPEN_TABLE)
    *_, second = run_worker(client, OPEN_TABLE, SILENT_SERVER_STEP, *steps)
    assert (second["body"], second["kept"]) == (f"server {TABLE_PATH}", None)


def test_a_late_response_is_cached(client: FlaskClient) -> None:
    steps = (make_answer_step(6000), OPEN_TABLE, WAIT_STEP, CUT_CONNECTION_STEP, OPEN_TABLE)
    _, first, _, _, second = run_worker(client, *steps)
    assert (first["after"], first["body"]) != (6000, f"server {TABLE_PATH}")
    assert second["body"] == f"server {TABLE_PATH}"


def test_a_left_table_is_cached_again_once_it_is_opened(client: FlaskClient) -> None:
    keep, leave = {"keep": ["1ABC", "as shown"]}, make_open_step(f"{TABLE_PATH}/leave", "form")
    kept_after_leaving = run_worker(client, OPEN_TABLE, leave, keep, CUT_CONNECTION_STEP, OPEN_TABLE)[-1]
    assert kept_after_leaving["body"] == "server /offline"
    steps = (OPEN_TABLE, leave, OPEN_TABLE, keep, CUT_CONNECTION_STEP, OPEN_TABLE)
    assert run_worker(client, *steps)[-1]["body"] == "as shown"


def test_a_slow_page_is_shown_if_the_server_answers_other_requests(client: FlaskClient) -> None:
    """The page is not in the cache. The offline page loads it again once the server has answered."""
    slow = {"server": {"after": 0, "slow": ["/g/1ABC"], "slowly": 7000}}
    open_group = make_open_step("/g/1ABC")
    _, first, second = run_worker(client, slow, open_group, open_group)
    assert first["after"] == TIMEOUT_MS
    assert (second["body"], second["kept"]) == ("server /g/1ABC", None)
    assert "/g/" not in json.dumps(run_worker(client, open_group, CUT_CONNECTION_STEP, open_group)[-1])


def test_the_worker_waits_for_files_while_any_file_arrives(client: FlaskClient) -> None:
    late = {"server": {"after": 3000, "slow": ["/static/css/late.css"], "slowly": 6000}}
    files = (make_open_step(f"/static/{name}", "file") for name in ("css/app.css?v=2", "x.js?v=1"))
    assert not any("error" in answer for answer in run_worker(client, late, *files)[1:])


def test_an_offline_copy_answers_quickly_after_the_first_silence(client: FlaskClient) -> None:
    steps = (OPEN_TABLE, make_open_step(f"{TABLE_PATH}/log"), make_open_step(f"{TABLE_PATH}/enter", "post"))
    *_, table, log, entry = run_worker(
        client, SILENT_SERVER_STEP, {"copy": "1ABC"}, *steps, modules=OFFLINE_APP_MODULES
    )
    assert (table["after"], table["kept"]) == (TIMEOUT_MS, "copy")
    assert log["after"] <= SHORT_TIMEOUT_MS
    assert entry["after"] <= SHORT_TIMEOUT_MS


def test_a_failed_upload_is_reported_in_time(client: FlaskClient) -> None:
    steps = ({"copy": "0ABC"}, SILENT_SERVER_STEP, make_open_step("/pocket/home/0ABC", "post"))
    *_, answer = run_worker(client, *steps, modules=OFFLINE_APP_MODULES)
    assert answer["after"] <= TIMEOUT_MS
    assert "away" in answer["body"]


def test_a_table_is_uploaded_as_a_file_because_the_server_limits_other_fields(client: FlaskClient) -> None:
    steps = ({"copy": "0ABC"}, LIST_REQUESTS_STEP, make_open_step("/pocket/home/0ABC", "post"))
    *_, requests = run_worker(client, *steps, LIST_REQUESTS_STEP, modules=OFFLINE_APP_MODULES)
    assert requests[-1] == "POST /import file"


def test_the_home_page_redirects_to_the_offline_app_in_time(client: FlaskClient) -> None:
    steps = (SILENT_SERVER_STEP, OPEN_HOME, OPEN_HOME)
    _, first, second = run_worker(client, *steps, modules=OFFLINE_APP_MODULES)
    assert first["after"] == TIMEOUT_MS
    assert second["after"] <= SHORT_TIMEOUT_MS
    assert first["status"] == second["status"] == 302


def make_request(path: str, method: str = "GET") -> list[str]:
    return [method, f"http://companion.test{path}"]


REQUESTS_FOR_OFFLINE_APP = [
    make_request(f"{TABLE_PATH}/log"), make_request(f"{TABLE_PATH}/scores"), make_request("/"),
    make_request(f"{TABLE_PATH}/for", "POST"), make_request(f"{TABLE_PATH}/lobby/start", "POST"),
    make_request("/t/1XYZ/log"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "modules", "answers"),
    [
        ((), (), [False, False, False, False, False, False]),
        ((make_open_step(f"{TABLE_PATH}/log"), OPEN_HOME), (), [True, False, True, False, False, False]),
        ((), OFFLINE_APP_MODULES, [False, False, True, False, False, False]),
        (({"copy": "1ABC"},), OFFLINE_APP_MODULES, [True, True, True, True, False, False]),
        (
            ({"copy": "1ABC"}, {"lacks": "scores"}),
            OFFLINE_APP_MODULES,
            [True, False, True, True, False, False],
        ),
    ],
    ids=["nothing", "cached pages", "no copy", "a copy", "a copy without that page"],
)
def test_the_worker_knows_which_requests_it_can_answer_offline(
    client: FlaskClient, before: tuple[dict[str, Any], ...], modules: tuple[str, ...], answers: list[bool]
) -> None:
    steps = (*before, CUT_CONNECTION_STEP, {"can": REQUESTS_FOR_OFFLINE_APP})
    assert run_worker(client, *steps, modules=modules)[-1] == answers
