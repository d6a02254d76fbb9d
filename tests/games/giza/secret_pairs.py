"""Pairs of evenings of Giza that differ in one covered tile."""

from typing import Any

from companion.engine.game import Setup
from companion.games.giza import GAME
from tests.secrets.evening import OWNER, Evening, Pair

KHUFU = {"board": OWNER, "site": 0}


def laid(seat: int, tile: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "move": "Play", "tile": tile, **KHUFU, **more}


def evening(*log: dict[str, Any]) -> Evening:
    """Probed by every tile on the owner's pyramid for every seat, whose turn it is last."""
    tiles = tuple(GAME.setup(Setup.of(GAME.meta, 3)).rules.kinds)
    turn = len(log) % 3
    seats = ((turn + 1) % 3, (turn + 2) % 3, turn)
    return Evening("giza", log, probes=tuple(laid(s, tile) for s in seats for tile in tiles))


def covered(tile: str) -> Evening:
    return evening(laid(0, "+5"), laid(1, tile), laid(2, "+2"))


def under_a_scarab(tile: str) -> Evening:
    return evening(laid(0, "+5"), laid(1, tile), laid(2, "scarab"))


def put_right(tile: str, *, at_once: str = "+2") -> Evening:
    """A covered tile that was taken back and entered again, and two more that were changed later."""
    return evening(
        laid(0, "+5"), laid(1, tile), {"kind": "undo"}, laid(1, tile), laid(2, at_once),
        laid(0, "+5", site=1), laid(1, "+4", site=1), laid(2, "+1", site=1),
        {"kind": "amend", "of": 7, **laid(1, tile, site=1)},
        laid(0, tile, site=2), laid(1, "scarab", site=2), laid(2, "demolition", site=2),
        laid(0, "scarab", site=2),
    )  # fmt: skip


PAIRS: dict[str, Pair] = {
    "a covered tile": (covered("-4"), covered("t5")),
    "a scarab under a scarab": (under_a_scarab("scarab"), under_a_scarab("+3")),
    "covered tiles, put right": (put_right("+4"), put_right("+3")),
}
