"""Whom this phone knows: the people of its groups, and of the tables that it has been at."""

from __future__ import annotations

from collections.abc import Collection

from companion.tables.names import is_nameless
from companion.web.device_tables import device_tables
from companion.web.groups_and_editions import groups_and_editions


def known_names(but: Collection[str] = ()) -> list[str]:
    """Their names, those of the newest tables first, each once and without those of ``but``."""
    tables = sorted((known.table for known in device_tables()), key=lambda table: -table.id)
    names = [name for table in tables for name in table.names if not is_nameless(name)]
    each = {name.casefold(): name for name in [*groups_and_editions().people(), *reversed(names)]}
    left_out = {name.casefold() for name in but}
    return [name for key, name in reversed(each.items()) if key not in left_out]
