"""The fragments of each game's page, one module for each game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from typing import Any

from companion.web.common.page_fragments import Fragments, Page, freeze
from companion.web.table.viewer import PublicTable, Viewer


@dataclass(frozen=True)
class GameFragments:
    """The functions of a game's module. Those with a default may be missing there."""

    fragments: Callable[[Fragments, PublicTable, Viewer], Page]
    """Returns the fragments ``board`` and ``move-form``, those inside them, and ``below`` if the game has
    it."""
    prepare: Callable[[Mapping[str, Any]], Mapping[str, Any]] = freeze
    """Returns the public view as the fragments need it. It is called once for each version of a table."""
    end_fragments: Callable[[PublicTable, Viewer], Page] = lambda _table, _viewer: {}
    """Returns the fragments that only a finished table has, for a phone that may enter moves.

    ``laid-0`` and so on show what each seat built. ``missing`` is a form for missing numbers.
    """
    sheet_data: Callable[..., Mapping[str, Any]] = lambda choices, **_: freeze(choices)
    """Returns the last argument of the macro ``sheet`` in the game's ``count.html``.

    Its arguments are the result of ``sheet_form_data``, and by name the ``sheet`` (None if nobody has
    filled it in), all filled-in ``sheets`` (none if one sheet is changed), and the table's ``options``.
    """
    USES_LEGAL_MOVES: bool = False
    """Whether the fragments depend on the legal moves of the acting seat."""


@cache
def get_game_fragments(slug: str) -> GameFragments:
    """Return the functions of a game's module."""
    functions = vars(import_module(f"{__name__}.{slug}"))
    return GameFragments(
        **{field.name: functions[field.name] for field in fields(GameFragments) if field.name in functions}
    )
