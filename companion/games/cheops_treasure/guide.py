"""The guide for Cheops (1998): the kinds of moves, the reasons for a move, and its estimated value.

The value of a move is in tens of piastres: what the move brings, plus what kept treasures may bring at the
end. A kept treasure is worth the mean of its colour's uncovered number and of the numbers that the next
sales may uncover. The largest gain of a rival is subtracted. The app does not know which treasure is on a
space, unless a swap has shown it, so the value of an unknown space is the mean over all colours.
"""

from dataclasses import replace
from typing import Any

from companion.engine.game import Description, Lesson, Move
from companion.engine.move_values import (
    PossibleReason,
    ValueParts,
    find_lead,
    find_strongest_reasons,
    make_gain_parts,
    value_end,
)
from companion.engine.tuples import add_to_item
from companion.engine.words import Term
from companion.games.cheops_treasure.laws import check_sale
from companion.games.cheops_treasure.moves import Choose, Draw, Hire, KeepLaw, Pass, Place, Reveal, Take
from companion.games.cheops_treasure.parts import (
    COLOURS,
    FAMILIES,
    MARKET_PRICE,
    NEIGHBOUR_COUNT,
    NEIGHBOUR_PRICE,
    find_open_mask,
    get_space_bit,
)
from companion.games.cheops_treasure.rules import apply
from companion.games.cheops_treasure.scoring import count_treasures, score_sheets
from companion.games.cheops_treasure.state import (
    State,
    count_coverable_numbers,
    find_filled_mask,
    find_placeable_mask,
    find_untaken_mask,
    get_market_price,
    get_uncovered_price,
    is_market_price_assumed,
)
from companion.games.cheops_treasure.view import value_all_treasures

LESSONS = (
    Lesson("Place", "pyramid", "A"),
    Lesson("sell", "take", "tens"),
    Lesson("keep", "take", "red"),
    Lesson("Draw", "draw", "B"),
    Lesson("neighbour_placed", "neighbours", "neighbour", is_rare=True),
    Lesson("law_card", "laws", "law", is_event=True, is_rare=True),
    Lesson("Pass", "turn", "C", is_rare=True),
    Lesson("Choose", "laws", "law", is_rare=True),
)


def lesson_name(move: Move) -> str:
    """Return the name of the lesson that explains a move. All moves that carry out a law share one
    lesson."""
    if isinstance(move, Take):
        return "sell" if move.deal == "sell" else "keep"
    if isinstance(move, Hire) or (isinstance(move, Place) and move.pawn == "neighbour"):
        return "neighbour_placed"
    plain = isinstance(move, Choose | Draw | Pass) or (isinstance(move, Place) and not move.law)
    return type(move).__name__ if plain else "law_card"


