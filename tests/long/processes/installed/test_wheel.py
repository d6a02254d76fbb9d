"""The wheel alone is the whole app: put where ``docs/hosting.md`` says, word for word, it serves."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import brotli
import pytest

from companion import __version__
from hatch_build import BUNDLED_FROM, find_offline_bundle, sources_digest
from tests import ROOT
from tests.app_server import Server
from tests.long.processes.players import enter, opened, whole_log

PACKED = ("companion", "templates", "static", "seeds")
BESIDE = (
    "pyproject.toml", "hatch_build.py", "package.json", "package-lock.json", "README.md", "LICENSE",
)  # fmt: skip
TAKEN = "companion-0123456789abcdef.bin"
OLD = b"built before the file was changed"
PATH = f"{Path(sys.executable).parent}:{os.defpath}"
NOTHING = {"COMPANION_DATABASE": "", "COMPANION_DATA": "", "COMPANION_SECRET": ""}


def pip(*arguments: object) -> None:
    """pip of this environment; what it says where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", *map(str, arguments)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def commands(heading: str) -> str:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return "".join(re.findall(r"```sh\n(.*?)```", section, re.DOTALL))


def typed(home: Path, lines: str) -> str:
    path = f"{home}:{PATH}"
    done = subprocess.run(
        ["sh", "-e", "-c", lines], cwd=home, capture_output=True, text=True, check=False,
        env={**os.environ, "HOME": str(home), "PATH": path, **NOTHING},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


class Installed(Server):
    """A command that is started by somebody without a search path to it, and without any setting."""

    def __init__(
        self, command: str, home: Path, folder: Path | None = None, path: str = os.defpath
    ) -> None:
        self.checkout, self.command = folder or home, ("sh", "-c", f"exec {command}")
        super().__init__(home, HOME=str(home), PATH=path, **NOTHING)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a checkout whose built files have other sources."""
    checkout = tmp_path_factory.mktemp("checkout")
    for folder in PACKED:
        left_out = shutil.ignore_patterns("__pycache__", "*.br", "*.gz")
        shutil.copytree(ROOT / folder, checkout / folder, ignore=left_out)
    for name in (
        "pyproject.toml",
        "hatch_build.py",
        "package.json",
        "package-lock.json",
        ".npmrc",
        "README.md",
        "LICENSE",
    ):
        shutil.copy(ROOT / name, checkout)
    old = checkout / "build" / "static" / "js" / "main.js"
    old.parent.mkdir(parents=True)
    old.write_bytes(OLD)
    (checkout / "build" / "static" / "build.json").write_text('{"sources": "others"}', "utf-8")
    pocket = checkout / "build" / "offline"
    pocket.mkdir()
    (pocket / TAKEN).write_bytes(b"taken along")
    file = {"name": TAKEN, "size": 11, "wire": 11}
    manifest = {
        "sources": sources_digest(checkout, BUNDLED_FROM), "files": {"a.bin": file}, "lock": {},
    }  # fmt: skip
    (pocket / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    made = checkout / "dist"
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, checkout)
    return next(made.glob("*.whl"))


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of somebody who installed it. A static file is as a checkout has it before it was compressed."""
    place = tmp_path_factory.mktemp("home")
    shutil.copy(wheel, place)
    (place / "sudo").symlink_to("/bin/true")  # what the page has installed is here
    typed(place, commands("Install").replace("pip install .", f"pip install {wheel}"))
    for compressed in place.glob("companion/lib/python*/site-packages/companion/static/css/app.css.*"):
        compressed.unlink()
    return place


def read(address: str, **headers: str) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        return bytes(answer.read())


def test_what_is_compressed_in_the_wheel_is_what_lies_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        files = [name for name in packed.namelist() if name.endswith(".br")]
        assert "companion/static/js/join.js.br" in files
        assert packed.read("companion/static/js/main.js") != OLD
        assert "companion/static/js/sender.js" not in packed.namelist()
        assert "companion/static/pocket/manifest.json" in packed.namelist()
        for name in files:
            assert brotli.decompress(packed.read(name)) == packed.read(name.removesuffix(".br"))


def test_the_wheel_alone_serves_plays_backs_up_and_restores(wheel: Path, tmp_path: Path) -> None:
    script = ROOT / "tests" / "long" / "processes" / "installed" / "try_wheel.py"
    subprocess.run([sys.executable, script, wheel], cwd=tmp_path, check=True)


def test_a_bundle_of_other_sources_is_not_packed(tmp_path: Path) -> None:
    manifest, source = tmp_path / "build/offline/manifest.json", tmp_path / "templates/home.html"
    for file in (source, manifest):
        file.parent.mkdir(parents=True)
    source.write_text("before", "utf-8")
    sources = sources_digest(tmp_path, BUNDLED_FROM)
    manifest.write_text(json.dumps({"sources": sources}), "utf-8")
    os.utime(manifest, (0, 0))
    assert find_offline_bundle(tmp_path, "1") == manifest.parent
    assert find_offline_bundle(tmp_path, "0") is None
    source.write_text("after", "utf-8")
    assert find_offline_bundle(tmp_path, "") is None
    with pytest.raises(FileNotFoundError, match="make offline"):
        find_offline_bundle(tmp_path, "1")


def test_the_installed_command_serves_pages_and_files(home: Path, wheel: Path) -> None:
    begin = commands("Start").strip()
    assert typed(home, f"{begin} --version").strip() == __version__
    with Installed(begin, home) as server:
        assert b"/open/giza" in read(f"{server.address}/")
        assert b'href="/pocket/"' in read(f"{server.address}/")
        assert read(f"{server.address}/static/pocket/{TAKEN}") == b"taken along"
        assert f"{TAKEN}?".encode() not in read(f"{server.address}/pocket-sw.js"), "kept twice"
        with zipfile.ZipFile(wheel) as packed:
            script, styles = (
                packed.read(f"companion/static/{name}") for name in ("js/join.js", "css/app.css")
            )
        takes = {"Accept-Encoding": "br"}
        assert brotli.decompress(read(f"{server.address}/static/js/join.js", **takes)) == script
        assert read(f"{server.address}/static/css/app.css", **takes) == styles


@pytest.fixture
def checkout(home: Path) -> Path:
    """The project's folder, with its environment, which takes longer to make than a start may."""
    folder = home / "pharaohs"
    subprocess.run(["git", "clone", "--quiet", "--local", ROOT, folder], check=True)
    typed(home, "make -s -C pharaohs environment-build")
    return folder


def test_a_copy_is_made_and_put_back_as_the_page_says(home: Path, checkout: Path) -> None:
    """The README's start and the page's commands have the same data."""
    begin = commands("Start").strip()
    copy, back = commands("Back up and restore").strip().splitlines()[:2]
    with Installed("make run", home, checkout, PATH) as server:
        code, secret = opened(server.address)
        enter([server.address], code, secret, 0, "Found", {})
        assert "Tables in it: 1." in typed(home, copy)
    with Installed(begin, home) as server:
        assert whole_log(server.address, code, secret) == [1]
        enter([server.address], code, secret, 1, "Found", {})
        server.kill()
        typed(home, back)
        server.start()
        assert whole_log(server.address, code, secret) == [1]
    assert (home / ".local/share/table-companion/companion.sqlite3").is_file()
