"""The list of what a seat may enter, written out: the same answer as asking ``check`` event by event."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Move
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.parts import (
    GOLD,
    KNIGHT_CARDS,
    LIMITS,
    OWN_STONES,
    PARTS,
    POINT_CARDS,
    POINTS,
)
from companion.games.cheops_catan.routes import drawn, harbours_of, route, sites_of
from companion.games.cheops_catan.state import (
    State,
    begun,
    founder,
    founding,
    opened,
    points,
    roller,
)

_FOUNDS = (moves.Found(), moves.Found(True))
_ROLLS = tuple(moves.Roll(total) for total in range(2, 13))
_INCOMES = tuple(moves.Income(gold) for gold in (1, 2))
_SETTLEMENTS = (moves.Build("settlement"), moves.Build("settlement", True))
_CITY, _ROAD, _SHIP = moves.Build("city"), moves.Build("road"), moves.Build("ship")
_PURCHASES = ((GOLD["price"], moves.Purchase()), (GOLD["price_with_harbour"], moves.Purchase(True)))
_KNIGHT, _SHOW_POINT, _LAY = moves.Knight(), moves.ShowPoint(), moves.Lay()
_SEATS = range(PARTS["seats"]["high"])
_LAYS, _HARBOURS = (
    tuple(moves.Lay(owner) for owner in _SEATS),
    tuple(moves.Harbour(owner) for owner in _SEATS),
)
_GIVES = tuple(moves.Give(owner, 1) for owner in _SEATS)
_REVEALS = tuple(moves.Reveal(cards) for cards in range(POINT_CARDS + 1))
_CLAIMS = tuple(moves.Claim(cards) for cards in range(POINT_CARDS + 1))


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Each event that needs no typing and that ``check`` lets through."""
    cards_left = POINT_CARDS - sum(state.cards)
    if state.closing:
        return _REVEALS[: cards_left + 1]
    if founding(state):
        return _FOUNDS if seat == founder(state) else ()
    found: list[Move] = [*_INCOMES] if state.rolls else []
    if seat == roller(state):
        found += _ROLLS
    if seat in (state.turn, roller(state)):
        found += _cards(state, seat, cards_left)
    if seat == state.turn and state.rolled:
        found += _after_roll(state, seat)
    return found


def _cards(state: State, seat: int, cards_left: int) -> list[Move]:
    """The cards of the seat whose turn it is, or of the next, before its roll."""
    found: list[Move] = []
    if sum(state.knights) < KNIGHT_CARDS and not opened(state, seat).knight_played:
        found.append(_KNIGHT)
    if cards_left:
        found.append(_SHOW_POINT)
    missing = max(0, POINTS["goal"] - points(state, seat))
    found += _CLAIMS[missing : cards_left + 1]
    return found


def _after_roll(state: State, seat: int) -> list[Move]:
    """Pieces, gold and stones."""
    found: list[Move] = []
    if state.settlements[seat] < LIMITS["settlement"]:
        found += _SETTLEMENTS
    if state.cities[seat] < LIMITS["city"] and state.settlements[seat]:
        found.append(_CITY)
    if state.roads[seat] < LIMITS["road"]:
        found.append(_ROAD)
    if state.ships[seat] < LIMITS["ship"]:
        found.append(_SHIP)
    gold = state.gold[seat]
    found += [move for price, move in _PURCHASES if gold >= price]
    stones = begun(state) and state.stones[seat] < OWN_STONES
    if stones and state.at_site[seat]:
        found.append(_LAY)
    if gold >= GOLD["fee"]:
        found += _with_others(state, seat, stones=stones and not state.at_site[seat])
    return found


def _with_others(state: State, seat: int, *, stones: bool) -> list[Move]:
    """What a coin allows with each other seat: a stone by its site, its harbour, a gift."""
    found: list[Move] = []
    attested = not drawn(state)
    for owner in range(state.rules.seats):
        if owner == seat:
            continue
        if stones and state.at_site[owner] and (attested or route(state, seat, sites_of(state, owner))):
            found.append(_LAYS[owner])
        if attested or route(state, seat, harbours_of(state, owner)):
            found.append(_HARBOURS[owner])
        found.append(_GIVES[owner])
    return found
