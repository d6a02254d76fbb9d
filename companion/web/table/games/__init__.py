"""The fragments of each game's page. Each game has a module here."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from companion.web.common.page_fragments import HtmlByName, Macros
from companion.web.table.viewer import PublicTable, Viewer


class GameFragments(Protocol):
    """The attributes and functions of each module in this package. There is one module for each game."""

    USES_LEGAL_MOVES: bool
    """Whether the fragments depend on the legal moves of the acting seat."""

    def make_board_data(self, view: Mapping[str, Any]) -> Any:
        """Return what the board shows, from the public view. Called once for each version of a table."""

    def fragments(self, draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
        """Return all fragments of the page, including ``board`` and ``move-form``.

        ``draw`` has the macros of the game's template.
        """

    end_fragments: Callable[[PublicTable, Viewer], HtmlByName] | None
    """Returns the fragments that only a finished table has; None if the game has none.

    ``laid-0``, ``laid-1`` and so on show what each seat has built. ``missing`` is a form for numbers of the
    edition that nobody has entered.
    """

    freeze_sheet_data: Callable[[dict[str, Any]], Any]
    """Turns the result of the game's ``sheet_form_data`` into the last argument of the macro ``sheet``."""


@cache
def get_game_fragments(slug: str) -> GameFragments:
    """Return the module with the fragments of a game."""
    return cast(GameFragments, import_module(f"{__name__}.{slug}"))
