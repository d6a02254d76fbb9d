"""What a game says, as English source strings marked for translation; the pages translate them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def N_(text: str) -> str:
    """Mark a string for the translators and leave it as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences by code; ``%(name)s`` takes a value of the refusal, prompt, ending or part."""

    refusals: Mapping[str, str]
    moves: Mapping[str, str]
    """Button and log label of each move class: ``{"Discard": N_("Discard")}``."""
    told: Mapping[str, str]
    """The log's sentence for each move class, filled from the move's own fields and ``who``."""
    prompts: Mapping[str, str]
    endings: Mapping[str, str]
    categories: Mapping[str, str]
    criteria: Mapping[str, str]
    rules: Mapping[str, tuple[str, str]]
    """Section of the rules at hand: (title, our own short words)."""
    options: Mapping[str, tuple[str, str]]
    """Option name: (label, one sentence of help)."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Words for the choices of options."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Words for the parts of a score line."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Words for values that stand in sentences: tiles, colours, sites."""
    numbered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that are numbers on the wire and names in sentences: ``{"site": ("khufu", …)}``."""


KERNEL_REFUSALS: Mapping[str, str] = {
    "table.unknown_move": N_("This game has no entry called “%(move)s”."),
    "table.over": N_("The game is over. Undo the last entry to play on."),
    "table.not_your_turn": N_("It is not %(seat)s’s turn: the table waits for %(seats)s."),
    "table.not_now": N_("“%(move)s” is not possible now: the table waits for something else."),
    "table.no_such_seat": N_("This table has no such seat."),
    "table.nothing_to_undo": N_("There is nothing to undo."),
    "table.not_the_last": N_("Entry %(entry)s is no longer the last one: look at the log first."),
    "table.nothing_to_redo": N_("There is nothing to put back."),
    "table.no_such_entry": N_("The log has no move number %(entry)s that could be changed."),
    "table.halted": N_(
        "Entry %(entry)s no longer stands. Repair or remove it first, then play on."
    ),
    "table.not_overridable": N_("The table cannot allow this anyway: the board could not show it."),
    "table.nothing_to_allow": N_("The rules allow this as it is; enter it as a plain move."),
    "table.no_such_option": N_("This game has no switch called “%(option)s”."),
    "table.option_fixed": N_("“%(option)s” is fixed when the table is opened."),
    "table.option_value": N_("“%(option)s” cannot have this value."),
    "table.already_counting": N_("This table is being counted already."),
    "tally.sheets_missing": N_("Sheets are still missing for %(seats)s."),
}
"""Refusals that no game gives itself; every game's page has a sentence for them."""
