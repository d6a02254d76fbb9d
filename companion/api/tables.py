"""Everything the pages can do with a table, as operations."""

from __future__ import annotations

from typing import Any

from flask import g, request

from companion.api.errors import refusal_data, rule_data
from companion.api.games import rule_sections
from companion.api.log_responses import LogResponse
from companion.api.operations import JOIN_LIMIT, OPEN_LIMIT, operation
from companion.api.requests import (
    LogQuery,
    MoveQuestion,
    NewEntry,
    OpenRematch,
    OpenTable,
    SeatQuery,
    TakeSeat,
)
from companion.api.responses import (
    DoneResponse,
    EntryResponse,
    FreeSeats,
    LegalMoves,
    MoveVerdict,
    Rematch,
    RulesResponse,
    ScoresResponse,
    SeatLink,
    TableResponse,
)
from companion.engine.data import to_json
from companion.groups.service import add_rematch, add_table, get_group
from companion.language.i18n import set_language_game
from companion.limits.rate_limits import count_attempt
from companion.services import table_cache, table_store
from companion.tables import log_lines, queries
from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import GONE, Member, normalize_code, resolve_link, table_by_code
from companion.tables.opening import open_table
from companion.tables.outcome import ranking_data
from companion.tables.phrases import Phrasebook
from companion.tables.presenters import etag, log_sentence, score_data
from companion.tables.rematch import open_rematch, possible_first_seats
from companion.tables.score_history import score_history
from companion.tables.seating import (
    create_invitation,
    create_viewer_link,
    free_seats,
    join_as_viewer,
    revoke_seat,
    revoke_viewers,
    take_over_seat,
    take_seat,
)
from companion.tables.state import TableState
from companion.tables.write_locks import yielding_control
from companion.tables.writing import Draft, dry_run_move, parse_entered_move, write_entry

_UNCHANGED = (("If-None-Match", "The ETag of an earlier answer: 304 while nothing has changed."),)
_KEYED = (("Idempotency-Key", "The key, where the body has none."),)


def current_table(code: str) -> tuple[TableState, Member]:
    """The table and the bearer. NotFound and Forbidden are counted: nobody may try out codes."""
    try:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        access = resolve_link(table_store(), code, secret.strip() if scheme.lower() == "bearer" else None)
        table = g.table = table_cache().load_for(access)
        set_language_game(table.slug)
        if access.member is None:
            raise Forbidden(GONE.get(access.was, "table.not_here"))
    except (NotFound, Forbidden):
        count_attempt(normalize_code(code))
        raise
    return table, access.member


def _speaker(table: TableState) -> Phrasebook:
    return Phrasebook(table.replay.game, table.names)


def _taken(table: TableState, seat: int) -> int:
    """A seat of this table; NotFound where it has fewer."""
    if seat >= len(table.names):
        raise NotFound("table.no_such_seat")
    return seat


@operation(
    "POST", "/tables", SeatLink, body=OpenTable, status=201, bearer=False, faults=(404, 422),
    limit=OPEN_LIMIT,
)  # fmt: skip
def create_table(body: dict[str, Any]) -> dict[str, Any]:
    """Open a table. The secret is the host's. With ``group`` it belongs to a group's history."""
    group = get_group(body["group"]) if body["group"] else None
    opened = open_table(
        table_store(), body["game"], body["mode"], body["seats"], body["options"], body["first"], "API",
        host_seat=0 if body["host_sits"] else None, vacant=_unnamed(body) if body["lobby"] else None,
    )  # fmt: skip
    if group is not None:
        add_table(group, opened.table_id)
    return {"code": opened.code, "secret": opened.secret}


def _unnamed(body: dict[str, Any]) -> list[int]:
    """The seats that nobody is named for, besides the host's own."""
    names = list(enumerate(body["seats"]))[bool(body["host_sits"]) :]
    return [number for number, name in names if not name.strip()]


