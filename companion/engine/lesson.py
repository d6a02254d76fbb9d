"""What a newcomer learns of a game: the kinds of moves as people at a table tell them apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """One kind of move: its title, and why it may be wise, stand in ``Words.lessons`` by its name."""

    name: str
    rule: str
    """The section of the rules at hand that tells it."""
    piece: str
    """What it is done with, a word in ``Words.terms``; the game's templates draw it."""
    happens: bool = False
    """It says what happened at the table (dice, a card): nobody chooses it, so nothing is proposed."""
    unseen: bool = False
    """What it is done with only the player sees (a tile in hand, what lay there): a proposal is an
    example."""
    last_resort: bool = False
    """It ends something, or takes a card that nobody sees: proposed only where nothing else is left, or
    the game has a reason for it."""
    rare: bool = False
    """Many plays do not have it: nobody waits for it to have made every kind."""
