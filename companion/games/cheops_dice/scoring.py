"""What counts at the end: what a player reads off the pad_page, whatever is printed on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup
from companion.engine.json_data import Between, MaxLength, to_json
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import Term
from companion.games.cheops_dice.geometry import Plan, column_heights, finished_buildings
from companion.games.cheops_dice.parts import (
    ACTION,
    END_BONUS,
    FLOOR,
    POINTS,
    TO_END,
    PadPage,
    floor_points,
    parse_pad_page,
    practice_pages,
)
from companion.games.cheops_dice.state import Board, State

Value = Annotated[int, Between(0, 99)]
MOST_BOXES = 99
"""Of a pyramid whose sheet nobody has copied."""
MOST_BONUSES = 15


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat at the end. A finished floor shows in its boxes; the end bonus follows from the rest."""

    pyramid: Value = 0
    """Printed beside the topmost box ticked."""
    pyramid_boxes: Value = 0
    """How many are ticked, which parts a tie; 0 beside points: nobody has counted them yet."""
    pyramid_finished: bool = False
    arch: Value = 0
    """Printed beside the level of the lower column, or on the last box."""
    arch_finished: bool = False
    floor: Annotated[int, Between(0, FLOOR)] = 0
    """Boxes ticked."""
    bonuses: Annotated[int, Between(0, MOST_BONUSES)] = 0
    """Symbols won, without the one for finishing two buildings."""
    quarry: Annotated[int, Between(0, 40)] = 0
    """Stones to the right of the last one crossed."""
    jokers: Annotated[int, Between(0, 5)] = 0
    """Not used."""
    rounds: Annotated[int, Between(0, 200)] = 0
    """Rounds played; 0: nobody counted."""
    symbols: Annotated[
        tuple[Annotated[int, Between(0, MOST_BONUSES - 1)], ...], MaxLength(MOST_BONUSES)
    ] = ()
    """Which symbols were won, by their index on the sheet; ``bonuses`` is then their number."""

    def __post_init__(self) -> None:
        if self.symbols:
            object.__setattr__(self, "bonuses", len(set(self.symbols)))


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """The sheets as they are marked now."""
    pairs = zip(state.rules.plans, state.boards, strict=True)
    return tuple(_sheet(plan, board, state.round) for plan, board in pairs)


@lru_cache(4096)
def _sheet(plan: Plan, board: Board, rounds: int) -> Sheet:
    done = finished_buildings(plan, board.ticked)
    return Sheet(
        pyramid=_pyramid_value(plan, board.ticked),
        pyramid_boxes=(plan.masks["pyramid"] & board.ticked).bit_count(),
        pyramid_finished="pyramid" in done,
        arch=_arch_value(plan, board.ticked),
        arch_finished="arch" in done,
        floor=(plan.masks["floor"] & board.ticked).bit_count(),
        bonuses=board.won.bit_count(),
        quarry=len(plan.quarry) - board.mark,
        jokers=board.jokers,
        rounds=rounds,
    )


def _pyramid_value(plan: Plan, ticked: int) -> int:
    return next((value for boxes, value in plan.rows if boxes & ticked), 0)


def _arch_value(plan: Plan, ticked: int) -> int:
    """The level of the lower column; with the last box ticked, its own value."""
    if plan.masks["keystone"] & ticked:
        return plan.pad_page.arch.keystone_value
    level = min(column_heights(plan, ticked))
    return plan.pad_page.arch.values[level - 1] if level else 0


