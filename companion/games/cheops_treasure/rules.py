"""The rules of Cheops (1998), in the order of the rulebook."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import compress
from typing import get_args

from companion.engine.game import Awaiting, Ending, Move, Refusal, choose_most_binding
from companion.engine.json_data import replace
from companion.engine.tuples import add_to_item, replace_item
from companion.engine.words import Seat, Term
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.laws import (
    KEEPABLE_LAWS,
    PROMPT_AND_MOVES_BY_LAW,
    apply_law_move,
    change_kept_treasures,
    check_law_move,
    check_sale,
    check_treasure_location,
    list_laws_in_play,
    make_unplayable_law_refusal,
    remove_law,
    sell_treasure,
)
from companion.games.cheops_treasure.parts import (
    COLOURS,
    FAMILIES,
    HAND_SIZE,
    LAW_COUNT,
    LAWS_PER_GAME,
    MAX_TABLET_NUMBERS,
    NEIGHBOUR,
    NEIGHBOUR_PRICE,
    SPACE_BY_BIT,
    Pawn,
    find_adjacent_mask,
    find_open_mask,
    get_space_bit,
    list_spaces,
)
from companion.games.cheops_treasure.state import (
    PlacementKind,
    State,
    are_all_law_spaces_known,
    can_place,
    count_coverable_numbers,
    count_drawable_pawns,
    count_full_tablets,
    count_stack_pawns,
    find_filled_mask,
    find_placeable_mask,
    find_untaken_mask,
    get_full_tablets_to_end,
    is_tablet_full,
    list_playable_laws,
)

_HELD_LAW_MOVES: tuple[type, ...] = (moves.SellKept, moves.Swap, moves.Exchange)
"""The moves with which a seat plays a law that it holds. Law 11 is played with ``Place``."""


def awaiting(state: State) -> Awaiting:
    """Return the seat whose turn it is. At the end, return the holder of law 9, who chooses a colour."""
    if state.over:
        return _make_awaiting("over", state.law_9, 0)
    return _make_awaiting(state.phase, state.turn, state.pending)


@cache
def _make_awaiting(phase: str, seat: int, law: int) -> Awaiting:
    values = {"seat": Seat(seat)}
    if phase == "over":
        return Awaiting((seat,), (moves.Choose,), "cheops_treasure.choose", values)
    if phase == "take":
        return Awaiting((seat,), (moves.Take, moves.Reveal), "cheops_treasure.take", values)
    if phase == "law":
        prompt, kinds = PROMPT_AND_MOVES_BY_LAW[law]
        return Awaiting((seat,), kinds, prompt, values)
    if phase == "draw":
        kinds = (moves.Draw, moves.Place, *_HELD_LAW_MOVES)
        return Awaiting((seat,), kinds, "cheops_treasure.draw", values)
    kinds = (moves.Place, moves.Pass, moves.Hire, *_HELD_LAW_MOVES)
    return Awaiting((seat,), kinds, "cheops_treasure.turn", values)


def ending(state: State) -> Ending | None:
    """Return the ending, or None while the game goes on or the holder of law 9 has not chosen a colour."""
    if not state.over or (state.law_9 >= 0 and state.wild < 0):
        return None
    return Ending(state.over, "end", {"count": count_full_tablets(state)})


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """Return the refusal of a move, or None if the move is legal."""
    if isinstance(move, moves.Place):
        return choose_most_binding(_iter_place_refusals(state, seat, move))
    if isinstance(move, moves.Take):
        return choose_most_binding(_iter_take_refusals(state, move))
    if isinstance(move, moves.Reveal):
        return _check_reveal(state, move)
    if isinstance(move, moves.Draw):
        return _check_draw(state, seat, move)
    if isinstance(move, moves.Pass):
        is_forced = can_place(state, seat)
        return Refusal("cheops_treasure.must_place", "turn", {"seat": Seat(seat)}) if is_forced else None
    if isinstance(move, moves.Hire):
        return _check_hire(state, seat)
    if isinstance(move, moves.Choose):
        return None
    return check_law_move(state, seat, move)


def _iter_place_refusals(state: State, seat: int, move: moves.Place) -> Iterator[Refusal | None]:
    if state.phase == "law" or move.law == 11:
        yield _check_law_11(state, seat, move)
    elif state.phase == "draw":
        yield Refusal("cheops_treasure.placed", "turn", {"seat": Seat(seat)})
    elif move.pawn == "neighbour":
        yield _check_neighbour_placement(state, seat)
    if move.pawn != "neighbour":
        yield _check_pawn_in_hand(state, seat, move.pawn)
    yield from _iter_space_refusals(state, move)
    yield _check_own_pawn_still_fits(state, seat, move)


def _check_law_11(state: State, seat: int, move: moves.Place) -> Refusal | None:
    if state.phase != "law" and 11 not in list_playable_laws(state, seat):
        return make_unplayable_law_refusal(state, seat, 11)
    if move.pawn == "neighbour":
        return Refusal("cheops_treasure.law_11_family", "laws")
    return None


def _check_neighbour_placement(state: State, seat: int) -> Refusal | None:
    if state.hired:
        return Refusal("cheops_treasure.one_neighbour", "neighbours", {"seat": Seat(seat)})
    if not any(state.hands[seat]):
        return Refusal("cheops_treasure.neighbour_no_hand", "neighbours", {"seat": Seat(seat)})
    if not state.rules.neighbour_opens and not can_place(state, seat):
        return Refusal("cheops_treasure.neighbour_no_turn", "neighbours", {"seat": Seat(seat)})
    return None if state.saved[seat] else _check_neighbour_price(state, seat)


def _check_neighbour_price(state: State, seat: int) -> Refusal | None:
    if not state.neighbours:
        return Refusal("cheops_treasure.no_neighbour", "neighbours")
    if state.money[seat] < NEIGHBOUR_PRICE:
        values = {"seat": Seat(seat), "price": NEIGHBOUR_PRICE}
        return Refusal("cheops_treasure.too_poor", "neighbours", values, overridable=True)
    return None


def _check_pawn_in_hand(state: State, seat: int, pawn: Pawn) -> Refusal | None:
    if state.hands[seat][FAMILIES.index(pawn)]:
        return None
    values = {"seat": Seat(seat), "pawn": Term(pawn)}
    return Refusal("cheops_treasure.not_in_hand", "draw", values, overridable=True)


def _iter_space_refusals(state: State, move: moves.Place) -> Iterator[Refusal | None]:
    bit, at = get_space_bit(move.row, move.column), (f"space-{move.row}-{move.column}",)
    values: dict[str, object] = {"row": move.row, "column": move.column, "pawn": Term(move.pawn)}
    if not bit:
        yield Refusal("cheops_treasure.no_space", "pyramid", values)
    if bit & find_filled_mask(state):
        yield Refusal("cheops_treasure.space_taken", "pyramid", values, at)
    if not bit & find_open_mask(find_filled_mask(state)):
        yield Refusal("cheops_treasure.not_carried", "pyramid", values, at, overridable=True)
    if move.pawn != "neighbour":
        yield _check_adjacent_family(state, move)
    if (move.law == 11 or state.phase == "law") and bit & state.eyes:
        yield Refusal("cheops_treasure.space_is_law", "laws", values, at)


def _check_adjacent_family(state: State, move: moves.Place) -> Refusal | None:
    space = get_space_bit(move.row, move.column)
    beside = find_adjacent_mask(space) & state.pawns[FAMILIES.index(move.pawn)]
    if not beside:
        return None
    row, column = SPACE_BY_BIT[beside & -beside]
    values = {"row": row, "column": column, "pawn": Term(move.pawn)}
    at = (f"space-{move.row}-{move.column}", f"space-{row}-{column}")
    return Refusal("cheops_treasure.same_family", "pyramid", values, at, overridable=True)


def _check_own_pawn_still_fits(state: State, seat: int, move: moves.Place) -> Refusal | None:
    """Return a refusal if ``move`` places a neighbour (a bought pawn of no family), and the seat's own
    pawns then fit nowhere. Otherwise None."""
    if move.pawn != "neighbour":
        return None
    bit = get_space_bit(move.row, move.column)
    pawns = replace_item(state.pawns, NEIGHBOUR, state.pawns[NEIGHBOUR] | bit)
    if can_place(replace(state, pawns=pawns), seat):
        return None
    at = (f"space-{move.row}-{move.column}",)
    return Refusal("cheops_treasure.neighbour_no_turn", "neighbours", {"seat": Seat(seat)}, at)


def _iter_take_refusals(state: State, move: moves.Take) -> Iterator[Refusal | None]:
    colour = COLOURS.index(move.colour)
    row, column = SPACE_BY_BIT[state.at]
    if state.at & state.eyes and are_all_law_spaces_known(state):
        values = {"row": row, "column": column}
        yield Refusal("cheops_treasure.space_is_law", "take", values, overridable=True)
    yield check_treasure_location(state, state.at, colour)
    yield _check_treasure_use(state, colour, move)


def _check_treasure_use(state: State, colour: int, move: moves.Take) -> Refusal | None:
    if move.deal == "sell":
        return check_sale(state, colour)
    has_law_4, values = state.under[colour] == 4, {"colour": Term(move.colour)}
    at = (f"tablet-{move.colour}",)
    if move.deal == "keep":
        return Refusal("cheops_treasure.law_4", "laws", values, at) if has_law_4 else None
    if not has_law_4:
        return Refusal("cheops_treasure.only_law_4", "laws", values, at)
    if not is_tablet_full(state, colour):
        return Refusal("cheops_treasure.law_4_sell", "laws", values, at)
    return None


def _check_reveal(state: State, move: moves.Reveal) -> Refusal | None:
    row, column = SPACE_BY_BIT[state.at]
    values = {"row": row, "column": column, "law": move.law, "count": LAWS_PER_GAME}
    if state.by == "law_11":
        return Refusal("cheops_treasure.law_11_treasure", "laws", values)
    if move.law in state.laws:
        return Refusal("cheops_treasure.law_seen", "laws", values)
    if len(state.laws) >= LAWS_PER_GAME:
        return Refusal("cheops_treasure.laws_gone", "laws", values)
    if not state.at & state.eyes and (are_all_law_spaces_known(state) or state.at in state.known):
        return Refusal("cheops_treasure.space_is_treasure", "take", values, overridable=True)
    return None


def _check_draw(state: State, seat: int, move: moves.Draw) -> Refusal | None:
    count = sum(state.hands[seat])
    if count + len(move.pawns) > HAND_SIZE:
        values = {"seat": Seat(seat), "count": HAND_SIZE, "have": count, "room": HAND_SIZE - count}
        return Refusal("cheops_treasure.hand_full", "draw", values)
    left = count_stack_pawns(state)
    for pawn in move.pawns:
        if move.pawns.count(pawn) > left[FAMILIES.index(pawn)]:
            return Refusal("cheops_treasure.family_gone", "draw", {"pawn": Term(pawn)})
    return None


def _check_hire(state: State, seat: int) -> Refusal | None:
    if not state.rules.save_neighbour:
        return Refusal("cheops_treasure.no_saving", "neighbours")
    if not any(state.hands[seat]):
        return Refusal("cheops_treasure.neighbour_no_hand", "neighbours", {"seat": Seat(seat)})
    return _check_neighbour_price(state, seat)


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move that ``check`` or a ruling has allowed."""
    if isinstance(move, moves.Place):
        return _place_pawn(state, seat, move)
    if isinstance(move, moves.Take):
        return _continue_turn(_take_treasure(state, seat, move))
    if isinstance(move, moves.Reveal):
        return _reveal_law(state, move)
    if isinstance(move, moves.Draw):
        return _draw_pawns(state, seat, move)
    if isinstance(move, moves.Pass):
        return _continue_turn(replace(state, placed=True))
    if isinstance(move, moves.Hire):
        return replace(_hire_neighbour(state, seat), saved=add_to_item(state.saved, seat, 1))
    if isinstance(move, moves.Choose):
        return replace(state, wild=COLOURS.index(move.colour))
    return _continue_turn(apply_law_move(state, seat, move))


