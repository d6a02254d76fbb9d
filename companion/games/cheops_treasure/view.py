"""The views of a table, which hide the money of other seats, the results of moves, and the setup."""

from collections.abc import Iterable, Mapping
from dataclasses import astuple
from functools import lru_cache
from typing import Any, Literal

from companion.engine.game import Description, ElementIds, Move, Setup
from companion.engine.json_data import to_json
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat, Term
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.laws import list_laws_in_play
from companion.games.cheops_treasure.parts import (
    BANKNOTE_COUNTS,
    COLOURS,
    FAMILIES,
    LAW_COUNT,
    LAWS_PER_GAME,
    MARKERS_PER_COLOUR,
    NEIGHBOUR_COUNT,
    PAWN_STACK_COUNT,
    PAWNS_PER_FAMILY,
    ROWS,
    SPACE_BY_BIT,
    SPACES,
    TABLET_COUNTS_BY_KIND,
    TABLETS_DRAWN_PER_KIND,
    TREASURES_PER_COLOUR,
    USUAL_SLOT_COUNT,
    Colour,
    Pawn,
    Price,
    find_open_mask,
    get_space_bit,
    list_spaces,
)
from companion.games.cheops_treasure.rules import apply, candidates, ending
from companion.games.cheops_treasure.scoring import price_treasure
from companion.games.cheops_treasure.state import (
    State,
    count_drawable_pawns,
    count_full_tablets,
    count_stack_pawns,
    find_filled_mask,
    find_placeable_mask,
    find_untaken_mask,
    get_full_tablets_to_end,
    get_market_price,
    get_uncovered_price,
    is_market_price_assumed,
    is_tablet_full,
    list_playable_laws,
)


def hidden_seats(state: State, viewer: int | None) -> frozenset[int]:
    """Return the seats whose money is hidden from the viewer (None: a viewer without a seat). These are all
    other seats until the end, or no seats with the house rule ``open_money``."""
    if state.rules.open_money or ending(state) is not None:
        return frozenset()
    return frozenset(seat for seat in range(state.rules.seats) if seat != viewer)


def private_view(state: State, seat: int) -> dict[str, Any]:
    """Return the money of a seat as ``{"seats": {seat: {"money": amount}}}``, which is merged into the
    public view. Empty if nobody's money is hidden (any more)."""
    return {"seats": {seat: {"money": state.money[seat]}}} if hidden_seats(state, None) else {}


def public_view(state: State) -> dict[str, Any]:
    """Return the pyramid, the market, the laws and every seat, as everybody sees them."""
    hidden = hidden_seats(state, None)
    swappable = list_spaces(find_untaken_mask(state) & ~state.eyes)  # by law 12
    colours = {name: _make_colour_data(state, colour) for colour, name in enumerate(COLOURS)}
    seats = [_make_seat_view(state, seat, seat in hidden, colours) for seat in range(state.rules.seats)]
    return {
        "turn": state.turn,
        "phase": state.phase,
        "pending": state.pending,
        "rows": _make_row_data(state),
        "at": list(SPACE_BY_BIT[state.at]) if state.at and state.phase == "take" else None,
        "last": list(SPACE_BY_BIT[state.at]) if state.at else None,
        "outcomes": find_outcomes_by_button(state),
        "by": state.by,
        "market": {
            "price": get_market_price(state), "assumed": is_market_price_assumed(state),
            "laws": list(state.market),
        },
        "law_3": state.law_3,
        "full": count_full_tablets(state),
        "full_needed": get_full_tablets_to_end(state),
        "colours": colours,
        "in_play": list(list_laws_in_play(state)),
        "laws_seen": sorted(state.laws),
        "laws_seen_by": [state.finders[law - 1] for law in sorted(state.laws)],
        "neighbours": state.neighbours,
        "stacks": dict(zip(FAMILIES, count_stack_pawns(state), strict=True)),
        "may_draw": count_drawable_pawns(state, state.turn),
        "swappable": [f"{row}-{column}" for row, column in swappable],
        "usable": list(list_playable_laws(state, state.turn)),
        "law_7": None if state.rules.law_7 is None else state.rules.law_7.for_the_most,
        "saving": state.rules.save_neighbour,
        "seats": seats,
        "at_least": [seat["worth"] for seat in seats],
    }  # fmt: skip


def _make_row_data(state: State) -> list[list[dict[str, Any]]]:
    open_ = find_open_mask(find_filled_mask(state))
    return [
        [_make_space_data(state, row, column, open_) for column in range(1, ROWS + 2 - row)]
        for row in range(ROWS, 0, -1)
    ]


