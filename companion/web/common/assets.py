"""Where the styles and scripts of the pages come from, and under which addresses."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import current_app

from companion.services import services

YEAR_SECONDS = 31_536_000
ENTRY_POINTS = (
    "css/app.css",
    "js/reload_when_online.js", "js/count.js", "js/main.js", "js/install.js", "js/join.js",
    "js/prefill_entry.js", "js/cached_tables.js", "js/share.js", "js/highlight_moves.js",
    "js/who_played.js",
)  # fmt: skip
"""What pages ask for by name; the rest of ``css/``, ``js/`` and ``vendor/`` is what these import."""
MANIFEST_NAME = "build.json"
"""Written last by ``hatch_build.py``: a folder that has it is a complete build."""
CHUNKS_FOLDER = "chunks"
"""The folder of modules that several scripts import."""


def static_folder(home: Path) -> Path:
    """Return the folder to serve: ``build/static`` if it is complete, else the sources in ``static``.

    An installed app has one ``static`` folder, usually with the built files.
    """
    built = home / "build" / "static"
    return built if build_manifest(built) else home / "static"


def static_max_age(home: Path) -> int:
    """Return how many seconds a browser may cache a file: sources import each other without a version."""
    return YEAR_SECONDS if build_manifest(static_folder(home)) else 0


@cache
def build_manifest(folder: Path) -> dict[str, Any]:
    """Return what ``hatch_build.py`` wrote last into a folder; empty if that is not a complete build.

    ``files`` names the file that holds a script, if it is another one, as {"js/main.js": "chunks/5V3.js"};
    ``chunks`` the files that a script imports, as {"js/join.js": ["chunks/5V3.js"]}.
    """
    file = folder / MANIFEST_NAME
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def asset_url(name: str) -> str:
    """Return the address of a static file. It changes with the file, which may be cached for ever."""
    urls = services().asset_urls
    if name not in urls or current_app.debug:
        file = _file(name)
        has_hash = file.parent.name == CHUNKS_FOLDER  # scripts import it by its name alone
        address = f"/static/{file.relative_to(_folder()).as_posix()}"
        urls[name] = address if has_hash else f"{address}?v={sha256(file.read_bytes()).hexdigest()[:10]}"
    return urls[name]


def has_asset(name: str) -> bool:
    """Whether there is a static file of this name."""
    return name in services().asset_urls or _file(name).is_file()


def _folder() -> Path:
    return Path(str(current_app.static_folder))


def _file(name: str) -> Path:
    files: dict[str, str] = build_manifest(_folder()).get("files", {})
    return _folder() / files.get(name, name)


def static_file_names() -> list[str]:
    """Return the names of all static files."""
    folder = _folder()
    files = (path for path in folder.rglob("*") if path.is_file())
    names = (p.relative_to(folder).as_posix() for p in files if p.suffix not in (".br", ".gz"))
    return sorted(name for name in names if name != MANIFEST_NAME and not name.startswith("pocket/"))


def offline_bundle_folder(home: Path) -> Path:
    """Where ``make offline`` leaves what a phone takes along; once installed it lies in ``static``."""
    built = home / "build" / "offline"
    return built if built.is_dir() else home / "static" / "pocket"


def screen_styles(slug: str) -> list[str]:
    """The styles of a table screen: the house's, and the game's where it has any."""
    return _existing("css/pages/screen.css", f"games/{slug}_screen.css")


def _existing(*names: str) -> list[str]:
    """Of these static files, those that there are."""
    folder = Path(str(current_app.static_folder))
    urls = services().asset_urls
    return [name for name in names if name in urls or (folder / name).is_file()]


def static_board_styles(slug: str) -> list[str]:
    """The styles of a board drawn as an example: the house's, and the game's where it has any."""
    return _existing("css/pages/rule.css", f"games/{slug}_static_board.css")


def app_shell_urls() -> list[str]:
    """Return the addresses of all that a page needs to open offline."""
    folder = Path(str(current_app.static_folder))
    if manifest := build_manifest(folder):
        parts = {chunk for name in ENTRY_POINTS for chunk in manifest["chunks"].get(name, ())}
    else:
        paths = [path for kind in ("css/*.css", "js/*.js", "vendor/*.js") for path in folder.glob(kind)]
        parts = {path.relative_to(folder).as_posix() for path in paths}.difference(ENTRY_POINTS)
    return list(
        dict.fromkeys((*map(asset_url, ENTRY_POINTS), *(f"/static/{name}" for name in sorted(parts))))
    )
