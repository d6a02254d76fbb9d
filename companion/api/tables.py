"""Everything the pages can do with a table, as operations."""

from __future__ import annotations

from typing import Any

from flask import current_app, g, request

from companion.api.operations import JOIN_LIMIT, operation
from companion.api.schemas import (
    Anything,
    Entered,
    NewEntry,
    Opened,
    OpenTable,
    Question,
    SitDown,
)
from companion.engine.data import pack
from companion.tables import reading
from companion.tables.answers import Malformed, NotYours
from companion.tables.course import course
from companion.tables.desk import Desk, Held
from companion.tables.links import (
    Who,
    free_seats,
    invite,
    make_viewer_link,
    revoke_seat,
    revoke_viewers,
    sit,
    table_by_code,
    table_id_of,
    take_over,
    watch,
    who_holds,
)
from companion.tables.opening import open_rematch, open_table
from companion.tables.speech import Speaker
from companion.tables.told import ranking_data, score_data, sentence_of
from companion.tables.writing import Draft, enter, read_move, why_not


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


def _table(code: str) -> tuple[Held, Who]:
    """The table and the bearer; NotYours without a live link."""
    held = _desk().table(table_id_of(code))
    g.held = held
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    who = who_holds(held.id, secret.strip()) if scheme.lower() == "bearer" else None
    if who is None:
        raise NotYours("table.not_here")
    return held, who


def _etag(held: Held, who: Who) -> None:
    g.etag = f"{held.version}.{'-' if who.seat is None else who.seat}"


@operation("POST", "/tables", Opened, body=OpenTable, status=201, bearer=False, refusals=(404, 422))
def open_a_table(body: dict[str, Any]) -> dict[str, Any]:
    """Open a table. The secret is the host's."""
    opened = open_table(
        body["game"], body["mode"], body["seats"], body["options"], body["first"], "API",
        host_sits=body["host_sits"],
    )  # fmt: skip
    return {"code": opened.code, "secret": opened.secret, "version": 0}


