"""Two readings of the rules side by side, over every state of a small world: the referee, and a slow one
that was written from the rulebook and shares no code with it (``tests/proof/<slug>/reading.py``)."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from companion.engine.data import to_json
from companion.engine.game import Game, Setup
from companion.engine.play import check_move, legal_moves
from companion.engine.ranking import rank
from companion.games.plays import parse_entry

Line = Mapping[str, Any]
"""A move as recorded plays tell it: ``{seat, move, …}``."""


class Reading(Protocol):
    """What is written from the rulebook of a game."""

    def against(self, at: Any, line: Line) -> set[str]:
        """All that stands against a move, by code; nothing where it is legal."""

    def after(self, at: Any, line: Line) -> Any:
        """The position after a legal move."""

    def points(self, at: Any) -> list[dict[str, int]]:
        """Each seat's points by category, if the game ended now."""

    def places(self, at: Any) -> list[int]:
        """Each seat's place, if the game ended now; level seats share one."""


@dataclass(frozen=True)
class World:
    """A small world: where it starts, what is tried in it, and how the two readings are compared."""

    game: Game[Any]
    setup: Setup
    reading: Reading
    seen_as: Callable[[Any], Any]
    """A state of the referee as a position of the reading."""
    tried: Callable[[Any], Iterable[Line]]
    """Everything that is tried at a position, legal or not."""
    listed: Callable[[Line], bool] = lambda line: True
    """Whether the referee lists such a move where it is legal."""
    goes_on: Callable[[Any, Line], bool] = lambda at, line: True
    """Whether the walk follows a legal move."""
    alike: Callable[[Any], Hashable] = lambda at: at
    """What two positions have in common that need not both be walked from."""


class Walked(NamedTuple):
    states: int
    moves: int
    legal: int
    ends: int


def walk(world: World, starts: Iterable[Any], deep: int = 99, most: int = 10**9) -> Walked:
    """Every state that can be reached from the starts in so many moves, and every move tried there."""
    reached = {world.alike(world.seen_as(state)): state for state in starts}
    edge = list(reached.values())
    moves = legal = ends = 0
    for depth in range(deep + 1):
        beyond = []
        for state in edge:
            at = world.seen_as(state)
            compare_scores(world, state, at)
            ends += world.game.ending(state) is not None
            allowed = set()
            for line in world.tried(at):
                moves += 1
                after = compare(world, state, at, line)
                if after is None:
                    continue
                legal += 1
                if world.listed(line):
                    allowed.add((line["seat"], _move(world.game, line)))
                key = world.alike(world.seen_as(after))
                if key not in reached and len(reached) < most and world.goes_on(at, line):
                    reached[key] = after
                    beyond.append(after)
            _compare_list(world, state, at, allowed)
        edge = beyond if depth < deep else []
    return Walked(len(reached), moves, legal, ends)


def compare(world: World, state: Any, at: Any, line: Line) -> Any:
    """The state after a move on which both readings agree; None where both refuse it."""
    move = _move(world.game, line)
    refusal = check_move(world.game, state, line["seat"], move)
    slug = f"{world.game.meta.slug}."
    said = {each.code.removeprefix(slug) for each in refusal.all()} if refusal else set()
    found = world.reading.against(at, line)
    told = f"{line} at {at}: the referee says {sorted(said)}, the rulebook {sorted(found)}"
    assert bool(said) == bool(found), told
    assert said <= found, told
    if refusal is not None:
        assert said == found or not refusal.overridable, told + ": a table would overrule more"
        return None
    after = world.game.apply(state, line["seat"], move)
    expected, seen = world.reading.after(at, line), world.seen_as(after)
    assert seen == expected, f"{line} at {at} leads to {seen}, by the rulebook to {expected}"
    return after


def compare_scores(world: World, state: Any, at: Any) -> None:
    """Points, line by line, and places."""
    game = world.game
    sheets = game.sheets(state)
    lines = game.scoring.lines(world.setup, sheets)
    points = [{line.category: line.points or 0 for line in seat} for seat in lines]
    expected = world.reading.points(at)
    assert points == expected, f"{at} scores {points}, by the rulebook {expected}"
    places = list(rank(game.scoring.criteria(world.setup, sheets), len(sheets)).places)
    assert places == world.reading.places(at), (at, places, world.reading.places(at))


def _compare_list(world: World, state: Any, at: Any, allowed: set[tuple[int, Any]]) -> None:
    """The referee lists every legal move that it means to list, and no other."""
    listed = set()
    for seat in range(world.setup.seats):
        for move in legal_moves(world.game, state, seat):
            line = {"seat": seat, "move": type(move).__name__, **to_json(move)}
            assert not world.reading.against(at, line), f"{at}: {line} is listed"
            if world.listed(line):
                listed.add((seat, move))
    assert listed == allowed, f"{at}: listed {listed - allowed}, not listed {allowed - listed}"


def _move(game: Game[Any], line: Line) -> Any:
    known = _MOVES.get(id(line))
    if known is None or known[0] is not line:
        known = _MOVES[id(line)] = (line, parse_entry(game, 1, line).move)
    return known[1]


_MOVES: dict[int, tuple[Line, Any]] = {}
"""The move of each line that was tried, by the line itself: a walk tries the same ones everywhere."""


def copied(position: Any, state: Any, **otherwise: Any) -> Any:
    """A position of a reading with what the referee's state has by the same names, but for some."""
    same = {name: getattr(state, name) for name in position._fields if name not in otherwise}
    return position(**same, **otherwise)
