"""Cheops (Hans im Glück, 1998): the Ahliman heirs sell or keep the treasures of a pyramid.

The numbers on the price tablets were never published in words, so an owner copies them once; the
referee follows pawns, sales, laws and the live market, and the money stays hidden until the end.
"""

from companion.engine.game import Game, Scoring
from companion.games.cheops_treasure.attempts import attempts, spots
from companion.games.cheops_treasure.guide import lesson, lessons, piece, reasons
from companion.games.cheops_treasure.meta import META
from companion.games.cheops_treasure.moves import (
    Choose,
    Draw,
    Exchange,
    Hire,
    KeepLaw,
    Pass,
    Pay,
    Place,
    PutOn,
    PutUnder,
    Remove,
    Reveal,
    SellKept,
    Swap,
    Take,
)
from companion.games.cheops_treasure.news import describe, news
from companion.games.cheops_treasure.preview import preview
from companion.games.cheops_treasure.rules import awaiting, candidates, check, ending, warnings
from companion.games.cheops_treasure.scoring import (
    Sheet,
    alone,
    check_sheet,
    check_together,
    criteria,
    form_choices,
    lines,
    sheets,
)
from companion.games.cheops_treasure.setting_up import setting_up
from companion.games.cheops_treasure.state import State, setup
from companion.games.cheops_treasure.turn import apply
from companion.games.cheops_treasure.view import own, public, secret
from companion.games.cheops_treasure.words import WORDS
from companion.games.cheops_treasure.worth import estimated, worth

GAME: Game[State] = Game(
    meta=META,
    moves=(
        Place, Take, Reveal, PutUnder, PutOn, Remove, Pay, KeepLaw, SellKept, Swap, Exchange, Hire, Pass,
        Draw, Choose,
    ),
    setup=setup,
    awaiting=awaiting,
    check=check,
    apply=apply,
    candidates=candidates,
    sheets=sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria, form_choices, alone),
    ending=ending,
    public=public,
    own=own,
    describe=describe,
    news=news,
    words=WORDS,
    secret=secret,
    warn=warnings,
    setting_up=setting_up,
    lessons=lessons,
    lesson=lesson,
    reasons=reasons,
    worth=worth,
    estimated=estimated,
    piece=piece,
    preview=preview,
    exact=True,
    attempts=attempts,
    spots=spots,
    examples=(
        Place(1, 4, "A"),
        Place(2, 4, "neighbour"),
        Place(3, 2, "C", 11),
        Take("red", "sell"),
        Take("blue", "keep"),
        Reveal(7),
        PutUnder("green"),
        PutOn("black", 3),
        Remove(3),
        Pay(True),
        KeepLaw(),
        SellKept("orange"),
        Swap(1, 2, 1, 9),
        Exchange("red", 2, 5, "brown"),
        Hire(),
        Pass(),
        Draw(("B",)),
        Choose("red"),
        Sheet(money=45, red=3, blue=1, wild="red"),
    ),
)  # fmt: skip
