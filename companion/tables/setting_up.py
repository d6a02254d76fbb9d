"""Setting up the real table: a checklist that every phone shows and can tick."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from companion.engine.setup_steps import SetupStep
from companion.games import GAMES_BY_SLUG
from companion.tables.links import Member, require_player
from companion.tables.state import TableState
from companion.tables.table_store import INTRO_PAGES
from companion.tables.tables import Tables


def get_set_up_steps(table: TableState) -> dict[str, SetupStep]:
    """Return the set-up steps by their ids, for all seats, including free ones in the lobby.

    The id is a hash of the step's content. So a step becomes undone when a seat or an option changes it.
    """
    game, setup = GAMES_BY_SLUG[table.slug], table.replay.setup
    unused = {option.name for option in game.meta.options if option.kind == "record"}
    unused -= set(table.options)
    options = {name: value for name, value in setup.options.items() if name not in unused}
    steps = game.setup_steps(replace(setup, options=options))
    return {sha256(repr(step).encode()).hexdigest()[:12]: step for step in steps}


def set_step_done(tables: Tables, table: TableState, member: Member, step_id: str, *, done: bool) -> None:
    """Set whether a step is done. Nothing happens if there is no step with this id any more."""
    require_player(member)
    steps = get_set_up_steps(table)
    if step_id not in steps:
        return
    with tables.change(table.id) as record:
        done_steps = {*record.ticks, step_id} if done else {*record.ticks} - {step_id}
        record.ticks = [step for step in (*INTRO_PAGES, *steps) if step in done_steps]
