"""Lays out a tree for the phone's Python: the companion, its packages, words, numbers, templates."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import pickle
import re
import shutil
from pathlib import Path

from babel.core import get_global
from flask import Flask

from companion.games import GAMES
from companion.games.seeds import seed_folder
from companion.language import i18n

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {
    "flask": "flask", "werkzeug": "werkzeug", "jinja2": "jinja2", "markupsafe": "markupsafe",
    "itsdangerous": "itsdangerous", "click": "click", "blinker": "blinker", "babel": "babel",
    "marshmallow": "marshmallow", "segno": "segno",
}  # fmt: skip
"""What is imported, and what it is called where it is installed from; pure Python all of it."""

UNUSED_LOCALE_DATA = re.compile("zone|currenc|territor|unit|likely_subtags|^(languages|scripts|variants)$")
"""Babel's names of things, and where they are usual."""


def write_source_tree(tree: Path, app: Flask) -> None:
    """Write the tree anew."""
    shutil.rmtree(tree, ignore_errors=True)
    for name in PACKAGES:
        _copy_code(_folder(name), tree / name)
    for name in ("babel/global.dat", *(f"babel/locale-data/{name}.dat" for name in _locales())):
        _copy_locale(_folder("babel").parent / name, tree / name)
    _copy_code(ROOT / "companion", tree / "companion")
    for name in ("__init__.py", "archive_importer.py", "compile_cache.py", "page_crawl.py"):
        _copy(ROOT / "offline_bundle" / name, tree / "offline_bundle" / name)
    for slug in ("", *(game.meta.slug for game in GAMES)):
        for language in i18n.LANGUAGES:
            _compile_catalogues(tree, language, slug)
    for game in GAMES:
        slug = game.meta.slug
        numbers = seed_folder(slug)
        for file in numbers.rglob("*.toml"):
            _copy(file, tree / "companion" / "seeds" / slug / file.relative_to(numbers))
    for sprite in (ROOT / "static" / "games").glob("*.svg"):  # of which a result is drawn
        _copy(sprite, tree / "static" / "games" / sprite.name)
    compile_templates(tree / "companion" / "offline" / "templates", app)


def _locales() -> set[str]:
    """Those whose dates, numbers and lists are spoken, and what each inherits from."""
    found = {"root"}
    for name in map(i18n.locale_of, i18n.LANGUAGES):
        while name:
            found.add(name)
            name = get_global("parent_exceptions").get(name) or name.rpartition("_")[0]
    return found


def licences() -> str:
    """The notices of all that is in the offline app, in full."""
    texts = [(ROOT / "offline_bundle" / "licences" / "NOTICE.txt").read_text(encoding="utf-8")]
    texts += [
        file.read_text(encoding="utf-8")
        for file in sorted((ROOT / "offline_bundle" / "licences").glob("*-*.txt"))
    ]
    for name in sorted(PACKAGES.values()):
        package = importlib.metadata.distribution(name)
        for file in package.files or ():
            if file.name.upper().startswith(("LICENSE", "COPYING")):
                texts.append(f"{name} {package.version}\n\n{file.read_text(encoding='utf-8')}")
    return "\n\n----\n\n".join(texts)


def compile_templates(folder: Path, app: Flask) -> None:
    """Each template as the module that Jinja makes of it, under the app's own settings."""
    app.jinja_env.compile_templates(
        folder, zip=None, ignore_errors=False, filter_func=lambda name: name.endswith((".html", ".svg")),
    )  # fmt: skip


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None, package
    assert found.origin is not None, package
    return Path(found.origin).parent


def _copy_code(folder: Path, to: Path) -> None:
    for file in folder.rglob("*.py"):
        _copy(file, to / file.relative_to(folder))


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


def _copy_locale(file: Path, to: Path) -> None:
    """What a language says of dates, numbers and lists, without the nine tenths that no page says."""
    told = pickle.loads(file.read_bytes())
    spoken = {name: what for name, what in told.items() if not UNUSED_LOCALE_DATA.search(name)}
    if units := told.get("unit_patterns"):  # "3 minutes ago"
        spoken["unit_patterns"] = {
            name: what for name, what in units.items() if name.startswith("duration-")
        }
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(pickle.dumps(spoken))


def _compile_catalogues(tree: Path, language: str, game: str) -> None:
    for file in i18n.po_files(language, game):
        made = tree / file.with_suffix(".mo").relative_to(ROOT)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(i18n.compile_catalogue(file, language))
