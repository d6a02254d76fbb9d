"""The lists of fragments, one module for each game, by its slug."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from companion.web.plumbing.page_fragments import Fragments, Page
from companion.web.table.viewer import PublicTable, Viewer


class GameFragments(Protocol):
    """What the module of a game has."""

    USES_LEGAL_MOVES: bool
    """Whether the list needs the legal moves of the acting seat."""

    def prepare(self, view: Mapping[str, Any]) -> Any:
        """What the list needs of the public view: made once for a version."""

    def fragments(self, draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
        """The fragments ``board`` and ``hand``, those that have their place in them, and ``below`` where
        the game has something there."""


@cache
def game_fragments(slug: str) -> GameFragments | None:
    """The list of a game; None for one whose templates are drawn the old way."""
    name = f"{__name__}.{slug}"
    return cast(GameFragments, import_module(name)) if find_spec(name) else None
