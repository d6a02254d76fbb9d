"""Examples of the rules in words and as boards. The rules engine checks each one when it is shown."""

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
"""Names for the people in an example who have the same name as a reader."""


def example_context(slug: str, name: str, people: Sequence[str], *, draw: bool = False) -> dict[str, Any]:
    """Return the data of an example: what is entered, what the rules say, and the board if ``draw``.

    People in the example never have the name of one of ``people``.
    """
    example, verdict = load_examples(slug)[name], judge_example(slug, name)
    example = replace(example, names=_other_names(example.names, people))
    replay, refusal = verdict.replay, verdict.refusal
    phrases = Phrasebook(replay.game, example.names)
    is_count = isinstance(replay.state, Tally)
    description = replay.game.describe(None if refusal else replay.state, example.seat, example.move)
    return {
        "name": name,
        "entered": phrases.log_line(description, example.seat),
        "refused": phrases.message(refusal.code, refusal.values) if refusal else "",
        "warnings": [phrases.message(w.code, w.values) for w in verdict.warnings],
        "switches": [
            (phrases.option(option.name)[0], option, example.changed[option.name])
            for option in replay.game.meta.options
            if option.name in example.changed and option.kind != "record"
        ],
        "drawing": _draw_board(slug, example, verdict) if draw and not is_count else "",
        "sheets": list(_filled_sheets(example, verdict, phrases)) if draw and is_count else [],
    }


def _other_names(names: Sequence[str], people: Sequence[str]) -> tuple[str, ...]:
    """Return the names of an example, with a spare name for each that one of ``people`` has."""
    taken_keys = {name_key(name) for name in people}
    spare_names = (name for name in SPARE_NAMES if name_key(name) not in taken_keys)
    return tuple(next(spare_names) if name_key(name) in taken_keys else name for name in names)


def _draw_board(slug: str, example: Example, verdict: Verdict) -> Markup:
    """Return the board as the mover sees it: with the refused targets, or after the move."""
    replay, refusal = verdict.replay, verdict.refusal
    if refusal is None:
        replay = replace(replay, state=replay.game.apply(replay.state, example.seat, example.move))
    table = TableState(0, "", slug, example.mode, example.names, 1, replay)
    targets = refusal.at if refusal else ()
    page = board_html(table, Member(0, "viewer", example.seat, 0), ActingFor(example.seat))
    if not all(f' id="{target}"' in page for target in targets):  # only players see this target
        page = board_html(table, Member(0, "seat", example.seat, 0), ActingFor(example.seat))
    return make_static_board(page, targets, last=refusal is None)


def _filled_sheets(
    example: Example, verdict: Verdict, phrases: Phrasebook
) -> Iterator[tuple[int, str, list[tuple[str, str]]]]:
    """Yield (seat, name, filled-in fields) for each sheet of a count."""
    tally: Tally = verdict.replay.state
    sheets = list(tally.sheets)
    if isinstance(example.move, verdict.replay.origin.scoring.sheet_type):
        sheets[example.seat] = example.move
    for seat, sheet in enumerate(sheets):
        if sheet is not None:
            filled = [part for part in fields(sheet) if getattr(sheet, part.name) != part.default]
            words = [
                (phrases.field(p.name), _value_in_words(getattr(sheet, p.name), phrases)) for p in filled
            ]
            yield seat, phrases.name(seat), words


def _value_in_words(value: Any, phrases: Phrasebook) -> str:
    """Return the value of a sheet's field in words."""
    if isinstance(value, tuple | list):
        return " · ".join(_value_in_words(item, phrases) for item in value)
    if is_dataclass(value):
        parts = (getattr(value, part.name) for part in fields(value))
        return " ".join(_value_in_words(item, phrases) for item in parts if item is not None)
    return phrases.value(Term(value) if isinstance(value, str) else value)
