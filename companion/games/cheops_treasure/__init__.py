"""Cheops (Hans im Glück, 1998): the Ahliman heirs sell or keep the treasures of a pyramid.

No text has the numbers on the price tablets, so the owner of a box copies them once. The app follows pawns,
sales, laws and the market. The money of each seat stays hidden until the end."""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.cheops_treasure.effects import apply
from companion.games.cheops_treasure.guide import guess_hidden, lesson_name, lessons, piece, reasons, worth
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
    drop_prices,
    find_doubts,
    load_demo_edition,
    remove_drawn_tablets,
)
from companion.games.cheops_treasure.rules import awaiting, candidates, check, ending, warnings
from companion.games.cheops_treasure.scoring import (
    Sheet,
    check_sheet,
    check_together,
    criteria,
    lines,
    partial_lines,
    score_sheets,
    sheet_form_data,
)
from companion.games.cheops_treasure.state import State, setup
from companion.games.cheops_treasure.view import (
    hidden_seats,
    move_targets,
    plausible_moves,
    preview,
    private_view,
    public_view,
    setup_steps,
)
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
            shape_error="cheops_treasure.edition", printed=True, doubts=find_doubts,
            presets={"demo": load_demo_edition()}, late=True, rematch_value=remove_drawn_tablets,
            modes=("referee",),
        ),
        Option(
            "prices", "record", None, rule="scoring", check=check_prices, late=True,
            rematch_value=drop_prices, modes=("tally",),
        ),
        Option("open_money", "flag", False, rule="turn", modes=("referee",)),
        Option("save_neighbour", "flag", False, rule="neighbours", modes=("referee",)),
        Option("neighbour_opens", "flag", True, rule="neighbours", modes=("referee",)),
        Option("law_4_spares", "flag", False, rule="laws", modes=("referee",)),
    ),
    next_starter="youngest",
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
    score_sheets=score_sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria, sheet_form_data, partial_lines),
    ending=ending,
    public_view=public_view,
    private_view=private_view,
    describe=describe,
    news=news,
    words=WORDS,
    hidden_seats=hidden_seats,
    warnings=warnings,
    setup_steps=setup_steps,
    lessons=lessons,
    lesson_name=lesson_name,
    reasons=reasons,
    worth=worth,
    guess_hidden=guess_hidden,
    piece=piece,
    preview=preview,
    candidates_are_legal=True,
    plausible_moves=plausible_moves,
    move_targets=move_targets,
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
