"""The page of The Pyramid's Deadline: the tombs, the Pharaoh's life, the dice, and the stones to lay."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from jinja2.utils import htmlsafe_json_dumps

from companion.web.common.page_fragments import HtmlByName, Macros, freeze, load_macros
from companion.web.table.viewer import PublicTable, Viewer

USES_LEGAL_MOVES = False
MIN_DRAWING_SIZE = (6, 3)
"""The least width and height, in squares, of the drawings when all tombs are drawn to one scale."""
DRAWING_FIELDS = ("left", "right", "length", "height", "roofs")
"""The columns at which a tomb starts and ends, its size and its number of roofs."""


class BoardData(NamedTuple):
    """The tombs of all seats, and the size of their drawings."""

    tombs: tuple[Any, ...]
    room: tuple[int, int]
    """The width and height, in squares, of each drawing when all tombs are drawn to one scale."""


def make_board_data(view: Mapping[str, Any]) -> BoardData:
    """Return what the page shows of the tombs, from the public view. Equal views give equal results."""
    tombs, (across, up) = tuple(map(_make_tomb_data, view["seats"])), MIN_DRAWING_SIZE
    room = (
        max(across, *[tomb.drawing.length for tomb in tombs]),
        max(up, *[tomb.drawing.height for tomb in tombs]),
    )
    return BoardData(tombs, room)


def _make_tomb_data(seat: Mapping[str, Any]) -> Any:
    """Return a seat's tomb with its drawing and points, and the stones in reserve and set aside.

    ``announced`` is 1 for the first seat that announced its tomb, 2 for the second, and so on; 0 for a seat
    that has not.
    """
    names = ("complete", "flat_roofs", "penalty", "points", "reserve", "aside")
    return freeze(
        {
            **{name: seat[name] for name in names},
            "drawing": _make_drawing(seat),
            "marks": _make_marks(seat),
            "high_walls": len(seat["marks"]["walls"]),
            "announced": seat["declared"],
        }
    )


def _make_drawing(tomb: Mapping[str, Any]) -> Any:
    """Return the stones of a tomb as (shape, turn, column, height), and its ``DRAWING_FIELDS``."""
    stones = [[stone[name] for name in ("shape", "turn", "column", "height")] for stone in tomb["stones"]]
    return freeze({"stones": stones, **{name: tomb[name] for name in DRAWING_FIELDS}})


def _make_marks(tomb: Mapping[str, Any]) -> Any:
    """Return the positions of flat roofs, high walls and tops. A top's column is text: it may be a half."""
    marks = tomb["marks"]
    return freeze({**marks, "tops": [[str(column), height] for column, height in marks["tops"]]})


def end_fragments(table: PublicTable, _viewer: Viewer) -> HtmlByName:
    """Return a fragment with the finished tomb of each seat, or no fragments after a count by hand."""
    if table.counting:
        return {}
    draw, tombs, view = load_macros("games/deadline/end.html", "deadline"), table.board.tombs, table.view
    longest = max(tomb.drawing.length for tomb in tombs)
    heights = sum(tomb.drawing.height for tomb in tombs)
    return {
        f"laid-{n}": draw.final_tomb(
            n, table.names[n], tomb.drawing, tomb.marks, n == view["killer"],
            view["geometry"], longest, heights,
        )
        for n, tomb in enumerate(tombs)
    }  # fmt: skip


def freeze_sheet_data(data: Mapping[str, Any]) -> Any:
    """Return a sheet's tomb with its drawing, and the places for the next stone."""
    names = ("preset", "stands", "complete", "flat_roofs", "penalty", "points", "mirrored", "each_aside")
    return freeze(
        {
            **{name: data[name] for name in names},
            "drawing": _make_drawing(data),
            "marks": _make_marks(data),
            "places": _make_places(data["fits"]),
        }
    )


def fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the tombs and the move form."""
    view, seats, builder = table.view, len(table.names), table.view["builder"]
    is_screen = viewer.is_table_page and not viewer.may_enter
    announcer = builder if builder in viewer.own_seats and not table.ended else None
    front = (viewer.acting, viewer.seat, view["picker"], view["supplier"])
    large = None if is_screen else next(n for n in front if n is not None)
    page = {
        "board": draw.board(),
        "life": draw.life_button(view["life"], view["lives"]),
        **_make_move_form_fragments(draw, table, viewer, is_screen),
    }
    if large is None:
        page["tombs"] = draw.tombs(tuple(range(seats)), None)
        page |= {"middle": draw.middle_of_table(bool(view["dice"])), **_make_dice_fragment(draw, view)}
    else:
        page["tombs"] = draw.tombs((*range(large + 1, seats), *range(large)), large)
        page |= _make_large_tomb_fragments(draw, table, viewer, large, announcer)
    room = table.board.room if is_screen else None
    for n in range(seats):
        page[f"ring-{n}"] = draw.newest_ring(n, view["last"] == n)
        if n != large:
            page |= _make_small_tomb_fragments(draw, table, n, room, announcer)
    return page


def _make_dice_fragment(draw: Macros, view: Mapping[str, Any]) -> HtmlByName:
    dice = tuple(view["dice"])
    return {"dice": draw.dice_left(dice, view["last"] is None, view["geometry"])} if dice else {}


def _make_small_tomb_fragments(
    draw: Macros, table: PublicTable, n: int, room: tuple[int, int] | None, announcer: int | None
) -> HtmlByName:
    view, name, preset, tomb = table.view, table.names[n], table.view["geometry"], table.board.tombs[n]
    announces, is_late = tomb.complete and n == announcer, tomb.complete and n != view["builder"]
    lacks_arguments = (tomb.announced, tomb.flat_roofs, tomb.high_walls, is_late, table.ended)
    name_arguments = (name, table.seats[n].points, tomb.announced > 0, n == view["killer"])
    return {
        f"board-{n}": draw.small_tomb_section(n),
        f"board-name-{n}": draw.tomb_heading(n, *name_arguments),
        f"built-{n}": draw.small_tomb_drawing(n, name, tomb.drawing, preset, room),
        f"tomb-{n}": draw.tomb_dialog(n, name, tomb, preset, announces, table.code),
        f"lacks-{n}": draw.lacks_paragraph(n, *lacks_arguments),
    }


def _make_large_tomb_fragments(
    draw: Macros, table: PublicTable, viewer: Viewer, n: int, announcer: int | None
) -> HtmlByName:
    view, name, preset, tomb = table.view, table.names[n], table.view["geometry"], table.board.tombs[n]
    builds, dies = viewer.can_play and n == view["picker"], None in view["gives"].values()
    announces, is_late = tomb.complete and n == announcer, tomb.complete and n != view["builder"]
    shows_reserve = not builds and not table.ended
    page = {
        f"board-{n}": draw.large_tomb_section(
            n, name, builds, tomb.points if announces else None, shows_reserve, table.code
        ),
        "supply": draw.supply_dialog(tuple(view["supply"].items()), preset, builds, builds and dies),
        "said-now": draw.measures_now(tomb, is_late, table.ended),
        "drawing": draw.tomb_drawing(name, tomb.drawing, tomb.marks, preset),
    }
    if builds:
        page["said-then"] = draw.measures_after_choice(tomb)
    elif shows_reserve:
        dice = {} if viewer.is_table_page else _make_dice_fragment(draw, view)
        page |= {"lying": draw.dice_and_reserve(tomb.reserve, tomb.announced, bool(dice), preset), **dice}
    return page


def _make_move_form_fragments(
    draw: Macros, table: PublicTable, viewer: Viewer, is_screen: bool
) -> HtmlByName:
    code, view, acting, preset = table.code, table.view, viewer.acting, table.view["geometry"]
    if not viewer.can_play or acting is None:
        if not viewer.is_table_page or is_screen or table.ended:
            return {"move-form": draw.idle_region(code, acting, table.ended, None)}
        dice = _make_dice_fragment(draw, view)
        return {"move-form": draw.idle_region(code, acting, False, bool(dice)), **dice}
    if not view["dice"]:
        roll = draw.roll_form(view["dice_count"], preset)
        return {"move-form": draw.move_form(code, acting, viewer.amending, True, None), "dice": roll}
    if acting != view["picker"]:
        return {"move-form": draw.move_form(code, acting, viewer.amending, False, None)}
    palette = draw.build_form(
        acting, _make_pick_choices(view, table.board.tombs[acting]), view["last"] is None, preset
    )
    hand = draw.move_form(code, acting, viewer.amending, False, table.names[acting])
    return {"move-form": hand, "palette": palette}


def _make_pick_choices(view: Mapping[str, Any], tomb: Any) -> Any:
    """Return the dice that a seat may take, and the places of their stones and of the stone in reserve.

    ``gives`` has (die, stone) pairs; the stone is None if the die brings the Pharaoh's death.
    """
    return freeze(
        {
            "dice": view["dice"],
            "gives": list(view["gives"].items()),
            "reserve": tomb.reserve,
            "left": tomb.drawing.left,
            "right": tomb.drawing.right,
            "places": _make_places(view["fits"]),
        }
    )


def _make_places(fits: Mapping[str, Any]) -> Any:
    """Return the places where the next stone fits on a tomb, for each shape of stone.

    ``ways`` has (shape, turns) pairs, in which each turn that fits somewhere has its number and outline.
    ``fits`` has the places as JSON for the script of the drawing board. ``lacking`` has the pairs (number
    of flat roofs, number of high walls) that the tomb can have after this stone.
    """
    places, turns_by_shape, lacking = dict[str, list[Any]](), [], dict[tuple[int, int], str]()
    for shape, fits_of_shape in fits.items():
        places[shape] = [
            [
                fit["turned"], fit["flipped"], fit["outline"],
                [_encode_place(place, fit["outline"][0][1], lacking) for place in fit["places"]],
            ]
            for fit in fits_of_shape
        ]  # fmt: skip
        turns_by_shape.append(
            [shape, [[fit["turn"], fit["outline"]] for fit in fits_of_shape if fit["places"]]]
        )
    places_json = str(htmlsafe_json_dumps(places, ensure_ascii=False, separators=(",", ":")))
    return freeze({"ways": turns_by_shape, "fits": places_json, "lacking": tuple(lacking)})


def _encode_place(place: Mapping[str, Any], low: int, lacking: dict[tuple[int, int], str]) -> list[Any]:
    """Return a place for the next stone as a list that the script of the drawing board reads.

    The list has the stone's column and height, then the tomb with this stone: left, right, height, flat
    roofs, high walls, tops. It ends with the numbers of flat roofs and high walls as text, which are also
    added to ``lacking``. ``low`` is the height at which the stone's outline begins.
    """
    marks = place["marks"]
    lacks = place["flat_roofs"], len(marks["walls"])
    faults = lacking.setdefault(lacks, f"{lacks[0]} {lacks[1]}")
    return [
        place["column"], place["outline"][0][1] - low, place["left"], place["right"], place["height"],
        marks["flat"], marks["walls"], marks["tops"], faults,
    ]  # fmt: skip
