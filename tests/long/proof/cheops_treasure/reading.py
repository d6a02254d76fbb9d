"""Cheops (1998) once more, slowly, from its rulebook: nothing here comes from ``companion.games``.

Spaces are (row, column), from the bottom and from the left; colours and families go by name.
"""

import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from tests import ROOT

COLOURS = ("red", "green", "blue", "black", "orange", "brown")
FAMILIES = ("A", "B", "C", "D")
SPACES = {(row, column) for row in range(1, 12) for column in range(1, 13 - row)}
DEMO = tomllib.loads((ROOT / "seeds" / "cheops_treasure" / "demo.toml").read_text("utf-8"))
"""The tablets of these proofs: our own, as the app offers them to try it with."""
TABLETS = {colour: DEMO["tablets"][DEMO["drawn"][colour]].split() for colour in COLOURS}

Space = tuple[int, int]
Counts = tuple[int, ...]


class Position(NamedTuple):
    turn: int
    hands: tuple[Counts, ...]
    board: frozenset[tuple[Space, str]]
    stacks: Counts
    """Of each family, how many can still be drawn."""
    money: Counts
    kept: tuple[Counts, ...]
    sold: Counts
    gone: Counts
    """Of each colour, how many have left the pyramid."""
    known: frozenset[tuple[Space, str]]
    eyes: frozenset[Space]
    laws: frozenset[int]
    market: Counts
    law_3: bool
    under: Counts
    law_7: tuple[str, int] | None
    """Colour and number, counted from the top from 1."""
    law_9: int
    held: tuple[Counts, ...]
    fresh: Counts
    neighbours: int
    saved: Counts
    phase: str
    hired: bool
    placed: bool
    at: Space | None
    by_law_11: bool
    pending: int
    over: str
    wild: str
    saving: bool = False
    opens: bool = True
    spares: bool = False


ANSWERS = {
    4: ("PutUnder",), 5: ("PutUnder",), 6: ("PutUnder",), 7: ("PutOn",), 8: ("Remove",), 9: ("Pay",),
    10: ("SellKept", "KeepLaw"), 11: ("Place", "KeepLaw"), 12: ("Swap", "Exchange", "KeepLaw"),
}  # fmt: skip
EXTRA = ("SellKept", "Swap", "Exchange")


def _now(at: Position) -> tuple[str, ...]:
    """What may be entered in each part of a turn."""
    return {
        "turn": ("Place", "Pass", "Hire", *EXTRA), "take": ("Take", "Reveal"),
        "law": ANSWERS.get(at.pending, ()), "draw": ("Draw", "Place", *EXTRA),
    }[at.phase]  # fmt: skip


def against(at: Position, line: Mapping[str, Any]) -> set[str]:
    seat, move = line["seat"], line["move"]
    if at.over:
        if at.law_9 < 0 or at.wild:
            return {"table.over"}
        if seat != at.law_9:
            return {"table.not_your_turn"}
        return set() if move == "Choose" else {"table.not_now"}
    if seat != at.turn:
        return {"table.not_your_turn"}
    if move not in _now(at):
        return {"table.not_now"}
    return _AGAINST[move](at, line)


def _filled(at: Position) -> dict[Space, str]:
    return dict(at.board)


def _carried(board: Mapping[Space, str], space: Space) -> bool:
    row, column = space
    return row == 1 or ((row - 1, column) in board and (row - 1, column + 1) in board)


def _touching(space: Space) -> list[Space]:
    r, c = space
    return [(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c)]


def _fits(board: Mapping[Space, str], space: Space, pawn: str) -> bool:
    free = space in SPACES and space not in board and _carried(board, space)
    return free and (pawn == "neighbour" or all(board.get(n) != pawn for n in _touching(space)))


def _can_place(at: Position, seat: int, board: Mapping[Space, str]) -> bool:
    hand = [family for family, n in zip(FAMILIES, at.hands[seat], strict=True) if n]
    return any(_fits(board, space, pawn) for pawn in hand for space in SPACES - set(board))


def _usable(at: Position, seat: int) -> set[int]:
    return set(at.held[seat]) - set(at.fresh)


def _not_held(at: Position, law: int) -> set[str]:
    return {"law_fresh"} if law in at.held[at.turn] else {"law_not_held"}


