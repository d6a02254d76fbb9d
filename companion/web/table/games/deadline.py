"""Deadline's page: the tombs, the Pharaoh's life, the dice, and the stone that is built with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from jinja2.utils import htmlsafe_json_dumps

from companion.web.common.page_fragments import Fragments, Page, load_fragments
from companion.web.table.viewer import PublicTable, SheetInCount, Viewer

USES_LEGAL_MOVES = False
LEAST_ROOM = (6, 3)
"""Squares across and up that each tomb gets where all are drawn to one scale."""
Stone = tuple[str, int, int, int]
"""A stone of a tomb: its shape, how it is held, its column and height."""


class Marks(NamedTuple):
    """What is drawn along a tomb: its flat roofs, its walls that are too high, and its tops."""

    flat: tuple[tuple[int, int], ...]
    walls: tuple[tuple[int, int, int], ...]
    tops: tuple[tuple[str, int], ...]
    """Columns in digits, since some are halves."""


class Drawing(NamedTuple):
    """The stones of a tomb and what they measure."""

    stones: tuple[Stone, ...]
    left: int
    right: int
    length: int
    height: int
    roofs: int


class Tomb(NamedTuple):
    """A tomb, and what its seat keeps beside it."""

    drawing: Drawing
    marks: Marks
    complete: bool
    flat_roofs: int
    high_walls: int
    penalty: int
    points: int
    reserve: str
    aside: int
    announced: int
    """As number so many; 0: not yet."""


class Places(NamedTuple):
    """Where stones may lie on a tomb."""

    ways: tuple[tuple[str, tuple[tuple[int, tuple[tuple[int, int], ...]], ...]], ...]
    """By shape, the ways to hold it that fit somewhere: number and outline."""
    fits: str
    """As JSON for the drawing board."""
    lacking: tuple[tuple[int, int], ...]
    """Flat roofs and high walls of the tombs that would come of it."""


class Choices(NamedTuple):
    """What the seat that picks may take, and where its stones may lie."""

    dice: tuple[str, ...]
    gives: tuple[tuple[str, str | None], ...]
    """By die, the stone that it brings; None for the Pharaoh's death."""
    reserve: str
    left: int
    right: int
    places: Places
    """Of the stones that the dice bring, and of that in reserve."""


class Board(NamedTuple):
    """All tombs, and the room that each gets where they are drawn to one scale."""

    tombs: tuple[Tomb, ...]
    room: tuple[int, int]


def prepare(view: Mapping[str, Any]) -> Board:
    """The tombs as tuples, which can be compared."""
    tombs, (across, up) = tuple(map(_tomb, view["seats"])), LEAST_ROOM
    room = (
        max(across, *[tomb.drawing.length for tomb in tombs]),
        max(up, *[tomb.drawing.height for tomb in tombs]),
    )
    return Board(tombs, room)


def _tomb(seat: Mapping[str, Any]) -> Tomb:
    marks = _marks(seat)
    return Tomb(
        _drawing(seat), marks, seat["complete"], seat["flat_roofs"], len(marks.walls), seat["penalty"],
        seat["points"], seat["reserve"], seat["aside"], seat["declared"],
    )  # fmt: skip


def _drawing(tomb: Mapping[str, Any]) -> Drawing:
    stones = [(stone["shape"], stone["turn"], stone["column"], stone["height"]) for stone in tomb["stones"]]
    return Drawing(tuple(stones), *[tomb[name] for name in Drawing._fields[1:]])


def _marks(tomb: Mapping[str, Any]) -> Marks:
    marks = tomb["marks"]
    tops = tuple([(str(column), height) for column, height in marks["tops"]])
    return Marks(marks["flat"], marks["walls"], tops)


def end_fragments(table: PublicTable, _viewer: Viewer) -> Page:
    """Each tomb on its ledge."""
    if table.counting:
        return {}
    draw, tombs, view = load_fragments("games/deadline/end.html", "deadline"), table.board.tombs, table.view
    longest = max(tomb.drawing.length for tomb in tombs)
    heights = sum(tomb.drawing.height for tomb in tombs)
    return {
        f"laid-{n}": draw.laid(
            n, table.names[n], tomb.drawing, tomb.marks, n == view["killer"],
            view["geometry"], longest, heights,
        )
        for n, tomb in enumerate(tombs)
    }  # fmt: skip


def sheet_inputs(seat: SheetInCount) -> tuple[object, ...]:
    """What a seat's sheet in a count shows: the tomb as far as it is drawn."""
    tomb = seat.choices
    return (
        seat.options["geometry"], tomb["stands"], tomb["complete"], _drawing(tomb), _marks(tomb),
        tomb["flat_roofs"], tomb["penalty"], tomb["points"], tomb["mirrored"], _places(tomb["fits"]),
        tomb["each_aside"],
    )  # fmt: skip


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """The fragments of the tombs and the hand."""
    view, seats, builder = table.view, len(table.names), table.view["builder"]
    is_screen = viewer.is_table_page and not viewer.may_enter
    announcer = builder if builder in viewer.own_seats and not table.ended else None
    front = (viewer.acting, viewer.seat, view["picker"], view["supplier"])
    large = None if is_screen else next(n for n in front if n is not None)
    page = {
        "board": draw.board(),
        "life": draw.life(view["life"], view["lives"]),
        **_hand(draw, table, viewer, is_screen),
    }
    if large is None:
        page["tombs"] = draw.tombs(tuple(range(seats)), None)
        page |= {"middle": draw.middle(bool(view["dice"])), **_dice(draw, view)}
    else:
        page["tombs"] = draw.tombs((*range(large + 1, seats), *range(large)), large)
        page |= _large_tomb(draw, table, viewer, large, announcer)
    room = table.board.room if is_screen else None
    for n in range(seats):
        page[f"ring-{n}"] = draw.ring(n, view["last"] == n)
        if n != large:
            page |= _small_tomb(draw, table, n, room, announcer)
    return page


