"""Giza (Fun Factory Games, 2005): players lay tiles on all pyramids and sphinxes.

Only the top tiles are public. The app follows every tile that a seat plays, and counts the tiles in the
draw pile and in the hands without knowing them. It scores the stacks at the end."""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.giza.guide import guess_hidden, lesson_name, lessons, piece, reasons, worth
from companion.games.giza.moves import Discard, Lift, Play, Skip
from companion.games.giza.parts import PARTS, check_edition
from companion.games.giza.rules import apply, awaiting, candidates, check, ending
from companion.games.giza.scoring import (
    Sheet,
    check_sheet,
    check_together,
    criteria,
    lines,
    score_sheets,
    sheet_form_data,
)
from companion.games.giza.state import State, setup
from companion.games.giza.view import (
    hidden_seats,
    move_targets,
    past_view,
    plausible_moves,
    private_view,
    public_move_indexes,
    public_view,
    redact_move,
    setup_steps,
)
from companion.games.giza.words import WORDS, describe, news

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
            "edition",
            "record",
            None,
            rule="count",
            check=check_edition,
            shape_error="giza.edition_shape",
            printed=True,
            late=True,
        ),
    ),
    next_starter="fewest",
)

GAME: Game[State] = Game(
    meta=META,
    moves=(Play, Lift, Discard, Skip),
    setup=setup,
    awaiting=awaiting,
    check=check,
    apply=apply,
    candidates=candidates,
    score_sheets=score_sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria, sheet_form_data),
    ending=ending,
    public_view=public_view,
    words=WORDS,
    hidden_seats=hidden_seats,
    private_view=private_view,
    redact_move=redact_move,
    public_move_indexes=public_move_indexes,
    past_view=past_view,
    describe=describe,
    news=news,
    setup_steps=setup_steps,
    lessons=lessons,
    lesson_name=lesson_name,
    reasons=reasons,
    worth=worth,
    guess_hidden=guess_hidden,
    piece=piece,
    candidates_are_legal=True,
    plausible_moves=plausible_moves,
    move_targets=move_targets,
    examples=(
        Play("+5", 0, 0),
        Play("base", 1, 3),
        Lift(0),
        Discard(("+2", "-1")),
        Skip(),
        Sheet(stacks=(("+5", "t5", "+4", "-2", "+1"), ("+3",), (), ("base", "body"))),
        Sheet(sums=(13, 3, 0, 2), treasures=5),
    ),
)
