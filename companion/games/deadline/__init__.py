"""The Pyramid's Deadline (Oink Games, 2016): players build tombs on a grid before the Pharaoh dies.

Everything is public, so the app can check every rule: where a stone fits, and whether a tomb is finished.
No source shows the silhouettes of two stones, so the app assumes them until the players look into their
box."""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.deadline.guide import advised_piece, lesson_name, lessons, reasons, worth
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import PARTS, SILHOUETTE_PRESETS
from companion.games.deadline.rules import apply, awaiting, candidates, check, ending
from companion.games.deadline.scoring import (
    DrawnStone,
    Sheet,
    check_sheet,
    check_together,
    criteria,
    lines,
    provisional_sheets,
    score_sheets,
    sheet_form_data,
)
from companion.games.deadline.state import State, setup
from companion.games.deadline.view import move_targets, plausible_moves, preview, public_view, setup_steps
from companion.games.deadline.words import WORDS, describe, news

META = Meta(
    slug="deadline",
    title="The Pyramid’s Deadline",
    short_title="Deadline",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(
        Option(
            "geometry",
            "choice",
            "A1",
            SILHOUETTE_PRESETS,
            rule="building",
            printed=True,
            confirmation_option="geometry_checked",
        ),
        Option("geometry_checked", "flag", False, rule="building", late=True),
        Option("strict_rule1", "flag", False, rule="building"),
        Option("free_set_aside", "flag", False, rule="aside", modes=("referee",)),
    ),
    version=2,
)

GAME: Game[State] = Game(
    meta=META,
    moves=(Roll, Build, SetAside, BringDeath, Declare),
    setup=setup,
    awaiting=awaiting,
    check=check,
    apply=apply,
    candidates=candidates,
    score_sheets=score_sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria, sheet_form_data),
    ending=ending,
    public_view=public_view,
    provisional_sheets=provisional_sheets,
    describe=describe,
    news=news,
    preview=preview,
    words=WORDS,
    setup_steps=setup_steps,
    lessons=lessons,
    lesson_name=lesson_name,
    reasons=reasons,
    advised_piece=advised_piece,
    worth=worth,
    candidates_are_legal=True,
    plausible_moves=plausible_moves,
    move_targets=move_targets,
    examples=(
        Roll(("square", "square", "rectangle", "small", "large")),
        Build("large", "new", 0, 0),
        Build("square", "reserve", 1, 2),
        SetAside("trapezoid"),
        BringDeath("square"),
        Declare(),
        Sheet(tomb=(DrawnStone("large", 0, 0),), declared=1),
        Sheet(numbers=(5, 2, 2), aside=1, declared=2),
    ),
)
