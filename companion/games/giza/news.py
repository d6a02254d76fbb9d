"""What everybody is told of an entry."""

from __future__ import annotations

from companion.engine.game import Move, NewsItem
from companion.engine.words import Seat, Term, Thing
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import SITES, SPHINX, SPHINX_PARTS
from companion.games.giza.state import State, finished, top

WITH_ARTICLE = ("scarab", *SPHINX_PARTS)
"""Tiles that are no number: within a sentence they have an article."""


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """Whose pyramid or sphinx it was, and what lies or lay there on top."""
    if isinstance(move, Play):
        return _played(before, after, seat, move)
    if isinstance(move, Lift):
        return _at("lifted", seat, seat, move.site, "scarab")
    if isinstance(move, Discard):
        return NewsItem("discarded", {"tiles": tuple(map(Thing, move.tiles))})
    return NewsItem("skipped")


def _played(before: State, after: State, seat: int, move: Play) -> NewsItem:
    at = 4 * move.board + move.site
    if move.tile == "demolition":
        return _at("demolished", seat, move.board, move.site, top(before.stacks[at]))
    done = move.site != SPHINX and finished(after.rules, after.stacks[at])
    return _at("finished" if done else "laid", seat, move.board, move.site, move.tile)


def _at(code: str, seat: int, board: int, site: int, tile: str | None) -> NewsItem:
    named = f"a:{tile}" if tile in WITH_ARTICLE else tile
    values: dict[str, object] = {"tile": Thing(named or "")}
    if site == SPHINX:
        code += "_sphinx"
    else:
        values["site"] = Term(SITES[site])
    if board == seat:
        return NewsItem(f"{code}_own", values)
    return NewsItem(code, values | {"owner": Seat(board)}, owner=board)
