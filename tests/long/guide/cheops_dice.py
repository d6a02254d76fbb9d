"""Simulates plays of Cheops, the roll-and-write."""

from typing import Any

from companion.engine.game import Move
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.geometry import find_finished_buildings
from companion.games.cheops_dice.moves import Roll
from companion.games.cheops_dice.parts import BUILDING_COUNT_TO_END, COLOUR_BY_LETTER
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
            move = self.choose(seat, self.list_legal_moves(seat))
            if self.policies[seat] == "guide":
                self.count_move(seat, move)
            self.enter(seat, move)

    def count_move(self, seat: int, move: Move) -> None:
        after = self.game.apply(self.state, seat, move)
        buildings = len(find_finished_buildings(after.rules.plans[seat], after.boards[seat].ticked))
        self.counts["moves"] += 1
        self.counts["warned"] += bool(self.game.warnings(self.state, seat, move))
        if buildings >= BUILDING_COUNT_TO_END:
            self.counts["ended"] += 1
            self.counts["ended behind"] += self.compute_lead(seat, self.get_points(after)) < 0
