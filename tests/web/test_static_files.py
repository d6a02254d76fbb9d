"""Every script and style that a page loads is there, with all that it imports, built and as sources."""

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask

from companion.games import GAMES
from companion.web.common.assets import (
    ENTRY_POINTS,
    app_shell_urls,
    asset_url,
    static_folder,
    static_max_age,
)
from hatch_build import BUILT, IMPORT_PATTERN, MAIN, SOURCES, closure, find_imported_files
from tests import ROOT
from tests.conftest import open_app, settings

IN_BUNDLES = re.compile(r'(?:\bfrom|\bimport|@import )\s*"([^"]+)"')
TEMPLATES = "".join(file.read_text("utf-8") for file in sorted((ROOT / "templates").rglob("*.html")))
NAMED = sorted(
    {
        *re.findall(r"asset\('([^']+\.(?:css|js))'\)", TEMPLATES),
        *(f"games/{game.meta.slug}.css" for game in GAMES),
        *ENTRY_POINTS,
    }
)
"""The scripts and styles that pages name."""


@pytest.fixture(params=[BUILT, SOURCES], ids=str)
def pages(
    request: pytest.FixtureRequest, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Flask]:
    """An app that serves the built files, and one that serves the sources."""
    folder = ROOT / request.param
    monkeypatch.setattr("companion.web.common.app_factory.static_folder", lambda _: folder)
    with open_app(settings(empty_database)) as app:
        yield app


def loaded(app: Flask, address: str) -> dict[str, list[str]]:
    """Return the addresses that a browser loads for one, and what each of them imports."""
    imports: dict[str, list[str]] = {}
    waiting = [address]
    while waiting:
        url = waiting.pop()
        with app.test_client().get(url) as answer:
            assert answer.status_code == 200, url
            text = answer.get_data(as_text=True)
        path = urlsplit(url).path
        pattern = IN_BUNDLES if path.endswith((".js", ".css")) else re.compile("(?!)")
        imports[url] = [urljoin(path, name) for name in pattern.findall(text) if name[:1] in "./"]
        if path.endswith(".css"):
            imports[url] = [urljoin(path, name) for name in pattern.findall(text)]
        waiting += [one for one in imports[url] if one not in imports and one not in waiting]
    return imports


@pytest.mark.parametrize("name", NAMED)
def test_every_import_is_served(pages: Flask, name: str) -> None:
    with pages.app_context():
        address = asset_url(name)
    assert loaded(pages, address)


def test_what_a_page_needs_offline_is_what_it_loads(pages: Flask) -> None:
    with pages.app_context():
        shell = app_shell_urls()
        needed = [url for name in ENTRY_POINTS for url in loaded(pages, asset_url(name))]
    assert set(needed) <= set(shell)
    assert len(shell) == len(set(shell))


def test_main_is_loaded_from_one_address_by_all_scripts(pages: Flask) -> None:
    """A module that is loaded from two addresses has its state twice."""
    for name in (name for name in NAMED if name.endswith(".js")):
        with pages.app_context():
            together = {
                *loaded(pages, asset_url(Path(MAIN).relative_to(SOURCES).as_posix())),
                *loaded(pages, asset_url(name)),
            }
        paths = [urlsplit(url).path for url in together]
        assert len(paths) == len(set(paths)), name


def test_a_module_is_in_one_file_of_the_build() -> None:
    """Texts that are in one source only are in one built script only."""
    built = {file: file.read_text("utf-8") for file in sorted((ROOT / BUILT).rglob("*.js"))}
    sources = [file.read_text("utf-8") for file in sorted((ROOT / SOURCES).rglob("*.js"))]
    texts = {text for source in sources for text in re.findall(r'"[^"\\\n]{14,}"', source)}
    once = {text for text in texts if sum(text in source for source in sources) == 1}
    counts = {text: sum(text in script for script in built.values()) for text in once}
    assert len(once) > 50
    assert {text: count for text, count in counts.items() if count > 1} == {}


def test_only_a_complete_build_is_served(tmp_path: Path) -> None:
    built = tmp_path / "build" / "static"
    built.mkdir(parents=True)
    (built / "half.css").touch()
    assert static_folder(tmp_path) == tmp_path / "static"
    assert static_max_age(tmp_path) == 0


def test_a_build_is_complete_with_its_manifest(tmp_path: Path) -> None:
    built = tmp_path / "build" / "static"
    built.mkdir(parents=True)
    (built / "build.json").write_text(json.dumps({"sources": "", "files": {}, "chunks": {}}), "utf-8")
    (tmp_path / "static").mkdir()
    assert static_folder(tmp_path) == built
    assert static_max_age(tmp_path) > 0


def test_the_build_has_every_file_that_no_other_imports() -> None:
    files = [file.relative_to(ROOT) for file in (ROOT / SOURCES).rglob("*") if file.is_file()]
    files = [file for file in files if file.suffix not in (".br", ".gz", ".ts")]
    names = {file.relative_to(SOURCES) for file in set(files) - find_imported_files(files)}
    assert not [name for name in names if not (ROOT / BUILT / name).is_file()]


def test_a_closure_ends_where_modules_import_each_other() -> None:
    assert closure("a", {"a": ["b"], "b": ["c"], "c": ["a"]}) == {"a", "b", "c"}


def test_the_lock_names_versions_and_no_registry() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    tools = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in tools.values())
    assert {name: lock[f"node_modules/{name}"]["version"] for name in tools} == tools
    assert all("integrity" in package for name, package in lock.items() if name)
    assert not [name for name, package in lock.items() if "resolved" in package]


def test_styles_import_beside_them() -> None:
    for file in (ROOT / SOURCES).rglob("*.css"):
        for name in IMPORT_PATTERN.findall(file.read_text("utf-8")):
            assert (file.parent / PurePosixPath(name)).is_file(), f"{file}: {name}"
