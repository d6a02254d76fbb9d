"""Where the printed numbers and the recorded plays lie."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parents[1]
SEEDS = next(p for p in (_PACKAGE / "seeds", _PACKAGE.parent / "seeds") if p.is_dir())
"""In an installed package the seeds lie inside it, in a checkout beside it."""
FOLDERS: list[Path] = [SEEDS]
"""Folders that hold a folder ``<slug>`` for some game; the tests add that of their example game."""


def folder_of(slug: str) -> Path:
    """The folder with a game's printed numbers and recorded plays; it need not exist."""
    found = (folder / slug for folder in FOLDERS if (folder / slug).is_dir())
    return next(found, SEEDS / slug)


@cache
def parts(slug: str) -> dict[str, Any]:
    """``seeds/<slug>/parts.toml``: every number printed on cardboard, each with its source."""
    return tomllib.loads((folder_of(slug) / "parts.toml").read_text(encoding="utf-8"))


@cache
def plays(slug: str) -> dict[str, dict[str, Any]]:
    """The recorded plays of a game by file name without ending."""
    files = sorted((folder_of(slug) / "plays").glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
