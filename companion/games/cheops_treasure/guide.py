"""What the guide says in Cheops (1998): the kinds of moves, the reasons for one, and what it is worth.

The worth is in tens of piastres: what a move brings, and what is kept may bring. A kept treasure counts
what its colour's number may be when the game ends: the mean of the number that lies open and of those
that the next sales may uncover. What the rival gains who gains most counts against the mover. Nobody but
the players sees which treasures lie on the pyramid: a space is weighed by what the app knows of it, and
``treasure_worth`` says for each colour what a treasure is worth to whoever takes it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.move_values import Reason, Terms, strongest
from companion.engine.words import Term
from companion.games.cheops_treasure.effects import apply
from companion.games.cheops_treasure.laws import add_to_count, check_sale
from companion.games.cheops_treasure.moves import Choose, Draw, Hire, KeepLaw, Pass, Place, Reveal, Take
from companion.games.cheops_treasure.parts import (
    COLOURS,
    FAMILIES,
    MARKET,
    NEIGHBOUR_PRICE,
    NEIGHBOURS,
    bit_of,
    open_spaces,
)
from companion.games.cheops_treasure.scoring import count_treasures, score_sheets
from companion.games.cheops_treasure.state import (
    State,
    coverable_numbers,
    filled_spaces,
    market_price,
    price,
    price_is_assumed,
    spaces_for,
    untaken,
)
from companion.games.cheops_treasure.view import value_of_all

_LESSONS = (
    Lesson("Place", "pyramid", "A"),
    Lesson("sell", "take", "tens"),
    Lesson("keep", "take", "red"),
    Lesson("Draw", "draw", "B"),
    Lesson("neighbour_placed", "neighbours", "neighbour", is_rare=True),
    Lesson("law_card", "laws", "law", is_event=True, is_rare=True),
    Lesson("Pass", "turn", "C", is_rare=True),
    Lesson("Choose", "laws", "law", is_rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """The parts of a turn, a neighbour, and everything that laws let somebody do."""
    return _LESSONS


def lesson_name(move: Move) -> str:
    """Whatever a law asks is of the law; a neighbour is placed or saved."""
    if isinstance(move, Take):
        return "sell" if move.deal == "sell" else "keep"
    if isinstance(move, Hire) or (isinstance(move, Place) and move.pawn == "neighbour"):
        return "neighbour_placed"
    plain = isinstance(move, Choose | Draw | Pass) or (isinstance(move, Place) and not move.law)
    return type(move).__name__ if plain else "law_card"


def piece(move: Move) -> str:
    """The colour that lay there, or the pawn that is drawn."""
    if isinstance(move, Draw):
        return move.pawns[0] if move.pawns else ""
    return move.colour if isinstance(move, Take) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the strongest terms of its worth say: what lies there and opens, what a treasure brings."""
    if isinstance(move, Place):
        values, found = _reasons_to_place(state, seat, move)
    elif isinstance(move, Take):
        values, found = _reasons_to_take(state, seat, move)
    elif isinstance(move, Draw):
        held = dict(zip(FAMILIES, state.hands[seat], strict=True))
        lacking = tuple(Term(pawn) for pawn in move.pawns if not held[pawn])
        values, found = {"pawns": lacking}, (("families", "cheops_treasure.lacking", lacking),)
    else:
        return ()
    return strongest(terms(state, seat, move), values, found)


Found = tuple[dict[str, Any], tuple[Reason, ...]]


def _reasons_to_place(state: State, seat: int, move: Place) -> Found:
    space, before, hand = bit_of(move.row, move.column), filled_spaces(state), state.hands[seat]
    fits = any(n and space & spaces_for(state, family) for family, n in enumerate(hand))
    lies = state.known.get(space)
    return {"treasure": Term("" if lies is None else f"treasure:{COLOURS[lies]}")}, (
        ("here", "cheops_treasure.lies", lies is not None),
        ("here", "cheops_treasure.no_pawn_fits", move.pawn == "neighbour" and any(hand) and not fits),
        ("opens", "cheops_treasure.opens", not open_spaces(before | space) & ~open_spaces(before)),
    )


def _reasons_to_take(state: State, seat: int, move: Take) -> Found:
    """Nothing where the market's price is assumed, or the colour's number unknown."""
    colour, market = COLOURS.index(move.colour), market_price(state)
    at, holdings = price(state, colour), tuple(kept[colour] for kept in state.kept)
    now, then = value_of_all(at, holdings, seat), value_of_all(at, add_to_count(holdings, seat, 1), seat)
    if now is None or then is None or price_is_assumed(state):
        return {}, ()
    kept = then - now
    return {"market": market, "kept": kept}, (
        ("own", "cheops_treasure.better_sell", move.deal == "sell" and market > kept),
        ("own", "cheops_treasure.better_keep", move.deal == "keep" and kept > market),
    )


PIASTRES = 10
"""Of one point of worth: a play decides some dozens of them."""
SALES_AHEAD = 2
"""Numbers of a tablet that the others may still cover."""
SHORT, LAST = 12, 4
"""Spaces left at which one sale is still expected, and none."""
LAW = 8
"""Piastres that a law is worth to its finder."""
LAW_KEPT = 3
OPENED = 0.5
"""Piastres that each space costs which a pawn opens to the next seat."""
PAWN, NEW_FAMILY = 1.0, 0.5
"""Piastres that a drawn pawn is worth, and of a family that the hand lacks."""
ENDS = 1000.0


