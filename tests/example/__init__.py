"""Three Quarries: a small complete game to copy, with a secret and a number that is only on the box.

It is not in the app. The tests use it beside the app's games (``tests/all_games.py``), so that generic
tests include it. Rules: first each player favours one of three colours in secret. On a turn, take a stone,
or build the next level of your pyramid with as many stones of one colour as the level's number. When a
fourth level is built, the round is finished and the game ends. Levels count their number, the fourth as
many points as the lid of the box says, and each favoured stone left counts one.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from tests.example.guide import lessons
from tests.example.moves import Build, Favour, Take
from tests.example.parts import PARTS, check_lid
from tests.example.rules import apply, awaiting, candidates, check, ending
from tests.example.scoring import Sheet, check_sheet, check_together, criteria, lines, score_sheets
from tests.example.state import State, setup
from tests.example.view import (
    hidden_seats,
    private_view,
    public_move_indexes,
    public_view,
    redact_move,
    setup_steps,
)
from tests.example.words import WORDS, describe

META = Meta(
    slug="example",
    title="Three Quarries",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(
        Option("stones_count", "flag", False, rule="count"),
        Option("lid", "record", None, rule="count", check=check_lid, printed=True, late=True),
    ),
)

GAME: Game[State] = Game(
    meta=META,
    moves=(Favour, Take, Build),
    setup=setup,
    awaiting=awaiting,
    check=check,
    apply=apply,
    candidates=candidates,
    score_sheets=score_sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria),
    ending=ending,
    public_view=public_view,
    private_view=private_view,
    words=WORDS,
    hidden_seats=hidden_seats,
    redact_move=redact_move,
    public_move_indexes=public_move_indexes,
    describe=describe,
    setup_steps=setup_steps,
    lessons=lessons,
    plausible_moves=candidates,
    examples=(Favour("ochre"), Take("rose"), Build("black"), Sheet(levels=4, stones=2, favoured=1)),
)
WITHOUT_EXAMPLE = {"example.no_colour": "no page and no file can enter a move without the colour"}
"""To be moved to ``tests/games/<slug>/__init__.py`` in a copy of this game."""
