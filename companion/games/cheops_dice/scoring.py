"""The count at the end. Players enter numbers that they read off their pages, so the pages need not be
copied."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup
from companion.engine.json_data import Between, MaxLength, to_json
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import Term
from companion.games.cheops_dice.geometry import BoxMask, Plan, find_finished_buildings, get_arch_heights
from companion.games.cheops_dice.parts import (
    BUILDING_COUNT_TO_END,
    FLOOR_BOX_COUNT,
    MAX_BOXES_PER_ACTION,
    POINTS_PER_ITEM,
    TWO_BUILDINGS_BONUS,
    PadPage,
    get_floor_points,
)
from companion.games.cheops_dice.state import Board, State, get_pad_pages

CountedValue = Annotated[int, Between(0, 99)]
MAX_PYRAMID_BOXES = 99
"""The upper bound for the boxes of a pyramid on a page that nobody has copied."""
MAX_BONUSES = 15


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one seat has at the end, as numbers read off its page. The bonus for two finished buildings
    follows from them."""

    pyramid: CountedValue = 0
    """The value beside the topmost box ticked."""
    pyramid_boxes: CountedValue = 0
    """The number of ticked boxes, which breaks a tie. If this is 0 and the pyramid has points, nobody
    counted them yet."""
    pyramid_finished: bool = False
    arch: CountedValue = 0
    """The value of the lower column's level, or of the keystone if that is ticked."""
    arch_finished: bool = False
    floor: Annotated[int, Between(0, FLOOR_BOX_COUNT)] = 0
    """The number of ticked boxes of the floor, which is finished if all are ticked."""
    bonuses: Annotated[int, Between(0, MAX_BONUSES)] = 0
    """The number of symbols won. The bonus for two buildings is not among them."""
    quarry: Annotated[int, Between(0, 40)] = 0
    """The number of stones to the right of the last crossed one."""
    jokers: Annotated[int, Between(0, 5)] = 0
    """The number of unused jokers."""
    rounds: Annotated[int, Between(0, 200)] = 0
    """The number of rounds played. 0 if nobody counted them."""
    symbols: Annotated[tuple[Annotated[int, Between(0, MAX_BONUSES - 1)], ...], MaxLength(MAX_BONUSES)] = ()
    """The symbols won, by their index on the page. ``bonuses`` is then their number."""

    def __post_init__(self) -> None:
        if self.symbols:
            object.__setattr__(self, "bonuses", len(set(self.symbols)))


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the sheet of each seat, filled in from its page as it is now."""
    pairs = zip(state.rules.plans, state.boards, strict=True)
    return tuple(_make_sheet(plan, board, state.round) for plan, board in pairs)


@lru_cache(4096)
def _make_sheet(plan: Plan, board: Board, rounds: int) -> Sheet:
    finished = find_finished_buildings(plan, board.ticked)
    return Sheet(
        pyramid=next((value for boxes, value in plan.rows if boxes & board.ticked), 0),
        pyramid_boxes=(plan.masks["pyramid"] & board.ticked).bit_count(),
        pyramid_finished="pyramid" in finished,
        arch=_get_arch_value(plan, board.ticked),
        arch_finished="arch" in finished,
        floor=(plan.masks["floor"] & board.ticked).bit_count(),
        bonuses=board.won.bit_count(),
        quarry=len(plan.quarry) - board.last_stone,
        jokers=board.jokers,
        rounds=rounds,
    )


def _get_arch_value(plan: Plan, ticked: BoxMask) -> int:
    if plan.masks["keystone"] & ticked:
        return plan.pad_page.arch.keystone_value
    level = min(get_arch_heights(plan, ticked))
    return plan.pad_page.arch.values[level - 1] if level else 0


def count_finished_buildings(sheet: Sheet) -> int:
    """Return how many buildings are finished on a sheet."""
    return sheet.pyramid_finished + sheet.arch_finished + (sheet.floor == FLOOR_BOX_COUNT)


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Return the refusal of a sheet if some of its numbers are impossible together. Otherwise None."""
    if sheet.pyramid_boxes and not sheet.pyramid:
        return Refusal("cheops_dice.count_pyramid", "count", {"points": 0, "boxes": sheet.pyramid_boxes})
    if sheet.pyramid_finished and not sheet.pyramid:
        return Refusal("cheops_dice.count_finished", "count", {"building": Term("pyramid")})
    if sheet.arch_finished and not sheet.arch:
        return Refusal("cheops_dice.count_finished", "count", {"building": Term("arch")})
    if sheet.floor % 2:
        return Refusal("cheops_dice.count_floor", "floor", {"boxes": sheet.floor})
    if sheet.jokers > setup.seats:
        values = {"jokers": sheet.jokers, "count": setup.seats}
        return Refusal("cheops_dice.count_jokers", "setup", values)
    ticked = sheet.pyramid_boxes + sheet.floor
    if sheet.rounds and ticked > MAX_BOXES_PER_ACTION * sheet.rounds:
        values = {"boxes": ticked, "rounds": sheet.rounds, "most": MAX_BOXES_PER_ACTION * sheet.rounds}
        return Refusal("cheops_dice.count_rounds", "turn", values)
    return None


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Return an overridable refusal if no seat has finished two buildings, because then the game goes on.
    Otherwise None."""
    if any(count_finished_buildings(sheet) >= BUILDING_COUNT_TO_END for sheet in all_sheets):
        return None
    return Refusal("cheops_dice.not_over", "end", {"count": BUILDING_COUNT_TO_END}, overridable=True)


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return for each seat six score lines: three buildings, bonuses, quarry and jokers (rulebook,
    counting)."""
    return tuple(_sheet_lines(sheet) for sheet in all_sheets)


