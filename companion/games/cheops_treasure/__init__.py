"""Cheops (Hans im Glück, 1998): the Ahliman heirs sell or keep the treasures of a pyramid.

The numbers on the price tablets were never published in words, so an owner copies them once; the
referee follows pawns, sales, laws and the live market, and the money stays hidden until the end.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.cheops_treasure.effects import apply
from companion.games.cheops_treasure.guide import estimated, lesson, lessons, piece, reasons, worth
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
from companion.games.cheops_treasure.parts import (
    PARTS,
    check_edition,
    check_prices,
    demo,
    doubts,
    unread,
    without_drawn,
)
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
from companion.games.cheops_treasure.state import State, setup
from companion.games.cheops_treasure.view import attempts, own, preview, public, secret, setting_up, spots
from companion.games.cheops_treasure.words import WORDS

META = Meta(
    slug="cheops_treasure",
    title="Cheops (1998)",
    short_title="Cheops",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option(
            "edition", "record", None, rule="tablets", check=check_edition,
            misshapen="cheops_treasure.edition", printed=True, doubts=doubts,
            presets={"demo": demo()}, late=True, for_rematch=without_drawn, modes=("referee",),
        ),
        Option(
            "prices", "record", None, rule="scoring", check=check_prices, late=True, for_rematch=unread,
            modes=("tally",),
        ),
        Option("open_money", "flag", False, rule="turn", modes=("referee",)),
        Option("save_neighbour", "flag", False, rule="neighbours", modes=("referee",)),
        Option("neighbour_opens", "flag", True, rule="neighbours", modes=("referee",)),
        Option("law_4_spares", "flag", False, rule="laws", modes=("referee",)),
    ),
    begins="youngest",
)  # fmt: skip

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