def buildings(sheet: Sheet) -> int:
    """How many are finished."""
    return sheet.pyramid_finished + sheet.arch_finished + (sheet.floor == FLOOR)


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Numbers that cannot stand together on one sheet."""
    if sheet.pyramid_boxes and not sheet.pyramid:
        values = {"points": sheet.pyramid, "boxes": sheet.pyramid_boxes}
        return Refusal("cheops_dice.count_pyramid", "count", values)
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
    if sheet.rounds and ticked > ACTION * sheet.rounds:
        values = {"boxes": ticked, "rounds": sheet.rounds, "most": ACTION * sheet.rounds}
        return Refusal("cheops_dice.count_rounds", "turn", values)
    return None


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Somebody has finished two buildings, or the table agrees that it stopped early."""
    if any(buildings(sheet) >= TO_END for sheet in all_sheets):
        return None
    return Refusal("cheops_dice.not_over", "end", {"count": TO_END}, overridable=True)


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Three buildings, bonuses, quarry and jokers for each seat (rulebook, counting)."""
    return tuple(_lines(sheet) for sheet in all_sheets)


@lru_cache(512)
def _lines(sheet: Sheet) -> tuple[ScoreLine, ...]:
    worth, end_bonus = _worth(sheet), _end_bonus(sheet)
    each = {name: {"count": count, "each": POINTS[name]} for name, count in _counted(sheet)}
    bonuses = (
        ("bonus", each["bonus"], worth["bonuses"] - end_bonus),
        (
            "end_bonus" if end_bonus else "no_end_bonus",
            {"count": buildings(sheet), "needed": TO_END},
            end_bonus,
        ),
    )
    return (
        ScoreLine("pyramid", sheet.pyramid, "pyramid", (("highest", {}, sheet.pyramid),)),
        ScoreLine("arch", sheet.arch, "arch", (("lower", {}, sheet.arch),)),
        ScoreLine("floor", worth["floor"], "floor", (("boxes", {"count": sheet.floor}, worth["floor"]),)),
        ScoreLine("bonuses", worth["bonuses"], "bonus", bonuses),
        ScoreLine("quarry", worth["quarry"], "quarry", (("stone", each["stone"], worth["quarry"]),)),
        ScoreLine("jokers", worth["jokers"], "count", (("joker", each["joker"], worth["jokers"]),)),
    )  # fmt: skip


def _counted(sheet: Sheet) -> tuple[tuple[str, int], ...]:
    return ("bonus", sheet.bonuses), ("stone", sheet.quarry), ("joker", sheet.jokers)


def _worth(sheet: Sheet) -> dict[str, int]:
    """The points of each line, without what they are made of: asked of every building at hand."""
    return {
        "pyramid": sheet.pyramid,
        "arch": sheet.arch,
        "floor": floor_points(sheet.floor),
        "bonuses": POINTS["bonus"] * sheet.bonuses + _end_bonus(sheet),
        "quarry": POINTS["stone"] * sheet.quarry,
        "jokers": POINTS["joker"] * sheet.jokers,
    }


def _end_bonus(sheet: Sheet) -> int:
    return END_BONUS if buildings(sheet) >= TO_END else 0


def by_category(plan: Plan, board: Board) -> dict[str, int]:
    """The points of a sheet as it is marked now, line by line."""
    return _worth(_sheet(plan, board, 0))


def points(sheet: Sheet) -> int:
    """All points of a sheet."""
    return sum(_worth(sheet).values())


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Most points; then most boxes of the pyramid; then the place is shared (rulebook, victory)."""
    return (
        Criterion("points", "victory", tuple(points(sheet) for sheet in all_sheets)),
        Criterion(
            "pyramid_boxes",
            "victory",
            tuple(_boxes(seat, sheet) for seat, sheet in enumerate(all_sheets)),
            tie_break=True,
        ),
    )


def _boxes(seat: int, sheet: Sheet) -> int | Amount:
    """Boxes of the pyramid; unknown where only its points were told."""
    if sheet.pyramid_boxes or not sheet.pyramid:
        return sheet.pyramid_boxes
    return Amount(0, ((Unknown("pyramid_boxes", seat=seat, low=1, high=MOST_BOXES), 1),))


def sheet_form_data(setup: Setup, sheet: Sheet | None) -> dict[str, Any]:
    """For the form: the sheet that it draws, what its levels and boxes bring, and each thing won."""
    told, pad_page = sheet or Sheet(), _paper(setup)
    arch = (*pad_page.arch.values, pad_page.arch.keystone_value)
    return {
        "paper": to_json(pad_page),
        "levels": {
            "pyramid": _levels(pad_page.pyramid.values, told.pyramid, finished=told.pyramid_finished),
            "arch": _levels(arch, told.arch, finished=told.arch_finished),
        },
        "floors": [[boxes, floor_points(boxes)] for boxes in range(2, FLOOR + 1, 2)],
        "bonuses": _bonuses(pad_page, told),
        "jokers": setup.seats,
        "each": POINTS,
        "end": {"finished": TO_END, "bonus": END_BONUS},
    }


def _bonuses(pad_page: PadPage, sheet: Sheet) -> list[dict[str, Any]]:
    """The symbols of a sheet in its order, each with its building, and whether it is won. Where only their
    number is known, the first ones are."""
    won = sheet.symbols or range(sheet.bonuses)
    printed = [(bonus.symbol, bonus.building) for bonus in pad_page.bonuses]
    unprinted = [("", "")] * (max(won, default=-1) + 1 - len(printed))
    return [
        {"symbol": symbol, "building": building, "won": index in won}
        for index, (symbol, building) in enumerate([*printed, *unprinted])
    ]


def _levels(printed: tuple[int, ...], told: int, *, finished: bool) -> list[int]:
    """What a building's levels bring; a number that was told and is not among them stands where it fits."""
    last = len(printed) - 1
    at = last if finished else next((n for n in range(last) if printed[n] >= told), last - 1)
    return [told if told and n == at else number for n, number in enumerate(printed)]


def _paper(setup: Setup) -> PadPage:
    """A sheet of the table's pad, whose form is drawn; of the practice sheets where none is known."""
    records = setup.options["sheets"] or ()
    return next((pad_page for pad_page in map(parse_pad_page, records) if pad_page), practice_pages()[0])
