"""The log lines and the news of moves."""

from collections.abc import Iterator

from companion.engine.game import Description, Effect, Move, NewsItem
from companion.engine.json_data import replace
from companion.engine.words import PicturedTerm
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.parts import (
    COLOURS,
    LAW_9_PRICE,
    NEIGHBOUR_PRICE,
    Price,
    find_open_mask,
)
from companion.games.cheops_treasure.state import (
    State,
    find_filled_mask,
    get_market_price,
    get_top_price,
    is_tablet_full,
)
from companion.games.cheops_treasure.view import value_all_treasures


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Return the log line of a move, with prices. The market price is public, so nothing hidden is
    revealed."""
    name = type(move).__name__
    if isinstance(move, moves.Place):
        return _describe_place(state, seat, move)
    if isinstance(move, moves.Take | moves.SellKept):
        return _describe_take(state, move)
    if isinstance(move, moves.Hire):
        return Description(name, {"price": NEIGHBOUR_PRICE})
    if isinstance(move, moves.Pay):
        return Description(name, {"price": LAW_9_PRICE}) if move.paid else Description("law_9_back")
    if isinstance(move, moves.Reveal | moves.Remove):
        return Description(name, {"law": move.law})
    if isinstance(move, moves.PutUnder):
        code = f"put_under_{state.pending}" if state is not None else name
        return Description(code, {"colour": PicturedTerm(move.colour)})
    if isinstance(move, moves.PutOn):
        return Description(name, {"colour": PicturedTerm(move.colour), "slot": move.slot})
    if isinstance(move, moves.Choose):
        return Description(name, {"colour": PicturedTerm(move.colour)})
    if isinstance(move, moves.Draw):
        pawns = tuple(map(PicturedTerm, move.pawns))
        return Description(name, {"pawns": pawns}) if pawns else Description("drew_nothing")
    if isinstance(move, moves.KeepLaw) and state is not None:
        return Description("kept_law", {"law": state.pending})
    if isinstance(move, moves.Exchange):
        return Description(name, {"kept": PicturedTerm(move.kept), "got": PicturedTerm(move.got)})
    return Description(name)


def _describe_place(state: State | None, seat: int, move: moves.Place) -> Description:
    values = {"row": move.row, "column": move.column, "pawn": PicturedTerm(move.pawn)}
    if move.law:
        return Description("placed_by_law", {**values, "law": move.law})
    if move.pawn == "neighbour" and state is not None and not state.saved[seat]:
        return Description("placed_for", {**values, "price": NEIGHBOUR_PRICE})
    return Description("Place", values)


def _describe_take(state: State | None, move: moves.Take | moves.SellKept) -> Description:
    code = move.deal if isinstance(move, moves.Take) else "sell_kept"
    values: dict[str, object] = {"colour": PicturedTerm(move.colour)}
    if state is not None and code not in ("keep", "box"):
        return Description(f"{code}_for", {**values, "price": get_market_price(state)})
    return Description(code, values)


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """Return the news of a move, including a tablet that became full and what other seats gain or lose."""
    description = describe(before, seat, move)
    item = NewsItem(description.code, description.values, effects=tuple(_iter_effects(before, after, seat)))
    if isinstance(move, moves.Take | moves.SellKept):
        colour = COLOURS.index(move.colour)
        if is_tablet_full(after, colour) and not is_tablet_full(before, colour):
            return replace(item, code="filled")
    return item


def _iter_effects(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Yield effects on the other seats: a known change in the value of their treasures, and newly open
    spaces."""
    opened = (
        find_open_mask(find_filled_mask(after)) & ~find_open_mask(find_filled_mask(before))
    ).bit_count()
    markets = [(colour, _get_market(before, n), _get_market(after, n)) for n, colour in enumerate(COLOURS)]
    changed = [market for market in markets if market[1] != market[2]]
    for other in range(after.rules.seats):
        if other == seat:
            continue
        for colour, market_before, market_after in changed:
            value, new_value = (
                value_all_treasures(*market_before, other),
                value_all_treasures(*market_after, other),
            )
            if value is not None and new_value is not None and value != new_value:
                code = "worth_more" if new_value > value else "worth_less"
                values = {"colour": PicturedTerm(colour), "points": abs(new_value - value)}
                yield Effect(other, code, values)
        if opened:
            yield Effect(other, "opened", {"spaces": opened})


def _get_market(state: State, colour: int) -> tuple[Price | None, tuple[int, ...]]:
    """Return the price of a colour, and how many of its treasures each seat keeps. Law 9 counts as a
    treasure of its colour."""
    wild = state.law_9 if state.wild == colour else None
    holdings = tuple([kept[colour] + (seat == wild) for seat, kept in enumerate(state.kept)])
    return get_top_price(state, colour), holdings
