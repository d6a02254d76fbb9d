"""Capability links: who may do what at a table. Only hashes are stored; links can be revoked."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args
from unicodedata import normalize

from companion.tables.errors import Forbidden, NotFound
from companion.tables.table_store import LinkRecord, TableRecord, TableStore, utc_now

Role = Literal["host", "seat", "viewer"]
ROLES: Mapping[str, Role] = {role: role for role in get_args(Role)}
"""The roles by the names under which they are stored."""

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 6
_LINK_PATH = re.compile(r"/([jtiw])/([\w-]+)", re.ASCII)
"""Of a join page, a table's own page, an invitation or a watching link."""


@dataclass(frozen=True, slots=True)
class Member:
    """The holder of a link at one table."""

    table_id: int
    role: Role
    seat: int | None
    link_id: int
    device: str = ""

    @property
    def may_enter(self) -> bool:
        """Whether this link may enter things."""
        return self.role != "viewer"


def require_player(member: Member) -> None:
    """Forbidden for a screen that only watches."""
    if not member.may_enter:
        raise Forbidden("table.viewers_watch")


def require_host_role(member: Member) -> None:
    """Forbidden for everybody but the host."""
    if member.role != "host":
        raise Forbidden("table.hosts_only")


def require_seat(seats: int, seat: int) -> int:
    """One of a table's seats; NotFound where it has not so many."""
    if not 0 <= seat < seats:
        raise NotFound("table.no_such_seat")
    return seat


def hash_secret(secret: str) -> str:
    """Return the SHA-256 hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def derive_secret(secret: str, code: str) -> str:
    """The secret that follows from another one for the table with this code.

    A phone that repeats a request because the answer was lost gets the same link again.
    """
    return hashlib.sha256(f"{secret} {code}".encode()).hexdigest()[:32]


def make_join_code(store: TableStore) -> str:
    """A join code that is easy to read aloud and not in use."""
    while True:
        rest = _CODE_LENGTH - len(store.code_prefix)
        code = store.code_prefix + "".join(secrets.choice(_ALPHABET) for _ in range(rest))
        if store.find_record(code=code) is None:
            return code


def get_table_by_code(store: TableStore, code: str) -> TableRecord:
    """The table with this code, however it is written; NotFound where there is none."""
    spelled = normalize_code(code)
    table = store.find_record(code=spelled) if spelled else None
    if table is None:
        raise NotFound("table.no_such_table")
    return table


@dataclass(frozen=True, slots=True)
class Access:
    """What a code and a secret give access to: the table, its newest entry, and the member, if any."""

    table_id: int
    code: str
    version: int
    member: Member | None
    former_role: Role | None = None
    """What they were before their link was ended; None for others."""


ENDED_LINK_CODES: Mapping[Role | None, str] = {
    "host": "table.seat_taken_over",
    "seat": "table.seat_taken_over",
    "viewer": "table.screen_ended",
}
"""Why somebody whose link was ended is nobody at the table any more."""


def resolve_link(store: TableStore, code: str, secret: str | None) -> Access:
    """Look up a table by its code, in any spelling, and the link behind the secret; raises NotFound."""
    code = normalize_code(code)
    row = store.find_access(code, hash_secret(secret) if secret else "")
    if row is None:
        raise NotFound("table.no_such_table")
    member = _member(row.table_id, row.link)
    if row.revoked:
        return Access(row.table_id, code, row.version, None, member.role if member else None)
    return Access(row.table_id, code, row.version, member)


def _member(table_id: int, link: tuple[int, str, int | None, str] | None) -> Member | None:
    if link is None or link[1] not in ROLES:
        return None
    link_id, role, seat, device = link
    return Member(table_id, ROLES[role], seat, link_id, device)


def reload_member(store: TableStore, member: Member) -> Member | None:
    """Who holds the same link now: hosting is handed on, seats close up. None once it was ended."""
    return _member(member.table_id, store.find_live_link(member.link_id))


def normalize_code(code: str) -> str:
    """A join code as it is stored, whatever a chat or a keyboard put around it, between or in place of its
    letters; empty where the text cannot be one.
    """
    return "".join(filter(str.isalnum, normalize("NFKC", code[:64]))).upper()[:8]


def find_table_path(text: str) -> str:
    """The path of the first link to a table in a text; empty where there is none.

    The host is not compared, as the app has several addresses. static/js/join.js reads the same.

    >>> find_table_path("Come: http://192.168.1.20:8000/t/ABCDEF")
    '/j/ABCDEF'
    """
    link = _LINK_PATH.search(text)
    return f"/{link[1].replace('t', 'j')}/{link[2]}" if link else ""


def create_link(table: TableRecord, role: str, seat: int | None, device: str = "", secret: str = "") -> str:
    """A new secret with a role at a table that is being changed, unless there is a ``secret`` already."""
    secret = secret or secrets.token_urlsafe(24)
    table.links.append(LinkRecord(role, seat, hash_secret(secret), device, utc_now()))
    return secret
