"""Finds static files and their URLs."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import current_app

from companion.services import services

YEAR_SECONDS = 31_536_000
ENTRY_POINT_NAMES = (
    "css/app.css",
    "js/count.js", "js/main.js", "js/install.js", "js/join.js", "js/cached_tables.js",
    "js/move_controls.js", "js/who_played.js",
)  # fmt: skip
"""The files of the app shell that templates name. They import other files in ``css/``, ``js/`` and
``vendor/``."""
MANIFEST_NAME = "build.json"
"""The file that ``hatch_build.py`` writes last. A folder with this file is a complete build."""
CHUNKS_FOLDER = "chunks"
"""The folder of the modules that several scripts import."""


def static_folder(root: Path) -> Path:
    """Return the folder of static files: ``build/static`` in ``root`` if it is complete, else ``static``.

    An installed app has only the folder ``static``, which usually contains the built files.
    """
    built = root / "build" / "static"
    return built if read_build_manifest(built) else root / "static"


def static_max_age(root: Path) -> int:
    """Return how many seconds a browser may cache a static file: a year if the files are built, else 0.

    Source files import each other without a version in the URL, so they must not be cached.
    """
    return YEAR_SECONDS if read_build_manifest(static_folder(root)) else 0


@cache
def read_build_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in the folder of a build, or an empty dict if the build is not complete.

    ``files`` maps a script to the file that contains it: ``{"js/main.js": "chunks/5V3.js"}``. ``chunks``
    maps a script to the files that it imports: ``{"js/join.js": ["chunks/5V3.js"]}``.
    """
    file = folder / MANIFEST_NAME
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def asset_url(name: str) -> str:
    """Return the URL of a static file, with a hash, so that browsers can cache it for ever."""
    urls = services().asset_urls
    if name not in urls or current_app.debug:
        file = _static_file(name)
        has_hash = file.parent.name == CHUNKS_FOLDER  # scripts import it without a version
        address = f"/static/{file.relative_to(_current_static_folder()).as_posix()}"
        urls[name] = address if has_hash else f"{address}?v={sha256(file.read_bytes()).hexdigest()[:10]}"
    return urls[name]


def has_asset(name: str) -> bool:
    """Return whether a static file with this name exists."""
    return name in services().asset_urls or _static_file(name).is_file()


def _current_static_folder() -> Path:
    return Path(str(current_app.static_folder))


def _static_file(name: str) -> Path:
    files: dict[str, str] = read_build_manifest(_current_static_folder()).get("files", {})
    return _current_static_folder() / files.get(name, name)


def static_file_names() -> list[str]:
    """Return the names of all static files, except compressed copies and the offline bundle's files."""
    folder = _current_static_folder()
    files = (path for path in folder.rglob("*") if path.is_file())
    names = (p.relative_to(folder).as_posix() for p in files if p.suffix not in (".br", ".gz"))
    return sorted(name for name in names if name != MANIFEST_NAME and not name.startswith("pocket/"))


def offline_bundle_folder(root: Path) -> Path:
    """Return the folder of the offline bundle: ``build/offline`` if it is there, else ``static/pocket``."""
    built = root / "build" / "offline"
    return built if built.is_dir() else root / "static" / "pocket"


def large_screen_styles(slug: str) -> list[str]:
    """Return the names of the style sheets that show a table of this game on a large screen."""
    return list(filter(has_asset, ("css/pages/screen.css", f"games/{slug}_screen.css")))


def static_board_styles(slug: str) -> list[str]:
    """Return the names of the style sheets for a board of this game without controls."""
    return list(filter(has_asset, ("css/pages/rule.css", f"games/{slug}_static_board.css")))


def app_shell_urls() -> list[str]:
    """Return the URLs of all scripts and styles that a page needs when it opens offline."""
    folder = _current_static_folder()
    if manifest := read_build_manifest(folder):
        parts = {chunk for name in ENTRY_POINT_NAMES for chunk in manifest["chunks"].get(name, ())}
    else:
        paths = [path for kind in ("css/*.css", "js/*.js", "vendor/*.js") for path in folder.glob(kind)]
        parts = {path.relative_to(folder).as_posix() for path in paths}.difference(ENTRY_POINT_NAMES)
    urls = (*map(asset_url, ENTRY_POINT_NAMES), *(f"/static/{name}" for name in sorted(parts)))
    return list(dict.fromkeys(urls))
