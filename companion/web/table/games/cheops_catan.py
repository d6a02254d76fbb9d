"""The page of Catan: the race to the three endings, the pyramid, the pieces of each family, and the
events."""

from collections.abc import Mapping
from typing import Any

from companion.web.common.page_fragments import Fragments, FrozenDict, Page, freeze
from companion.web.table.viewer import PublicTable, Viewer

TEXT_COUNTS = (
    "settlements", "cities", "roads", "ships", "at_site", "knights", "cards", "gold", "stones_left",
)  # fmt: skip
"""The names of the counts that the page also writes as text."""


def prepare(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the public view, without what changes for every seat with every stone."""
    frozen: Mapping[str, Any] = freeze(view, without=("next_stone",))
    return frozen


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the fragments of the board, the move form and the map."""
    me, acting, view, code, names = viewer.seat, viewer.acting, table.view, table.code, table.names
    seats, last_roll, playing = view["seats"], view["last_roll"], not view["closing"] and not table.ended
    own_seat = me if acting is None else acting
    takes_gold = me is not None and acting is None and playing
    routes = tuple([seat["routes"] for seat in seats])
    drawer = own_seat if viewer.may_enter and playing else None
    page = {
        "board": draw.board(bool(last_roll)),
        **_make_race_fragments(draw, table, viewer),
        "yields": draw.roll_yields(last_roll if view["reminders"] and last_roll != 7 else None),
        "families": draw.family_rows(len(names), own_seat),
        "kinds": draw.column_headers(),
        "things": draw.counts_text(TEXT_COUNTS),
        "mine": draw.own_income(code, me if takes_gold else None, bool(last_roll)),
        "move-form": draw.move_form(code, acting, viewer.can_play, table.ended, viewer.amending),
        "below": draw.below(viewer.is_table_page),
        "map": draw.map(code, names, view["map"], routes, drawer),
    }
    if last_roll:
        dice = [(bar["total"], bar["times"], round(float(bar["expected"]) * 100)) for bar in view["dice"]]
        page["rolls"] = draw.roll_statistics(tuple(dice), view["map"]["drawn"])
    for name in TEXT_COUNTS:
        page[f"thing-{name}"] = draw.count_text(name, tuple([seat[name] for seat in seats]), names)
    if viewer.can_play:
        page |= _make_event_fragments(draw, table, viewer)
    return page


def _make_race_fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    view, names, acting, race = table.view, table.names, viewer.acting, table.view["race"]
    playing = not view["closing"] and not table.ended
    builds = acting == view["turn"] and view["rolled"] and playing and not view["founding"]
    stone = next(iter(view["outlook"][str(acting)]["lays"]), None) if builds else None
    last_roll, (touched, _, touched_seat) = view["last_roll"], view["touched"].partition(" ")
    points = tuple([seat["points"] for seat in view["seats"]])
    page = {
        "race": draw.race(race, points, stone and stone["points"], names),
        "pyramid-with-obelisk": draw.pyramid(
            view["pyramid"]["stones"], view["pyramid"]["levels"], view["pyramid"]["level"], race["black"],
            race["black_goal"], touched == "stone", last_roll, touched == "roll", acting if stone else None,
        ),
        "foretold": draw.next_stone_effect(stone, acting, acting == viewer.seat, names),
    }  # fmt: skip
    for n, seat in enumerate(view["seats"]):
        opens_mine = n == viewer.seat and acting is None and playing
        page[f"board-{n}"] = draw.family_row(n, names[n], seat, touched if touched_seat == str(n) else None)
        page[f"change-{n}"] = draw.next_stone_change(
            n, stone["points"][n] if stone else 0, opens_mine, bool(last_roll)
        )
    return page


def _make_event_fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    view, names, acting = table.view, table.names, viewer.acting
    amends, own_seats, after_seven = viewer.amending is not None, viewer.own_seats, view["last_roll"] == 7
    if view["closing"]:
        seats = tuple([n for n in table.waits_for if amends or n in own_seats])
        return {"events": draw.hidden_cards_form(seats, names, len(own_seats) > 1)}
    if view["founding"]:
        return {"events": draw.founding_buttons()}
    if amends:
        events = draw.amended_entry_events(acting, names, after_seven)
        return {"events": events, "sums": draw.roll_buttons(acting, names, None, 0)}
    turn, roller = view["turn"], view["roller"]
    builder = _make_build_choices(view, turn) if view["rolled"] and turn in own_seats else None
    rolls = _make_build_choices(view, roller) if roller in own_seats else None
    site_is_free = not any(seat["at_site"] for seat in view["seats"])
    page = {
        "events": draw.events(
            names, acting, builder, rolls, site_is_free, view["pyramid"]["laid"] + 1,
            bool(view["last_roll"]), after_seven,
        )
    }  # fmt: skip
    if builder:
        page["purse"] = draw.own_gold_dialog(turn, names, after_seven)
    if rolls:
        page["sums"] = draw.roll_buttons(roller, names, view["seven"], view["race"]["black_goal"])
        page["agreed"] = draw.agreed_events_dialog(roller, view["roller_lays"], names)
    return page


def _make_build_choices(view: Mapping[str, Any], seat: int) -> FrozenDict:
    """Return the effects of what a seat may build after its roll, with the seat and its points."""
    choices, points = view["outlook"][str(seat)], view["seats"][seat]["points"]
    return FrozenDict({**choices, "seat": seat, "points": points})


def sheet_data(choices: Mapping[str, Any], *, sheet: Any, sheets: tuple[Any, ...], **_: Any) -> FrozenDict:
    """Return the points of each thing, and whether the seat shares the most stones."""
    stones = [other.stones for other in sheets]
    most = max(stones, default=0)
    shares_most = bool(sheet and most and sheet.stones == most and stones.count(most) > 1)
    return FrozenDict({**freeze(choices), "shares_most": shares_most})
