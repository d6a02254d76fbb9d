"""The table's page and what can be entered on it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
)

from companion.engine.game import option_named
from companion.tables import reading
from companion.tables.answers import NotYours
from companion.tables.course import course
from companion.tables.held import Held
from companion.tables.links import GONE, Who, table_by_code
from companion.tables.opening import open_rematch
from companion.tables.schemas import fields_of, from_form, strict_json
from companion.tables.told import sentence_of, tag_of
from companion.tables.writing import Draft, Entered, enter, game_for, read_move, why_not
from companion.web.edge import (
    at_table,
    cookie_of,
    desk,
    device_name,
    fragment_wanted,
    keep_secret,
    seat_among,
    speaker_of,
    visited,
    whole,
)
from companion.web.parts import told
from companion.web.qr import address, qr_svg
from companion.web.scene import before, podium, scene

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
PAGE = 100
"""Entries on a page of the log."""
MOST_CHANGES = 30
"""Of each number's history, the newest so many are shown; the log has them all."""


@bp.get("")
def table(code: str) -> Response:
    """The whole page, or for htmx its changing part as of now."""
    held, who = visited(code)
    if who is None and g.was:
        raise NotYours(GONE[g.was])
    if who is None:
        return make_response(redirect(f"/j/{held.code}", 303))
    if fragment_wanted():
        return _part(held, who)
    join = qr_svg(address(f"/j/{held.code}")) if who.role == "viewer" else ""
    return make_response(render_template("table.html", qr=join, **_scene(held, who)))


def _scene(held: Held, who: Who) -> dict[str, Any]:
    context = scene(held, who, seat_among(request.args.get("for"), len(held.names)))
    if context["ended"]:
        context["podium"] = podium(held, context["say"])
        context["chart"] = _chart(held)
    return context


def _part(held: Held, who: Who) -> Response:
    """The changing part of the page; 304 where the phone shows it already."""
    tag = _tag(held, who)
    if request.if_none_match.contains_weak(tag):
        return make_response("", 304)
    response = told(
        (held.code, who.seat), tag, lambda: render_template("_table.html", **_scene(held, who))
    )
    response.set_etag(tag)
    return response


def _tag(held: Held, who: Who) -> str:
    return tag_of(held, who, seat_among(request.args.get("for"), len(held.names)))


def _chart(held: Held) -> dict[str, Any] | None:
    """How the lead changed, as polylines of a 300 × 120 drawing."""
    points = [(seq, totals) for seq, totals in course(held).totals if None not in totals]
    if len(points) < 2:
        return None
    values = [value or 0 for _, totals in points for value in totals]
    low, high = min(values), max(values)
    span = max(high - low, 1)
    width = 300 / (len(points) - 1)
    lines = [
        " ".join(
            f"{i * width:.1f},{120 - ((totals[seat] or 0) - low) * 120 / span:.1f}"
            for i, (_, totals) in enumerate(points)
        )
        for seat in range(len(held.names))
    ]
    return {"lines": lines, "low": low, "high": high}


@bp.post("/enter")
def entered(code: str) -> Response:
    """Enter a move, or with ``kind`` another entry: undo, redo, amend, ruling, setting, note, count."""
    held, who = at_table(code)
    g.now = lambda: _tag(g.held, who)
    result = enter(desk(), who, draft_from_form(held), current_app.extensions["announce"])
    g.held = result.held
    return _after(result, who)


def draft_from_form(held: Held) -> Draft:
    """What a form asks for; Malformed where it does not read."""
    form = request.form
    kind = form.get("kind", "move")
    fields = from_form(form)
    data = fields_of(game_for(held, form.get("move")), fields.get("move"), fields)
    seen, _, mark = form.get("seen", "").partition(".")
    value = None
    if kind == "setting":
        option = option_named(held.playing.origin, form.get("option", ""))
        value = _setting_value(option.kind if option else "", form, fields)
    return Draft(
        kind=kind,  # type: ignore[arg-type]
        key=form.get("key", ""),
        seat=whole(str(fields.get("seat", "")), -1),
        move=str(fields["move"]) if "move" in fields else None,
        data=data,
        of=whole(form.get("of"), 0),
        allowed=form.get("allowed") == "1",
        option=form.get("option", ""),
        value=value,
        text=form.get("text", ""),
        only_at=whole(form.get("only_at"), -1) if form.get("only_at") else None,
        seen=whole(seen, 0) if seen else None,
        mark=mark,
    )