def _place_pawn(state: State, seat: int, move: moves.Place) -> State:
    bit = get_space_bit(move.row, move.column)
    family = NEIGHBOUR if move.pawn == "neighbour" else FAMILIES.index(move.pawn)
    by: PlacementKind = "normal"
    if move.pawn == "neighbour":
        by = "neighbour"
        is_saved = bool(state.saved[seat])
        state = state if is_saved else _hire_neighbour(state, seat)
        state = replace(state, saved=add_to_item(state.saved, seat, -is_saved), hired=True)
    else:
        hand = add_to_item(state.hands[seat], family, -1 if state.hands[seat][family] else 0)
        state = replace(state, hands=replace_item(state.hands, seat, hand))
        if state.phase == "law" or move.law == 11:
            by = "law_11"
            state = state if state.pending else remove_law(state, 11)
        else:
            state = replace(state, placed=True)
    pawns = replace_item(state.pawns, family, state.pawns[family] | bit)
    return replace(state, pawns=pawns, at=bit, by=by, phase="take", pending=0)


def _hire_neighbour(state: State, seat: int) -> State:
    money = add_to_item(state.money, seat, -NEIGHBOUR_PRICE)
    return replace(state, money=money, neighbours=state.neighbours - 1)


def _take_treasure(state: State, seat: int, move: moves.Take) -> State:
    colour = COLOURS.index(move.colour)
    known = {bit: c for bit, c in state.known.items() if bit != state.at}
    gone, eyes = add_to_item(state.gone, colour), state.eyes & ~state.at
    state = replace(state, gone=gone, known=known, eyes=eyes)
    if move.deal == "sell":
        return sell_treasure(state, seat, colour)
    return change_kept_treasures(state, seat, colour, 1) if move.deal == "keep" else state


