"""Catan: Cheops, the historical scenario: a pyramid, the Pharaoh's favour, and gold.

The app does not know the board or the hands. It follows what is public (numbers of pieces, gold, stones,
knights, shown cards), and the players confirm the rest. A turn starts with its roll, or with a card that is
played before the roll. It ends with the first move of the next seat, so nobody has to tap a button to end
it. The app finds routes on a map that the players may draw; without a map, the players confirm the routes.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.cheops_catan import guide, moves, rules, scoring, state, view, words
from companion.games.cheops_catan.parts import PARTS
from companion.games.cheops_catan.scoring import Sheet
from companion.games.cheops_catan.state import State

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
        moves.Found, moves.Roll, moves.Build, moves.Lay, moves.Knight, moves.ShowPoint,
        moves.Income, moves.Purchase, moves.Harbour, moves.Give, moves.Claim, moves.Reveal,
        moves.Connect, moves.Mark,
    ),
    setup=state.setup,
    awaiting=rules.awaiting,
    check=rules.check,
    apply=rules.apply,
    candidates=rules.candidates,
    score_sheets=scoring.score_sheets,
    scoring=Scoring(
        Sheet, scoring.check_sheet, scoring.check_together, scoring.lines, scoring.criteria,
        scoring.sheet_form_data, scoring.partial_lines,
    ),
    ending=rules.ending,
    public_view=view.public_view,
    describe=words.describe,
    news=words.news,
    words=words.WORDS,
    warnings=rules.warnings,
    setup_steps=view.setup_steps,
    lessons=guide.LESSONS,
    lesson_name=guide.lesson_name,
    reasons=guide.reasons,
    value_parts=guide.get_value_parts,
    piece=guide.get_piece_of_move,
    plausible_moves=view.plausible_moves,
    examples=(
        moves.Found(), moves.Roll(7), moves.Build("settlement", True), moves.Build("ship"),
        moves.Lay(), moves.Lay(2), moves.Knight(),
        moves.ShowPoint(), moves.Income(2), moves.Purchase(True),
        moves.Harbour(1), moves.Give(2, 1), moves.Claim(1), moves.Reveal(0),
        moves.Connect("Delta", "Sinai", True), moves.Mark("Delta", False, True),
        Sheet(2, 3, 1, 5, False, True),
    ),
)  # fmt: skip
