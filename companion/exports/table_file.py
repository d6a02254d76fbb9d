"""A table as one file, and back: everything that was entered, so that it replays to the same state.

Not in the file: links and device names. What a table's options hold (sheets, price tablets, printed
points) travels with it. The same table gives the same bytes on every installation, and the same file
leads to the same table however often it is brought in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from marshmallow import Schema, ValidationError, fields, post_load
from marshmallow.validate import Equal, Length, OneOf, Range, Regexp

from companion.engine.log import KINDS
from companion.exports.result import Result, require_record
from companion.games import BY_SLUG
from companion.tables.errors import Forbidden, Malformed, Unavailable
from companion.tables.links import Member, create_link, derive_secret, resolve_link
from companion.tables.opening import MODES, OpenedTable, open_table
from companion.tables.schemas import StrictInteger, load, parse_json
from companion.tables.seating import add_viewer
from companion.tables.state import TableState, parse_row_data
from companion.tables.table_store import LogRow, TableRecord, TableStore
from companion.tables.tables import Tables
from companion.tables.write_locks import yield_control, yielding_control
from companion.tables.writing import MAX_NOTE_LENGTH

FORMAT = "pharaoh-table-companion/table"
MAX_FILE_BYTES = 8 * 1024 * 1024
MAX_IMPORTED_ENTRIES = 5_000
"""Entries of a file: some twenty times the longest game."""
_MOST = 10**6
_LAST_SECOND = 2**31 - 1
"""The newest moment that the log's column holds."""
STILL_SECRET = "table.still_secret"
"""Why a log is not told."""


def _printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("Not printable.")


class EntryLine(Schema):
    """One line of the log. ``data`` holds the move's fields, an option and its value, or a note's text."""

    kind = fields.String(required=True, validate=OneOf(tuple(KINDS)))
    seat = StrictInteger(required=True, validate=Range(-1, 7))
    move = fields.String(required=True, allow_none=True, validate=[Length(max=32), _printable])
    data = fields.Dict(required=True, keys=fields.String())
    of = StrictInteger(required=True, validate=Range(0, _MOST))
    by = StrictInteger(required=True, validate=Range(-1, 7))
    key = fields.String(validate=[Length(1, 64), _printable])
    at = StrictInteger(required=True, validate=Range(0, _LAST_SECOND))

    @post_load
    def _let_others_go_first(self, line: dict[str, Any], **_: object) -> dict[str, Any]:
        """A long file must not hold the process: between two lines whoever waits is answered."""
        yield_control()
        return line


class TableFile(Schema):
    """The file: which game and rules, who sat where, the switches, and the log from its first entry."""

    format = fields.String(required=True, validate=Equal(FORMAT))
    format_version = StrictInteger(required=True, validate=Equal(1))
    game = fields.String(required=True, validate=OneOf(BY_SLUG))
    mode = fields.String(required=True, validate=OneOf(MODES))
    rules_version = StrictInteger(required=True, validate=Range(1, _MOST))
    seats = fields.List(fields.String(validate=Length(max=40)), required=True, validate=Length(1, 8))
    first = StrictInteger(required=True, validate=Range(0, 7))
    options = fields.Dict(required=True, keys=fields.String())
    opened_at = fields.AwareDateTime(required=True, format="iso")
    birth = fields.String(validate=Regexp(r"[A-Za-z0-9_-]{16,64}\Z"))
    trial = fields.String(validate=Regexp(r"[a-z0-9_]{1,64}/[0-9]{1,4}\Z"))
    log = fields.List(fields.Nested(EntryLine), required=True, validate=Length(max=MAX_IMPORTED_ENTRIES))


def require_nothing_hidden(table: TableState, viewer: int | None) -> None:
    """Forbidden while something of another seat is hidden from the viewer: the log would tell it."""
    if table.replay.game.hidden_seats(table.replay.state, viewer):
        raise Forbidden(STILL_SECRET)


