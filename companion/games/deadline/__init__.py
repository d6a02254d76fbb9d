"""The Pyramid's Deadline (Oink Games, 2016): players build tombs on a grid before the Pharaoh dies.

Everything is public, so the app can check every rule: where a stone fits, and whether a tomb is finished.
No published source shows the exact outlines of two kinds of stones. The app assumes them until the players
compare them with the stones in their box.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.deadline import guide, rules, scoring, state, view, words
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import PARTS, SILHOUETTE_PRESETS
from companion.games.deadline.scoring import Sheet, SheetStone
from companion.games.deadline.state import State

META = Meta(
    slug="deadline",
    title="The Pyramid’s Deadline",
    short_title="Deadline",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(
        Option(
            "geometry", "choice", "A1", SILHOUETTE_PRESETS, rule="building", printed=True,
            confirmation_option="geometry_checked",
        ),
        Option("geometry_checked", "flag", False, rule="building", late=True),
        Option("strict_rule1", "flag", False, rule="building"),
        Option("free_set_aside", "flag", False, rule="aside", modes=("referee",)),
    ),
    version=2,
)  # fmt: skip

GAME: Game[State] = Game(
    meta=META,
    moves=(Roll, Build, SetAside, BringDeath, Declare),
    setup=state.setup,
    awaiting=rules.awaiting,
    check=rules.check,
    apply=rules.apply,
    candidates=rules.candidates,
    score_sheets=scoring.score_sheets,
    scoring=Scoring(
        Sheet, scoring.check_sheet, scoring.check_together, scoring.lines, scoring.criteria,
        scoring.sheet_form_data,
    ),
    ending=rules.ending,
    public_view=view.public_view,
    provisional_sheets=scoring.provisional_sheets,
    describe=words.describe,
    news=words.news,
    preview=view.preview,
    words=words.WORDS,
    setup_steps=view.setup_steps,
    lessons=guide.LESSONS,
    lesson_name=guide.lesson_name,
    reasons=guide.reasons,
    advised_piece=guide.advised_piece,
    value_parts=guide.get_value_parts,
    plausible_moves=view.plausible_moves,
    move_targets=view.move_targets,
    examples=(
        Roll(("square", "square", "rectangle", "small", "large")),
        Build("large", "new", 0, 0),
        Build("square", "reserve", 1, 2),
        SetAside("trapezoid"),
        BringDeath("square"),
        Declare(),
        Sheet(tomb=(SheetStone("large", 0, 0),), declared=1),
        Sheet(numbers=(5, 2, 2), aside=1, declared=2),
    ),
)  # fmt: skip