def _make_space_data(state: State, row: int, column: int, open_: int) -> dict[str, Any]:
    bit = get_space_bit(row, column)
    families = [family for family, bits in enumerate(state.pawns) if bits & bit]
    known = state.known.get(bit)
    return {
        "row": row,
        "column": column,
        "pawn": (*FAMILIES, "neighbour")[families[0]] if families else None,
        "eye": bool(bit & state.eyes),
        "known": None if known is None else COLOURS[known],
        "open": bool(bit & open_),
    }


def _make_colour_data(state: State, colour: int) -> dict[str, Any]:
    tablet, sold = state.rules.tablets[colour], state.sold[colour]
    holdings = tuple(kept[colour] for kept in state.kept)
    now = get_uncovered_price(state, colour)
    may_be_sold = tablet is not None and not is_tablet_full(state, colour)
    return {
        "slots": None if tablet is None else [_make_price_data(slot) for slot in tablet],
        "law_7_on": state.law_7[1] if state.law_7 and state.law_7[0] == colour else None,
        "sold": sold,
        "full": is_tablet_full(state, colour),
        "law": state.under[colour],
        "now": _make_price_data(now),
        "next": _make_price_data(get_uncovered_price(state, colour, sold + 1)) if may_be_sold else None,
        "kept": list(holdings),
        "worth": [value_all_treasures(now, holdings, seat) for seat in range(state.rules.seats)],
        "gone": state.gone[colour],
    }


@lru_cache(maxsize=1024)
def _make_price_data(price: Price | None) -> dict[str, Any] | None:
    return None if price is None else to_json(price)


def _make_seat_view(state: State, seat: int, hidden: bool, colours: Mapping[Colour, Any]) -> dict[str, Any]:
    worths = [colour["worth"][seat] for colour in colours.values()]
    return {
        "hand": dict(zip(FAMILIES, state.hands[seat], strict=True)),
        "saved": state.saved[seat],
        "money": None if hidden else state.money[seat],
        "kept": {name: n for name, n in zip(COLOURS, state.kept[seat], strict=True) if n},
        "worth": None if None in worths else sum(worths),
        "laws": list(state.held[seat]) + ([9] if state.law_9 == seat else []),
    }


_MOVES_WITHOUT_OUTCOME: tuple[type, ...] = (moves.Place, moves.Hire, moves.Pay)
"""Moves without a result on their button: placing a pawn brings nothing at once, and payments would reveal
money."""


def find_outcomes_by_button(state: State) -> dict[str, dict[str, Any]]:
    """Return the public result of each legal move that shows one, by the value of the move's button.

    ``money`` is by how much the seat's money changes, and ``ends`` whether the game ends. After a move with
    a colour, ``price`` is the uncovered number of this colour, ``count`` how many of its treasures the seat
    keeps, and ``each`` the value of one of them, or None if it is unknown.
    """
    legal = () if state.over else candidates(state, state.turn)
    return {
        format_button_value(move): _find_outcome(state, move)
        for move in legal
        if not isinstance(move, _MOVES_WITHOUT_OUTCOME)
    }


def format_button_value(move: Move) -> str:
    """Return the HTML ``value`` of a move's button, such as ``Take red sell``."""
    words = [type(move).__name__]
    for value in astuple(move):
        words += value if isinstance(value, tuple) else [str(value)]
    return " ".join(words)


def _find_outcome(state: State, move: Move) -> dict[str, Any]:
    seat, after = state.turn, apply(state, state.turn, move)
    outcome = {"money": after.money[seat] - state.money[seat], "ends": bool(after.over)}
    if not hasattr(move, "colour"):
        return {**outcome, "price": None, "count": 0, "each": None}
    colour = COLOURS.index(move.colour)
    price, holdings = get_uncovered_price(after, colour), tuple(kept[colour] for kept in after.kept)
    each = value_one_treasure(price, holdings, seat)
    return {**outcome, "price": to_json(price), "count": holdings[seat], "each": each}


def value_one_treasure(price: Price | None, holdings: tuple[int, ...], seat: int) -> int | None:
    """Return the value of each treasure of a colour for a seat. None if the price is unknown.

    ``holdings`` has the number of treasures of this colour that each seat keeps.
    """
    return None if price is None else price_treasure(price, holdings, seat)[1]


