"""The guide for newcomers: a strip on the table's page, and a page that explains the proposed move."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from flask import Response, request

from companion.engine.game import Description, Lesson
from companion.engine.guide import (
    BestMoveWithPiece,
    Guidance,
    get_guidance,
    get_lessons,
    get_visible_points,
    make_early_end_warning,
)
from companion.engine.replay import Replay
from companion.language.i18n import gettext
from companion.sentences.news import describe_consequences, format_signed
from companion.sentences.phrases import Phrasebook, localized_names, table_phrases
from companion.services import tables
from companion.tables import log_lines, queries
from companion.tables.errors import call_or_none
from companion.tables.links import Member, require_player
from companion.tables.seating import set_seat_guided
from companion.tables.state import TableState
from companion.tables.writing import Draft, dry_run_move, parse_entered_move
from companion.web.common.http import TableBlueprint, no_content_or_redirect, parse_seat
from companion.web.common.jinja_environment import render_table_page
from companion.web.device.acting_for import ActingFor, load_acting_for
from companion.web.table.help_pages import highlight_steps
from companion.web.table.public_table import make_shared_page, make_viewer
from companion.web.table.viewer import GuideStrip

MAX_PICTURED_PIECES = 6
"""How many pieces the strip shows."""

bp = TableBlueprint("guide", __name__, url_prefix="/t/<code>/guide")


@bp.get("")
def show_guide(table: TableState, member: Member) -> str:
    """Show the guide's page: a proposed move with its reason, and every kind of move."""
    require_player(member)
    acting_for = load_acting_for(table)
    return guide_page(table, member, acting_for, guided_seat(table, member, acting_for))


def guide_page(table: TableState, member: Member, acting_for: ActingFor, guided: int | None) -> str:
    """Return the guide's page for the seat ``guided``. If this is None, the page offers the guide."""
    shared = make_shared_page(table, None)
    viewer = make_viewer(shared, table, member, acting_for)
    guide = guide_context(table, member, guided, steps=True)
    return render_table_page(
        "guide.html", table, guide=guide, seat=guide["seat"], turn=viewer.turn, prompt=viewer.prompt,
        ended=shared.table.ended,
    )  # fmt: skip


@bp.post("")
def set_guide(table: TableState, member: Member) -> Response:
    """Switch the guide of a seat on or off. In the lobby the host may do this for every seat."""
    begins = member.role == "host" and table.vacant is not None
    seats = range(table.seats) if begins else load_acting_for(table).seats(member, table.seats)
    seat = parse_seat(request.values.get("seat"), table.seats)
    if seat is None or seat not in seats:
        seat = member.seat or 0
    set_seat_guided(tables(), member, seat, on=request.form.get("on") == "yes")
    return no_content_or_redirect(f"/t/{table.code}", "stream:renew")


def guided_seat(table: TableState, member: Member, acting_for: ActingFor) -> int | None:
    """Return the acting seat, or else the member's own seat, if its guide is on. None if neither is on."""
    if not table.guided or not member.may_enter or not get_lessons(table.replay):
        return None
    acting = acting_for.acting_seat(member, queries.awaiting(table))
    return next((seat for seat in (acting, member.seat) if seat in table.guided), None)


def find_early_end_warning(table: TableState, member: Member, draft: Draft) -> Description | None:
    """Return a warning if the move in ``draft`` ends the game too early for a guided seat, or None."""
    if draft.kind != "move" or draft.seat not in table.guided or table.replay.invalid is not None:
        return None
    move = parse_entered_move(table, draft.move, draft.data, draft.unknown)
    if dry_run_move(table, draft.seat, move)[0] is not None:
        return None
    table_version = (table.id, table.version)
    return call_or_none(*table_version, make_early_end_warning, table.replay, draft.seat, member.seat, move)


def guide_context(
    table: TableState, member: Member, guided: int | None, *, steps: bool = False
) -> dict[str, Any]:
    """Return the guide's template variables for the seat ``guided``. If this is None, the guide is off.

    With ``steps``, the proposal contains the board targets that the page highlights.
    """
    viewer = member.seat
    seat = guided if guided is not None else viewer or 0
    phrases, table_version = table_phrases(table), (table.id, table.version)
    advice = call_or_none(*table_version, get_guidance, table.replay, seat, viewer)
    advice = advice or Guidance(get_lessons(table.replay), frozenset(), frozenset())
    lessons = [_lesson_data(phrases, advice, lesson) for lesson in advice.lessons]
    return {
        "seat": seat,
        "guided": guided is not None,
        "complete": advice.complete,
        "over": queries.ending(table) is not None,
        "lessons": lessons,
        "next": next((lesson for lesson in lessons if lesson["made"] and lesson["last"]), None)
        or next((lesson for lesson in lessons if not (lesson["made"] or lesson["is_rare"])), None),
        "proposal": call_or_none(*table_version, _proposal_data, table, phrases, advice, seat, steps=steps)
        if advice.proposal else None,
        "news": call_or_none(*table_version, _news_data, table, phrases, seat, viewer),
    }  # fmt: skip


