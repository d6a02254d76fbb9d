"""The groups and editions of the database, as a table's pages ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from companion.editions import Edition
from companion.editions.service import get_edition, get_version, parts_by_seat, printed_option
from companion.groups import Group, service
from companion.services import GroupsAndEditions
from companion.tables.errors import Malformed
from companion.web.device.device_editions import device_editions
from companion.web.shelf.groups import device_groups


class StoredGroupsAndEditions(GroupsAndEditions):
    """The groups and editions of an app with a database."""

    def editions(self, slug: str) -> Sequence[tuple[str, Edition]]:
        return device_editions(slug)

    def printed(self, slug: str, mode: str, secret: str, parts: Sequence[int]) -> dict[str, Any]:
        option, edition = printed_option(slug), get_edition(secret)
        if edition.slug != slug or mode not in option.modes:
            raise Malformed({"edition": ["Of another game."]})
        version = get_version(edition)
        vouched = {option.confirmed_by: True} if option.confirmed_by and version.by else {}
        record = parts_by_seat(option.for_rematch(version.record), list(parts))
        return {option.name: record, **vouched}

    def groups(self) -> Sequence[tuple[str, Group]]:
        return device_groups()

    def people(self) -> Sequence[str]:
        tables = (service.names_at_tables(group).values() for _, group in device_groups())
        return sorted({name for names in chain.from_iterable(tables) for name in names})

    def find_group(self, secret: str) -> Group:
        return service.get_group(secret)

    def add_table(self, group: Group, table_id: int) -> None:
        service.add_table(group, table_id)

    def add_rematch(self, table_id: int, rematch_id: int) -> None:
        service.add_rematch(table_id, rematch_id)
