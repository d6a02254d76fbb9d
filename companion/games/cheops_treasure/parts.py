"""The contents of the box: colours, families, laws, the spaces of the pyramid, and the price tablets."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

from companion.engine.game import Refusal
from companion.engine.json_data import Between, parse_whole_number
from companion.engine.words import Term
from companion.games.seeds import DEFAULT_SEED_FOLDER, load_parts

PARTS: dict[str, Any] = load_parts("cheops_treasure")

Colour = Literal["red", "green", "blue", "black", "orange", "brown"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""The colours of treasures. The number of a colour is its index here."""
Family = Literal["A", "B", "C", "D"]
FAMILIES: tuple[Family, ...] = get_args(Family)
Pawn = Family | Literal["neighbour"]
NEIGHBOUR = len(FAMILIES)
"""The number of a neighbour among pawns. That of a family member is the family's index in ``FAMILIES``."""

TREASURES_PER_COLOUR: int = PARTS["treasures"]["each"]
MARKERS_PER_COLOUR: int = PARTS["markers"]["each"]
"""The number of treasures of each colour that only mark its column of prices."""
PAWNS_PER_FAMILY: int = PARTS["families"]["each"]
HAND_SIZE: int = PARTS["families"]["hand"]
PAWN_STACK_COUNT: int = PARTS["stacks"]["count"]
BANKNOTE_COUNTS: dict[str, int] = {note: PARTS["money"][note] for note in ("tens", "fives")}
NEIGHBOUR_COUNT: int = PARTS["neighbours"]["count"]
NEIGHBOUR_PRICE: int = PARTS["neighbours"]["price"]
LAW_COUNT: int = PARTS["laws"]["count"]
LAWS_PER_GAME: int = PARTS["laws"]["used"]
MARKET_PRICE: int = PARTS["market"]["price"]
MARKET_PRICES_BY_LAW: dict[int, int] = {law: PARTS["market_laws"][f"law_{law}"] for law in (1, 2)}
ARE_MARKET_PRICES_ASSUMED: bool = PARTS["market_laws"]["source"] == "assumed"
LAW_9_PRICE: int = PARTS["law_9"]["price"]
FULL_TABLET_COUNT_TO_END: int = PARTS["end"]["full_tablets"]
FULL_TABLET_COUNT_WITH_LAW_3: int = PARTS["end"]["full_tablets_law_3"]
TABLET_COUNTS_BY_KIND: dict[str, int] = {kind: PARTS["tablets"][kind] for kind in ("I", "II", "III")}
TABLETS_DRAWN_PER_KIND: int = PARTS["tablets"]["drawn_of_each"]
USUAL_SLOT_COUNT: int = PARTS["slots"]["usual"]

ROWS: int = PARTS["pyramid"]["rows"]
_BITS_PER_ROW = ROWS + 1
"""The number of bits for each row in a bit mask of spaces.

Row 1 at the bottom has eleven spaces, and each row above has one fewer. A space (row, column) is above the
spaces (row - 1, column) and (row - 1, column + 1). Its bit is 12 * (row - 1) + column - 1. So up left is a
shift by 11, up right a shift by 12, and the twelfth bit of each row is never set.
"""


def get_space_bit(row: int, column: int) -> int:
    """Return the bit of a space in bit masks, or 0 if there is no such space. Rows and columns count from
    1."""
    if not 1 <= row <= ROWS or not 1 <= column <= ROWS + 1 - row:
        return 0
    return 1 << (row - 1) * _BITS_PER_ROW + column - 1


SPACES: tuple[tuple[int, int], ...] = tuple(
    (row, column) for row in range(1, ROWS + 1) for column in range(1, ROWS + 2 - row)
)
SPACE_BY_BIT: dict[int, tuple[int, int]] = {get_space_bit(*space): space for space in SPACES}
"""The (row, column) of each space, by its bit."""
ALL_SPACES_MASK = sum(SPACE_BY_BIT)
BOTTOM_ROW_MASK = sum(get_space_bit(1, column) for column in range(1, ROWS + 1))


def find_open_mask(filled: int) -> int:
    """Return the bit mask of the empty spaces that are in the bottom row or above two pawns. Pawns may be
    placed there. ``filled`` is the bit mask of the spaces with a pawn."""
    carried = (filled << _BITS_PER_ROW) & (filled << ROWS)
    return (BOTTOM_ROW_MASK | carried) & ALL_SPACES_MASK & ~filled


