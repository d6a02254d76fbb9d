"""Simulates plays of Cheops (1998), with hidden laws and three stacks of pawns."""

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Move
from companion.engine.guide import get_guidance
from companion.games.cheops_treasure import GAME, moves
from companion.games.cheops_treasure.guide import guess_hidden
from companion.games.cheops_treasure.parts import (
    COLOURS,
    FAMILIES,
    LAW_COUNT,
    LAWS_PER_GAME,
    PAWNS_PER_FAMILY,
    SPACE_BY_BIT,
    SPACES,
    get_space_bit,
    load_demo_edition,
)
from tests.long.guide.plays import SimulatedTable


class SimulatedTreasure(SimulatedTable):
    """A play with treasures face up and laws face down on the board."""

    game = GAME
    options = {"edition": load_demo_edition()}

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        eyes = {tuple(map(int, eye.split("-"))) for eye in load_demo_edition()["eyes"]}
        treasures = [colour for colour in COLOURS for _ in range(10)]
        laws = self.chance.sample(range(1, LAW_COUNT + 1), LAWS_PER_GAME)
        pawns = [family for family in FAMILIES for _ in range(PAWNS_PER_FAMILY - len(self.seats))]
        self.chance.shuffle(treasures)
        self.chance.shuffle(pawns)
        self.piece_by_space = {space: laws.pop() if space in eyes else treasures.pop() for space in SPACES}
        third = len(pawns) // 3
        self.stacks = [pawns[:third], pawns[third : 2 * third], pawns[2 * third :]]

    def list_playable_moves(self, seat: int) -> list[Move]:
        here = self.piece_by_space.get(SPACE_BY_BIT.get(self.state.at, (0, 0)))
        tops = {stack[-1] for stack in self.stacks if stack}
        return [
            move for move in self.list_legal_moves(seat)
            if not (isinstance(move, moves.Take) and move.colour != here)
            and not (isinstance(move, moves.Reveal) and move.law != here)
            and not (isinstance(move, moves.Draw) and not tops.issuperset(move.pawns))
        ]  # fmt: skip

    def guide(self, seat: int, allowed: Sequence[Move]) -> Move:
        if not isinstance(allowed[0], moves.Place):
            return super().guide(seat, allowed)
        proposal = get_guidance(self.replay, seat, seat).proposal
        best = proposal.move if proposal else None
        if proposal is None or not isinstance(best, moves.Place):
            return super().guide(seat, allowed)
        if self.state.known.get(get_space_bit(best.row, best.column)) is not None:
            return best
        hires = best.pawn == "neighbour"
        alike = [m for m in allowed if isinstance(m, moves.Place) and (m.pawn == "neighbour") == hires]
        state = guess_hidden(self.state, seat)
        for choice in proposal.choices:
            there = [move for move in alike if self.piece_by_space[move.row, move.column] == choice.piece]
            if there:
                return self.choose_best(there, lambda move: GAME.worth(state, seat, move))
        return best

    newcomer = guide

    def one_ahead(self, seat: int, allowed: Sequence[Move]) -> Move:
        """Return the move that gains the most points. A hidden law counts as five points."""
        state, now = self.state, self.get_points(self.state)

        def value_move(move: Move) -> float:
            after = self.game.apply(state, seat, move)
            if not isinstance(move, moves.Place):
                gain = self.compute_gain(seat, now, after)
                return gain + bool(isinstance(move, moves.Draw) and move.pawns)
            piece = self.piece_by_space[move.row, move.column]
            if isinstance(piece, int):
                return 5
            takes = [moves.Take(piece, deal) for deal in ("sell", "keep", "box")]
            legal = [take for take in takes if self.game.check(after, seat, take) is None]
            results = [self.game.apply(after, seat, take) for take in legal]
            return max((self.compute_gain(seat, now, result) for result in results), default=0)

        return self.choose_best(allowed, value_move)

    def play(self) -> None:
        for _ in range(1500):
            if self.game.ending(self.state) is not None:
                return
            seat = self.state.law_9 if self.state.over else self.state.turn
            move = self.choose(seat, self.list_playable_moves(seat))
            for pawn in move.pawns if isinstance(move, moves.Draw) else ():
                next(stack for stack in self.stacks if stack and stack[-1] == pawn).pop()
            self.enter(seat, move)
