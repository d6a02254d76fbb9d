"""The views of a table: everything except the others' money. Also the results of moves, and the setup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import Any, Literal

from companion.engine.game import Description, Move, Place, Setup
from companion.engine.json_data import to_json
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat, Term
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.effects import apply
from companion.games.cheops_treasure.laws import laws_in_play
from companion.games.cheops_treasure.parts import (
    BITS,
    COLOURS,
    DRAWN_OF_EACH,
    EACH_COLOUR,
    EACH_FAMILY,
    FAMILIES,
    LAWS,
    LAWS_USED,
    MARKERS,
    MONEY,
    NEIGHBOURS,
    ROWS,
    SPACES,
    STACKS,
    TABLETS,
    USUAL_SLOTS,
    Pawn,
    Price,
    bit_of,
    open_spaces,
    spaces_in,
)
from companion.games.cheops_treasure.rules import candidates, ending
from companion.games.cheops_treasure.scoring import number_for_seat
from companion.games.cheops_treasure.state import (
    State,
    drawable_pawns,
    family_name,
    filled_spaces,
    full_tablets,
    full_tablets_to_end,
    is_full,
    left_in_stacks,
    market_price,
    playable_laws,
    price,
    price_is_assumed,
    spaces_for,
    swappable_spaces,
)


def hidden_seats(state: State, viewer: int | None) -> frozenset[int]:
    """Return the other seats, whose money is hidden until the end."""
    if state.rules.open_money or ending(state) is not None:
        return frozenset()
    return frozenset(seat for seat in range(state.rules.seats) if seat != viewer)


def private_view(state: State, seat: int) -> dict[str, Any]:
    """Return the seat's own money while it is hidden from others."""
    return {"seats": {seat: {"money": state.money[seat]}}} if hidden_seats(state, None) else {}


def public_view(state: State) -> dict[str, Any]:
    """Return the pyramid, the market, the laws, and every seat."""
    hidden = hidden_seats(state, None)
    colours: dict[str, Any] = {name: _colour_data(state, colour) for colour, name in enumerate(COLOURS)}
    seats = [_seat_view(state, seat, seat in hidden, colours) for seat in range(state.rules.seats)]
    return {
        "turn": state.turn,
        "phase": state.phase,
        "pending": state.pending,
        "rows": _rows(state),
        "at": list(BITS[state.at]) if state.at and state.phase == "take" else None,
        "last": list(BITS[state.at]) if state.at else None,
        "outcomes": {button: to_json(outcome) for button, outcome in outcomes_by_button(state).items()},
        "by": state.by,
        "market": {
            "price": market_price(state), "assumed": price_is_assumed(state), "laws": list(state.market),
        },
        "law_3": state.law_3,
        "full": full_tablets(state),
        "full_needed": full_tablets_to_end(state),
        "colours": colours,
        "in_play": list(laws_in_play(state)),
        "laws_seen": sorted(state.laws),
        "laws_seen_by": [state.finders[law - 1] for law in sorted(state.laws)],
        "neighbours": state.neighbours,
        "stacks": dict(zip(FAMILIES, left_in_stacks(state), strict=True)),
        "may_draw": drawable_pawns(state, state.turn),
        "swappable": [f"{row}-{column}" for row, column in spaces_in(swappable_spaces(state))],
        "usable": list(playable_laws(state, state.turn)),
        "law_7": None if state.rules.law_7 is None else state.rules.law_7.for_the_most,
        "saving": state.rules.save_neighbour,
        "seats": seats,
        "at_least": [seat["worth"] for seat in seats],
    }  # fmt: skip


def _rows(state: State) -> list[list[dict[str, Any]]]:
    """Return the spaces from the top row down."""
    open_ = open_spaces(filled_spaces(state))
    return [
        [_space_data(state, row, column, open_) for column in range(1, ROWS + 2 - row)]
        for row in range(ROWS, 0, -1)
    ]


