"""What everybody is told of an entry."""

from __future__ import annotations

from companion.engine.game import Move, NewsItem
from companion.engine.words import Term, Thing
from companion.games.cheops_dice.moves import Build, Roll, Stop
from companion.games.cheops_dice.parts import COLOURS
from companion.games.cheops_dice.plan import finished
from companion.games.cheops_dice.scoring import by_category
from companion.games.cheops_dice.sheet import building_of
from companion.games.cheops_dice.state import State


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """The colours of the boxes, and what is worth most of what came of them."""
    if isinstance(move, Roll):
        return NewsItem("rolled", {"dice": tuple(map(Thing, move.dice))})
    if isinstance(move, Build) and move.boxes:
        return _built(before, after, seat, move)
    return NewsItem("Stop" if isinstance(move, Stop) else "Pass")


def _built(before: State, after: State, seat: int, move: Build) -> NewsItem:
    plan, was, now = before.rules.plans[seat], before.boards[seat], after.boards[seat]
    full = finished(plan, now.ticked)
    done = [name for name in full if name not in finished(plan, was.ticked)]
    if done:
        return NewsItem("finished", {"building": Term(f"the:{done[0]}")})
    won = now.won & ~was.won
    if won:
        bonus = plan.bonuses[won.bit_length() - 1]
        return NewsItem("won", {"symbol": Thing(bonus.symbol), "building": Term(bonus.building)})
    colours = [Thing(COLOURS[plan.colours[plan.number[box]]]) for box in move.boxes]
    touched = {building_of(box) for box in move.boxes}
    if len(touched) > 1:
        return NewsItem("ticked_two", {"boxes": tuple(colours)})
    building = touched.pop()
    points = by_category(plan, now)[building]
    return NewsItem("ticked", {"boxes": tuple(colours), "building": Term(building), "points": points})
