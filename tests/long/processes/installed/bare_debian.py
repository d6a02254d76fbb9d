"""``make hosting``: an empty Debian follows docs/hosting.md word for word, as root of a folder of its own.

The release before is installed by the page's commands, an evening is begun, the newer one put over it, a
copy made and put back. Needs root and debootstrap; takes some minutes. ``RELEASE_BEFORE`` is a commit.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests import ROOT
from tests.served import free_port

PAGE = ROOT / "docs" / "hosting.md"
RELEASE_BEFORE = os.environ.get("RELEASE_BEFORE", "964928e")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
STARTS_WITHIN = 60.0


def commands(heading: str) -> str:
    """The shell lines that stand under a heading of the page."""
    section = PAGE.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert blocks, f"nothing to type under {heading}"
    return "".join(blocks)


def built(revision: str | None, into: Path) -> Path:
    """The wheel of a commit, or of this checkout, without the pocket."""
    with TemporaryDirectory() as made:
        source = ROOT
        if revision:
            source = Path(made)
            packed = subprocess.run(
                ["git", "archive", revision], cwd=ROOT, capture_output=True, check=True
            )
            subprocess.run(["tar", "-x", "-C", source], input=packed.stdout, check=True)
        subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", into, source],
            env={**os.environ, "COMPANION_POCKET": "0"}, check=True,
        )  # fmt: skip
    return next(into.glob("*.whl"))


class Debian:
    """An empty Debian in a folder, which shares the network and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.port = folder, folder / "root", free_port()
        subprocess.run(
            ["debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", folder],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        (folder / "usr/local/bin/sudo").write_text('#!/bin/sh\nexec "$@"\n')
        (folder / "usr/local/bin/sudo").chmod(0o755)
        if CERTIFICATES.exists():
            shutil.copy(CERTIFICATES, folder / CERTIFICATES.relative_to("/"))

    def _typed(self, lines: str) -> tuple[list[str | Path], dict[str, str]]:
        own = {key: value for key, value in os.environ.items() if key.startswith("PIP_CERT")}
        environment = {
            "HOME": "/root", "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "COMPANION_PORT": str(self.port), "DEBIAN_FRONTEND": "noninteractive", **own,
        }  # fmt: skip
        return ["chroot", self.folder, "sh", "-e", "-c", f"cd; {lines}"], environment

    def types(self, lines: str) -> None:
        """Type lines into a terminal, and wait until they are done."""
        command, environment = self._typed(lines)
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

    @contextmanager
    def serves(self, lines: str) -> Iterator[str]:
        """What the lines start, until Ctrl+C; yields its address."""
        command, environment = self._typed(f"exec {lines.strip()}")
        address = f"http://127.0.0.1:{self.port}"
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            until = time.monotonic() + STARTS_WITHIN
            while not answers(f"{address}/healthz"):
                assert process.poll() is None, "it did not start"
                assert time.monotonic() < until, "it did not start in time"
                time.sleep(0.2)
            yield address
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(20)


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=2).close()
    except OSError:
        return False
    return True


class Host:
    """Somebody at a table of Giza, by the API."""

    def __init__(self) -> None:
        self.code = self.secret = ""
        self.entered = 0

    def ask(self, address: str, path: str, body: Any = None) -> Any:
        """One request; its answer."""
        headers = {"Content-Type": "application/json"}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        asked = urllib.request.Request(
            f"{address}/api/v1/tables{path}", body and json.dumps(body).encode(), headers
        )
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return json.load(answer)

    def opens(self, address: str) -> None:
        """Open a table for two."""
        opened = self.ask(address, "", {"game": "giza", "seats": ["Ana", "Bo"]})
        self.code, self.secret = opened["code"], opened["secret"]

    def plays(self, address: str, times: int) -> None:
        """Enter so many of the moves that are allowed."""
        for _ in range(times):
            seat = self.ask(address, f"/{self.code}")["awaiting"]["seats"][0]
            move = self.ask(address, f"/{self.code}/legal?seat={seat}")["moves"][0]
            entry = {"seat": seat, "key": f"bare-debian-{self.entered:04d}", **move}
            self.ask(address, f"/{self.code}/entries", entry)
            self.entered += 1

    def version(self, address: str) -> int:
        """How many entries the table has."""
        return int(self.ask(address, f"/{self.code}")["version"])


def main() -> None:
    """Follow the page; say what was seen."""
    assert os.geteuid() == 0, "needs root, for a root of its own"
    begin, host = commands("Begin"), Host()
    copy, back = commands("Copies").strip().splitlines()
    with TemporaryDirectory() as made, TemporaryDirectory() as wheels:
        debian = Debian(Path(made))
        shutil.copy(built(RELEASE_BEFORE, Path(wheels, "old")), debian.home)
        debian.types(commands("Install it once"))
        with debian.serves(begin) as address:
            host.opens(address)
            host.plays(address, 5)
        print(f"The release before ({RELEASE_BEFORE}) served, and 5 entries were made.")
        for old in debian.home.glob("*.whl"):
            old.unlink()
        shutil.copy(built(None, Path(wheels, "new")), debian.home)
        debian.types(commands("A newer version"))
        with debian.serves(begin) as address:
            assert host.version(address) == 5, "the upgrade lost entries"
            host.plays(address, 5)
            debian.types(copy)
            host.plays(address, 5)
            assert host.version(address) == 15
        debian.types(back)
        with debian.serves(begin) as address:
            assert host.version(address) == 10, "the copy is another one"
    print("Upgraded, copied and put back: every entry is where it belongs.")


if __name__ == "__main__":
    main()