def _setting_value(kind: str, form: Any, fields: dict[str, Any]) -> Any:
    """An option's value from a form: a flag, a choice, a number, or a record's fields or JSON."""
    if kind == "flag":
        return form.get("value") == "1"
    if kind == "number":
        return whole(form.get("value"), -1)
    if kind == "record":
        if "json" in form:
            return strict_json(form["json"])
        return record_numbers(fields.get("value"))
    return form.get("value", "")


def record_numbers(value: Any) -> Any:
    """A record's fields: texts that are whole numbers become numbers, ``on`` becomes true."""
    if isinstance(value, dict):
        return {key: record_numbers(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [record_numbers(inner) for inner in value]
    if isinstance(value, str):
        text = value.replace("−", "-")
        if (
            text.lstrip("+-").isdecimal()
            and len(text) < 9
            and text.count("-") + text.count("+") < 2
        ):
            return int(text)
        return True if value == "on" else value
    return value


def _after(result: Entered, who: Who) -> Response:
    if not fragment_wanted():
        return make_response(redirect(f"/t/{result.held.code}", 303))
    response = _part(result.held, who)
    response.headers["X-Entry"] = str(result.seq)
    if result.confirmed:
        response.headers["X-Confirmed"] = "1"
    return response


@bp.post("/ask")
def asked(code: str) -> Response:
    """Is this allowed? The same form as for entering, and nothing is entered.

    A change of an entry is judged against the table as it stood before that entry.
    """
    held, who = at_table(code)
    if not who.plays:
        raise NotYours("table.viewers_watch")
    draft = draft_from_form(held)
    if draft.kind == "amend":
        held = before(held, draft.of)
    seat = draft.seat if 0 <= draft.seat < len(held.names) else (who.seat or 0)
    move = read_move(held, draft.move, draft.data)
    refusal = why_not(held, seat, move)
    speaker = speaker_of(held)
    sentence = speaker.code(refusal.code, refusal.values) if refusal else ""
    rule = speaker.rule(refusal.rule) if refusal else ("", "")
    warned = () if refusal else reading.warnings(held, seat, move)
    foretold = () if refusal else reading.preview(held, seat, move)
    template = "asked.html" if fragment_wanted() else "asked_page.html"
    return make_response(
        render_template(
            template,
            held=held,
            refusal=refusal,
            sentence=sentence,
            rule=rule,
            foretold=" ".join(speaker.preview(account) for account in foretold),
            warnings=[speaker.code(warning.code, warning.values) for warning in warned],
        )
    )


def entries_of_page(version: int, before: int = 0) -> range:
    """The entries on the page of the log that ends before an entry: a hundred; without one, on the newest
    page: the last hundred and what is over the hundreds.
    """
    if 1 < before <= version:
        return range(max(1, before - PAGE), before)
    return range(max(0, (version - 1) // PAGE - 1) * PAGE + 1, version + 1)


def page_with(version: int, seq: int) -> str:
    """What follows the log's address where an entry is shown."""
    if seq in entries_of_page(version):
        return f"#entry-{seq}"
    return f"?before={max(0, seq - 1) // PAGE * PAGE + PAGE + 1}#entry-{seq}"


@bp.get("/log")
def log(code: str) -> str:
    """Who entered what, when, from which device; each entry can be changed or taken out.

    With ``before``, a page of what was entered before an entry.
    """
    held, who = at_table(code)
    speaker = speaker_of(held)
    only = seat_among(request.args.get("seat"), len(held.names))
    shown = entries_of_page(held.version, whole(request.args.get("before"), 0))
    lines = [
        (line, sentence_of(speaker, line))
        for line in reversed(reading.log(held, reading.viewer_of(who), shown))
        if only is None or line.seat == only
    ]
    seat = {} if only is None else {"seat": only}
    older = f"?{urlencode({**seat, 'before': shown.start})}" if shown.start > 1 else None
    newer = None
    if shown.stop <= held.version:
        after = shown.stop + PAGE
        last = after > entries_of_page(held.version).start
        newer = f"?{urlencode(seat if last else {**seat, 'before': after})}"
    context = scene(held, who)
    return render_template("log.html", lines=lines, only=only, older=older, newer=newer, **context)


@bp.get("/change/<int:seq>")
def change(code: str, seq: int) -> str:
    """The board as it stood before an entry, to enter it rightly; later entries are kept."""
    held, who = at_table(code)
    if not who.plays:
        raise NotYours("table.viewers_watch")
    past = before(held, seq)
    step = next(s for s in held.playing.folded.steps() if s.seq == seq)
    context = scene(past, who, getattr(step, "seat", None), now=held)
    line = _stands(held, reading.viewer_of(who), seq)
    context.update(
        amending=seq, ended="", fallen=(), scores=reading.scores(past, context["me"]),
        was=_as_form(line), said=sentence_of(context["say"], line),
    )  # fmt: skip
    return render_template("change.html", **context)


def _stands(held: Held, viewer: int | None, seq: int) -> reading.LogLine:
    """The line of the log by which an entry stands now: its own, or that of its last change."""
    changes = {entry.seq for entry in held.playing.folded.done if entry.of == seq}
    lines = [line for line in reading.log(held, viewer, changes | {seq}) if line.in_force]
    return next(
        line
        for line in reversed(lines)
        if line.seq == seq or (line.kind == "amend" and line.of == seq)
    )


def _as_form(line: reading.LogLine) -> dict[str, str | list[str]]:
    """A move as the fields of the form that would enter it; what is hidden or nested is left out."""
    told = {"move": line.move, "seat": line.seat, **line.data}
    return {
        (f"{name}[]" if isinstance(value, list) else name): _field_value(value)
        for name, value in told.items()
        if value is not None and not isinstance(value, dict)
    }


def _field_value(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(item) for item in value]
    return str(int(value)) if isinstance(value, bool) else str(value)


@bp.get("/scores")
def scores(code: str) -> str:
    """Every number opens to what makes it up."""
    held, who = at_table(code)
    context = _scene(held, who)
    found = course(held)
    hidden = {seat["number"] for seat in context["seats"] if seat["secret"]}
    speaker = context["say"]
    changes = {
        key: made[-MOST_CHANGES:] for key, made in found.changes.items() if key[0] not in hidden
    }
    entries = frozenset(change.seq for made in changes.values() for change in made)
    lines = reading.log(held, context["me"], entries - {0})
    return render_template(
        "scores.html", sentences={line.seq: sentence_of(speaker, line) for line in lines},
        changes=changes, pages={seq: page_with(held.version, seq) for seq in entries}, **context,
    )  # fmt: skip


@bp.get("/rules")
def rules(code: str) -> str:
    """The rules at hand, in our own words."""
    held, who = at_table(code)
    return render_template("rules.html", **scene(held, who))


@bp.get("/box")
def box(code: str) -> str:
    """What is printed in the box and asked of the table when it is needed."""
    held, who = at_table(code)
    return render_template("box.html", **scene(held, who))


@bp.post("/rematch")
def rematch(code: str) -> Response:
    """The same people once more; who begins is asked where the game's rule leaves it open."""
    held, who = at_table(code)
    if not who.plays:
        raise NotYours("table.viewers_watch")
    first = seat_among(request.form.get("first"), len(held.names))
    known = table_by_code(code).next_code
    opened = None if known else open_rematch(held, device_name(), first)
    if opened is None:
        return make_response(redirect(f"/j/{table_by_code(code).next_code}", 303))
    response = make_response(redirect(f"/t/{opened.code}", 303))
    return keep_secret(response, opened.code, opened.secret)


@bp.get("/leave")
def leaving(code: str) -> str:
    """Ask before this device lets go of its seat."""
    return render_template("leave.html", held=visited(code)[0])


@bp.post("/leave")
def left(code: str) -> Response:
    """This device forgets the table."""
    held, _ = visited(code)
    response = make_response(redirect("/", 303))
    response.delete_cookie(cookie_of(held.code))
    return response
