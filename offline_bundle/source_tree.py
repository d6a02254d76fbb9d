"""Copies the files of the offline bundle into one folder: the app, its packages, seeds and templates."""

import importlib.metadata
import importlib.util
import pickle
import re
import shutil
from pathlib import Path

from babel.core import get_global
from flask import Flask

from companion.games import GAMES
from companion.games.seeds import find_seed_folder
from companion.language import i18n

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {
    "flask": "flask", "werkzeug": "werkzeug", "jinja2": "jinja2", "markupsafe": "markupsafe",
    "itsdangerous": "itsdangerous", "click": "click", "blinker": "blinker", "babel": "babel",
    "marshmallow": "marshmallow", "segno": "segno",
}  # fmt: skip
"""The distribution name of each package, by its import name. All packages are pure Python."""
UNUSED_LOCALE_KEY_PATTERN = re.compile(
    "zone|currenc|territor|unit|likely_subtags|^(languages|scripts|variants)$"
)
"""Keys of Babel's locale data that no page uses."""


def write_source_tree(tree: Path, app: Flask) -> None:
    """Replace the folder ``tree`` by all files of the bundle. ``app`` compiles the templates."""
    shutil.rmtree(tree, ignore_errors=True)
    for name in PACKAGES:
        _copy_code(_package_folder(name), tree / name)
    for name in ("babel/global.dat", *(f"babel/locale-data/{name}.dat" for name in _locale_names())):
        _copy_locale(_package_folder("babel").parent / name, tree / name)
    _copy_code(ROOT / "companion", tree / "companion")
    for name in ("__init__.py", "page_crawl.py"):
        copy_file(ROOT / "offline_bundle" / name, tree / "offline_bundle" / name)
    for language in i18n.LANGUAGES:
        for file in i18n.po_files(language, i18n.APP_CATALOGUE, *(game.meta.slug for game in GAMES)):
            if file.exists():
                _compile_catalogue(tree, file, language)
    for game in GAMES:
        slug = game.meta.slug
        seeds = find_seed_folder(slug)
        for file in seeds.rglob("*.toml"):
            copy_file(file, tree / "companion" / "seeds" / slug / file.relative_to(seeds))
    for sprite in (ROOT / "static" / "games").glob("*.svg"):  # used in the picture of a result
        copy_file(sprite, tree / "static" / "games" / sprite.name)
    compile_templates(tree / "companion" / "offline" / "templates", app)


def _locale_names() -> set[str]:
    locales = {"root"}
    for name in map(i18n.locale_of, i18n.LANGUAGES):
        while name:
            locales.add(name)
            name = get_global("parent_exceptions").get(name) or name.rpartition("_")[0]
    return locales


def collect_licences() -> str:
    """Return the full texts of the licences of all software in the offline bundle."""
    licences = ROOT / "offline_bundle" / "licences"
    files = [licences / "NOTICE.txt", *sorted(licences.glob("*-*.txt"))]
    texts = [file.read_text(encoding="utf-8") for file in files]
    for name in sorted(PACKAGES.values()):
        package = importlib.metadata.distribution(name)
        for file in package.files or ():
            if file.name.upper().startswith(("LICENSE", "COPYING")):
                texts.append(f"{name} {package.version}\n\n{file.read_text(encoding='utf-8')}")
    return "\n\n----\n\n".join(texts)


def compile_templates(folder: Path, app: Flask) -> None:
    """Compile each template to a Python module in ``folder``, with the Jinja settings of the app."""
    app.jinja_env.compile_templates(folder, ["html", "svg"], zip=None, ignore_errors=False)


def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None, package
    assert spec.origin is not None, package
    return Path(spec.origin).parent


def _copy_code(folder: Path, to: Path) -> None:
    for file in folder.rglob("*.py"):
        copy_file(file, to / file.relative_to(folder))


def copy_file(file: Path, to: Path) -> None:
    """Copy a file to the path ``to``, and create missing folders."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


def _copy_locale(file: Path, to: Path) -> None:
    """Copy a file with Babel's data of a locale, without the keys that no page uses."""
    data = pickle.loads(file.read_bytes())
    used = {key: value for key, value in data.items() if not UNUSED_LOCALE_KEY_PATTERN.search(key)}
    if units := data.get("unit_patterns"):  # "3 minutes ago"
        used["unit_patterns"] = {key: value for key, value in units.items() if key.startswith("duration-")}
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(pickle.dumps(used))


def _compile_catalogue(tree: Path, file: Path, language: str) -> None:
    target = tree / file.with_suffix(".mo").relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(i18n.compile_catalogue(file, language))
