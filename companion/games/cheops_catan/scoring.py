"""The count at the end: pieces, army, victory point cards, Blessing and Curse."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

from companion.engine.game import Criterion, ElementIds, Refusal, ScoreLine, Setup, choose_most_binding
from companion.engine.json_data import Between
from companion.engine.tally import make_filled_field_ids, make_sheet_field_ids
from companion.engine.words import Seat
from companion.games.cheops_catan.parts import (
    PIECE_LIMITS,
    POINT_CARD_COUNT,
    POINTS_BY_THING,
    PYRAMID_STONE_COUNT,
    STONES_PER_SEAT,
)
from companion.games.cheops_catan.rules import find_blessing_and_curse
from companion.games.cheops_catan.state import State


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one seat has at the end of the game, after it has shown its hidden cards."""

    settlements: Annotated[int, Between(0, PIECE_LIMITS["settlement"])] = 0
    cities: Annotated[int, Between(0, PIECE_LIMITS["city"])] = 0
    cards: Annotated[int, Between(0, POINT_CARD_COUNT)] = 0
    stones: Annotated[int, Between(0, STONES_PER_SEAT)] = 0
    army: bool = False
    blessed: bool = False
    cursed: bool = False
    by_stones: bool = False
    """Whether Blessing and Curse follow from the stones on all sheets. ``blessed`` then only breaks a tie
    for the most stones."""


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the sheet of each seat, without its hidden victory point cards."""
    return tuple(
        Sheet(
            state.settlements[seat], state.cities[seat], state.cards[seat], state.stones[seat],
            state.army == seat, state.blessed == seat, seat in state.cursed,
        )
        for seat in range(state.rules.seats)
    )  # fmt: skip


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Return the refusal of one seat's sheet, or None. Only a seat with stones can have the Blessing. With
    the option ``holder_spared``, this seat cannot also have the Curse."""
    if sheet.by_stones:
        return None
    if sheet.blessed and not sheet.stones:
        return Refusal("cheops_catan.sheet_blessing", "favours")
    if sheet.blessed and sheet.cursed and setup.options["holder_spared"]:
        return Refusal("cheops_catan.sheet_both", "favours", overridable=True)
    return None


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Return a refusal if the sheets together have more than one army, five victory point cards or thirty
    stones, or if Blessing and Curse do not fit the numbers of stones. Otherwise None."""
    all_sheets = set_blessing_and_curse(setup, all_sheets)
    if sum(sheet.army for sheet in all_sheets) > 1:
        return Refusal("cheops_catan.sheets_army", "points", at=make_filled_field_ids("army", all_sheets))
    stones = sum(sheet.stones for sheet in all_sheets)
    if sum(sheet.blessed for sheet in all_sheets) != (1 if stones else 0):
        return Refusal("cheops_catan.sheets_blessing", "favours", at=_find_blessing_fields(all_sheets))
    if sum(sheet.cards for sheet in all_sheets) > POINT_CARD_COUNT:
        at = make_filled_field_ids("cards", all_sheets)
        return Refusal("cheops_catan.point_cards", "points", {"count": POINT_CARD_COUNT}, at)
    if stones > PYRAMID_STONE_COUNT:
        at = make_filled_field_ids("stones", all_sheets)
        return Refusal("cheops_catan.sheets_stones", "pyramid", {"count": PYRAMID_STONE_COUNT}, at)
    if stones:
        return choose_most_binding(_iter_blessing_and_curse_refusals(setup, all_sheets))
    if any(sheet.cursed for sheet in all_sheets):
        at = make_sheet_field_ids("stones", [n for n, sheet in enumerate(all_sheets) if sheet.cursed])
        return Refusal("cheops_catan.sheets_no_curse", "favours", at=at, overridable=True)
    return None


def _find_blessing_fields(all_sheets: tuple[Sheet, ...]) -> ElementIds:
    most = max(sheet.stones for sheet in all_sheets)
    seats = [seat for seat, sheet in enumerate(all_sheets) if sheet.stones == most]
    return make_sheet_field_ids("blessed" if len(seats) > 1 else "stones", seats)


def _iter_blessing_and_curse_refusals(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Iterator[Refusal]:
    """Yield an overridable refusal if a seat with Blessing or Curse has the wrong number of stones.

    Only a seat with the most stones can have the Blessing. All seats with the fewest stones have the Curse.
    The option ``holder_spared`` exempts the holder of the Blessing from the Curse.
    """
    counts = tuple(sheet.stones for sheet in all_sheets)
    most = tuple(seat for seat, count in enumerate(counts) if count == max(counts))
    holder = next(seat for seat, sheet in enumerate(all_sheets) if sheet.blessed)
    if holder not in most:
        values = {"seat": Seat(holder), "seats": tuple(map(Seat, most))}
        yield Refusal(
            "cheops_catan.sheets_most", "favours", values, make_sheet_field_ids("stones", most), True
        )
    _, cursed = find_blessing_and_curse(counts, holder, holder, spared=setup.options["holder_spared"])
    if cursed != {seat for seat, sheet in enumerate(all_sheets) if sheet.cursed}:
        values, at = (
            {"seats": tuple(map(Seat, sorted(cursed)))},
            make_sheet_field_ids("stones", sorted(cursed)),
        )
        yield Refusal("cheops_catan.sheets_curse", "favours", values, at, overridable=True)


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return for each seat six score lines: settlements, cities, army, cards, Blessing and Curse."""
    return tuple(_sheet_lines(sheet) for sheet in set_blessing_and_curse(setup, all_sheets))


