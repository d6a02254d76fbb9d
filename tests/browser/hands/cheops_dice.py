"""The roll-and-write: the dice as they lie; one or two boxes, and how they are paid where it matters."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.replay import replay
from companion.games.cheops_dice.moves import Build
from companion.games.plays import parse_recorded_play
from tests.browser.hands import Hand, Line

PLAY = "three_at_the_table"


def enter(hand: Hand, line: Line) -> None:
    for die in line.get("dice", ()):
        hand.tap(f"[data-add='{die}']")
    for box in line.get("boxes", ()):
        hand.tap(f"input[value='{box}']")
    for place, payment in enumerate(line.get("payments", ())):
        hand.choose(f"select[name='payments[]'] >> nth={place}", payment)
    hand.tap(f"button[value={line['move']}]:not([formaction])")


def as_entered(record: Line) -> list[Line]:
    """The log as people enter it: a payment is named only where the app would propose another."""
    play = parse_recorded_play(record)
    lines = []
    for number, (line, entry) in enumerate(zip(record["log"], play.log, strict=True)):
        if isinstance(entry.move, Build):
            state = replay(play.game, play.setup, play.log[:number]).state
            paid, proposed = (
                play.game.apply(state, entry.seat, move)
                for move in (entry.move, replace(entry.move, payments=()))
            )
            line = {**line, "payments": ()} if proposed == paid else line
        lines.append(line)
    return lines
