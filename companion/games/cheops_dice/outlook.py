"""What every legal building would bring and cost: for the sheet to show before it is entered."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.games.cheops_dice.parts import POINTS
from companion.games.cheops_dice.plan import Choice, Plan, choices, mask_of
from companion.games.cheops_dice.purse import Way, cover_of, purse_of, stone_of
from companion.games.cheops_dice.rules import won_with
from companion.games.cheops_dice.scoring import by_category
from companion.games.cheops_dice.state import Board


@lru_cache(maxsize=512)
def builds(plan: Plan, board: Board, open_: int, middle: str) -> tuple[dict[str, Any], ...]:
    """One for each box or pair of boxes that may be ticked and paid now, the proposed way first.

    The points that building gains, the bonuses won by their places in the plan, and every way to pay
    worth it: the boxes in the order they are ticked, what each is paid with and what that costs.
    """
    purse, cover = purse_of(plan.quarry, board.mark, board.jokers), cover_of(middle)
    now, mark = by_category(plan, board), board.mark
    return tuple(
        [
            {**_brought(plan, board, open_, choice, now), "ways": ways}
            for choice in choices(plan, board.ticked)
            if (ways := [_way(choice, mark, way) for way in purse[cover[choice.colours]]])
        ]
    )


def _brought(plan: Plan, board: Board, open_: int, choice: Choice, now: dict[str, int]) -> dict[str, Any]:
    ticked = board.ticked | mask_of(plan.number, choice.orders[0])
    after = Board(ticked, board.crossed, board.jokers, won_with(plan, board, ticked, open_))
    then, won = by_category(plan, after), after.won & ~board.won
    return {
        "gains": {name: then[name] - now[name] for name in now if then[name] != now[name]},
        "won": [index for index in range(len(plan.bonuses)) if won >> index & 1],
    }


def _way(choice: Choice, mark: int, way: Way) -> dict[str, Any]:
    turned, payments = way
    return {
        "boxes": list(choice.orders[turned]),
        "payments": list(payments),
        "costs": list(costs(payments, mark)),
    }


@lru_cache(maxsize=4096)
def costs(payments: tuple[str, ...], mark: int) -> tuple[int, ...]:
    """A stone costs its own point and those of the stones skipped before it, which close for good."""
    lost = []
    for payment in payments:
        stone = stone_of(payment)
        lost.append(POINTS["joker"] if payment == "joker" else POINTS["stone"] * max(0, stone - mark))
        mark = max(mark, stone)
    return tuple(lost)