def make_guide_strip(table: TableState, member: Member, guided: int) -> GuideStrip:
    """Return the data of the strip beside the board in which the guide advises the seat ``guided``."""
    context = guide_context(table, member, guided)
    missing = [one["title"] for one in context["lessons"] if not (one["made"] or one["is_rare"])]
    shows = next((name for name in ("complete", "over", "proposal", "news", "next") if context[name]), "")
    lesson = context[shows] if shows in ("proposal", "news", "next") else {}
    choices = lesson.get("choices", ())
    return GuideStrip(
        guided, shows, lesson.get("piece", ""),
        gettext(", ").join(missing) if shows == "over" else lesson.get("title", ""),
        lesson.get("made", False), lesson["short"] if shows == "proposal" else lesson.get("why", ""),
        localized_names(table)[lesson["seat"]] if shows == "news" else "", lesson.get("points", ""),
        lesson["best_moves_intro"][0] if choices else "",
        tuple([choice["piece"] for choice in choices[:MAX_PICTURED_PIECES]]),
        tuple([(kind, tuple(pieces)) for kind, pieces in lesson.get("by_kind", {}).items()]),
    )  # fmt: skip


def _lesson_data(phrases: Phrasebook, advice: Guidance, lesson: Lesson) -> dict[str, Any]:
    title, why = phrases.lesson(lesson.name)
    is_made, is_possible = lesson.name in advice.lessons_done, lesson.name in advice.possible
    return {**asdict(lesson), "title": title, "why": why, "made": is_made, "possible": is_possible}


def _proposal_data(
    table: TableState, phrases: Phrasebook, advice: Guidance, seat: int, *, steps: bool
) -> dict[str, Any]:
    proposal = advice.proposal
    assert proposal is not None
    replay, lesson = table.replay, _lesson_data(phrases, advice, proposal.lesson)
    entered, picture = "", replay.game.advised_piece
    if proposal.choices and not proposal.then:
        lesson["piece"] = proposal.choices[0].piece
    elif proposal.move is not None:
        own_piece = picture(replay.state, seat, proposal.move) if picture else ""
        lesson["piece"] = own_piece or lesson["piece"]
        entered = phrases.log_line(replay.game.describe(replay.state, seat, proposal.move), seat)
    chosen = proposal.moves if steps and proposal.move is not None else ()
    points = sum(gain.points for gain in proposal.consequences.gains if gain.seat == seat)
    consequences = describe_consequences(phrases, proposal.consequences)
    reasons = [*map(phrases.reason, proposal.reasons)]
    pictured_choices = () if proposal.then else proposal.choices[:MAX_PICTURED_PIECES]
    return {
        **lesson,
        **consequences,
        "entered": entered,
        "points": format_signed(points) if points and not proposal.choices else "",
        "choices": [_choice_data(phrases, proposal.then or replay, seat, c) for c in proposal.choices],
        "best_moves_intro": phrases.best_moves_intro(),
        "by_kind": _pieces_by_move_kind(phrases, pictured_choices),
        "short": reasons[0] if reasons else "",
        "reasons": [*reasons, *consequences["reasons"]],
        "steps": highlight_steps(replay.game, replay.state, seat, chosen),
    }


def _pieces_by_move_kind(phrases: Phrasebook, choices: Sequence[BestMoveWithPiece]) -> dict[str, list[str]]:
    pieces: dict[str, list[str]] = {}
    for choice in choices:
        if choice.lesson:
            pieces.setdefault(phrases.lesson(choice.lesson)[0], []).append(choice.piece)
    return pieces


def _choice_data(
    phrases: Phrasebook, replay: Replay, seat: int, choice: BestMoveWithPiece
) -> dict[str, str]:
    entered = phrases.log_line(replay.game.describe(replay.state, seat, choice.move), seat)
    return {
        "piece": choice.piece,
        "entered": entered,
        "points": format_signed(choice.points) if choice.points else "",
        "reasons": " ".join(map(phrases.reason, choice.reasons)),
    }


def _news_data(
    table: TableState, phrases: Phrasebook, seat: int, viewer: int | None
) -> dict[str, Any] | None:
    """Return the template variables of the newest move, and of its effect on the points of ``seat``.

    Return None if ``seat`` made this move, or if the guide does not explain this kind of move.
    """
    newest = log_lines.newest_move_and_state_before(table, viewer)
    if newest is None or newest[0] == seat:
        return None
    mover, move, before = newest
    name = table.replay.game.lesson_name(move)
    lesson = next((candidate for candidate in get_lessons(table.replay) if candidate.name == name), None)
    if lesson is None:
        return None
    title, _ = phrases.lesson(name)
    points = get_visible_points(table.replay, viewer).get(seat)
    points_before = get_visible_points(replace(table.replay, state=before), viewer).get(seat)
    gained = 0 if points is None or points_before is None else points - points_before
    return {
        "seat": mover,
        "title": title,
        "piece": lesson.piece,
        "points": format_signed(gained) if gained else "",
    }
