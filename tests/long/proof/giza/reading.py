"""Giza once more, slowly, from its rulebook: nothing here comes from ``companion.games``.

A position has everything that is public but for the order of the tiles in the box.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

BOX = {
    **{f"+{n}": 7 for n in (1, 2, 3, 4, 5)},
    **{f"-{n}": 3 for n in (1, 2, 3, 4, 5)},
    **{f"t{n}": 3 for n in (2, 3, 4, 5)},
    "base": 2, "body": 2, "head": 2, "scarab": 6, "demolition": 9,
}  # fmt: skip
BENEATH = {"base": None, "body": "base", "head": "body"}
SITES = ("khufu", "khafre", "menkaure", "sphinx")


class Position(NamedTuple):
    """A table between two turns. Each board has four stacks, from the bottom up, the sphinx last."""

    boards: tuple[tuple[tuple[str, ...], ...], ...]
    box: tuple[str, ...]
    """What lies in the box again, in order of the names."""
    pile: int
    hands: tuple[int, ...]
    turn: int
    over: str = ""
    printed: tuple[int, int, int] = (-3, 4, 6)
    """Points of the sphinx's base, body and head."""
    reaches_sphinx: bool = True
    sees_under_scarab: bool = False


def against(at: Position, line: Mapping[str, Any]) -> set[str]:
    if at.over:
        return {"table.over"}
    if line["seat"] != at.turn:
        return {"table.not_your_turn"}
    if line["move"] == "Skip":
        return {"no_passing"}
    if line["move"] == "Lift":
        own = at.boards[at.turn][line["site"]]
        return set() if own and own[-1] == "scarab" else {"no_scarab"}
    if line["move"] == "Discard":
        return _against_discard(at, list(line["tiles"]))
    return _against_play(at, line)


def _against_discard(at: Position, tiles: list[str]) -> set[str]:
    found = set()
    if not 1 <= len(tiles) <= at.hands[at.turn]:
        found.add("discard_count")
    if any(tile not in BOX for tile in tiles):
        found.add("not_in_box")
    elif any(_out(at)[tile] + tiles.count(tile) > BOX[tile] for tile in tiles):
        found.add("none_left")
    return found


def _out(at: Position) -> Counter[str]:
    """Tiles that everybody has seen: on the boards, or in the box again."""
    return Counter([*at.box, *(tile for board in at.boards for stack in board for tile in stack)])


def _against_play(at: Position, line: Mapping[str, Any]) -> set[str]:
    tile, board, site = line["tile"], line["board"], line["site"]
    if board >= len(at.boards):
        return {"no_such_board"}
    if tile not in BOX:
        return {"not_in_box"}
    found = {"none_left"} if _out(at)[tile] >= BOX[tile] else set()
    stack = at.boards[board][site]
    why = _against_laying(tile, stack[-1] if stack else None, site == 3)
    if not why and tile == "demolition" and site == 3 and board != at.turn:
        why = "" if at.reaches_sphinx else "others_sphinx"
    return found | {why} - {""}


def _against_laying(tile: str, top: str | None, on_sphinx: bool) -> str:
    """What the section on each kind of tile says of where it may lie."""
    if tile == "scarab":
        return ""
    if tile == "demolition":
        return "nothing_to_demolish" if top is None else ""
    part = tile in BENEATH
    if on_sphinx and not part:
        return "not_on_sphinx"
    if part and not on_sphinx:
        return "sphinx_elsewhere"
    if top == "scarab":
        return "scarab_blocks"
    if part:
        if top == BENEATH[tile]:
            return ""
        return "sphinx_has_base" if tile == "base" else "sphinx_order"
    if tile[0] == "t":
        if top is None or top[0] == "t":
            return "treasure_needs_stone"
        return "" if top[1] == tile[1] else "treasure_other_number"
    return "" if top is None or int(top[1]) > int(tile[1]) else "stone_not_smaller"


def after(at: Position, line: Mapping[str, Any]) -> Position:
    boards = [[list(stack) for stack in board] for board in at.boards]
    box = list(at.box)
    used = 1
    if line["move"] == "Lift":
        box.append(boards[at.turn][line["site"]].pop())
        used = 0
    elif line["move"] == "Discard":
        box += line["tiles"]
        used = len(line["tiles"])
    else:
        stack = boards[line["board"]][line["site"]]
        if line["tile"] == "demolition":
            box += ["demolition", stack.pop()]
        else:
            stack.append(line["tile"])
    hands = list(at.hands)
    hands[at.turn] -= used
    laid = tuple(tuple(tuple(stack) for stack in board) for board in boards)
    over = "pyramids" if any(all(_finished(at, stack) for stack in board[:3]) for board in laid) else ""
    pile = at.pile
    if not over and line["move"] != "Lift":
        while hands[at.turn] < 4 and pile:
            hands[at.turn] += 1
            pile -= 1
        over = "" if pile else "pile_empty"
    turn = at.turn if over else (at.turn + 1) % len(at.boards)
    return at._replace(
        boards=laid, box=tuple(sorted(box)), pile=pile, hands=tuple(hands), turn=turn, over=over
    )


def _finished(at: Position, stack: tuple[str, ...]) -> bool:
    seen = [tile for tile in stack if tile != "scarab"] if at.sees_under_scarab else list(stack)
    return bool(seen) and seen[-1] in ("+1", "-1")


def points(at: Position) -> list[dict[str, int]]:
    return [
        {name: sum(_worth(at, tile) for tile in stack) for name, stack in zip(SITES, board, strict=True)}
        for board in at.boards
    ]  # fmt: skip


def _worth(at: Position, tile: str) -> int:
    if tile in BENEATH:
        return at.printed[list(BENEATH).index(tile)]
    if tile == "scarab":
        return 0
    return int(tile[1:]) if tile[0] == "t" else int(tile)


def places(at: Position) -> list[int]:
    keys = []
    for board, seat in zip(at.boards, points(at), strict=True):
        treasures = sum(int(tile[1]) for stack in board for tile in stack if tile[0] == "t")
        keys.append((sum(seat.values()), treasures))
    return [1 + sum(other > key for other in keys) for key in keys]
