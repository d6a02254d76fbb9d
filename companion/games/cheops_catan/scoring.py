"""What counts at the end: pieces, army, point cards, Blessing and Curse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

from companion.engine.game import Criterion, Place, Refusal, ScoreLine, Setup, most_binding
from companion.engine.json_data import Between
from companion.engine.tally import filled_in, sheet_fields
from companion.engine.words import Seat
from companion.games.cheops_catan.effects import favours
from companion.games.cheops_catan.parts import LIMITS, OWN_STONES, POINT_CARDS, POINTS, PYRAMID
from companion.games.cheops_catan.state import State


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat at the end, hidden cards shown."""

    settlements: Annotated[int, Between(0, LIMITS["settlement"])] = 0
    cities: Annotated[int, Between(0, LIMITS["city"])] = 0
    cards: Annotated[int, Between(0, POINT_CARDS)] = 0
    stones: Annotated[int, Between(0, OWN_STONES)] = 0
    army: bool = False
    blessed: bool = False
    cursed: bool = False
    by_stones: bool = False
    """Blessing and Curse lie where everybody's stones put them; ``blessed`` then only says who of those
    with most stones has the Blessing."""


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Everybody's public things; at the end also the cards that were hidden."""
    return tuple(
        Sheet(
            state.settlements[seat], state.cities[seat], state.cards[seat], state.stones[seat],
            state.army == seat, state.blessed == seat, seat in state.cursed,
        )
        for seat in range(state.rules.seats)
    )  # fmt: skip


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """The Blessing goes with a stone; by a ruling that the table may overrule its holder is not cursed."""
    if sheet.by_stones:
        return None
    if sheet.blessed and not sheet.stones:
        return Refusal("cheops_catan.sheet_blessing", "favours")
    if sheet.blessed and sheet.cursed and setup.options["holder_spared"]:
        return Refusal("cheops_catan.sheet_both", "favours", overridable=True)
    return None


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """One army, one Blessing, five point cards, thirty stones; then favours that fit the stones."""
    all_sheets = with_favours(setup, all_sheets)
    if sum(sheet.army for sheet in all_sheets) > 1:
        return Refusal("cheops_catan.sheets_army", "points", at=filled_in("army", all_sheets))
    stones = sum(sheet.stones for sheet in all_sheets)
    if sum(sheet.blessed for sheet in all_sheets) != (1 if stones else 0):
        return Refusal("cheops_catan.sheets_blessing", "favours", at=_where_blessed(all_sheets))
    if sum(sheet.cards for sheet in all_sheets) > POINT_CARDS:
        at = filled_in("cards", all_sheets)
        return Refusal("cheops_catan.point_cards", "points", {"count": POINT_CARDS}, at)
    if stones > PYRAMID:
        at = filled_in("stones", all_sheets)
        return Refusal("cheops_catan.sheets_stones", "pyramid", {"count": PYRAMID}, at)
    if stones:
        return most_binding(_against_the_stones(setup, all_sheets))
    if any(sheet.cursed for sheet in all_sheets):
        at = sheet_fields("stones", [n for n, sheet in enumerate(all_sheets) if sheet.cursed])
        return Refusal("cheops_catan.sheets_no_curse", "favours", at=at, overridable=True)
    return None


def _where_blessed(all_sheets: tuple[Sheet, ...]) -> Place:
    """Where those with most stones say who has the Blessing; with one alone it follows from the stones."""
    most = max(sheet.stones for sheet in all_sheets)
    seats = [seat for seat, sheet in enumerate(all_sheets) if sheet.stones == most]
    return sheet_fields("blessed" if len(seats) > 1 else "stones", seats)


def _against_the_stones(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Iterator[Refusal]:
    """Whether Blessing or Curse lies where the stones do not put it; the table may rule otherwise.

    Nobody has more stones than the Blessing's holder, who would have lost it; and the Curse lies on
    all with the fewest, the holder spared by ruling (Blessing and Curse).
    """
    counts = tuple(sheet.stones for sheet in all_sheets)
    most = tuple(seat for seat, count in enumerate(counts) if count == max(counts))
    holder = next(seat for seat, sheet in enumerate(all_sheets) if sheet.blessed)
    if holder not in most:
        values = {"seat": Seat(holder), "seats": tuple(map(Seat, most))}
        yield Refusal("cheops_catan.sheets_most", "favours", values, sheet_fields("stones", most), True)
    _, cursed = favours(counts, holder, holder, spared=setup.options["holder_spared"])
    if cursed != {seat for seat, sheet in enumerate(all_sheets) if sheet.cursed}:
        values, at = {"seats": tuple(map(Seat, sorted(cursed)))}, sheet_fields("stones", sorted(cursed))
        yield Refusal("cheops_catan.sheets_curse", "favours", values, at, overridable=True)


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Six lines for each seat."""
    return tuple(_lines(sheet) for sheet in with_favours(setup, all_sheets))


def partial_lines(setup: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    """The lines of one sheet without Blessing and Curse, which follow from everybody's stones."""
    return _lines(replace(sheet, blessed=False, cursed=False) if sheet.by_stones else sheet)


def with_favours(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    """The sheets with Blessing and Curse as the stones put them, where that was left to them. Whom of those
    with most stones the Blessing is with is told, unless there is only one."""
    counts = tuple(sheet.stones for sheet in all_sheets)
    most = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
    told = [seat for seat in most if all_sheets[seat].blessed] if len(most) > 1 else most
    holder = told[0] if len(told) == 1 else -1
    least = min(counts) if any(counts) else None
    spared = holder if setup.options["holder_spared"] else -1
    return tuple(
        replace(
            sheet, blessed=seat == holder, cursed=sheet.stones == least and seat != spared
        ) if sheet.by_stones else sheet
        for seat, sheet in enumerate(all_sheets)
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _lines(sheet: Sheet) -> tuple[ScoreLine, ...]:
    counted = (
        ("settlement", "pieces", sheet.settlements), ("city", "pieces", sheet.cities),
        ("army", "points", int(sheet.army)), ("card", "points", sheet.cards),
        ("blessing", "favours", int(sheet.blessed)), ("curse", "favours", int(sheet.cursed)),
    )  # fmt: skip
    return tuple(
        ScoreLine(
            name, POINTS[name] * count, rule,
            (("each", {"count": count, "each": POINTS[name]}, POINTS[name] * count),),
        )
        for name, rule, count in counted
    )  # fmt: skip


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Most points; level seats share the win."""
    totals = tuple(sum(line.points or 0 for line in seat) for seat in lines(setup, all_sheets))
    return (Criterion("points", "victory", totals),)


def sheet_form_data(setup: Setup, sheet: Sheet | None) -> dict[str, Any]:
    """For the form: what each thing is worth."""
    return {"each": POINTS}
