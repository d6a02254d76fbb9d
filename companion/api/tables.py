"""Everything the pages can do with a table, as operations."""

from __future__ import annotations

from typing import Any

from flask import current_app, g, request

from companion.api.faults import refusal_data
from companion.api.operations import JOIN_LIMIT, OPEN_LIMIT, operation
from companion.api.requests import (
    ForSeat,
    NewEntry,
    NextTable,
    OpenTable,
    PartOfLog,
    Question,
    SitDown,
)
from companion.api.responses import (
    Ended,
    Entered,
    FreeSeats,
    Legal,
    Log,
    Opened,
    Rematch,
    Rules,
    Scores,
    TableTold,
    Verdict,
)
from companion.api.shelf import rules_at_hand
from companion.engine.data import pack
from companion.groups.keeping import group_of, join_table
from companion.limits import knock
from companion.tables import reading
from companion.tables.answers import Missing, NotYours
from companion.tables.course import course
from companion.tables.desk import Desk
from companion.tables.held import Held
from companion.tables.links import GONE, Who, plain_code, table_by_code, visit
from companion.tables.opening import may_begin, open_rematch, open_table
from companion.tables.outcome import ranking_data
from companion.tables.seating import (
    free_seats,
    invite,
    make_viewer_link,
    revoke_seat,
    revoke_viewers,
    sit,
    take_over,
    watch,
)
from companion.tables.speech import Speaker
from companion.tables.told import score_data, sentence_of, tag_of
from companion.tables.turns import giving_way
from companion.tables.writing import Draft, enter, read_move, why_not
from companion.words import speak_of

_UNCHANGED = (("If-None-Match", "The ETag of an earlier answer: 304 while nothing has changed."),)
_KEYED = (("Idempotency-Key", "The key, where the body has none."),)


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


def table_of(code: str) -> tuple[Held, Who]:
    """The table and the bearer. Missing and NotYours are counted: nobody may try out codes."""
    try:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        come = visit(code, secret.strip() if scheme.lower() == "bearer" else None)
        held = g.held = _desk().visited(come)
        speak_of(held.slug)
        if come.who is None:
            raise NotYours(GONE.get(come.was, "table.not_here"))
    except (Missing, NotYours):
        knock(plain_code(code))
        raise
    return held, come.who


def _speaker(held: Held) -> Speaker:
    return Speaker(held.playing.game, held.names)


def _taken(held: Held, seat: int) -> int:
    """A seat of this table; Missing where it has fewer."""
    if seat >= len(held.names):
        raise Missing("table.no_such_seat")
    return seat


@operation(
    "POST", "/tables", Opened, body=OpenTable, status=201, bearer=False, faults=(404, 422),
    limit=OPEN_LIMIT,
)  # fmt: skip
def open_a_table(body: dict[str, Any]) -> dict[str, Any]:
    """Open a table. The secret is the host's. With ``group`` it belongs to a group's history."""
    group = group_of(body["group"]) if body["group"] else None
    opened = open_table(
        body["game"], body["mode"], body["seats"], body["options"], body["first"], "API",
        host_sits=body["host_sits"],
    )  # fmt: skip
    if group is not None:
        join_table(group, opened.table_id, _desk().table(opened.table_id).names)
    return {"code": opened.code, "secret": opened.secret}


@operation("GET", "/tables/{code}", TableTold, headers=_UNCHANGED)
def read_table(code: str) -> dict[str, Any]:
    """The table as the bearer's seat may see it.

    Version, people, whom it waits for, the view of the state, entries that no longer stand.
    """
    held, who = table_of(code)
    free = free_seats(table_by_code(code))
    g.etag = tag_of(held, who, free)
    speaker = _speaker(held)
    awaited, ended = reading.awaiting(held), reading.ending(held)
    last, coming = held.playing.last(), held.playing.folded.next()
    agreement = reading.agreement(held)
    return {
        "code": held.code,
        "game": held.slug,
        "mode": held.mode,
        "counting": held.playing.counting or held.mode == "tally",
        "version": held.version,
        "names": list(held.names),
        "you": {"role": who.role, "seat": who.seat},
        "free_seats": free,
        "options": held.options,
        "awaiting": None if awaited is None else {
            "seats": list(awaited.seats),
            "also": list(awaited.also),
            "moves": [kind.__name__ for kind in awaited.moves],
            "message": speaker.prompt(awaited),
        },
        "agreement": None if agreement is None else {
            "agreed": sorted(agreement.agreed), "missing": list(agreement.missing),
        },
        "ending": None if ended is None else {
            "code": ended.code, "section": ended.rule, "message": speaker.ending(ended),
        },
        "undo": last.seq if last else None,
        "redo": coming.seq if coming else None,
        "fallen": [
            {"seq": f.step.seq, "code": f.refusal.code,
             "message": speaker.code(f.refusal.code, f.refusal.values)}
            for f in reading.fallen(held)
        ],
        "view": reading.view(held, who.seat),
    }  # fmt: skip


