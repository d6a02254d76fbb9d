"""The pages of recorded plays: every position, what was entered, and whose turn it is then."""

from dataclasses import replace
from math import ceil
from typing import Any

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from companion.engine.consequences import score_lines_by_seat
from companion.games.seeds import load_plays
from companion.language.i18n import translate
from companion.limits.rate_limits import rate_limited
from companion.sentences.news import NewsLine, describe_consequences
from companion.sentences.phrases import Phrasebook, Span
from companion.sentences.presenters import news_sentence
from companion.services import tables
from companion.tables.errors import NotFound
from companion.tables.links import resolve_link
from companion.tables.log_lines import make_newest_line, undo_or_redo_target
from companion.tables.opening import delete_table
from companion.tables.queries import total_points
from companion.tables.recorded_plays import (
    Walkthrough,
    find_step_consequences,
    load_recorded_play,
    open_practice_table,
)
from companion.tables.state import TableState
from companion.web.common import http
from companion.web.common.page_fragments import render_fragment, render_inner
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor, save_acting_for
from companion.web.home.home import GAME_METAS
from companion.web.table.play_fragments import page_fragments
from companion.web.table.public_table import make_shared_page, make_viewer

bp = Blueprint("recorded_plays", __name__)


@bp.get("/plays")
def list_recorded_plays() -> str:
    """List the recorded plays of all games, or of the query's ``game``. Plays with comments come first."""
    play_cards = [
        (meta, name, play, translate(play["title"], meta.slug), _watching_minutes(play))
        for meta in GAME_METAS
        for name, play in sorted(load_plays(meta.slug).items(), key=lambda item: "words" not in item[1])
        if play.get("mode") != "tally" and request.args.get("game", meta.slug) == meta.slug
    ]
    return render_template("plays.html", games=GAME_METAS, play_cards=play_cards)


def _watching_minutes(play: dict[str, Any]) -> int:
    """Return the minutes that it takes to watch a play: 6 seconds per move, and 12 more per comment."""
    return ceil((6 * len(play["log"]) + 12 * len(play.get("words", ()))) / 60)


@bp.get("/watch/<slug>/<name>")
def watch(slug: str, name: str) -> str:
    """Show a recorded play after the query's ``step`` entries. With ``play``, it runs by itself."""
    step = _parse_step(load_recorded_play(slug, name), request.args.get("step"))
    context = recorded_position_context(slug, name, step)
    return render_template("watch.html", is_playing="play" in request.args, **context)


@bp.post("/watch/<slug>/<name>")
@rate_limited("60 per minute")
def start_practice_table(slug: str, name: str) -> Response:
    """Open a practice table after the form's ``step`` entries of a recorded play. Delete the old one."""
    step = _parse_step(load_recorded_play(slug, name), request.form.get("step"))
    practice_table = open_practice_table(tables(), slug, name, step, http.device_kind())
    response = http.see_other(f"/t/{practice_table.code}")
    _delete_last_practice_table(response)
    http.store_in_session("trial", practice_table.code)
    save_acting_for(response, practice_table.code, ActingFor(everybody=True))
    return http.set_secret_cookie(response, practice_table.code, practice_table.secret)


def _delete_last_practice_table(response: Response) -> None:
    code = http.read_session("trial")
    try:
        access = resolve_link(tables().store, code, http.secret_from_cookie(code))
    except NotFound:
        return
    table, member = tables().load_for_access(access), access.member
    is_host = member is not None and member.role == "host"
    if table.practice_start and member and is_host and table.taken == (member.seat,):
        delete_table(tables(), member)
        http.delete_table_cookies(response, code)


def _parse_step(recording: Walkthrough, text: str | None) -> int:
    return max(0, min(http.parse_int(text, 0), len(recording.play.log)))


def recorded_position_context(slug: str, name: str, step: int) -> dict[str, Any]:
    """Return the template variables of a recorded play after ``step`` entries. All scores are visible."""
    recording = load_recorded_play(slug, name)
    play = recording.play
    position, entry = recording.positions[step], play.log[step - 1] if step else None
    mover = entry.seat if entry else -1
    table = TableState(0, "", slug, play.mode, play.names, step, position, newest=entry, newest_by=mover)
    shared = make_shared_page(table, None)
    phrases, lines = shared.phrases, score_lines_by_seat(position)
    rows = [
        row._replace(points=total_points(lines.get(row.number)), secret=False) for row in shared.table.seats
    ]
    public = shared.table._replace(seats=tuple(rows))
    consequences = describe_consequences(phrases, find_step_consequences(slug, name, step))
    end, viewer = shared.nobody.end, make_viewer(shared, table, None, OWN_SEAT_ONLY)
    page = page_fragments(public, viewer if mover < 0 else viewer._replace(acting=mover))
    return {
        "meta": position.origin.meta,
        "phrases": phrases,
        "names": phrases.names,
        "news": _entry_sentence(phrases, table, recording, step),
        "counting": public.counting,
        "ended": public.ended,
        "invalid_entries": public.invalid_entries,
        "board": render_inner(page, "board"),
        "seats_in_head": Markup(render_fragment(page, "seats")),
        "result": Markup(render_fragment(page, "result")) if "result" in page else "",
        "play": play,
        "name": name,
        "step": step,
        "comment": play.words.get(step, ""),
        **consequences,
        "turn_sentences": [*consequences["turn"], shared.nobody.prompt or (end.sentence if end else "")],
    }


def _entry_sentence(
    phrases: Phrasebook, table: TableState, recording: Walkthrough, step: int
) -> NewsLine | None:
    """Return the sentence of a recorded play's entry ``step``, hiding nothing. None if ``step`` is 0."""
    entry = table.newest
    if entry is None:
        return None
    undone = undo_or_redo_target(table.replay.log, entry)
    worded = undone or entry
    line = make_newest_line(table, None, worded)
    if worded.kind in ("move", "ruling"):
        before = table.replay if entry.kind == "undo" else recording.positions[step - 1]
        game, state = before.game, before.state
        after = game.apply(state, worded.seat, worded.move)
        news = game.news(state, after, worded.seat, worded.move)
        line = replace(line, description=game.describe(state, worded.seat, worded.move), news=news)
    if undone is not None:
        line = replace(line, seq=entry.seq, kind=entry.kind, by=table.newest_by, of=entry.of, about=line)
    return NewsLine(line.kind, line.seat, (Span(news_sentence(phrases, line)),))
