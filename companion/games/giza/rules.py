"""The referee of Giza, in the rulebook's order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from companion.engine.game import Awaiting, Ending, Move, Refusal, RefusalKind, most_binding
from companion.engine.json_data import replace
from companion.engine.words import Seat, Term
from companion.games.giza.moves import Discard, Lift, Play, Skip
from companion.games.giza.parts import (
    HAND,
    PARTS,
    SITES,
    SPHINX,
    SPHINX_PARTS,
    Edition,
    Kind,
    tile_kinds,
)
from companion.games.giza.state import PILE, State, finished_board, top

NO_PASSING = RefusalKind("giza.no_passing", "turn", overridable=True)
NO_SUCH_BOARD = RefusalKind("giza.no_such_board", "play")
NOT_IN_BOX = RefusalKind("giza.not_in_box", "play")
NONE_LEFT = RefusalKind("giza.none_left", "play", overridable=True)
STONE_NOT_SMALLER = RefusalKind("giza.stone_not_smaller", "stone", overridable=True)
TREASURE_NEEDS_STONE = RefusalKind("giza.treasure_needs_stone", "treasure", overridable=True)
TREASURE_OTHER_NUMBER = RefusalKind("giza.treasure_other_number", "treasure", overridable=True)
NOTHING_TO_DEMOLISH = RefusalKind("giza.nothing_to_demolish", "demolition")
OTHERS_SPHINX = RefusalKind("giza.others_sphinx", "demolition", overridable=True)
SCARAB_BLOCKS = RefusalKind("giza.scarab_blocks", "scarab", overridable=True)
NO_SCARAB = RefusalKind("giza.no_scarab", "scarab")
NOT_ON_SPHINX = RefusalKind("giza.not_on_sphinx", "sphinx", overridable=True)
SPHINX_ELSEWHERE = RefusalKind("giza.sphinx_elsewhere", "sphinx", overridable=True)
SPHINX_ORDER = RefusalKind("giza.sphinx_order", "sphinx", overridable=True)
SPHINX_HAS_BASE = RefusalKind("giza.sphinx_has_base", "sphinx", overridable=True)
DISCARD_COUNT = RefusalKind("giza.discard_count", "discard")


def awaiting(state: State) -> Awaiting:
    """The seat whose turn it is plays a tile, lifts a scarab or discards."""
    return _awaiting(state.turn)


@cache
def _awaiting(seat: int) -> Awaiting:
    return Awaiting((seat,), (Play, Lift, Discard, Skip), "giza.turn", {"seat": Seat(seat)})


def ending(state: State) -> Ending | None:
    """The last tile drawn, or three finished pyramids on one board (end of the game)."""
    if not state.ended:
        return None
    values = {"seat": Seat(state.finisher)} if state.finisher >= 0 else {}
    return Ending(state.ended, "end", values)


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """The first reason against a move, or None."""
    if isinstance(move, Play):
        return most_binding(_against_play(state, seat, move))
    if isinstance(move, Lift):
        return _check_lift(state, seat, move)
    if isinstance(move, Discard):
        return _check_discard(state, seat, move)
    return NO_PASSING({"seat": Seat(seat)})


@cache
def site_id(board: int, site: int) -> tuple[str, ...]:
    """The id of a site on the page."""
    return (f"site-{board}-{site}",)


def _against_play(state: State, seat: int, move: Play) -> Iterator[Refusal | None]:
    if move.board >= state.rules.seats:
        yield NO_SUCH_BOARD({"board": move.board + 1})
    at, box, tile = site_id(move.board, move.site), state.rules.kinds, move.tile
    if tile is None or tile not in box:
        yield NOT_IN_BOX(at=at)
        return
    yield _not_left(state, (tile,), at)
    stack = state.stacks[4 * move.board + move.site]
    below = box[stack[-1]] if stack else None
    why = obstacle(box[tile], below, move.site == SPHINX)
    if why is None and tile == "demolition":
        why = _demolition_obstacle(state, seat, move)
    if why is None:
        return
    values: dict[str, object] = {
        "tile": Term(tile), "top": Term(top(stack) or ""),
        "board": Seat(move.board), "site": Term(SITES[move.site]),
    }  # fmt: skip
    if why is SPHINX_ORDER:
        values["needs"] = Term(SPHINX_PARTS[box[tile].number - 2])
    yield why(values, at)


def obstacle(tile: Kind, below: Kind | None, on_sphinx: bool) -> RefusalKind | None:
    """What keeps a tile off a site with ``below`` on top, or None when it fits.

    The whole laying rule of the game, the sections on stones, treasures, demolition, scarabs and
    sphinx in turn; only whose sphinx it is matters besides.
    """
    if tile.family == "demolition":
        return None if below else NOTHING_TO_DEMOLISH
    if tile.family == "scarab":
        return None
    if on_sphinx and tile.family != "sphinx":
        return NOT_ON_SPHINX
    if not on_sphinx and tile.family == "sphinx":
        return SPHINX_ELSEWHERE
    if below and below.family == "scarab":
        return SCARAB_BLOCKS
    if tile.family == "stone":
        return STONE_NOT_SMALLER if below and tile.number >= below.number else None
    if tile.family == "treasure":
        if below is None or below.family != "stone":
            return TREASURE_NEEDS_STONE
        return None if tile.number == below.number else TREASURE_OTHER_NUMBER
    if below is None:
        return None if tile.number == 1 else SPHINX_ORDER
    if tile.number == below.number + 1:
        return None
    return SPHINX_HAS_BASE if tile.number == 1 else SPHINX_ORDER


def _demolition_obstacle(state: State, seat: int, move: Play) -> RefusalKind | None:
    others_sphinx = move.site == SPHINX and move.board != seat
    if others_sphinx and not state.rules.demolish_others_sphinx:
        return OTHERS_SPHINX
    return None


def _check_lift(state: State, seat: int, move: Lift) -> Refusal | None:
    if top(state.stacks[4 * seat + move.site]) == "scarab":
        return None
    values = {"site": Term(SITES[move.site])}
    return NO_SCARAB(values, site_id(seat, move.site))


def _check_discard(state: State, seat: int, move: Discard) -> Refusal | None:
    if not move.tiles or len(move.tiles) > state.hands[seat]:
        return DISCARD_COUNT({"most": state.hands[seat]})
    for tile in move.tiles:
        if tile not in state.rules.kinds:
            return NOT_IN_BOX()
    return _not_left(state, move.tiles)


def _not_left(state: State, tiles: tuple[str, ...], at: tuple[str, ...] = ()) -> Refusal | None:
    """Never more of a tile than the box holds: laid and gone tiles count."""
    for tile in tiles:
        count = state.rules.kinds[tile].count
        if count_seen(state, tile) + tiles.count(tile) > count:
            values = {"tile": Term(tile), "count": count}
            return NONE_LEFT(values, at)
    return None


def count_seen(state: State, tile: str) -> int:
    """How many of a tile have come out of the hands: laid or gone."""
    return state.gone.count(tile) + sum([stack.count(tile) for stack in state.stacks if tile in stack])


def apply(state: State, seat: int, move: Move) -> State:
    """The table after a move."""
    if isinstance(move, Play):
        return _drawn(_played(state, move), seat, 1)
    if isinstance(move, Lift):
        return _next(_ended_by_pyramids(_taken(state, seat, move.site)))
    if isinstance(move, Discard):
        state = replace(state, gone=state.gone + move.tiles, last=PILE)
        return _drawn(state, seat, len(move.tiles))
    return _next(replace(state, last=-1))


def _played(state: State, move: Play) -> State:
    if move.tile == "demolition":
        state = _taken(state, move.board, move.site)
        state = replace(state, gone=(*state.gone, "demolition"))
    else:
        assert move.tile is not None
        state = _restacked(state, move.board, move.site, (move.tile,))
    return _ended_by_pyramids(state)


def _taken(state: State, board: int, site: int) -> State:
    """The top tile of a site goes into the box."""
    stack = state.stacks[4 * board + site]
    at = 4 * board + site
    stacks = (*state.stacks[:at], stack[:-1], *state.stacks[at + 1 :])
    return replace(state, stacks=stacks, gone=(*state.gone, stack[-1]), last=at)


def _restacked(state: State, board: int, site: int, upon: tuple[str, ...]) -> State:
    at = 4 * board + site
    stacks = (*state.stacks[:at], state.stacks[at] + upon, *state.stacks[at + 1 :])
    return replace(state, stacks=stacks, last=at)


def _ended_by_pyramids(state: State) -> State:
    """Three finished pyramids end the game at once, whoever finished them (end of the game, 2)."""
    board = finished_board(state)
    return replace(state, ended="giza.pyramids", finisher=board) if board >= 0 else state


def _drawn(state: State, seat: int, used: int) -> State:
    """Draw back to four; the last tile drawn ends the game at once (end of the game, 1).

    Nobody draws any more once finished pyramids have ended the game.
    """
    drawn = 0 if state.ended else min(HAND - state.hands[seat] + used, state.pile)
    hand = state.hands[seat] - used + drawn
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    state = replace(state, hands=hands, pile=state.pile - drawn)
    if state.pile == 0 and not state.ended:
        state = replace(state, ended="giza.pile_empty")
    return _next(state)


def _next(state: State) -> State:
    return state if state.ended else replace(state, turn=(state.turn + 1) % state.rules.seats)


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Every tile on every site where it fits, the own scarabs, and each single discard; all legal."""
    rules = state.rules
    plays, discards = _listed(rules.edition)
    used_up = _used_up(state)
    found: list[Move] = []
    for at, stack in enumerate(state.stacks):
        found += plays[at, stack[-1] if stack else None]
    if used_up or not rules.demolish_others_sphinx:
        found = [
            move
            for move in found
            if move.tile not in used_up
            and not (move.tile == "demolition" and _demolition_obstacle(state, seat, move))
        ]
    for site in range(4):
        if top(state.stacks[4 * seat + site]) == "scarab":
            found.append(Lift(site))
    found += [move for move in discards if move.tiles[0] not in used_up] if used_up else discards
    return found


def _used_up(state: State) -> frozenset[str]:
    """Tiles of which the box has no more: all are laid or gone."""
    out = Counter(chain(state.gone, *state.stacks))
    box = state.rules.kinds
    return frozenset([tile for tile, number in out.items() if number >= box[tile].count])


@cache
def _listed(
    of: Edition,
) -> tuple[dict[tuple[int, str | None], tuple[Play, ...]], tuple[Discard, ...]]:
    """Of a box: the tiles that fit on each site by its top tile, and the single discards."""
    box = tile_kinds(of)
    kinds_in = [kind for kind in box.values() if kind.count]
    tops = (None, *box)
    plays = {
        (at, below): tuple(
            Play(kind.tile, at // 4, at % 4)
            for kind in kinds_in
            if obstacle(kind, box[below] if below else None, at % 4 == SPHINX) is None
        )
        for at in range(4 * PARTS["seats"]["high"])
        for below in tops
    }
    return plays, tuple(Discard((kind.tile,)) for kind in kinds_in)