def worth(state: State, seat: int, move: Move) -> float:
    """What a legal move is worth to a seat, in tens of piastres that it may expect to be ahead by."""
    return sum(terms(state, seat, move).values()) / PIASTRES


def guess_hidden(state: State, viewer: int | None) -> State:
    """The state with hidden money shared evenly: what the bank has paid and the viewer does not have."""
    if state.rules.open_money or state.over:
        return state
    sold = sum(state.gone) - sum(map(sum, state.kept))
    paid = MARKET * sold - NEIGHBOUR_PRICE * (NEIGHBOURS - state.neighbours)
    known = {} if viewer is None else {viewer: state.money[viewer]}
    share = max(0, paid - sum(known.values())) // (state.rules.seats - len(known))
    return replace(state, money=tuple(known.get(seat, share) for seat in range(state.rules.seats)))


def terms(state: State, seat: int, move: Move) -> Terms:
    """The terms of a legal move's worth to a seat, in piastres."""
    if isinstance(move, Reveal):
        return {}
    after = apply(state, seat, move)
    if after.over and not state.over:
        lead = _total(after, seat) - max(_total(after, one) for one in _rivals(state, seat))
        return {"ends": PIASTRES * (ENDS + lead if lead > 0 else lead - ENDS)}
    if isinstance(move, Place):
        return _placing(state, after, seat, move)
    value = {
        **_ahead(seat, _expected(after), _expected(state)),
        "law": LAW_KEPT * isinstance(move, KeepLaw),
    }
    if isinstance(move, Draw):
        new = sum(not state.hands[seat][FAMILIES.index(pawn)] for pawn in move.pawns)
        value |= {"pawns": PAWN * bool(move.pawns), "families": NEW_FAMILY * new}
    return value


def treasure_worth(state: State, seat: int, colour: int) -> float:
    """What a treasure of a colour is worth to whoever takes it now, in piastres; sold, kept or put away."""
    now = _colour(state, colour)
    mine = tuple(kept[colour] for kept in state.kept)
    choices = [0.0]
    if check_sale(state, colour) is None:
        sold = _colour(state, colour, mine, state.sold[colour] + 1)
        choices.append(market_price(state) + sum(_ahead(seat, sold, now).values()))
    if state.under[colour] != 4:
        choices.append(sum(_ahead(seat, _colour(state, colour, add_to_count(mine, seat, 1)), now).values()))
    return max(choices)


def _placing(state: State, after: State, seat: int, move: Place) -> Terms:
    """What the space may hold, beside a turn's usual treasure; what the pawn costs and opens."""
    space, before = bit_of(move.row, move.column), filled_spaces(state)
    opened = (open_spaces(before | space) & ~open_spaces(before)).bit_count()
    value = {"money": float(after.money[seat] - state.money[seat]), "opens": -OPENED * opened}
    known = state.known.get(space)
    usual = known is None and not space & state.eyes and move.pawn != "neighbour"
    if usual and not move.law:
        return value
    colours = range(len(COLOURS))
    mean = sum(treasure_worth(state, seat, colour) for colour in colours) / len(COLOURS)
    here = mean
    if known is not None:
        here = treasure_worth(state, seat, known)
    elif space & state.eyes:
        here = LAW
    is_extra = move.pawn == "neighbour" or move.law
    return {**value, "here": here - (0 if is_extra else mean), "law": -LAW_KEPT * bool(move.law)}


def _ahead(seat: int, now: list[float], before: list[float]) -> Terms:
    """The gain of a seat, and of the rival who gains most."""
    gains = [one - other for one, other in zip(now, before, strict=True)]
    return {"own": gains[seat], "rival": -max(gain for one, gain in enumerate(gains) if one != seat)}


def _expected(state: State) -> list[float]:
    """What each seat may have at the end, as far as it changes: its money and what it keeps."""
    totals = [float(money) for money in state.money]
    if state.over:
        return [float(_total(state, seat)) for seat in range(state.rules.seats)]
    for colour in range(len(COLOURS)):
        for seat, value in enumerate(_colour(state, colour)):
            totals[seat] += value
    return totals


def _colour(
    state: State, colour: int, holdings: tuple[int, ...] | None = None, sold: int | None = None
) -> list[float]:
    """What the treasures of a colour may bring each seat at the end."""
    if holdings is None:
        holdings = tuple(kept[colour] for kept in state.kept)
    if not any(holdings):
        return [0.0] * len(holdings)
    first = state.sold[colour] if sold is None else sold
    left = untaken(state).bit_count()
    ahead = 0 if left < LAST else 1 if left < SHORT else SALES_AHEAD
    last = min(coverable_numbers(state, colour) or first, first + ahead)
    prices = [price(state, colour, number) for number in range(first, max(first, last) + 1)]
    return [
        sum(value_of_all(one, holdings, seat) or 0 for one in prices) / len(prices) if n else 0.0
        for seat, n in enumerate(holdings)
    ]


def _total(state: State, seat: int) -> int:
    holdings = list(zip(*map(count_treasures, score_sheets(state)), strict=True))
    kept = (value_of_all(price(state, colour), holdings[colour], seat) for colour in range(len(COLOURS)))
    return state.money[seat] + sum(value or 0 for value in kept)


def _rivals(state: State, seat: int) -> list[int]:
    return [one for one in range(state.rules.seats) if one != seat]
