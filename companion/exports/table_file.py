"""A table as one file, and the import of such a file.

The file contains everything that was entered, so it replays to the same state. It contains the options, but
no links and device names. The same table gives the same bytes on every installation, and importing a file
twice leads to the same table.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load
from marshmallow.validate import Equal, Length, OneOf, Range, Regexp

from companion.engine.log import ENTRY_KINDS
from companion.exports.result import Result, require_record
from companion.games import GAMES_BY_SLUG
from companion.tables.concurrency import yield_control, yielding_control
from companion.tables.errors import Forbidden, Malformed, Unavailable
from companion.tables.links import Member, create_link, derive_secret, resolve_link
from companion.tables.opening import MODES, OpenedTable, open_table
from companion.tables.schemas import StrictInteger, parse_json, validate_data
from companion.tables.seating import add_viewer
from companion.tables.state import TableState, parse_row_data
from companion.tables.table_store import LogRow, TableRecord, TableStore
from companion.tables.tables import Tables
from companion.tables.writing import MAX_NOTE_LENGTH

FORMAT_NAME = "pharaoh-table-companion/table"
MAX_FILE_BYTES = 8 * 1024 * 1024
MAX_IMPORTED_ENTRIES = 5_000
"""Entries of a file: about twenty times the longest game."""
_MAX_NUMBER = 10**6
_MAX_TIMESTAMP = 2**31 - 1
"""The newest time that the log's integer column can store."""
HIDDEN_VALUES_ERROR_CODE = "table.still_secret"


def _require_printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("Not printable.")


class EntryLine(Schema):
    """The schema of a log entry. ``data`` has the fields of a move, an option with its value, or a note."""

    kind = fields.String(required=True, validate=OneOf(tuple(ENTRY_KINDS)))
    seat = StrictInteger(required=True, validate=Range(-1, 7))
    move = fields.String(required=True, allow_none=True, validate=[Length(max=32), _require_printable])
    data = fields.Dict(required=True, keys=fields.String())
    of = StrictInteger(required=True, validate=Range(0, _MAX_NUMBER))
    by = StrictInteger(required=True, validate=Range(-1, 7))
    key = fields.String(validate=[Length(1, 64), _require_printable])
    at = StrictInteger(required=True, validate=Range(0, _MAX_TIMESTAMP))

    @post_load
    def _yield_control(self, line: dict[str, Any], **_: object) -> dict[str, Any]:
        yield_control()
        return line


class TableFile(Schema):
    """The schema of a table file: game, rules version, names, options, and the log from its first entry."""

    format = fields.String(required=True, validate=Equal(FORMAT_NAME))
    format_version = StrictInteger(required=True, validate=Equal(1))
    game = fields.String(required=True, validate=OneOf(GAMES_BY_SLUG))
    mode = fields.String(required=True, validate=OneOf(MODES))
    rules_version = StrictInteger(required=True, validate=Range(1, _MAX_NUMBER))
    seats = fields.List(fields.String(validate=Length(max=40)), required=True, validate=Length(1, 8))
    first = StrictInteger(required=True, validate=Range(0, 7))
    options = fields.Dict(required=True, keys=fields.String())
    opened_at = fields.AwareDateTime(required=True, format="iso")
    birth = fields.String(validate=Regexp(r"[A-Za-z0-9_-]{16,64}\Z"))
    trial = fields.String(validate=Regexp(r"[a-z0-9_]{1,64}/[0-9]{1,4}\Z"))
    log = fields.List(fields.Nested(EntryLine), required=True, validate=Length(max=MAX_IMPORTED_ENTRIES))


def require_nothing_hidden(table: TableState, viewer: int | None) -> None:
    """Raise Forbidden while values of other seats are hidden from the viewer: the log would reveal them."""
    if table.replay.game.hidden_seats(table.replay.state, viewer):
        raise Forbidden(HIDDEN_VALUES_ERROR_CODE)


