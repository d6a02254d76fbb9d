"""Health checks, metrics, logs, expiry, stopping the server, and failures of its commands."""

import json
import logging
import os
import re
import socket
import sqlite3
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from companion.server.app import migrate
from companion.server.commands import run_command
from companion.server.monitoring import JsonFormatter, redact_logs
from companion.store.models import db
from tests.app_server import Server, find_free_port
from tests.conftest import make_settings, open_app
from tests.long.processes.players import open_catan_table
from tests.operating.test_backups import add_table, count_entries, get_database_path
from tests.people import Phone, open_as_host
from tests.waiting import WAIT_SECONDS, wait_until


def enter_move(app: Flask) -> Phone:
    phone = open_as_host(app, "giza", ["Anastasia", "Bo"])
    assert phone.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"}).status_code == 200
    return phone


def test_readiness_needs_a_migrated_database(app: Flask, tmp_path: Path) -> None:
    assert app.test_client().get("/readyz").status_code == 200
    with open_app(make_settings(tmp_path / "bare.sqlite3")) as bare:
        assert bare.test_client().get("/healthz").status_code == 200
        assert bare.test_client().get("/readyz").status_code == 503
        migrate(bare)
        assert bare.test_client().get("/readyz").status_code == 200


def test_metrics_count_entries_and_refusals_without_names(app: Flask) -> None:
    phone = enter_move(app)
    refused = phone.enter(seat=1, tile="+5", **{"move board site": "Play 0 0"})
    assert refused.status_code == 422
    assert phone.client.get("/metrics").status_code == 404
    app.config["METRICS"] = True
    metrics = phone.client.get("/metrics").text
    assert "companion_entries_total 1.0" in metrics
    assert 'companion_refusals_total{code="giza.stone_not_smaller"} 1.0' in metrics
    assert "companion_tables_held 1.0" in metrics
    assert phone.code not in metrics
    assert "Anastasia" not in metrics


def test_logs_are_json_without_names_codes_or_secrets(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "companion.answers"):
        phone = enter_move(app)
        phone.enter(kind="note", text="Anastasia cheats")
        phone.client.get("/i/some-secret")
    records = [record for record in caplog.records if record.name == "companion.answers"]
    lines = list(map(JsonFormatter().format, records))
    assert [json.loads(line)["route"] for line in lines][-1] == "joining.show_invitation"
    cookie = phone.client.get_cookie(f"t-{phone.code}")
    assert cookie is not None
    for private in ("Anastasia", phone.code, "some-secret", cookie.value):
        assert private not in "".join(lines)


def test_logs_redact_secrets(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "_logRecordFactory", logging.getLogRecordFactory())
    redact_logs()
    logger = logging.Logger("some.library")
    logger.addHandler(logging.StreamHandler(sys.stdout))
    for path in ("/t/ABCDEF/scores", "/g/secret-1/nosuch", "/i/secret-2", "/w/secret-3", "/e/secret-4",
                 "/api/v1/tables/ABCDEF/log", "/api/v1/groups/secret-5", "/j/ABCDEF?x=1",
                 "/?next=secret-6"):  # fmt: skip
        try:
            raise ValueError(path)
        except ValueError:
            logger.exception("request POST %s from ip=192.0.2.7", path)
    output = capsys.readouterr().out
    assert "/scores" in output
    assert not re.search("ABCDEF|secret-|192.0.2.7", output)


def test_only_idle_tables_expire(app: Flask) -> None:
    idle, active = enter_move(app), enter_move(app)
    with app.app_context():
        ids = {phone.code: db.session.execute(
            text("SELECT id FROM 'table' WHERE code = :code"), {"code": phone.code}
        ).scalar() for phone in (idle, active)}  # fmt: skip
        db.session.execute(text("UPDATE 'table' SET opened_at = '2020-01-01 00:00:00.000000'"))
        db.session.execute(text("UPDATE entry SET at = 1 WHERE table_id = :id"), {"id": ids[idle.code]})
        db.session.commit()
    assert run_command(app, ["expire", "--days", "90"]) == "1 tables deleted."
    assert idle.get_page().status_code == 404
    assert active.get_page().status_code == 200


def test_a_stopped_server_behind_a_proxy_ends_its_streams_properly(tmp_path: Path) -> None:
    with Server(tmp_path, COMPANION_PROXIES="1") as server:
        code, _ = open_catan_table(server.address)
        events = f"{server.address}/t/{code}/events"
        with urllib.request.urlopen(events, timeout=WAIT_SECONDS) as stream:
            assert b"retry" in stream.readline()
            server.process.terminate()
            stream.read()
        assert server.process.wait(WAIT_SECONDS) == 0
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM 'table'").fetchone() == (1,)


def test_a_server_with_a_thousand_streams_stops_within_two_seconds(tmp_path: Path) -> None:
    with Server(tmp_path) as server, ExitStack() as phones:
        code, _ = open_catan_table(server.address)
        streams = [
            phones.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(1000)
        ]
        for stream in streams:
            stream.sendall(f"GET /t/{code}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert b"200 OK" in stream.recv(4096)
        started_at = time.monotonic()
        server.process.terminate()
        for stream in streams:
            while stream.recv(4096):
                pass
        assert server.process.wait(WAIT_SECONDS) == 0
        assert time.monotonic() - started_at < 2


def is_file_open(file: Path) -> bool:
    for descriptors in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):  # the process ended, or belongs to another user
            links = map(os.readlink, descriptors.iterdir())
            if descriptors.parent.name != str(os.getpid()) and str(file) in links:
                return True
    return False


def test_a_migrating_server_accepts_no_connections(tmp_path: Path) -> None:
    lock, port = tmp_path / "companion.sqlite3.migrating", find_free_port()
    with closing(sqlite3.connect(lock)) as migrating, ThreadPoolExecutor() as pool:
        migrating.execute("BEGIN EXCLUSIVE")
        server = pool.submit(
            Server, tmp_path, COMPANION_HTTPS="proxy", COMPANION_PROXIES="1", COMPANION_PORT=str(port)
        )
        try:
            wait_until(lambda: is_file_open(lock), "the wait for the lock")
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port))
        finally:
            migrating.rollback()
            server.result().kill()


def test_an_invalid_backup_is_not_restored(app: Flask, tmp_path: Path) -> None:
    database, file = add_table(app), tmp_path / "copy.sqlite3"
    for invalidate in (lambda: None, lambda: file.write_text("<h1>Welcome</h1>", "utf-8")):
        invalidate()
        with pytest.raises(SystemExit, match="Nothing was changed"):
            run_command(app, ["restore", str(file)])
        assert count_entries(database) == 1


@pytest.mark.parametrize("target", ["missing/copy.sqlite3", "a-folder"])
def test_a_failed_backup_is_reported_and_writes_nothing(app: Flask, tmp_path: Path, target: str) -> None:
    add_table(app)
    (tmp_path / "a-folder").mkdir()
    before = set(tmp_path.iterdir())
    with pytest.raises(SystemExit, match=r"no backup was made \([A-Z][\w ]+\)\.$"):
        run_command(app, ["backup", str(tmp_path / target)])
    assert set(tmp_path.iterdir()) == before


def test_a_migration_refuses_a_newer_database(app: Flask) -> None:
    with closing(sqlite3.connect(get_database_path(app))) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(SystemExit, match="newer companion"):
        migrate(app)
