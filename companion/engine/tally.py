"""Any game's count at the end as a small game of its own, over the sheets its referee scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.data import to_json
from companion.engine.game import Awaiting, Description, Ending, Game, Move, Refusal, Setup
from companion.engine.news import NewsItem
from companion.engine.words import N_, NewsWords, Seat, Words


@dataclass(frozen=True, slots=True)
class Close:
    """The move that ends a tally once every sheet is in."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The state of a tally: the sheets filled in so far."""

    setup: Setup
    sheets: tuple[Any, ...]
    """A sheet or None for each seat."""
    closed: bool = False


def tally_game(game: Game[Any]) -> Game[Tally]:
    """The tally of a game: any seat fills its sheet as often as it likes, then the table closes.

    Its moves are the game's own ``Sheet`` class (entered whole, the last one counts) and ``Close``.
    """
    scoring = game.scoring

    def named(seats: tuple[int, ...]) -> tuple[Seat, ...]:
        return tuple(map(Seat, seats))

    def begin(setup: Setup) -> Tally:
        return Tally(setup, (None,) * setup.seats)

    def awaiting(state: Tally) -> Awaiting:
        missing = tuple(i for i, sheet in enumerate(state.sheets) if sheet is None)
        prompt = "tally.fill" if missing else "tally.close"
        return Awaiting(
            tuple(range(state.setup.seats)),
            (scoring.sheet, Close),
            prompt,
            {"seats": named(missing)},
        )

    def check(state: Tally, seat: int, move: Move) -> Refusal | None:
        if type(move) is not Close:
            return scoring.check(state.setup, seat, move)
        missing = tuple(i for i, sheet in enumerate(state.sheets) if sheet is None)
        if missing:
            return Refusal("tally.sheets_missing", "end", {"seats": named(missing)})
        return scoring.together(state.setup, state.sheets)

    def apply(state: Tally, seat: int, move: Move) -> Tally:
        if type(move) is Close:
            return replace(state, closed=True)
        sheets = (*state.sheets[:seat], move, *state.sheets[seat + 1 :])
        return replace(state, sheets=sheets)

    def candidates(state: Tally, seat: int) -> Iterable[Move]:
        return (Close(),)

    def ending(state: Tally) -> Ending | None:
        return Ending("tally.closed", "end") if state.closed else None

    def public(state: Tally) -> dict[str, Any]:
        return {"sheets": [None if s is None else to_json(s) for s in state.sheets]}

    def describe(state: Tally | None, seat: int, move: Move) -> Description:
        return Description(type(move).__name__)

    def news(before: Tally, after: Tally, seat: int, move: Move) -> NewsItem:
        return NewsItem(type(move).__name__)

    return Game(
        meta=game.meta,
        moves=(scoring.sheet, Close),
        setup=begin,
        awaiting=awaiting,
        check=check,
        apply=apply,
        candidates=candidates,
        sheets=lambda state: state.sheets,
        scoring=scoring,
        ending=ending,
        public=public,
        words=_words(game.words, scoring.sheet.__name__),
        describe=describe,
        news=news,
        examples=(*(e for e in game.examples if type(e) is scoring.sheet), Close()),
    )


def _words(words: Words, sheet: str) -> Words:
    return replace(
        words,
        moves={**words.moves, sheet: N_("Fill in the sheet"), "Close": N_("The count is done")},
        log_lines={
            **words.log_lines,
            sheet: N_("%(who)s’s sheet was filled in"),
            "Close": N_("The count was closed"),
        },
        news={
            **words.news,
            sheet: NewsWords(N_("%(who)s’s sheet is filled in"), N_("Your sheet is filled in")),
            "Close": NewsWords(N_("The count was closed"), N_("You closed the count")),
        },
        prompts={
            **words.prompts,
            "tally.fill": N_("Fill in the sheets that are missing: %(seats)s."),
            "tally.close": N_("All sheets are in. Look them over, then close the count."),
        },
        endings={**words.endings, "tally.closed": N_("The sheets were counted.")},
    )