@operation("GET", "/tables/{code}", TableResponse, headers=_UNCHANGED)
def get_table(code: str) -> dict[str, Any]:
    """The table as the bearer's seat may see it.

    Version, people, whom it waits for, the view of the state, entries that no longer stand.
    """
    table, member = current_table(code)
    free = free_seats(table_by_code(table.store, code))
    g.etag = etag(table, member, free, table.vacant)
    phrases = _speaker(table)
    awaited, ended = queries.awaiting(table), queries.ending(table)
    last, coming = table.replay.undoable(), table.replay.log.redoable()
    agreement = queries.agreement(table)
    return {
        "code": table.code,
        "game": table.slug,
        "mode": table.mode,
        "counting": table.replay.is_tally or table.mode == "tally",
        "version": table.version,
        "started": table.vacant is None,
        "names": list(table.names),
        "you": {"role": member.role, "seat": member.seat},
        "free_seats": free,
        "options": table.options,
        "awaiting": None if awaited is None else {
            "seats": list(awaited.seats),
            "also": list(awaited.also),
            "moves": [kind.__name__ for kind in awaited.moves],
            "message": phrases.prompt(awaited),
        },
        "agreement": None if agreement is None else {
            "agreed": sorted(agreement.agreed), "missing": list(agreement.missing),
        },
        "ending": None if ended is None else {
            "code": ended.code, "section": ended.rule, "message": phrases.ending(ended),
        },
        "undo": last.seq if last else None,
        "redo": coming.seq if coming else None,
        "fallen": [
            {"seq": f.step.seq, "code": f.refusal.code,
             "message": phrases.message(f.refusal.code, f.refusal.values)}
            for f in queries.invalid_lines(table)
        ],
        "view": queries.view(table, member.seat),
    }  # fmt: skip


@operation("GET", "/tables/{code}/legal", LegalMoves, query=SeatQuery, headers=_UNCHANGED)
def list_legal_moves(code: str, query: dict[str, Any]) -> dict[str, Any]:
    """The moves worth a button that the rules let this seat make now."""
    table, member = current_table(code)
    g.etag = etag(table, member)
    seat = member.seat if query["seat"] is None else _taken(table, query["seat"])
    moves = queries.legal_moves(table, seat)
    return {
        "version": table.version,
        "seat": seat,
        "moves": [{"move": type(move).__name__, "data": to_json(move)} for move in moves],
    }


