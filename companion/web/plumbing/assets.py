"""Where the styles and scripts of the pages come from, and under which addresses."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from flask import current_app

from companion.services import services

YEAR = 31_536_000
ENTRIES = (
    "css/app.css",
    "js/come_back.js", "js/count.js", "js/main.js", "js/later.js", "js/install.js", "js/join.js",
    "js/kept_tables.js", "js/kindnesses.js", "js/recall.js", "js/share.js", "js/showing.js",
    "js/who_played.js",
)  # fmt: skip
"""What pages ask for by name; the rest of ``css/``, ``js/`` and ``vendor/`` is what these import."""


def static_folder(home: Path) -> Path:
    """The folder to serve: what ``hatch_build.py`` made, unless a source changed since then.

    An installed companion has the built files alone, and they are its ``static``.
    """
    sources, built = home / "static", home / "build" / "static"
    if not built.is_dir():
        return sources
    newest = max(path.stat().st_mtime for path in (sources, *sources.rglob("*")))
    return built if built.stat().st_mtime >= newest else sources


def static_max_age(home: Path) -> int:
    """Seconds a browser may keep a file unasked: sources import each other without a stamp."""
    return 0 if (static_folder(home) / "css" / "tokens.css").exists() else YEAR


def asset_url(name: str) -> str:
    """The address of a static file, changed whenever the file is."""
    stamps = services().asset_stamps
    if name not in stamps or current_app.debug:
        content = (Path(str(current_app.static_folder)) / name).read_bytes()
        stamps[name] = sha256(content).hexdigest()[:10]
    return f"/static/{name}?v={stamps[name]}"


def static_names() -> list[str]:
    """Every file that a page may ask for by its name."""
    folder = Path(str(current_app.static_folder))
    files = (path for path in folder.rglob("*") if path.is_file())
    names = (p.relative_to(folder).as_posix() for p in files if p.suffix not in (".br", ".gz"))
    return sorted(name for name in names if not name.startswith("pocket/"))  # no page asks for these


def pocket_folder(home: Path) -> Path:
    """Where ``make pocket`` leaves what a phone takes along; once installed it lies in ``static``."""
    built = home / "build" / "pocket"
    return built if built.is_dir() else home / "static" / "pocket"


def screen_styles(slug: str) -> list[str]:
    """The styles of a table screen: the house's, and the game's where it has any."""
    return _there("css/pages/screen.css", f"games/{slug}_screen.css")


def _there(*names: str) -> list[str]:
    """Of these static files, those that there are."""
    folder = Path(str(current_app.static_folder))
    stamps = services().asset_stamps
    return [name for name in names if name in stamps or (folder / name).is_file()]


def still_styles(slug: str) -> list[str]:
    """The styles of a board drawn as an example: the house's, and the game's where it has any."""
    return _there("css/pages/rule.css", f"games/{slug}_still.css")


def shell_urls() -> list[str]:
    """The addresses of all that a page needs to open with no line."""
    folder = Path(str(current_app.static_folder))
    lying = sorted(path for kind in ("css/*.css", "js/*.js", "vendor/*.js") for path in folder.glob(kind))
    parts = [name for path in lying if (name := path.relative_to(folder).as_posix()) not in ENTRIES]
    return [*map(asset_url, ENTRIES), *(f"/static/{name}" for name in parts)]