def _space_data(state: State, row: int, column: int, open_: int) -> dict[str, Any]:
    bit = bit_of(row, column)
    families = [family for family, bits in enumerate(state.pawns) if bits & bit]
    known = state.known.get(bit)
    return {
        "row": row,
        "column": column,
        "pawn": family_name(families[0]) if families else None,
        "eye": bool(bit & state.eyes),
        "known": None if known is None else COLOURS[known],
        "open": bool(bit & open_),
    }


def _colour_data(state: State, colour: int) -> dict[str, Any]:
    tablet, sold = state.rules.tablets[colour], state.sold[colour]
    holdings = tuple(kept[colour] for kept in state.kept)
    now = price(state, colour)
    return {
        "slots": None if tablet is None else [_price_data(slot) for slot in tablet],
        "law_7_on": state.law_7[1] if state.law_7 and state.law_7[0] == colour else None,
        "sold": sold,
        "full": is_full(state, colour),
        "law": state.under[colour],
        "now": _price_data(now),
        "next": None
        if tablet is None or is_full(state, colour)
        else _price_data(price(state, colour, sold + 1)),
        "kept": list(holdings),
        "worth": [value_of_all(now, holdings, seat) for seat in range(state.rules.seats)],
        "gone": state.gone[colour],
    }


@lru_cache(maxsize=1024)
def _price_data(at: Price | None) -> dict[str, Any] | None:
    return None if at is None else to_json(at)


def _seat_view(state: State, seat: int, hidden: bool, colours: dict[str, Any]) -> dict[str, Any]:
    worths = [colour["worth"][seat] for colour in colours.values()]
    return {
        "hand": dict(zip(FAMILIES, state.hands[seat], strict=True)),
        "saved": state.saved[seat],
        "money": None if hidden else state.money[seat],
        "kept": {name: n for name, n in zip(COLOURS, state.kept[seat], strict=True) if n},
        "worth": None if None in worths else sum(worths),
        "laws": list(state.held[seat]) + ([9] if state.law_9 == seat else []),
    }


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a move for the seat that enters it."""

    money: int
    ends: bool
    price: Price | None = None
    """The number of the move's colour afterwards. None without a colour, or if it is unknown."""
    count: int = 0
    """How many treasures of that colour the seat then keeps."""
    each: int | None = None
    """The value of each of them."""


_WITHOUT_OUTCOME: tuple[type, ...] = (moves.Place, moves.Hire, moves.Pay)
"""Moves without a result: a pawn brings nothing yet, and payments would reveal money."""


def outcomes_by_button(state: State) -> dict[str, Outcome]:
    """Return the public result of each move of the awaited seat, by its button."""
    if state.over:
        return {}
    legal = candidates(state, state.turn)
    return {button_value(m): outcome(state, m) for m in legal if not isinstance(m, _WITHOUT_OUTCOME)}


def button_value(move: Move) -> str:
    """Return the value of a move's button, such as ``Take red sell``."""
    words = [type(move).__name__]
    for value in astuple(move):
        words += value if isinstance(value, tuple) else [_field_text(value)]
    return " ".join(words)


def _field_text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def outcome(state: State, move: Move) -> Outcome:
    """Return the result of a legal move."""
    seat, after = state.turn, apply(state, state.turn, move)
    money, ends = after.money[seat] - state.money[seat], bool(after.over)
    colour = getattr(move, "colour", None)
    if colour is None:
        return Outcome(money, ends)
    number = COLOURS.index(colour)
    at = price(after, number)
    holdings = tuple(kept[number] for kept in after.kept)
    return Outcome(money, ends, at, holdings[seat], value_of_each(at, holdings, seat))


def value_of_each(at: Price | None, holdings: tuple[int, ...], seat: int) -> int | None:
    """Return the value of each of a seat's treasures of a colour now. None if unknown."""
    if at is None:
        return None
    value = number_for_seat(at, holdings, seat)[1]
    return sum(holdings) if value == "X" else int(value)


