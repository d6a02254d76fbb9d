"""What goes where on the real table before the first turn, and what of it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypedDict

from companion.api.access import Name, current_table
from companion.api.operations import operation
from companion.engine.setup_steps import PieceLocation, SetupStep
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.services import tables
from companion.tables.setting_up import get_set_up_steps, set_step_done
from companion.tables.state import TableState


class PiecesResponse(TypedDict):
    kind: str
    name: str
    count: Annotated[int | None, "null: as many as the box has."]
    where: Annotated[PieceLocation, "seat: so many for each; off: crossed off on each one's sheet."]


class SetUpStepResponse(TypedDict):
    """One thing to do. Its mark changes when what it says does; then it is to be done anew."""

    mark: str
    name: str
    title: str
    text: str
    rule: Annotated[str, "The section of the rules at hand."]
    done: bool
    pieces: list[PiecesResponse]
    asks: Annotated[list[str], "Options that are asked here: only the box knows."]


class SetUpResponse(TypedDict):
    players: list[str]
    steps: list[SetUpStepResponse]


@operation("GET", "/tables/{code}/set-up")
def get_set_up(code: str) -> SetUpResponse:
    """What goes where on the real table before the first turn, and what of it is done.

    In a lobby it is for those who are there.
    """
    table, _ = current_table(code)
    return _set_up(table)


@dataclass(frozen=True, slots=True)
class TickStep:
    step: Annotated[Name, "Its mark."]
    done: bool = True


@operation("POST", "/tables/{code}/set-up")
def tick_step(code: str, body: TickStep) -> SetUpResponse:
    """Tick a step off, or take the tick back; every phone shows it.

    Where no step has this mark any more, nothing happens.
    """
    table, member = current_table(code)
    set_step_done(tables(), table, member, body.step, done=body.done)
    return _set_up(tables().load(table.id))


def _set_up(table: TableState) -> SetUpResponse:
    phrases = table_phrases(table)
    steps = get_set_up_steps(table).items()
    return {
        "players": list(phrases.names),
        "steps": [_step(table, phrases, mark, step) for mark, step in steps],
    }


def _step(table: TableState, phrases: Phrasebook, mark: str, step: SetupStep) -> SetUpStepResponse:
    title, text = phrases.set_up_step(step)
    return {
        "mark": mark,
        "name": step.name,
        "title": title,
        "text": text,
        "rule": step.rule,
        "done": mark in table.ticks,
        "pieces": [
            {
                "kind": pieces.kind, "name": phrases.term(pieces.kind), "count": pieces.count,
                "where": pieces.where,
            }
            for pieces in step.pieces
            if pieces.count != 0
        ],
        "asks": [name for name in step.asks if name in table.options],
    }  # fmt: skip
