"""The app serves all scripts and styles of a page with everything that they import, built or as sources."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games import GAMES
from companion.web.common.assets import ENTRY_POINT_NAMES, app_shell_urls, asset_url
from hatch_build import BUILT_FOLDER, MAIN_SCRIPT, SOURCE_FOLDER
from tests import ROOT
from tests.all_games import each_game, get_template_folder
from tests.conftest import make_settings, open_app

IMPORT_PATTERN = re.compile(r'(?:\bfrom|\bimport|@import )\s*"([^"]+)"')
TEMPLATES_TEXT = "".join(file.read_text("utf-8") for file in sorted((ROOT / "templates").rglob("*.html")))
NAMED_ASSETS = sorted({
    *re.findall(r"asset\('([^']+\.(?:css|js))'\)", TEMPLATES_TEXT),
    *(f"games/{game.meta.slug}.css" for game in GAMES),
    *ENTRY_POINT_NAMES,
})  # fmt: skip
"""The scripts and styles that pages name."""


@pytest.fixture(params=[BUILT_FOLDER, SOURCE_FOLDER], ids=str)
def static_app(
    request: pytest.FixtureRequest, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Flask]:
    """Yield an app that serves static files from the folder that is the fixture's parameter."""
    folder = ROOT / request.param
    monkeypatch.setattr("companion.web.app_factory.static_folder", lambda _: folder)
    with open_app(make_settings(empty_database)) as app, app.app_context():
        yield app


def load_with_imports(app: Flask, url: str, loaded: set[str]) -> set[str]:
    """Add to ``loaded`` this URL and those of its direct and indirect imports. Return ``loaded``."""
    if url not in loaded:
        loaded.add(url)
        with app.test_client().get(url) as answer:
            assert answer.status_code == 200, url
            text = answer.get_data(as_text=True)
        path = urlsplit(url).path
        for name in IMPORT_PATTERN.findall(text) if path.endswith((".js", ".css")) else ():
            if path.endswith(".css") or name[0] in "./":
                load_with_imports(app, urljoin(path, name), loaded)
    return loaded


def test_every_imported_file_is_served_from_one_url(static_app: Flask) -> None:
    """If two URLs loaded the same module, its state would exist twice."""
    main = asset_url(Path(MAIN_SCRIPT).relative_to(SOURCE_FOLDER).as_posix())
    for name in NAMED_ASSETS:
        loaded = load_with_imports(static_app, asset_url(name), set())
        loaded |= load_with_imports(static_app, main, set()) if name.endswith(".js") else set()
        paths = [urlsplit(url).path for url in loaded]
        assert len(paths) == len(set(paths)), name


def test_the_app_shell_contains_what_a_page_loads(static_app: Flask) -> None:
    loaded: set[str] = set()
    for name in ENTRY_POINT_NAMES:
        load_with_imports(static_app, asset_url(name), loaded)
    assert loaded <= set(app_shell_urls())


def test_a_module_is_in_only_one_built_file() -> None:
    built = [file.read_text("utf-8") for file in (ROOT / BUILT_FOLDER).rglob("*.js")]
    sources = [file.read_text("utf-8") for file in (ROOT / SOURCE_FOLDER).rglob("*.js")]
    texts = {text for source in sources for text in re.findall(r'"[^"\\\n]{14,}"', source)}
    once = {text for text in texts if sum(text in source for source in sources) == 1}
    assert len(once) > 50
    assert [text for text in once if sum(text in script for script in built) > 1] == []


def list_css_classes(files: Iterable[Path]) -> set[str]:
    texts = (file.read_text("utf-8") for file in files)
    plain = re.sub(r"\{%.*?%\}", " ", " ".join(texts), flags=re.DOTALL)
    names = re.sub(r"\{\{.*?\}\}", "{}", " ".join(re.findall(r'class="([^"]*)"', plain))).split()
    return {name for name in names if "{" not in name}


@each_game
def test_a_games_styles_do_not_change_the_apps_pages(game: Game[Any]) -> None:
    pages = (file for file in (ROOT / "templates").rglob("*.html") if "games" not in file.parts)
    own = list_css_classes(get_template_folder(game).rglob("*.html"))
    foreign = list_css_classes(pages) - own - {"static-board", "count-of"}  # a game fills these elements
    for file in Path(ROOT, "static", "games").glob(f"{game.meta.slug}*.css"):
        styles = re.sub(r"/\*.*?\*/|:\w+\([^()]*\)", "", file.read_text("utf-8"), flags=re.DOTALL)
        for selector in (one for many in re.findall(r"([^{};]+)\{", styles) for one in many.split(",")):
            classes = set(re.findall(r"\.([a-z][\w-]*)", selector))
            assert "#" in selector or not classes or not classes <= foreign, (file.name, selector)


def test_the_lock_file_names_versions_but_no_registry() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    tools = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in tools.values())
    assert {name: lock[f"node_modules/{name}"]["version"] for name in tools} == tools
    assert all("integrity" in package for name, package in lock.items() if name)
    assert not [name for name, package in lock.items() if "resolved" in package]
