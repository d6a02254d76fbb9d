"""The wheel alone is the whole app: installed into an empty environment, its one command serves a table."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest

from companion import __version__
from hatch_build import pocket_to_pack
from tests import ROOT
from tests.served import free_port

PACKED = ("companion", "templates", "static", "seeds")
TAKEN = "companion-0123456789abcdef.bin"
OLD = b"built before the file was changed"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a checkout in which what was built before is older than its sources."""
    checkout = tmp_path_factory.mktemp("checkout")
    for folder in PACKED:
        left_out = shutil.ignore_patterns("__pycache__", "*.br", "*.gz")
        shutil.copytree(ROOT / folder, checkout / folder, ignore=left_out)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    old = checkout / "build" / "static" / "js" / "main.js"
    old.parent.mkdir(parents=True)
    old.write_bytes(OLD)
    pocket = checkout / "build" / "pocket"
    pocket.mkdir()
    (pocket / TAKEN).write_bytes(b"taken along")
    file = {"name": TAKEN, "size": 11, "wire": 11}
    (pocket / "manifest.json").write_text(json.dumps({"files": {"a.bin": file}, "lock": {}}))
    made = checkout / "dist"
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, checkout)
    return next(made.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment that has nothing but the wheel and what it depends on.

    One of its static files is as a checkout has it before anything was compressed.
    """
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False)
    pip("--python", place / "bin" / "python", "install", wheel)
    for compressed in place.glob("lib/python*/site-packages/companion/static/css/app.css.*"):
        compressed.unlink()
    return place / "bin" / "table-companion"


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Where the command serves, started in an empty folder by somebody without a search path to it."""
    port = free_port()
    given = {"PATH": os.defpath, "HOME": str(tmp_path), "COMPANION_PORT": str(port),
             "COMPANION_HOST": "127.0.0.1", "COMPANION_DATA": str(tmp_path / "data")}  # fmt: skip
    with (tmp_path / "told").open("w") as told:
        process = subprocess.Popen(
            [installed], cwd=tmp_path, env=given, stdout=told, stderr=told, start_new_session=True
        )
    try:
        yield answering(f"http://127.0.0.1:{port}", process, tmp_path / "told")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def pip(*arguments: object) -> None:
    """pip of this environment; what it says where it fails."""
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def answering(address: str, process: subprocess.Popen[bytes], told: Path) -> str:
    """The address, once it answers."""
    for _ in range(300):
        assert process.poll() is None, told.read_text()
        try:
            urllib.request.urlopen(f"{address}/readyz", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return address
    raise AssertionError(told.read_text())


def read(address: str, **headers: str) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        return bytes(answer.read())


def post(address: str, body: dict[str, Any], secret: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    with urllib.request.urlopen(
        urllib.request.Request(address, json.dumps(body).encode(), headers)
    ) as answer:
        return json.load(answer)


def test_what_is_compressed_in_the_wheel_is_what_lies_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        files = [name for name in packed.namelist() if name.endswith(".br")]
        assert "companion/static/js/main.js.br" in files
        assert packed.read("companion/static/js/main.js") != OLD
        assert "companion/static/js/sender.js" not in packed.namelist()
        for name in files:
            assert brotli.decompress(packed.read(name)) == packed.read(name.removesuffix(".br"))


def test_what_a_phone_takes_along_is_in_the_wheel_where_it_was_made(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        assert f"companion/static/pocket/{TAKEN}" in packed.namelist()
        assert "companion/static/pocket/manifest.json" in packed.namelist()


def test_what_is_older_than_its_sources_is_not_packed(tmp_path: Path) -> None:
    made, source = tmp_path / "build/pocket/manifest.json", tmp_path / "templates/home.html"
    for file in (source, made):
        file.parent.mkdir(parents=True)
        file.write_text("{}")
    assert pocket_to_pack(tmp_path, "1") == made.parent
    assert pocket_to_pack(tmp_path, "0") is None
    os.utime(made, (0, 0))
    assert pocket_to_pack(tmp_path, "") is None
    with pytest.raises(FileNotFoundError, match="make pocket"):
        pocket_to_pack(tmp_path, "1")


def test_the_installed_command_tells_its_version(installed: Path) -> None:
    told = subprocess.run([installed, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == __version__


def test_the_installed_command_serves_pages_files_and_a_table(
    address: str, wheel: Path, tmp_path: Path
) -> None:
    assert b"/open/giza" in read(f"{address}/")
    assert b'href="/pocket/"' in read(f"{address}/")
    assert read(f"{address}/static/pocket/{TAKEN}") == b"taken along"
    assert f"{TAKEN}?".encode() not in read(f"{address}/pocket-sw.js"), "kept twice"
    assert b'name="seats"' in read(f"{address}/open/giza")
    takes = {"Accept-Encoding": "br"}
    with zipfile.ZipFile(wheel) as packed:
        script, styles = (
            packed.read(f"companion/static/{name}") for name in ("js/main.js", "css/app.css")
        )
    assert brotli.decompress(read(f"{address}/static/js/main.js", **takes)) == script
    assert read(f"{address}/static/css/app.css", **takes) == styles
    table = post(f"{address}/api/v1/tables", {"game": "giza", "seats": ["Ana", "Bo"]})
    entry = {
        "seat": 0,
        "move": "Play",
        "data": {"tile": "+5", "board": 0, "site": 0},
        "key": "wheel-0001",
    }
    entered = post(f"{address}/api/v1/tables/{table['code']}/entries", entry, table["secret"])
    assert entered["seq"] == 1
    assert (tmp_path / "data" / "companion.sqlite3").is_file()
