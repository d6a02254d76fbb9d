"""Alive, ready, measured, logged without personal data; backed up, expired, stopped gracefully."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from companion.app import migrate
from companion.commands import run_command
from companion.monitoring import _Lines, hide_secrets
from companion.store import db
from tests.conftest import settings, standing
from tests.people import Phone
from tests.served import Server


def entered(app: Flask) -> Phone:
    phone = Phone(app)
    phone.open("giza", ["Anastasia", "Bo"])
    assert phone.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"}).status_code == 200
    return phone


def test_ready_only_with_a_migrated_database(app: Flask, tmp_path: Path) -> None:
    assert app.test_client().get("/readyz").status_code == 200
    with standing(settings(tmp_path / "bare.sqlite3")) as bare:
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
        _Lines().format(record) for record in caplog.records if record.name == "companion.answers"
    ]
    assert [json.loads(line)["route"] for line in lines][-1] == "joining.show_invitation"
    cookie = phone.client.get_cookie(f"t-{phone.code}")
    assert cookie is not None
    for private in ("Anastasia", phone.code, "some-secret", cookie.value):
        assert private not in "".join(lines)


def test_no_line_of_any_logger_tells_a_secret(
    app: Flask, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "_logRecordFactory", logging.getLogRecordFactory())
    hide_secrets()
    for name in ("gunicorn.error", "companion", "anything"):
        logger, handler = logging.Logger(name), logging.StreamHandler(sys.stdout)
        logger.addHandler(handler)
        for path in ("/t/ABCDEF/scores", "/g/secret-1/nosuch", "/i/secret-2", "/w/secret-3", "/e/secret-4",
                     "/api/v1/tables/ABCDEF/log", "/api/v1/groups/secret-5", "/j/ABCDEF?x=1",
                     "/?next=secret-6"):  # fmt: skip
            try:
                raise ValueError(path)
            except ValueError:
                logger.makeRecord(name, 40, "", 0, "x", (), None)
                logger.handle(
                    logger.makeRecord(
                        name,
                        40,
                        "",
                        0,
                        "request POST %s from ip=192.0.2.7",
                        (path,),
                        sys.exc_info(),
                    )
                )
    told = capsys.readouterr().out
    assert "/scores" in told
    assert not re.search("ABCDEF|secret-|192.0.2.7", told)


def test_a_backup_is_taken_while_it_serves_and_put_back(app: Flask, tmp_path: Path) -> None:
    phone = entered(app)
    copy = tmp_path / "copy.sqlite3"
    assert run_command(app, ["backup", str(copy)]) == "backup: done."
    phone.enter(seat=1, tile="+4", **{"move board site": "Play 0 0"})
    assert phone.version() == 2
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    assert run_command(app, ["restore", str(copy)]) == "restore: done."
    app.extensions["table_cache"].clear()
    assert phone.version() == 1


def test_only_tables_that_nobody_touched_expire(app: Flask) -> None:
    silent, lively = entered(app), entered(app)
    with app.app_context():
        ids = {phone.code: db.session.execute(
            text("SELECT id FROM 'table' WHERE code = :code"), {"code": phone.code}
        ).scalar() for phone in (silent, lively)}  # fmt: skip
        db.session.execute(text("UPDATE 'table' SET opened_at = '2020-01-01 00:00:00.000000'"))
        db.session.execute(
            text("UPDATE entry SET at = 1 WHERE table_id = :id"), {"id": ids[silent.code]}
        )
        db.session.commit()
    assert run_command(app, ["expire", "--days", "90"]) == "1 tables deleted."
    assert silent.see().status_code == 404
    assert lively.see().status_code == 200


def test_a_stopped_server_ends_its_streams_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        told = json.dumps({"game": "giza", "seats": ["A", "B"]}).encode()
        with socket.create_connection(("127.0.0.1", server.port)) as opening:
            opening.sendall(
                b"POST /api/v1/tables HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: "
                + str(len(told)).encode() + b"\r\n\r\n" + told
            )  # fmt: skip
            answer = b""
            while part := opening.recv(4096):
                answer += part
        code = json.loads(answer.partition(b"\r\n\r\n")[2])["code"]
        with socket.create_connection(("127.0.0.1", server.port)) as stream:
            stream.settimeout(15)
            stream.sendall(f"GET /t/{code}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            heard = b""
            while b"retry" not in heard:
                heard += stream.recv(4096)
            os.kill(server.process.pid, signal.SIGTERM)
            began = time.monotonic()
            last = b""
            while not last.endswith(b"0\r\n\r\n"):
                last = stream.recv(4096)
                assert last
                assert time.monotonic() - began < 4.5, "longer than gunicorn's own patience"
        assert server.process.wait(10) == 0
    finally:
        if server.process.poll() is None:
            server.kill()
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as kept:
        assert kept.execute("SELECT count(*) FROM 'table'").fetchone() == (1,)
