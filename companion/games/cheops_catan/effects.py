"""The effects of moves on the state. Nothing is checked here, because ``rules.check`` or a ruling has
allowed the move."""

from collections.abc import Callable
from typing import Any

from companion.engine.game import Move
from companion.engine.json_data import replace
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.parts import (
    GOLD_AMOUNTS,
    KNIGHTS_FOR_ARMY,
    POINTS_BY_THING,
    PYRAMID_STONES,
)
from companion.games.cheops_catan.state import (
    MapBuilding,
    MapRoad,
    State,
    add_to_count,
    count_laid_stones,
    get_public_points,
    is_founding,
    seven_adds_stone,
    start_turn,
)  # fmt: skip

_MOVES_OUTSIDE_TURNS = (moves.Found, moves.Income, moves.Reveal, moves.Connect, moves.Mark)
"""Moves that belong to no turn. All other moves start the seat's turn if it has not started."""


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move. A move that belongs to a turn also starts the seat's turn, if it has
    not started."""
    if not isinstance(move, _MOVES_OUTSIDE_TURNS):
        state = start_turn(state, seat)
    return _check_end(_APPLY_BY_MOVE[type(move)](state, seat, move), seat)


def _found_settlement(state: State, seat: int, move: moves.Found) -> State:
    return _add_settlement(state, seat, at_site=move.at_site, founded=state.founded + 1)


def _add_settlement(state: State, seat: int, *, at_site: bool, **others: Any) -> State:
    return replace(
        state, settlements=add_to_count(state.settlements, seat),
        at_site=add_to_count(state.at_site, seat) if at_site else state.at_site,
        touched=f"{'at_site' if at_site else 'settlements'} {seat}", **others,
    )  # fmt: skip


def _enter_roll(state: State, seat: int, move: moves.Roll) -> State:
    rolls = (*state.rolls, move.total)
    if move.total == 7 and seven_adds_stone(state):
        return replace(
            state, rolled=True, rolls=rolls, black=state.black + 1, order=(*state.order, -1),
            touched="stone",
        )  # fmt: skip
    return replace(state, rolled=True, rolls=rolls, touched="roll")


def _build_piece(state: State, seat: int, move: moves.Build) -> State:
    if move.piece == "settlement":
        return _add_settlement(state, seat, at_site=move.at_site)
    if move.piece == "city":
        return replace(
            state, settlements=add_to_count(state.settlements, seat, -1),
            cities=add_to_count(state.cities, seat),
            touched=f"cities {seat}",
        )  # fmt: skip
    if move.piece == "road":
        return replace(state, roads=add_to_count(state.roads, seat), touched=f"roads {seat}")
    return replace(state, ships=add_to_count(state.ships, seat), touched=f"ships {seat}")


def _play_knight(state: State, seat: int, move: moves.Knight) -> State:
    knights = add_to_count(state.knights, seat)
    best = knights[state.army] if state.army >= 0 else KNIGHTS_FOR_ARMY - 1
    army = seat if knights[seat] > best else state.army
    return replace(state, knights=knights, army=army, knight_played=True, touched=f"knights {seat}")


def _lay_stone(state: State, seat: int, move: moves.Lay) -> State:
    """Return the state after a seat lays a stone. The seat may pay a fee, and Blessing and Curse may pass
    to other seats."""
    gold = (
        state.gold
        if move.owner is None
        else _transfer_gold(state.gold, seat, move.owner, GOLD_AMOUNTS["fee"])
    )
    stones = add_to_count(state.stones, seat)
    blessed, cursed = find_favours(stones, seat, state.blessed, spared=state.rules.holder_spared)
    return replace(
        state, gold=gold, stones=stones, order=(*state.order, seat), blessed=blessed, cursed=cursed,
        touched="stone",
    )  # fmt: skip


def find_favours(
    stones: tuple[int, ...], layer: int, blessed: int, *, spared: bool
) -> tuple[int, frozenset[int]]:
    """Return the seat with the Blessing, and the seats with the Curse, after ``layer`` has laid a stone.

    The Blessing passes only to a seat with more stones than its holder. All seats with the fewest stones
    have the Curse, except the holder of the Blessing if ``spared``. ``stones`` has the number of stones of
    each seat; ``blessed`` is the holder before, or -1.
    """
    if blessed < 0 or stones[layer] > stones[blessed]:
        blessed = layer
    least = min(stones)
    cursed = frozenset(
        seat for seat, count in enumerate(stones) if count == least and not (spared and seat == blessed)
    )
    return blessed, cursed


def _transfer_gold(gold: tuple[int, ...], seat: int, owner: int, amount: int) -> tuple[int, ...]:
    return add_to_count(add_to_count(gold, seat, -amount), owner, amount)


def _give_gold(state: State, seat: int, owner: int, gold: int) -> State:
    return replace(state, gold=_transfer_gold(state.gold, seat, owner, gold), touched=f"gold {seat}")


def _trade_with_bank(state: State, seat: int, gold: int) -> State:
    """Return the state after the seat gets this gold from the bank. If the number is negative, the seat
    pays."""
    return replace(
        state, gold=add_to_count(state.gold, seat, gold), paid_out=state.paid_out + gold,
        touched=f"gold {seat}",
    )  # fmt: skip


def _buy_card(state: State, seat: int, move: moves.Purchase) -> State:
    return _trade_with_bank(state, seat, -GOLD_AMOUNTS["price_with_harbour" if move.harbour else "price"])


def _show_cards(state: State, seat: int, cards: int, **others: Any) -> State:
    touched = f"cards {seat}" if cards else ""
    return replace(state, cards=add_to_count(state.cards, seat, cards), touched=touched, **others)


def _reveal_cards(state: State, seat: int, move: moves.Reveal) -> State:
    return _show_cards(state, seat, move.cards, revealed=state.revealed | {seat})


def _claim_victory(state: State, seat: int, move: moves.Claim) -> State:
    return _show_cards(
        state, seat, move.cards,
        closing="cheops_catan.twelve", closer=seat, revealed=frozenset((seat,)),
    )  # fmt: skip


def _connect_crossings(state: State, seat: int, move: moves.Connect) -> State:
    road = MapRoad(move.start, move.end, seat, move.ship)
    return replace(state, network=(*state.network, road), touched="")


def _mark_building(state: State, seat: int, move: moves.Mark) -> State:
    other_houses = tuple(house for house in state.houses if house.crossing != move.crossing)
    house = MapBuilding(move.crossing, seat, move.at_site, move.harbour)
    return replace(state, houses=(*other_houses, house), touched="")


_APPLY_BY_MOVE: dict[type, Callable[[State, int, Any], State]] = {
    moves.Found: _found_settlement, moves.Roll: _enter_roll, moves.Build: _build_piece,
    moves.Knight: _play_knight, moves.Lay: _lay_stone, moves.Purchase: _buy_card,
    moves.Claim: _claim_victory, moves.Reveal: _reveal_cards,
    moves.Connect: _connect_crossings, moves.Mark: _mark_building,
    moves.ShowPoint: lambda state, seat, _: _show_cards(state, seat, 1),
    moves.Income: lambda state, seat, move: _trade_with_bank(state, seat, move.gold),
    moves.Harbour: lambda state, seat, move: _give_gold(state, seat, move.owner, GOLD_AMOUNTS["fee"]),
    moves.Give: lambda state, seat, move: _give_gold(state, seat, move.owner, move.gold),
}  # fmt: skip


def _check_end(state: State, seat: int) -> State:
    """Return the state, ended if one of the three endings is reached (rulebook, end of the game)."""
    if state.closing:
        return state
    if state.black >= state.rules.black_stones:
        return replace(state, closing="cheops_catan.pharaoh")
    if count_laid_stones(state) >= PYRAMID_STONES:
        return replace(state, closing="cheops_catan.pyramid")
    if (
        not is_founding(state)
        and seat == state.turn
        and get_public_points(state, seat) >= POINTS_BY_THING["goal"]
    ):
        return replace(state, closing="cheops_catan.twelve", closer=seat)
    return state


def find_next_stone_changes(state: State, seat: int) -> tuple[int, ...]:
    """Return by how many points each seat would gain or lose if ``seat`` laid a stone."""
    stones = add_to_count(state.stones, seat)
    blessed, cursed = find_favours(stones, seat, state.blessed, spared=state.rules.holder_spared)
    return tuple(
        POINTS_BY_THING["blessing"] * ((blessed == n) - (state.blessed == n))
        + POINTS_BY_THING["curse"] * ((n in cursed) - (n in state.cursed))
        for n in range(state.rules.seats)
    )
