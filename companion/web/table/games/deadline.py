"""The page of The Pyramid's Deadline: the tombs, the Pharaoh's life, the dice, and the stones to build
with."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.web.common.page_fragments import (
    Fragments,
    FrozenDict,
    Page,
    dump_json,
    freeze,
    load_fragments,
)
from companion.web.table.viewer import PublicTable, Viewer

MIN_ROOM_SQUARES = (6, 3)
"""The least width and height of each tomb's drawing in squares, if all tombs are drawn to one scale."""


def prepare(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the public view, with the ``places`` for the stones of the dice and for that in reserve."""
    return {**freeze(view, without=("fits", "outline")), "places": _make_places(view["fits"])}


def end_fragments(table: PublicTable, _viewer: Viewer) -> Page:
    """Return a fragment with each seat's finished tomb."""
    if table.counting:
        return {}
    draw, view = load_fragments("games/deadline/end.html", "deadline"), table.view
    tombs, preset = view["seats"], view["geometry"]
    longest, heights = max(tomb["length"] for tomb in tombs), sum(tomb["height"] for tomb in tombs)
    return {
        f"laid-{n}": draw.final_tomb(n, table.names[n], tomb, n == view["killer"], preset, longest, heights)
        for n, tomb in enumerate(tombs)
    }


def sheet_data(choices: Mapping[str, Any], *, options: Mapping[str, Any], **_: Any) -> FrozenDict:
    """Return the data of a sheet's tomb, as far as the players have drawn it."""
    places, tomb = _make_places(choices["fits"]), freeze(choices, without=("fits", "outline"))
    return FrozenDict({**tomb, "preset": options["geometry"], "places": places})


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the fragments of the tombs and the move form."""
    view, seats, builder = table.view, len(table.names), table.view["builder"]
    is_screen = viewer.is_table_page and not viewer.may_enter
    announcer = builder if builder in viewer.own_seats and not table.ended else None
    front = (viewer.acting, viewer.seat, view["picker"], view["supplier"])
    large = None if is_screen else next(n for n in front if n is not None)
    page = {
        "board": draw.board(),
        "life": draw.life_button(view["life"], view["lives"]),
        **_make_hand_fragments(draw, table, viewer, is_screen),
    }
    if large is None:
        page["tombs"] = draw.tombs(tuple(range(seats)), None)
        page |= {"middle": draw.middle_of_table(bool(view["dice"])), **_make_dice_fragment(draw, view)}
    else:
        page["tombs"] = draw.tombs((*range(large + 1, seats), *range(large)), large)
        page |= _make_large_tomb_fragments(draw, table, viewer, large, announcer)
    room = _find_room(view["seats"]) if is_screen else None
    for n in range(seats):
        page[f"ring-{n}"] = draw.newest_ring(n, view["last"] == n)
        if n != large:
            page |= _make_small_tomb_fragments(draw, table, n, room, announcer)
    return page


def _make_dice_fragment(draw: Fragments, view: Mapping[str, Any]) -> Page:
    dice = view["dice"]
    return {"dice": draw.dice_left(dice, view["last"] is None, view["geometry"])} if dice else {}


def _find_room(tombs: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    across, up = MIN_ROOM_SQUARES
    return max(across, *[tomb["length"] for tomb in tombs]), max(up, *[tomb["height"] for tomb in tombs])


def _make_small_tomb_fragments(
    draw: Fragments, table: PublicTable, n: int, room: tuple[int, int] | None, announcer: int | None
) -> Page:
    view, name, preset, tomb = table.view, table.names[n], table.view["geometry"], table.view["seats"][n]
    announces, is_late = tomb["complete"] and n == announcer, tomb["complete"] and n != view["builder"]
    points, is_announced = table.seats[n].points, tomb["declared"] > 0
    return {
        f"board-{n}": draw.small_tomb_section(n),
        f"board-name-{n}": draw.tomb_heading(n, name, points, is_announced, n == view["killer"]),
        f"built-{n}": draw.small_tomb_drawing(n, name, tomb, preset, room),
        f"tomb-{n}": draw.tomb_dialog(n, name, tomb, preset, announces, table.code),
        f"lacks-{n}": draw.lacks_paragraph(n, tomb, is_late, table.ended),
    }


def _make_large_tomb_fragments(
    draw: Fragments, table: PublicTable, viewer: Viewer, n: int, announcer: int | None
) -> Page:
    """Return the fragments of the large tomb: the viewer's own, or else that of the acting seat."""
    view, name, preset, tomb = table.view, table.names[n], table.view["geometry"], table.view["seats"][n]
    builds, dies = viewer.can_play and n == view["picker"], None in view["gives"].values()
    announces, is_late = tomb["complete"] and n == announcer, tomb["complete"] and n != view["builder"]
    shows_reserve = not builds and not table.ended
    page = {
        f"board-{n}": draw.large_tomb_section(
            n, name, builds, tomb["points"] if announces else None, shows_reserve, table.code
        ),
        "supply": draw.supply_dialog(view["supply"], preset, builds, builds and dies),
        "said-now": draw.measures_now(tomb, is_late, table.ended),
        "drawing": draw.tomb_drawing(name, tomb, preset),
    }
    if builds:
        page["said-then"] = draw.measures_after_choice(tomb)
    elif shows_reserve:
        dice = {} if viewer.is_table_page else _make_dice_fragment(draw, view)
        reserve = draw.dice_and_reserve(tomb["reserve"], tomb["declared"], bool(dice), preset)
        page |= {"lying": reserve, **dice}
    return page


def _make_hand_fragments(draw: Fragments, table: PublicTable, viewer: Viewer, is_screen: bool) -> Page:
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
        acting, view["seats"][acting], view["dice"], view["gives"], view["places"], view["last"] is None,
        preset,
    )  # fmt: skip
    hand = draw.move_form(code, acting, viewer.amending, False, table.names[acting])
    return {"move-form": hand, "palette": palette}


def _make_places(fits: Mapping[str, Any]) -> FrozenDict:
    """Return the places where stones fit on a tomb, as JSON for the script of the drawing board (``fits``).

    ``ways`` has for each shape the turns that fit somewhere, each with its number and outline. ``lacking``
    has the flat roofs and high walls of the resulting tombs.
    """
    places, turns, lacking = dict[str, list[Any]](), [], dict[tuple[int, int], str]()
    for shape, fits_of_shape in fits.items():
        places[shape] = [
            [
                fit["turned"], fit["flipped"], fit["outline"],
                [_make_place_data(place, fit["outline"][0][1], lacking) for place in fit["places"]],
            ]
            for fit in fits_of_shape
        ]  # fmt: skip
        turns.append(
            (shape, tuple([(fit["turn"], fit["outline"]) for fit in fits_of_shape if fit["places"]]))
        )
    return FrozenDict({"ways": tuple(turns), "fits": dump_json(places), "lacking": tuple(lacking)})


def _make_place_data(place: Mapping[str, Any], low: int, lacking: dict[tuple[int, int], str]) -> list[Any]:
    """Return a place as a list for the script: column, height, and the measures of the tomb afterwards."""
    marks = place["marks"]
    lacks = place["flat_roofs"], len(marks["walls"])
    faults = lacking.setdefault(lacks, f"{lacks[0]} {lacks[1]}")
    return [
        place["column"], place["outline"][0][1] - low, place["left"], place["right"], place["height"],
        marks["flat"], marks["walls"], marks["tops"], faults,
    ]  # fmt: skip
