"""The rules of the scenario, in the order of the rulebook."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from companion.engine.game import Awaiting, Ending, Move, Refusal, RefusalKind, choose_most_binding
from companion.engine.json_data import replace
from companion.engine.tuples import add_to_item
from companion.engine.words import Seat, Term
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.parts import (
    GOLD_BY_USE,
    KNIGHT_CARD_COUNT,
    KNIGHTS_FOR_ARMY,
    PARTS,
    PIECE_LIMITS,
    POINT_CARD_COUNT,
    POINTS_BY_THING,
    PYRAMID_STONE_COUNT,
    STONES_PER_SEAT,
)
from companion.games.cheops_catan.routes import find_route, has_drawn_map
from companion.games.cheops_catan.state import (
    MapBuilding,
    MapRoad,
    State,
    count_laid_stones,
    get_founder,
    get_public_points,
    get_roller,
    is_founding,
    may_lay_stones,
    seven_adds_stone,
    start_turn,
)

_MAP_MOVES: tuple[type, ...] = (moves.Connect, moves.Mark)
_MOVES_AFTER_FOUNDING: tuple[type, ...] = (
    moves.Roll, moves.Build, moves.Lay, moves.Knight, moves.ShowPoint, moves.Purchase, moves.Harbour,
    moves.Give, moves.Claim, moves.Income, *_MAP_MOVES,
)  # fmt: skip


ENDS_TURN_REFUSAL = RefusalKind("cheops_catan.ends_turn", "turn", overridable=True)


def awaiting(state: State) -> Awaiting:
    """Return the seats that must enter something: the one that founds a settlement, the one whose turn it
    is, or after the end those that have not shown their hidden cards."""
    seats = state.rules.seats
    if state.closing:
        missing = tuple(seat for seat in range(seats) if seat not in state.revealed)
        values = {"seats": tuple(map(Seat, missing)), "why": Term(state.closing)}
        return Awaiting(missing, (moves.Reveal,), "cheops_catan.reveal", values)
    if is_founding(state):
        return _make_awaiting("cheops_catan.found", seats, get_founder(state))
    return _make_awaiting("cheops_catan.turn" if state.rolled else "cheops_catan.roll", seats, state.turn)


@cache
def _make_awaiting(prompt: str, seats: int, seat: int) -> Awaiting:
    others = tuple(other for other in range(seats) if other != seat)
    kinds = (moves.Found, *_MAP_MOVES) if prompt == "cheops_catan.found" else _MOVES_AFTER_FOUNDING
    following = (seat + 1) % seats
    values = {"seat": Seat(seat), "next": Seat(following)}
    early_seats = (following,) if prompt == "cheops_catan.turn" else ()
    return Awaiting((seat,), kinds, prompt, values, others, early_seats, "cheops_catan.early")


def ending(state: State) -> Ending | None:
    """Return the ending, or None while the game goes on or seats still have to show their hidden cards."""
    if not state.closing or len(state.revealed) < state.rules.seats:
        return None
    values = {"seat": Seat(state.closer)} if state.closer >= 0 else {}
    return Ending(state.closing, "end", values)


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """Return the refusal of a move, or None if the move is legal."""
    if isinstance(move, moves.Connect | moves.Mark):
        return _check_map_move(state, seat, move)
    if isinstance(move, moves.Found):
        return None if seat == get_founder(state) else _make_wrong_turn_refusal(state, seat)
    if isinstance(move, moves.Reveal):
        return _check_point_card_supply(state, move.cards)
    if isinstance(move, moves.Roll):
        roller = get_roller(state)
        return None if seat == roller else Refusal("cheops_catan.roll_order", "turn", {"who": Seat(roller)})
    if isinstance(move, moves.Income):
        return None if state.rolls else _make_not_rolled_refusal(get_roller(state))
    if isinstance(move, moves.Knight | moves.ShowPoint | moves.Claim):
        return _check_card_play(state, seat, move)
    return choose_most_binding(_iter_post_roll_move_refusals(state, seat, move))


def _iter_post_roll_move_refusals(
    state: State, seat: int, move: moves.Build | moves.Lay | moves.Purchase | moves.Harbour | moves.Give
) -> Iterator[Refusal | None]:
    """Yield the reasons against a move before which the seat must roll. A None stands for no reason. One of
    the reasons can be that the move would end the turn of another seat."""
    refusal = _check_post_roll_move(state, seat, move)
    if seat != state.turn:
        if seat != get_roller(state) or (refusal and not refusal.overridable):
            yield _make_wrong_turn_refusal(state, seat)
        yield ENDS_TURN_REFUSAL({"who": Seat(state.turn)})
    yield refusal
    if not start_turn(state, seat).rolled:
        yield _make_not_rolled_refusal(seat)


def _check_post_roll_move(
    state: State, seat: int, move: moves.Build | moves.Lay | moves.Purchase | moves.Harbour | moves.Give
) -> Refusal | None:
    if isinstance(move, moves.Build):
        return _check_build(state, seat, move)
    if isinstance(move, moves.Lay):
        return _check_stone(state, seat, move)
    return _check_gold_payment(state, seat, move)


def _make_wrong_turn_refusal(state: State, seat: int) -> Refusal:
    active = get_founder(state) if is_founding(state) else state.turn
    return Refusal("cheops_catan.not_now", "turn", {"seat": Seat(seat), "who": Seat(active)})


def _make_not_rolled_refusal(seat: int) -> Refusal:
    return Refusal("cheops_catan.before_roll", "turn", {"seat": Seat(seat)}, overridable=True)


def _check_card_play(
    state: State, seat: int, move: moves.Knight | moves.ShowPoint | moves.Claim
) -> Refusal | None:
    """Return why the seat cannot play this card now, or None. A card may be played before the roll."""
    if seat not in (state.turn, get_roller(state)):
        return _make_wrong_turn_refusal(state, seat)
    if isinstance(move, moves.Claim):
        return _check_claim(state, seat, move)
    if isinstance(move, moves.ShowPoint):
        return _check_point_card_supply(state, 1)
    if sum(state.knights) >= KNIGHT_CARD_COUNT:
        return Refusal("cheops_catan.knight_cards", "turn", {"count": KNIGHT_CARD_COUNT})
    if start_turn(state, seat).knight_played:
        return Refusal("cheops_catan.one_knight", "turn", {"seat": Seat(seat)}, overridable=True)
    return None


def _check_build(state: State, seat: int, move: moves.Build) -> Refusal | None:
    count = {
        "settlement": state.settlements, "city": state.cities, "road": state.roads, "ship": state.ships
    }[move.piece][seat]  # fmt: skip
    if count >= PIECE_LIMITS[move.piece]:
        values = {"piece": Term(move.piece), "count": PIECE_LIMITS[move.piece]}
        return Refusal("cheops_catan.no_piece", "pieces", values)
    if move.piece == "city" and not state.settlements[seat]:
        return Refusal("cheops_catan.city_needs_settlement", "pieces", {"seat": Seat(seat)})
    if move.at_site and move.piece != "settlement":
        return Refusal("cheops_catan.site_settlement", "pieces", {"piece": Term(move.piece)})
    return None


def _check_stone(state: State, seat: int, move: moves.Lay) -> Refusal | None:
    if not may_lay_stones(state):
        return Refusal("cheops_catan.not_begun", "pyramid")
    if state.stones[seat] >= STONES_PER_SEAT:
        return Refusal("cheops_catan.own_stones", "pyramid", {"count": STONES_PER_SEAT}, ("pyramid",))
    if move.owner is None:
        if state.at_site[seat]:
            return None
        return Refusal("cheops_catan.no_access", "pyramid", {"seat": Seat(seat)})
    if move.owner == seat or move.owner >= state.rules.seats or not state.at_site[move.owner]:
        return Refusal("cheops_catan.no_site_there", "pyramid")
    short = _check_enough_gold(state, seat, GOLD_BY_USE["fee"])
    if short is not None:
        return short
    return choose_most_binding(_iter_site_refusals(state, seat, move.owner))


def _iter_site_refusals(state: State, seat: int, owner: int) -> Iterator[Refusal]:
    """Yield the reasons why the seat cannot lay a stone by using the building of ``owner`` at the site."""
    if state.at_site[seat]:
        yield Refusal("cheops_catan.own_site", "pyramid", {"seat": Seat(seat)}, overridable=True)
    if has_drawn_map(state) and find_route(state, seat, owner, "site") is None:
        values = {"seat": Seat(seat), "owner": Seat(owner)}
        yield Refusal("cheops_catan.no_route", "routes", values, ("map",), overridable=True)


def _check_enough_gold(state: State, seat: int, needed: int) -> Refusal | None:
    if state.gold[seat] >= needed:
        return None
    values = {"seat": Seat(seat), "needed": needed, "gold": state.gold[seat]}
    return Refusal("cheops_catan.no_gold", "gold", values, (f"seat-{seat}",))


def get_price(move: moves.Purchase) -> int:
    """Return how much gold a resource card costs."""
    return GOLD_BY_USE["price_with_harbour" if move.harbour else "price"]


def _check_gold_payment(
    state: State, seat: int, move: moves.Purchase | moves.Harbour | moves.Give
) -> Refusal | None:
    if isinstance(move, moves.Purchase):
        return _check_enough_gold(state, seat, get_price(move))
    if move.owner == seat or move.owner >= state.rules.seats:
        return Refusal("cheops_catan.other_seat", "gold")
    short = _check_enough_gold(
        state, seat, GOLD_BY_USE["fee"] if isinstance(move, moves.Harbour) else move.gold
    )
    if short is not None or isinstance(move, moves.Give) or not has_drawn_map(state):
        return short
    if find_route(state, seat, move.owner, "harbour") is None:
        values = {"seat": Seat(seat), "owner": Seat(move.owner)}
        return Refusal("cheops_catan.no_harbour_route", "routes", values, ("map",), overridable=True)
    return None


def _check_point_card_supply(state: State, cards: int) -> Refusal | None:
    if sum(state.cards) + cards > POINT_CARD_COUNT:
        return Refusal("cheops_catan.point_cards", "points", {"count": POINT_CARD_COUNT})
    return None


def _check_claim(state: State, seat: int, move: moves.Claim) -> Refusal | None:
    total = get_public_points(state, seat) + move.cards
    if total < POINTS_BY_THING["goal"]:
        return Refusal("cheops_catan.not_twelve", "end", {"have": total, "goal": POINTS_BY_THING["goal"]})
    return _check_point_card_supply(state, move.cards)


def _check_map_move(state: State, seat: int, move: moves.Connect | moves.Mark) -> Refusal | None:
    names = (move.start, move.end) if isinstance(move, moves.Connect) else (move.crossing,)
    if not all(name.strip() == name and name.isprintable() and name for name in names):
        return Refusal("cheops_catan.crossing_name", "routes", {}, ("map",))
    if len(set(names)) < len(names):
        return Refusal("cheops_catan.same_crossing", "routes", {}, ("map",))
    if isinstance(move, moves.Mark):
        owner = next((h.owner for h in state.houses if h.crossing == move.crossing), seat)
        if owner != seat:
            return Refusal("cheops_catan.crossing_taken", "routes", {"owner": Seat(owner)}, ("map",))
    elif any({road.start, road.end} == set(names) for road in state.network):
        return Refusal("cheops_catan.edge_taken", "routes", {}, ("map",))
    if len(state.network) + len(state.houses) >= 120:
        return Refusal("cheops_catan.map_full", "routes", {}, ("map",))
    return None


def warnings(state: State, seat: int, move: Move) -> tuple[Refusal, ...]:
    """Return a warning if a seat gets gold right after a roll of 7, which yields no gold. Otherwise return
    an empty tuple."""
    if isinstance(move, moves.Income) and state.rolls and state.rolls[-1] == 7:
        return (Refusal("cheops_catan.income_after_seven", "seven", {"seat": Seat(seat)}),)
    return ()


_MOVES_OUTSIDE_TURNS = (moves.Found, moves.Income, moves.Reveal, moves.Connect, moves.Mark)
"""Moves that belong to no turn. All other moves start the seat's turn if it has not started."""


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move. A move that belongs to a turn also starts the seat's turn, if it has
    not started."""
    if not isinstance(move, _MOVES_OUTSIDE_TURNS):
        state = start_turn(state, seat)
    return _set_closing(_APPLY_BY_MOVE[type(move)](state, seat, move), seat)


def _add_settlement(state: State, seat: int, *, at_site: bool, **others: Any) -> State:
    return replace(
        state, settlements=add_to_item(state.settlements, seat),
        at_site=add_to_item(state.at_site, seat) if at_site else state.at_site,
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
            state, settlements=add_to_item(state.settlements, seat, -1),
            cities=add_to_item(state.cities, seat),
            touched=f"cities {seat}",
        )  # fmt: skip
    if move.piece == "road":
        return replace(state, roads=add_to_item(state.roads, seat), touched=f"roads {seat}")
    return replace(state, ships=add_to_item(state.ships, seat), touched=f"ships {seat}")


def _play_knight(state: State, seat: int, move: moves.Knight) -> State:
    knights = add_to_item(state.knights, seat)
    best = knights[state.army] if state.army >= 0 else KNIGHTS_FOR_ARMY - 1
    army = seat if knights[seat] > best else state.army
    return replace(state, knights=knights, army=army, knight_played=True, touched=f"knights {seat}")


def _lay_stone(state: State, seat: int, move: moves.Lay) -> State:
    gold = state.gold
    if move.owner is not None:
        gold = _transfer_gold(gold, seat, move.owner, GOLD_BY_USE["fee"])
    stones = add_to_item(state.stones, seat)
    blessed, cursed = find_blessing_and_curse(stones, seat, state.blessed, spared=state.rules.holder_spared)
    return replace(
        state, gold=gold, stones=stones, order=(*state.order, seat), blessed=blessed, cursed=cursed,
        touched="stone",
    )  # fmt: skip


def find_blessing_and_curse(
    stones: tuple[int, ...], layer: int, blessed: int, *, spared: bool
) -> tuple[int, frozenset[int]]:
    """Return (seat with the Blessing, seats with the Curse) after ``layer`` has laid a stone.

    ``stones`` has the number of stones of each seat, including this one. ``blessed`` is the seat that had
    the Blessing before, or -1. It loses the Blessing only if ``layer`` has more stones. All seats with the
    fewest stones have the Curse. If ``spared``, the seat with the Blessing is exempt.
    """
    if blessed < 0 or stones[layer] > stones[blessed]:
        blessed = layer
    least = min(stones)
    cursed = frozenset(
        seat for seat, count in enumerate(stones) if count == least and not (spared and seat == blessed)
    )
    return blessed, cursed


def _transfer_gold(gold: tuple[int, ...], seat: int, owner: int, amount: int) -> tuple[int, ...]:
    return add_to_item(add_to_item(gold, seat, -amount), owner, amount)


def _give_gold(state: State, seat: int, owner: int, gold: int) -> State:
    return replace(state, gold=_transfer_gold(state.gold, seat, owner, gold), touched=f"gold {seat}")


def _trade_with_bank(state: State, seat: int, gold: int) -> State:
    """Return the state after the bank pays the seat this much gold. If ``gold`` is negative, the seat pays
    the bank."""
    return replace(
        state, gold=add_to_item(state.gold, seat, gold), paid_out=state.paid_out + gold,
        touched=f"gold {seat}",
    )  # fmt: skip


def _show_cards(state: State, seat: int, cards: int, **others: Any) -> State:
    touched = f"cards {seat}" if cards else ""
    return replace(state, cards=add_to_item(state.cards, seat, cards), touched=touched, **others)


def _claim_victory(state: State, seat: int, move: moves.Claim) -> State:
    return _show_cards(
        state, seat, move.cards,
        closing="cheops_catan.twelve", closer=seat, revealed=frozenset((seat,)),
    )  # fmt: skip


def _draw_map_road(state: State, seat: int, move: moves.Connect) -> State:
    road = MapRoad(move.start, move.end, seat, move.ship)
    return replace(state, network=(*state.network, road), touched="")


def _draw_map_building(state: State, seat: int, move: moves.Mark) -> State:
    other_houses = tuple(house for house in state.houses if house.crossing != move.crossing)
    house = MapBuilding(move.crossing, seat, move.at_site, move.harbour)
    return replace(state, houses=(*other_houses, house), touched="")


_APPLY_BY_MOVE: dict[type, Callable[[State, int, Any], State]] = {
    moves.Roll: _enter_roll, moves.Build: _build_piece, moves.Knight: _play_knight, moves.Lay: _lay_stone,
    moves.Claim: _claim_victory, moves.Connect: _draw_map_road, moves.Mark: _draw_map_building,
    moves.Found: lambda state, seat, move: _add_settlement(
        state, seat, at_site=move.at_site, founded=state.founded + 1
    ),
    moves.Purchase: lambda state, seat, move: _trade_with_bank(state, seat, -get_price(move)),
    moves.Reveal: lambda state, seat, move: _show_cards(
        state, seat, move.cards, revealed=state.revealed | {seat}
    ),
    moves.ShowPoint: lambda state, seat, _: _show_cards(state, seat, 1),
    moves.Income: lambda state, seat, move: _trade_with_bank(state, seat, move.gold),
    moves.Harbour: lambda state, seat, move: _give_gold(state, seat, move.owner, GOLD_BY_USE["fee"]),
    moves.Give: lambda state, seat, move: _give_gold(state, seat, move.owner, move.gold),
}  # fmt: skip


def _set_closing(state: State, seat: int) -> State:
    """Return the state with the ending in ``closing`` if the move of ``seat`` has ended the game."""
    if state.closing:
        return state
    if state.black >= state.rules.black_stones:
        return replace(state, closing="cheops_catan.pharaoh")
    if count_laid_stones(state) >= PYRAMID_STONE_COUNT:
        return replace(state, closing="cheops_catan.pyramid")
    if (
        not is_founding(state)
        and seat == state.turn
        and get_public_points(state, seat) >= POINTS_BY_THING["goal"]
    ):
        return replace(state, closing="cheops_catan.twelve", closer=seat)
    return state


def find_next_stone_points(state: State, seat: int) -> tuple[int, ...]:
    """Return by how much the points of each seat would change if ``seat`` laid a stone now."""
    stones = add_to_item(state.stones, seat)
    blessed, cursed = find_blessing_and_curse(stones, seat, state.blessed, spared=state.rules.holder_spared)
    return tuple(
        POINTS_BY_THING["blessing"] * ((blessed == n) - (state.blessed == n))
        + POINTS_BY_THING["curse"] * ((n in cursed) - (n in state.cursed))
        for n in range(state.rules.seats)
    )


def get_roll_distribution(state: State) -> tuple[tuple[int, int, float], ...]:
    """Return (sum, how often it was rolled, how often that is expected) for each sum of two dice."""
    expected = _expect_rolls(len(state.rolls))
    return tuple((total, state.rolls.count(total), expected[total - 2]) for total in range(2, 13))


@lru_cache(maxsize=512)
def _expect_rolls(rolls: int) -> tuple[float, ...]:
    return tuple(round(rolls * (6 - abs(7 - total)) / 36, 2) for total in range(2, 13))


_FOUNDING_MOVES = (moves.Found(), moves.Found(True))
_ROLL_MOVES = tuple(moves.Roll(total) for total in range(2, 13))
_INCOME_MOVES = tuple(moves.Income(gold) for gold in (1, 2))
_SETTLEMENT_MOVES = (moves.Build("settlement"), moves.Build("settlement", True))
_CITY_MOVE, _ROAD_MOVE, _SHIP_MOVE = moves.Build("city"), moves.Build("road"), moves.Build("ship")
_PURCHASES_BY_PRICE = (
    (GOLD_BY_USE["price"], moves.Purchase()),
    (GOLD_BY_USE["price_with_harbour"], moves.Purchase(True)),
)
_KNIGHT_MOVE, _SHOW_POINT_MOVE, _LAY_MOVE = moves.Knight(), moves.ShowPoint(), moves.Lay()
_ALL_SEATS = range(PARTS["seats"]["high"])
_LAY_MOVES = tuple(moves.Lay(owner) for owner in _ALL_SEATS)
_HARBOUR_MOVES = tuple(moves.Harbour(owner) for owner in _ALL_SEATS)
_GIVE_MOVES = tuple(moves.Give(owner, 1) for owner in _ALL_SEATS)
_REVEAL_MOVES = tuple(moves.Reveal(cards) for cards in range(POINT_CARD_COUNT + 1))
_CLAIM_MOVES = tuple(moves.Claim(cards) for cards in range(POINT_CARD_COUNT + 1))


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Return the legal moves that get a button. Moves with text or large numbers are typed in instead."""
    cards_left = POINT_CARD_COUNT - sum(state.cards)
    if state.closing:
        return _REVEAL_MOVES[: cards_left + 1]
    if is_founding(state):
        return _FOUNDING_MOVES if seat == get_founder(state) else ()
    legal: list[Move] = [*_INCOME_MOVES] if state.rolls else []
    if seat == get_roller(state):
        legal += _ROLL_MOVES
    if seat in (state.turn, get_roller(state)):
        legal += _list_card_moves(state, seat, cards_left)
    if seat == state.turn and state.rolled:
        legal += _list_moves_after_roll(state, seat)
    return legal


