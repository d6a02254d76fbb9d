"""Tallies: the count at the end of any game, as a small game in which seats only enter their sheets."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.game import (
    Awaiting,
    Description,
    ElementIds,
    Ending,
    Game,
    Move,
    Refusal,
    Setup,
)  # fmt: skip
from companion.engine.json_data import to_json
from companion.engine.words import N_, NewsWords, Seat, Words


@dataclass(frozen=True, slots=True)
class Close:
    """The last move of a tally, which closes it. It is possible once every seat has a sheet."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The state of a tally: the sheets entered so far."""

    setup: Setup
    sheets: tuple[Any, ...]
    """A sheet or None for each seat."""
    closed: bool = False


def make_sheet_field_ids(field: str, seats: Iterable[int]) -> ElementIds:
    """Return the HTML ids of a field on the sheets of these seats, for ``Refusal.at``.

    >>> make_sheet_field_ids("floor", [0, 2])
    ('count-0-floor', 'count-2-floor')
    """
    return tuple(f"count-{seat}-{field}" for seat in seats)


def make_filled_field_ids(field: str, sheets: Iterable[Any]) -> ElementIds:
    """Return the HTML ids of a field on those of the sheets on which the field is filled in."""
    return make_sheet_field_ids(field, [seat for seat, sheet in enumerate(sheets) if getattr(sheet, field)])


def make_tally_game(game: Game[Any]) -> Game[Tally]:
    """Return the tally of a game: a small game in which seats enter their sheets and close the count."""
    scoring = game.scoring

    def list_missing_seats(state: Tally) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, sheet in enumerate(state.sheets) if sheet is None)

    def awaiting(state: Tally) -> Awaiting:
        seats, unfilled = tuple(range(state.setup.seats)), list_missing_seats(state)
        prompt = "tally.fill" if unfilled else "tally.close"
        return Awaiting(seats, (scoring.sheet_type, Close), prompt, {"seats": unfilled})

    def check(state: Tally, seat: int, move: Move) -> Refusal | None:
        if type(move) is not Close:
            return scoring.check_sheet(state.setup, seat, move)
        if unfilled := list_missing_seats(state):
            boards = tuple(f"board-{seat}" for seat in unfilled)
            return Refusal("tally.sheets_missing", "end", {"seats": unfilled}, boards)
        return scoring.check_together(state.setup, state.sheets)

    def apply(state: Tally, seat: int, move: Move) -> Tally:
        if type(move) is Close:
            return replace(state, closed=True)
        return replace(state, sheets=(*state.sheets[:seat], move, *state.sheets[seat + 1 :]))

    return Game(
        meta=game.meta,
        moves=(scoring.sheet_type, Close),
        setup=lambda setup: Tally(setup, (None,) * setup.seats),
        awaiting=awaiting,
        check=check,
        apply=apply,
        candidates=lambda state, seat: () if check(state, seat, Close()) else (Close(),),
        score_sheets=lambda state: state.sheets,
        scoring=scoring,
        ending=lambda state: Ending("tally.closed", "end") if state.closed else None,
        public_view=lambda state: {"sheets": to_json(state.sheets)},
        words=_make_tally_words(game.words, scoring.sheet_type.__name__),
        describe=lambda _state, _seat, move: Description(type(move).__name__),
        news=lambda _before, _after, _seat, move: Description(type(move).__name__),
        examples=(*(e for e in game.examples if type(e) is scoring.sheet_type), Close()),
    )


def _make_tally_words(words: Words, sheet: str) -> Words:
    return replace(
        words,
        moves={**words.moves, sheet: N_("Fill in the sheet"), "Close": N_("The count is done")},
        news={
            **words.news,
            sheet: NewsWords(N_("%(who)s’s points have been entered"), N_("Your points have been entered")),
            "Close": NewsWords(N_("The count is finished"), N_("You finished the count")),
        },
        prompts={
            **words.prompts,
            "tally.fill": (N_("Fill in the sheets that are missing: %(seats)s."), ""),
            "tally.close": (N_("All sheets are in. Look them over, then finish the count."), ""),
        },
        endings={**words.endings, "tally.closed": (N_("The sheets were counted."), "")},
    )
