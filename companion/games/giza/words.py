"""What Giza says: buttons, sentences, and the rules at hand in our own words."""

from __future__ import annotations

from companion.engine.words import N_, Words
from companion.games.giza.parts import SITES

WORDS = Words(
    refusals={
        "giza.no_such_board": N_("There is no board number %(board)s at this table."),
        "giza.not_in_box": N_("Choose a tile that is in this box first."),
        "giza.none_left": N_("The box holds only %(count)s of %(tile)s, and all of them are out."),
        "giza.not_on_sphinx": N_("%(tile)s cannot lie on a sphinx site: only sphinx parts, scarabs and demolition go there."),
        "giza.sphinx_elsewhere": N_("%(tile)s goes on a sphinx site, not on a pyramid."),
        "giza.scarab_blocks": N_("A scarab lies on %(site)s of %(board)s: nothing can be built there until it is gone."),
        "giza.stone_not_smaller": N_("%(tile)s is not smaller than %(top)s: a stone must show a lower number than the tile beneath, signs ignored."),
        "giza.treasure_needs_stone": N_("%(tile)s needs a stone of the same number beneath it."),
        "giza.treasure_other_number": N_("%(tile)s does not match %(top)s: a treasure lies only on a stone of its own number."),
        "giza.sphinx_order": N_("%(tile)s needs the sphinx %(needs)s right beneath it."),
        "giza.sphinx_has_base": N_("This sphinx has its base already: the base goes on the bare site."),
        "giza.nothing_to_demolish": N_("There is no tile on %(site)s of %(board)s to demolish."),
        "giza.others_sphinx": N_("At this table demolition does not reach the sphinx of another player."),
        "giza.no_scarab": N_("No scarab lies on your %(site)s."),
        "giza.discard_count": N_("Discard at least one tile and at most %(most)s."),
        "giza.no_passing": N_("There is no passing: %(seat)s plays a tile, lifts a scarab or discards."),
        "giza.edition_shape": N_("An edition has four treasure numbers, three counts and three sphinx points, all whole numbers."),
        "giza.edition_treasures": N_("The four treasure numbers must differ and lie between 1 and 5."),
        "giza.edition_sphinx_count": N_("The box holds %(total)s sphinx tiles in all."),
        "giza.edition_base": N_("The base of the sphinx is deducted, so its points are below zero, not %(points)s."),
        "giza.sheet_shape": N_("Give four stacks or four sums, not both."),
        "giza.sheet_tile": N_("%(tile)s cannot lie in a stack of this box."),
        "giza.sheet_stack": N_("On %(site)s of %(board)s, %(tile)s cannot lie on %(top)s."),
        "giza.sheets_too_many": N_("All boards together show %(laid)s of %(tile)s; the box holds %(count)s."),
    },
    moves={
        "Play": N_("Play a tile"),
        "Lift": N_("Lift the scarab"),
        "Discard": N_("Discard"),
        "Skip": N_("Skip this turn"),
    },
    told={
        "Play": N_("%(who)s played %(tile)s on %(site)s of %(board)s"),
        "Lift": N_("%(who)s lifted the scarab from %(site)s"),
        "Discard": N_("%(who)s discarded %(tiles)s"),
        "Skip": N_("%(who)s was skipped"),
    },
    prompts={"giza.turn": N_("%(seat)s plays a tile, lifts a scarab or discards.")},
    endings={
        "giza.pile_empty": N_("The last tile was drawn."),
        "giza.pyramids": N_("The three pyramids of %(seat)s are finished."),
    },
    categories={
        "khufu": N_("Khufu"),
        "khafre": N_("Khafre"),
        "menkaure": N_("Menkaure"),
        "sphinx": N_("Sphinx"),
    },
    criteria={"points": N_("Most points"), "treasures": N_("Most treasure points")},
    rules={
        "setup": (N_("Setting up"), N_("Everybody has a board with three pyramid sites and a sphinx site, and draws four of the 83 tiles unseen. Who proposed the game begins; in a later game, who had the fewest points.")),
        "turn": (N_("A turn"), N_("Play one tile, or discard one to four tiles face up, then draw back to four. There is no passing.")),
        "play": (N_("Playing a tile"), N_("Stones, treasures, demolition and scarabs go on any pyramid, sphinx parts, demolition and scarabs on any sphinx, yours or another’s. A tile covers the one beneath. Only the owner may look under the top tiles of a board.")),
        "stone": (N_("Stones"), N_("On a bare site any stone; else only on a stone or treasure with a strictly higher number, signs ignored. The sign matters for the score only.")),
        "treasure": (N_("Treasures"), N_("Only on a stone with the same number, either sign; never on another treasure.")),
        "demolition": (N_("Demolition"), N_("Takes away the visible tile of any site; both go into the box. Whether it reaches the sphinx of another player is a switch of the table.")),
        "scarab": (N_("Scarabs"), N_("Lie on any site, bare, built or on another scarab, and stop building there. On your turn you may lift one scarab off your own board: the turn ends and you draw nothing. Demolishing it is an ordinary play.")),
        "sphinx": (N_("The sphinx"), N_("Base on the bare site, then body, then head, one of each.")),
        "discard": (N_("Discarding"), N_("One to four tiles, face up, into the box. They never come back.")),
        "end": (N_("The end"), N_("At once, when the last tile is drawn or when all three pyramids of one board show a 1 on top, whoever put it there. A scarab on top hides the 1, unless the table plays otherwise.")),
        "count": (N_("Counting"), N_("Every tile in your pyramids and on your sphinx counts, buried ones too, scarabs count nothing; negative stones and the sphinx base are deducted. Tiles in hand do not count. The points of the sphinx are printed on its tiles: copy them once from your box.")),
        "victory": (N_("Victory"), N_("Most points; level players compare their treasure points; still level, they share the win.")),
    },
    options={
        "open_stacks": (N_("Open stacks"), N_("Everybody may look under the tiles and see the totals while you play.")),
        "demolish_others_sphinx": (N_("Demolition on another’s sphinx"), N_("The rulebook names it in one place and leaves it out in another.")),
        "finished_under_scarab": (N_("A scarab does not hide a finished pyramid"), N_("A 1 under a scarab counts as a finished pyramid.")),
        "edition": (N_("What is printed on your tiles"), N_("Sphinx points, treasure numbers and how many of each sphinx tile, read off the tiles and the list on a player board.")),
    },
    parts={"tile": N_("%(tile)s"), "sum": N_("Sum entered by hand")},
    terms={
        **{f"{sign}{n}": f"{'−' if sign == '-' else sign}{n}" for sign in "+-" for n in range(1, 6)},

            "t1": N_("treasure 1"), "t2": N_("treasure 2"), "t3": N_("treasure 3"),
            "t4": N_("treasure 4"), "t5": N_("treasure 5")
        ,
        "scarab": N_("scarab"),
        "demolition": N_("demolition"),
        "base": N_("sphinx base"),
        "body": N_("sphinx body"),
        "head": N_("sphinx head"),
        "khufu": N_("Khufu"),
        "khafre": N_("Khafre"),
        "menkaure": N_("Menkaure"),
        "sphinx": N_("the sphinx"),
        "": N_("a buried tile"),
    },
    numbered={"site": SITES},
)  # fmt: skip
