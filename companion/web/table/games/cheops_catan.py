"""Catan's page: the race to the goals, the pyramid, what each family has, and what is entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.web.common.page_fragments import Fragments, Page
from companion.web.table.viewer import PublicTable, SheetInCount, Viewer

USES_LEGAL_MOVES = False
COLUMNS = ("stones", "at_site", "settlements", "cities", "roads", "ships", "knights", "gold")
"""What is counted of each family on the board."""
THINGS = (
    "settlements", "cities", "roads", "ships", "at_site", "knights", "cards", "gold", "stones_left",
)  # fmt: skip
"""What is told of each family in words."""


class Race(NamedTuple):
    """How far the game is from each of its three ends."""

    points: int
    goal: int
    stones: int
    stones_goal: int
    black: int
    black_goal: int


class Family(NamedTuple):
    """What a family has."""

    counts: tuple[tuple[str, int], ...]
    army: bool
    blessed: bool
    cursed: bool
    points: int


class Gain(NamedTuple):
    """What an event brings to the seat that enters it."""

    points: int
    ends: bool


class Stone(NamedTuple):
    """A stone that a seat may lay, at its own site or at an owner's."""

    owner: int | None
    points: tuple[int, ...]
    """What each seat gains or loses."""
    gold: int
    """What it costs the seat, below zero."""
    lifts_curse: bool
    ends: bool


class Options(NamedTuple):
    """What a seat may build after its roll; None for what it may not."""

    seat: int
    points: int
    """Those that the seat has."""
    stones: tuple[Stone, ...]
    settlement: Gain | None
    city: Gain | None
    road: Gain | None
    ship: Gain | None
    knight: Gain | None


class Road(NamedTuple):
    """A road or ship on the group's drawing."""

    start: str
    end: str
    owner: int
    ship: bool


class House(NamedTuple):
    """A building on the group's drawing."""

    crossing: str
    owner: int
    at_site: bool
    harbour: bool


class Route(NamedTuple):
    """A way of a seat to somebody else's site or harbour."""

    seat: int
    owner: int
    to_site: bool
    path: tuple[str, ...]


class Drawing(NamedTuple):
    """The group's own drawing."""

    crossings: tuple[str, ...]
    roads: tuple[Road, ...]
    houses: tuple[House, ...]
    routes: tuple[Route, ...]


class Board(NamedTuple):
    """What everybody sees."""

    race: Race
    stones: tuple[int, ...]
    """Of the pyramid, by the seats that laid them; -1 for a black one."""
    families: tuple[Family, ...]
    things: tuple[tuple[str, tuple[int, ...]], ...]
    """In words, what all families have."""
    options: dict[int, Options]
    """Of the seats that build or roll now."""
    dice: tuple[tuple[int, int, int], ...]
    """A sum, how often it was rolled, and how often that is expected, in hundredths."""
    drawing: Drawing


def prepare(view: Mapping[str, Any]) -> Board:
    """The view as tuples, which can be compared."""
    seats, drawing = view["seats"], view["map"]
    return Board(
        Race(**view["race"]),
        tuple(view["pyramid"]["stones"]),
        tuple(map(_family, seats)),
        tuple([(name, tuple([seat[name] for seat in seats])) for name in THINGS]),
        {int(n): _options(int(n), outlook, seats) for n, outlook in view["outlook"].items()},
        tuple([(bar["total"], bar["times"], round(bar["expected"] * 100)) for bar in view["dice"]]),
        Drawing(
            tuple(drawing["crossings"]),
            tuple([Road(**road) for road in drawing["roads"]]),
            tuple([House(**house) for house in drawing["houses"]]),
            tuple(_routes(seats)),
        ),
    )


def _family(seat: Mapping[str, Any]) -> Family:
    counts = tuple([(name, seat[name]) for name in COLUMNS])
    return Family(counts, seat["army"], seat["blessed"], seat["cursed"], seat["points"])


def _options(n: int, outlook: Mapping[str, Any], seats: list[Mapping[str, Any]]) -> Options:
    gains = {
        name: Gain(outlook[name]["points"][n], outlook[name]["ends"]) if name in outlook else None
        for name in Options._fields[3:]
    }
    stones = [
        Stone(lay["owner"], tuple(lay["points"]), lay["gold"][n], n in lay["freed"], lay["ends"])
        for lay in outlook["lays"]
    ]
    return Options(n, seats[n]["points"], tuple(stones), **gains)