def value_of_all(at: Price | None, holdings: tuple[int, ...], seat: int) -> int | None:
    """Return the value of all of a seat's treasures of a colour now. None if unknown."""
    each = value_of_each(at, holdings, seat) if holdings[seat] else 0
    return None if each is None else holdings[seat] * each


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return the spaces that the pawn opens, and how many its own family loses."""
    if not isinstance(move, moves.Place):
        return ()
    after = apply(state, seat, move)
    opened = open_spaces(filled_spaces(after)) & ~open_spaces(filled_spaces(state))
    descriptions = [
        Description("opens", {"row": row, "column": column}) for row, column in spaces_in(opened)
    ]
    if move.pawn in FAMILIES:
        family, space = FAMILIES.index(move.pawn), bit_of(move.row, move.column)
        lost = (spaces_for(state, family) & ~spaces_for(after, family) & ~space).bit_count()
        if lost:
            descriptions.append(Description("keeps_off", {"pawn": Term(move.pawn), "count": lost}))
    return tuple(descriptions)


_NEIGHBOUR: tuple[Pawn, ...] = ("neighbour",)


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Yield every pawn on every space, and every treasure, law, colour and number."""
    hand = [family for family, n in zip(FAMILIES, state.hands[seat], strict=True) if n]
    law: Literal[0, 11] = 11 if state.phase == "draw" and 11 in playable_laws(state, seat) else 0
    for pawn in (*hand, *(() if law else _NEIGHBOUR)):
        yield from (moves.Place(row, column, pawn, law) for row, column in SPACES)
    for colour in COLOURS:
        yield from (moves.Take(colour, deal) for deal in ("sell", "keep"))
        yield from (kind(colour) for kind in (moves.PutUnder, moves.SellKept, moves.Choose))
        yield from (moves.PutOn(colour, slot + 1) for slot in range(USUAL_SLOTS))
    yield from (kind(n) for kind in (moves.Reveal, moves.Remove) for n in range(1, LAWS + 1))
    yield from (
        moves.Pay(True),
        moves.Pay(False),
        moves.Draw(),
        *(moves.Draw((family,)) for family in FAMILIES),
    )


def move_targets(state: State, seat: int, move: Move) -> Place:
    """Return the spaces that a move names."""
    if isinstance(move, moves.Place | moves.Exchange | moves.Swap):
        other = ((move.other_row, move.other_column),) if isinstance(move, moves.Swap) else ()
        spaces = ((move.row, move.column), *other)
        return tuple(f"space-{row}-{column}" for row, column in spaces)
    return ()


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the steps for the board, pawns and money (rulebook, preparation)."""
    left = tuple(Pieces(family, EACH_FAMILY - setup.seats, "beside") for family in FAMILIES)
    pawns = len(FAMILIES) * (EACH_FAMILY - setup.seats)
    return (
        SetupStep(
            "board",
            pieces=(Pieces("board", 1, "middle"), *(Pieces(c, MARKERS, "board") for c in COLOURS)),
        ),
        SetupStep(
            "tablets", {"count": DRAWN_OF_EACH},
            (
                *(Pieces(f"type_{kind}", DRAWN_OF_EACH, "board") for kind in TABLETS),
                *(Pieces(f"type_{kind}", n - DRAWN_OF_EACH, "box") for kind, n in TABLETS.items()),
            ),
            asks=("edition",), rule="tablets",
        ),
        SetupStep(
            "laws", {"count": LAWS_USED, "all": LAWS},
            (Pieces("law", LAWS_USED, "board"), Pieces("law", LAWS - LAWS_USED, "box")),
        ),
        SetupStep(
            "treasures", {"count": EACH_COLOUR * len(COLOURS)},
            tuple(Pieces(colour, EACH_COLOUR, "board") for colour in COLOURS),
        ),
        SetupStep("families", pieces=tuple(Pieces(family, 1, "seat") for family in FAMILIES)),
        SetupStep("stacks", {"count": pawns, "heights": stack_heights(pawns)}, left),
        SetupStep(
            "bank", {"count": NEIGHBOURS},
            (
                Pieces("neighbour", NEIGHBOURS, "beside"),
                *(Pieces(note, count, "beside") for note, count in MONEY.items()),
            ),
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip


def stack_heights(pawns: int) -> tuple[int, ...]:
    """Return the heights of the open stacks, as equal as possible."""
    height, over = divmod(pawns, STACKS)
    return (height + 1,) * over + (height,) * (STACKS - over)
