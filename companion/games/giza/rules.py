"""The rules of Giza, in the order of the rulebook."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain

from companion.engine.game import Awaiting, Ending, Move, Refusal, RefusalKind, choose_most_binding
from companion.engine.json_data import replace
from companion.engine.tuples import replace_item
from companion.engine.words import Seat, Term
from companion.games.giza.moves import Discard, Lift, Play, Skip
from companion.games.giza.parts import (
    HAND_SIZE,
    PARTS,
    SITE_NAMES,
    SPHINX_PARTS,
    SPHINX_SITE,
    Edition,
    TileKind,
    get_tile_kinds,
)
from companion.games.giza.state import LAST_WAS_DISCARD, State, find_finished_board, get_top_tile

NOT_IN_BOX_REFUSAL = RefusalKind("giza.not_in_box", "play")
STONE_NOT_SMALLER_REFUSAL = RefusalKind("giza.stone_not_smaller", "stone", overridable=True)
TREASURE_NEEDS_STONE_REFUSAL = RefusalKind("giza.treasure_needs_stone", "treasure", overridable=True)
TREASURE_OTHER_NUMBER_REFUSAL = RefusalKind("giza.treasure_other_number", "treasure", overridable=True)
NOTHING_TO_DEMOLISH_REFUSAL = RefusalKind("giza.nothing_to_demolish", "demolition")
OTHERS_SPHINX_REFUSAL = RefusalKind("giza.others_sphinx", "demolition", overridable=True)
SCARAB_BLOCKS_REFUSAL = RefusalKind("giza.scarab_blocks", "scarab", overridable=True)
NOT_ON_SPHINX_REFUSAL = RefusalKind("giza.not_on_sphinx", "sphinx", overridable=True)
SPHINX_ELSEWHERE_REFUSAL = RefusalKind("giza.sphinx_elsewhere", "sphinx", overridable=True)
SPHINX_ORDER_REFUSAL = RefusalKind("giza.sphinx_order", "sphinx", overridable=True)
SPHINX_HAS_BASE_REFUSAL = RefusalKind("giza.sphinx_has_base", "sphinx", overridable=True)


def awaiting(state: State) -> Awaiting:
    """Return the seat whose turn it is. It may play a tile, lift a scarab or discard tiles."""
    return _make_awaiting(state.turn)


@cache
def _make_awaiting(seat: int) -> Awaiting:
    return Awaiting((seat,), (Play, Lift, Discard, Skip), "giza.turn", {"seat": Seat(seat)})


def ending(state: State) -> Ending | None:
    """Return the ending if the last tile was drawn or a board has three finished pyramids. Otherwise
    None."""
    if not state.ended:
        return None
    values = {"seat": Seat(state.finisher)} if state.finisher >= 0 else {}
    return Ending(state.ended, "end", values)


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """Return the refusal of a move, or None if the move is legal."""
    if isinstance(move, Play):
        return choose_most_binding(_iter_play_refusals(state, seat, move))
    if isinstance(move, Lift):
        return _check_lift(state, seat, move)
    if isinstance(move, Discard):
        return _check_discard(state, seat, move)
    return Refusal("giza.no_passing", "turn", {"seat": Seat(seat)}, overridable=True)


@cache
def make_site_ids(board: int, site: int) -> tuple[str, ...]:
    """Return the HTML id of a site, in a tuple."""
    return (f"site-{board}-{site}",)


def _iter_play_refusals(state: State, seat: int, move: Play) -> Iterator[Refusal | None]:
    if move.board >= state.rules.seats:
        yield Refusal("giza.no_such_board", "play", {"board": move.board + 1})
    at, box, tile = make_site_ids(move.board, move.site), state.rules.kinds, move.tile
    if tile is None or tile not in box:
        yield NOT_IN_BOX_REFUSAL(at=at)
        return
    yield _check_supply(state, (tile,), at)
    stack = state.stacks[4 * move.board + move.site]
    below = box[stack[-1]] if stack else None
    reason = find_laying_refusal(box[tile], below, move.site == SPHINX_SITE)
    if reason is None and tile == "demolition":
        reason = _find_demolition_refusal(state, seat, move)
    if reason is None:
        return
    values: dict[str, object] = {
        "tile": Term(tile), "top": Term(get_top_tile(stack) or ""),
        "board": Seat(move.board), "site": Term(SITE_NAMES[move.site]),
    }  # fmt: skip
    if reason is SPHINX_ORDER_REFUSAL:
        values["needs"] = Term(SPHINX_PARTS[box[tile].number - 2])
    yield reason(values, at)


def find_laying_refusal(tile: TileKind, below: TileKind | None, on_sphinx: bool) -> RefusalKind | None:
    """Return why a tile may not be laid on the tile ``below`` (None: an empty site), or None if it may.

    This covers every rule for laying tiles, except whether the sphinx of another seat may be demolished.
    """
    if tile.family == "demolition":
        return None if below else NOTHING_TO_DEMOLISH_REFUSAL
    if tile.family == "scarab":
        return None
    if on_sphinx and tile.family != "sphinx":
        return NOT_ON_SPHINX_REFUSAL
    if not on_sphinx and tile.family == "sphinx":
        return SPHINX_ELSEWHERE_REFUSAL
    if below and below.family == "scarab":
        return SCARAB_BLOCKS_REFUSAL
    if tile.family == "stone":
        return STONE_NOT_SMALLER_REFUSAL if below and tile.number >= below.number else None
    if tile.family == "treasure":
        if below is None or below.family != "stone":
            return TREASURE_NEEDS_STONE_REFUSAL
        return None if tile.number == below.number else TREASURE_OTHER_NUMBER_REFUSAL
    if below is None:
        return None if tile.number == 1 else SPHINX_ORDER_REFUSAL
    if tile.number == below.number + 1:
        return None
    return SPHINX_HAS_BASE_REFUSAL if tile.number == 1 else SPHINX_ORDER_REFUSAL


def _find_demolition_refusal(state: State, seat: int, move: Play) -> RefusalKind | None:
    others_sphinx = move.site == SPHINX_SITE and move.board != seat
    if others_sphinx and not state.rules.demolish_others_sphinx:
        return OTHERS_SPHINX_REFUSAL
    return None


def _check_lift(state: State, seat: int, move: Lift) -> Refusal | None:
    if get_top_tile(state.stacks[4 * seat + move.site]) == "scarab":
        return None
    return Refusal(
        "giza.no_scarab", "scarab", {"site": Term(SITE_NAMES[move.site])}, make_site_ids(seat, move.site)
    )


def _check_discard(state: State, seat: int, move: Discard) -> Refusal | None:
    if not move.tiles or len(move.tiles) > state.hands[seat]:
        return Refusal("giza.discard_count", "discard", {"most": state.hands[seat]})
    for tile in move.tiles:
        if tile not in state.rules.kinds:
            return NOT_IN_BOX_REFUSAL()
    return _check_supply(state, move.tiles)


def _check_supply(state: State, tiles: tuple[str, ...], at: tuple[str, ...] = ()) -> Refusal | None:
    """Return a refusal if the box has too few of these tiles for a move, or None. ``at`` has the HTML ids
    of the elements to highlight."""
    for tile in tiles:
        count = state.rules.kinds[tile].count
        if count_seen_tiles(state, tile) + tiles.count(tile) > count:
            values = {"tile": Term(tile), "count": count}
            return Refusal("giza.none_left", "play", values, at, overridable=True)
    return None


def count_seen_tiles(state: State, tile: str) -> int:
    """Return how many tiles of this kind are on boards or were put back into the box."""
    return state.gone.count(tile) + sum([stack.count(tile) for stack in state.stacks if tile in stack])


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move."""
    if isinstance(move, Play):
        if move.tile == "demolition":
            state = _remove_top_tile(state, move.board, move.site)
            state = replace(state, gone=(*state.gone, move.tile))
        else:
            at = 4 * move.board + move.site
            stack = (*state.stacks[at], move.tile)
            state = replace(state, stacks=replace_item(state.stacks, at, stack), last=at)
        return _refill_hand(_end_if_pyramids_finished(state), seat, 1)
    if isinstance(move, Lift):
        return _start_next_turn(_end_if_pyramids_finished(_remove_top_tile(state, seat, move.site)))
    if isinstance(move, Discard):
        state = replace(state, gone=state.gone + move.tiles, last=LAST_WAS_DISCARD)
        return _refill_hand(state, seat, len(move.tiles))
    return _start_next_turn(replace(state, last=-1))


