"""The page of Cheops (1998): the pyramid, the market, the possessions of each heir, and the move form."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from companion.web.common.page_fragments import HtmlByName, Macros, freeze
from companion.web.table.viewer import PublicTable, Viewer

USES_LEGAL_MOVES = True
end_fragments = None
freeze_sheet_data = freeze


def make_board_data(view: Mapping[str, Any]) -> Any:
    """Return what the page shows of the board, from the public view. Equal views give equal results.

    ``rows``, ``tablets`` and ``outcomes`` have pairs: a row's number and its spaces, a colour and its
    price tablet, the value of a move's button and the result of the move.
    """
    tablets = {name: {**colour, "kept": sum(colour["kept"])} for name, colour in view["colours"].items()}
    return freeze(
        {
            "rows": [[row[0]["row"], row] for row in view["rows"]],
            "tablets": _list_items(tablets),
            "heirs": [
                {**seat, "hand": _list_items(seat["hand"]), "kept": _list_items(seat["kept"])}
                for seat in view["seats"]
            ],
            "outcomes": _list_items(view["outcomes"]),
        }
    )


def _list_items(data: Mapping[str, Any]) -> list[list[Any]]:
    return [[name, value] for name, value in data.items()]


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


def _make_turn_choices(table: PublicTable, viewer: Viewer) -> Any:
    """Return everything that the move form needs to show the moves that the acting seat may enter now.

    ``ends`` has the values of the buttons whose moves end the game, ``spots`` for each pawn the ids of the
    spaces on which it may be placed. ``finds_either`` is whether the space of the last pawn may have a
    treasure or a law.
    """
    view, board, legal, acting = table.view, table.board, viewer.legal, viewer.acting
    assert acting is not None
    heir = board.heirs[acting]
    spaces_by_pawn = defaultdict[str, list[str]](list)
    for move in legal.get("Place", ()):
        spaces_by_pawn[f"{move.pawn} 11" if move.law == 11 else move.pawn].append(
            f"space-{move.row}-{move.column}"
        )
    names = ("phase", "pending", "usable", "saving", "may_draw", "swappable", "neighbours")
    return freeze(
        {
            **{name: view[name] for name in names},
            "market_price": view["market"]["price"],
            "stacks": _list_items(view["stacks"]),
            "laws_seen": list(zip(view["laws_seen"], view["laws_seen_by"], strict=True)),
            "colours": board.tablets,
            "outcomes": board.outcomes,
            "ends": [words for words, outcome in board.outcomes if outcome.ends],
            "colour_names": [name for name, _ in board.tablets],
            "pawn_names": list(view["stacks"]),
            "hand": heir.hand,
            "kept": [name for name, _ in heir.kept],
            "saved": heir.saved,
            "spots": _list_items(spaces_by_pawn),
            "choices": [move.colour for move in legal.get("Choose", ())],
            "removes": [move.law for move in legal.get("Remove", ())],
            "can_pay": any(move.paid for move in legal.get("Pay", ())),
            "can_hire": "Hire" in legal,
            "can_pass": "Pass" in legal,
            "can_take": "Take" in legal,
            "finds_either": "Take" in legal and "Reveal" in legal,
        }
    )


def _needs_forms_below_board(turn: Any) -> bool:
    """Return whether some possible moves, such as a swap, have no room in the move form."""
    draws, law_12 = turn.phase == "draw", turn.pending == 12
    return (draws and turn.may_draw > 1) or law_12 or (12 in turn.usable and turn.phase in ("turn", "draw"))