def _against_place(at: Position, line: Mapping[str, Any]) -> set[str]:
    seat, pawn, space = line["seat"], line["pawn"], (line["row"], line["column"])
    by_law = at.phase == "law" or line["law"] == 11
    board, found = _filled(at), set()
    if by_law:
        if at.phase != "law" and 11 not in _usable(at, seat):
            found |= _not_held(at, 11)
        if pawn == "neighbour":
            found.add("law_11_family")
        if space in at.eyes:
            found.add("space_is_law")
    elif at.phase == "draw":
        found.add("placed")
    elif pawn == "neighbour":
        found |= _against_neighbour(at, seat)
    if pawn != "neighbour" and not at.hands[seat][FAMILIES.index(pawn)]:
        found.add("not_in_hand")
    if space not in SPACES:
        return found | {"no_space"}
    if space in board:
        found.add("space_taken")
    elif not _carried(board, space):
        found.add("not_carried")
    if pawn != "neighbour" and any(board.get(n) == pawn for n in _touching(space)):
        found.add("same_family")
    if pawn == "neighbour" and not _can_place(at, seat, {**board, space: pawn}):
        found.add("neighbour_no_turn")
    return found


def _against_neighbour(at: Position, seat: int) -> set[str]:
    found = {"one_neighbour"} if at.hired else set()
    if not any(at.hands[seat]):
        found.add("neighbour_no_hand")
    elif not at.opens and not _can_place(at, seat, _filled(at)):
        found.add("neighbour_no_turn")
    return found if at.saved[seat] else found | _against_buying(at, seat)


def _against_buying(at: Position, seat: int) -> set[str]:
    found = set() if at.neighbours else {"no_neighbour"}
    return found | ({"too_poor"} if at.money[seat] < 20 else set())


def _against_hire(at: Position, line: Mapping[str, Any]) -> set[str]:
    found = set() if at.saving else {"no_saving"}
    if not any(at.hands[line["seat"]]):
        found.add("neighbour_no_hand")
    return found | _against_buying(at, line["seat"])


def _against_draw(at: Position, line: Mapping[str, Any]) -> set[str]:
    pawns = list(line["pawns"])
    found = {"hand_full"} if sum(at.hands[line["seat"]]) + len(pawns) > 4 else set()
    short = any(pawns.count(f) > n for f, n in zip(FAMILIES, at.stacks, strict=True))
    return found | ({"family_gone"} if short else set())


def _against_lying(at: Position, space: Space, colour: str) -> set[str]:
    """Ten of a colour lie in the pyramid at first; what a swap has shown is known."""
    known = dict(at.known)
    elsewhere = sum(c == colour for s, c in known.items() if s != space)
    found = {"colour_gone"} if at.gone[COLOURS.index(colour)] + elsewhere >= 10 else set()
    return found | ({"known_treasure"} if known.get(space, colour) != colour else set())


def _full(at: Position, colour: str) -> bool:
    return at.sold[COLOURS.index(colour)] >= len(TABLETS[colour]) - 1


def _against_sale(at: Position, colour: str) -> set[str]:
    found = {"law_5"} if at.under[COLOURS.index(colour)] == 5 else set()
    return found | ({"tablet_full"} if _full(at, colour) else set())


def _against_take(at: Position, line: Mapping[str, Any]) -> set[str]:
    colour, deal = line["colour"], line["deal"]
    assert at.at is not None
    found = _against_lying(at, at.at, colour)
    if at.at in at.eyes and len(at.eyes) >= 6:
        found.add("space_is_law")
    must_sell = at.under[COLOURS.index(colour)] == 4
    if deal == "sell":
        return found | _against_sale(at, colour)
    if deal == "keep":
        return found | ({"law_4"} if must_sell else set())
    if not must_sell:
        return found | {"only_law_4"}
    return found if _full(at, colour) else found | {"law_4_sell"}


def _against_reveal(at: Position, line: Mapping[str, Any]) -> set[str]:
    found = {"law_11_treasure"} if at.by_law_11 else set()
    if line["law"] in at.laws:
        found.add("law_seen")
    if len(at.laws) >= 6:
        found.add("laws_gone")
    known = len(at.eyes) >= 6 or at.at in dict(at.known)
    if at.at not in at.eyes and known:
        found.add("space_is_treasure")
    return found


def _against_put_on(at: Position, line: Mapping[str, Any]) -> set[str]:
    colour, slot = line["colour"], line["slot"]
    free = at.sold[COLOURS.index(colour)] < slot <= len(TABLETS[colour])
    return set() if free else {"slot_not_free"}


def _in_play(at: Position) -> list[int]:
    found = [*at.market, *(law for law in at.under if law), *(n for some in at.held for n in some)]
    found += [3] * at.law_3 + [7] * (at.law_7 is not None) + [9] * (at.law_9 >= 0)
    return found


def _against_sell_kept(at: Position, line: Mapping[str, Any]) -> set[str]:
    seat, colour = line["seat"], line["colour"]
    found = _against_sale(at, colour)
    if at.phase != "law" and 10 not in _usable(at, seat):
        found |= _not_held(at, 10)
    return found | (set() if at.kept[seat][COLOURS.index(colour)] else {"none_kept"})


