"""The page of Catan: how near the three endings are, the pyramid, the pieces of each seat, and the buttons
for moves."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.web.common.page_fragments import HtmlByName, Macros
from companion.web.table.viewer import PublicTable, SheetInCount, Viewer

USES_LEGAL_MOVES = False
FAMILY_COUNT_NAMES = ("stones", "at_site", "settlements", "cities", "roads", "ships", "knights", "gold")
"""The names of the counts that the board shows for each seat, in the order of its columns."""
TEXT_COUNT_NAMES = (
    "settlements", "cities", "roads", "ships", "at_site", "knights", "cards", "gold", "stones_left",
)  # fmt: skip
"""The names of the counts that the page also lists as text."""


class EndingProgress(NamedTuple):
    """How near the three endings are: the numbers now, and the numbers that end the game (``…goal``)."""

    points: int
    """The points of the leading seat."""
    goal: int
    stones: int
    stones_goal: int
    black: int
    black_goal: int


class FamilySummary(NamedTuple):
    """The pieces and points of one family, which is what the page calls a seat."""

    counts: tuple[tuple[str, int], ...]
    army: bool
    blessed: bool
    cursed: bool
    points: int


class MoveEffect(NamedTuple):
    """What a move changes: the points that its seat gains, and whether the game ends."""

    points: int
    ends: bool


class NextStoneEffect(NamedTuple):
    """What changes if a seat lays its next stone at the site, through its own or another's building."""

    owner: int | None
    """The seat to which the building belongs. None if it is the seat's own."""
    points: tuple[int, ...]
    """By how many points each seat would change."""
    gold: int
    """By how much the seat's gold would change."""
    lifts_curse: bool
    ends: bool


class BuildChoices(NamedTuple):
    """What each move that a seat may enter after its roll would change. An impossible move is None."""

    seat: int
    points: int
    """The points that the seat has now."""
    stones: tuple[NextStoneEffect, ...]
    settlement: MoveEffect | None
    city: MoveEffect | None
    road: MoveEffect | None
    ship: MoveEffect | None
    knight: MoveEffect | None


class MapRoad(NamedTuple):
    """A road or ship on the map that the players draw."""

    start: str
    end: str
    owner: int
    ship: bool


class MapBuilding(NamedTuple):
    """A building on the map that the players draw."""

    crossing: str
    owner: int
    at_site: bool
    harbour: bool


class Route(NamedTuple):
    """A route from a building of ``seat`` to a building of ``owner`` at the site or at a harbour."""

    seat: int
    owner: int
    to_site: bool
    path: tuple[str, ...]


class DrawnMap(NamedTuple):
    """The map that the players draw, and the routes that the app found on it."""

    crossings: tuple[str, ...]
    roads: tuple[MapRoad, ...]
    houses: tuple[MapBuilding, ...]
    routes: tuple[Route, ...]


class BoardData(NamedTuple):
    """Everything that the page shows of the board. It is the same for all viewers."""

    race: EndingProgress
    stones: tuple[int, ...]
    """The seat that laid each stone of the pyramid. -1 is a black stone."""
    families: tuple[FamilySummary, ...]
    things: tuple[tuple[str, tuple[int, ...]], ...]
    """The counts in ``TEXT_COUNT_NAMES`` by name, each with one number for each seat."""
    choices: dict[int, BuildChoices]
    """The choices of the seats that build or roll now, by seat."""
    dice: tuple[tuple[int, int, int], ...]
    """For each sum of two dice: the sum, how often it was rolled, and how often that is expected, in
    hundredths."""
    drawing: DrawnMap


def make_board_data(view: Mapping[str, Any]) -> BoardData:
    """Return what the page shows of the board, from the public view. Equal views give equal results."""
    seats, drawing = view["seats"], view["map"]
    return BoardData(
        EndingProgress(**view["race"]),
        tuple(view["pyramid"]["stones"]),
        tuple(map(_make_family_summary, seats)),
        tuple([(name, tuple([seat[name] for seat in seats])) for name in TEXT_COUNT_NAMES]),
        {int(n): _make_build_choices(int(n), choices, seats) for n, choices in view["outlook"].items()},
        tuple([(bar["total"], bar["times"], round(bar["expected"] * 100)) for bar in view["dice"]]),
        DrawnMap(
            tuple(drawing["crossings"]),
            tuple([MapRoad(**road) for road in drawing["roads"]]),
            tuple([MapBuilding(**house) for house in drawing["houses"]]),
            tuple(_iter_routes(seats)),
        ),
    )


def _make_family_summary(seat: Mapping[str, Any]) -> FamilySummary:
    counts = tuple([(name, seat[name]) for name in FAMILY_COUNT_NAMES])
    return FamilySummary(counts, seat["army"], seat["blessed"], seat["cursed"], seat["points"])


def _make_build_choices(n: int, choices: Mapping[str, Any], seats: list[Mapping[str, Any]]) -> BuildChoices:
    gains = {
        name: MoveEffect(choices[name]["points"][n], choices[name]["ends"]) if name in choices else None
        for name in BuildChoices._fields[3:]
    }
    stones = [
        NextStoneEffect(lay["owner"], tuple(lay["points"]), lay["gold"][n], n in lay["freed"], lay["ends"])
        for lay in choices["lays"]
    ]
    return BuildChoices(n, seats[n]["points"], tuple(stones), **gains)


def _iter_routes(seats: list[Mapping[str, Any]]) -> Iterator[Route]:
    for n, seat in enumerate(seats):
        for owner, routes in seat["routes"].items():
            for kind in ("site", "harbour"):
                if routes[kind]:
                    yield Route(n, int(owner), kind == "site", tuple(routes[kind]))


def fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the board, the move form and the map."""
    me, acting, view, code, names = viewer.seat, viewer.acting, table.view, table.code, table.names
    board: BoardData = table.board
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
    stone: NextStoneEffect | None = next(iter(board.choices[acting].stones), None) if builds else None
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


def end_fragments(_table: PublicTable, _viewer: Viewer) -> HtmlByName:
    """Return no fragments, because a finished table of this game has none of its own."""
    return {}


def sheet_arguments(seat: SheetInCount) -> tuple[object, ...]:
    """Return whether the seat ties for the most stones, and (thing, its points) pairs for the form.

    Only a seat that ties with another one is asked who has the Blessing.
    """
    stones = [sheet.stones for sheet in seat.sheets]
    most = max(stones, default=0)
    shares_most = bool(seat.sheet and most and seat.sheet.stones == most and stones.count(most) > 1)
    return (shares_most, tuple(seat.choices["each"].items()))