@operation(
    "POST", "/tables/{code}/entries", EntryResponse, body=NewEntry, status=201, faults=(409, 422),
    headers=_KEYED,
)  # fmt: skip
def submit_entry(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Enter a move, undo, redo, amend, ruling, setting, note or count.

    The key (body, or the Idempotency-Key header) is made by the client for each intention: a retry
    with the same key finds its own entry and writes nothing. Judged by its content against the
    table as it stands; with only_at, against that version only (else 409). A ruling enters a move
    that the rules refuse where the refusal was overridable. A count that lays open what is hidden
    begins once every seat with a phone has entered one, with nothing in between; it is never undone.
    """
    _, member = current_table(code)
    key = body.pop("key", None) or request.headers.get("Idempotency-Key", "")
    draft = Draft(key=key, **body)
    entered = write_entry(table_cache(), member, draft)
    return {
        "seq": entered.seq, "version": entered.table.version, "repeated": entered.repeated,
        "confirmed": entered.confirmed,
    }  # fmt: skip


@operation("POST", "/tables/{code}/ask", MoveVerdict, body=MoveQuestion)
def check_move(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Would this move be allowed now, and what is worth a word about it? Nothing is entered."""
    table, member = current_table(code)
    if not member.may_enter:
        raise Forbidden("table.viewers_watch")
    seat = _taken(table, body["seat"])
    move = parse_entered_move(table, body["move"], body["data"])
    refusal, phrases = dry_run_move(table, seat, move), _speaker(table)
    warned = () if refusal else queries.warnings(table, seat, move)
    foretold = () if refusal else queries.preview(table, seat, move)
    return {
        "allowed": refusal is None,
        "refusal": None if refusal is None else refusal_data(phrases, refusal),
        "warnings": [refusal_data(phrases, warning) for warning in warned],
        "preview": [phrases.preview(description) for description in foretold],
    }


@operation("GET", "/tables/{code}/log", LogResponse, query=LogQuery, headers=_UNCHANGED)
def get_log(code: str, query: dict[str, Any]) -> dict[str, Any]:
    """Who entered what, when, from which device; hidden things are null.

    Newest last. At most 5,000 entries are told at once, the newest of those asked for: some twenty times
    the longest game. Older ones with ``before``.
    """
    table, member = current_table(code)
    before = min(query["before"] or table.version + 1, table.version + 1)
    shown = range(max(1, before - query["limit"]), before)
    g.etag = etag(table, member, shown) if request.args else etag(table, member)
    phrases = _speaker(table)
    return {
        "version": table.version,
        "entries": [
            {
                "seq": line.seq, "kind": line.kind, "seat": line.seat, "by": line.by,
                "device": line.device, "at": line.at, "move": line.move, "data": line.data,
                "of": line.of, "text": line.text, "in_force": line.in_force,
                "amended": line.amended, "allowed": line.allowed,
                "message": log_sentence(phrases, line),
                "overruled": [rule_data(phrases, refusal) for refusal in line.overruled],
            }
            for line in yielding_control(log_lines.read_log(table, member.seat, shown))
        ],
    }  # fmt: skip


@operation("GET", "/tables/{code}/scores", ScoresResponse, headers=_UNCHANGED)
def get_scores(code: str) -> dict[str, Any]:
    """The score sheet, the places step by step, and the entries that made each number.

    While a seat's score is hidden from the bearer it has no lines, and there are no places.
    """
    table, member = current_table(code)
    g.etag = etag(table, member)
    found = queries.scores(table, member.seat)
    phrases = _speaker(table)
    hidden = {seat for seat, lines in enumerate(found.lines) if lines is None}
    changes = score_history(table).changes
    return {
        "version": table.version,
        "final": found.final,
        "seats": score_data(phrases, found.lines),
        "ranking": ranking_data(phrases, found.ranking),
        "may_begin": list(possible_first_seats(table.replay.origin.meta, found)) if found.final else [],
        "changes": [
            {"seat": seat, "category": category, "seq": c.seq, "before": c.before, "after": c.after}
            for (seat, category), made in changes.items()
            if seat not in hidden
            for c in made
        ],
    }


@operation("GET", "/tables/{code}/rules", RulesResponse, headers=_UNCHANGED)
def get_rules(code: str) -> dict[str, Any]:
    """The rules at hand in our own words, and the switches this table plays with."""
    table, member = current_table(code)
    g.etag = etag(table, member)
    return {
        "game": table.slug,
        "rules_version": table.replay.origin.meta.version,
        "options": table.options,
        "rules": rule_sections(_speaker(table)),
    }


@operation(
    "POST", "/tables/{code}/seats", SeatLink, body=TakeSeat, status=201, bearer=False, faults=(403,),
    limit=JOIN_LIMIT,
)  # fmt: skip
def claim_seat(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Take a free seat by the code, or watch without one."""
    store = table_store()
    table = table_by_code(store, code)
    if body["seat"] is None:
        return {"code": table.code, "secret": join_as_viewer(store, table.id, "API")}
    if body["seat"] >= len(table.names):
        raise NotFound("table.no_such_seat")
    if queries.ending(table_cache().load(table.id)) is not None:
        raise Forbidden("table.door_closed")
    secret = take_seat(store, table.id, body["seat"], body["name"], "API", body["shown"])
    return {"code": table.code, "secret": secret}


@operation("POST", "/tables/{code}/seats/{seat:int}/invite", SeatLink, status=201)
def invite_to_seat(code: str, seat: int) -> dict[str, Any]:
    """A one-time secret by which another device takes the seat over."""
    table, member = current_table(code)
    return {
        "code": table.code,
        "secret": create_invitation(table.store, member, _taken(table, seat)),
    }


@operation("POST", "/invitations/{secret}", SeatLink, status=201, bearer=False, limit=JOIN_LIMIT)
def use_invitation(secret: str) -> dict[str, Any]:
    """Use an invitation: the seat's older links stop working."""
    table, made = take_over_seat(table_store(), secret, "API")
    return {"code": table.code, "secret": made}


@operation("POST", "/tables/{code}/seats/{seat:int}/free", FreeSeats)
def free_seat(code: str, seat: int) -> dict[str, Any]:
    """The host frees a seat."""
    table, member = current_table(code)
    revoke_seat(table.store, member, _taken(table, seat))
    return {"free_seats": free_seats(table_by_code(table.store, code))}


@operation("POST", "/tables/{code}/viewers", SeatLink, status=201)
def create_viewer(code: str) -> dict[str, Any]:
    """A secret for a screen that only watches."""
    table, member = current_table(code)
    return {"code": table.code, "secret": create_viewer_link(table.store, member)}


@operation("DELETE", "/tables/{code}/viewers", DoneResponse)
def revoke_viewer_links(code: str) -> dict[str, Any]:
    """The host ends every watching screen's link."""
    table, member = current_table(code)
    revoke_viewers(table.store, member)
    return {"ended": True}


@operation(
    "POST", "/tables/{code}/rematch", Rematch, body=OpenRematch, body_needed=False, status=201,
    limit=OPEN_LIMIT,
)  # fmt: skip
def create_rematch(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """The same people once more. Who asks first is its host; the others join by its code.

    Where ``may_begin`` of the scores names more than one seat, ``first`` says who begins.
    """
    table, member = current_table(code)
    if not member.may_enter:
        raise Forbidden("table.viewers_watch")
    opened = None if table.rematch else open_rematch(table, member.seat, "API", body["first"])
    if opened is None:
        return {"code": table_by_code(table.store, code).next_code, "secret": None}
    add_rematch(table.id, opened.table_id)
    return {"code": opened.code, "secret": opened.secret}