def partial_lines(setup: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    """Return the score lines of one sheet while others are missing. Blessing and Curse count 0 points if
    they depend on the other sheets."""
    return _sheet_lines(replace(sheet, blessed=False, cursed=False) if sheet.by_stones else sheet)


def set_blessing_and_curse(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    """Return the sheets, with Blessing and Curse filled in where a sheet leaves them to the app
    (``by_stones``). The stones on all sheets decide which seats have them."""
    counts = tuple(sheet.stones for sheet in all_sheets)
    most = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
    holders = [seat for seat in most if all_sheets[seat].blessed] if len(most) > 1 else most
    holder = holders[0] if len(holders) == 1 else -1
    least = min(counts) if any(counts) else None
    spared = holder if setup.options["holder_spared"] else -1
    return tuple(
        replace(
            sheet, blessed=seat == holder, cursed=sheet.stones == least and seat != spared
        ) if sheet.by_stones else sheet
        for seat, sheet in enumerate(all_sheets)
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _sheet_lines(sheet: Sheet) -> tuple[ScoreLine, ...]:
    counts = (
        ("settlement", "pieces", sheet.settlements), ("city", "pieces", sheet.cities),
        ("army", "points", int(sheet.army)), ("card", "points", sheet.cards),
        ("blessing", "favours", int(sheet.blessed)), ("curse", "favours", int(sheet.cursed)),
    )  # fmt: skip
    return tuple(
        ScoreLine(
            name, POINTS_BY_THING[name] * count, rule,
            (("each", {"count": count, "each": POINTS_BY_THING[name]}, POINTS_BY_THING[name] * count),),
        )
        for name, rule, count in counts
    )  # fmt: skip


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Return the ranking criteria. Most points win, and level seats share the win."""
    totals = tuple(sum(line.points or 0 for line in seat) for seat in lines(setup, all_sheets))
    return (Criterion("points", "victory", totals),)


def sheet_form_data(setup: Setup, sheet: Sheet | None, all_sheets: tuple[Sheet, ...]) -> dict[str, Any]:
    """Return the data for the form of a sheet: ``each`` has the points of each thing (settlement, city,
    card), and ``shares_most`` is whether the seat ties for the most stones.

    Only a seat that ties with another one is asked who has the Blessing.
    """
    counts = [other.stones for other in all_sheets]
    most = max(counts, default=0)
    shares_most = sheet is not None and 0 < sheet.stones == most and counts.count(most) > 1
    return {"each": POINTS_BY_THING, "shares_most": shares_most}