def _list_card_moves(state: State, seat: int, cards_left: int) -> list[Move]:
    cards: list[Move] = []
    if sum(state.knights) < KNIGHT_CARD_COUNT and not start_turn(state, seat).knight_played:
        cards.append(_KNIGHT_MOVE)
    if cards_left:
        cards.append(_SHOW_POINT_MOVE)
    missing = max(0, POINTS_BY_THING["goal"] - get_public_points(state, seat))
    cards += _CLAIM_MOVES[missing : cards_left + 1]
    return cards


def _list_moves_after_roll(state: State, seat: int) -> list[Move]:
    legal: list[Move] = []
    if state.settlements[seat] < PIECE_LIMITS["settlement"]:
        legal += _SETTLEMENT_MOVES
    if state.cities[seat] < PIECE_LIMITS["city"] and state.settlements[seat]:
        legal.append(_CITY_MOVE)
    if state.roads[seat] < PIECE_LIMITS["road"]:
        legal.append(_ROAD_MOVE)
    if state.ships[seat] < PIECE_LIMITS["ship"]:
        legal.append(_SHIP_MOVE)
    gold = state.gold[seat]
    legal += [move for price, move in _PURCHASES_BY_PRICE if gold >= price]
    may_lay = may_lay_stones(state) and state.stones[seat] < STONES_PER_SEAT
    if may_lay and state.at_site[seat]:
        legal.append(_LAY_MOVE)
    if gold >= GOLD_BY_USE["fee"]:
        legal += _list_moves_with_others(state, seat, may_lay=may_lay and not state.at_site[seat])
    return legal


def _list_moves_with_others(state: State, seat: int, *, may_lay: bool) -> list[Move]:
    """Return the legal moves that pay gold to another seat: for the use of its harbour, or as a gift. With
    ``may_lay``, add those that lay a stone by using another seat's building at the site."""
    legal: list[Move] = []
    is_confirmed = not has_drawn_map(state)
    for owner in range(state.rules.seats):
        if owner == seat:
            continue
        if may_lay and state.at_site[owner] and (is_confirmed or find_route(state, seat, owner, "site")):
            legal.append(_LAY_MOVES[owner])
        if is_confirmed or find_route(state, seat, owner, "harbour"):
            legal.append(_HARBOUR_MOVES[owner])
        legal.append(_GIVE_MOVES[owner])
    return legal
