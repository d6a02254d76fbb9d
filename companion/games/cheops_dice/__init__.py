"""Cheops, the roll-and-write game (Florian and Helmut Ortlepp with Steffen Benndorf).

Each player builds a pyramid, an arch and a floor on their own pad page, and pays for each box with a die, a
quarry stone or a joker. The app does not contain the printed pages: a table uses pages that somebody copied
from its pad, or our practice pages. At the end, any page can be counted without having been copied."""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.engine.json_data import to_json
from companion.games.cheops_dice.guide import lesson_name, lessons, reasons, worth
from companion.games.cheops_dice.moves import Build, Pass, Roll, Stop
from companion.games.cheops_dice.pad_copy import PAD, check_pad_pages
from companion.games.cheops_dice.parts import PARTS, load_practice_pages
from companion.games.cheops_dice.rules import apply, awaiting, candidates, check, ending, warnings
from companion.games.cheops_dice.scoring import (
    Sheet,
    check_sheet,
    check_together,
    criteria,
    lines,
    score_sheets,
    sheet_form_data,
)
from companion.games.cheops_dice.state import State, setup
from companion.games.cheops_dice.view import (
    move_targets,
    plausible_moves,
    preview,
    public_view,
    setup_steps,
)
from companion.games.cheops_dice.words import WORDS, describe, news

META = Meta(
    slug="cheops_dice",
    title="Cheops",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option("strict_order", "flag", False, rule="turn", modes=("referee",)),
        Option(
            "sheets", "record", to_json(load_practice_pages()), rule="sheet", check=check_pad_pages,
            printed=True, pad=PAD, modes=("referee",),
        ),
    ),
)  # fmt: skip

GAME: Game[State] = Game(
    meta=META,
    moves=(Roll, Build, Pass, Stop),
    setup=setup,
    awaiting=awaiting,
    check=check,
    apply=apply,
    candidates=candidates,
    score_sheets=score_sheets,
    scoring=Scoring(Sheet, check_sheet, check_together, lines, criteria, sheet_form_data),
    ending=ending,
    public_view=public_view,
    describe=describe,
    news=news,
    words=WORDS,
    warnings=warnings,
    preview=preview,
    setup_steps=setup_steps,
    lessons=lessons,
    lesson_name=lesson_name,
    reasons=reasons,
    worth=worth,
    candidates_are_legal=True,
    plausible_moves=plausible_moves,
    move_targets=move_targets,
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
