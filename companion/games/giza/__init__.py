"""Giza (Fun Factory Games, 2005): players lay tiles on all pyramids and sphinxes.

Only the top tiles are public. The app follows every tile that a seat plays. It counts the tiles in the draw
pile and in the hands, but does not know which ones they are. It scores the stacks at the end.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.giza import guide, rules, scoring, state, view, words
from companion.games.giza.moves import Discard, Lift, Play, Skip
from companion.games.giza.parts import PARTS, check_edition
from companion.games.giza.scoring import Sheet
from companion.games.giza.state import State

META = Meta(
    slug="giza",
    title="Giza",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option("open_stacks", "flag", False, modes=("referee",)),
        Option("demolish_others_sphinx", "flag", True, rule="demolition", modes=("referee",)),
        Option("finished_under_scarab", "flag", False, rule="end", modes=("referee",)),
        Option(
            "edition", "record", None, rule="count", check=check_edition,
            shape_error="giza.edition_shape", printed=True, late=True,
        ),
    ),
    next_starter="fewest",
)  # fmt: skip

GAME: Game[State] = Game(
    meta=META,
    moves=(Play, Lift, Discard, Skip),
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
    words=words.WORDS,
    hidden_seats=view.hidden_seats,
    private_view=view.private_view,
    redact_move=view.redact_move,
    public_move_indexes=view.public_move_indexes,
    past_view=view.past_view,
    describe=words.describe,
    news=words.news,
    setup_steps=view.setup_steps,
    lessons=guide.LESSONS,
    lesson_name=guide.lesson_name,
    reasons=guide.reasons,
    value_parts=guide.get_value_parts,
    guess_hidden=guide.guess_hidden,
    piece=guide.get_played_tile,
    plausible_moves=view.plausible_moves,
    move_targets=view.move_targets,
    examples=(
        Play("+5", 0, 0),
        Play("base", 1, 3),
        Lift(0),
        Discard(("+2", "-1")),
        Skip(),
        Sheet(stacks=(("+5", "t5", "+4", "-2", "+1"), ("+3",), (), ("base", "body"))),
        Sheet(sums=(13, 3, 0, 2), treasures=5),
    ),
)  # fmt: skip
