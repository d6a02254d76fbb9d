"""The fragments of each game's page, one module for each game."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from companion.web.common.page_fragments import Fragments, Page
from companion.web.table.viewer import PublicTable, SheetInCount, Viewer


class GameFragments(Protocol):
    """The functions that each game's module has."""

    USES_LEGAL_MOVES: bool
    """Whether the fragments depend on the legal moves of the acting seat."""

    def prepare(self, view: Mapping[str, Any]) -> Any:
        """Return the public view in the form that the fragments need. It is called once for each version
        of a table."""

    def fragments(self, draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
        """Return the fragments ``board`` and ``hand``, those inside them, and ``below`` if the game has
        it."""

    def end_fragments(self, table: PublicTable, viewer: Viewer) -> Page:
        """Return the fragments that only a finished table has, for a phone that may enter moves.

        ``laid-0`` and so on show what each seat built. ``missing`` is a form for missing numbers.
        """

    def sheet_inputs(self, seat: SheetInCount) -> tuple[object, ...]:
        """Return further arguments for the macro ``sheet`` in the game's ``count.html``. They follow the
        form and the sheet."""


@cache
def get_game_fragments(slug: str) -> GameFragments:
    """Return the module with the fragments of a game."""
    return cast(GameFragments, import_module(f"{__name__}.{slug}"))
