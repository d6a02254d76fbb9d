"""Starts a PostgreSQL server and app processes that use it. Without PostgreSQL the tests are skipped."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from tests.app_server import Server, find_free_port
from tests.cuttable_proxy import CuttableProxy
from tests.offline.conftest import skip_or_fail_without
from tests.waiting import wait_until

BINARIES_FOLDER = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
AS_POSTGRES_COMMAND = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Postgres:
    """A PostgreSQL server with its data in one folder. It can be killed and started again."""

    def __init__(self, *, is_empty: bool = False) -> None:
        """Create the data folder. Unless ``is_empty``, create a database in it and start the server."""
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        if AS_POSTGRES_COMMAND:
            shutil.chown(self.folder, "postgres")
        self.port = find_free_port()
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"
        if is_empty:
            return
        self._run_program("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", "postgres", "-N")
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def make_url(self, proxy: CuttableProxy) -> str:
        """Return the URL of the database for clients that connect through this proxy."""
        return self.url.replace(str(self.port), proxy.address.rsplit(":", 1)[1])

    def _run_program(self, name: str, *arguments: str) -> None:
        assert BINARIES_FOLDER is not None
        subprocess.run(
            [*AS_POSTGRES_COMMAND, str(BINARIES_FOLDER / name), *arguments], check=True, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        log = str(self.folder / "log")
        self._run_program("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-o", options, "start")

    def kill(self) -> None:
        """Kill the server process with SIGKILL, and wait until it and its child processes have ended."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text("utf-8").splitlines()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
        running = [Path(f"/proc/{one}") for one in (pid, *children)]
        os.kill(pid, 9)
        wait_until(lambda: not any(map(Path.exists, running)), "the end of the database")

    def stop(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):  # a test has killed it
            self._run_program("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    if BINARIES_FOLDER is None:
        skip_or_fail_without("PostgreSQL (apt-get install postgresql)")
    with Postgres() as database:
        yield database


@pytest.fixture
def two_servers(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with Server(tmp_path, postgres.url) as one, Server(tmp_path, postgres.url) as other:
        yield one, other
