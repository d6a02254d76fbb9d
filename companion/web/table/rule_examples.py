"""Examples of the rules in the reader's words, and drawn: the referee judges each as it is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from markupsafe import Markup

from companion.engine.tally import Tally
from companion.engine.words import Term
from companion.games.examples import Example, Verdict, judge_example, load_examples
from companion.sentences.phrases import Phrasebook
from companion.tables.links import Member
from companion.tables.names import name_key
from companion.tables.state import TableState
from companion.web.common.static_board import make_static_board
from companion.web.device.acting_for import ActingFor
from companion.web.table.embedded_boards import board_html

SPARE_NAMES = ["Kim", "Lou", "Mia", "Noa", "Sam", "Tom", "Uli", "Vera", "Will", "Yara", "Zoe", "Jan", "Ida"]
"""Who sits at the tables of the examples for people who are called as others of these are."""


def example_context(slug: str, name: str, people: Sequence[str], *, draw: bool = False) -> dict[str, Any]:
    """What is entered, what the referee says, and the position if that is to be drawn: of other people
    than those who read it."""
    example, verdict = load_examples(slug)[name], judge_example(slug, name)
    example = replace(example, names=_other_names(example.names, people))
    at, refusal = verdict.replay, verdict.refusal
    phrases = Phrasebook(at.game, example.names)
    counted = isinstance(at.state, Tally)
    description = at.game.describe(None if refusal else at.state, example.seat, example.move)
    return {
        "name": name,
        "entered": phrases.log_line(description, example.seat),
        "refused": phrases.message(refusal.code, refusal.values) if refusal else "",
        "warnings": [phrases.message(w.code, w.values) for w in verdict.warnings],
        "switches": [
            (phrases.option(option.name)[0], option, example.changed[option.name])
            for option in at.game.meta.options
            if option.name in example.changed and option.kind != "record"
        ],
        "drawing": _drawing(slug, example, verdict) if draw and not counted else "",
        "sheets": list(_sheets(example, verdict, phrases)) if draw and counted else [],
    }


def _other_names(names: Sequence[str], people: Sequence[str]) -> tuple[str, ...]:
    """The names, with another in the place of each that one of the people has."""
    there = {name_key(name) for name in people}
    spare = (name for name in SPARE_NAMES if name_key(name) not in there)
    return tuple(next(spare) if name_key(name) in there else name for name in names)


def _drawing(slug: str, example: Example, verdict: Verdict) -> Markup:
    """The board as the mover sees it: with the places that are refused, or after the move."""
    at, refusal = verdict.replay, verdict.refusal
    if refusal is None:
        at = replace(at, state=at.game.apply(at.state, example.seat, example.move))
    table = TableState(0, "", slug, example.mode, example.names, 1, at)
    places = refusal.at if refusal else ()
    page = board_html(table, Member(0, "viewer", example.seat, 0), ActingFor(example.seat))
    if not all(f' id="{place}"' in page for place in places):  # there only for who may enter
        page = board_html(table, Member(0, "seat", example.seat, 0), ActingFor(example.seat))
    return make_static_board(page, places, last=refusal is None)


def _sheets(
    example: Example, verdict: Verdict, phrases: Phrasebook
) -> Iterator[tuple[int, str, list[tuple[str, str]]]]:
    """In a count by hand: each seat's sheet with what is filled in, the newest among them."""
    tally: Tally = verdict.replay.state
    sheets = list(tally.sheets)
    if isinstance(example.move, verdict.replay.origin.scoring.sheet_type):
        sheets[example.seat] = example.move
    for seat, sheet in enumerate(sheets):
        if sheet is not None:
            filled = [part for part in fields(sheet) if getattr(sheet, part.name) != part.default]
            words = [(phrases.field(p.name), _in_words(getattr(sheet, p.name), phrases)) for p in filled]
            yield seat, phrases.name(seat), words


def _in_words(value: Any, phrases: Phrasebook) -> str:
    """What is filled into a field of a sheet."""
    if isinstance(value, tuple | list):
        return " · ".join(_in_words(item, phrases) for item in value)
    if is_dataclass(value):
        parts = (getattr(value, part.name) for part in fields(value))
        return " ".join(_in_words(item, phrases) for item in parts if item is not None)
    return phrases.value(Term(value) if isinstance(value, str) else value)
