"""What an entry came to, as the log says it, and what everybody is told of it."""

from __future__ import annotations

from companion.engine.data import replace
from companion.engine.game import Description, Move, NewsItem
from companion.engine.words import Seat, Term, Thing
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import SITES, SPHINX
from companion.games.giza.state import State, finished, top


def describe(state: State | None, seat: int, move: Move) -> Description:
    """A demolition says what it took away: the tile lay on top, where everybody saw it."""
    item = _item(state, seat, move)
    return Description(item.code, item.values)


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """The same, and whether a pyramid is finished by it."""
    item = _item(before, seat, move)
    if not isinstance(move, Play) or move.tile is None or item.code not in ("laid", "laid_own"):
        return item
    done = finished(after.rules, after.stacks[4 * move.board + move.site])
    return replace(item, code=item.code.replace("laid", "finished")) if done else item


def _item(state: State | None, seat: int, move: Move) -> NewsItem:
    if isinstance(move, Play):
        if move.tile == "demolition" and state is not None:
            gone = top(state.stacks[4 * move.board + move.site])
            return _at("demolished", seat, move.board, move.site, gone)
        return _at("laid", seat, move.board, move.site, move.tile)
    if isinstance(move, Lift):
        return _at("lifted", seat, seat, move.site, "scarab")
    if isinstance(move, Discard):
        return NewsItem("discarded", {"tiles": tuple(map(Thing, move.tiles))})
    return NewsItem("skipped")


def _at(code: str, seat: int, board: int, site: int, tile: str | None) -> NewsItem:
    """Whose pyramid or sphinx it was, and what lies or lay there on top."""
    values = {"tile": Thing(tile or ""), "site": Term(SITES[site]), "owner": Seat(board)}
    on_sphinx = "_sphinx" if site == SPHINX else ""
    if board == seat:
        return NewsItem(f"{code}{on_sphinx}_own", values)
    return NewsItem(f"{code}{on_sphinx}", values, owner=board)