def dump_table_file(store: TableStore, table: TableState) -> bytes:
    """Return the file of a table as JSON bytes, including values that are hidden from some players."""
    data = make_table_file_data(store, table)
    return (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def make_table_file_data(store: TableStore, table: TableState) -> dict[str, Any]:
    """Return the content of a table's file as plain JSON data."""
    record, rows = require_record(store, table), store.rows_after(table.id, 0)
    content = {
        "format": FORMAT_NAME, "format_version": 1, "game": table.slug, "mode": table.mode,
        "rules_version": record.rules, "seats": list(table.stored_names), "first": record.first,
        "options": record.options, "opened_at": record.opened_at.isoformat() + "Z", "birth": record.birth,
        "log": [_dump_row(row, table.seats) for row in yielding_control(rows) if row.seq <= table.version],
    }  # fmt: skip
    if record.trial:
        content["trial"] = record.trial
    return content


def _dump_row(row: LogRow, seat_count: int) -> dict[str, Any]:
    """Return a row as the file stores it: an invalid move if it is damaged or its seat does not exist."""
    data = parse_row_data(row)
    entry_line = {
        "kind": row.kind, "seat": row.seat, "move": row.move, "data": data, "of": row.of,
        "by": row.by, "key": row.key, "at": row.at,
    }  # fmt: skip
    if row.kind in ENTRY_KINDS and data is not None and _is_valid_line(row.seq, entry_line, seat_count):
        return entry_line
    return {**entry_line, "kind": "move", "seat": -1, "move": "?", "data": {}, "of": 0, "by": -1}


def parse_table_file(data: bytes | str) -> dict[str, Any]:
    """Return the content of a table file as a dict. Raise Malformed if it is not a valid table file."""
    content = parse_json(data) if len(data) <= MAX_FILE_BYTES else None
    return dict(validate_data(TableFile, content, "file"))


def import_table(
    tables: Tables,
    file: dict[str, Any],
    device: str,
    secret_of: Callable[[str], str | None] | None = None,
    retry_secret: str = "",
) -> OpenedTable:
    """Import a table file. Return the table, and the secret of a link to it for this device.

    If a table with the file's unique id (``birth``) exists and their logs agree, this is the table.
    Otherwise the file becomes a new table. Raise Malformed or Refused if the file is invalid. Entries that
    today's rules refuse are imported; the table shows which ones and why.

    Whoever imports a new table becomes its host. At an existing table, the device keeps the role of its
    link. Without a link it becomes the host if the table was imported and has none, and otherwise a viewer.
    The players of an imported table, or anybody if it has no host, add the file's new entries to it.

    ``device`` is the kind of device. ``secret_of`` returns its secret for a table's code, or None. The
    secret of a new link is derived from ``retry_secret``, which a client sends again to get the same link.
    """
    lines = [{"key": f"imported-{seq}", **line} for seq, line in enumerate(file["log"], 1)]
    for seq, line in enumerate(yielding_control(lines), 1):
        if not _is_valid_line(seq, line, len(file["seats"])):
            raise Malformed({"log": [f"Entry {seq}."]})
    if len({line["key"] for line in lines}) < len(lines):
        raise Malformed({"log": ["Two entries with one key."]})
    rows = [_make_row(seq, line) for seq, line in enumerate(yielding_control(lines), 1)]
    hash_uid = sha256(json.dumps(file, default=str, sort_keys=True).encode()).hexdigest()
    # A file without a uid, or with another table's uid, always gets the same uid of its own.
    for table_uid in dict.fromkeys((file.get("birth", hash_uid), hash_uid)):
        existing = tables.store.find_record(table_uid=table_uid)
        if existing is None:
            break
        existing_lines = [
            _dump_row(row, len(file["seats"])) for row in tables.store.rows_after(existing.id, 0)
        ]
        device_secret = secret_of(existing.code) if secret_of else None
        derived_secret = derive_secret(retry_secret, existing.code) if retry_secret else None
        secret, member = _find_own_link(tables.store, existing.code, device_secret, derived_secret)
        may_add = member.may_enter if member else existing.host_link is None
        new_rows = rows[len(existing_lines) :] if existing.brought_in and may_add else []
        if existing_lines[: len(lines)] == lines[: len(existing_lines) if new_rows else None]:
            _append_rows(tables, existing.id, new_rows)
            if member is not None:
                return OpenedTable(existing.id, existing.code, secret)
            return _join_existing_table(tables, existing, device, derived_secret or "")
    else:
        raise Malformed({"birth": ["Names another table."]})
    return open_table(
        tables, file["game"], file["mode"], file["seats"], file["options"], file["first"], device,
        rules=file["rules_version"], opened_at=_to_utc(file["opened_at"]), table_uid=table_uid,
        log=rows, practice_start=file.get("trial", ""),
        make_secret=(lambda code: derive_secret(retry_secret, code)) if retry_secret else None,
    )  # fmt: skip


def _find_own_link(store: TableStore, code: str, *secrets: str | None) -> tuple[str, Member | None]:
    for secret in filter(None, secrets):
        if member := resolve_link(store, code, secret).member:
            return secret, member
    return "", None


def _join_existing_table(tables: Tables, existing: TableRecord, device: str, secret: str) -> OpenedTable:
    with tables.change(existing.id) as table:
        access = resolve_link(tables.store, existing.code, secret)
        if access.former_role:
            secret = ""
        if access.member is None and table.brought_in and table.host_link is None:
            secret = create_link(table, "host", None, device, secret)
        elif access.member is None:
            secret = add_viewer(table, device, secret)
    return OpenedTable(existing.id, existing.code, secret)


def _append_rows(tables: Tables, table_id: int, rows: Sequence[LogRow]) -> None:
    """Append imported rows to a table. Raise Unavailable if another entry took one of their numbers."""
    if not rows:
        return
    with tables.store.change(table_id):
        for row in rows:
            if not tables.store.append_row(replace(row, table_id=table_id)):
                raise Unavailable("table.busy")
    tables.evict_and_notify(table_id)


def _to_utc(moment: datetime) -> datetime:
    if not 0 <= moment.timestamp() <= _MAX_TIMESTAMP:  # in some time zones, a date far away does not exist
        raise Malformed({"opened_at": ["Out of range."]})
    return moment.astimezone(UTC).replace(tzinfo=None)


def _is_valid_line(seq: int, line: dict[str, Any], seats: int) -> bool:
    data = line["data"]
    asked_seats = data.get("asked", [])
    return (
        set(data) <= {"move", "option", "value", "text", "allowed", "asked"}
        and isinstance(data.get("move", {}), dict)
        and isinstance(data.get("text", ""), str)
        and len(data.get("text", "")) <= MAX_NOTE_LENGTH
        and (line["kind"] != "setting" or (isinstance(data.get("option"), str) and "value" in data))
        and line["of"] < seq
        and isinstance(asked_seats, list)
        and all(type(seat) is int and 0 <= seat < seats for seat in asked_seats)
        and max(line["seat"], line["by"]) < seats
    )


def _make_row(seq: int, line: dict[str, Any]) -> LogRow:
    data = json.dumps(line["data"], separators=(",", ":"), ensure_ascii=False)
    return LogRow(
        0, seq, line["kind"], line["seat"], line["move"], data, line["of"], line["by"], "", line["key"],
        line["at"],
    )  # fmt: skip


def dump_recorded_play(store: TableStore, table: TableState, viewer: int | None, result: Result) -> str:
    """Return the table as a recorded play: TOML for ``seeds/<game>/plays``, where the tests replay it.

    Raise Forbidden while values are hidden from the seat ``viewer``.
    """
    require_nothing_hidden(table, viewer)
    record, rows = require_record(store, table), store.rows_after(table.id, 0)
    lines = [
        f"title = {_to_toml(result.meta.title)}",
        f"game = {_to_toml(table.slug)}",
        f"mode = {_to_toml(table.mode)}",
        f"seats = {_to_toml(list(table.stored_names))}",
        f"first = {record.first}",
        "log = [",
        *(f"  {_to_toml(_dump_recorded_entry(row, table.seats))}," for row in rows),
        "]",
    ]
    ranking = result.scores.ranking
    if result.final and ranking:
        ending = table.replay.game.ending(table.replay.state)
        lines += ["", "[end]", f"ending = {_to_toml(ending.code if ending else '')}"]
        if None not in result.scores.totals:
            lines.append(f"points = {_to_toml(list(result.scores.totals))}")
        if ranking.certain:
            lines.append(f"places = {_to_toml(list(ranking.places))}")
    options = {name: value for name, value in record.options.items() if value is not None}
    lines += ["", "[options]", *(f"{name} = {_to_toml(value)}" for name, value in options.items())]
    return "\n".join(lines) + "\n"


def _dump_recorded_entry(row: LogRow, seats: int) -> dict[str, Any]:
    line = _dump_row(row, seats)
    data = line["data"]
    entry: dict[str, Any] = {"seat": line["seat"]}
    if line["kind"] != "move":
        entry["kind"] = line["kind"]
    for key in ("of", "move"):
        if line[key]:
            entry[key] = line[key]
    entry |= {key: data[key] for key in ("option", "value", "text", "allowed", "asked") if key in data}
    return {**entry, **data.get("move", {})}


def _to_toml(value: Any) -> str:
    """Return plain data as TOML. None values are left out.

    >>> _to_toml({"seat": 0, "move": "Play", "of": None})
    '{seat = 0, move = "Play"}'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        items = {key: item for key, item in value.items() if item is not None}
        return "{" + ", ".join(f"{_to_toml_key(key)} = {_to_toml(items[key])}" for key in items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_to_toml(item) for item in value if item is not None) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _to_toml_key(key: str) -> str:
    is_bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if is_bare else json.dumps(key, ensure_ascii=False)