def _dice(draw: Fragments, view: Mapping[str, Any]) -> Page:
    """The dice that nobody took yet, where they are shown."""
    dice = tuple(view["dice"])
    return {"dice": draw.dice(dice, view["last"] is None, view["geometry"])} if dice else {}


def _small_tomb(
    draw: Fragments, table: PublicTable, n: int, room: tuple[int, int] | None, announcer: int | None
) -> Page:
    """A tomb as the others see it."""
    view, name, preset, tomb = table.view, table.names[n], table.view["geometry"], table.board.tombs[n]
    announces, is_late = tomb.complete and n == announcer, tomb.complete and n != view["builder"]
    lacks = (tomb.announced, tomb.flat_roofs, tomb.high_walls, is_late, table.ended)
    shown = (name, table.seats[n].points, tomb.announced > 0, n == view["killer"])
    return {
        f"board-{n}": draw.rival(n),
        f"board-name-{n}": draw.board_name(n, *shown),
        f"built-{n}": draw.built(n, name, tomb.drawing, preset, room),
        f"tomb-{n}": draw.tomb_of(n, name, tomb, preset, announces, table.code),
        f"lacks-{n}": draw.lacks_of(n, *lacks),
    }


def _large_tomb(draw: Fragments, table: PublicTable, viewer: Viewer, n: int, announcer: int | None) -> Page:
    """The large tomb of a phone: its own, or that of the seat that it enters for."""
    view, name, preset, tomb = table.view, table.names[n], table.view["geometry"], table.board.tombs[n]
    builds, dies = viewer.can_play and n == view["picker"], None in view["gives"].values()
    announces, is_late = tomb.complete and n == announcer, tomb.complete and n != view["builder"]
    shows_reserve = not builds and not table.ended
    page = {
        f"board-{n}": draw.own(
            n, name, builds, tomb.points if announces else None, shows_reserve, table.code
        ),
        "supply": draw.supply(tuple(view["supply"].items()), preset, builds, builds and dies),
        "said-now": draw.said_now(tomb, is_late, table.ended),
        "drawing": draw.drawing(name, tomb.drawing, tomb.marks, preset),
    }
    if builds:
        page["said-then"] = draw.said_then(tomb)
    elif shows_reserve:
        dice = {} if viewer.is_table_page else _dice(draw, view)
        page |= {"lying": draw.lying(tomb.reserve, tomb.announced, bool(dice), preset), **dice}
    return page


def _hand(draw: Fragments, table: PublicTable, viewer: Viewer, is_screen: bool) -> Page:
    code, view, acting, preset = table.code, table.view, viewer.acting, table.view["geometry"]
    if not viewer.can_play or acting is None:
        if not viewer.is_table_page or is_screen or table.ended:
            return {"move-form": draw.idle(code, acting, table.ended, None)}
        dice = _dice(draw, view)
        return {"move-form": draw.idle(code, acting, False, bool(dice)), **dice}
    if not view["dice"]:
        roll = draw.roll(view["dice_count"], preset)
        return {"move-form": draw.move_form(code, acting, viewer.amending, True, None), "dice": roll}
    if acting != view["picker"]:
        return {"move-form": draw.move_form(code, acting, viewer.amending, False, None)}
    palette = draw.palette(acting, _choices(view, table.board.tombs[acting]), view["last"] is None, preset)
    hand = draw.move_form(code, acting, viewer.amending, False, table.names[acting])
    return {"move-form": hand, "palette": palette}


def _choices(view: Mapping[str, Any], tomb: Tomb) -> Choices:
    left, right = tomb.drawing.left, tomb.drawing.right
    dice, gives = tuple(view["dice"]), tuple(view["gives"].items())
    return Choices(dice, gives, tomb.reserve, left, right, _places(view["fits"]))


def _places(fits: Mapping[str, Any]) -> Places:
    places, ways, lacking = dict[str, list[Any]](), [], dict[tuple[int, int], str]()
    for shape, held in fits.items():
        places[shape] = [
            [
                way["turned"], way["flipped"], way["outline"],
                [_place(place, way["outline"][0][1], lacking) for place in way["places"]],
            ]
            for way in held
        ]  # fmt: skip
        ways.append((shape, tuple([(way["turn"], way["outline"]) for way in held if way["places"]])))
    json = str(htmlsafe_json_dumps(places, ensure_ascii=False, separators=(",", ":")))
    return Places(tuple(ways), json, tuple(lacking))


def _place(place: Mapping[str, Any], low: int, lacking: dict[tuple[int, int], str]) -> list[Any]:
    """Where a stone may lie: column, how much higher than in the hand, and what the tomb would be."""
    marks = place["marks"]
    lacks = place["flat_roofs"], len(marks["walls"])
    amiss = lacking.setdefault(lacks, f"{lacks[0]} {lacks[1]}")
    return [
        place["column"], place["outline"][0][1] - low, place["left"], place["right"], place["height"],
        marks["flat"], marks["walls"], marks["tops"], amiss,
    ]  # fmt: skip
