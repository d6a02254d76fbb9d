"""Giza (Fun Factory Games, 2005): tiles laid on everybody's pyramids and sphinxes.

Only the top tiles are public; the app follows every tile as it is played, counts the pile and the
hands without ever knowing a face that has not been shown, and scores the stacks at the end.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.giza.guide import estimated, lesson, lessons, piece, reasons, worth
from companion.games.giza.moves import Discard, Lift, Play, Skip
from companion.games.giza.parts import PARTS, check_edition
from companion.games.giza.rules import apply, awaiting, candidates, check, ending
from companion.games.giza.scoring import (
    Sheet,
    check_sheet,
    check_together,
    criteria,
    form_choices,
    lines,
    sheets,
)
from companion.games.giza.state import State, setup
from companion.games.giza.view import (
    attempts,
    own,
    past,
    public,
    secret,
    seen,
    setting_up,
    spots,
    uncovered,
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
            misshapen="giza.edition_shape",
            printed=True,
            late=True,
        ),
    ),
    begins="fewest",
)

GAME: Game[State] = Game(
    meta=META,
    moves=(Play, Lift, Discard, Skip),
    setup=setup,
    awaiting=awaiting,
    check=check,
    apply=apply,
    candidates=candidates,
    sheets=sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria, form_choices),
    ending=ending,
    public=public,
    words=WORDS,
    secret=secret,
    own=own,
    seen=seen,
    uncovered=uncovered,
    past=past,
    describe=describe,
    news=news,
    setting_up=setting_up,
    lessons=lessons,
    lesson=lesson,
    reasons=reasons,
    worth=worth,
    estimated=estimated,
    piece=piece,
    exact=True,
    attempts=attempts,
    spots=spots,
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
