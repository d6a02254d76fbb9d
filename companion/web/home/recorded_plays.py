"""Recorded plays: position by position, with what was done, what came of it, and whose turn it is then."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.engine.consequences import all_score_lines
from companion.games.seeds import plays
from companion.language.i18n import translate
from companion.limits.rate_limits import rate_limited
from companion.sentences.consequences import describe_consequences
from companion.sentences.news import NewsLine
from companion.sentences.phrases import Phrasebook, Span
from companion.sentences.presenters import news_sentence
from companion.services import tables
from companion.tables.errors import NotFound
from companion.tables.links import resolve_link
from companion.tables.log_lines import make_newest_line, undo_or_redo_target
from companion.tables.opening import delete_table
from companion.tables.queries import total
from companion.tables.recorded_plays import (
    Walkthrough,
    load_recorded_play,
    open_practice_table,
    step_consequences,
)
from companion.tables.state import TableState
from companion.web.common.request import (
    cookie_name,
    delete_table_cookies,
    device_name,
    parse_int,
    read_session,
    remember,
    see_other,
    set_secret_cookie,
)
from companion.web.device.acting_for import ActingFor, save_acting_for
from companion.web.home.home import GAME_METAS
from companion.web.table.embedded_boards import recording_html
from companion.web.table.public_table import shared_page

bp = Blueprint("recorded_plays", __name__)


@bp.get("/plays")
def list_plays() -> str:
    """The recorded plays of all games, or of one (``game``), each game's first that says something."""
    covers = [
        (meta, name, play, translate(play["title"], meta.slug), _minutes(play))
        for meta in GAME_METAS
        for name, play in sorted(plays(meta.slug).items(), key=lambda named: "words" not in named[1])
        if play.get("mode") != "tally" and request.args.get("game", meta.slug) == meta.slug
    ]
    return render_template("plays.html", games=GAME_METAS, covers=covers)


def _minutes(play: dict[str, Any]) -> int:
    """That watching it takes: six seconds a move, twelve more where something is said of it."""
    return ceil((6 * len(play["log"]) + 12 * len(play.get("words", ()))) / 60)


@bp.get("/watch/<slug>/<name>")
def watch(slug: str, name: str) -> str:
    """A recorded play after so many entries (``step``); with ``play`` it goes on by itself."""
    step = _step_of(load_recorded_play(slug, name), request.args.get("step"))
    context = recorded_position_context(slug, name, step)
    return render_template("watch.html", by_itself="play" in request.args, **context)


@bp.post("/watch/<slug>/<name>")
@rate_limited("60 per minute")
def start_practice_table(slug: str, name: str) -> Response:
    """Open a trial at this ``step``, with this as its only phone; the last one of this phone goes."""
    step = _step_of(load_recorded_play(slug, name), request.form.get("step"))
    trial = open_practice_table(tables(), slug, name, step, device_name())
    response = see_other(f"/t/{trial.code}")
    _drop_last_trial(response)
    remember("trial", trial.code)
    save_acting_for(response, trial.code, ActingFor(everybody=True))
    return set_secret_cookie(response, trial.code, trial.secret)


def _drop_last_trial(response: Response) -> None:
    """A phone has one trial at a time, unless somebody else has come to it."""
    code = read_session("trial")
    secret = request.cookies.get(cookie_name(code))
    try:
        access = resolve_link(tables().store, code, secret)
    except NotFound:
        return
    table, member = tables().load_for(access), access.member
    if (
        table.practice_start
        and member is not None
        and member.role == "host"
        and table.taken == (member.seat,)
    ):
        delete_table(tables(), member)
        delete_table_cookies(response, code)


def _step_of(walked: Walkthrough, text: str | None) -> int:
    """The step of a recorded play that is nearest to what was asked for."""
    return max(0, min(parse_int(text, 0), len(walked.play.log)))


def recorded_position_context(slug: str, name: str, step: int) -> dict[str, Any]:
    """What the page of a recorded play shows of its position after so many entries.

    Its scores lie open, whatever was hidden at the table: nobody plays against anybody here.
    """
    walked = load_recorded_play(slug, name)
    play = walked.play
    position, entry = walked.positions[step], play.log[step - 1] if step else None
    by = entry.seat if entry else -1
    table = TableState(0, "", slug, play.mode, play.names, step, position, newest=entry, newest_by=by)
    shared = shared_page(table, None)
    phrases, lines = shared.phrases, all_score_lines(position)
    public = shared.table._replace(
        seats=tuple(
            [row._replace(points=total(lines.get(row.number)), secret=False) for row in shared.table.seats]
        )
    )
    end, came = shared.nobody.end, describe_consequences(phrases, step_consequences(slug, name, step))
    return {
        "meta": position.origin.meta,
        "phrases": phrases,
        "names": phrases.names,
        "news": _news(phrases, table, walked, step),
        "counting": public.counting,
        "ended": public.ended,
        "invalid_entries": public.invalid_entries,
        **recording_html(shared, public, by if by >= 0 else None),
        "play": play,
        "name": name,
        "step": step,
        "word": play.words.get(step, ""),
        **came,
        "turn_told": [*came["turn"], shared.nobody.prompt or (end.sentence if end else "")],
    }


def _news(phrases: Phrasebook, table: TableState, walked: Walkthrough, step: int) -> NewsLine | None:
    """The newest entry as the log would say it to somebody who may know everything."""
    entry = table.newest
    if entry is None:
        return None
    about = undo_or_redo_target(table.replay.log, entry)
    made = about or entry
    line = make_newest_line(table, None, made)
    if made.kind in ("move", "ruling"):
        before = table.replay if entry.kind == "undo" else walked.positions[step - 1]
        game, state = before.game, before.state
        news = game.news and game.news(
            state, game.apply(state, made.seat, made.move), made.seat, made.move
        )  # fmt: skip
        line = replace(line, description=game.describe(state, made.seat, made.move), news=news)
    if about is not None:
        line = replace(line, seq=entry.seq, kind=entry.kind, by=table.newest_by, of=entry.of, about=line)
    return NewsLine(line.kind, line.seat, (Span(news_sentence(phrases, line)),))