def get_piece_of_move(move: Move) -> str:
    """Return the colour of the treasure that a move takes, or the family of the first pawn that it draws.
    Otherwise return an empty string."""
    if isinstance(move, Draw):
        return move.pawns[0] if move.pawns else ""
    return move.colour if isinstance(move, Take) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return at most two reasons to make a legal move, strongest first."""
    if isinstance(move, Place):
        values, candidates = _reasons_to_place(state, seat, move)
    elif isinstance(move, Take):
        values, candidates = _reasons_to_take(state, seat, move)
    elif isinstance(move, Draw):
        hand = dict(zip(FAMILIES, state.hands[seat], strict=True))
        lacking = tuple(Term(pawn) for pawn in move.pawns if not hand[pawn])
        values, candidates = {"pawns": lacking}, (("families", "cheops_treasure.lacking", lacking),)
    else:
        return ()
    return find_strongest_reasons(get_value_parts(state, seat, move), values, candidates)


ValuesAndReasons = tuple[dict[str, Any], tuple[PossibleReason, ...]]
"""The values for the sentences of the reasons, and the reasons that may be true."""


def _reasons_to_place(state: State, seat: int, move: Place) -> ValuesAndReasons:
    space, before, hand = get_space_bit(move.row, move.column), find_filled_mask(state), state.hands[seat]
    fits = any(n and space & find_placeable_mask(state, family) for family, n in enumerate(hand))
    colour = state.known.get(space)
    return {"treasure": Term("" if colour is None else f"treasure:{COLOURS[colour]}")}, (
        ("here", "cheops_treasure.lies", colour is not None),
        ("here", "cheops_treasure.no_pawn_fits", move.pawn == "neighbour" and any(hand) and not fits),
        ("opens", "cheops_treasure.opens", not find_open_mask(before | space) & ~find_open_mask(before)),
    )


def _reasons_to_take(state: State, seat: int, move: Take) -> ValuesAndReasons:
    """Return ``{"market": price, "kept": value}`` and the possible reasons for selling or keeping a
    treasure. Both are empty if its price is unknown, or is only assumed by the app."""
    colour, market = COLOURS.index(move.colour), get_market_price(state)
    number, holdings = get_uncovered_price(state, colour), tuple(kept[colour] for kept in state.kept)
    value_before = value_all_treasures(number, holdings, seat)
    value_after = value_all_treasures(number, add_to_item(holdings, seat), seat)
    if value_before is None or value_after is None or is_market_price_assumed(state):
        return {}, ()
    value_if_kept = value_after - value_before
    return {"market": market, "kept": value_if_kept}, (
        ("own", "cheops_treasure.better_sell", move.deal == "sell" and market > value_if_kept),
        ("own", "cheops_treasure.better_keep", move.deal == "keep" and value_if_kept > market),
    )


PIASTRES_PER_POINT = 10
"""The number of piastres that count as one point of value."""
EXPECTED_FURTHER_SALES = 2
"""How many further sales of a colour are expected. Each sale changes the price of kept treasures."""
SPACES_FOR_ONE_SALE, SPACES_FOR_NO_SALE = 12, 4
"""With fewer free spaces than the first number, only one further sale is expected. With fewer than the
second, none is."""
FOUND_LAW_VALUE = 8
"""The value in piastres of a law for the seat that finds it."""
KEPT_LAW_VALUE = 3
"""The value in piastres of a law that a seat keeps."""
OPENED_SPACE_COST = 0.5
"""The cost in piastres of each space to which a placed pawn gives the other seats access."""
PAWN_VALUE, NEW_FAMILY_VALUE = 1.0, 0.5
"""The value in piastres of drawing a pawn, and of getting a family that the hand lacks."""


def guess_hidden(state: State, viewer: int | None) -> State:
    """Return the state with a guess in place of the money that the viewer may not see.

    The app knows what the bank has paid in all. The guess is that all other seats have equal shares of it.
    """
    if state.rules.open_money or state.over:
        return state
    sold = sum(state.gone) - sum(map(sum, state.kept))
    paid = MARKET_PRICE * sold - NEIGHBOUR_PRICE * (NEIGHBOUR_COUNT - state.neighbours)
    known = {} if viewer is None else {viewer: state.money[viewer]}
    share = max(0, paid - sum(known.values())) // (state.rules.seats - len(known))
    return replace(state, money=tuple(known.get(seat, share) for seat in range(state.rules.seats)))


def get_value_parts(state: State, seat: int, move: Move) -> ValueParts:
    """Return the estimated value of a legal move as named parts in piastres. The sum of the parts is the
    value."""
    if isinstance(move, Reveal):
        return {}
    after = apply(state, seat, move)
    if after.over and not state.over:
        return {"ends": PIASTRES_PER_POINT * value_end(find_lead(_expect_final_money(after), seat))}
    if isinstance(move, Place):
        return _value_placement(state, after, seat, move)
    gains = make_gain_parts(_expect_final_money(state), _expect_final_money(after), seat)
    if isinstance(move, Draw):
        new = sum(not state.hands[seat][FAMILIES.index(pawn)] for pawn in move.pawns)
        return {**gains, "pawns": PAWN_VALUE * bool(move.pawns), "families": NEW_FAMILY_VALUE * new}
    return {**gains, "law": KEPT_LAW_VALUE * isinstance(move, KeepLaw)}


def value_treasure(state: State, seat: int, colour: int) -> float:
    """Return the value in piastres that finding a treasure of this colour now has for a seat."""
    values_now = _expect_colour_values(state, colour)
    holdings = tuple(kept[colour] for kept in state.kept)
    choices = [0.0]
    if check_sale(state, colour) is None:
        if_sold = _expect_colour_values(state, colour, holdings, state.sold[colour] + 1)
        choices.append(get_market_price(state) + sum(make_gain_parts(values_now, if_sold, seat).values()))
    if state.under[colour] != 4:
        if_kept = _expect_colour_values(state, colour, add_to_item(holdings, seat))
        choices.append(sum(make_gain_parts(values_now, if_kept, seat).values()))
    return max(choices)


def _value_placement(state: State, after: State, seat: int, move: Place) -> ValueParts:
    """Return the value in piastres of placing a pawn, as named parts.

    The parts are the money paid, the treasure or law that the space may have, and a cost for each space on
    which other seats can then place a pawn. ``after`` is the state after the move.
    """
    space, before = get_space_bit(move.row, move.column), find_filled_mask(state)
    opened = (find_open_mask(before | space) & ~find_open_mask(before)).bit_count()
    value = {"money": float(after.money[seat] - state.money[seat]), "opens": -OPENED_SPACE_COST * opened}
    known = state.known.get(space)
    usual = known is None and not space & state.eyes and move.pawn != "neighbour"
    if usual and not move.law:
        return value
    colours = range(len(COLOURS))
    mean = sum(value_treasure(state, seat, colour) for colour in colours) / len(COLOURS)
    value_here = mean
    if known is not None:
        value_here = value_treasure(state, seat, known)
    elif space & state.eyes:
        value_here = FOUND_LAW_VALUE
    is_extra = move.pawn == "neighbour" or move.law
    return {
        **value,
        "here": value_here - (0 if is_extra else mean),
        "law": -KEPT_LAW_VALUE * bool(move.law),
    }


def _expect_final_money(state: State) -> list[float]:
    totals = [float(money) for money in state.money]
    if state.over:
        return [float(_count_money_and_treasures(state, seat)) for seat in range(state.rules.seats)]
    for colour in range(len(COLOURS)):
        for seat, value in enumerate(_expect_colour_values(state, colour)):
            totals[seat] += value
    return totals


def _expect_colour_values(
    state: State, colour: int, holdings: tuple[int, ...] | None = None, sold: int | None = None
) -> list[float]:
    """Return for each seat the expected value of all its treasures of a colour.

    If given, ``holdings`` (the number of these treasures that each seat keeps) and ``sold`` (the number
    that was sold) replace the numbers of the state.
    """
    if holdings is None:
        holdings = tuple(kept[colour] for kept in state.kept)
    if not any(holdings):
        return [0.0] * len(holdings)
    first = state.sold[colour] if sold is None else sold
    left = find_untaken_mask(state).bit_count()
    ahead = 0 if left < SPACES_FOR_NO_SALE else 1 if left < SPACES_FOR_ONE_SALE else EXPECTED_FURTHER_SALES
    last = min(count_coverable_numbers(state, colour) or first, first + ahead)
    prices = [get_uncovered_price(state, colour, number) for number in range(first, max(first, last) + 1)]
    return [
        sum(value_all_treasures(number, holdings, seat) or 0 for number in prices) / len(prices)
        if n
        else 0.0
        for seat, n in enumerate(holdings)
    ]


def _count_money_and_treasures(state: State, seat: int) -> int:
    holdings = list(zip(*map(count_treasures, score_sheets(state)), strict=True))
    treasure_values = (
        value_all_treasures(get_uncovered_price(state, colour), holdings[colour], seat)
        for colour in range(len(COLOURS))
    )
    return state.money[seat] + sum(value or 0 for value in treasure_values)