@lru_cache(512)
def _sheet_lines(sheet: Sheet) -> tuple[ScoreLine, ...]:
    points, end_bonus = _count_points_by_category(sheet), _get_two_buildings_bonus(sheet)
    counts = {"bonus": sheet.bonuses, "stone": sheet.quarry, "joker": sheet.jokers}
    each = {name: {"count": n, "each": POINTS_PER_ITEM[name]} for name, n in counts.items()}
    finished = {"count": count_finished_buildings(sheet), "needed": BUILDING_COUNT_TO_END}
    bonuses = (
        ("bonus", each["bonus"], points["bonuses"] - end_bonus),
        ("end_bonus" if end_bonus else "no_end_bonus", finished, end_bonus),
    )
    return (
        ScoreLine("pyramid", sheet.pyramid, "pyramid", (("highest", {}, sheet.pyramid),)),
        ScoreLine("arch", sheet.arch, "arch", (("lower", {}, sheet.arch),)),
        ScoreLine("floor", points["floor"], "floor", (("boxes", {"count": sheet.floor}, points["floor"]),)),
        ScoreLine("bonuses", points["bonuses"], "bonus", bonuses),
        ScoreLine("quarry", points["quarry"], "quarry", (("stone", each["stone"], points["quarry"]),)),
        ScoreLine("jokers", points["jokers"], "count", (("joker", each["joker"], points["jokers"]),)),
    )  # fmt: skip


def _count_points_by_category(sheet: Sheet) -> dict[str, int]:
    """Return ``{category: points}`` of a sheet. This is faster than adding up its score lines."""
    return {
        "pyramid": sheet.pyramid,
        "arch": sheet.arch,
        "floor": get_floor_points(sheet.floor),
        "bonuses": POINTS_PER_ITEM["bonus"] * sheet.bonuses + _get_two_buildings_bonus(sheet),
        "quarry": POINTS_PER_ITEM["stone"] * sheet.quarry,
        "jokers": POINTS_PER_ITEM["joker"] * sheet.jokers,
    }