def _routes(seats: list[Mapping[str, Any]]) -> Iterator[Route]:
    for n, seat in enumerate(seats):
        for owner, routes in seat["routes"].items():
            for kind in ("site", "harbour"):
                if routes[kind]:
                    yield Route(n, int(owner), kind == "site", tuple(routes[kind]))


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """The fragments of the board, the hand and the group's drawing."""
    me, acting, view, code, names = viewer.seat, viewer.acting, table.view, table.code, table.names
    board: Board = table.board
    last_roll, playing = view["last_roll"], not view["closing"] and not table.ended
    own_seat = me if acting is None else acting
    takes_gold = me is not None and acting is None and playing
    page = {
        "board": draw.board(bool(last_roll)),
        **_race(draw, table, viewer),
        "yields": draw.yields(last_roll if view["reminders"] and last_roll != 7 else None),
        "families": draw.families(len(names), own_seat),
        "kinds": draw.kinds(),
        "things": draw.things(THINGS),
        "mine": draw.mine(code, me if takes_gold else None, bool(last_roll)),
        "move-form": draw.move_form(code, acting, viewer.can_play, table.ended, viewer.amending),
        "below": draw.below(viewer.is_table_page),
        "map": draw.map(code, names, board.drawing, own_seat if viewer.may_enter and playing else None),
    }
    if last_roll:
        page["rolls"] = draw.rolls(board.dice, bool(view["map"]["drawn"]))
    for name, counts in board.things:
        page[f"thing-{name}"] = draw.thing(name, counts, names)
    if viewer.can_play:
        page |= _events(draw, table, viewer)
    return page


def _race(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """The race, the pyramid and the families, with what the next stone brings to the viewer who builds."""
    view, board, names, acting = table.view, table.board, table.names, viewer.acting
    playing = not view["closing"] and not table.ended
    builds = acting == view["turn"] and view["rolled"] and playing and not view["founding"]
    stone: Stone | None = next(iter(board.options[acting].stones), None) if builds else None
    last_roll, (what, _, whose) = view["last_roll"], view["touched"].partition(" ")
    race, points = board.race, tuple([family.points for family in board.families])
    page = {
        "race": draw.race(race, points, stone and stone.points, names),
        "pyramid-with-obelisk": draw.pyramid(
            board.stones, tuple(view["pyramid"]["levels"]), view["pyramid"]["level"], race.black,
            race.black_goal, what == "stone", last_roll, what == "roll", acting if stone else None,
        ),
        "foretold": draw.foretold(stone, acting, acting == viewer.seat, names),
    }  # fmt: skip
    for n, family in enumerate(board.families):
        opens_mine = n == viewer.seat and acting is None and playing
        page[f"board-{n}"] = draw.family(n, names[n], family, what if whose == str(n) else None)
        page[f"change-{n}"] = draw.change(n, stone.points[n] if stone else 0, opens_mine, bool(last_roll))
    return page


def _events(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """What the phone may enter now: hidden cards, a first settlement, or what happens in a turn."""
    view, board, names, acting = table.view, table.board, table.names, viewer.acting
    amends, own_seats, after_seven = viewer.amending is not None, viewer.own_seats, view["last_roll"] == 7
    if view["closing"]:
        seats = tuple([n for n in table.waits_for if amends or n in own_seats])
        return {"events": draw.hidden_cards(seats, names, len(own_seats) > 1)}
    if view["founding"]:
        return {"events": draw.founding()}
    if amends:
        events = draw.amending(acting, names, after_seven)
        return {"events": events, "sums": draw.sums(acting, names, None, 0)}
    turn, roller = view["turn"], view["roller"]
    builder = board.options[turn] if view["rolled"] and turn in own_seats else None
    rolls = board.options[roller] if roller in own_seats else None
    site_is_free = not any(seat["at_site"] for seat in view["seats"])
    page = {
        "events": draw.events(
            names, acting, builder, rolls, site_is_free, len(board.stones) + 1, bool(view["last_roll"]),
            after_seven,
        )
    }  # fmt: skip
    if builder:
        page["purse"] = draw.purse(turn, names, after_seven)
    if rolls:
        page["sums"] = draw.sums(roller, names, view["seven"], board.race.black_goal)
        page["agreed"] = draw.agreed(roller, tuple(view["roller_lays"]), names)
    return page


def end_fragments(_table: PublicTable, _viewer: Viewer) -> Page:
    """Return nothing: this game adds nothing at the end."""
    return {}


def sheet_inputs(seat: SheetInCount) -> tuple[object, ...]:
    """What a seat's sheet in a count shows: whether it shares the most stones, so that it may be asked who
    has the Blessing; what each thing is worth."""
    stones = [sheet.stones for sheet in seat.sheets]
    most = max(stones, default=0)
    shares_most = bool(seat.sheet and most and seat.sheet.stones == most and stones.count(most) > 1)
    return (shares_most, tuple(seat.choices["each"].items()))