def _reveal_law(state: State, move: moves.Reveal) -> State:
    law = move.law
    finders = add_to_item(state.finders, law - 1, state.turn + 1)
    eyes = state.eyes | state.at
    state = replace(state, laws=state.laws | {law}, finders=finders, eyes=eyes, pending=law)
    if law in (1, 2):
        return _continue_turn(replace(state, market=(*state.market, law)))
    if law == 3:
        return _continue_turn(replace(state, law_3=True))
    if _is_law_without_effect(state, law):
        return _continue_turn(state)
    return replace(state, phase="law")


def _is_law_without_effect(state: State, law: int) -> bool:
    """Return whether a law can have no effect now. Such a law is put back into the box."""
    if law in (4, 5, 6):
        return all(state.under)
    if law == 7:
        return all(count_coverable_numbers(state, colour) is None for colour in range(len(COLOURS)))
    return law == 8 and not list_laws_in_play(state)


def _continue_turn(state: State) -> State:
    """Return the state in which the same turn goes on, or the next turn if the seat can do nothing more. If
    enough tablets are full or no space is free, the game has ended."""
    state = replace(state, pending=0)
    if count_full_tablets(state) >= get_full_tablets_to_end(state):
        return replace(state, over="cheops_treasure.tablets_full")
    if not find_untaken_mask(state):
        return replace(state, over="cheops_treasure.pyramid_empty")
    if not state.placed:
        return replace(state, phase="turn")
    state = replace(state, phase="draw")
    idle = not count_drawable_pawns(state, state.turn) and not list_playable_laws(state, state.turn)
    return _start_next_turn(state) if idle else state


