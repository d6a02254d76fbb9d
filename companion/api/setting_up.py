"""Operations for the checklist that tells players how to set up the real table."""

from dataclasses import dataclass
from typing import Annotated, TypedDict

from companion.api.operations import Name, operation
from companion.engine.setup_steps import PieceLocation, SetupStep
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.sentences.presenters import response_data
from companion.services import tables
from companion.tables.links import Member
from companion.tables.lobby import get_set_up_steps, set_step_done
from companion.tables.state import TableState


class PiecesResponse(TypedDict):
    kind: str
    name: str
    count: Annotated[int | None, "null: all that the box has."]
    where: Annotated[PieceLocation, "seat: for each player; off: crossed off on each sheet."]


class SetUpStepResponse(TypedDict):
    """A step of the set-up. Its id ``mark`` changes with its content, and then it counts as not done."""

    mark: str
    name: str
    title: str
    text: str
    rule: Annotated[str, "The section of the rules."]
    done: bool
    pieces: list[PiecesResponse]
    asks: Annotated[list[str], "Options to enter in this step, since only the box shows them."]


class SetUpResponse(TypedDict):
    players: list[str]
    steps: list[SetUpStepResponse]


@operation("GET", "/tables/{code}/set-up")
def get_set_up(table: TableState) -> SetUpResponse:
    """Read what goes where on the real table before the first turn, and which steps are done.

    In a lobby, the steps are for the present seats.
    """
    phrases = table_phrases(table)
    steps = get_set_up_steps(table).items()
    return {
        "players": list(phrases.names),
        "steps": [_step_response(table, phrases, mark, step) for mark, step in steps],
    }


@dataclass(frozen=True, slots=True)
class TickStep:
    step: Annotated[Name, "Its mark."]
    done: bool = True


@operation("POST", "/tables/{code}/set-up")
def tick_step(table: TableState, member: Member, body: TickStep) -> SetUpResponse:
    """Tick a step off, or undo that; every phone shows it.

    Nothing happens if no step has this mark any more.
    """
    set_step_done(tables(), table, member, body.step, done=body.done)
    return get_set_up(tables().load(table.id))


def _step_response(
    table: TableState, phrases: Phrasebook, step_id: str, step: SetupStep
) -> SetUpStepResponse:
    title, text = phrases.set_up_step(step)
    return response_data(
        SetUpStepResponse, step, mark=step_id, title=title, text=text,
        done=step_id in table.ticks,
        pieces=[
            response_data(PiecesResponse, pieces, name=phrases.term(pieces.kind))
            for pieces in step.pieces
            if pieces.count != 0
        ],
        asks=[name for name in step.asks if name in table.options],
    )  # fmt: skip
