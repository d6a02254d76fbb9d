"""Cheops, the roll-and-write game (Florian and Helmut Ortlepp with Steffen Benndorf).

Each player has a printed page with a pyramid, an arch and a floor, which are built by ticking boxes. Each
box is paid with a die, a quarry stone or a joker. The app does not contain the printed pages: a table uses
pages that somebody copied from its pad, or our practice pages. At the end, the app can also count pages
that nobody has copied.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.engine.json_data import to_json
from companion.games.cheops_dice import guide, pad_copy, rules, scoring, state, view, words
from companion.games.cheops_dice.moves import Build, Pass, Roll, Stop
from companion.games.cheops_dice.parts import PARTS, load_practice_pages
from companion.games.cheops_dice.scoring import Sheet
from companion.games.cheops_dice.state import State

META = Meta(
    slug="cheops_dice",
    title="Cheops",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option("strict_order", "flag", False, rule="turn", modes=("referee",)),
        Option(
            "sheets", "record", to_json(load_practice_pages()), rule="sheet",
            check=pad_copy.check_pad_pages, printed=True, pad=pad_copy.PAD_FUNCTIONS, modes=("referee",),
        ),
    ),
)  # fmt: skip

GAME: Game[State] = Game(
    meta=META,
    moves=(Roll, Build, Pass, Stop),
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
    describe=words.describe,
    news=words.news,
    words=words.WORDS,
    warnings=rules.warnings,
    preview=view.preview,
    setup_steps=view.setup_steps,
    lessons=guide.LESSONS,
    lesson_name=guide.lesson_name,
    reasons=guide.reasons,
    value_parts=guide.get_value_parts,
    plausible_moves=view.plausible_moves,
    move_targets=view.move_targets,
    examples=(
        Roll(("red", "green", "blue", "blue")),
        Build(("pyramid-1-3", "pyramid-1-1"), ("die", "die")),
        Build(("floor-1-3", "floor-1-4"), ("quarry-4", "die")),
        Build(("left-1",)),
        Pass(),
        Stop(),
        Sheet(
            pyramid=22, pyramid_boxes=15, pyramid_finished=True, arch=6, floor=12, bonuses=3,
            quarry=4, jokers=1, rounds=14,
        ),
    ),
)  # fmt: skip
