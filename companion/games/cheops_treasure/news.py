"""What everybody is told of an entry."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Gain, Move, NewsItem
from companion.engine.words import Thing
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.parts import COLOURS, LAW_9_PRICE, NEIGHBOUR_PRICE
from companion.games.cheops_treasure.scoring import worth
from companion.games.cheops_treasure.state import State, full, market_price, price


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """What was taken and what a sale brought; the market, the tablets and what is kept lie open."""
    if isinstance(move, moves.Place):
        return _placed(before, seat, move)
    if isinstance(move, moves.Take | moves.SellKept):
        return _taken(before, after, seat, move)
    if isinstance(move, moves.PutUnder):
        return NewsItem("put_under", {"law": before.pending, "gem": _gem(move.colour)})
    if isinstance(move, moves.PutOn):
        return NewsItem("put_on", {"gem": _gem(move.colour)})
    if isinstance(move, moves.Choose):
        return NewsItem("chose", {"gem": _gem(move.colour)})
    if isinstance(move, moves.Reveal | moves.Remove):
        return NewsItem(type(move).__name__, {"law": move.law})
    if isinstance(move, moves.KeepLaw):
        return NewsItem("KeepLaw", {"law": before.pending})
    if isinstance(move, moves.Pay):
        return NewsItem("paid", {"price": LAW_9_PRICE}) if move.paid else NewsItem("law_9_back")
    if isinstance(move, moves.Draw):
        return _drawn(move)
    if isinstance(move, moves.Exchange):
        return NewsItem("Exchange", {"kept": _gem(move.kept), "got": _gem(move.got)})
    if isinstance(move, moves.Hire):
        return NewsItem("Hire", {"price": NEIGHBOUR_PRICE})
    if isinstance(move, moves.Swap):
        return NewsItem("Swap")
    return NewsItem("Pass")


def _gem(colour: str) -> Thing:
    return Thing(f"gem:{colour}")


def _drawn(move: moves.Draw) -> NewsItem:
    once = len(set(move.pawns)) == len(move.pawns)
    pawns = tuple(Thing(f"pawn:{pawn}" if once else pawn) for pawn in move.pawns)
    return NewsItem("drew", {"pawns": pawns}) if pawns else NewsItem("drew_nothing")


def _placed(before: State, seat: int, move: moves.Place) -> NewsItem:
    values = {"row": move.row, "pawn": Thing(f"pawn:{move.pawn}")}
    if move.pawn == "neighbour" and not move.law and not before.saved[seat]:
        return NewsItem("placed_for", {**values, "price": NEIGHBOUR_PRICE})
    return NewsItem("placed", values)


def _taken(before: State, after: State, seat: int, move: moves.Take | moves.SellKept) -> NewsItem:
    values = {"gem": _gem(move.colour)}
    if isinstance(move, moves.Take) and move.deal != "sell":
        return NewsItem(move.deal, values)
    colour = COLOURS.index(move.colour)
    filled = full(after, colour) and not full(before, colour)
    code = "sold_last" if filled else "sold"
    gains = tuple(_losses(before, after, seat, colour))
    return NewsItem(code, {**values, "price": market_price(before)}, gains=gains)


def _losses(before: State, after: State, seat: int, colour: int) -> Iterator[Gain]:
    """What the treasures of this colour that others keep are worth less or more now, where it is known."""
    for other in range(after.rules.seats):
        was, now = _worth(before, colour, other), _worth(after, colour, other)
        if other != seat and was is not None and now is not None and was != now:
            yield Gain(other, COLOURS[colour], now - was)


def _worth(state: State, colour: int, seat: int) -> int | None:
    holdings = tuple(kept[colour] for kept in state.kept)
    at = price(state, colour)
    if at is None:
        return None
    _, value = worth(at, holdings, seat)
    return holdings[seat] * (sum(holdings) if value == "X" else int(value))
