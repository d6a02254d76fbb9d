"""A real PostgreSQL of its own, and app processes on it. Skipped, with the reason, where there is none."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from tests import NOTHING_SKIPPED
from tests.app_server import Server, find_free_port
from tests.cuttable_proxy import CuttableProxy
from tests.waiting import wait_until

BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Postgres:
    """A PostgreSQL server in a folder of its own; it can be killed and comes back with what it promised."""

    def __init__(self) -> None:
        assert BINARIES is not None
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        if AS_POSTGRES:
            shutil.chown(self.folder, "postgres")
        self.port = find_free_port()
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"
        self._run("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", "postgres", "-N")
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def url_through(self, line: CuttableProxy) -> str:
        """Its address for who is to reach it through this line."""
        return self.url.replace(str(self.port), line.address.rsplit(":", 1)[1])

    def _run(self, name: str, *arguments: str) -> None:
        assert BINARIES is not None
        subprocess.run(
            [*AS_POSTGRES, str(BINARIES / name), *arguments], check=True, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-o", options, "-w", "start")

    def kill(self) -> None:
        """Signal 9 to the server, and a wait until its children noticed."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text("utf-8").splitlines()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
        running = [Path(f"/proc/{one}") for one in (pid, *children)]
        os.kill(pid, 9)
        wait_until(lambda: not any(map(Path.exists, running)), "the end of the database")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    if BINARIES is None:
        if NOTHING_SKIPPED:
            pytest.fail("no PostgreSQL here, and nothing may be skipped")
        pytest.skip("no PostgreSQL on this machine: install the package postgresql to run these")
    with Postgres() as made:
        yield made


@pytest.fixture
def two_servers(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with Server(tmp_path, postgres.url) as one, Server(tmp_path, postgres.url) as other:
        yield one, other