def _draw_pawns(state: State, seat: int, move: moves.Draw) -> State:
    hand, drawn = state.hands[seat], state.drawn
    for pawn in move.pawns:
        family = FAMILIES.index(pawn)
        hand, drawn = add_to_item(hand, family, 1), add_to_item(drawn, family, 1)
    return _start_next_turn(replace(state, hands=replace_item(state.hands, seat, hand), drawn=drawn))


def _start_next_turn(state: State) -> State:
    """Return the state in the turn of the next seat. If no seat can place a pawn, the game has ended."""
    seats = state.rules.seats
    turn = (state.turn + 1) % seats
    state = replace(state, turn=turn, phase="turn", placed=False, hired=False, fresh=(), by="normal")
    if any(can_place(state, seat) for seat in range(seats)):
        return state
    return replace(state, over="cheops_treasure.nobody_can")


def warnings(state: State, seat: int, move: Move) -> tuple[Refusal, ...]:
    """Return a warning if a seat draws several pawns, because some read the rulebook as forbidding this.
    Otherwise return an empty tuple."""
    if not isinstance(move, moves.Draw) or len(move.pawns) < 2 or _check_draw(state, seat, move):
        return ()
    count = {"count": len(move.pawns)}
    return (Refusal("cheops_treasure.several_drawn", "draw", count, overridable=True),)


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Return the legal moves that get a button. Swaps are not among them: a player chooses them on the
    board."""
    if state.over:
        return _CHOOSE_MOVES
    if state.phase == "take":
        return [move for move in _FIND_MOVES if check(state, seat, move) is None]
    if state.phase == "law":
        return _list_law_moves(state, seat)
    return _list_turn_moves(state, seat)


_CHOOSE_MOVES = tuple(moves.Choose(colour) for colour in COLOURS)
_DRAW_MOVES = tuple(moves.Draw((family,)) for family in FAMILIES)
_FIND_MOVES = (
    *(moves.Take(colour, deal) for colour in COLOURS for deal in get_args(moves.TreasureUse)),
    *(moves.Reveal(law) for law in range(1, LAW_COUNT + 1)),
)


def _list_turn_moves(state: State, seat: int) -> list[Move]:
    laws = list_playable_laws(state, seat)
    moves_found: list[Move] = []
    if state.phase == "draw":
        moves_found.append(moves.Draw())
        if count_drawable_pawns(state, seat):
            moves_found += compress(_DRAW_MOVES, count_stack_pawns(state))
    else:
        _add_placements(state, seat, moves_found)
        if not moves_found:
            moves_found.append(moves.Pass())
        if not _check_neighbour_placement(state, seat):
            moves_found += _list_neighbour_placements(state, seat)
        if state.rules.save_neighbour and not _check_hire(state, seat):
            moves_found.append(moves.Hire())
    if 11 in laws:
        _add_placements(state, seat, moves_found, 11)
    if 10 in laws:
        moves_found += _list_legal_law_moves(state, seat, 10)
    return moves_found


def _add_placements(state: State, seat: int, placements: list[Move], law: int = 0) -> None:
    """Add every placement of the seat's pawns to ``placements``. If ``law`` is 11, leave out spaces with a
    law, which law 11 does not allow."""
    closed = state.eyes if law else 0
    for family, n in enumerate(state.hands[seat]):
        if n:
            spaces = find_placeable_mask(state, family) & ~closed
            placements += _make_placements(spaces, FAMILIES[family], law)


def _list_neighbour_placements(state: State, seat: int) -> list[Move]:
    """Return the placements of a neighbour (a pawn of no family) after which the seat's own pawns still
    fit."""
    own_spaces = 0
    for family, n in enumerate(state.hands[seat]):
        if n:
            own_spaces |= find_placeable_mask(state, family)
    return [
        move
        for move in _make_placements(find_placeable_mask(state, NEIGHBOUR), "neighbour", 0)
        if own_spaces & ~get_space_bit(move.row, move.column)
        or not _check_own_pawn_still_fits(state, seat, move)
    ]


@lru_cache(maxsize=16384)
def _make_placements(spaces: int, pawn: Pawn, law: int) -> tuple[moves.Place, ...]:
    return tuple(moves.Place(row, column, pawn, 11 if law else 0) for row, column in list_spaces(spaces))


_PUT_UNDER_MOVES = tuple(map(moves.PutUnder, COLOURS))
_MOVES_TO_TRY_BY_LAW: dict[int, tuple[Move, ...]] = {
    4: _PUT_UNDER_MOVES, 5: _PUT_UNDER_MOVES, 6: _PUT_UNDER_MOVES,
    7: tuple(moves.PutOn(colour, slot) for colour in COLOURS for slot in range(1, MAX_TABLET_NUMBERS + 1)),
    8: tuple(map(moves.Remove, range(1, LAW_COUNT + 1))), 9: (moves.Pay(True), moves.Pay(False)),
    10: tuple(map(moves.SellKept, COLOURS)), 12: (),
}  # fmt: skip
"""The moves that may carry out each law just found. The thousands of swaps of law 12 are left out."""


def _list_law_moves(state: State, seat: int) -> list[Move]:
    law = state.pending
    answers: list[Move] = []
    if law == 11:
        _add_placements(state, seat, answers, 11)
        answers = [replace(move, law=0) for move in answers]
    else:
        answers += _list_legal_law_moves(state, seat, law)
    return [*answers, moves.KeepLaw()] if law in KEEPABLE_LAWS else answers


def _list_legal_law_moves(state: State, seat: int, law: int) -> list[Move]:
    return [move for move in _MOVES_TO_TRY_BY_LAW[law] if check_law_move(state, seat, move) is None]
