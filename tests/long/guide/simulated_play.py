"""Simulates whole plays in which seats follow different policies, to measure the guide's advice."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import Game, Move, Setup
from companion.engine.guide import get_lessons, rank_moves
from companion.engine.log import Entry
from companion.engine.possible_moves import list_legal_moves
from companion.engine.ranking import rank_seats
from companion.engine.replay import Replay, apply_entry, replay_log

MAX_ENTRIES = 400
SAMPLE_SIZE = 12
"""A seat chooses among this many random legal moves and one of each kind, as players hold few pieces."""


class SimulatedPlay:
    """A play of any game. Chance decides the events that no player chooses, such as rolls."""

    def __init__(
        self,
        game: Game[Any],
        options: dict[str, Any],
        policies: Sequence[str],
        first: int,
        chance: random.Random,
    ) -> None:
        self.game, self.policies, self.chance = game, policies, chance
        self.setup = Setup.of(game.meta, len(policies), options, first)
        self.replay = replay_log(game, self.setup)
        self.seats = range(len(policies))
        self.moves: list[list[Move]] = [[] for _ in policies]
        self.advised: list[tuple[Replay, int]] = []
        """The table before each choice of a seat that follows the guide."""
        lessons = get_lessons(self.replay)
        self._events = {lesson.name for lesson in lessons if lesson.is_event}

    def play(self) -> None:
        for number in range(1, MAX_ENTRIES):
            if self.game.ending(self.replay.state) is not None:
                return
            seat, move = self._choose_entry()
            self.moves[seat].append(move)
            self.replay = apply_entry(self.replay, Entry(number, "move", seat, move))

    def _choose_entry(self) -> tuple[int, Move]:
        awaiting = self.game.awaiting(self.replay.state)
        for seat in awaiting.optional_seats:
            move = self._choose_move(seat, is_optional=True)
            if move:
                return seat, move
        seat = awaiting.seats[0]
        move = self._choose_move(seat, is_optional=False)
        assert move
        return seat, move

    def _choose_move(self, seat: int, *, is_optional: bool) -> Move | None:
        legal = list_legal_moves(self.game, self.replay.state, seat)
        self.chance.shuffle(legal)
        name = self.game.lesson_name
        choices = [move for move in legal if name(move) not in self._events]
        if not choices:
            return None if is_optional else legal[0]
        one_of_each = {name(move): move for move in choices}
        choices = [*choices[:SAMPLE_SIZE], *one_of_each.values()]
        policy: Callable[[int, list[Move]], tuple[float, Move]] = getattr(self, self.policies[seat])
        worth, move = policy(seat, choices)
        return move if worth > 0 or not is_optional else None

    def at_random(self, _seat: int, choices: list[Move]) -> tuple[float, Move]:
        return self.chance.choice((-1, 1)), choices[0]

    def guide(self, seat: int, choices: list[Move]) -> tuple[float, Move]:
        """Return the move that the guide rates highest, with its value."""
        self.advised.append((self.replay, seat))
        done = set(map(self.game.lesson_name, self.moves[seat]))
        new = [
            lesson for lesson in get_lessons(self.replay) if lesson.name not in done and not lesson.is_rare
        ]
        return rank_moves(self.replay, seat, seat, choices, new)[0]

    def one_ahead(self, seat: int, choices: list[Move]) -> tuple[float, Move]:
        """Return the move with the highest gain: the seat's points minus the most points of a rival."""
        before = self.count_points(self.replay.state)

        def gain(move: Move) -> float:
            after = self.count_points(self.game.apply(self.replay.state, seat, move))
            gains = [new - old for new, old in zip(after, before, strict=True)]
            return gains[seat] - max(gains[one] for one in self.seats if one != seat)

        return max(((gain(move), move) for move in choices), key=lambda pair: pair[0])

    def count_points(self, state: Any) -> list[int]:
        lines = self.game.scoring.lines(self.setup, self.game.score_sheets(state))
        return [sum(line.points or 0 for line in seat) for seat in lines]

    def list_winners(self) -> tuple[int, ...]:
        sheets = self.game.score_sheets(self.replay.state)
        return rank_seats(self.game.scoring.criteria(self.setup, sheets), len(self.seats)).winners
