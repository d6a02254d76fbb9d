"""The page of Catan: how near the three endings are, the pyramid, the pieces of each seat, and the buttons
for moves."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.web.common.page_fragments import HtmlByName, Macros, freeze
from companion.web.table.viewer import PublicTable, Viewer

USES_LEGAL_MOVES = False
end_fragments = None
freeze_sheet_data = freeze
FAMILY_COUNT_NAMES = ("stones", "at_site", "settlements", "cities", "roads", "ships", "knights", "gold")
"""The names of the counts that the board shows for each seat, in the order of its columns."""
TEXT_COUNT_NAMES = (
    "settlements", "cities", "roads", "ships", "at_site", "knights", "cards", "gold", "stones_left",
)  # fmt: skip
"""The names of the counts that the page also lists as text."""
MOVES_WITH_EFFECT = ("settlement", "city", "road", "ship", "knight")
"""The moves whose buttons show how many points they bring. A stone is shown separately."""


def make_board_data(view: Mapping[str, Any]) -> Any:
    """Return what the page shows of the board, from the public view. Equal views give equal results.

    ``choices`` has an item for each seat: None, unless it builds or rolls now. ``dice`` has for each sum of
    two dice: the sum, how often it was rolled, and how often that is expected, in hundredths.
    """
    seats, drawing = view["seats"], view["map"]
    return freeze(
        {
            "race": view["race"],
            "stones": view["pyramid"]["stones"],
            "families": list(map(_make_family_summary, seats)),
            "things": [[name, [seat[name] for seat in seats]] for name in TEXT_COUNT_NAMES],
            "choices": [_make_build_choices(view, n) for n in range(len(seats))],
            "dice": [[bar["total"], bar["times"], round(bar["expected"] * 100)] for bar in view["dice"]],
            "drawing": {**drawing, "routes": list(_iter_routes(seats))},
        }
    )


def _make_family_summary(seat: Mapping[str, Any]) -> dict[str, Any]:
    counts = [[name, seat[name]] for name in FAMILY_COUNT_NAMES]
    return {"counts": counts, **{name: seat[name] for name in ("army", "blessed", "cursed", "points")}}


def _make_build_choices(view: Mapping[str, Any], n: int) -> dict[str, Any] | None:
    """Return what each move that the seat ``n`` may enter after its roll would change; None without a turn.

    An impossible move is None. ``stones`` has an effect for each building through which the seat may lay
    its next stone. ``owner`` is None for its own building.
    """
    choices = view["outlook"].get(str(n))
    if choices is None:
        return None
    changes = {name: choices.get(name) for name in MOVES_WITH_EFFECT}
    return {
        "seat": n,
        "points": view["seats"][n]["points"],
        "stones": [
            {**lay, "gold": lay["gold"][n], "lifts_curse": n in lay["freed"]} for lay in choices["lays"]
        ],
        **{
            name: change and {"points": change["points"][n], "ends": change["ends"]}
            for name, change in changes.items()
        },
    }


def _iter_routes(seats: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for n, seat in enumerate(seats):
        for owner, routes in seat["routes"].items():
            for kind in ("site", "harbour"):
                if path := routes[kind]:
                    yield {"seat": n, "owner": int(owner), "to_site": kind == "site", "path": path}


def fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the board, the move form and the map."""
    me, acting, view, code, names = viewer.seat, viewer.acting, table.view, table.code, table.names
    board = table.board
    last_roll, playing = view["last_roll"], not view["closing"] and not table.ended
    own_seat = me if acting is None else acting
    takes_gold = me is not None and acting is None and playing
    page = {
        "board": draw.board(bool(last_roll)),
        **_make_progress_fragments(draw, table, viewer),
        "yields": draw.roll_yields(last_roll if view["reminders"] and last_roll != 7 else None),
        "families": draw.family_rows(len(names), own_seat),
        "kinds": draw.column_headers(),
        "things": draw.counts_text(TEXT_COUNT_NAMES),
        "mine": draw.own_income(code, me if takes_gold else None, bool(last_roll)),
        "move-form": draw.move_form(code, acting, viewer.can_play, table.ended, viewer.amending),
        "below": draw.below(viewer.is_table_page),
        "map": draw.map(code, names, board.drawing, own_seat if viewer.may_enter and playing else None),
    }
    if last_roll:
        page["rolls"] = draw.roll_statistics(board.dice, bool(view["map"]["drawn"]))
    for name, counts in board.things:
        page[f"thing-{name}"] = draw.count_text(name, counts, names)
    if viewer.can_play:
        page |= _make_move_button_fragments(draw, table, viewer)
    return page


def _make_progress_fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the pyramid, of each seat, and of how near the three endings are.

    If the acting seat may lay a stone, they also show what this would change.
    """
    view, board, names, acting = table.view, table.board, table.names, viewer.acting
    playing = not view["closing"] and not table.ended
    builds = acting == view["turn"] and view["rolled"] and playing and not view["founding"]
    stone = next(iter(board.choices[acting].stones), None) if builds else None
    last_roll, (touched, _, touched_seat) = view["last_roll"], view["touched"].partition(" ")
    race, points = board.race, tuple([family.points for family in board.families])
    page = {
        "race": draw.race(race, points, stone and stone.points, names),
        "pyramid-with-obelisk": draw.pyramid(
            board.stones, tuple(view["pyramid"]["levels"]), view["pyramid"]["level"], race.black,
            race.black_goal, touched == "stone", last_roll, touched == "roll", acting if stone else None,
        ),
        "foretold": draw.next_stone_effect(stone, acting, acting == viewer.seat, names),
    }  # fmt: skip
    for n, family in enumerate(board.families):
        opens_mine = n == viewer.seat and acting is None and playing
        page[f"board-{n}"] = draw.family_row(
            n, names[n], family, touched if touched_seat == str(n) else None
        )
        page[f"change-{n}"] = draw.next_stone_change(
            n, stone.points[n] if stone else 0, opens_mine, bool(last_roll)
        )
    return page


def _make_move_button_fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    view, board, names, acting = table.view, table.board, table.names, viewer.acting
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
    builder = board.choices[turn] if view["rolled"] and turn in own_seats else None
    rolls = board.choices[roller] if roller in own_seats else None
    site_is_free = not any(seat["at_site"] for seat in view["seats"])
    page = {
        "events": draw.events(
            names, acting, builder, rolls, site_is_free, len(board.stones) + 1, bool(view["last_roll"]),
            after_seven,
        )
    }  # fmt: skip
    if builder:
        page["purse"] = draw.own_gold_dialog(turn, names, after_seven)
    if rolls:
        page["sums"] = draw.roll_buttons(roller, names, view["seven"], board.race.black_goal)
        page["agreed"] = draw.agreed_events_dialog(roller, tuple(view["roller_lays"]), names)
    return page
