"""A database can have only one server, and the error of a second one names the first."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.lan import addresses
from companion.lan.addresses import ALREADY_RUNS, PORT_TAKEN, ReachabilityProblem, open_listening_socket
from companion.lan.data_folder import DATABASE_FILE_NAME
from companion.server.command_line import command_parser
from companion.server.commands import run_command
from companion.store.connections import AlreadyServedError, server_lock
from tests import ROOT
from tests.operating.test_backups import add_table, get_database_path

SERVER_ADDRESS = "http://localhost:8123"


def run_server(data: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run the server program with this data folder until it ends. Return (exit code, output)."""
    settings = {
        **os.environ, "COMPANION_DATABASE": "", "COMPANION_SECRET": "", "COMPANION_DATA": str(data),
        **environment,
    }  # fmt: skip
    result = subprocess.run(
        [sys.executable, "-m", "companion", *arguments], cwd=ROOT, capture_output=True, text=True,
        env=settings, check=False,
    )  # fmt: skip
    return result.returncode, result.stdout + result.stderr


@pytest.fixture
def locked_folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a data folder whose database a running server has locked."""
    with server_lock(tmp_path / DATABASE_FILE_NAME, SERVER_ADDRESS):
        yield tmp_path


@pytest.mark.parametrize(
    ("arguments", "proxies"), [(["--port", "8124"], "0"), ([], "1"), (["check"], "0")],
    ids=["in a home network", "behind a proxy", "check"],
)  # fmt: skip
def test_a_second_server_exits_and_names_the_first(
    locked_folder: Path, arguments: list[str], proxies: str
) -> None:
    code, printed = run_server(locked_folder, *arguments, COMPANION_PROXIES=proxies)
    assert code == ALREADY_RUNS
    assert [SERVER_ADDRESS in line and str(locked_folder) in line for line in printed.splitlines()] == [
        True
    ], printed


def test_the_lock_is_released_at_the_end(tmp_path: Path) -> None:
    database = tmp_path / DATABASE_FILE_NAME
    for address in ("http://localhost:1", "http://localhost:2"):
        with (
            server_lock(database, address),
            pytest.raises(AlreadyServedError, match=address),
            server_lock(database, "x"),
        ):
            pass


def test_each_database_has_its_own_lock_and_postgresql_has_none(tmp_path: Path) -> None:
    for database in (None, tmp_path / "another.sqlite3"):
        with (
            server_lock(tmp_path / DATABASE_FILE_NAME, "x"),
            server_lock(database, "y"),
            server_lock(None, "z"),
        ):
            pass


def test_a_restore_is_refused_while_a_server_runs(app: Flask, tmp_path: Path) -> None:
    add_table(app)
    run_command(app, ["backup", str(tmp_path / "copy.sqlite3")])
    with (
        server_lock(get_database_path(app), SERVER_ADDRESS),
        pytest.raises(SystemExit, match=f"serving at {SERVER_ADDRESS}"),
    ):
        run_command(app, ["restore", str(tmp_path / "copy.sqlite3")])


def test_the_error_of_a_taken_port_proposes_a_valid_option() -> None:
    with open_listening_socket("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        with pytest.raises(ReachabilityProblem) as caught:
            open_listening_socket("127.0.0.1", port)
    problem = caught.value
    assert problem.code == PORT_TAKEN
    [proposed] = [word for word in problem.sentence.split() if word.isdigit() and word != str(port)]
    assert f"--port {proposed}" in problem.sentence
    assert command_parser().parse_args(["--port", proposed]).port == proposed


def test_an_invalid_port_option_is_refused(tmp_path: Path) -> None:
    code, printed = run_server(tmp_path, "--port", "abc")
    assert (code, "'abc'" in printed) == (addresses.BAD_PORT, True)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "٣", "80 00"])
def test_a_port_has_to_be_a_number_in_its_range(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("COMPANION_PORT", port)
    with pytest.raises(ReachabilityProblem) as caught:
        addresses.listen_port()
    assert (caught.value.code, port in caught.value.sentence) == (addresses.BAD_PORT, True)


@pytest.mark.parametrize("arguments", [[], ["expire", "--days", "365"]], ids=["serve", "expire"])
def test_an_unusable_database_is_named_in_one_line(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / DATABASE_FILE_NAME).write_bytes(b"no database" * 1000)
    code, printed = run_server(tmp_path, *arguments, COMPANION_HOST="127.0.0.1", COMPANION_HTTPS="off")
    assert (code, printed) == (1, f"{tmp_path}: the database cannot be used (file is not a database).\n")


def test_a_data_folder_in_which_nothing_can_be_written_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / f"{DATABASE_FILE_NAME}.serving").mkdir()
    code, printed = run_server(tmp_path, "check", COMPANION_HOST="127.0.0.1")
    assert (code, printed) == (
        1, f"{tmp_path}: the database cannot be used (unable to open database file).\n"
    )  # fmt: skip