@operation("GET", "/tables/{code}", Anything)
def read_table(code: str) -> dict[str, Any]:
    """The table as the bearer's seat may see it.

    Version, people, whom it waits for, the view of the state, entries that no longer stand.
    Answers 304 to If-None-Match while nothing has changed. Changes are announced by the stream at
    /t/{code}/events (server-sent events: id is the version, data is {"version": n}); a client that
    comes back sends Last-Event-ID and then reads again.
    """
    held, who = _table(code)
    _etag(held, who)
    speaker = Speaker(held.playing.game, held.names)
    awaited, ended = reading.awaiting(held), reading.ending(held)
    last, coming = held.playing.folded.last(), held.playing.folded.next()
    return {
        "code": held.code,
        "game": held.slug,
        "mode": held.mode,
        "counting": held.playing.counting or held.mode == "tally",
        "version": held.version,
        "names": list(held.names),
        "you": {"role": who.role, "seat": who.seat},
        "free_seats": free_seats(table_by_code(code)),
        "options": dict(held.playing.setup.options),
        "awaiting": None if awaited is None else {
            "seats": list(awaited.seats),
            "moves": [kind.__name__ for kind in awaited.moves],
            "message": speaker.prompt(awaited),
        },
        "ending": None if ended is None else {
            "code": ended.code, "rule": ended.rule, "message": speaker.ending(ended),
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


@operation("GET", "/tables/{code}/legal", Anything, query=(("seat", "the seat, else the bearer's"),))
def read_legal_moves(code: str) -> dict[str, Any]:
    """The moves worth a button that the rules let this seat make now."""
    held, who = _table(code)
    asked = request.args.get("seat", "")
    if asked and not (asked.isdecimal() and len(asked) < 3 and int(asked) < len(held.names)):
        raise Malformed({"seat": ["No such seat."]})
    seat = int(asked) if asked else who.seat
    moves = reading.legal_moves(held, seat)
    return {
        "version": held.version,
        "seat": seat,
        "moves": [{"move": type(move).__name__, "data": pack(move)} for move in moves],
    }


@operation("POST", "/tables/{code}/entries", Entered, body=NewEntry, status=201, refusals=(409, 422, 503))
def enter_something(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Enter a move, undo, redo, amend, ruling, setting, note or count.

    The key (body, or the Idempotency-Key header) is made by the client for each intention: a retry
    with the same key finds its own entry and writes nothing. Judged by its content against the
    table as it stands; with only_at, against that version only (else 409). A ruling enters a move
    that the rules refuse where the refusal was overridable.
    """
    _, who = _table(code)
    key = body.pop("key", None) or request.headers.get("Idempotency-Key", "")
    draft = Draft(key=key, **body)
    entered = enter(_desk(), who, draft, current_app.extensions["announce"])
    return {
        "seq": entered.seq, "version": entered.held.version, "repeated": entered.repeated,
        "confirmed": entered.confirmed,
    }  # fmt: skip


@operation("POST", "/tables/{code}/ask", Anything, body=Question)
def ask_about_a_move(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Would this move be allowed now? Nothing is entered."""
    held, who = _table(code)
    if not who.plays:
        raise NotYours("table.viewers_watch")
    if body["seat"] >= len(held.names):
        raise Malformed({"seat": ["No such seat."]})
    refusal = why_not(held, body["seat"], read_move(held, body["move"], body["data"]))
    if refusal is None:
        return {"allowed": True, "refusal": None}
    speaker = Speaker(held.playing.game, held.names)
    return {
        "allowed": False,
        "refusal": {
            "code": refusal.code, "message": speaker.code(refusal.code, refusal.values),
            "section": refusal.rule, "at": list(refusal.at), "overridable": refusal.overridable,
        },
    }  # fmt: skip


@operation("GET", "/tables/{code}/log", Anything)
def read_log(code: str) -> dict[str, Any]:
    """Who entered what, when, from which device; hidden things are null."""
    held, who = _table(code)
    speaker = Speaker(held.playing.game, held.names)
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
            for line in reading.log(held, who.seat)
        ],
    }  # fmt: skip


@operation("GET", "/tables/{code}/scores", Anything)
def read_scores(code: str) -> dict[str, Any]:
    """The score sheet, the places step by step, and the entries that made each number."""
    held, who = _table(code)
    found = reading.scores(held, who.seat)
    speaker = Speaker(held.playing.game, held.names)
    hidden = {seat for seat, lines in enumerate(found.lines) if lines is None}
    changes = course(held).changes
    return {
        "version": held.version,
        "final": found.final,
        "seats": score_data(speaker, found.lines),
        "ranking": ranking_data(speaker, found.ranking),
        "changes": [
            {"seat": seat, "category": category, "seq": c.seq, "before": c.before, "after": c.after}
            for (seat, category), made in changes.items()
            if seat not in hidden
            for c in made
        ],
    }


@operation("POST", "/tables/{code}/seats", Opened, body=SitDown, status=201, bearer=False, limit=JOIN_LIMIT)
def take_a_seat(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """Take a free seat by the code, or watch without one."""
    table = table_by_code(code)
    if body["seat"] is None:
        return {"code": table.code, "secret": watch(table, "API")}
    if body["seat"] >= len(table.seats):
        raise Malformed({"seat": ["No such seat."]})
    secret = sit(table, body["seat"], body["name"], "API")
    _desk().forget(table.id)
    current_app.extensions["announce_people"](_desk().table(table.id))
    return {"code": table.code, "secret": secret}


@operation("POST", "/tables/{code}/seats/{seat:int}/invite", Opened, status=201)
def invite_to_a_seat(code: str, seat: int) -> dict[str, Any]:
    """A one-time secret by which another device takes the seat over."""
    held, who = _table(code)
    return {"code": held.code, "secret": invite(who, seat)}


@operation("POST", "/invitations/{secret}", Opened, status=201, bearer=False, limit=JOIN_LIMIT)
def take_over_a_seat(secret: str) -> dict[str, Any]:
    """Use an invitation: the seat's older links stop working."""
    table, made = take_over(secret, "API")
    return {"code": table.code, "secret": made}


@operation("POST", "/tables/{code}/seats/{seat:int}/free", Anything)
def free_a_seat(code: str, seat: int) -> dict[str, Any]:
    """The host frees a seat."""
    held, who = _table(code)
    if seat >= len(held.names):
        raise Malformed({"seat": ["No such seat."]})
    revoke_seat(who, seat)
    return {"free_seats": free_seats(table_by_code(code))}


@operation("POST", "/tables/{code}/viewers", Opened, status=201)
def make_a_viewer_link(code: str) -> dict[str, Any]:
    """A secret for a screen that only watches."""
    held, who = _table(code)
    return {"code": held.code, "secret": make_viewer_link(who)}


@operation("DELETE", "/tables/{code}/viewers", Anything)
def end_all_viewers(code: str) -> dict[str, Any]:
    """The host ends every watching screen's link."""
    _, who = _table(code)
    revoke_viewers(who)
    return {"ended": True}


@operation("POST", "/tables/{code}/rematch", Anything, status=201)
def open_a_rematch(code: str) -> dict[str, Any]:
    """The same people once more. Who asks first is its host; the others join by its code."""
    held, who = _table(code)
    if not who.plays:
        raise NotYours("table.viewers_watch")
    known = table_by_code(code).next_code
    if known:
        return {"code": known, "secret": None}
    opened = open_rematch(held, "API")
    return {"code": opened.code, "secret": opened.secret}
