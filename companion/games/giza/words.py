"""What Giza says: buttons, sentences, and the rules at hand in our own words."""

from __future__ import annotations

from companion.engine.words import N_, CriterionWords, N_n, NewsWords, Words

WORDS = Words(
    refusals={
        "giza.no_such_board": N_("There is no board number %(board)s at this table."),
        "giza.not_in_box": N_("First choose a tile that is in this box."),
        "giza.none_left": N_("“%(tile)s”: the box has %(count)s, and all are out."),
        "giza.not_on_sphinx": N_("%(tile)s does not go on the sphinx."),
        "giza.sphinx_elsewhere": N_("%(tile)s goes on a sphinx site, not on a pyramid."),
        "giza.scarab_blocks": N_("A scarab blocks %(site)s on %(board)s’s board."),
        "giza.stone_not_smaller": N_("%(tile)s is not smaller than %(top)s, signs ignored."),
        "giza.treasure_needs_stone": N_("%(tile)s needs a stone of the same number beneath it."),
        "giza.treasure_other_number": N_("%(tile)s needs a stone of its own number, not %(top)s."),
        "giza.sphinx_order": N_("%(tile)s needs the %(needs)s right beneath it."),
        "giza.sphinx_has_base": N_("This sphinx already has its base."),
        "giza.nothing_to_demolish": N_("There is no tile to demolish on %(board)s’s board: %(site)s."),
        "giza.others_sphinx": N_("At this table you cannot demolish another player’s sphinx."),
        "giza.no_scarab": N_("On your board, no scarab lies on %(site)s."),
        "giza.discard_count": N_("Discard at least one tile and at most %(most)s."),
        "giza.no_passing": N_("You cannot pass: play, lift a scarab or discard."),
        "giza.edition_shape": N_("An edition has four treasure numbers, three counts and three sphinx values, all whole numbers."),
        "giza.edition_treasures": N_("The four treasure numbers must differ and lie between 1 and 5."),
        "giza.edition_sphinx_count": N_n("The box holds %(total)s sphinx tile in all.", "The box holds %(total)s sphinx tiles in all.", "total"),
        "giza.edition_base": N_("The base of the sphinx is deducted, so its points are below zero, not %(points)s."),
        "giza.sheet_shape": N_("Enter four stacks or four sums, not both."),
        "giza.sheet_tile": N_("%(tile)s is not a tile of this box."),
        "giza.sheet_stack": N_("On %(board)s’s board, %(tile)s cannot lie on %(top)s (%(site)s)."),
        "giza.sheets_too_many": N_("All boards together show %(laid)s of %(tile)s; the box holds %(count)s."),
    },
    moves={
        "Play": N_("Play a tile"),
        "Lift": N_("Lift the scarab"),
        "Discard": N_("Discard"),
        "Skip": N_("Skip this turn"),
    },
    log_lines={
        "Play": N_("%(who)s played %(tile)s on %(board)s’s board: %(site)s"),
        "demolished": N_("%(who)s demolished %(top)s on %(board)s’s board: %(site)s"),
        "Lift": N_("%(who)s lifted the scarab from %(site)s"),
        "Discard": N_("%(who)s discarded %(tiles)s"),
        "Skip": N_("%(who)s was skipped"),
    },
    news={
        "laid_own": NewsWords(
            N_("%(who)s laid %(tile)s on %(site)s"),
            N_("You laid %(tile)s on your %(site)s"),
        ),
        "laid": NewsWords(
            N_("%(who)s laid %(tile)s on %(owner)s’s %(site)s"),
            N_("You laid %(tile)s on %(owner)s’s %(site)s"),
            N_("%(who)s laid %(tile)s on your %(site)s"),
        ),
        "laid_sphinx_own": NewsWords(
            N_("%(who)s laid %(tile)s on the sphinx"),
            N_("You laid %(tile)s on your sphinx"),
        ),
        "laid_sphinx": NewsWords(
            N_("%(who)s laid %(tile)s on %(owner)s’s sphinx"),
            N_("You laid %(tile)s on %(owner)s’s sphinx"),
            N_("%(who)s laid %(tile)s on your sphinx"),
        ),
        "demolished_own": NewsWords(
            N_("%(who)s tore %(tile)s off %(site)s"),
            N_("You tore %(tile)s off your %(site)s"),
        ),
        "demolished": NewsWords(
            N_("%(who)s tore %(tile)s off %(owner)s’s %(site)s"),
            N_("You tore %(tile)s off %(owner)s’s %(site)s"),
            N_("%(who)s tore %(tile)s off your %(site)s"),
        ),
        "demolished_sphinx_own": NewsWords(
            N_("%(who)s tore %(tile)s off the sphinx"),
            N_("You tore %(tile)s off your sphinx"),
        ),
        "demolished_sphinx": NewsWords(
            N_("%(who)s tore %(tile)s off %(owner)s’s sphinx"),
            N_("You tore %(tile)s off %(owner)s’s sphinx"),
            N_("%(who)s tore %(tile)s off your sphinx"),
        ),
        "finished_own": NewsWords(
            N_("%(who)s finished %(site)s with %(tile)s"),
            N_("You finished your %(site)s with %(tile)s"),
        ),
        "finished": NewsWords(
            N_("%(who)s finished %(owner)s’s %(site)s: %(tile)s"),
            N_("You finished %(owner)s’s %(site)s: %(tile)s"),
            N_("%(who)s finished your %(site)s: %(tile)s"),
        ),
        "lifted_own": NewsWords(
            N_("%(who)s lifted %(tile)s off %(site)s"),
            N_("You lifted %(tile)s off your %(site)s"),
        ),
        "lifted_sphinx_own": NewsWords(
            N_("%(who)s lifted %(tile)s off the sphinx"),
            N_("You lifted %(tile)s off your sphinx"),
        ),
        "discarded": NewsWords(
            N_("%(who)s discarded %(tiles)s"),
            N_("You discarded %(tiles)s"),
        ),
        "skipped": NewsWords(
            N_("%(who)s was skipped"),
            N_("You were skipped"),
        ),
    },
    own_turn={
        "giza.turn": N_("Play a tile."),
    },
    prompts={"giza.turn": N_("%(seat)s plays a tile.")},
    endings={
        "giza.pile_empty": N_("The last tile was drawn."),
        "giza.pyramids": N_("The three pyramids of %(seat)s are finished."),
    },
    own_endings={"giza.pyramids": N_("Your three pyramids are finished.")},
    categories={
        "khufu": N_("Khufu"),
        "khafre": N_("Khafre"),
        "menkaure": N_("Menkaure"),
        "sphinx": N_("Sphinx"),
    },
    criteria={
        "points": CriterionWords(
            N_("Most points"),
            N_n("%(who)s has %(value)s point", "%(who)s has %(value)s points", "value"),
            N_n("%(who)s have %(value)s point each", "%(who)s have %(value)s points each", "value"),
        ),
        "treasures": CriterionWords(
            N_("Most treasure points"),
            N_n("%(best)s treasure point to %(others)s", "%(best)s treasure points to %(others)s", "best"),
        ),
    },
    rules={
        "setup": (N_("Setting up"), N_("Everybody has a board with three pyramid sites and a sphinx site, and draws four of the 83 tiles unseen. Whoever proposed the game begins; in a later game, whoever had the fewest points.")),
        "turn": (N_("A turn"), N_("Play one tile, or discard one to four tiles face up, then draw back to four. There is no passing.")),
        "play": (N_("Playing a tile"), N_("Stones, treasures, demolition and scarabs go on any pyramid, sphinx parts, demolition and scarabs on any sphinx, yours or another’s. A tile covers the one beneath. Only the owner may look under the top tiles of a board.")),
        "stone": (N_("Stones"), N_("On a bare site any stone; otherwise only on a stone or treasure with a strictly higher number, signs ignored. The sign matters only for the score.")),
        "treasure": (N_("Treasures"), N_("Only on a stone with the same number, either sign; never on another treasure.")),
        "demolition": (N_("Demolition"), N_("Takes away the top tile of any site; both go into the box. Whether it may reach another player’s sphinx is a house rule.")),
        "scarab": (N_("Scarabs"), N_("A scarab goes on any site, bare or built, even on another scarab, and stops building there. On your turn you may lift one scarab off your own board: the turn ends and you draw nothing. Demolishing one is an ordinary play.")),
        "sphinx": (N_("The sphinx"), N_("Base on the bare site, then body, then head, one of each.")),
        "discard": (N_("Discarding"), N_("One to four tiles, face up, into the box. They never come back.")),
        "end": (N_("The end"), N_("At once, when the last tile is drawn or when all three pyramids of one board show a 1 on top, whoever put it there. A scarab on top hides the 1, unless the table plays otherwise.")),
        "count": (N_("Counting"), N_("Every tile in your pyramids and on your sphinx counts, buried ones too; scarabs score nothing. Negative stones and the sphinx base are deducted. Tiles in hand do not count. The points of the sphinx are printed on its tiles: copy them once from your box.")),
        "victory": (N_("Victory"), N_("Most points; level players compare their treasure points; still level, they share the win.")),
    },
    explained={
        "Play": "play", "Lift": "scarab", "Discard": "discard", "Skip": "turn",
    },
    options={
        "open_stacks": (N_("Open stacks"), N_("Everybody may look under the tiles and see the totals while you play.")),
        "demolish_others_sphinx": (N_("Demolition on another’s sphinx"), N_("The rulebook names it in one place and leaves it out in another.")),
        "finished_under_scarab": (N_("A scarab does not hide a finished pyramid"), N_("A 1 under a scarab counts as a finished pyramid.")),
        "edition": (N_("What is printed on your tiles"), N_("Sphinx points, treasure numbers and how many of each sphinx tile, read off the tiles and the list on a player board.")),
    },
    unknowns={"sphinx": (N_("the sphinx"), N_("the points printed on the %(of)s"))},
    lessons={
        "stone": (N_("Lay a stone"), N_("Its number counts on the board where it lies. Begin high: every stone after it has to be lower.")),
        "treasure": (N_("Lay a treasure"), N_("It scores its number; treasures break ties.")),
        "sphinx_part": (N_("Build the sphinx"), N_("The base is deducted, but the body needs it beneath, and the head needs the body.")),
        "laid_scarab": (N_("Lay a scarab"), N_("On another player’s site it stops building until it is gone.")),
        "demolish": (N_("Demolish a tile"), N_("It takes away the top tile: a good one of another player’s, or a bad one of your own.")),
        "Lift": (N_("Lift the scarab"), N_("Your site is free again; but the turn ends, and you draw nothing.")),
        "Discard": (N_("Discard"), N_("You get rid of tiles that you do not want, and draw others.")),
    },
    reasons={
        "giza.shuts": N_("%(board)s needs only one more 1. The scarab shuts that last pyramid: no stone can go on it."),
        "giza.back": N_n("Your %(site)s shows −%(number)s. The treasure brings %(number)s point back.", "Your %(site)s shows −%(number)s. The treasure brings %(number)s points back.", "number"),
        "giza.ends": N_("It is the last 1 you need: the game ends at once, and most points win."),
        "giza.blocks": N_("Nobody builds on %(site)s on %(board)s’s board until the scarab is gone."),
        "giza.costs": N_n("It costs %(board)s %(points)s point.", "It costs %(board)s %(points)s points.", "points"),
        "giza.finishes": N_("A 1 finishes this pyramid; three finished pyramids on one board end the game."),
        "giza.covers": N_("Then only stones below %(number)s fit on it, or the treasure of the same number."),
    },
    setting_up={
        "boards": (N_("A board each"), N_("Everybody lays a board in front of them, where all can see it.")),
        "sphinx": (N_("What only your tiles say"), N_("Before you shuffle, look at a base, a body and a head of the sphinx: their points are printed on them. Tell the app once.")),
        "pile": (N_("The draw pile"), N_("Shuffle all %(count)s tiles well and lay them face down in the middle.")),
        "hands": (N_("A hand of tiles"), N_("Everybody draws %(count)s tiles and shows them to nobody. %(left)s stay in the pile.")),
        "first": (N_("Who begins"), N_("%(seat)s begins. By the rules it is whoever proposed the game; in a later game, whoever had the fewest points.")),
    },
    parts={"tile": N_("%(tile)s"), "sum": N_("Sum entered by hand")},
    terms={
        **{f"{sign}{n}": f"{'−' if sign == '-' else sign}{n}" for sign in "+-" for n in range(1, 6)},

            "t1": N_("treasure 1"), "t2": N_("treasure 2"), "t3": N_("treasure 3"),
            "t4": N_("treasure 4"), "t5": N_("treasure 5")
        ,
        "a:scarab": N_("a scarab"), "a:base": N_("the base"), "a:body": N_("the body"), "a:head": N_("the head"),
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
