"""Catan: Cheops, the historical scenario: a pyramid, the Pharaoh's favour, and gold.

The app does not know the map or the hands. It follows what is public (numbers of pieces, gold, stones,
knights, shown cards), and the players confirm the rest. A turn starts with its roll, or with a card played
before the roll. It ends with the first event of the next seat, so that no extra tap is needed. Routes are
found on a map that the players may draw in the app; without one, the players confirm them."""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.guide import lesson_name, lessons, piece, reasons, worth
from companion.games.cheops_catan.moves import (
    Build,
    Claim,
    Connect,
    Found,
    Give,
    Harbour,
    Income,
    Knight,
    Lay,
    Mark,
    Purchase,
    Reveal,
    Roll,
    ShowPoint,
)
from companion.games.cheops_catan.parts import PARTS
from companion.games.cheops_catan.rules import awaiting, candidates, check, ending, warnings
from companion.games.cheops_catan.scoring import (
    Sheet,
    check_sheet,
    check_together,
    criteria,
    lines,
    partial_lines,
    score_sheets,
    sheet_form_data,
)
from companion.games.cheops_catan.state import State, setup
from companion.games.cheops_catan.view import plausible_moves, public_view, setup_steps
from companion.games.cheops_catan.words import WORDS, describe, news

META = Meta(
    slug="cheops_catan",
    title="Catan: Cheops",
    short_title="Catan",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(
        Option(
            "pharaoh_starts", "choice", "settlement", ("settlement", "stone"), rule="seven",
            modes=("referee",),
        ),
        Option(
            "black_stones", "number", PARTS["black"]["stones"], bounds=(15, 16), rule="end",
            modes=("referee",),
        ),
        Option("own_road", "flag", False, rule="routes", modes=("referee",)),
        Option("holder_spared", "flag", True, rule="favours"),
        Option("reminders", "flag", False, modes=("referee",)),
    ),
    version=2,
)  # fmt: skip

GAME: Game[State] = Game(
    meta=META,
    moves=(
        Found, Roll, Build, Lay, Knight, ShowPoint, Income, Purchase, Harbour, Give, Claim, Reveal,
        Connect, Mark,
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
    describe=describe,
    news=news,
    words=WORDS,
    warnings=warnings,
    setup_steps=setup_steps,
    lessons=lessons,
    lesson_name=lesson_name,
    reasons=reasons,
    worth=worth,
    piece=piece,
    candidates_are_legal=True,
    plausible_moves=plausible_moves,
    examples=(
        Found(), Roll(7), Build("settlement", True), Build("ship"), Lay(), Lay(2), Knight(),
        ShowPoint(), Income(2), Purchase(True), Harbour(1), Give(2, 1), Claim(1), Reveal(0),
        Connect("Delta", "Sinai", True), Mark("Delta", False, True), Sheet(2, 3, 1, 5, False, True),
    ),
)  # fmt: skip