def _remove_top_tile(state: State, board: int, site: int) -> State:
    at = 4 * board + site
    *rest, top = state.stacks[at]
    return replace(
        state, stacks=replace_item(state.stacks, at, tuple(rest)), gone=(*state.gone, top), last=at
    )


def _end_if_pyramids_finished(state: State) -> State:
    board = find_finished_board(state)
    return replace(state, ended="giza.pyramids", finisher=board) if board >= 0 else state


def _refill_hand(state: State, seat: int, used: int) -> State:
    """Return the state in the next turn, after a seat has used this many tiles and drawn until it has four.

    The game ends with the last tile of the pile (rulebook, end of the game, 1). Nobody draws if finished
    pyramids have already ended the game.
    """
    count = 0 if state.ended else min(HAND_SIZE - state.hands[seat] + used, state.pile)
    hand = state.hands[seat] - used + count
    state = replace(state, hands=replace_item(state.hands, seat, hand), pile=state.pile - count)
    if state.pile == 0 and not state.ended:
        state = replace(state, ended="giza.pile_empty")
    return _start_next_turn(state)


def _start_next_turn(state: State) -> State:
    return state if state.ended else replace(state, turn=(state.turn + 1) % state.rules.seats)


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Return the legal moves: every tile on every site where it fits, every lift, and every discard of one
    tile."""
    rules = state.rules
    plays, discards = _list_edition_moves(rules.edition)
    used_up = _find_used_up_tiles(state)
    moves: list[Move] = []
    for at, stack in enumerate(state.stacks):
        moves += plays[at, stack[-1] if stack else None]
    if used_up or not rules.demolish_others_sphinx:
        moves = [
            move
            for move in moves
            if move.tile not in used_up
            and not (move.tile == "demolition" and _find_demolition_refusal(state, seat, move))
        ]
    for site in range(4):
        if get_top_tile(state.stacks[4 * seat + site]) == "scarab":
            moves.append(Lift(site))
    moves += [move for move in discards if move.tiles[0] not in used_up] if used_up else discards
    return moves


def _find_used_up_tiles(state: State) -> frozenset[str]:
    counts = Counter(chain(state.gone, *state.stacks))
    box = state.rules.kinds
    return frozenset([tile for tile, number in counts.items() if number >= box[tile].count])


@lru_cache(32)
def _list_edition_moves(
    edition: Edition,
) -> tuple[dict[tuple[int, str | None], tuple[Play, ...]], tuple[Discard, ...]]:
    """Return all plays of tiles that fit, and all discards of one tile.

    The plays are grouped by site and top tile. Site s of board b has the number 4 b + s.
    """
    box = get_tile_kinds(edition)
    kinds_in = [kind for kind in box.values() if kind.count]
    tops = (None, *box)
    plays = {
        (at, below): tuple(
            Play(kind.tile, at // 4, at % 4)
            for kind in kinds_in
            if find_laying_refusal(kind, box[below] if below else None, at % 4 == SPHINX_SITE) is None
        )
        for at in range(4 * PARTS["seats"]["high"])
        for below in tops
    }
    return plays, tuple(Discard((kind.tile,)) for kind in kinds_in)
