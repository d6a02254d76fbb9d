"""The groups and editions in the database, found by the links that a device has opened."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, TypeVar

from flask import Response

from companion.editions.service import (
    find_edition,
    get_edition,
    get_version,
    printed_option,
    select_pad_pages,
)
from companion.groups import service
from companion.services import GroupsAndEditions
from companion.store.models import Edition, Group
from companion.tables.errors import Malformed
from companion.web.common.http import read_session, see_other, store_in_session

T = TypeVar("T")


@dataclass(frozen=True)
class DeviceLinks:
    """The links to groups, or to editions, that a device has opened, with the last used one first."""

    key: str
    most: int

    def secrets(self) -> list[str]:
        """Return the secrets at the end of these links, with the last used one first."""
        return list(filter(None, read_session(self.key).split(".")))[: self.most]

    def iterate_existing(self, find: Callable[[str], T | None]) -> Iterator[tuple[str, T]]:
        """Yield (secret, result of ``find``) for each link whose result is not None."""
        for secret in self.secrets():
            row = find(secret)
            if row is not None:
                yield secret, row

    def remember(self, secret: str, *gone: str) -> None:
        """Store ``secret`` (unless it is "") as the link used last, and forget the secrets in ``gone``."""
        secrets = [old for old in (secret, *self.secrets()) if old and old not in gone]
        store_in_session(self.key, ".".join(list(dict.fromkeys(secrets))[: self.most]))


GROUP_LINKS = DeviceLinks("groups", most=8)
EDITION_LINKS = DeviceLinks("editions", most=12)


def redirect_to_edition(secret: str) -> Response:
    """Store the link of an edition on the device, and return a redirect to the edition."""
    EDITION_LINKS.remember(secret)
    return see_other(f"/e/{secret}")


class DatabaseGroupsAndEditions(GroupsAndEditions):
    """Finds the groups and editions of the requesting device in the database of the app."""

    def editions(self, slug: str) -> Sequence[tuple[str, Edition]]:
        links = EDITION_LINKS.iterate_existing(find_edition)
        return [(secret, edition) for secret, edition in links if edition.slug == slug]

    def edition_options(self, slug: str, mode: str, secret: str, parts: Sequence[int]) -> dict[str, Any]:
        option, edition = printed_option(slug), get_edition(secret)
        if edition.slug != slug or mode not in option.modes:
            raise Malformed({"edition": ["Of another game."]})
        version = get_version(edition)
        vouched = {option.confirmation_option: True} if option.confirmation_option and version.by else {}
        record = select_pad_pages(option.rematch_value(version.record), list(parts))
        return {option.name: record, **vouched}

    def groups(self) -> Sequence[tuple[str, Group]]:
        return list(GROUP_LINKS.iterate_existing(service.find_group))

    def people(self) -> Sequence[str]:
        by_group = [
            service.identify_and_store_people(g, service.get_names_by_play(g)) for _, g in self.groups()
        ]
        seats = chain.from_iterable(chain.from_iterable(by_play.values()) for by_play in by_group)
        return sorted({person.name for person in seats if person is not None})

    def find_group(self, secret: str) -> Group:
        return service.get_group(secret)

    def played_at_and_place(self, table_id: int) -> tuple[datetime | None, str]:
        return service.played_at_and_place((group for _, group in self.groups()), table_id)
