"""The house: one data folder, served by one release after another, at one address after another."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests import ROOT
from tests.served import Server, free_port

Record = Mapping[str, Any]


class Release(Server):
    """The companion as it was at some commit."""

    def __init__(self, checkout: Path, folder: Path, **environment: str) -> None:
        self.checkout = checkout
        super().__init__(folder, **environment)


class House:
    """What its people never see: releases, backups, restores."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = "127.0.0.1"
        self.port = free_port()
        self.checkout = ROOT
        self._server: Server | None = None

    @property
    def address(self) -> str:
        """Where the phones find it."""
        return f"http://{self.host}:{self.port}"

    @property
    def database(self) -> Path:
        """The one file that a year is in."""
        return self.folder / "companion.sqlite3"

    def install(self, release: str) -> None:
        """Serve another release from now on: a commit, or this checkout where it is empty."""
        self.stop()
        self.checkout = ROOT
        if release:
            self.checkout = self.folder / "releases" / release
            self.checkout.mkdir(parents=True)
            archive = subprocess.Popen(
                ["git", "archive", release], cwd=ROOT, stdout=subprocess.PIPE
            )
            subprocess.run(["tar", "x"], cwd=self.checkout, stdin=archive.stdout, check=True)
            assert archive.wait() == 0, f"{release} is not in this clone"
        self.start()

    def start(self) -> None:
        """Serve; the database comes up to the release's form by itself."""
        self._server = Release(
            self.checkout, self.folder, COMPANION_HOST=self.host, COMPANION_PORT=str(self.port),
            PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        )  # fmt: skip

    def stop(self) -> None:
        """As hard as it gets."""
        if self._server is not None:
            self._server.kill()

    def move(self) -> None:
        """A new router gives the house another address."""
        self.stop()
        self.host, self.port = "127.0.0.2", free_port()
        self.start()

    def back_up(self, name: str) -> Path:
        """A copy, while it serves."""
        file = self.folder / f"{name}.copy"
        self._run("backup", str(file))
        return file

    def restore(self, file: Path) -> None:
        """Put a copy in the database's place, and serve again."""
        self.stop()
        self._run("restore", str(file))
        self.start()

    def _run(self, *words: str) -> None:
        assert self._server is not None
        asked = [sys.executable, "-m", "companion", *words]
        subprocess.run(
            asked, cwd=self.checkout, env=self._server.environment, check=True, capture_output=True
        )

    def plays(self) -> list[tuple[str, Record]]:
        """The recorded plays of its release that begin with what a form can say."""
        files = sorted((self.checkout / "seeds").glob("*/plays/*.toml"))
        records = [(file.parts[-3], tomllib.loads(file.read_text())) for file in files]
        return [(slug, record) for slug, record in records if begins_plainly(record)]


def begins_plainly(record: Record) -> bool:
    """Whether a play is followed move by move, and begins with no printed box."""
    options = record.get("options", {}).values()
    return record.get("mode") != "tally" and not any(
        isinstance(one, (dict, list)) for one in options
    )
