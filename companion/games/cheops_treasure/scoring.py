"""The count at the end: the money, and the kept treasures at the uncovered number of their colour."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup, sum_score_lines
from companion.engine.json_data import Between, MaxLength, to_json
from companion.engine.tally import make_filled_field_ids
from companion.engine.unknowns import Unknown
from companion.engine.words import Term
from companion.games.cheops_treasure.parts import (
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    MARKET_PRICE,
    TREASURES_PER_COLOUR,
    Colour,
    Price,
    parse_prices,
)
from companion.games.cheops_treasure.state import State, get_uncovered_price

TreasureCount = Annotated[int, Between(0, TREASURES_PER_COLOUR)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one seat has at the end: its money, its kept treasures, and the colour of law 9 if it holds this
    law."""

    money: Annotated[int, Between(0, 5000)] = 0
    red: TreasureCount = 0
    green: TreasureCount = 0
    blue: TreasureCount = 0
    black: TreasureCount = 0
    orange: TreasureCount = 0
    brown: TreasureCount = 0
    wild: Colour | None = None
    prices: Annotated[tuple[Price | None, ...], MaxLength(len(COLOURS))] = ()
    """The uncovered number of each colour. If this is empty, the numbers in the option ``prices`` count."""
    assumed: bool = False
    """Whether the money depends on an assumed price, and nobody has counted it since."""


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the sheet of each seat as if the game ended now."""
    prices = tuple(get_uncovered_price(state, colour) for colour in range(len(COLOURS)))
    wild = COLOURS[state.wild] if state.wild >= 0 else None
    return tuple(
        Sheet(
            state.money[seat],
            wild=wild if seat == state.law_9 else None,
            prices=prices,
            assumed=seat in state.assumed,
            **dict(zip(COLOURS, state.kept[seat], strict=True)),
        )
        for seat in range(state.rules.seats)
    )


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Return a refusal if the money on a sheet is no multiple of five, or if only some of its prices are
    filled in. Otherwise None."""
    if sheet.money % (MARKET_PRICE // 2):
        return Refusal("cheops_treasure.sheet_money", "scoring", {"money": sheet.money})
    if len(sheet.prices) not in (0, len(COLOURS)):
        return Refusal("cheops_treasure.sheet_prices", "scoring")
    return None


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Return a refusal if the sheets together have more than ten treasures of a colour or one law 9, or if
    their prices differ. Otherwise None."""
    for colour in COLOURS:
        if sum(getattr(sheet, colour) for sheet in all_sheets) > TREASURES_PER_COLOUR:
            values = {"colour": Term(colour), "count": TREASURES_PER_COLOUR}
            at = make_filled_field_ids(colour, all_sheets)
            return Refusal("cheops_treasure.sheets_colour", "scoring", values, at)
    if sum(sheet.wild is not None for sheet in all_sheets) > 1:
        return Refusal("cheops_treasure.sheets_wild", "laws", at=make_filled_field_ids("wild", all_sheets))
    if len({sheet.prices for sheet in all_sheets if sheet.prices}) > 1:
        at = make_filled_field_ids("prices", all_sheets)
        return Refusal("cheops_treasure.sheet_prices", "scoring", at=at)
    return None


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return for each seat the score lines of its money and of the six colours."""
    sheet_prices = next((sheet.prices for sheet in all_sheets if sheet.prices), ())
    prices = sheet_prices or parse_prices(setup.options["prices"])
    option = "edition" if sheet_prices else "prices"
    holdings = tuple(zip(*(count_treasures(sheet) for sheet in all_sheets), strict=True))
    return tuple(
        (
            ScoreLine("money", sheet.money, "scoring", (("money", {}, sheet.money),), sheet.assumed),
            *(
                _colour_line(colour, prices[c], holdings[c], seat, option)
                for c, colour in enumerate(COLOURS)
            ),
        )
        for seat, sheet in enumerate(all_sheets)
    )


def count_treasures(sheet: Sheet) -> tuple[int, ...]:
    """Return the number of treasures of each colour on a sheet. Law 9 counts as a treasure of the colour
    that its holder chose."""
    return tuple(getattr(sheet, colour) + (sheet.wild == colour) for colour in COLOURS)


def partial_lines(setup: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    """Return the score lines of one sheet. A line that depends on the other sheets has the points None."""
    [all_lines] = lines(setup, (sheet,))
    prices = zip(COLOURS, _get_sheet_prices(setup, sheet), strict=True)
    incomplete = {colour for colour, price in prices if _depends_on_all_sheets(price)}
    return tuple(
        replace(line, points=None) if line.points and line.category in incomplete else line
        for line in all_lines
    )


def sheet_form_data(setup: Setup, sheet: Sheet | None, all_sheets: tuple[Sheet, ...]) -> dict[str, Any]:
    """Return the data for the form of a sheet: ``colours`` has (colour, price, points of one treasure), and
    ``lacks_prices`` is whether a price is missing. The points are None if the price is unknown, or if they
    depend on other sheets."""
    prices = _get_sheet_prices(setup, sheet)
    return {
        "colours": [
            [
                colour,
                to_json(price),
                None if price is None or _depends_on_all_sheets(price) else price.for_the_most,
            ]
            for colour, price in zip(COLOURS, prices, strict=True)
        ],
        "lacks_prices": not (sheet and sheet.prices) and None in prices,
    }


def _get_sheet_prices(setup: Setup, sheet: Sheet | None) -> tuple[Price | None, ...]:
    return (sheet.prices if sheet else ()) or parse_prices(setup.options["prices"])


def _depends_on_all_sheets(price: Price | None) -> bool:
    return price is not None and (price.for_the_others is not None or price.for_the_most == "X")


def _colour_line(
    colour: str, number: Price | None, holdings: tuple[int, ...], seat: int, option: str
) -> ScoreLine:
    count = holdings[seat]
    if not count:
        return ScoreLine(colour, 0, "scoring")
    if number is None:
        code = "price_most" if _has_most(holdings, seat) else "price"
        unknown = Unknown(code, colour, option=option, low=LOWEST_NUMBER, high=HIGHEST_NUMBER)
        parts = (("unknown", {"count": count}, None),)
        return ScoreLine(colour, None, "tablets", parts, unknown=((unknown, count),))
    code, each = price_treasure(number, holdings, seat)
    part = (code, {"count": count, "each": each}, count * each)
    return ScoreLine(colour, count * each, "scoring", (part,))


def price_treasure(price: Price, holdings: tuple[int, ...], seat: int) -> tuple[str, int]:
    """Return (key of a sentence in ``Words.parts``, value of each treasure of a colour for a seat).

    Of two numbers, one is for the seat with the most treasures of the colour. ``holdings`` has the number
    of these treasures that each seat keeps.
    """
    value, code = price.for_the_most, "each"
    if price.for_the_others is not None:
        leads = _has_most(holdings, seat)
        value, code = (value, "most") if leads else (price.for_the_others, "others")
    return (f"{code}_x", sum(holdings)) if value == "X" else (code, value)


def _has_most(holdings: tuple[int, ...], seat: int) -> bool:
    return all(holdings[seat] > other for s, other in enumerate(holdings) if s != seat)


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Return the ranking criteria. There is only the money, because the rulebook has no tie-break."""
    totals = tuple(sum_score_lines(seat) for seat in lines(setup, all_sheets))
    return (Criterion("money", "victory", totals),)