def value_all_treasures(price: Price | None, holdings: tuple[int, ...], seat: int) -> int | None:
    """Return the value of all treasures of a colour that a seat keeps. None if the price is unknown.

    ``holdings`` has the number of treasures of this colour that each seat keeps.
    """
    each = value_one_treasure(price, holdings, seat) if holdings[seat] else 0
    return None if each is None else holdings[seat] * each


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return each space to which a placed pawn gives access, and the number of spaces that the pawn closes
    to its own family. Empty for moves that place no pawn."""
    if not isinstance(move, moves.Place):
        return ()
    after = apply(state, seat, move)
    opened = find_open_mask(find_filled_mask(after)) & ~find_open_mask(find_filled_mask(state))
    descriptions = [
        Description("opens", {"row": row, "column": column}) for row, column in list_spaces(opened)
    ]
    if move.pawn in FAMILIES:
        family, space = FAMILIES.index(move.pawn), get_space_bit(move.row, move.column)
        lost = find_placeable_mask(state, family) & ~find_placeable_mask(after, family) & ~space
        if lost:
            descriptions.append(
                Description("keeps_off", {"pawn": Term(move.pawn), "count": lost.bit_count()})
            )
    return tuple(descriptions)


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Yield moves that a player might try: every pawn on every space, and every treasure, law, colour and
    number."""
    hand = [family for family, n in zip(FAMILIES, state.hands[seat], strict=True) if n]
    law: Literal[0, 11] = 11 if state.phase == "draw" and 11 in list_playable_laws(state, seat) else 0
    pawns: tuple[Pawn, ...] = (*hand,) if law else (*hand, "neighbour")
    for pawn in pawns:
        yield from (moves.Place(row, column, pawn, law) for row, column in SPACES)
    for colour in COLOURS:
        yield from (moves.Take(colour, deal) for deal in ("sell", "keep"))
        yield from (kind(colour) for kind in (moves.PutUnder, moves.SellKept, moves.Choose))
        yield from (moves.PutOn(colour, slot + 1) for slot in range(USUAL_SLOT_COUNT))
    yield from (kind(n) for kind in (moves.Reveal, moves.Remove) for n in range(1, LAW_COUNT + 1))
    yield from (moves.Pay(True), moves.Pay(False))
    yield from (moves.Draw(), *(moves.Draw((family,)) for family in FAMILIES))


def move_targets(state: State, seat: int, move: Move) -> ElementIds:
    """Return the HTML ids of the spaces of a ``Place``, ``Exchange`` or ``Swap``. Empty for other moves."""
    if not isinstance(move, moves.Place | moves.Exchange | moves.Swap):
        return ()
    other = (f"space-{move.other_row}-{move.other_column}",) if isinstance(move, moves.Swap) else ()
    return (f"space-{move.row}-{move.column}", *other)


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the setup steps for the board, the pawns and the money (rulebook, preparation)."""
    left = tuple(Pieces(family, PAWNS_PER_FAMILY - setup.seats, "beside") for family in FAMILIES)
    kinds = TABLET_COUNTS_BY_KIND
    pawns = len(FAMILIES) * (PAWNS_PER_FAMILY - setup.seats)
    height, over = divmod(pawns, PAWN_STACK_COUNT)
    heights = (height + 1,) * over + (height,) * (PAWN_STACK_COUNT - over)
    return (
        SetupStep(
            "board",
            pieces=(
                Pieces("board", 1, "middle"), *(Pieces(c, MARKERS_PER_COLOUR, "board") for c in COLOURS),
            ),
        ),
        SetupStep(
            "tablets", {"count": TABLETS_DRAWN_PER_KIND},
            (
                *(Pieces(f"type_{kind}", TABLETS_DRAWN_PER_KIND, "board") for kind in kinds),
                *(Pieces(f"type_{kind}", n - TABLETS_DRAWN_PER_KIND, "box") for kind, n in kinds.items()),
            ),
            asks=("edition",), rule="tablets",
        ),
        SetupStep(
            "laws", {"count": LAWS_PER_GAME, "all": LAW_COUNT},
            (Pieces("law", LAWS_PER_GAME, "board"), Pieces("law", LAW_COUNT - LAWS_PER_GAME, "box")),
        ),
        SetupStep(
            "treasures", {"count": TREASURES_PER_COLOUR * len(COLOURS)},
            tuple(Pieces(colour, TREASURES_PER_COLOUR, "board") for colour in COLOURS),
        ),
        SetupStep("families", pieces=tuple(Pieces(family, 1, "seat") for family in FAMILIES)),
        SetupStep("stacks", {"count": pawns, "heights": heights}, left),
        SetupStep(
            "bank", {"count": NEIGHBOUR_COUNT},
            (
                Pieces("neighbour", NEIGHBOUR_COUNT, "beside"),
                *(Pieces(note, count, "beside") for note, count in BANKNOTE_COUNTS.items()),
            ),
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip
