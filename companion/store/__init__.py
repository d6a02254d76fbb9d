"""Rows and queries. The rooms that keep things import it; pages and API never do."""

from companion.store.connections import engine_options
from companion.store.models import (
    Edition,
    EditionVersion,
    Entry,
    Group,
    GroupEdition,
    GroupTable,
    Link,
    Person,
    Seat,
    Snapshot,
    Table,
    db,
)

__all__ = [
    "Edition",
    "EditionVersion",
    "Entry",
    "Group",
    "GroupEdition",
    "GroupTable",
    "Link",
    "Person",
    "Seat",
    "Snapshot",
    "Table",
    "db",
    "engine_options",
]
