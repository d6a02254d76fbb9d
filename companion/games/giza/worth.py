"""What a move at a Giza table is worth, judged by what its player may see.

A tile counts at once for the board that it lies on. Besides, a board is worth what may still come onto
it: the best of the next four tiles, and on each site the room for lower stones and a treasure, which a
scarab shuts. What a rival gains counts against the mover, the less the more rivals there are. What lies
covered on other boards is estimated, so that no advice tells of it. A move that ends the game is worth
most to whoever is then ahead, and least to anybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.engine.game import Move
from companion.engine.worth import Terms
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import HAND, POINTS, SPHINX, Edition, Kind, kinds
from companion.games.giza.rules import apply, obstacle
from companion.games.giza.state import Stack, State, top

NEXT_TILE = 0.7
"""Share of the best next tile's points that counts now: a rival may come first."""
EACH_NUMBER = 0.2
"""Points that each lower number may bring to a pyramid in later turns."""
TREASURE_FITS = 0.35
UNDER_SCARAB = 0.6
"""Share of a site's outlook that a scarab leaves, as it can be lifted."""
SPHINX_OUTLOOK = {None: 0.7, "base": 2.0, "body": 2.0, "head": 0.0, "scarab": 0.7}
HIGHEST, USUAL = 5, 3
UNCOVERED = 1.0
"""Outlook of a site on which a demolition lays open what nobody else knows."""
COVERED = 3.0
"""Points of a covered tile on another board: more than the 2.3 of an average play, so that nobody ends the
game on a guess."""
AGAINST = (0.0, 0.7, 0.5, 0.4, 0.35, 0.3)
"""Share of a rival's gain that counts against the mover, by the number of rivals."""
LIFTING = 1.5
"""Points that a turn without a tile costs."""
ENDS = 1000.0
KEPT = {"scarab": 0.2, "demolition": 0.4, "t": 0.2}
"""What it costs to discard a tile that is of use later; a stone costs a tenth of its number."""


def worth(state: State, seat: int, move: Move) -> float:
    """What a legal move is worth to a seat, in points that it may expect to be ahead by."""
    return sum(terms(state, seat, move).values())


def terms(state: State, seat: int, move: Move) -> Terms:
    """The terms of a legal move's worth to a seat."""
    after = apply(state, seat, move)
    if isinstance(move, Play) and _uncovers(state, seat, move):
        return _for_mover(state, seat, move, _gain_uncovering(state, move))
    if after.ended:
        lead, change = _lead(after, seat), _lead(after, seat) - _lead(state, seat)
        return {"ends": (ENDS if lead > 0 else -ENDS) + lead - change, "points": change}
    if isinstance(move, Discard):
        return {"later": -sum(_use_later(state.rules.kinds[tile]) for tile in move.tiles)}
    if isinstance(move, Lift):
        return {**_gain(state, after, seat, move.site), "no_tile": -LIFTING}
    if isinstance(move, Play):
        return _for_mover(state, seat, move, _gain(state, after, move.board, move.site))
    return {"no_tile": -LIFTING}


def _for_mover(state: State, seat: int, move: Play, gain: Terms) -> Terms:
    """A board's gain as the mover sees it: a rival's counts against the mover, points given in full."""
    if move.board == seat:
        return gain
    share = AGAINST[state.rules.seats - 1]
    against = {term: -share * points for term, points in gain.items()}
    return {**against, "points": min(-gain["points"], against["points"])}


def _lead(state: State, seat: int) -> float:
    rivals = (one for one in range(state.rules.seats) if one != seat)
    return _points(state, seat, seat) - max(_points(state, seat, one) for one in rivals)


def _gain(before: State, after: State, board: int, site: int) -> Terms:
    """What a board gains by what happened on one of its sites."""
    at = 4 * board + site
    then, now = before.stacks[at], after.stacks[at]
    laid, taken = now[len(then) :], then[len(now) :]
    points = sum(_points_of(before.rules.kinds[tile]) for tile in laid)
    points -= sum(_points_of(before.rules.kinds[tile]) for tile in taken)
    return {
        "points": points,
        "outlook": _outlook(before, now, site) - _outlook(before, then, site),
        "next": NEXT_TILE * (_next_tile(after, board) - _next_tile(before, board)),
    }


def _uncovers(state: State, seat: int, move: Play) -> bool:
    """Whether a demolition lays open what the seat does not see yet."""
    covered = len(state.stacks[4 * move.board + move.site]) > 1
    sees = move.board == seat or state.rules.open_stacks
    return move.tile == "demolition" and covered and not sees


def _gain_uncovering(state: State, move: Play) -> Terms:
    """What a board gains by losing the tile that lies open on a site, whatever lies under it."""
    stack = state.stacks[4 * move.board + move.site]
    points = _points_of(state.rules.kinds[stack[-1]])
    return {"points": -points, "outlook": UNCOVERED - _outlook(state, stack, move.site)}


def _next_tile(state: State, board: int) -> float:
    """The points of the best of four tiles drawn by chance, laid on this board by its owner."""
    return _best_of_hand(state.rules.edition, tuple(map(top, state.stacks[4 * board : 4 * board + 4])))


@lru_cache(maxsize=8192)
def _best_of_hand(of: Edition, tops: tuple[str | None, ...]) -> float:
    box = kinds(of)
    gains = sorted(((_most_on(box, kind, tops), kind.count) for kind in box.values()), reverse=True)
    tiles, expected, left = sum(count for _, count in gains), 0.0, 1.0
    for points, count in gains:
        rest = left - count / tiles
        expected += points * (left**HAND - rest**HAND)
        left = rest
    return expected


def _most_on(box: Mapping[str, Kind], kind: Kind, tops: tuple[str | None, ...]) -> float:
    """The points of a tile on a board where it fits; 0 where it does not, or would cost its owner."""
    if kind.family in ("scarab", "demolition"):
        return 0.0
    below = (box[shown] if shown else None for shown in tops)
    fits = any(obstacle(kind, one, site == SPHINX) is None for site, one in enumerate(below))
    return max(0.0, _points_of(kind)) if fits else 0.0


def _outlook(state: State, stack: Stack, site: int) -> float:
    """The points that may still come onto a site, by what lies open on it."""
    shown = top(stack)
    if site == SPHINX:
        return SPHINX_OUTLOOK.get(shown, 0.0)
    if shown is None:
        return EACH_NUMBER * HIGHEST
    if shown == "scarab":
        return UNDER_SCARAB * EACH_NUMBER * (HIGHEST - 1) / 2
    kind = state.rules.kinds[shown]
    lower = kind.number - 1
    return EACH_NUMBER * lower + TREASURE_FITS * (kind.family == "stone" and lower > 0)


def _points(state: State, viewer: int, board: int) -> float:
    """The points of a board as a seat knows or guesses them, whether the game has ended or not."""
    total = 0.0
    sees = viewer == board or state.rules.open_stacks
    for stack in state.stacks[4 * board : 4 * board + 4]:
        seen = stack if sees else stack[-1:]
        total += sum(_points_of(state.rules.kinds[tile]) for tile in seen)
        total += COVERED * (len(stack) - len(seen))
    return total


def _points_of(kind: Kind) -> float:
    """The points of a tile; those of a usual stone, for or against, where nobody has read them off it."""
    if kind.points is not None:
        return kind.points
    return USUAL if POINTS[kind.tile]["high"] > 0 else -USUAL


def _use_later(kind: Kind) -> float:
    return KEPT.get(kind.tile) or KEPT.get(kind.tile[0]) or kind.number / 10
