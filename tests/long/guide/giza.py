"""Simulates plays of Giza, with a pile of tiles and four tiles in each hand."""

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Move
from companion.games.giza import GAME
from companion.games.giza.guide import guess_hidden
from companion.games.giza.moves import Discard, Play
from tests.long.guide.plays import SimulatedTable

SIMULATED_EDITION = {"points": [-3, 5, 8], "each": [2, 2, 2], "treasures": [2, 3, 4, 5], "checked": False}


class SimulatedGiza(SimulatedTable):
    game = GAME
    options = {"edition": SIMULATED_EDITION}

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.box = self.state.rules.kinds
        self.pile = [tile for tile, kind in self.box.items() for _ in range(kind.count)]
        self.chance.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(4)] for _ in self.seats]

    def list_playable_moves(self, seat: int) -> list[Move]:
        hand = self.hands[seat]
        return [
            move for move in self.list_legal_moves(seat)
            if not (isinstance(move, Play) and move.tile not in hand)
            and not (isinstance(move, Discard) and move.tiles[0] not in hand)
        ]  # fmt: skip

    def guide(self, seat: int, allowed: Sequence[Move]) -> Move:
        """Return the guide's best move. If it discards a tile, discard all useless tiles of the hand."""
        best = super().guide(seat, allowed)
        if not isinstance(best, Discard):
            return best
        useful, state = {"scarab", "demolition"}, guess_hidden(self.state, seat)
        plays = [move for move in allowed if isinstance(move, Play)]
        useful |= {str(move.tile) for move in plays if GAME.worth(state, seat, move) > 0}
        return Discard(tuple(tile for tile in self.hands[seat] if tile not in useful) or best.tiles)

    def get_points(self, state: Any) -> list[int]:
        """Return each seat's points, counted faster than with the score sheets."""
        return [
            sum(
                self.box[tile].points or 0
                for stack in state.stacks[4 * seat : 4 * seat + 4]
                for tile in stack
            )
            for seat in self.seats
        ]

    def play(self) -> None:
        for _ in range(400):
            if self.state.ended:
                return
            seat = self.state.turn
            move = self.choose(seat, self.list_playable_moves(seat))
            used: Sequence[str] = ()
            if isinstance(move, Play):
                used = (str(move.tile),)
            elif isinstance(move, Discard):
                used = move.tiles
            for tile in used:
                self.hands[seat].remove(tile)
            self.enter(seat, move)
            while len(self.hands[seat]) < self.state.hands[seat]:
                self.hands[seat].append(self.pile.pop())
