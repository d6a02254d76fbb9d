"""Cheops (Hans im Glück, 1998): the players are heirs who sell or keep the treasures of a pyramid.

No published source has the numbers on the price tablets, so the owner of a box copies them once. The app
follows pawns, sales, laws and the market. The money of each seat stays hidden until the end.
"""

from companion.engine.game import Game, Meta, Option, Scoring
from companion.games.cheops_treasure import guide, moves, parts, rules, scoring, state, view, words
from companion.games.cheops_treasure.scoring import Sheet
from companion.games.cheops_treasure.state import State

META = Meta(
    slug="cheops_treasure",
    title="Cheops (1998)",
    short_title="Cheops",
    seats=(parts.PARTS["seats"]["low"], parts.PARTS["seats"]["high"]),
    version=2,
    options=(
        Option(
            "edition", "record", None, rule="tablets", check=parts.check_edition,
            shape_error="cheops_treasure.edition", printed=True, doubts=parts.find_doubts,
            presets={"demo": parts.load_demo_edition()},
            late=True, rematch_value=parts.remove_drawn_tablets, modes=("referee",),
        ),
        Option(
            "prices", "record", None, rule="scoring", check=parts.check_prices, late=True,
            rematch_value=lambda _prices: None, modes=("tally",),
        ),
        Option("open_money", "flag", False, rule="turn", modes=("referee",)),
        Option("save_neighbour", "flag", False, rule="neighbours", modes=("referee",)),
        Option("neighbour_opens", "flag", True, rule="neighbours", modes=("referee",)),
        Option("law_4_spares", "flag", False, rule="laws", modes=("referee",)),
    ),
    next_starter="youngest",
)  # fmt: skip

GAME: Game[State] = Game(
    meta=META,
    moves=(
        moves.Place, moves.Take, moves.Reveal, moves.PutUnder, moves.PutOn,
        moves.Remove, moves.Pay, moves.KeepLaw, moves.SellKept, moves.Swap, moves.Exchange, moves.Hire,
        moves.Pass, moves.Draw, moves.Choose,
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
    private_view=view.private_view,
    describe=words.describe,
    news=words.news,
    words=words.WORDS,
    hidden_seats=view.hidden_seats,
    warnings=rules.warnings,
    setup_steps=view.setup_steps,
    lessons=guide.LESSONS,
    lesson_name=guide.lesson_name,
    reasons=guide.reasons,
    value_parts=guide.get_value_parts,
    points_unit=guide.PIASTRES_PER_POINT,
    guess_hidden=guide.guess_hidden,
    piece=guide.get_piece_of_move,
    preview=view.preview,
    plausible_moves=view.plausible_moves,
    move_targets=view.move_targets,
    examples=(
        moves.Place(1, 4, "A"),
        moves.Place(2, 4, "neighbour"),
        moves.Place(3, 2, "C", 11),
        moves.Take("red", "sell"),
        moves.Take("blue", "keep"),
        moves.Reveal(7),
        moves.PutUnder("green"),
        moves.PutOn("black", 3),
        moves.Remove(3),
        moves.Pay(True),
        moves.KeepLaw(),
        moves.SellKept("orange"),
        moves.Swap(1, 2, 1, 9),
        moves.Exchange("red", 2, 5, "brown"),
        moves.Hire(),
        moves.Pass(),
        moves.Draw(("B",)),
        moves.Choose("red"),
        Sheet(money=45, red=3, blue=1, wild="red"),
    ),
)  # fmt: skip
