"""Everything a table's page draws, gathered once for the page and for its fragments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from companion.engine.data import pack
from companion.engine.game import Move
from companion.engine.log import Counting, Entry
from companion.engine.replay import Playing, look_at, states_before
from companion.engine.tally import Tally
from companion.engine.unknown import Unknown
from companion.tables import reading
from companion.tables.answers import Missing
from companion.tables.held import Held
from companion.tables.links import Who
from companion.tables.opening import may_begin
from companion.tables.outcome import outcome
from companion.tables.speech import Speaker
from companion.tables.told import sentence_of
from companion.web.edge import MARKS, speaker_of


def scene(
    held: Held, who: Who | None, acting: int | None = None, now: Held | None = None
) -> dict[str, Any]:
    """The context of ``_table.html``: what this link may see and enter as of the table's version.

    ``acting`` is the seat to enter for: by default the own seat when the table waits for it, else
    the first seat it waits for. With ``now`` the table is an earlier one, seen through today's eyes.
    """
    playing, speaker = held.playing, speaker_of(held)
    viewer = reading.viewer_of(who)
    awaited = reading.awaiting(held)
    ended = reading.ending(held)
    seat = _acting(who, awaited.seats if awaited else (), acting)
    counting = isinstance(playing.state, Tally)
    scores = reading.scores(held, viewer)
    last = playing.last()
    shown = view = reading.view(held, viewer)
    if now is not None:
        shown = reading.past_view(held, now, viewer)
    may_enter = who is not None and who.plays and shown == view
    return {
        "held": held,
        "meta": playing.origin.meta,
        "who": who,
        "me": viewer,
        "say": speaker,
        "term": speaker.term,
        "counting": counting,
        "seats": _seats(held, viewer, awaited.seats if awaited else (), scores),
        "acting": seat,
        "waits_for": awaited.seats if awaited else (),
        "prompt": speaker.prompt(awaited) if awaited else "",
        "ended": speaker.ending(ended) if ended else "",
        "ending": ended,
        "view": shown,
        "legal": Legal(held, seat if may_enter else None),
        "options": playing.setup.options,
        "scores": scores,
        "sheets": playing.state.sheets if counting else (),
        "drawings": [playing.origin.count.draw(playing.setup, sheet) for sheet in playing.state.sheets]
        if counting else [],
        "fallen": [(f.step, speaker.code(f.refusal.code, f.refusal.values)) for f in reading.fallen(held)],
        "agreement": _agreement(held, speaker, viewer) if now is None else None,
        "last": last,
        "coming": playing.folded.next(),
        "asks": () if ended else _asks(held, speaker, _missing(held, scores)),
        "amending": None,
        "was": None,
        "podium": None,
        "chart": None,
        "late": [o for o in playing.origin.meta.options if o.late and held.mode in o.modes],
    }  # fmt: skip


def _agreement(held: Held, speaker: Speaker, viewer: int | None) -> dict[str, Any] | None:
    found = reading.agreement(held)
    if found is None:
        return None
    return {
        "agreed": ", ".join(map(speaker.name, sorted(found.agreed))),
        "missing": ", ".join(map(speaker.name, found.missing)),
        "mine": viewer in found.missing,
    }


def _acting(who: Who | None, awaited: tuple[int, ...], asked: int | None) -> int | None:
    if who is None or not who.plays:
        return None
    if asked is not None:
        return asked
    if who.seat in awaited:
        return who.seat
    return awaited[0] if awaited else who.seat


def _seats(
    held: Held, viewer: int | None, waited: tuple[int, ...], scores: reading.Scores
) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "name": name,
            "mark": MARKS[number],
            "points": scores.totals[number],
            "secret": scores.lines[number] is None,
            "turn": number in waited,
            "me": number == viewer,
        }
        for number, name in enumerate(held.names)
    ]


class Legal:
    """What a seat could enter now, by the move's name, for the templates to light spots with.

    Listed when a template asks first: most pages do not.
    """

    def __init__(self, held: Held, seat: int | None) -> None:
        self._held, self._seat = held, seat

    @cached_property
    def _moves(self) -> dict[str, list[Move]]:
        found: dict[str, list[Move]] = {}
        for move in reading.legal_moves(self._held, self._seat):
            found.setdefault(type(move).__name__, []).append(move)
        return found

    def __getitem__(self, name: str) -> list[Move]:
        return self._moves.get(name, [])


def before(held: Held, seq: int) -> Held:
    """The table as it stood before an entry in force: the page on which the entry is changed."""
    playing = held.playing
    steps = playing.folded.steps()
    if not any(step.seq == seq and not isinstance(step, Counting) for step in steps):
        raise Missing("table.no_such_entry", entry=seq)
    reached = ((game, state) for step, game, state in states_before(playing) if step.seq == seq)
    game, state = next(reached, (playing.game, playing.state))
    try:
        look_at(game, playing.setup, state)
    except (
        Exception
    ) as fault:  # a board of the past that nobody looks at any more: the table goes on
        raise Missing("table.cannot_be_shown") from fault
    past = Playing(playing.origin, playing.opened, game, playing.setup, playing.folded, state)
    return replace(held, playing=past)


def podium(held: Held, speaker: Speaker) -> dict[str, Any]:
    """How the game came out in words, and where what is missing can be told."""
    found = reading.scores(held, None)
    ranking = found.ranking
    if ranking is None:
        return {}
    return {
        "outcome": outcome(speaker, ranking),
        "winners": ranking.winners,
        "asks": _asks(held, speaker, ranking.missing),
        "beginners": may_begin(held.playing.origin.meta, found),
        "options": {unknown.option for unknown in ranking.missing if unknown.option},
    }


def _missing(held: Held, scores: reading.Scores) -> tuple[Unknown, ...]:
    """What is missing before the end: behind the scores; with all sheets in, behind the order."""
    if isinstance(held.playing.state, Tally) and scores.ranking:
        return scores.ranking.missing
    return scores.missing


def _asks(held: Held, speaker: Speaker, missing: Iterable[Unknown]) -> list[tuple[str, str]]:
    """(what is missing, where it is entered): the page of the box, or the sheet that was filled in last."""
    found = {}
    for unknown in missing:
        where = f"/t/{held.code}/box" if unknown.option else _sheet_of(held, unknown.seat)
        found[speaker.unknown(unknown)[1]] = where
    return list(found.items())


def _sheet_of(held: Held, seat: int | None) -> str:
    playing = held.playing
    if playing.game.ending(playing.state) is None:
        return f"#board-{seat}"
    sheets = [
        step.seq
        for step in playing.folded.steps()
        if not isinstance(step, Counting)
        and step.seat == seat
        and isinstance(step.move, playing.game.count.sheet)
    ]
    return f"/t/{held.code}/change/{sheets[-1]}" if sheets else f"/t/{held.code}/log"


def log_sentence_of_entry(speaker: Speaker, playing: Playing, entry: Entry) -> str:
    """The last entry of a recorded play in words, ``playing`` being the table after it."""
    move = entry.move
    data = {"option": entry.option} if entry.kind == "setting" else pack(move) if move else {}
    name = type(move).__name__ if move else None
    account = reading.accounts(playing)(entry, move) if move else None
    return sentence_of(
        speaker,
        reading.LogLine(
            entry.seq, entry.kind, entry.seat, entry.seat, "", 0, name, data, entry.of, "",
            in_force=True, amended=False, allowed=entry.allowed, account=account,
        ),
    )  # fmt: skip
