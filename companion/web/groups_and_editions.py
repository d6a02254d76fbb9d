"""What a table's pages ask of the groups and of the editions of boxes, which lie beside the tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

from flask import current_app

from companion.tables.errors import NotFound


class GroupsAndEditions(Protocol):
    """The groups and editions that an app may have."""

    def editions(self, slug: str, /) -> Sequence[tuple[str, Any]]:
        """The editions of a game that this device has seen, the newest first, each with its secret."""

    def printed(self, slug: str, mode: str, secret: str, parts: Sequence[int], /) -> dict[str, Any]:
        """The options of a table whose box is the edition behind a link, with these of its sheets."""

    def groups(self) -> Sequence[tuple[str, Any]]:
        """The groups that this device belongs to, the one used last first, each with its secret."""

    def people(self) -> Sequence[str]:
        """Whom the device's groups know."""

    def find_group(self, secret: str, /) -> Any:
        """The group behind a link."""

    def add_table(self, group: Any, table_id: int, /) -> None:
        """Let a table belong to a group."""

    def add_rematch(self, table_id: int, rematch_id: int, /) -> None:
        """Let a rematch belong to the groups of the table before it."""


class NoGroupsOrEditions:
    """An app of nothing but tables: every link to something else is unknown to it."""

    def _nothing(self, *_: object) -> tuple[()]:
        return ()

    def _no_such_link(self, *_: object) -> NoReturn:
        raise NotFound("table.no_such_link")

    def _nobody_waits(self, *_: object) -> None:
        return None

    editions = groups = people = _nothing
    printed = find_group = _no_such_link
    add_table = add_rematch = _nobody_waits


def groups_and_editions() -> GroupsAndEditions:
    """The groups and editions of this app."""
    found: GroupsAndEditions = current_app.extensions["groups_and_editions"]
    return found
