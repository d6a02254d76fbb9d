"""The slow, obvious referee: the laying rules once more, straight from the rulebook's sections."""

from __future__ import annotations


def number(tile: str) -> int:
    """What is compared: signs do not matter."""
    return int(tile.lstrip("+-t"))


def is_stone(tile: str) -> bool:
    return tile[0] in "+-"


def is_treasure(tile: str) -> bool:
    return tile[0] == "t" and tile[1:].isdigit()


def may_lie(
    tile: str, stack: tuple[str, ...], on_sphinx: bool, own: bool, others_sphinx: bool
) -> bool:
    """Whether a tile may be laid on a stack, by the sections on each kind of tile."""
    top = stack[-1] if stack else None
    if tile == "scarab":
        return True
    if tile == "demolition":
        return top is not None and (others_sphinx or own or not on_sphinx)
    if top == "scarab":
        return False
    if tile in ("base", "body", "head"):
        needed = {"base": None, "body": "base", "head": "body"}[tile]
        return on_sphinx and top == needed
    if on_sphinx:
        return False
    if is_stone(tile):
        return top is None or number(top) > number(tile)
    assert is_treasure(tile)
    return top is not None and is_stone(top) and number(top) == number(tile)
