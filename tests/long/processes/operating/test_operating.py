"""Alive, ready, measured, logged without personal data; expired, stopped gracefully."""

import json
import logging
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from companion.language.i18n import LANGUAGES
from companion.server.app import migrate
from companion.server.commands import run_command
from companion.server.monitoring import JsonFormatter, redact_logs
from companion.store import db
from tests import NOTHING_SKIPPED, ROOT
from tests.app_server import Server, find_free_port
from tests.conftest import open_app, settings
from tests.long.processes.players import opened
from tests.people import Phone, hosting
from tests.waiting import WAIT_SECONDS, wait_until


def entered(app: Flask) -> Phone:
    phone = hosting(app, "giza", ["Anastasia", "Bo"])
    assert phone.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"}).status_code == 200
    return phone


def test_ready_only_with_a_migrated_database(app: Flask, tmp_path: Path) -> None:
    assert app.test_client().get("/readyz").status_code == 200
    with open_app(settings(tmp_path / "bare.sqlite3")) as bare:
        assert bare.test_client().get("/healthz").status_code == 200
        assert bare.test_client().get("/readyz").status_code == 503
        migrate(bare)
        assert bare.test_client().get("/readyz").status_code == 200


def test_meters_count_entries_and_refusals_and_name_nobody(app: Flask) -> None:
    phone = entered(app)
    refused = phone.enter(seat=1, tile="+5", **{"move board site": "Play 0 0"})
    assert refused.status_code == 422
    assert phone.client.get("/metrics").status_code == 404
    app.config["METRICS"] = True
    told = phone.client.get("/metrics").text
    assert "companion_entries_total 1.0" in told
    assert 'companion_refusals_total{code="giza.stone_not_smaller"} 1.0' in told
    assert "companion_tables_held 1.0" in told
    assert phone.code not in told
    assert "Anastasia" not in told


def test_logs_are_json_and_hold_no_names_codes_or_secrets(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "companion.answers"):
        phone = entered(app)
        phone.enter(kind="note", text="Anastasia cheats")
        phone.client.get("/i/some-secret")
    lines = [
        JsonFormatter().format(record) for record in caplog.records if record.name == "companion.answers"
    ]
    assert [json.loads(line)["route"] for line in lines][-1] == "joining.show_invitation"
    cookie = phone.client.get_cookie(f"t-{phone.code}")
    assert cookie is not None
    for private in ("Anastasia", phone.code, "some-secret", cookie.value):
        assert private not in "".join(lines)


def test_no_line_of_any_logger_tells_a_secret(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "_logRecordFactory", logging.getLogRecordFactory())
    redact_logs()
    logger = logging.Logger("of.somebody")
    logger.addHandler(logging.StreamHandler(sys.stdout))
    for path in ("/t/ABCDEF/scores", "/g/secret-1/nosuch", "/i/secret-2", "/w/secret-3", "/e/secret-4",
                 "/api/v1/tables/ABCDEF/log", "/api/v1/groups/secret-5", "/j/ABCDEF?x=1",
                 "/?next=secret-6"):  # fmt: skip
        try:
            raise ValueError(path)
        except ValueError:
            logger.exception("request POST %s from ip=192.0.2.7", path)
    told = capsys.readouterr().out
    assert "/scores" in told
    assert not re.search("ABCDEF|secret-|192.0.2.7", told)


def test_only_tables_that_nobody_touched_expire(app: Flask) -> None:
    silent, lively = entered(app), entered(app)
    with app.app_context():
        ids = {phone.code: db.session.execute(
            text("SELECT id FROM 'table' WHERE code = :code"), {"code": phone.code}
        ).scalar() for phone in (silent, lively)}  # fmt: skip
        db.session.execute(text("UPDATE 'table' SET opened_at = '2020-01-01 00:00:00.000000'"))
        db.session.execute(text("UPDATE entry SET at = 1 WHERE table_id = :id"), {"id": ids[silent.code]})
        db.session.commit()
    assert run_command(app, ["expire", "--days", "90"]) == "1 tables deleted."
    assert silent.get_page().status_code == 404
    assert lively.get_page().status_code == 200


