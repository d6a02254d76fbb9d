"""Simulates plays of Cheops, the roll-and-write."""

from typing import Any

from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Roll
from companion.games.cheops_dice.parts import COLOUR_BY_LETTER
from companion.games.cheops_dice.scoring import count_points
from companion.games.cheops_dice.state import awaits_roll, find_seats_due
from tests.long.guide.plays import SimulatedTable


class SimulatedDice(SimulatedTable):
    game = GAME

    def get_points(self, state: Any) -> list[int]:
        """Return each seat's points, counted faster than with the lines of the score sheets."""
        return [count_points(sheet) for sheet in self.game.score_sheets(state)]

    def play(self) -> None:
        while self.game.ending(self.state) is None and self.state.round <= 80:
            state = self.state
            if awaits_roll(state):
                rolled = tuple(
                    self.chance.choice([*COLOUR_BY_LETTER.values()]) for _ in range(state.rules.dice)
                )
                self.enter(state.active, Roll(rolled))
                continue
            seat = find_seats_due(state.rules.seats, state.active, state.acted, True)[0]
            self.enter(seat, self.choose(seat, self.list_legal_moves(seat)))
