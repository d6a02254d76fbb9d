"""Cheops, the roll-and-write (Florian and Helmut Ortlepp with Steffen Benndorf).

Everybody builds pyramid, arch and floor on a sheet of their own, paying each box with a die, a quarry
stone or a joker. The printed sheets are unknown here: a table uses sheets copied from its own pad, or
our practice sheets, and any printed sheet can be counted without its data.
"""

from companion.engine.game import Game, Scoring
from companion.games.cheops_dice.attempts import attempts, spots
from companion.games.cheops_dice.guide import lesson, lessons, reasons
from companion.games.cheops_dice.meta import META
from companion.games.cheops_dice.moves import Build, Pass, Roll, Stop
from companion.games.cheops_dice.news import describe, news
from companion.games.cheops_dice.preview import preview
from companion.games.cheops_dice.rules import apply, awaiting, candidates, check, ending, warnings
from companion.games.cheops_dice.scoring import (
    Sheet,
    check_sheet,
    check_together,
    criteria,
    form_choices,
    lines,
    sheets,
)
from companion.games.cheops_dice.setting_up import setting_up
from companion.games.cheops_dice.state import State, setup
from companion.games.cheops_dice.view import public
from companion.games.cheops_dice.words import WORDS
from companion.games.cheops_dice.worth import worth

GAME: Game[State] = Game(
    meta=META,
    moves=(Roll, Build, Pass, Stop),
    setup=setup,
    awaiting=awaiting,
    check=check,
    apply=apply,
    candidates=candidates,
    sheets=sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria, form_choices),
    ending=ending,
    public=public,
    describe=describe,
    news=news,
    words=WORDS,
    warn=warnings,
    preview=preview,
    setting_up=setting_up,
    lessons=lessons,
    lesson=lesson,
    reasons=reasons,
    worth=worth,
    exact=True,
    attempts=attempts,
    spots=spots,
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