def find_adjacent_mask(pawns: int) -> int:
    """Return the bit mask of all spaces that touch one of the spaces in the bit mask ``pawns``."""
    return (
        pawns << 1 | pawns >> 1
        | pawns << _BITS_PER_ROW | pawns << ROWS
        | pawns >> _BITS_PER_ROW | pawns >> ROWS
    ) & ALL_SPACES_MASK  # fmt: skip


def list_spaces(bits: int) -> list[tuple[int, int]]:
    """Return the (row, column) of each space in a bit mask, bottom row first."""
    spaces = []
    while bits:
        lowest = bits & -bits
        spaces.append(SPACE_BY_BIT[lowest])
        bits ^= lowest
    return spaces


LOWEST_NUMBER, HIGHEST_NUMBER = -999, 999
"""The lowest and highest value assumed for a printed number that nobody has copied."""
PrintedValue = Annotated[int, Between(-99, 999)] | Literal["X"]
TABLET_NAMES: tuple[str, ...] = tuple(
    f"{kind}-{letter}" for kind, count in TABLET_COUNTS_BY_KIND.items() for letter in "abcdef"[:count]
)
"""The names of the sixteen tablets. The owner of the box decides which tablet gets which name."""
_PRICE_PATTERN = re.compile(r"(X|[-−–]?\d{1,3})(?:/(X|[-−–]?\d{1,3}))?", re.IGNORECASE)
MAX_PRICE_LENGTH = len("-999/-999")
MIN_TABLET_NUMBERS, MAX_TABLET_NUMBERS = 2, 9
_EDITION_KEYS = frozenset(("tablets", "drawn", "eyes", "law7", "demo", "checked"))


@dataclass(frozen=True, slots=True)
class Price:
    """The printed value of a kept treasure. ``X`` stands for the number of treasures of the colour that all
    seats keep.

    If two numbers are printed side by side, one is for the seat with the most treasures of the colour, and
    one for all others. The tablet shows which is which; the app never guesses it.
    """

    for_the_most: PrintedValue
    for_the_others: PrintedValue | None = None
    """The number for all other seats. None if only one number is printed."""


Tablet = tuple[Price, ...]
"""The numbers of a price tablet from the top. Each sale covers one more, but never the last one."""


@lru_cache(2048)
def parse_price(text: str) -> Price | None:
    """Return the price in a text such as ``10``, ``X``, or ``20/5`` (20 for the seat with the most
    treasures, 5 for the others). None if the text is no price."""
    match = _PRICE_PATTERN.fullmatch(text)
    if match is None:
        return None
    most, others = match.groups()
    return Price(_parse_printed_value(most), None if others is None else _parse_printed_value(others))


def _parse_printed_value(text: str) -> Any:
    return "X" if text in "xX" else parse_whole_number(text)


@lru_cache(2048)
def parse_tablet(text: str) -> Tablet | None:
    """Return the prices in a text, separated by spaces. None if one of them is invalid, or if there are too
    few or too many."""
    prices = [parse_price(word) for word in re.sub(r"\s*/\s*", "/", text).split()]
    if not MIN_TABLET_NUMBERS <= len(prices) <= MAX_TABLET_NUMBERS or None in prices:
        return None
    return tuple(price for price in prices if price is not None)


def load_demo_edition() -> dict[str, Any]:
    """Return an edition with made-up numbers, for trying the app."""
    file = DEFAULT_SEED_FOLDER / "cheops_treasure" / "demo.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def get_drawn_tablets(edition: Mapping[str, Any]) -> tuple[Tablet | None, ...]:
    """Return the tablet that is drawn for each colour of ``COLOURS`` in this game. None for a tablet that
    nobody has copied yet."""
    drawn, tablets = edition.get("drawn") or {}, edition.get("tablets") or {}
    return tuple(parse_tablet(tablets.get(drawn.get(colour), "")) for colour in COLOURS)


