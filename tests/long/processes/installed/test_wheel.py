"""The wheel has the whole app, as ``docs/hosting.md`` says, and a checkout works without Node."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest

from companion import __version__
from hatch_build import OFFLINE_SOURCES, find_offline_bundle, sources_digest
from tests import ROOT
from tests.app_server import Server
from tests.browser.joining import MakePhone
from tests.browser.play_by_touch import play_and_check

COPIED_FOLDERS = ("companion", "templates", "static", "seeds")
COPIED_FILES = (
    "pyproject.toml", "hatch_build.py", "package.json", "package-lock.json", ".npmrc", "README.md",
    "LICENSE",
)  # fmt: skip
BUNDLE_FILE = "companion-0123456789abcdef.bin"
OUTDATED_CONTENT = b"built before the file was changed"
SEARCH_PATH = f"{Path(sys.executable).parent}:{os.defpath}"
EMPTY_SETTINGS = {"COMPANION_DATABASE": "", "COMPANION_DATA": "", "COMPANION_SECRET": ""}


def run_pip(*arguments: object) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", *map(str, arguments)], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


def read_section_commands(heading: str) -> str:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return "".join(re.findall(r"```sh\n(.*?)```", section, re.DOTALL))


def run_shell(home: Path, lines: str) -> str:
    path = f"{home}:{SEARCH_PATH}"
    result = subprocess.run(
        ["sh", "-e", "-c", lines], cwd=home, capture_output=True, text=True,
        env={**os.environ, "HOME": str(home), "PATH": path, **EMPTY_SETTINGS},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


class InstalledServer(Server):
    """A server that a command starts, without settings and with the system's default search path."""

    def __init__(self, command: str, home: Path, folder: Path | None = None) -> None:
        self.checkout, self.command = folder or home, ("sh", "-c", f"exec {command}")
        super().__init__(home, HOME=str(home), PATH=os.defpath, **EMPTY_SETTINGS)


@pytest.fixture(scope="module")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel that was built from a checkout whose folder ``build`` is outdated."""
    checkout = tmp_path_factory.mktemp("checkout")
    for folder in COPIED_FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__", "*.br", "*.gz")
        shutil.copytree(ROOT / folder, checkout / folder, ignore=ignored)
    for name in COPIED_FILES:
        shutil.copy(ROOT / name, checkout)
    outdated_file = checkout / "build" / "static" / "js" / "main.js"
    outdated_file.parent.mkdir(parents=True)
    outdated_file.write_bytes(OUTDATED_CONTENT)
    (checkout / "build" / "static" / "build.json").write_text('{"sources": "others"}', "utf-8")
    bundle = checkout / "build" / "offline"
    bundle.mkdir()
    (bundle / BUNDLE_FILE).write_bytes(b"bundled")
    file = {"name": BUNDLE_FILE, "size": 7, "wire": 7}
    manifest = {
        "sources": sources_digest(checkout, OFFLINE_SOURCES), "files": {"a.bin": file}, "lock": {},
    }  # fmt: skip
    (bundle / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    dist = checkout / "dist"
    run_pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", dist, checkout)
    return next(dist.glob("*.whl"))


def read_url(address: str, **headers: str) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        return bytes(answer.read())


def test_compressed_files_in_the_wheel_match_the_uncompressed_ones(wheel_file: Path) -> None:
    with zipfile.ZipFile(wheel_file) as packed:
        files = [name for name in packed.namelist() if name.endswith(".br")]
        assert "companion/static/js/join.js.br" in files
        assert packed.read("companion/static/js/main.js") != OUTDATED_CONTENT
        assert "companion/static/js/sender.js" not in packed.namelist()
        assert "companion/static/pocket/manifest.json" in packed.namelist()
        for name in files:
            assert brotli.decompress(packed.read(name)) == packed.read(name.removesuffix(".br"))


def test_the_wheel_serves_plays_backs_up_and_restores(wheel_file: Path, tmp_path: Path) -> None:
    script = ROOT / "tests" / "long" / "processes" / "installed" / "try_wheel.py"
    subprocess.run([sys.executable, script, wheel_file], cwd=tmp_path, check=True)


def test_an_outdated_offline_bundle_is_not_packed(tmp_path: Path) -> None:
    manifest, source = tmp_path / "build/offline/manifest.json", tmp_path / "templates/home.html"
    for file in (source, manifest):
        file.parent.mkdir(parents=True)
    source.write_text("before", "utf-8")
    sources = sources_digest(tmp_path, OFFLINE_SOURCES)
    manifest.write_text(json.dumps({"sources": sources}), "utf-8")
    os.utime(manifest, (0, 0))
    assert find_offline_bundle(tmp_path, "1") == manifest.parent
    assert find_offline_bundle(tmp_path, "0") is None
    source.write_text("after", "utf-8")
    assert find_offline_bundle(tmp_path, "") is None
    with pytest.raises(FileNotFoundError, match="make offline"):
        find_offline_bundle(tmp_path, "1")


def test_the_documented_command_serves_pages_and_files(tmp_path: Path, wheel_file: Path) -> None:
    shutil.copy(wheel_file, tmp_path)
    (tmp_path / "sudo").symlink_to("/bin/true")  # the packages of this command are installed
    install = read_section_commands("Install").replace("pip install .", f"pip install {wheel_file}")
    run_shell(tmp_path, install)
    for compressed in tmp_path.glob("companion/lib/python*/site-packages/companion/static/css/app.css.*"):
        compressed.unlink()
    command = read_section_commands("Start").strip()
    assert run_shell(tmp_path, f"{command} --version").strip() == __version__
    with InstalledServer(command, tmp_path) as server:
        assert b"/open/giza" in read_url(f"{server.address}/")
        assert b'href="/pocket/"' in read_url(f"{server.address}/")
        assert read_url(f"{server.address}/static/pocket/{BUNDLE_FILE}") == b"bundled"
        assert f"{BUNDLE_FILE}?".encode() not in read_url(f"{server.address}/pocket-sw.js"), "cached twice"
        with zipfile.ZipFile(wheel_file) as packed:
            script, styles = (
                packed.read(f"companion/static/{name}") for name in ("js/join.js", "css/app.css")
            )
        headers = {"Accept-Encoding": "br"}
        assert brotli.decompress(read_url(f"{server.address}/static/js/join.js", **headers)) == script
        assert read_url(f"{server.address}/static/css/app.css", **headers) == styles


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    checkout = tmp_path / "checkout"
    for folder in COPIED_FOLDERS:
        shutil.copytree(ROOT / folder, checkout / folder, ignore=shutil.ignore_patterns("__pycache__"))
    with InstalledServer(f"{sys.executable} -m companion", tmp_path, checkout) as server:
        yield server


def test_a_game_can_be_played_with_the_source_files(phone: MakePhone, server: Server) -> None:
    with urllib.request.urlopen(f"{server.address}/static/js/sender.js") as answer:
        assert answer.headers["Cache-Control"] == "max-age=0, public"
    play_and_check(phone, server, "giza", "finished_by_a_rival", entries=6)
