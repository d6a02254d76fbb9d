"""Everything a table's page draws, gathered once for the page and for its fragments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from companion.engine.game import Move
from companion.engine.guide import lessons_of
from companion.engine.log import Entry, TallyStart
from companion.engine.replay import InvalidEntry, Replay, probe_state, states_before
from companion.engine.tally import Tally
from companion.engine.unknown import Unknown
from companion.language.i18n import put_in_a_row
from companion.sentences.news import NewsLine, tell_newest
from companion.sentences.phrases import Phrasebook, names_of, table_phrases
from companion.sentences.presenters import log_sentence
from companion.services import tables
from companion.tables import log_lines, queries
from companion.tables.errors import NotFound
from companion.tables.faults import or_none
from companion.tables.links import Member
from companion.tables.recorded import trial_of
from companion.tables.state import TableState
from companion.tables.write_locks import yielding_control
from companion.web.device.entering_for import ITS_OWN, EntersFor
from companion.web.plumbing.template_globals import SEAT_SYMBOLS
from companion.web.table.counting import counting_context, so_far
from companion.web.table.end_page import asks_in_words
from companion.web.table.viewer import AgreementInWords, InvalidLine, Trial

SEATED = Member(0, "seat", None, 0)
"""Nobody in particular, at a seat: the viewer of what everybody is shown."""


def public_context(table: TableState) -> dict[str, Any]:
    """What a table shows to everybody as of its version, with nobody's eyes."""
    replay, phrases = table.replay, table_phrases(table)
    awaited = queries.awaiting(table)
    ended = queries.ending(table)
    scores = queries.scores(table, None, standing=True)
    waits_for = awaited.seats if awaited else ()
    view = queries.view(table, None)
    news = tell_newest(tables().store, table, phrases, None)
    return {
        "table": table,
        "meta": replay.origin.meta,
        "member": SEATED,
        "me": None,
        "names": phrases.names,
        "phrases": phrases,
        "term": cache(phrases.term),
        **counting_context(table),
        "seats": _seats(table, None, waits_for, scores, view.get("at_least"), news),
        "acting": None,
        "own_seats": (),
        "turn": "over" if ended else "others",
        "can_play": False,
        "awaited": awaited,
        "waits_for": waits_for,
        "open_to": queries.open_to(table),
        "prompt": phrases.prompt(awaited) if awaited else "",
        "ended": phrases.ending(ended) if ended else "",
        "ending": ended,
        "view": view,
        "legal": partial(legal_by_name, table, None),
        "options": replay.setup.options,
        "scores": scores,
        "invalid_entries": _invalid_entries(table, phrases),
        "agreement": agreement_in_words(table, phrases, None),
        "news": news,
        "last": replay.undoable(),
        "redoable": replay.log.redoable(),
        "said_of": partial(sentence_of, table, phrases, None),
        "asks": () if ended else asks_in_words(table, phrases, _missing_on_sheets(table, scores)),
        "amending": None,
        "asked": ITS_OWN,
        "framed": False,
        "guides_here": bool(lessons_of(replay)) and not ended,
        "was": None,
        "trial": or_none(table.id, table.version, _trial, table, phrases) if table.trial else None,
        "late": [o for o in replay.origin.meta.options if o.late and table.mode in o.modes],
    }  # fmt: skip


def phone_context(
    public: Mapping[str, Any], table: TableState, member: Member | None, asked: EntersFor
) -> dict[str, Any]:
    """Who looks, what the newest entry is to them, and for which seat this phone may enter what now.

    ``asked`` says for whom it enters besides its own seat.
    """
    me, ended, news = queries.viewer_of(member), bool(public["ended"]), public["news"]
    if me is not None and news and (news.named is None or me in news.named):
        news = tell_newest(tables().store, table, public["phrases"], me)
    acting = asked.acting(member, public["waits_for"], public["open_to"])
    return {
        "member": member,
        "me": me,
        "news": news,
        "asked": asked,
        "acting": acting,
        "own_seats": asked.seats(member, len(public["seats"])),
        "can_play": acting is not None and not ended and not public["invalid_entries"],
        "turn": _turn(me, acting, public["waits_for"], over=ended),
    }


def viewer_context(
    public: Mapping[str, Any], table: TableState, phone: Mapping[str, Any]
) -> dict[str, Any]:
    """The table as one phone sees it: what is of its own stands in place of what everybody is shown."""
    me, acting, phrases, seats = phone["me"], phone["acting"], public["phrases"], public["seats"]
    context = {**public, **phone}
    if acting is not None:
        context["legal"] = partial(legal_by_name, table, acting)
        if public["awaited"]:
            own = phone["turn"] == "mine"
            context["prompt"] = phrases.prompt(public["awaited"], acting, own=own)
    if me is None:
        return context
    context["said_of"] = partial(sentence_of, table, phrases, me)
    if public["agreement"]:
        context["agreement"] = agreement_in_words(table, phrases, me)
    if not table.replay.game.has_secrets:
        context["seats"] = [*seats[:me], {**seats[me], "me": True}, *seats[me + 1 :]]
        return context
    context["view"] = view = queries.view(table, me)
    context["scores"] = scores = queries.scores(table, me, standing=True)
    context["seats"] = _seats(table, me, public["waits_for"], scores, view.get("at_least"), phone["news"])
    return context


