"""What is in the box: colours, families, neighbours, laws and the numbers of the rules."""

from __future__ import annotations

from typing import Any, Literal, get_args

from companion.games.seeds import parts

PARTS: dict[str, Any] = parts("cheops_treasure")

Colour = Literal["red", "green", "blue", "black", "orange", "brown"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""The number of a colour is its place here."""
Family = Literal["A", "B", "C", "D"]
FAMILIES: tuple[Family, ...] = get_args(Family)
Pawn = Family | Literal["neighbour"]
NEIGHBOUR = len(FAMILIES)
"""The number of a neighbour among pawns; a family's number is its place in ``FAMILIES``."""

EACH_COLOUR: int = PARTS["treasures"]["each"]
MARKERS: int = PARTS["markers"]["each"]
"""Treasures of each colour above its column of prices."""
EACH_FAMILY: int = PARTS["families"]["each"]
HAND: int = PARTS["families"]["hand"]
STACKS: int = PARTS["stacks"]["count"]
MONEY: dict[str, int] = {note: PARTS["money"][note] for note in ("tens", "fives")}
NEIGHBOURS: int = PARTS["neighbours"]["count"]
NEIGHBOUR_PRICE: int = PARTS["neighbours"]["price"]
LAWS: int = PARTS["laws"]["count"]
LAWS_USED: int = PARTS["laws"]["used"]
MARKET: int = PARTS["market"]["price"]
MARKET_LAWS: dict[int, int] = {
    1: PARTS["market_laws"]["law_1"], 2: PARTS["market_laws"]["law_2"],
}  # fmt: skip
MARKET_LAWS_ASSUMED: bool = PARTS["market_laws"]["source"] == "assumed"
LAW_9_PRICE: int = PARTS["law_9"]["price"]
FULL: int = PARTS["end"]["full_tablets"]
FULL_LAW_3: int = PARTS["end"]["full_tablets_law_3"]
TABLETS: dict[str, int] = {kind: PARTS["tablets"][kind] for kind in ("I", "II", "III")}
DRAWN_OF_EACH: int = PARTS["tablets"]["drawn_of_each"]
USUAL_SLOTS: int = PARTS["slots"]["usual"]
