"""Links to a table: each gives the holder of its secret a role. Only hashes of secrets are stored."""

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args
from unicodedata import normalize

from companion.tables.errors import Forbidden, NotFound
from companion.tables.table_store import LinkRecord, TableRecord, TableStore

Role = Literal["host", "seat", "viewer"]
ROLES: Mapping[str, Role] = {role: role for role in get_args(Role)}
"""Maps the stored name of each role to the role."""

_CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 6
_LINK_PATH_PATTERN = re.compile(r"/([jtiw])/([\w-]+)", re.ASCII)
"""Paths of a join page (j), a table (t), an invitation (i) and a watching link (w)."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has a link to a table, with the role and the seat that the link gives."""

    table_id: int
    role: Role
    seat: int | None
    link_id: int
    device: str = ""

    @property
    def may_enter(self) -> bool:
        """Whether the member may write entries."""
        return self.role != "viewer"


def require_player(member: Member) -> None:
    """Raise Forbidden if the member may only watch the table."""
    if not member.may_enter:
        raise Forbidden("table.viewers_watch")


def require_host_role(member: Member) -> None:
    """Raise Forbidden if the member is not the host."""
    if member.role != "host":
        raise Forbidden("table.hosts_only")


def require_seat(seats: int, seat: int) -> int:
    """Return ``seat``. Raise NotFound if no seat of a table with ``seats`` seats has this number."""
    if not 0 <= seat < seats:
        raise NotFound("table.no_such_seat")
    return seat


def hash_secret(secret: str) -> str:
    """Return the SHA-256 hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def derive_secret(secret: str, code: str) -> str:
    """Return a new secret for the table with this code, computed from ``secret``.

    Equal arguments give equal secrets, so a repeated request leads to the same link.
    """
    return hashlib.sha256(f"{secret} {code}".encode()).hexdigest()[:32]


def make_join_code(store: TableStore) -> str:
    """Return an unused code for a new table. It has no letters and digits that are easily confused."""
    while True:
        length = _CODE_LENGTH - len(store.code_prefix)
        code = store.code_prefix + "".join(secrets.choice(_CODE_ALPHABET) for _ in range(length))
        if store.find_record(code=code) is None:
            return code


def get_table_by_code(store: TableStore, code: str) -> TableRecord:
    """Return the table with this code in any spelling (case, spaces). Raise NotFound if there is none."""
    normalized = normalize_code(code)
    table = store.find_record(code=normalized) if normalized else None
    if table is None:
        raise NotFound("table.no_such_table")
    return table


@dataclass(frozen=True, slots=True)
class Access:
    """A table, and what a secret allows its holder to do there.

    ``version`` is the number of the table's newest entry. ``member`` is None if the secret has no valid
    link. If the link was revoked, ``former_role`` is the role that it had.
    """

    table_id: int
    code: str
    version: int
    member: Member | None
    former_role: Role | None = None


REVOKED_LINK_ERROR_CODES: Mapping[Role | None, str] = {
    "host": "table.seat_taken_over",
    "seat": "table.seat_taken_over",
    "viewer": "table.screen_ended",
}
"""The error code for the holder of a revoked link, by its former role."""


def resolve_link(store: TableStore, code: str, secret: str | None) -> Access:
    """Return what a secret allows at the table with this code. Raise NotFound if there is no such table."""
    code = normalize_code(code)
    row = store.find_access(code, hash_secret(secret) if secret else "")
    if row is None:
        raise NotFound("table.no_such_table")
    member = _make_member(row.table_id, row.link)
    if row.revoked:
        return Access(row.table_id, code, row.version, None, member.role if member else None)
    return Access(row.table_id, code, row.version, member)


def _make_member(table_id: int, link: tuple[int, str, int | None, str] | None) -> Member | None:
    if link is None or link[1] not in ROLES:
        return None
    link_id, role, seat, device = link
    return Member(table_id, ROLES[role], seat, link_id, device)


def reload_member(store: TableStore, member: Member) -> Member | None:
    """Return the member with the link's present role and seat, or None if the link was revoked."""
    return _make_member(member.table_id, store.find_live_link(member.link_id))


def normalize_code(code: str) -> str:
    """Return a table's code as it is stored, or an empty string if the text has no letters and digits.

    >>> normalize_code(" abc-def. ")
    'ABCDEF'
    """
    return "".join(filter(str.isalnum, normalize("NFKC", code[:64]))).upper()[:8]


def find_table_path(text: str) -> str:
    """Return the path of the first link to a table that a text contains, or an empty string.

    A path of a table becomes the path of its join page. The host name is not compared, because the app has
    several addresses. ``static/js/join.js`` does the same.

    >>> find_table_path("Come: http://192.168.1.20:8000/t/ABCDEF")
    '/j/ABCDEF'
    """
    link = _LINK_PATH_PATTERN.search(text)
    return f"/{link[1].replace('t', 'j')}/{link[2]}" if link else ""


def create_link(table: TableRecord, role: str, seat: int | None, device: str = "", secret: str = "") -> str:
    """Add a link to ``table``, a record that ``Tables.change`` has yielded. Return the link's secret.

    ``role`` is host, seat, viewer or invite. ``device`` is the kind of device that will use the link, such
    as ``iPad``. Without ``secret``, the link gets a new one.
    """
    secret = secret or secrets.token_urlsafe(24)
    table.links.append(LinkRecord(role, seat, hash_secret(secret), device))
    return secret