def _against_swap(at: Position, line: Mapping[str, Any]) -> set[str]:
    spaces = [(line["row"], line["column"])]
    if line["move"] == "Swap":
        spaces.append((line["other_row"], line["other_column"]))
    found = set()
    if at.phase != "law" and 12 not in _usable(at, at.turn):
        found |= _not_held(at, 12)
    for space in spaces:
        if space not in SPACES:
            found.add("no_space")
        elif space in _filled(at):
            found.add("space_empty")
        elif space in at.eyes:
            found.add("space_is_law")
    if len(set(spaces)) < len(spaces):
        found.add("same_space")
    if line["move"] == "Exchange":
        if not at.kept[at.turn][COLOURS.index(line["kept"])]:
            found.add("none_kept")
        found |= _against_lying(at, spaces[0], line["got"])
    return found


_AGAINST = {
    "Place": _against_place, "Hire": _against_hire, "Draw": _against_draw, "Take": _against_take,
    "Reveal": _against_reveal, "PutOn": _against_put_on, "KeepLaw": lambda at, line: set(),
    "Pass": lambda at, line: {"must_place"} if _can_place(at, line["seat"], _filled(at)) else set(),
    "PutUnder": lambda at, line: {"law_there"} if at.under[COLOURS.index(line["colour"])] else set(),
    "Remove": lambda at, line: set() if line["law"] in _in_play(at) else {"law_not_in_play"},
    "Pay": lambda at, line: {"too_poor"} if line["paid"] and at.money[line["seat"]] < 25 else set(),
    "SellKept": _against_sell_kept, "Swap": _against_swap, "Exchange": _against_swap,
}  # fmt: skip


def _plus(counts: Counts, n: int, more: int) -> Counts:
    return tuple(count + more * (place == n) for place, count in enumerate(counts))


def _of(rows: tuple[Counts, ...], seat: int, n: int, more: int) -> tuple[Counts, ...]:
    return tuple(_plus(row, n, more) if s == seat else row for s, row in enumerate(rows))


def after(at: Position, line: Mapping[str, Any]) -> Position:
    seat, move = line["seat"], line["move"]
    if move == "Place":
        return _placed(at, line)
    if move == "Choose":
        return at._replace(wild=line["colour"])
    if move == "Draw":
        hands, stacks = at.hands, at.stacks
        for pawn in line["pawns"]:
            hands = _of(hands, seat, FAMILIES.index(pawn), 1)
            stacks = _plus(stacks, FAMILIES.index(pawn), -1)
        return _next(at._replace(hands=hands, stacks=stacks))
    if move == "Hire":
        bought = at._replace(money=_plus(at.money, seat, -20), neighbours=at.neighbours - 1)
        return bought._replace(saved=_plus(at.saved, seat, 1))
    if move == "Pass":
        return _settled(at._replace(placed=True))
    if move == "Take":
        return _settled(_taken(at, line))
    if move == "Reveal":
        return _revealed(at, line["law"])
    return _settled(_law(at, line))


def _placed(at: Position, line: Mapping[str, Any]) -> Position:
    seat, pawn, space = line["seat"], line["pawn"], (line["row"], line["column"])
    by_law = at.phase == "law" or line["law"] == 11
    then = at._replace(
        board=at.board | {(space, pawn)}, at=space, phase="take", by_law_11=by_law, pending=0
    )
    if pawn != "neighbour":
        then = then._replace(hands=_of(at.hands, seat, FAMILIES.index(pawn), -1))
        if not by_law:
            return then._replace(placed=True)
        return then if at.phase == "law" else _without(then, 11)
    if at.saved[seat]:
        return then._replace(saved=_plus(at.saved, seat, -1), hired=True)
    paid = _plus(at.money, seat, -20)
    return then._replace(money=paid, neighbours=at.neighbours - 1, hired=True)


def _price(at: Position) -> int:
    return {1: 5, 2: 15}[at.market[-1]] if at.market else 10


def _sold(at: Position, seat: int, colour: str) -> Position:
    money = _plus(at.money, seat, _price(at))
    return at._replace(money=money, sold=_plus(at.sold, COLOURS.index(colour), 1))


def _taken(at: Position, line: Mapping[str, Any]) -> Position:
    seat, colour = line["seat"], line["colour"]
    known = frozenset(pair for pair in at.known if pair[0] != at.at)
    then = at._replace(gone=_plus(at.gone, COLOURS.index(colour), 1), known=known)
    if line["deal"] == "sell":
        return _sold(then, seat, colour)
    if line["deal"] == "keep":
        return then._replace(kept=_of(at.kept, seat, COLOURS.index(colour), 1))
    return then


