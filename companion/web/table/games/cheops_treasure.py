"""The page of Cheops (1998): the pyramid, the market, the possessions of each heir, and the move form."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.web.common.page_fragments import HtmlByName, Macros
from companion.web.table.viewer import PublicTable, SheetInCount, Viewer

USES_LEGAL_MOVES = True


class Space(NamedTuple):
    """A space of the pyramid. ``eye``: it has a law. ``known``: its treasure's colour, if it was shown."""

    column: int
    pawn: str | None
    eye: bool
    known: str | None
    open: bool


class Price(NamedTuple):
    """The printed value of a treasure. Some tablets print another value for seats without the majority."""

    for_the_most: int
    for_the_others: int | None


class Tablet(NamedTuple):
    """The price tablet of a colour, its laws, and how many treasures of the colour were sold or kept."""

    slots: tuple[Price, ...] | None
    law_7_on: int | None
    sold: int
    full: bool
    law: int | None
    now: Price | None
    next: Price | None
    kept: int
    """The number of treasures that all seats together keep."""
    gone: int


class HeirSummary(NamedTuple):
    """What a seat has, as far as the viewer may know it. A hidden number is None."""

    hand: tuple[tuple[str, int], ...]
    saved: int
    money: int | None
    kept: tuple[tuple[str, int], ...]
    worth: int | None
    laws: tuple[int, ...]


class MoveEffect(NamedTuple):
    """The result of a move for the seat that enters it: money, treasures, and whether the game ends."""

    money: int
    """By how much the seat's money changes."""
    ends: bool
    price: Price | None
    treasures: int
    """The number of treasures of the move's colour that the seat keeps after the move."""
    each: int | None


class BoardData(NamedTuple):
    """Everything that the page shows of the board. It is the same for all viewers."""

    rows: tuple[tuple[int, tuple[Space, ...]], ...]
    tablets: tuple[tuple[str, Tablet], ...]
    heirs: tuple[HeirSummary, ...]
    outcomes: tuple[tuple[str, MoveEffect], ...]
    """The result of each legal move, by the value of its button."""


class TurnChoices(NamedTuple):
    """Everything that the move form needs to show the moves that the acting seat may enter now."""

    phase: str
    pending: int
    usable: tuple[int, ...]
    saving: bool
    may_draw: int
    swappable: tuple[str, ...]
    market_price: int
    neighbours: int
    stacks: tuple[tuple[str, int], ...]
    laws_seen: tuple[tuple[int, int], ...]
    """(law, seat that found it) pairs."""
    colours: tuple[tuple[str, Tablet], ...]
    outcomes: tuple[tuple[str, MoveEffect], ...]
    ends: tuple[str, ...]
    """The values of the buttons whose moves end the game."""
    colour_names: tuple[str, ...]
    pawn_names: tuple[str, ...]
    hand: tuple[tuple[str, int], ...]
    kept: tuple[str, ...]
    saved: int
    spots: tuple[tuple[str, tuple[str, ...]], ...]
    """For each pawn, the ids of the spaces on which it may be placed."""
    choices: tuple[str, ...]
    removes: tuple[int, ...]
    can_pay: bool
    can_hire: bool
    can_pass: bool
    can_take: bool
    finds_either: bool
    """Whether the space of the last pawn may have a treasure or a law."""


def make_board_data(view: Mapping[str, Any]) -> BoardData:
    """Return what the page shows of the board, from the public view. Equal views give equal results."""
    return BoardData(
        tuple(
            (row[0]["row"], tuple(Space(*(space[name] for name in Space._fields)) for space in row))
            for row in view["rows"]
        ),
        tuple((name, _make_tablet(colour)) for name, colour in view["colours"].items()),
        tuple(map(_make_heir_summary, view["seats"])),
        tuple((words, _make_move_effect(outcome)) for words, outcome in view["outcomes"].items()),
    )


def _make_price(price: Mapping[str, Any] | None) -> Price | None:
    return None if price is None else Price(**price)


def _make_tablet(colour: Mapping[str, Any]) -> Tablet:
    slots = colour["slots"]
    return Tablet(
        None if slots is None else tuple(Price(**slot) for slot in slots),
        colour["law_7_on"], colour["sold"], colour["full"], colour["law"],
        _make_price(colour["now"]), _make_price(colour["next"]), sum(colour["kept"]), colour["gone"],
    )  # fmt: skip


def _make_heir_summary(seat: Mapping[str, Any]) -> HeirSummary:
    hand, kept = tuple(seat["hand"].items()), tuple(seat["kept"].items())
    return HeirSummary(hand, seat["saved"], seat["money"], kept, seat["worth"], tuple(seat["laws"]))


def _make_move_effect(outcome: Mapping[str, Any]) -> MoveEffect:
    price = _make_price(outcome["price"])
    return MoveEffect(outcome["money"], outcome["ends"], price, outcome["count"], outcome["each"])


def fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the pyramid, the market, the heirs and the move form."""
    me, acting, view, board = viewer.seat, viewer.acting, table.view, table.board
    legal = viewer.legal if viewer.can_play else {}
    turn = _make_turn_choices(table, viewer) if acting is not None and acting in table.waits_for else None
    row, column = view["last"] or (None, None)
    is_blocked = table.ended or bool(table.invalid_entries)
    below = turn if turn and _needs_forms_below_board(turn) and not is_blocked else None
    form_version = "" if below is None else f"{table.version}.{table.entry_hash}"
    page = {
        "board": draw.board(tuple([number for number, _ in board.rows]), len(table.names)),
        **_make_market_fragments(draw, table, viewer),
        "below": draw.below(table.code, viewer.is_table_page, form_version, below and acting, below),
    }  # fmt: skip
    for number, spaces in board.rows:
        last = column if row == number else None
        page[f"row-{number}"] = draw.pyramid_row(number, spaces, table.ended, last)
    for n, heir in enumerate(board.heirs):
        visible_heir = heir._replace(money=_get_visible_money(table, viewer, n)) if n == me else heir
        page[f"board-{n}"] = draw.heir(n, table.names[n], n == me, visible_heir)
    if viewer.can_play:
        page["move-form"] = draw.move_form(table.code, acting, viewer.amending, viewer.is_table_page, turn)
    else:
        page["move-form"] = draw.idle_region(table.code, acting, table.ended)
    finds_either = bool(legal.get("Take") and legal.get("Reveal"))
    seat, market = me if acting is None else acting, view["market"]
    money = None if seat is None else _get_visible_money(table, viewer, seat)
    name = None if seat is None or seat == me else table.names[seat]
    page["counts"] = draw.piece_counts(
        market["price"], market["assumed"], tuple(view["in_play"]), money, name, finds_either
    )
    return page


def _get_visible_money(table: PublicTable, viewer: Viewer, seat: int) -> int | None:
    """Return the money of a seat. None if the viewer may not know it."""
    is_own = seat == viewer.seat and viewer.own
    money: int | None = (viewer.own if is_own else table.view)["seats"][seat]["money"]
    return money


def _make_market_fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the market, with the treasures of the acting seat or else of the viewer."""
    view, board, legal = table.view, table.board, viewer.legal if viewer.can_play else {}
    seat = viewer.seat if viewer.acting is None else viewer.acting
    name = None if seat is None or seat == viewer.seat else table.names[seat]
    tablets = any(tablet.slots is None for _, tablet in board.tablets)
    is_missing = tablets or (view["law_7"] is None and 7 in view["in_play"])
    is_demo = bool((table.options.get("edition") or {}).get("demo"))
    outcomes = dict(board.outcomes)
    page = {
        "market-head": draw.market_head(is_demo, seat is not None, name, view["full"], view["full_needed"]),
        "uncopied": draw.uncopied_tablets_form(is_missing, tablets, viewer.may_enter, table.code),
        "market": draw.market(tuple([name for name, _ in board.tablets])),
    }
    placeable = {move.colour for move in legal.get("PutUnder", ())}
    for colour, tablet in board.tablets:
        under = colour in placeable
        free = tuple([m.slot for m in legal.get("PutOn", ()) if m.colour == colour])
        own_count = None if seat is None else view["colours"][colour]["kept"][seat]
        price_after = outcomes[f"PutUnder {colour}"].price if under else None
        page[f"tablet-{colour}"] = draw.tablet(
            colour, tablet, view["law_7"], own_count, under, free, price_after
        )
    return page


def _make_turn_choices(table: PublicTable, viewer: Viewer) -> TurnChoices:
    view, board, legal, acting = table.view, table.board, viewer.legal, viewer.acting
    assert acting is not None
    heir: HeirSummary = board.heirs[acting]
    spaces_by_pawn = defaultdict[str, list[str]](list)
    for move in legal.get("Place", ()):
        spaces_by_pawn[f"{move.pawn} 11" if move.law == 11 else move.pawn].append(
            f"space-{move.row}-{move.column}"
        )
    return TurnChoices(
        phase=view["phase"], pending=view["pending"], usable=tuple(view["usable"]), saving=view["saving"],
        may_draw=view["may_draw"], swappable=tuple(view["swappable"]), market_price=view["market"]["price"],
        neighbours=view["neighbours"], stacks=tuple(view["stacks"].items()),
        laws_seen=tuple(zip(view["laws_seen"], view["laws_seen_by"], strict=True)), colours=board.tablets,
        outcomes=board.outcomes, ends=tuple([words for words, outcome in board.outcomes if outcome.ends]),
        colour_names=tuple([name for name, _ in board.tablets]), pawn_names=tuple(view["stacks"]),
        hand=heir.hand, kept=tuple([name for name, _ in heir.kept]),
        saved=heir.saved,
        spots=tuple([(pawn, tuple(spaces)) for pawn, spaces in spaces_by_pawn.items()]),
        choices=tuple([move.colour for move in legal.get("Choose", ())]),
        removes=tuple([move.law for move in legal.get("Remove", ())]),
        can_pay=any(move.paid for move in legal.get("Pay", ())), can_hire="Hire" in legal,
        can_pass="Pass" in legal, can_take="Take" in legal,
        finds_either="Take" in legal and "Reveal" in legal,
    )  # fmt: skip


def _needs_forms_below_board(turn: TurnChoices) -> bool:
    """Return whether some possible moves, such as a swap, have no room in the move form."""
    draws, law_12 = turn.phase == "draw", turn.pending == 12
    return (draws and turn.may_draw > 1) or law_12 or (12 in turn.usable and turn.phase in ("turn", "draw"))


def end_fragments(_table: PublicTable, _viewer: Viewer) -> HtmlByName:
    """Return no fragments, because a finished table of this game has none of its own."""
    return {}


def sheet_arguments(seat: SheetInCount) -> tuple[object, ...]:
    """Return (colour, price, value of one treasure) for each colour, and whether a price is missing."""
    prices, each = seat.choices["prices"], seat.choices["each"]
    colours = tuple([(colour, _make_price(price), each[colour]) for colour, price in prices.items()])
    return colours, not (seat.sheet and seat.sheet.prices) and None in prices.values()