def table_context(table: TableState, member: Member | None, asked: EntersFor = ITS_OWN) -> dict[str, Any]:
    """All that a page of the table may show to this link as of the table's version."""
    public = public_context(table)
    context = viewer_context(public, table, phone_context(public, table, member, asked))
    context["guides_here"] = context["guides_here"] and member is not None
    return context


def change_context(
    table: TableState, past: TableState, member: Member, seat: int | None, seq: int
) -> dict[str, Any]:
    """The table as it stood before an entry (``seq``) of ``seat`` that is changed, through today's eyes."""
    context = table_context(past, member)
    shown = queries.past_view(past, table, context["me"])
    turn = _turn(context["me"], seat, context["waits_for"], over=bool(context["ended"]))
    own = turn == "mine"
    return {
        **context,
        "acting": seat,
        "own_seats": (seat,),
        "turn": turn,
        "prompt": context["phrases"].prompt(context["awaited"], seat, own=own)
        if context["awaited"] else "",
        "can_play": seat is not None,
        "legal": partial(
            legal_by_name, past, seat if queries.is_open_today(past, table, context["me"]) else None
        ),
        "view": shown,
        "invalid_entries": (),
        "agreement": None,
        "trial": None,
        "ended": "",
        "amending": seq,
    }  # fmt: skip


def _invalid_entries(table: TableState, phrases: Phrasebook) -> tuple[InvalidLine, ...]:
    return tuple(_invalid_line(phrases, invalid) for invalid in queries.invalid_lines(table))


def _invalid_line(phrases: Phrasebook, invalid: InvalidEntry) -> InvalidLine:
    refusal, is_move = invalid.refusal, getattr(invalid.step, "move", None) is not None
    why, title = phrases.message(refusal.code, refusal.values), phrases.rule(refusal.rule)[0]
    return InvalidLine(invalid.step.seq, why, refusal.rule, title, refusal.code, is_move)


def agreement_in_words(
    table: TableState, phrases: Phrasebook, viewer: int | None
) -> AgreementInWords | None:
    """Who agreed to count by hand and who has not, while somebody is missing."""
    found = queries.agreement(table)
    if found is None:
        return None
    agreed = put_in_a_row(map(phrases.name, sorted(found.agreed)))
    missing = put_in_a_row(map(phrases.name, found.missing))
    return AgreementInWords(agreed, missing, viewer in found.missing)


def _trial(table: TableState, phrases: Phrasebook) -> Trial | None:
    trial = trial_of(table)
    if trial is None:
        return None
    played = ""
    if trial.played is not None and trial.description is not None:
        played = phrases.log_line(trial.description, trial.played.seat)
    return Trial(f"/watch/{table.slug}/{trial.name}?step={trial.step}", played, trial.same)


def _turn(me: int | None, acting: int | None, awaited: tuple[int, ...], *, over: bool) -> str:
    """Whose turn it is as far as this phone is concerned."""
    if over:
        return "over"
    if acting is None or acting not in awaited:
        return "others"
    return "mine" if acting == me else f"for-{acting}"


def sentence_of(table: TableState, phrases: Phrasebook, viewer: int | None, entry: Entry) -> str:
    """The newest entry in force, or the one taken back last, in the words of the log."""
    return log_sentence(phrases, log_lines.line_of(table, viewer, entry))


def _seats(
    table: TableState, viewer: int | None, waited: tuple[int, ...], scores: queries.Scores,
    at_least: list[int | None] | None, news: NewsLine | None,
) -> list[dict[str, Any]]:  # fmt: skip
    counted = so_far(table)
    return [
        {
            "number": number,
            "name": name,
            "mark": SEAT_SYMBOLS[number],
            "points": scores.totals[number],
            "as_it_stands": number in scores.as_it_stands,
            "secret": scores.lines[number] is None,
            "at_least": at_least[number] if at_least else None,
            "turn": number in waited,
            "me": number == viewer,
            "last": news is not None and number == news.seat,
            **counted[number],
        }
        for number, name in enumerate(names_of(table))
    ]


def legal_by_name(table: TableState, seat: int | None) -> dict[str, list[Move]]:
    """What a seat could enter now, by the move's name."""
    found = defaultdict[str, list[Move]](list)
    for move in queries.legal_moves(table, seat):
        found[type(move).__name__].append(move)
    return found


def earlier_table(table: TableState, seq: int) -> TableState:
    """The table as it stood before an entry in force: the page on which the entry is changed."""
    replay = table.replay
    steps = replay.log.effective_moves()
    if not any(step.seq == seq and not isinstance(step, TallyStart) for step in steps):
        raise NotFound("table.no_such_entry", entry=seq)
    states = yielding_control(states_before(replay))
    reached = ((game, state) for step, game, state in states if step.seq == seq)
    game, state = next(reached, (replay.game, replay.state))
    try:
        probe_state(game, replay.setup, state)
    except Exception as fault:  # a board of the past that nobody looks at any more: the table goes on
        raise NotFound("table.cannot_be_shown") from fault
    past = Replay(replay.origin, replay.initial_setup, game, replay.setup, replay.log, state)
    return replace(table, replay=past, newest=None)


def _missing_on_sheets(table: TableState, scores: queries.Scores) -> list[Unknown]:
    """What the order of a count rests on once all sheets are in, as far as a sheet tells it; what is in the
    box is asked for at the end."""
    if not isinstance(table.replay.state, Tally) or not scores.ranking:
        return []
    return [unknown for unknown in scores.ranking.missing if not unknown.option]