@operation("GET", "/tables/{code}/legal", Legal, query=ForSeat, headers=_UNCHANGED)
def read_legal_moves(code: str, query: dict[str, Any]) -> dict[str, Any]:
    """The moves worth a button that the rules let this seat make now."""
    held, who = table_of(code)
    g.etag = tag_of(held, who)
    seat = who.seat if query["seat"] is None else _taken(held, query["seat"])
    moves = reading.legal_moves(held, seat)
    return {
        "version": held.version,
        "seat": seat,
        "moves": [{"move": type(move).__name__, "data": pack(move)} for move in moves],
    }


@operation(
    "POST", "/tables/{code}/entries", Entered, body=NewEntry, status=201, faults=(409, 422),
    headers=_KEYED,
)  # fmt: skip
def enter_something(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Enter a move, undo, redo, amend, ruling, setting, note or count.

    The key (body, or the Idempotency-Key header) is made by the client for each intention: a retry
    with the same key finds its own entry and writes nothing. Judged by its content against the
    table as it stands; with only_at, against that version only (else 409). A ruling enters a move
    that the rules refuse where the refusal was overridable. A count that lays open what is hidden
    begins once every seat with a phone has entered one, with nothing in between; it is never undone.
    """
    _, who = table_of(code)
    key = body.pop("key", None) or request.headers.get("Idempotency-Key", "")
    draft = Draft(key=key, **body)
    entered = enter(_desk(), who, draft, current_app.extensions["announce"])
    return {
        "seq": entered.seq, "version": entered.held.version, "repeated": entered.repeated,
        "confirmed": entered.confirmed,
    }  # fmt: skip


@operation("POST", "/tables/{code}/ask", Verdict, body=Question)
def ask_about_a_move(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Would this move be allowed now, and what is worth a word about it? Nothing is entered."""
    held, who = table_of(code)
    if not who.plays:
        raise NotYours("table.viewers_watch")
    seat = _taken(held, body["seat"])
    move = read_move(held, body["move"], body["data"])
    refusal, speaker = why_not(held, seat, move), _speaker(held)
    warned = () if refusal else reading.warnings(held, seat, move)
    foretold = () if refusal else reading.preview(held, seat, move)
    return {
        "allowed": refusal is None,
        "refusal": None if refusal is None else refusal_data(speaker, refusal),
        "warnings": [refusal_data(speaker, warning) for warning in warned],
        "preview": [speaker.preview(account) for account in foretold],
    }


@operation("GET", "/tables/{code}/log", Log, query=PartOfLog, headers=_UNCHANGED)
def read_log(code: str, query: dict[str, Any]) -> dict[str, Any]:
    """Who entered what, when, from which device; hidden things are null.

    Newest last. At most 5,000 entries are told at once, the newest of those asked for: some twenty times
    the longest game. Older ones with ``before``.
    """
    held, who = table_of(code)
    before = min(query["before"] or held.version + 1, held.version + 1)
    shown = range(max(1, before - query["limit"]), before)
    g.etag = tag_of(held, who, shown) if request.args else tag_of(held, who)
    speaker = _speaker(held)
    return {
        "version": held.version,
        "entries": [
            {
                "seq": line.seq, "kind": line.kind, "seat": line.seat, "by": line.by,
                "device": line.device, "at": line.at, "move": line.move, "data": line.data,
                "of": line.of, "text": line.text, "in_force": line.in_force,
                "amended": line.amended, "allowed": line.allowed,
                "message": sentence_of(speaker, line),
            }
            for line in giving_way(reading.log(held, who.seat, shown))
        ],
    }  # fmt: skip


@operation("GET", "/tables/{code}/scores", Scores, headers=_UNCHANGED)
def read_scores(code: str) -> dict[str, Any]:
    """The score sheet, the places step by step, and the entries that made each number.

    While a seat's score is hidden from the bearer it has no lines, and there are no places.
    """
    held, who = table_of(code)
    g.etag = tag_of(held, who)
    found = reading.scores(held, who.seat)
    speaker = _speaker(held)
    hidden = {seat for seat, lines in enumerate(found.lines) if lines is None}
    changes = course(held).changes
    return {
        "version": held.version,
        "final": found.final,
        "seats": score_data(speaker, found.lines),
        "ranking": ranking_data(speaker, found.ranking),
        "may_begin": list(may_begin(held.playing.origin.meta, found)) if found.final else [],
        "changes": [
            {"seat": seat, "category": category, "seq": c.seq, "before": c.before, "after": c.after}
            for (seat, category), made in changes.items()
            if seat not in hidden
            for c in made
        ],
    }


@operation("GET", "/tables/{code}/rules", Rules, headers=_UNCHANGED)
def read_rules(code: str) -> dict[str, Any]:
    """The rules at hand in our own words, and the switches this table plays with."""
    held, who = table_of(code)
    g.etag = tag_of(held, who)
    return {
        "game": held.slug,
        "rules_version": held.playing.origin.meta.version,
        "options": held.options,
        "rules": rules_at_hand(_speaker(held)),
    }


@operation(
    "POST", "/tables/{code}/seats", Opened, body=SitDown, status=201, bearer=False, faults=(403,),
    limit=JOIN_LIMIT,
)  # fmt: skip
def take_a_seat(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Take a free seat by the code, or watch without one."""
    table = table_by_code(code)
    if body["seat"] is None:
        return {"code": table.code, "secret": watch(table, "API")}
    if body["seat"] >= len(table.seats):
        raise Missing("table.no_such_seat")
    if reading.ending(_desk().table(table.id)) is not None:
        raise NotYours("table.door_closed")
    secret = sit(table, body["seat"], body["name"], "API")
    current_app.extensions["announce_people"](table.id)
    return {"code": table.code, "secret": secret}


@operation("POST", "/tables/{code}/seats/{seat:int}/invite", Opened, status=201)
def invite_to_a_seat(code: str, seat: int) -> dict[str, Any]:
    """A one-time secret by which another device takes the seat over."""
    held, who = table_of(code)
    return {"code": held.code, "secret": invite(who, _taken(held, seat))}


@operation("POST", "/invitations/{secret}", Opened, status=201, bearer=False, limit=JOIN_LIMIT)
def take_over_a_seat(secret: str) -> dict[str, Any]:
    """Use an invitation: the seat's older links stop working."""
    table, made = take_over(secret, "API")
    current_app.extensions["announce_people"](table.id)
    return {"code": table.code, "secret": made}


@operation("POST", "/tables/{code}/seats/{seat:int}/free", FreeSeats)
def free_a_seat(code: str, seat: int) -> dict[str, Any]:
    """The host frees a seat."""
    held, who = table_of(code)
    revoke_seat(who, _taken(held, seat))
    current_app.extensions["announce_people"](held.id)
    return {"free_seats": free_seats(table_by_code(code))}


@operation("POST", "/tables/{code}/viewers", Opened, status=201)
def make_a_viewer_link(code: str) -> dict[str, Any]:
    """A secret for a screen that only watches."""
    held, who = table_of(code)
    return {"code": held.code, "secret": make_viewer_link(who)}


@operation("DELETE", "/tables/{code}/viewers", Ended)
def end_all_viewers(code: str) -> dict[str, Any]:
    """The host ends every watching screen's link."""
    held, who = table_of(code)
    revoke_viewers(who)
    current_app.extensions["announce_people"](held.id)
    return {"ended": True}


@operation(
    "POST", "/tables/{code}/rematch", Rematch, body=NextTable, body_needed=False, status=201,
    limit=OPEN_LIMIT,
)  # fmt: skip
def open_a_rematch(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """The same people once more. Who asks first is its host; the others join by its code.

    Where ``may_begin`` of the scores names more than one seat, ``first`` says who begins.
    """
    held, who = table_of(code)
    if not who.plays:
        raise NotYours("table.viewers_watch")
    known = table_by_code(code).next_code
    opened = None if known else open_rematch(held, "API", body["first"])
    if opened is None:
        return {"code": table_by_code(code).next_code, "secret": None}
    return {"code": opened.code, "secret": opened.secret}