def _get_two_buildings_bonus(sheet: Sheet) -> int:
    return TWO_BUILDINGS_BONUS if count_finished_buildings(sheet) >= BUILDING_COUNT_TO_END else 0


def count_points_by_category(plan: Plan, board: Board) -> dict[str, int]:
    """Return ``{category: points}`` of a seat's page, for each building, bonuses, quarry and jokers."""
    return _count_points_by_category(_make_sheet(plan, board, 0))


def count_points(sheet: Sheet) -> int:
    """Return the sum of all points of a sheet."""
    return sum(_count_points_by_category(sheet).values())


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Return the ranking criteria: most points, then most boxes of the pyramid. Level seats share the
    place (rulebook, victory)."""
    points = tuple(map(count_points, all_sheets))
    boxes = tuple(_get_pyramid_boxes(seat, sheet) for seat, sheet in enumerate(all_sheets))
    return (
        Criterion("points", "victory", points),
        Criterion("pyramid_boxes", "victory", boxes, tie_break=True),
    )


def _get_pyramid_boxes(seat: int, sheet: Sheet) -> int | Amount:
    """Return the number of ticked boxes of the pyramid. It is an unknown ``Amount`` if only the
    pyramid's points were entered."""
    if sheet.pyramid_boxes or not sheet.pyramid:
        return sheet.pyramid_boxes
    return Amount(0, ((Unknown("pyramid_boxes", seat=seat, low=1, high=MAX_PYRAMID_BOXES), 1),))


def sheet_form_data(setup: Setup, sheet: Sheet | None, all_sheets: tuple[Sheet, ...]) -> dict[str, Any]:
    """Return the data for the form of a sheet.

    ``paper`` is the page to draw. ``levels`` has the values of the rows of the pyramid and of the levels of
    the arch, ``floors`` the (boxes, points) pairs of the floor, ``bonuses`` the symbols, and ``jokers`` the
    largest number of jokers. ``each`` has the points of a bonus, a stone and a joker, ``end`` those of two
    finished buildings.
    """
    entered, [pad_page] = sheet or Sheet(), get_pad_pages(setup.options, 1)
    pyramid, arch = pad_page.pyramid.values, (*pad_page.arch.values, pad_page.arch.keystone_value)
    return {
        "paper": to_json(pad_page),
        "levels": {
            "pyramid": _list_level_values(pyramid, entered.pyramid, finished=entered.pyramid_finished),
            "arch": _list_level_values(arch, entered.arch, finished=entered.arch_finished),
        },
        "floors": [[boxes, get_floor_points(boxes)] for boxes in range(2, FLOOR_BOX_COUNT + 1, 2)],
        "bonuses": _make_bonus_data(pad_page, entered),
        "jokers": setup.seats,
        "each": POINTS_PER_ITEM,
        "end": {"finished": BUILDING_COUNT_TO_END, "bonus": TWO_BUILDINGS_BONUS},
    }


def _make_bonus_data(pad_page: PadPage, sheet: Sheet) -> list[dict[str, Any]]:
    """Return for each bonus of a page its ``symbol``, its ``building`` and whether it is ``won``. If the
    sheet has only the number of bonuses, that many of the first ones count as won."""
    won = sheet.symbols or range(sheet.bonuses)
    printed = [(bonus.symbol, bonus.building) for bonus in pad_page.bonuses]
    unprinted = [("", "")] * (max(won, default=-1) + 1 - len(printed))
    return [
        {"symbol": symbol, "building": building, "won": index in won}
        for index, (symbol, building) in enumerate([*printed, *unprinted])
    ]


def _list_level_values(printed: tuple[int, ...], entered: int, *, finished: bool) -> list[int]:
    """Return the printed values of a building's levels, with ``entered``, if not 0, in place of one: the
    last if the building is finished, otherwise the first that is not lower."""
    last = len(printed) - 1
    level = last if finished else next((n for n in range(last) if printed[n] >= entered), last - 1)
    return [entered if entered and n == level else number for n, number in enumerate(printed)]
