"""A service worker waits four seconds for a silent server and no longer, on every route, and as long as it
takes for a slow one. It runs under Node, with a clock that passes at once."""

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
"""How long a server that is known to be silent is waited for, where a page is kept."""
SILENT, CUT = {"server": {"after": "silent"}}, {"server": {"after": "cut"}}
AWAKE = {"server": {"after": 0}}
STREAMS = re.compile(r"/(events|stream)$")
TABLE = "/t/1ABC"
OFFLINE_APP = ("upload.mjs", "worker.mjs", "offline_copies.mjs")
"""In the order in which /pocket-sw.js imports them."""


def answers_in(milliseconds: int) -> dict[str, Any]:
    return {"server": {"after": milliseconds}}


def opens(path: str, kind: str = "navigate", **headers: str) -> dict[str, Any]:
    return {"open": [path, kind, headers]}


def seen_by(client: FlaskClient, *steps: dict[str, Any], modules: Iterable[str] = ()) -> list[Any]:
    """What each step saw, in the worker as the app serves it, once it is installed."""
    told = {
        "worker": client.get("/sw.js").text,
        "modules": [str(ROOT / "offline_bundle" / name) for name in modules],
        "steps": [AWAKE, {"install": True}, *steps],
    }
    command = [str(NODE), str(RUNNER)]
    run = subprocess.run(command, input=json.dumps(told).encode(), capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return list(json.loads(run.stdout))[2:]


def pages(app: Flask) -> list[str]:
    """An address for each route that a browser can open."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return [path for rule in rules if not STREAMS.search(path := re.sub(r"<[^>]+>", "1ABC", rule))]


@pytest.mark.parametrize("kind", ["navigate", "whole"])
def test_every_route_is_shown_in_time_by_a_silent_server(
    app: Flask, client: FlaskClient, kind: str
) -> None:
    routes = [path for path in pages(app) if not path.startswith("/static/")]
    first = seen_by(client, SILENT, *(opens(path, kind) for path in routes))[1:]
    later = seen_by(
        client, *(opens(path, kind) for path in routes), SILENT, *(opens(path, kind) for path in routes)
    )[len(routes) + 1 :]
    for answers in (first, later):
        left_to_the_browser = {
            path for path, one in zip(routes, answers, strict=True) if "unhandled" in one
        }
        assert not left_to_the_browser or kind == "whole", left_to_the_browser
        for path, answer in zip(routes, answers, strict=True):
            if "unhandled" not in answer:
                assert answer.get("after", 60_000) <= TIMEOUT_MS, (path, answer)
                assert answer.get("kept"), (path, answer)
    kept = {
        path for path, answer in zip(routes, later, strict=True) if answer.get("body") == f"server {path}"
    }
    assert {"/", "/t/1ABC", "/t/1ABC/log"} <= kept


@pytest.mark.parametrize(
    "asked", [("/static/css/app.css?v=1", "file"), ("/static/a.js", "file"), (f"{TABLE}/leave", "post"),
              (f"{TABLE}/leave", "form")]
)  # fmt: skip
def test_what_is_no_page_ends_in_time_as_well(client: FlaskClient, asked: tuple[str, str]) -> None:
    _, answer = seen_by(client, SILENT, opens(*asked))
    assert answer["after"] <= TIMEOUT_MS


def test_a_worker_is_not_installed_for_ever(client: FlaskClient) -> None:
    _, installed = seen_by(client, SILENT, {"install": True})
    assert "error" in installed


@pytest.mark.parametrize("kind", ["navigate", "whole"])
def test_a_slow_server_is_waited_for(client: FlaskClient, kind: str) -> None:
    _, _, answer = seen_by(client, opens(TABLE, kind), answers_in(3000), opens(TABLE, kind))
    assert answer == {"after": 3000, "body": f"server {TABLE}", "kept": None, "status": 200}


def test_while_it_is_silent_the_next_kept_page_comes_sooner(client: FlaskClient) -> None:
    steps = (opens(TABLE), opens("/"), SILENT, opens(TABLE), opens("/"), opens(TABLE))
    table, home, again = seen_by(client, *steps)[-3:]
    assert table["after"] == TIMEOUT_MS
    assert home["after"] == again["after"] == SHORT_MS
    assert home["body"] == "server /"


def test_a_server_that_is_silent_is_not_asked_for_page_after_page(client: FlaskClient) -> None:
    """A browser has six connections to a server, and each page that is never answered holds one."""
    steps = (opens(TABLE), SILENT, {"asked": True}, *[opens(TABLE)] * 8, {"asked": True})
    asked = seen_by(client, *steps)[-1]
    assert asked.count(f"GET {TABLE}") == 1


@pytest.mark.parametrize("after", [0, 500, 3000])
def test_a_server_that_is_back_is_believed(client: FlaskClient, after: int) -> None:
    """At the latest with the second page: what answers slowly may be late for the first."""
    back = answers_in(after)
    *_, second = seen_by(
        client, opens(TABLE), SILENT, opens(TABLE), back, opens(TABLE), {"wait": 3000}, opens(TABLE)
    )
    assert (second["body"], second["kept"]) == (f"server {TABLE}", None)


def test_a_late_answer_is_kept_for_the_next_time(client: FlaskClient) -> None:
    steps = (answers_in(6000), opens(TABLE), {"wait": 3000}, CUT, opens(TABLE))
    _, first, _, _, second = seen_by(client, *steps)
    assert (first["after"], first["body"]) != (6000, f"server {TABLE}")
    assert second["body"] == f"server {TABLE}"


def test_a_page_that_takes_long_is_shown_where_the_server_answers(client: FlaskClient) -> None:
    """Nothing is kept of it: the offline page loads it again once the server was heard."""
    slow = {"server": {"after": 0, "slow": ["/g/1ABC"], "slowly": 7000}}
    _, first, second = seen_by(client, slow, opens("/g/1ABC"), opens("/g/1ABC"))
    assert first["after"] == TIMEOUT_MS
    assert (second["body"], second["kept"]) == ("server /g/1ABC", None)
    assert "/g/" not in json.dumps(seen_by(client, opens("/g/1ABC"), CUT, opens("/g/1ABC"))[-1])


def test_files_on_a_slow_line_are_waited_for_as_long_as_any_come(client: FlaskClient) -> None:
    """Six at a time, each three seconds after the one before."""
    late = {"server": {"after": 3000, "slow": ["/static/css/late.css"], "slowly": 6000}}
    _, page, file = seen_by(
        client, late, opens("/static/css/app.css?v=2", "file"), opens("/static/x.js?v=1", "file")
    )
    assert "error" not in page
    assert "error" not in file


def test_a_copy_answers_at_once_where_the_server_is_known_to_be_silent(client: FlaskClient) -> None:
    steps = (SILENT, {"copy": "1ABC"}, opens(TABLE), opens(f"{TABLE}/log"), opens(f"{TABLE}/enter", "post"))
    *_, table, log, entry = seen_by(client, *steps, modules=OFFLINE_APP)
    assert (table["after"], table["kept"]) == (TIMEOUT_MS, "copy")
    assert log["after"] <= SHORT_MS
    assert entry["after"] <= SHORT_MS


def test_a_table_that_cannot_be_sent_says_so_in_time(client: FlaskClient) -> None:
    _, _, answer = seen_by(
        client, {"copy": "0ABC"}, SILENT, opens("/pocket/home/0ABC", "post"), modules=OFFLINE_APP
    )
    assert answer["after"] <= TIMEOUT_MS
    assert "away" in answer["body"]


def test_home_leads_to_the_offline_app_in_time(client: FlaskClient) -> None:
    first, second = seen_by(client, SILENT, opens("/"), opens("/"), modules=OFFLINE_APP)[1:]
    assert first["after"] == TIMEOUT_MS
    assert second["after"] <= SHORT_MS
    assert first["status"] == second["status"] == 302


def request_to(path: str, method: str = "GET") -> list[str]:
    return [method, f"http://companion.test{path}"]


ASKED = [
    request_to(f"{TABLE}/log"), request_to(f"{TABLE}/scores"), request_to("/"),
    request_to(f"{TABLE}/for", "POST"), request_to(f"{TABLE}/lobby/start", "POST"),
    request_to("/t/1XYZ/log"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "modules", "can"),
    [
        ((), (), [False, False, False, False, False, False]),
        ((opens(f"{TABLE}/log"), opens("/")), (), [True, False, True, False, False, False]),
        ((), OFFLINE_APP, [False, False, True, False, False, False]),
        (({"copy": "1ABC"},), OFFLINE_APP, [True, True, True, True, False, False]),
        (({"copy": "1ABC"}, {"lacks": "scores"}), OFFLINE_APP, [True, False, True, True, False, False]),
    ],
    ids=["nothing", "kept pages", "no copy", "a copy", "a copy without that page"],
)
def test_the_worker_says_what_the_phone_answers_by_itself(
    client: FlaskClient, before: tuple[dict[str, Any], ...], modules: tuple[str, ...], can: list[bool]
) -> None:
    assert seen_by(client, *before, CUT, {"can": ASKED}, modules=modules)[-1] == can


@pytest.mark.parametrize(
    ("control", "asks"),
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
def test_what_a_control_asks_of_the_server(control: dict[str, Any], asks: list[str] | None) -> None:
    command = [
        str(NODE),
        str(RUNNER.with_name("request_of.mjs")),
        str(ROOT / "static" / "js" / "offline_controls.js"),
    ]
    run = subprocess.run(command, input=json.dumps(control).encode(), capture_output=True, check=True)
    expected = asks and [asks[0], f"http://companion.test{asks[1]}"]
    assert json.loads(run.stdout) == expected
