"""The real table is set up: steps that its people tick off, each on any phone."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from companion.engine.setup_steps import SetupStep
from companion.games import BY_SLUG
from companion.tables.links import Member, require_player
from companion.tables.state import TableState
from companion.tables.table_store import INTRO_PAGES
from companion.tables.tables import Tables


def get_set_up_steps(table: TableState) -> dict[str, SetupStep]:
    """What goes where, by its mark: for all seats, in the lobby for the free ones as well.

    The mark names a step with all that it says: what a seat or an option changes is to be done anew.
    """
    game, setup = BY_SLUG[table.slug], table.replay.setup
    unused = {option.name for option in game.meta.options if option.kind == "record"}
    unused -= set(table.options)
    options = {name: value for name, value in setup.options.items() if name not in unused}
    steps = game.setup_steps(replace(setup, options=options))
    return {sha256(repr(step).encode()).hexdigest()[:12]: step for step in steps}


def set_step_done(tables: Tables, table: TableState, member: Member, mark: str, *, done: bool) -> None:
    """A step is done, or not after all. Where there is none of this mark any more, nothing happens."""
    require_player(member)
    steps = get_set_up_steps(table)
    if mark not in steps:
        return
    with tables.change(table.id) as record:
        ticked = {*record.ticks, mark} if done else {*record.ticks} - {mark}
        record.ticks = [one for one in (*INTRO_PAGES, *steps) if one in ticked]
