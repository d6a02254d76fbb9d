"""The app serves all scripts and styles of a page with everything that they import, built or as sources."""

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask

from companion.games import GAMES
from companion.web.common.assets import (
    ENTRY_POINT_NAMES,
    app_shell_urls,
    asset_url,
    static_folder,
    static_max_age,
)
from hatch_build import (
    BUILT_FOLDER,
    IMPORT_PATTERN,
    MAIN_SCRIPT,
    SOURCE_FOLDER,
    find_all_imports,
    find_imported_files,
)
from tests import ROOT
from tests.conftest import make_settings, open_app

BUNDLE_IMPORT_PATTERN = re.compile(r'(?:\bfrom|\bimport|@import )\s*"([^"]+)"')
TEMPLATES_TEXT = "".join(file.read_text("utf-8") for file in sorted((ROOT / "templates").rglob("*.html")))
NAMED_ASSETS = sorted(
    {
        *re.findall(r"asset\('([^']+\.(?:css|js))'\)", TEMPLATES_TEXT),
        *(f"games/{game.meta.slug}.css" for game in GAMES),
        *ENTRY_POINT_NAMES,
    }
)
"""The scripts and styles that pages name."""


@pytest.fixture(params=[BUILT_FOLDER, SOURCE_FOLDER], ids=str)
def static_apps(
    request: pytest.FixtureRequest, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Flask]:
    """Yield an app that serves the built files or, with the other parameter, the sources."""
    folder = ROOT / request.param
    monkeypatch.setattr("companion.web.common.app_factory.static_folder", lambda _: folder)
    with open_app(make_settings(empty_database)) as app:
        yield app


def list_loaded_urls(app: Flask, address: str) -> dict[str, list[str]]:
    """Return, by URL that a browser loads for this one, the URLs that it imports."""
    imports: dict[str, list[str]] = {}
    waiting = [address]
    while waiting:
        url = waiting.pop()
        with app.test_client().get(url) as answer:
            assert answer.status_code == 200, url
            text = answer.get_data(as_text=True)
        path = urlsplit(url).path
        pattern = BUNDLE_IMPORT_PATTERN if path.endswith((".js", ".css")) else re.compile("(?!)")
        imports[url] = [urljoin(path, name) for name in pattern.findall(text) if name[:1] in "./"]
        if path.endswith(".css"):
            imports[url] = [urljoin(path, name) for name in pattern.findall(text)]
        waiting += [one for one in imports[url] if one not in imports and one not in waiting]
    return imports


@pytest.mark.parametrize("name", NAMED_ASSETS)
def test_every_imported_file_is_served(static_apps: Flask, name: str) -> None:
    with static_apps.app_context():
        address = asset_url(name)
    assert list_loaded_urls(static_apps, address)


def test_the_app_shell_contains_what_a_page_loads(static_apps: Flask) -> None:
    with static_apps.app_context():
        shell = app_shell_urls()
        needed = [
            url for name in ENTRY_POINT_NAMES for url in list_loaded_urls(static_apps, asset_url(name))
        ]
    assert set(needed) <= set(shell)
    assert len(shell) == len(set(shell))


def test_all_scripts_load_main_from_one_url(static_apps: Flask) -> None:
    """If two URLs loaded the same module, its state would exist twice."""
    for name in (name for name in NAMED_ASSETS if name.endswith(".js")):
        with static_apps.app_context():
            together = {
                *list_loaded_urls(
                    static_apps, asset_url(Path(MAIN_SCRIPT).relative_to(SOURCE_FOLDER).as_posix())
                ),
                *list_loaded_urls(static_apps, asset_url(name)),
            }
        paths = [urlsplit(url).path for url in together]
        assert len(paths) == len(set(paths)), name


def test_a_module_is_in_only_one_built_file() -> None:
    """A text that only one source file contains is in only one built script."""
    built = {file: file.read_text("utf-8") for file in sorted((ROOT / BUILT_FOLDER).rglob("*.js"))}
    sources = [file.read_text("utf-8") for file in sorted((ROOT / SOURCE_FOLDER).rglob("*.js"))]
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


def test_a_build_without_its_manifest_is_not_complete(tmp_path: Path) -> None:
    built = tmp_path / "build" / "static"
    built.mkdir(parents=True)
    (built / "build.json").write_text(json.dumps({"sources": "", "files": {}, "chunks": {}}), "utf-8")
    (tmp_path / "static").mkdir()
    assert static_folder(tmp_path) == built
    assert static_max_age(tmp_path) > 0


def test_the_build_contains_every_entry_point() -> None:
    files = [file.relative_to(ROOT) for file in (ROOT / SOURCE_FOLDER).rglob("*") if file.is_file()]
    files = [file for file in files if file.suffix not in (".br", ".gz", ".ts")]
    names = {file.relative_to(SOURCE_FOLDER) for file in set(files) - find_imported_files(files)}
    assert not [name for name in names if not (ROOT / BUILT_FOLDER / name).is_file()]


def test_circular_imports_are_followed_once() -> None:
    assert find_all_imports("a", {"a": ["b"], "b": ["c"], "c": ["a"]}) == {"a", "b", "c"}


def test_the_lock_file_names_versions_but_no_registry() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    tools = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in tools.values())
    assert {name: lock[f"node_modules/{name}"]["version"] for name in tools} == tools
    assert all("integrity" in package for name, package in lock.items() if name)
    assert not [name for name, package in lock.items() if "resolved" in package]


def test_styles_import_relative_paths() -> None:
    for file in (ROOT / SOURCE_FOLDER).rglob("*.css"):
        for name in IMPORT_PATTERN.findall(file.read_text("utf-8")):
            assert (file.parent / PurePosixPath(name)).is_file(), f"{file}: {name}"
