"""The lists of fragments, one module for each game, by its slug."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from companion.web.common.page_fragments import Fragments, Page
from companion.web.table.viewer import PublicTable, SheetInCount, Viewer


class GameFragments(Protocol):
    """What the module of a game has."""

    USES_LEGAL_MOVES: bool
    """Whether the list needs the legal moves of the acting seat."""

    def prepare(self, view: Mapping[str, Any]) -> Any:
        """What the list needs of the public view: made once for a version."""

    def fragments(self, draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
        """The fragments ``board`` and ``hand``, those that have their place in them, and ``below`` where
        the game has something there."""

    def end_fragments(self, table: PublicTable, viewer: Viewer) -> Page:
        """Return the fragments that the game adds at the end, for a phone that may enter.

        ``laid-0`` and so on are what each seat built. ``missing`` is a form for what the result rests on.
        """

    def sheet_inputs(self, seat: SheetInCount) -> tuple[object, ...]:
        """What the macro ``sheet`` in the game's ``count.html`` is told besides the form and the sheet."""


@cache
def game_fragments(slug: str) -> GameFragments:
    """The list of a game."""
    return cast(GameFragments, import_module(f"{__name__}.{slug}"))