@pytest.mark.parametrize("proxies", ["0", "1"])
def test_a_stopped_server_ends_its_streams_and_is_done(tmp_path: Path, proxies: str) -> None:
    """A stream that is cut off, and not ended, has no last chunk: it raises IncompleteRead."""
    with Server(tmp_path, COMPANION_PROXIES=proxies) as server:
        code, _ = opened(server.address)
        events = f"{server.address}/t/{code}/events"
        with urllib.request.urlopen(events, timeout=WAIT_SECONDS) as stream:
            assert b"retry" in stream.readline()
            server.process.terminate()
            stream.read()
        assert server.process.wait(WAIT_SECONDS) == 0
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as kept:
        assert kept.execute("SELECT count(*) FROM 'table'").fetchone() == (1,)


def test_a_stopped_server_releases_a_thousand_phones_within_two_seconds(tmp_path: Path) -> None:
    with Server(tmp_path) as server, ExitStack() as phones:
        code, _ = opened(server.address)
        streams = [
            phones.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(1000)
        ]
        for stream in streams:
            stream.sendall(f"GET /t/{code}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert b"200 OK" in stream.recv(4096)
        began = time.monotonic()
        server.process.terminate()
        for stream in streams:
            while stream.recv(4096):
                pass
        assert server.process.wait(WAIT_SECONDS) == 0
        assert time.monotonic() - began < 2


def is_taken(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def is_open(file: Path) -> bool:
    for held in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):  # it ended meanwhile, or is not ours to look at
            links = map(os.readlink, held.iterdir())
            if held.parent.name != str(os.getpid()) and str(file) in links:
                return True
    return False


def test_nobody_waits_for_a_migration(tmp_path: Path) -> None:
    """It waits for its turn to migrate, and serves afterwards."""
    lock, port = tmp_path / "companion.sqlite3.migrating", find_free_port()
    with closing(sqlite3.connect(lock)) as migrating, ThreadPoolExecutor() as beside:
        migrating.execute("BEGIN EXCLUSIVE")
        begun = beside.submit(
            Server, tmp_path, COMPANION_HTTPS="proxy", COMPANION_PROXIES="1", COMPANION_PORT=str(port)
        )
        try:
            wait_until(lambda: is_open(lock), "its wait for the lock")
            assert not is_taken(port)
        finally:
            migrating.rollback()
            begun.result().kill()


DEPLOY = ROOT / "deploy"


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[str]:
    """Caddy with the shipped settings over plain http, before apps that are not there."""
    caddy = shutil.which("caddy")
    if caddy is None:
        if NOTHING_SKIPPED:
            pytest.fail("no Caddy here, and nothing may be skipped")
        pytest.skip("no Caddy on this machine: install the package caddy to run these")
    port, gone = find_free_port(), find_free_port()
    settings = (DEPLOY / "Caddyfile").read_text("utf-8")
    settings = settings.replace("app1:8000 app2:8000", f"127.0.0.1:{gone}")
    file = tmp_path / "Caddyfile"
    file.write_text(settings.replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1), "utf-8")
    given = {
        **os.environ, "COMPANION_SITE": f"http://127.0.0.1:{port}", "COMPANION_PAGES": str(DEPLOY),
        "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path),
    }  # fmt: skip
    command = [caddy, "run", "--config", str(file), "--adapter", "caddyfile"]
    process = subprocess.Popen(command, env=given, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(WAIT_SECONDS)


def test_an_app_that_is_away_is_told_in_every_language(proxy: str) -> None:
    answer = asked(proxy)
    assert answer.code in (502, 503)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Companion"] is None, "no phone takes it for the app"
    told = answer.read().decode()
    assert all(f'lang="{language}"' in told for language in LANGUAGES)
    assert 'http-equiv="refresh"' in told


def test_a_browser_is_bound_to_https_for_this_name_alone() -> None:
    """What is below the name is somebody else's."""
    told = [line for line in (DEPLOY / "Caddyfile").read_text("utf-8").splitlines() if "Strict-T" in line]
    assert [line.split()[1:] for line in told] == [["Strict-Transport-Security", '"max-age=31536000"']]


def asked(address: str) -> urllib.error.HTTPError:

    def refused() -> urllib.error.HTTPError | None:
        try:
            urllib.request.urlopen(f"{address}/t/ABCDEF", timeout=WAIT_SECONDS).close()
        except urllib.error.HTTPError as error:
            return error
        except OSError:
            pass
        return None

    answer = wait_until(refused, "the proxy")
    assert answer
    return answer