def remove_drawn_tablets(edition: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return an edition without the tablets drawn for this game. The next game draws its own (rulebook,
    preparation)."""
    return None if edition is None else {key: edition[key] for key in edition if key != "drawn"}


def find_law_spaces_mask(edition: Mapping[str, Any]) -> int:
    """Return the bit mask of the spaces that have a law, according to the edition."""
    return sum(map(_parse_law_space_bit, edition.get("eyes") or ()))


def get_law_7_number(edition: Mapping[str, Any]) -> Price | None:
    """Return the number that is printed on law 7, or None if nobody has copied it."""
    number = edition.get("law7")
    return None if number is None else Price(number)


def _parse_law_space_bit(text: Any) -> int:
    match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text) if isinstance(text, str) else None
    return get_space_bit(int(match[1]), int(match[2])) if match else 0


def find_doubts(edition: Any) -> tuple[Refusal, ...]:
    """Return a refusal if a tablet of an edition has a number that is no multiple of five, which is
    unusual. Otherwise return an empty tuple."""
    unusual = tuple(
        text
        for text in (edition.get("tablets") or {}).values()
        if any(map(_has_unusual_number, parse_tablet(text) or ()))
    )
    return (Refusal("cheops_treasure.tablet_odd", "tablets", {"tablets": unusual}),) if unusual else ()


def _has_unusual_number(price: Price) -> bool:
    values = (price.for_the_most, price.for_the_others)
    return any(isinstance(value, int) and value % (MARKET_PRICE // 2) for value in values)


def check_edition(value: Any, seats: int) -> Refusal | None:
    """Return the refusal of an edition that an owner copied, or None if it is valid."""
    if not _has_edition_shape(value):
        return Refusal("cheops_treasure.edition", "tablets")
    for name, text in (value.get("tablets") or {}).items():
        if text != "" and (not isinstance(text, str) or len(text) > 80 or parse_tablet(text) is None):
            return Refusal("cheops_treasure.tablet", "tablets", {"tablet": str(text)}, (f"tablet-{name}",))
    drawn = Counter(filter(None, (value.get("drawn") or {}).values()))
    for name, times in drawn.items():
        if times > 1:
            return Refusal("cheops_treasure.tablet_twice", "tablets", {"tablet": name})
    bits = list(map(_parse_law_space_bit, value.get("eyes") or ()))
    if 0 in bits or len(set(bits)) < len(bits) or len(bits) > LAWS_PER_GAME:
        return Refusal("cheops_treasure.eyes", "laws", {"count": LAWS_PER_GAME})
    number = value.get("law7")
    if number is not None and (type(number) is not int or not -99 <= number <= 999):
        return Refusal("cheops_treasure.law_7_number", "laws")
    return None


def _has_edition_shape(edition: Any) -> bool:
    if not isinstance(edition, Mapping) or not set(edition) <= _EDITION_KEYS:
        return False
    tablets, drawn = edition.get("tablets") or {}, edition.get("drawn") or {}
    return (
        isinstance(tablets, Mapping)
        and set(tablets) <= set(TABLET_NAMES)
        and isinstance(drawn, Mapping)
        and set(drawn) <= set(COLOURS)
        and all(isinstance(name, str) and name in ("", *TABLET_NAMES) for name in drawn.values())
        and isinstance(edition.get("eyes") or (), list | tuple)
        and all(type(edition.get(flag, False)) is bool for flag in ("demo", "checked"))
    )


def parse_prices(record: Any) -> tuple[Price | None, ...]:
    """Return the price of a kept treasure for each colour of ``COLOURS``. None for a price that nobody has
    entered. ``record`` is the value of the option ``prices``: ``{colour: text of the price}``."""
    return tuple(parse_price(str((record or {}).get(colour, ""))) for colour in COLOURS)


def check_prices(value: Any, seats: int) -> Refusal | None:
    """Return the refusal of a value for the option ``prices``, or None if it is valid. A valid value is
    ``{colour: price}``, such as ``{"red": "20/5"}``."""
    if not isinstance(value, Mapping) or not set(value) <= set(COLOURS):
        return Refusal("cheops_treasure.edition", "tablets")
    for colour, text in value.items():
        is_short = type(text) in (int, str) and len(str(text)) <= MAX_PRICE_LENGTH
        if text != "" and not (is_short and parse_price(str(text))):
            return Refusal("cheops_treasure.price", "scoring", {"colour": Term(colour)})
    return None
