"""The sentences of Giza: refusals, rules in our own words, log and news."""

from companion.engine.game import Description, Move
from companion.engine.json_data import replace
from companion.engine.words import (
    MOST_POINTS,
    N_,
    CriterionWords,
    N_n,
    NewsWords,
    PicturedTerm,
    Seat,
    Term,
    Words,
)
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import SITE_NAMES, SPHINX_SITE
from companion.games.giza.state import State, get_top_tile, is_pyramid_finished

WORDS = Words(
    refusals={
        "giza.no_such_board": N_("Nobody sits there: choose another board."),
        "giza.not_in_box": N_("First choose a tile that is in this box."),
        "giza.none_left": N_("Choose another tile: the box has only %(count)s of this kind (%(tile)s)."),
        "giza.not_on_sphinx": N_("Lay %(a tile)s on a pyramid: it does not go on the sphinx."),
        "giza.sphinx_elsewhere": N_("Lay %(a tile)s on a sphinx, not on a pyramid."),
        "giza.scarab_blocks": N_("A scarab blocks %(site)s on %(board)s’s board: demolish it or build elsewhere."),
        "giza.stone_not_smaller": N_("Lay a smaller number on %(a top)s; the signs do not matter."),
        "giza.treasure_needs_stone": N_("Lay %(a tile)s on a stone of the same number."),
        "giza.treasure_other_number": N_("Lay %(a tile)s on a stone of the same number, not on %(a top)s."),
        "giza.sphinx_order": N_("Lay %(a tile)s directly on %(a needs)s."),
        "giza.sphinx_has_base": N_("This sphinx already has its base: lay another part."),
        "giza.nothing_to_demolish": N_("%(board)s’s board has nothing on %(site)s: choose a site with a tile."),
        "giza.others_sphinx": N_("Choose your own sphinx: at this table nobody demolishes another player’s."),
        "giza.no_scarab": N_("Your board has no scarab on %(site)s: choose a site that has one."),
        "giza.discard_count": N_("Discard at least one tile and at most %(most)s."),
        "giza.no_passing": N_("You cannot pass: play, lift a scarab or discard."),
        "giza.edition_shape": N_("Enter whole numbers: 4 treasure numbers, 3 sphinx counts and 3 sphinx values."),
        "giza.edition_treasures": N_("Enter four different treasure numbers between 1 and 5."),
        "giza.edition_sphinx_count": N_("Check the counts: they must add up to %(total)s sphinx tiles."),
        "giza.edition_base": N_("Enter a negative number for the base, not %(points)s: it is deducted."),
        "giza.sheet_shape": N_("Enter four stacks or four sums, not both."),
        "giza.sheet_tile": N_("Leave out “%(tile)s”: it never stays in a stack."),
        "giza.sheet_stack": N_("Check %(site)s on %(board)s’s board: “%(tile)s” cannot lie on “%(top)s”."),
        "giza.sheets_too_many": N_("Count the “%(tile)s” tiles again: the boards show %(laid)s, but there are only %(count)s."),
    },
    moves={
        "Play": N_("Play a tile"),
        "Lift": N_("Lift the scarab"),
        "Discard": N_("Discard"),
        "Skip": N_("Skip this turn"),
    },
    news={
        "laid_own": NewsWords(
            N_("%(who)s laid %(a tile)s on %(site)s"),
            N_("You laid %(a tile)s on your %(site)s"),
        ),
        "laid": NewsWords(
            N_("%(who)s laid %(a tile)s on %(owner)s’s %(site)s"),
            N_("You laid %(a tile)s on %(owner)s’s %(site)s"),
            N_("%(who)s laid %(a tile)s on your %(site)s"),
        ),
        "laid_sphinx_own": NewsWords(
            N_("%(who)s laid %(the part)s on the sphinx"),
            N_("You laid %(the part)s on your sphinx"),
        ),
        "laid_sphinx": NewsWords(
            N_("%(who)s laid %(the part)s on %(owner)s’s sphinx"),
            N_("You laid %(the part)s on %(owner)s’s sphinx"),
            N_("%(who)s laid %(the part)s on your sphinx"),
        ),
        "demolished_own": NewsWords(
            N_("%(who)s demolished %(a tile)s on %(site)s"),
            N_("You demolished %(a tile)s on your %(site)s"),
        ),
        "demolished": NewsWords(
            N_("%(who)s demolished %(a tile)s on %(owner)s’s %(site)s"),
            N_("You demolished %(a tile)s on %(owner)s’s %(site)s"),
            N_("%(who)s demolished %(a tile)s on your %(site)s"),
        ),
        "demolished_sphinx_own": NewsWords(
            N_("%(who)s demolished %(the part)s on the sphinx"),
            N_("You demolished %(the part)s on your sphinx"),
        ),
        "demolished_sphinx": NewsWords(
            N_("%(who)s demolished %(the part)s on %(owner)s’s sphinx"),
            N_("You demolished %(the part)s on %(owner)s’s sphinx"),
            N_("%(who)s demolished %(the part)s on your sphinx"),
        ),
        "finished_own": NewsWords(
            N_("%(who)s finished %(site)s with %(a tile)s"),
            N_("You finished your %(site)s with %(a tile)s"),
        ),
        "finished": NewsWords(
            N_("%(who)s finished %(owner)s’s %(site)s with %(a tile)s"),
            N_("You finished %(owner)s’s %(site)s with %(a tile)s"),
            N_("%(who)s finished your %(site)s with %(a tile)s"),
        ),
        "lifted_own": NewsWords(
            N_("%(who)s lifted %(a tile)s off %(site)s"),
            N_("You lifted %(a tile)s off your %(site)s"),
        ),
        "lifted_sphinx_own": NewsWords(
            N_("%(who)s lifted %(a tile)s off the sphinx"),
            N_("You lifted %(a tile)s off your sphinx"),
        ),
        "discarded": NewsWords(
            N_("%(who)s discarded %(a tiles)s"),
            N_("You discarded %(a tiles)s"),
        ),
        "skipped": NewsWords(
            N_("%(who)s was skipped"),
            N_("You were skipped"),
        ),
    },
    prompts={
        "giza.turn": (N_("%(seat)s plays a tile."), N_("Play a tile.")),
    },
    endings={
        "giza.pile_empty": (N_("The last tile was drawn."), ""),
        "giza.pyramids": (N_("%(seat)s’s three pyramids are finished."), N_("Your three pyramids are finished.")),
    },
    categories={
        "khufu": N_("Khufu"),
        "khafre": N_("Khafre"),
        "menkaure": N_("Menkaure"),
        "sphinx": N_("Sphinx"),
    },
    criteria={
        "points": MOST_POINTS,
        "treasures": CriterionWords(
            N_("Most treasure points"),
            N_n("%(best)s treasure point to %(others)s", "%(best)s treasure points to %(others)s", "best"),
        ),
    },
    rules={
        "setup": (N_("Setting up"), N_("Everybody has a board with three pyramid sites and a sphinx site, and draws four of the 83 tiles unseen. Whoever proposed the game begins; in a later game, whoever had the fewest points.")),
        "turn": (N_("A turn"), N_("Play one tile, or discard one to four tiles face up, then draw back to four. There is no passing.")),
        "play": (N_("Playing a tile"), N_("Stones, treasures, demolition and scarabs go on any pyramid; sphinx parts, demolition and scarabs go on any sphinx, yours or another player’s. A tile covers the one beneath. Only the owner may look under the top tiles of a board.")),
        "stone": (N_("Stones"), N_("Any stone may go on a bare site; otherwise a stone goes only on a stone or treasure with a strictly higher number, signs ignored. The sign matters only for the score.")),
        "treasure": (N_("Treasures"), N_("A treasure goes only on a stone with the same number, positive or negative, never on another treasure.")),
        "demolition": (N_("Demolition"), N_("Demolition takes away the top tile of any site; both tiles go into the box. Whether it may reach another player’s sphinx is a house rule.")),
        "scarab": (N_("Scarabs"), N_("A scarab goes on any site, bare or built, even on another scarab, and stops building there. On your turn you may lift one scarab off your own board: the turn ends and you draw nothing. Demolishing one is an ordinary play.")),
        "sphinx": (N_("The sphinx"), N_("Base on the bare site, then body, then head, one of each.")),
        "discard": (N_("Discarding"), N_("Discard one to four tiles face up into the box. They never come back.")),
        "end": (N_("The end"), N_("At once, when the last tile is drawn or when all three pyramids of one board show a 1 on top, whoever put it there. A scarab on top hides the 1, unless the table plays otherwise.")),
        "count": (N_("Counting"), N_("Every tile in your pyramids and on your sphinx counts, buried ones too; scarabs score nothing. Negative stones and the sphinx base are deducted. Tiles in hand do not count. The points of the sphinx are printed on its tiles: copy them once from your box.")),
        "victory": (N_("Victory"), N_("Whoever has the most points wins; level players compare their treasure points; if still level, they share the win.")),
    },
    explained={
        "Play": "play", "Lift": "scarab", "Discard": "discard", "Skip": "turn",
    },
    options={
        "open_stacks": (N_("Open stacks"), N_("Everybody may look under the tiles and see the totals during play.")),
        "demolish_others_sphinx": (N_("Demolition on another player’s sphinx"), N_("The rulebook names it in one place and leaves it out in another.")),
        "finished_under_scarab": (N_("A scarab does not hide a finished pyramid"), N_("A 1 under a scarab counts as a finished pyramid.")),
        "edition": (N_("What is printed on the tiles"), N_("Sphinx points, treasure numbers and how many there are of each sphinx tile, read off the tiles and the list on a player board.")),
    },
    unknowns={"sphinx": (N_("the sphinx"), N_("the points printed on the %(of)s"))},
    lessons={
        "stone": (N_("Lay a stone"), N_("Its number counts on the board where it lies. Begin high: every stone after it has to be lower.")),
        "treasure": (N_("Lay a treasure"), N_("It scores its number; treasures break ties.")),
        "sphinx_part": (N_("Build the sphinx"), N_("The base costs points, but the body needs it beneath, and the head needs the body.")),
        "laid_scarab": (N_("Lay a scarab"), N_("On another player’s site, nothing can be built until it is gone.")),
        "demolish": (N_("Demolish a tile"), N_("It takes away the top tile: a good one of another player’s, or a bad one of your own.")),
        "Lift": (N_("Lift the scarab"), N_("Your site is free again, but your turn ends and you draw nothing.")),
        "Discard": (N_("Discard"), N_("You get rid of tiles you do not want, and draw others.")),
    },
    reasons={
        "giza.shuts": N_("%(board)s needs only one more 1. The scarab shuts that last pyramid: no stone can go on it."),
        "giza.back": N_n("Your %(site)s shows −%(number)s. The treasure brings %(number)s point back.", "Your %(site)s shows −%(number)s. The treasure brings %(number)s points back.", "number"),
        "giza.ends": N_("It is the last 1 you need: the game ends at once, and whoever has the most points wins."),
        "giza.ends_theirs": N_("It is the last 1 that %(board)s needs: the game ends at once, and whoever has the most points wins."),
        "giza.last_tile": N_("The game ends with it, and whoever has the most points wins."),
        "giza.stops": N_("It finishes %(site)s on %(board)s’s board: no stone can go on it any more."),
        "giza.blocks": N_("Nobody builds on %(site)s on %(board)s’s board until the scarab is gone."),
        "giza.costs": N_n("It costs %(board)s %(points)s point.", "It costs %(board)s %(points)s points.", "points"),
        "giza.covers": N_("Then only stones below %(number)s fit on it, or a treasure of the same number."),
    },
    best_moves_intro=(
        "",
        N_("Only you see your tiles. Play the first of these that you have:"),
    ),
    setup_steps={
        "boards": (N_("A board each"), N_("Everybody lays a board in front of them, where all can see it.")),
        "sphinx": (N_("What is printed on your tiles"), N_("Before you shuffle, look at a base, a body and a head of the sphinx: their points are printed on them. Enter these once in the app.")),
        "pile": (N_("The draw pile"), N_("Shuffle all %(count)s tiles well and lay them face down in the middle.")),
        "hands": (N_("A hand of tiles"), N_("Everybody draws %(count)s tiles and shows them to nobody. %(left)s stay in the pile.")),
        "first": (N_("Who begins"), N_("%(seat)s begins. By the rules it is whoever proposed the game; in a later game, whoever had the fewest points.")),
    },
    parts={"tile": N_("%(tile)s"), "sum": N_("Sum entered by hand")},
    counted={
        "a:+1": N_n("%(n)s stone marked +1", "%(n)s stones marked +1", "n"),
        "a:+2": N_n("%(n)s stone marked +2", "%(n)s stones marked +2", "n"),
        "a:+3": N_n("%(n)s stone marked +3", "%(n)s stones marked +3", "n"),
        "a:+4": N_n("%(n)s stone marked +4", "%(n)s stones marked +4", "n"),
        "a:+5": N_n("%(n)s stone marked +5", "%(n)s stones marked +5", "n"),
        "a:-1": N_n("%(n)s stone marked −1", "%(n)s stones marked −1", "n"),
        "a:-2": N_n("%(n)s stone marked −2", "%(n)s stones marked −2", "n"),
        "a:-3": N_n("%(n)s stone marked −3", "%(n)s stones marked −3", "n"),
        "a:-4": N_n("%(n)s stone marked −4", "%(n)s stones marked −4", "n"),
        "a:-5": N_n("%(n)s stone marked −5", "%(n)s stones marked −5", "n"),
        "a:t1": N_n("%(n)s treasure marked +1", "%(n)s treasures marked +1", "n"),
        "a:t2": N_n("%(n)s treasure marked +2", "%(n)s treasures marked +2", "n"),
        "a:t3": N_n("%(n)s treasure marked +3", "%(n)s treasures marked +3", "n"),
        "a:t4": N_n("%(n)s treasure marked +4", "%(n)s treasures marked +4", "n"),
        "a:t5": N_n("%(n)s treasure marked +5", "%(n)s treasures marked +5", "n"),
        "a:scarab": N_n("%(n)s scarab", "%(n)s scarabs", "n"),
        "a:demolition": N_n("%(n)s demolition tile", "%(n)s demolition tiles", "n"),
    },
    terms={
        **{f"{sign}{n}": f"{'−' if sign == '-' else sign}{n}" for sign in "+-" for n in range(1, 6)},
        "t1": N_("+1 treasure"), "t2": N_("+2 treasure"), "t3": N_("+3 treasure"),
        "t4": N_("+4 treasure"), "t5": N_("+5 treasure"),
        "a:t1": N_("a +1 treasure"), "a:t2": N_("a +2 treasure"), "a:t3": N_("a +3 treasure"),
        "a:t4": N_("a +4 treasure"), "a:t5": N_("a +5 treasure"),
        "a:+1": N_("a +1 stone"), "a:+2": N_("a +2 stone"), "a:+3": N_("a +3 stone"),
        "a:+4": N_("a +4 stone"), "a:+5": N_("a +5 stone"),
        "a:-1": N_("a −1 stone"), "a:-2": N_("a −2 stone"), "a:-3": N_("a −3 stone"),
        "a:-4": N_("a −4 stone"), "a:-5": N_("a −5 stone"),
        "a:scarab": N_("a scarab"),
        "a:base": N_("a sphinx base"), "a:body": N_("a sphinx body"), "a:head": N_("a sphinx head"),
        "the:base": N_("the base"), "the:body": N_("the body"), "the:head": N_("the head"),
        "the:scarab": N_("the scarab"),
        "a:demolition": N_("a demolition tile"),
        "scarab": N_("scarab"),
        "demolition": N_("demolition"),
        "base": N_("sphinx base"),
        "body": N_("sphinx body"),
        "head": N_("sphinx head"),
        "khufu": N_("Khufu"),
        "khafre": N_("Khafre"),
        "menkaure": N_("Menkaure"),
        "sphinx": N_("the sphinx"),
        "": N_("a hidden tile"),
        "board": N_("player board"),
        "tile": N_("tile"),
    },
    fields={
        "tile": N_("the tile"), "tiles": N_("the tiles"), "board": N_("whose board"),
        "site": N_("the site"), "stacks": N_("the four stacks"), "sums": N_("the four sums"),
        "treasures": N_("the treasure points"),
    },
)  # fmt: skip


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Return the log line of a move. For a demolition, it names the removed tile, which everybody saw.

    ``state`` is the state before the move, or None if the move is undone, changed or invalid.
    """
    if isinstance(move, Play):
        if move.tile == "demolition" and state is not None:
            gone = get_top_tile(state.stacks[4 * move.board + move.site])
            return _describe_change_of_site("demolished", seat, move.board, move.site, gone)
        return _describe_change_of_site("laid", seat, move.board, move.site, move.tile)
    if isinstance(move, Lift):
        return _describe_change_of_site("lifted", seat, seat, move.site, "scarab")
    if isinstance(move, Discard):
        return Description("discarded", {"tiles": tuple(map(PicturedTerm, move.tiles))})
    return Description("skipped")


def news(before: State, after: State, seat: int, move: Move) -> Description:
    """Return the news of a move, including whether the move finished a pyramid."""
    item = describe(before, seat, move)
    if not isinstance(move, Play) or move.tile is None or item.code not in ("laid", "laid_own"):
        return item
    done = is_pyramid_finished(after.rules, after.stacks[4 * move.board + move.site])
    return replace(item, code=item.code.replace("laid", "finished")) if done else item


def _describe_change_of_site(code: str, seat: int, board: int, site: int, tile: str | None) -> Description:
    values: dict[str, str | Seat] = {
        "tile": PicturedTerm(tile or ""),
        "site": Term(SITE_NAMES[site]),
        "owner": Seat(board),
    }
    on_sphinx = "_sphinx" if site == SPHINX_SITE else ""
    if on_sphinx:
        values["part"] = values["tile"]
    if board == seat:
        return Description(f"{code}{on_sphinx}_own", values)
    return Description(f"{code}{on_sphinx}", values, owner=board)