def dump_table_file(store: TableStore, table: TableState) -> bytes:
    """The file of a table as of its version, whatever is hidden in it."""
    data = make_table_data(store, table)
    return (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def make_table_data(store: TableStore, table: TableState) -> dict[str, Any]:
    """What the file says, as plain data."""
    stored, rows = require_record(store, table), store.rows_after(table.id, 0)
    content = {
        "format": FORMAT, "format_version": 1, "game": table.slug, "mode": table.mode,
        "rules_version": stored.rules, "seats": list(table.stored_names), "first": stored.first,
        "options": stored.options, "opened_at": stored.opened_at.isoformat() + "Z", "birth": stored.birth,
        "log": [_line(row, table.seats) for row in yielding_control(rows) if row.seq <= table.version],
    }  # fmt: skip
    if stored.trial:
        content["trial"] = stored.trial
    return content


def _line(row: LogRow, seats: int) -> dict[str, Any]:
    """A row as the file tells it; a damaged one as a move of no game, which falls when brought in."""
    line = {
        "kind": row.kind, "seat": row.seat, "move": row.move, "data": parse_row_data(row), "of": row.of,
        "by": row.by, "key": row.key, "at": row.at,
    }  # fmt: skip
    if row.kind in KINDS and line["data"] is not None and _fits(row.seq, line, seats):
        return line
    return {**line, "kind": "move", "seat": -1, "move": "?", "data": {}, "of": 0, "by": -1}


def parse_table_file(data: bytes | str) -> dict[str, Any]:
    """What a stranger's file says; Malformed where it is no table."""
    given = parse_json(data) if len(data) <= MAX_FILE_BYTES else None
    return dict(load(TableFile, given, "file"))


def import_table(
    tables: Tables,
    file: dict[str, Any],
    device: str,
    secret_of: Callable[[str], str | None] | None = None,
    claim: str = "",
) -> OpenedTable:
    """The table that a file describes: the one that is here already, else a new one.

    Whoever imports a new table is its host. The host's secret is derived from the ``claim``, if there is
    one, so that the same request sent twice leads to the same link. A table that is here already opens
    with the link that this device has, by ``secret_of`` its code or by its claim; without one, as its
    host where an imported table has none, else as a viewer.

    An imported table takes over new entries of the file from its players, and from anybody where it has
    no host. A file whose log differs from the table here makes a table of its own.
    Malformed or Refused where it cannot be a table; an entry that no longer stands under the rules of
    today does not matter here: the table tells which and why.
    """
    lines = [{"key": f"imported-{seq}", **line} for seq, line in enumerate(file["log"], 1)]
    for seq, line in enumerate(yielding_control(lines), 1):
        if not _fits(seq, line, len(file["seats"])):
            raise Malformed({"log": [f"Entry {seq}."]})
    if len({line["key"] for line in lines}) < len(lines):
        raise Malformed({"log": ["Two entries with one key."]})
    rows = [_row(seq, line) for seq, line in enumerate(yielding_control(lines), 1)]
    own = sha256(json.dumps(file, default=str, sort_keys=True).encode()).hexdigest()
    # the birth of a file that names none, or whose table is another one here: always the same for it
    for table_uid in dict.fromkeys((file.get("birth", own), own)):
        present = tables.store.find_record(table_uid=table_uid)
        if present is None:
            break
        there = [_line(row, len(file["seats"])) for row in tables.store.rows_after(present.id, 0)]
        known = secret_of(present.code) if secret_of else None
        claimed = derive_secret(claim, present.code) if claim else None
        mine = _own_link(tables.store, present.code, known, claimed)
        may_add = mine.member.may_enter if mine else not _has_host(present)
        new = rows[len(there) :] if present.brought_in and may_add else []
        if there[: len(lines)] == lines[: len(there) if new else None]:
            _go_on(tables, present.id, new)
            if mine is not None:
                return OpenedTable(present.id, present.code, mine.secret)
            return _open_without_link(tables, present, device)
    else:
        raise Malformed({"birth": ["Names another table."]})
    return open_table(
        tables, file["game"], file["mode"], file["seats"], file["options"], file["first"], device,
        rules=file["rules_version"], opened_at=_utc(file["opened_at"]), table_uid=table_uid,
        log=rows, practice_start=file.get("trial", ""),
        make_secret=(lambda code: derive_secret(claim, code)) if claim else None,
    )  # fmt: skip


class _OwnLink(NamedTuple):
    secret: str
    member: Member


def _own_link(store: TableStore, code: str, *secrets: str | None) -> _OwnLink | None:
    """The first of these secrets that is a live link to the table, with its member."""
    for secret in filter(None, secrets):
        member = resolve_link(store, code, secret).member
        if member is not None:
            return _OwnLink(secret, member)
    return None


def _has_host(table: TableRecord) -> bool:
    return any(link.role == "host" for link in table.links)


def _open_without_link(tables: Tables, present: TableRecord, device: str) -> OpenedTable:
    """Open a table that is here already: as the host of an imported table without one, else as a viewer."""
    with tables.change(present.id) as table:
        becomes_host = table.brought_in and not _has_host(table)
        secret = create_link(table, "host", None, device) if becomes_host else add_viewer(table, device)
    return OpenedTable(present.id, present.code, secret)


def _go_on(tables: Tables, table_id: int, rows: Sequence[LogRow]) -> None:
    """Append all that was entered elsewhere; Unavailable where somebody enters something here meanwhile."""
    if not rows:
        return
    with tables.store.change(table_id):
        for row in rows:
            if not tables.store.append_row(replace(row, table_id=table_id)):
                raise Unavailable("table.busy")
    tables.evict_and_notify(table_id)


def _utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC).replace(tzinfo=None)
    except OverflowError as error:
        raise Malformed({"opened_at": ["Out of range."]}) from error


