"""What an entry came to, as the log says it."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.engine.words import Term
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.parts import LAW_9_PRICE, NEIGHBOUR_PRICE
from companion.games.cheops_treasure.state import State, market_price


def describe(state: State | None, seat: int, move: Move) -> Description:
    """What was paid and what a sale brought; the market lies open, so this tells nothing hidden."""
    name = type(move).__name__
    if isinstance(move, moves.Place):
        return _placed(state, seat, move)
    if isinstance(move, moves.Take | moves.SellKept):
        return _taken(state, move)
    if isinstance(move, moves.Hire):
        return Description(name, {"price": NEIGHBOUR_PRICE})
    if isinstance(move, moves.Pay):
        return Description(name, {"price": LAW_9_PRICE}) if move.paid else Description("law_9_back")
    if isinstance(move, moves.Reveal | moves.Remove):
        return Description(name, {"law": move.law})
    if isinstance(move, moves.PutUnder | moves.Choose):
        return Description(name, {"colour": Term(move.colour)})
    if isinstance(move, moves.PutOn):
        return Description(name, {"colour": Term(move.colour), "slot": move.slot})
    if isinstance(move, moves.Draw):
        pawns = tuple(map(Term, move.pawns))
        return Description(name, {"pawns": pawns}) if pawns else Description("drew_nothing")
    if isinstance(move, moves.KeepLaw) and state is not None:
        return Description("kept_law", {"law": state.pending})
    if isinstance(move, moves.Swap | moves.Exchange):
        return _swapped(move)
    return Description(name)


def _placed(state: State | None, seat: int, move: moves.Place) -> Description:
    values = {"row": move.row, "column": move.column, "pawn": Term(move.pawn)}
    if move.law:
        return Description("placed_by_law", {**values, "law": move.law})
    if move.pawn == "neighbour" and state is not None and not state.saved[seat]:
        return Description("placed_for", {**values, "price": NEIGHBOUR_PRICE})
    return Description("Place", values)


def _taken(state: State | None, move: moves.Take | moves.SellKept) -> Description:
    values: dict[str, object] = {"colour": Term(move.colour)}
    if isinstance(move, moves.Take) and move.deal != "sell":
        return Description("Take", {**values, "deal": Term(move.deal)})
    if state is not None:
        code = "sold" if isinstance(move, moves.Take) else "sold_kept"
        return Description(code, {**values, "price": market_price(state)})
    if isinstance(move, moves.Take):
        values["deal"] = Term(move.deal)
    return Description(type(move).__name__, values)


def _swapped(move: moves.Swap | moves.Exchange) -> Description:
    values: dict[str, object] = {"row": move.row, "column": move.column}
    if isinstance(move, moves.Swap):
        values |= {"other_row": move.other_row, "other_column": move.other_column}
    else:
        values |= {"kept": Term(move.kept), "got": Term(move.got)}
    return Description(type(move).__name__, values)
