"""Loads printed numbers, recorded plays and facts about the boxes from the folder ``seeds``."""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

_COMPANION_FOLDER = Path(__file__).resolve().parents[1]
DEFAULT_SEED_FOLDER = next(
    p for p in (_COMPANION_FOLDER / "seeds", _COMPANION_FOLDER.parent / "seeds") if p.is_dir()
)
"""The folder ``seeds``. In an installed package it is inside the package, in a checkout beside it."""
SEED_FOLDERS: list[Path] = [DEFAULT_SEED_FOLDER]
"""The folders in which ``find_seed_folder`` looks for a game's folder ``<slug>``, in this order."""


def find_seed_folder(slug: str) -> Path:
    """Return the path of the folder with a game's printed numbers and recorded plays. The folder may be
    missing."""
    existing = (folder / slug for folder in SEED_FOLDERS if (folder / slug).is_dir())
    return next(existing, DEFAULT_SEED_FOLDER / slug)


@cache
def load_parts(slug: str) -> dict[str, Any]:
    """Return the content of ``seeds/<slug>/parts.toml``: every printed number, with its source."""
    return tomllib.loads((find_seed_folder(slug) / "parts.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class BoxFacts:
    """Facts by which one recognises the box of a game. ``size`` is in centimetres."""

    title: str = ""
    subtitle: str = ""
    authors: str = ""
    publisher: str = ""
    year: int | None = None
    number: str = ""
    """The publisher's article number."""
    size: tuple[int, int] | None = None

    @property
    def facts(self) -> tuple[str, ...]:
        """The known facts as untranslated texts: publisher and year, authors, article number, size."""
        published = " ".join(filter(None, (self.publisher, str(self.year or ""))))
        size = f"{self.size[0]} × {self.size[1]} cm" if self.size else ""
        number = f"№ {self.number}" if self.number else ""
        return tuple(filter(None, (published, self.authors, number, size)))


@cache
def get_box_facts(slug: str) -> BoxFacts:
    """Return the facts about a game's box, from ``[published]`` in its ``parts.toml``."""
    known = {
        name: value for name, value in load_parts(slug).get("published", {}).items() if name in _BOX_FIELDS
    }
    if "size" in known:
        known["size"] = tuple(known["size"])
    return BoxFacts(**known)


_BOX_FIELDS = {field.name for field in fields(BoxFacts)}


@cache
def load_plays(slug: str) -> dict[str, dict[str, Any]]:
    """Return the recorded plays of a game as plain data, by file name without its ending."""
    files = sorted((find_seed_folder(slug) / "plays").glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