def _fits(seq: int, line: dict[str, Any], seats: int) -> bool:
    data = line["data"]
    asked = data.get("asked", [])
    return (
        set(data) <= {"move", "option", "value", "text", "allowed", "asked"}
        and isinstance(data.get("move", {}), dict)
        and isinstance(data.get("text", ""), str)
        and len(data.get("text", "")) <= MAX_NOTE_LENGTH
        and (line["kind"] != "setting" or (isinstance(data.get("option"), str) and "value" in data))
        and line["of"] < seq
        and isinstance(asked, list)
        and all(type(seat) is int and 0 <= seat < seats for seat in asked)
        and max(line["seat"], line["by"]) < seats
    )


def _row(seq: int, line: dict[str, Any]) -> LogRow:
    """A row of a table that is not opened yet."""
    data = json.dumps(line["data"], separators=(",", ":"), ensure_ascii=False)
    return LogRow(
        0, seq, line["kind"], line["seat"], line["move"], data, line["of"], line["by"], "", line["key"],
        line["at"],
    )  # fmt: skip


def dump_recorded_play(store: TableStore, table: TableState, viewer: int | None, result: Result) -> str:
    """The table as a recorded play: a file for ``seeds/<game>/plays``, where the tests replay it."""
    require_nothing_hidden(table, viewer)
    stored, rows = require_record(store, table), store.rows_after(table.id, 0)
    lines = [
        f"title = {_toml(result.meta.title)}", f"game = {_toml(table.slug)}", f"mode = {_toml(table.mode)}",
        f"seats = {_toml(list(table.stored_names))}", f"first = {stored.first}", "log = [",
        *(f"  {_toml(_play_line(row, table.seats))}," for row in rows), "]",
    ]  # fmt: skip
    ranking = result.scores.ranking
    if result.final and ranking:
        ending = table.replay.game.ending(table.replay.state)
        lines += ["", "[end]", f"ending = {_toml(ending.code if ending else '')}"]
        if None not in result.scores.totals:
            lines.append(f"points = {_toml(list(result.scores.totals))}")
        if ranking.certain:
            lines.append(f"places = {_toml(list(ranking.places))}")
    options = {name: value for name, value in stored.options.items() if value is not None}
    lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in options.items())]
    return "\n".join(lines) + "\n"


def _play_line(row: LogRow, seats: int) -> dict[str, Any]:
    line = _line(row, seats)
    data = line["data"]
    entry: dict[str, Any] = {"seat": line["seat"]}
    if line["kind"] != "move":
        entry["kind"] = line["kind"]
    for key in ("of", "move"):
        if line[key]:
            entry[key] = line[key]
    entry |= {key: data[key] for key in ("option", "value", "text", "allowed", "asked") if key in data}
    return {**entry, **data.get("move", {})}


def _toml(value: Any) -> str:
    """Plain data as TOML; what is None is left out."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inner = (f"{_key(key)} = {_toml(item)}" for key, item in value.items() if item is not None)
        return "{" + ", ".join(inner) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value if item is not None) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else json.dumps(key, ensure_ascii=False)