def _revealed(at: Position, law: int) -> Position:
    assert at.at is not None
    then = at._replace(laws=at.laws | {law}, eyes=at.eyes | {at.at}, pending=law)
    if law in (1, 2):
        return _settled(then._replace(market=(*at.market, law)))
    if law == 3:
        return _settled(then._replace(law_3=True))
    nowhere = (law in (4, 5, 6) and all(at.under)) or (law == 8 and not _in_play(at))
    return _settled(then) if nowhere else then._replace(phase="law")


def _law(at: Position, line: Mapping[str, Any]) -> Position:
    seat, move = line["seat"], line["move"]
    if move == "PutUnder":
        return at._replace(under=_plus(at.under, COLOURS.index(line["colour"]), at.pending))
    if move == "PutOn":
        return at._replace(law_7=(line["colour"], line["slot"]))
    if move == "Remove":
        return _without(at, line["law"])
    if move == "Pay":
        paid = _plus(at.money, seat, -25)
        return at._replace(money=paid, law_9=seat) if line["paid"] else at
    if move == "KeepLaw":
        held = tuple((*laws, at.pending) if s == seat else laws for s, laws in enumerate(at.held))
        return at._replace(held=held, fresh=(*at.fresh, at.pending))
    if not at.pending:
        at = _without(at, 10 if move == "SellKept" else 12)
    if move == "SellKept":
        fewer = _of(at.kept, seat, COLOURS.index(line["colour"]), -1)
        return _sold(at._replace(kept=fewer), seat, line["colour"])
    known, space = dict(at.known), (line["row"], line["column"])
    here = known.pop(space, None)
    if move == "Swap":
        other = (line["other_row"], line["other_column"])
        there = known.pop(other, None)
        known |= {s: c for s, c in ((space, there), (other, here)) if c}
        return at._replace(known=frozenset(known.items()))
    known[space] = line["kept"]
    kept, got = COLOURS.index(line["kept"]), COLOURS.index(line["got"])
    return at._replace(
        known=frozenset(known.items()), kept=_of(_of(at.kept, seat, kept, -1), seat, got, 1),
        gone=_plus(_plus(at.gone, got, 1), kept, -1),
    )  # fmt: skip


def _without(at: Position, law: int) -> Position:
    """A law goes back into the box, from wherever it lies."""
    return at._replace(
        market=tuple(n for n in at.market if n != law), law_3=at.law_3 and law != 3,
        under=tuple(0 if n == law else n for n in at.under), law_7=None if law == 7 else at.law_7,
        law_9=-1 if law == 9 else at.law_9,
        held=tuple(tuple(n for n in laws if n != law) for laws in at.held),
    )  # fmt: skip


def _settled(at: Position) -> Position:
    """After what a pawn brought: the end at once, if it has come, else on with the turn."""
    at = at._replace(pending=0)
    if sum(_full(at, colour) for colour in COLOURS) >= (3 if at.law_3 else 2):
        return at._replace(over="tablets_full")
    if len(at.board) == len(SPACES):
        return at._replace(over="pyramid_empty")
    if not at.placed:
        return at._replace(phase="turn")
    can_draw = sum(at.hands[at.turn]) < 4 and any(at.stacks)
    if can_draw or _usable(at, at.turn):
        return at._replace(phase="draw")
    return _next(at)


def _next(at: Position) -> Position:
    seats = len(at.hands)
    at = at._replace(
        turn=(at.turn + 1) % seats, phase="turn", placed=False, hired=False, fresh=(), by_law_11=False
    )
    if any(_can_place(at, seat, _filled(at)) for seat in range(seats)):
        return at
    return at._replace(over="nobody_can")


def points(at: Position) -> list[dict[str, int]]:
    counts = [
        [n + (at.wild == colour and seat == at.law_9) for n, colour in zip(kept, COLOURS, strict=True)]
        for seat, kept in enumerate(at.kept)
    ]  # fmt: skip
    found = []
    for seat, mine in enumerate(counts):
        lines = {"money": at.money[seat]}
        for c, colour in enumerate(COLOURS):
            everybody = [other[c] for other in counts]
            lines[colour] = mine[c] * _each(at, colour, everybody, seat)
        found.append(lines)
    return found


def _each(at: Position, colour: str, everybody: list[int], seat: int) -> int:
    c = COLOURS.index(colour)
    if at.under[c] == 4 and not at.spares:
        return 0
    slot = min(at.sold[c], len(TABLETS[colour]) - 1)
    printed = str(DEMO["law7"]) if at.law_7 == (colour, slot + 1) else TABLETS[colour][slot]
    most, _, others = printed.partition("/")
    leads = all(everybody[seat] > n for s, n in enumerate(everybody) if s != seat)
    told = most if leads or not others else others
    return sum(everybody) if told == "X" else int(told)


def places(at: Position) -> list[int]:
    totals = [sum(seat.values()) for seat in points(at)]
    return [1 + sum(other > total for other in totals) for total in totals]
