"""The page of Cheops (1998): the pyramid, the market, the things of each heir, and the move form."""

from collections import defaultdict

from companion.web.common.page_fragments import Fragments, FrozenDict, Page, freeze
from companion.web.table.viewer import PublicTable, Viewer

USES_LEGAL_MOVES = True


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the fragments of the pyramid, the market, the heirs and the move form."""
    me, acting, view = viewer.seat, viewer.acting, table.view
    legal = viewer.legal if viewer.can_play else {}
    turn = _make_turn_choices(table, viewer) if acting is not None and acting in table.waits_for else None
    last_row, last_column = view["last"] or (None, None)
    below = turn if turn and _has_forms(turn) and not table.ended and not table.invalid_entries else None
    form_version = "" if below is None else f"{table.version}.{table.entry_hash}"
    page = {
        "board": draw.board(tuple([row[0]["row"] for row in view["rows"]]), len(table.names)),
        **_make_market_fragments(draw, table, viewer),
        "below": draw.below(table.code, viewer.is_table_page, form_version, below and acting, below),
    }  # fmt: skip
    for spaces in view["rows"]:
        number = spaces[0]["row"]
        last = last_column if last_row == number else None
        page[f"row-{number}"] = draw.pyramid_row(number, spaces, table.ended, last)
    for n, heir in enumerate(view["seats"]):
        money = _get_visible_money(table, viewer, n)
        page[f"board-{n}"] = draw.heir(n, table.names[n], n == me, heir, money)
    page["move-form"] = draw.move_form(
        table.code, acting, viewer.can_play, table.ended, viewer.amending, viewer.is_table_page,
        turn if viewer.can_play else None,
    )  # fmt: skip
    finds_either = bool(legal.get("Take") and legal.get("Reveal"))
    seat, market = me if acting is None else acting, view["market"]
    money = None if seat is None else _get_visible_money(table, viewer, seat)
    name = None if seat is None or seat == me else table.names[seat]
    page["counts"] = draw.piece_counts(
        market["price"], market["assumed"], view["in_play"], money, name, finds_either
    )
    return page


def _get_visible_money(table: PublicTable, viewer: Viewer, seat: int) -> int | None:
    is_own = seat == viewer.seat and viewer.own
    money: int | None = (viewer.own if is_own else table.view)["seats"][seat]["money"]
    return money


def _make_market_fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    view, legal = table.view, viewer.legal if viewer.can_play else {}
    seat, colours = viewer.seat if viewer.acting is None else viewer.acting, view["colours"]
    name = None if seat is None or seat == viewer.seat else table.names[seat]
    lacks_tablets = any(tablet["slots"] is None for tablet in colours.values())
    is_missing = lacks_tablets or (view["law_7"] is None and 7 in view["in_play"])
    is_demo = bool((table.options.get("edition") or {}).get("demo"))
    page = {
        "market-head": draw.market_head(is_demo, seat is not None, name, view["full"], view["full_needed"]),
        "uncopied": draw.uncopied_tablets_form(is_missing, lacks_tablets, viewer.may_enter, table.code),
        "market": draw.market(tuple(colours)),
    }
    placeable = {move.colour for move in legal.get("PutUnder", ())}
    for colour, tablet in colours.items():
        under = colour in placeable
        free = tuple([m.slot for m in legal.get("PutOn", ()) if m.colour == colour])
        own_count = None if seat is None else tablet["kept"][seat]
        price_after = view["outcomes"][f"PutUnder {colour}"]["price"] if under else None
        page[f"tablet-{colour}"] = draw.tablet(
            colour, tablet, view["law_7"], own_count, under, free, price_after
        )
    return page


def _make_turn_choices(table: PublicTable, viewer: Viewer) -> FrozenDict:
    """Return the public view with the pieces of the acting seat, and the moves that it may enter now."""
    view, legal, acting = table.view, viewer.legal, viewer.acting
    assert acting is not None
    spaces_by_pawn = defaultdict[str, list[str]](list)
    for move in legal.get("Place", ()):
        spaces_by_pawn[f"{move.pawn} 11" if move.law == 11 else move.pawn].append(
            f"space-{move.row}-{move.column}"
        )
    return FrozenDict({
        **view,
        **view["seats"][acting],
        "finders": tuple(zip(view["laws_seen"], view["laws_seen_by"], strict=True)),
        "ends": tuple([button for button, outcome in view["outcomes"].items() if outcome["ends"]]),
        "colour_names": tuple(view["colours"]),
        "pawn_names": tuple(view["stacks"]),
        "spots": freeze(spaces_by_pawn),
        "choices": tuple([move.colour for move in legal.get("Choose", ())]),
        "removes": tuple([move.law for move in legal.get("Remove", ())]),
        "can_pay": any(move.paid for move in legal.get("Pay", ())),
        "can_hire": "Hire" in legal,
        "can_pass": "Pass" in legal,
        "can_take": "Take" in legal,
        "finds_either": "Take" in legal and "Reveal" in legal,
    })  # fmt: skip


def _has_forms(turn: FrozenDict) -> bool:
    draws, law_12 = turn["phase"] == "draw", turn["pending"] == 12
    has_law_12 = 12 in turn["usable"] and turn["phase"] in ("turn", "draw")
    return (draws and turn["may_draw"] > 1) or law_12 or has_law_12
