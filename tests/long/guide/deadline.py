"""Simulates plays of The Pyramid's Deadline, with announcements."""

from collections.abc import Sequence

from companion.engine.game import Move
from companion.engine.guide import get_guidance
from companion.games.deadline import GAME
from companion.games.deadline.moves import BringDeath, Declare, Roll
from companion.games.deadline.parts import PARTS, SHAPES, get_die_count_per_round
from companion.games.deadline.state import count_stones_left
from companion.games.deadline.tomb import count_tomb_points, find_unfinished_columns, is_tomb_finished
from tests.long.guide.plays import SimulatedTable

DIE_FACES = [shape for shape in SHAPES for _ in range(PARTS["faces"][shape])]
MAX_SQUARES_TO_ANNOUNCE = 3
"""The number of squares left at which the one-move-ahead player announces."""


class SimulatedDeadline(SimulatedTable):
    game = GAME

    def one_ahead(self, seat: int, allowed: Sequence[Move]) -> Move:
        """Return the move to the best tomb. Gaps in it count more when few square stones are left."""
        squares = count_stones_left("square", self.state)

        def value_move(move: Move) -> float:
            if isinstance(move, BringDeath):
                return -1e6
            after = self.game.apply(self.state, seat, move)
            edges = sum(map(len, find_unfinished_columns(after.tombs[seat])))
            price = 1 if squares > MAX_SQUARES_TO_ANNOUNCE else 8
            return count_tomb_points(after.tombs[seat], 0) - price * edges - 2 * after.aside[seat]

        return self.choose_best(allowed, value_move)

    def wants_to_announce(self, seat: int) -> bool:
        if self.policies[seat] == "guide":
            return GAME.worth(self.state, seat, Declare()) > 0
        if self.policies[seat] == "newcomer":
            proposal = get_guidance(self.replay, seat, seat).proposal
            return proposal is not None and isinstance(proposal.move, Declare)
        if self.policies[seat] == "at_random":
            return self.chance.random() < 0.5
        return count_stones_left("square", self.state) <= MAX_SQUARES_TO_ANNOUNCE

    def play(self) -> None:
        for _ in range(400):
            if GAME.ending(self.state):
                break
            builder = self.state.builder
            finished = builder >= 0 and builder not in self.state.declared
            if finished and is_tomb_finished(self.state.tombs[builder]) and self.wants_to_announce(builder):
                self.enter(builder, Declare())
            elif not self.state.dice:
                rolled = [
                    self.chance.choice(DIE_FACES) for _ in range(get_die_count_per_round(len(self.seats)))
                ]
                self.enter(self.state.supplier, Roll(tuple(rolled)))
            else:
                seat = self.state.picker
                allowed = [move for move in self.list_legal_moves(seat) if not isinstance(move, Declare)]
                self.enter(seat, self.choose(seat, allowed))
