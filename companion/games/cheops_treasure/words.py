"""The sentences of Cheops (1998): refusals, rules in our own words, log and news."""

from collections.abc import Iterator

from companion.engine.game import Description, Effect, Move
from companion.engine.json_data import replace
from companion.engine.words import N_, CriterionWords, N_n, NewsWords, PicturedTerm, Words
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.parts import (
    COLOURS,
    LAW_9_PRICE,
    NEIGHBOUR_PRICE,
    Price,
    find_open_mask,
)
from companion.games.cheops_treasure.state import (
    State,
    find_filled_mask,
    get_market_price,
    get_uncovered_price,
    is_tablet_full,
)
from companion.games.cheops_treasure.view import value_all_treasures

WORDS = Words(
    refusals={
        "cheops_treasure.no_space": N_("Choose another space: row %(row)s has no space %(column)s."),
        "cheops_treasure.space_taken": N_("A pawn already stands there: choose another space."),
        "cheops_treasure.not_carried": N_("Choose another space: in row %(row)s, both spaces below need a pawn."),
        "cheops_treasure.same_family": N_("Choose another pawn or space: there it touches one of its own family."),
        "cheops_treasure.not_in_hand": N_("Choose another pawn, or enter one drawn earlier: %(seat)s has no such pawn."),
        "cheops_treasure.placed": N_("%(seat)s has already placed a pawn; now draw and end the turn."),
        "cheops_treasure.must_place": N_("%(seat)s can still place a pawn, so place one."),
        "cheops_treasure.one_neighbour": N_("%(seat)s has already used a neighbour: place a family member."),
        "cheops_treasure.no_neighbour": N_("All neighbours are gone: place a family member."),
        "cheops_treasure.neighbour_no_hand": N_("Pass: without a pawn in hand %(seat)s cannot use a neighbour."),
        "cheops_treasure.neighbour_no_turn": N_("Do without this neighbour: none of %(seat)s’s pawns would fit after it."),
        "cheops_treasure.too_poor": N_("%(seat)s cannot pay %(price)s piastres: do without it."),
        "cheops_treasure.no_saving": N_("Place the neighbour at once: at this table none may be kept for later."),
        "cheops_treasure.law_11_family": N_("Play law 11 with a family member, not with a neighbour."),
        "cheops_treasure.law_11_treasure": N_("Law 11 takes a treasure: take the pawn back and choose another space."),
        "cheops_treasure.space_is_law": N_("Say which law it is: row %(row)s, space %(column)s has no treasure."),
        "cheops_treasure.space_is_treasure": N_("Say which treasure it is: row %(row)s, space %(column)s has no law."),
        "cheops_treasure.space_empty": N_("Choose another space: nothing is left in row %(row)s, space %(column)s."),
        "cheops_treasure.same_space": N_("Choose two different spaces."),
        "cheops_treasure.known_treasure": N_("Choose %(treasure known)s: that is what lies there after the swap."),
        "cheops_treasure.colour_gone": N_("Choose another colour: all %(many colour)s have left the pyramid."),
        "cheops_treasure.law_seen": N_("Choose another law: law %(law)s has already come up."),
        "cheops_treasure.laws_gone": N_("Choose a treasure: all %(count)s laws of the pyramid have come up."),
        "cheops_treasure.tablet_full": N_("Keep the treasure: %(tablet colour)s is full."),
        "cheops_treasure.tablet_unknown": N_("Copy the numbers first: %(tablet colour)s has none yet."),
        "cheops_treasure.law_5": N_("Keep the treasure: %(tablet colour)s has law 5."),
        "cheops_treasure.law_4": N_("Sell the treasure: %(tablet colour)s has law 4."),
        "cheops_treasure.law_4_sell": N_("Sell the treasure (law 4): %(tablet colour)s still has a free number."),
        "cheops_treasure.only_law_4": N_("Sell or keep it: without law 4 no treasure goes into the box."),
        "cheops_treasure.law_there": N_("Choose another tablet: %(tablet colour)s already has law %(law)s."),
        "cheops_treasure.slot_not_free": N_("Choose a free number: place %(slot)s is covered on %(tablet colour)s."),
        "cheops_treasure.law_not_in_play": N_("Choose another law: law %(law)s is not in play."),
        "cheops_treasure.law_not_held": N_("Choose another law: %(seat)s does not hold law %(law)s."),
        "cheops_treasure.law_fresh": N_("%(seat)s has just kept law %(law)s: it can be used on a later turn."),
        "cheops_treasure.none_kept": N_("Choose another colour: %(seat)s has kept no %(many colour)s."),
        "cheops_treasure.hand_full": N_("Draw at most %(room)s: %(seat)s has %(have)s of %(count)s pawns."),
        "cheops_treasure.several_drawn": N_("Draw one pawn, not %(count)s, unless your table allows up to four."),
        "cheops_treasure.family_gone": N_("Choose another pawn: this family is gone from the stacks."),
        "cheops_treasure.edition": N_("This is not a copy of the tablets: copy them again."),
        "cheops_treasure.tablet": N_("Enter the numbers of tablet %(tablet)s from the top, like this: 30 5/10 X."),
        "cheops_treasure.tablet_odd": N_("Not a multiple of five: check %(tablets)s."),
        "cheops_treasure.tablet_twice": N_("Put tablet %(tablet)s above one colour only."),
        "cheops_treasure.eyes": N_("Choose at most %(count)s different law spaces inside the pyramid."),
        "cheops_treasure.law_7_number": N_("Enter a whole number for law 7."),
        "cheops_treasure.price": N_("Enter a number, X or a pair like 5/10 for %(name colour)s."),
        "cheops_treasure.sheet_money": N_("Count the money again: it must be a multiple of five, not %(money)s."),
        "cheops_treasure.sheet_prices": N_("Use the same six numbers as the other sheets."),
        "cheops_treasure.sheets_colour": N_("Count the %(many colour)s again: there are only %(count)s."),
        "cheops_treasure.sheets_wild": N_("Give law 9 to one player only."),
    },
    moves={
        "Place": N_("Place a pawn"), "Take": N_("Treasure"), "Reveal": N_("Law"),
        "PutUnder": N_("Put the law under a tablet"), "PutOn": N_("Put law 7 on a number"),
        "Remove": N_("Remove a law"), "Pay": N_("Law 9"), "KeepLaw": N_("Keep the law for later"),
        "SellKept": N_("Sell a kept treasure"), "Swap": N_("Swap two treasures"),
        "Exchange": N_("Exchange a kept treasure"), "Hire": N_("Buy a neighbour"), "Pass": N_("Pass"),
        "Draw": N_("Draw"), "Choose": N_("Colour of law 9"),
    },
    log_lines={
        "PutUnder": N_("%(who)s put the law under %(tablet colour)s"),
        "KeepLaw": N_("%(who)s kept the law for later"),
        "sell": N_("%(who)s sold %(treasure colour)s"),
        "sell_kept": N_("%(who)s sold %(kept colour)s"),
    },
    previews={
        "opens": N_("Opens row %(row)s, space %(column)s."),
        "keeps_off": N_n("Then the %(pawn)s has %(count)s fewer free space.", "Then the %(pawn)s has %(count)s fewer free spaces.", "count"),
    },
    news={
        "Place": NewsWords(
            N_("%(who)s placed %(a pawn)s in row %(row)s, space %(column)s"),
            N_("You placed %(a pawn)s in row %(row)s, space %(column)s"),
        ),
        "placed_by_law": NewsWords(
            N_("%(who)s placed %(a pawn)s in row %(row)s, space %(column)s, using law %(law)s"),
            N_("You placed %(a pawn)s in row %(row)s, space %(column)s, using law %(law)s"),
        ),
        "placed_for": NewsWords(
            N_("%(who)s paid %(price)s for %(a pawn)s in row %(row)s, space %(column)s"),
            N_("You paid %(price)s for %(a pawn)s in row %(row)s, space %(column)s"),
        ),
        "keep": NewsWords(
            N_("%(who)s kept %(treasure colour)s"),
            N_("You kept %(treasure colour)s"),
        ),
        "box": NewsWords(
            N_("%(who)s put %(treasure colour)s in the box"),
            N_("You put %(treasure colour)s in the box"),
        ),
        "sell_for": NewsWords(
            N_("%(who)s sold %(treasure colour)s for %(price)s"),
            N_("You sold %(treasure colour)s for %(price)s"),
        ),
        "sell_kept_for": NewsWords(
            N_("%(who)s sold %(kept colour)s for %(price)s"),
            N_("You sold %(kept colour)s for %(price)s"),
        ),
        "filled": NewsWords(
            N_("%(who)s sold %(treasure colour)s for %(price)s: %(tablet colour)s is now full"),
            N_("You sold %(treasure colour)s for %(price)s: %(tablet colour)s is now full"),
        ),
        "Reveal": NewsWords(
            N_("%(who)s found law %(law)s"),
            N_("You found law %(law)s"),
        ),
        "put_under_4": NewsWords(
            N_("%(who)s put law 4 under %(tablet colour)s: whoever finds %(many colour)s now must sell them"),
            N_("You put law 4 under %(tablet colour)s: whoever finds %(many colour)s now must sell them"),
        ),
        "put_under_5": NewsWords(
            N_("%(who)s put law 5 under %(tablet colour)s: %(many colour)s can only be kept"),
            N_("You put law 5 under %(tablet colour)s: %(many colour)s can only be kept"),
        ),
        "put_under_6": NewsWords(
            N_("%(who)s put law 6 under %(tablet colour)s: no other law can go there"),
            N_("You put law 6 under %(tablet colour)s: no other law can go there"),
        ),
        "PutOn": NewsWords(
            N_("%(who)s put law 7 on %(tablet colour)s, place %(slot)s from the top"),
            N_("You put law 7 on %(tablet colour)s, place %(slot)s from the top"),
        ),
        "Remove": NewsWords(
            N_("%(who)s removed law %(law)s"),
            N_("You removed law %(law)s"),
        ),
        "Pay": NewsWords(
            N_("%(who)s paid %(price)s for law 9"),
            N_("You paid %(price)s for law 9"),
        ),
        "law_9_back": NewsWords(
            N_("%(who)s gave law 9 back"),
            N_("You gave law 9 back"),
        ),
        "kept_law": NewsWords(
            N_("%(who)s kept law %(law)s for later"),
            N_("You kept law %(law)s for later"),
        ),
        "Swap": NewsWords(
            N_("%(who)s swapped two treasures"),
            N_("You swapped two treasures"),
        ),
        "Exchange": NewsWords(
            N_("%(who)s swapped %(kept kept)s for %(treasure got)s in the pyramid"),
            N_("You swapped %(kept kept)s for %(treasure got)s in the pyramid"),
        ),
        "Hire": NewsWords(
            N_("%(who)s bought a neighbour for %(price)s"),
            N_("You bought a neighbour for %(price)s"),
        ),
        "Pass": NewsWords(
            N_("%(who)s passed"),
            N_("You passed"),
        ),
        "Draw": NewsWords(
            N_("%(who)s drew %(a pawns)s"),
            N_("You drew %(a pawns)s"),
        ),
        "drew_nothing": NewsWords(
            N_("%(who)s drew nothing"),
            N_("You drew nothing"),
        ),
        "Choose": NewsWords(
            N_("%(who)s chose %(name colour)s for law 9"),
            N_("You chose %(name colour)s for law 9"),
        ),
    },
    effects={
        "worth_more": NewsWords(
            "",
            N_("%(your colour)s are now worth %(points)s more in all"),
        ),
        "worth_less": NewsWords(
            "",
            N_("%(your colour)s are now worth %(points)s less in all"),
        ),
        "opened": NewsWords(
            "",
            N_n("This opens %(spaces)s space above", "This opens %(spaces)s spaces above", "spaces"),
        ),
    },
    prompts={
        "cheops_treasure.turn": (N_("%(seat)s places a pawn."), N_("Place a pawn.")),
        "cheops_treasure.take": (N_("What did %(seat)s find?"), N_("What did you find?")),
        "cheops_treasure.draw": (N_("%(seat)s draws a pawn."), N_("Draw a pawn.")),
        "cheops_treasure.do_law_4": (N_("%(seat)s puts law 4 under a tablet: treasures of that colour must be sold at once."), N_("Put law 4 under a tablet: treasures of that colour must be sold at once.")),
        "cheops_treasure.do_law_5": (N_("%(seat)s puts law 5 under a tablet: treasures of that colour can only be kept."), N_("Put law 5 under a tablet: treasures of that colour can only be kept.")),
        "cheops_treasure.do_law_6": (N_("%(seat)s puts law 6 under a tablet: it keeps other laws away."), N_("Put law 6 under a tablet: it keeps other laws away.")),
        "cheops_treasure.do_law_7": (N_("%(seat)s puts law 7 on a free number."), N_("Put law 7 on a free number.")),
        "cheops_treasure.do_law_8": (N_("%(seat)s removes another law."), N_("Remove another law.")),
        "cheops_treasure.do_law_9": (N_("%(seat)s pays 25 for law 9, or gives it back."), N_("Pay 25 for law 9, or give it back.")),
        "cheops_treasure.do_law_10": (N_("%(seat)s must play law 10 or keep it."), N_("Play law 10 or keep it.")),
        "cheops_treasure.do_law_11": (N_("%(seat)s must play law 11 or keep it."), N_("Play law 11 or keep it.")),
        "cheops_treasure.do_law_12": (N_("%(seat)s must play law 12 or keep it."), N_("Play law 12 or keep it.")),
        "cheops_treasure.choose": (N_("%(seat)s says which colour law 9 counts as."), N_("Say which colour law 9 counts as.")),
    },
    endings={
        "cheops_treasure.tablets_full": (N_n("%(count)s price tablet is full.", "%(count)s price tablets are full.", "count"), ""),
        "cheops_treasure.pyramid_empty": (N_("The pyramid is empty."), ""),
        "cheops_treasure.nobody_can": (N_("Nobody can place a family member."), ""),
    },
    categories={
        "money": N_("Money"), "red": N_("Red treasures"), "green": N_("Green treasures"),
        "blue": N_("Blue treasures"), "black": N_("Black treasures"), "orange": N_("Orange treasures"),
        "brown": N_("Brown treasures"),
    },
    criteria={
        "money": CriterionWords(
            N_("Most money"),
            N_("%(who)s ends with %(value)s"), N_("%(who)s end with %(value)s each"),
        ),
    },
    rules={
        "setup": (N_("Setting up"), N_("Six price tablets, two of each type, one above each colour. 60 treasures at random on the pyramid, six laws face down on the spaces with an eye. One pawn of each family for everybody; the rest in three open stacks. The youngest begins every game.")),
        "turn": (N_("A turn"), N_("Place a pawn, take what lies there, sell or keep it, or carry out the law; then draw. Whoever can place a pawn must do so; whoever cannot, passes. Money is hidden.")),
        "pyramid": (N_("Placing"), N_("On the bottom row, or above two pawns. Two of the same family never touch, neither in the same row nor in the row above or below. A neighbour belongs to no family.")),
        "take": (N_("Selling and keeping"), N_("Sold: the bank pays the market price, 10 at first, and the treasure covers the topmost free number of its tablet. Kept: it lies before you until the end.")),
        "tablets": (N_("Price tablets"), N_("The bottom number is never covered: once it is the only free one, the tablet is full and treasures of its colour can only be kept. The topmost free number is what a kept treasure is worth at the end.")),
        "draw": (N_("Drawing"), N_("At the end of your turn you may draw from the open stacks until you have four pawns again. The rulebook speaks of one pawn; drawing several at once is our ruling. Without a pawn you pass and cannot use a neighbour.")),
        "neighbours": (N_("Neighbours"), N_("At the start of your turn you may buy one for 20 and place it; it takes a treasure or a law like any pawn. You must then be able to take a normal turn.")),
        "laws": (N_("The laws"), N_("Whoever finds a law does at once what it says; laws 10, 11 and 12 may wait for a later turn. We assume that law 1 makes the price 5.")),
        "scoring": (N_("What treasures are worth"), N_("Each kept treasure is worth its colour’s topmost free number. X is the number of treasures of that colour that all the players keep between them. Of two numbers side by side, the small one is for whoever alone has the most, the big one for everybody else.")),
        "end": (N_("The end"), N_("At once: when two tablets are full (three with law 3), when the pyramid is empty, or when nobody can place a family member after the draw that ends a turn.")),
        "victory": (N_("Victory"), N_("Most money, kept treasures included; tied players share the win.")),
    },
    explained={
        "Place": "pyramid", "Take": "take", "Reveal": "laws", "PutUnder": "laws", "PutOn": "laws",
        "Remove": "laws", "Pay": "laws", "KeepLaw": "laws", "SellKept": "laws", "Swap": "laws",
        "Exchange": "laws", "Hire": "neighbours", "Pass": "turn", "Draw": "draw", "Choose": "laws",
    },
    options={
        "edition": (N_("The price tablets"), N_("Copy the six tablets that lie on the board; the app does not know the published numbers.")),
        "prices": (N_("Uncovered numbers"), N_("For each colour the topmost free number of its tablet.")),
        "open_money": (N_("Money is visible"), N_("By the rules it is hidden until the end.")),
        "save_neighbour": (N_("A neighbour may be bought and kept for later"), N_("A common house rule; by the rules it is placed at once.")),
        "neighbour_opens": (N_("A neighbour may open a space"), N_("Our ruling: whoever cannot place a pawn may still buy a neighbour, if a pawn fits afterwards.")),
        "law_4_spares": (N_("Law 4 spares treasures already kept"), N_("By the letter of the rule, all treasures of its colour are worthless.")),
    },
    choices={"demo": N_("Demo tablets, not the published ones")},
    lessons={
        "Place": (N_("Place a pawn"), N_("You get what lies there, and two pawns side by side open the space above them for everybody.")),
        "sell": (N_("Sell a treasure"), N_("The bank pays at once, and the topmost free number of that colour is covered.")),
        "keep": (N_("Keep a treasure"), N_("At the end it is worth its colour’s topmost free number, which every sale changes.")),
        "Draw": (N_("Draw"), N_("The more families you hold, the more spaces you can choose from.")),
        "neighbour_placed": (N_("Buy a neighbour"), N_("It belongs to no family, so it fits beside any pawn; a normal turn follows.")),
        "law_card": (N_("Law"), N_("A law lies on a space with an eye. Do what it says, or keep it for later if it allows that.")),
        "Pass": (N_("Pass"), N_("You may pass only if none of your pawns fits.")),
        "Choose": (N_("Colour of law 9"), N_("Choose the colour in which it is worth the most to you.")),
    },
    reasons={
        "cheops_treasure.lacking": N_("Not in your hand: %(pawns)s."),
        "cheops_treasure.no_pawn_fits": N_("None of your own pawns fits there."),
        "cheops_treasure.better_sell": N_("The market pays %(market)s; kept, it would be worth %(kept)s as things stand."),
        "cheops_treasure.better_keep": N_("Kept, it is worth %(kept)s as things stand; the market pays %(market)s."),
        "cheops_treasure.opens": N_("It opens no space for the others."),
        "cheops_treasure.lies": N_("A swap has put %(treasure)s there."),
    },
    best_moves_intro=(
        "",
        N_("The app does not see what lies there. The first of these that you can get is best:"),
    ),
    setup_steps={
        "board": (N_("The board"), N_("Lay the board in the middle. One treasure of each colour goes on the picture above its column of prices.")),
        "tablets": (N_("Price tablets"), N_("Shuffle each type of tablet separately. Draw %(count)s of each, and lay one on every column in the order you draw them.")),
        "laws": (N_("The laws"), N_("Shuffle the %(all)s laws. %(count)s go face down on the spaces with an eye; nobody looks at the others.")),
        "treasures": (N_("The treasures"), N_("Shuffle the other %(count)s treasures and lay them at random, one on every space that is left.")),
        "families": (N_("A pawn of each family"), N_("Everybody takes one pawn of each family.")),
        "stacks": (N_("The open stacks"), N_("Shuffle the other %(count)s pawns and make open stacks of about equal height: %(heights)s.")),
        "bank": (N_("Neighbours and money"), N_("The %(count)s neighbours and the money lie beside the board. Everybody begins without money.")),
        "first": (N_("Who begins"), N_("%(seat)s begins. By the rules it is the youngest player.")),
    },
    unknowns={
        "price": (N_("one %(of)s treasure"), N_("the uncovered number of %(of)s")),
        "price_most": (N_("one %(of)s treasure"), N_("the uncovered number of %(of)s")),
    },
    parts={
        "money": N_("Money"),
        "each": N_("%(count)s × %(each)s"),
        "each_x": N_("%(count)s × %(each)s (X: the number kept by all players)"),
        "most": N_("%(count)s × %(each)s (alone in the lead)"),
        "most_x": N_("%(count)s × %(each)s (alone in the lead, X)"),
        "others": N_("%(count)s × %(each)s (not alone in the lead)"),
        "others_x": N_("%(count)s × %(each)s (not alone in the lead, X)"),
        "unknown": N_("%(count)s × ?"),
    },
    fields={
        "row": N_("the row"), "column": N_("the space"), "pawn": N_("the pawn"), "law": N_("the law"),
        "colour": N_("the colour"), "deal": N_("sold or kept"), "slot": N_("the number on the tablet"),
        "paid": N_("whether it is paid for"), "other_row": N_("the row of the second space"),
        "other_column": N_("the second space"), "kept": N_("the treasure given"),
        "got": N_("the treasure that lay there"), "pawns": N_("the pawns drawn"), "money": N_("the money"),
        "red": N_("red treasures"), "green": N_("green treasures"), "blue": N_("blue treasures"),
        "black": N_("black treasures"), "orange": N_("orange treasures"), "brown": N_("brown treasures"),
        "wild": N_("the colour of law 9"), "prices": N_("the uncovered numbers"),
        "assumed": N_("whether the money depends on an assumed price"),
    },
    counted={
        "a:A": N_n("%(n)s sun", "%(n)s suns", "n"),
        "a:B": N_n("%(n)s moon", "%(n)s moons", "n"),
        "a:C": N_n("%(n)s palm", "%(n)s palms", "n"),
        "a:D": N_n("%(n)s vase", "%(n)s vases", "n"),
    },
    terms={
        "treasure:red": N_("a red treasure"), "treasure:green": N_("a green treasure"), "treasure:blue": N_("a blue treasure"),
        "treasure:black": N_("a black treasure"), "treasure:orange": N_("an orange treasure"), "treasure:brown": N_("a brown treasure"),
        "kept:red": N_("a kept red treasure"), "kept:green": N_("a kept green treasure"), "kept:blue": N_("a kept blue treasure"),
        "kept:black": N_("a kept black treasure"), "kept:orange": N_("a kept orange treasure"), "kept:brown": N_("a kept brown treasure"),
        "tablet:red": N_("the red tablet"), "tablet:green": N_("the green tablet"), "tablet:blue": N_("the blue tablet"),
        "tablet:black": N_("the black tablet"), "tablet:orange": N_("the orange tablet"), "tablet:brown": N_("the brown tablet"),
        "many:red": N_("red treasures"), "many:green": N_("green treasures"), "many:blue": N_("blue treasures"),
        "many:black": N_("black treasures"), "many:orange": N_("orange treasures"), "many:brown": N_("brown treasures"),
        "your:red": N_("your red treasures"), "your:green": N_("your green treasures"), "your:blue": N_("your blue treasures"),
        "your:black": N_("your black treasures"), "your:orange": N_("your orange treasures"), "your:brown": N_("your brown treasures"),
        "name:red": N_("the colour red"), "name:green": N_("the colour green"), "name:blue": N_("the colour blue"),
        "name:black": N_("the colour black"), "name:orange": N_("the colour orange"), "name:brown": N_("the colour brown"),
        "a:A": N_("a sun"), "a:B": N_("a moon"), "a:C": N_("a palm"), "a:D": N_("a vase"),
        "a:neighbour": N_("a neighbour"),
        "red": N_("red"), "green": N_("green"), "blue": N_("blue"), "black": N_("black"),
        "orange": N_("orange"), "brown": N_("brown"), "neighbour": N_("neighbour"),
        "A": N_("sun"), "B": N_("moon"), "C": N_("palm"), "D": N_("vase"),
        "board": N_("board"), "law": N_("law"), "tens": N_("10-piastre note"), "fives": N_("5-piastre note"),
        "type_I": N_("type I"), "type_II": N_("type II"), "type_III": N_("type III"),
        "sell": N_("sold"), "keep": N_("kept"), "box": N_("to the box"), "X": N_("X"),
    },
)  # fmt: skip


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Return the log line of a move, with its price. Prices are public, unlike the money of a seat.

    ``state`` is the state before the move, or None if the move is undone, changed or invalid.
    """
    name = type(move).__name__
    if isinstance(move, moves.Place):
        return _describe_place(state, seat, move)
    if isinstance(move, moves.Take | moves.SellKept):
        return _describe_take(state, move)
    if isinstance(move, moves.Hire):
        return Description(name, {"price": NEIGHBOUR_PRICE})
    if isinstance(move, moves.Pay):
        return Description(name, {"price": LAW_9_PRICE}) if move.paid else Description("law_9_back")
    if isinstance(move, moves.Reveal | moves.Remove):
        return Description(name, {"law": move.law})
    if isinstance(move, moves.PutUnder):
        code = f"put_under_{state.pending}" if state is not None else name
        return Description(code, {"colour": PicturedTerm(move.colour)})
    if isinstance(move, moves.PutOn):
        return Description(name, {"colour": PicturedTerm(move.colour), "slot": move.slot})
    if isinstance(move, moves.Choose):
        return Description(name, {"colour": PicturedTerm(move.colour)})
    if isinstance(move, moves.Draw):
        pawns = tuple(map(PicturedTerm, move.pawns))
        return Description(name, {"pawns": pawns}) if pawns else Description("drew_nothing")
    if isinstance(move, moves.KeepLaw) and state is not None:
        return Description("kept_law", {"law": state.pending})
    if isinstance(move, moves.Exchange):
        return Description(name, {"kept": PicturedTerm(move.kept), "got": PicturedTerm(move.got)})
    return Description(name)


def _describe_place(state: State | None, seat: int, move: moves.Place) -> Description:
    values = {"row": move.row, "column": move.column, "pawn": PicturedTerm(move.pawn)}
    if move.law:
        return Description("placed_by_law", {**values, "law": move.law})
    if move.pawn == "neighbour" and state is not None and not state.saved[seat]:
        return Description("placed_for", {**values, "price": NEIGHBOUR_PRICE})
    return Description("Place", values)


def _describe_take(state: State | None, move: moves.Take | moves.SellKept) -> Description:
    code = move.deal if isinstance(move, moves.Take) else "sell_kept"
    values: dict[str, object] = {"colour": PicturedTerm(move.colour)}
    if state is not None and code not in ("keep", "box"):
        return Description(f"{code}_for", {**values, "price": get_market_price(state)})
    return Description(code, values)


def news(before: State, after: State, seat: int, move: Move) -> Description:
    """Return the news of a move, including a tablet that became full and what other seats gain or lose."""
    item = replace(describe(before, seat, move), effects=tuple(_iter_effects(before, after, seat)))
    if isinstance(move, moves.Take | moves.SellKept):
        colour = COLOURS.index(move.colour)
        if is_tablet_full(after, colour) and not is_tablet_full(before, colour):
            return replace(item, code="filled")
    return item


def _iter_effects(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Yield an effect on each other seat if its treasures of a colour are now worth more or less, or if the
    move opened spaces for pawns."""
    opened = find_open_mask(find_filled_mask(after)) & ~find_open_mask(find_filled_mask(before))
    markets = [
        (colour, _get_price_and_holdings(before, n), _get_price_and_holdings(after, n))
        for n, colour in enumerate(COLOURS)
    ]
    changed = [market for market in markets if market[1] != market[2]]
    for other in range(after.rules.seats):
        if other == seat:
            continue
        for colour, market_before, market_after in changed:
            value = value_all_treasures(*market_before, other)
            new_value = value_all_treasures(*market_after, other)
            if value is not None and new_value is not None and value != new_value:
                code = "worth_more" if new_value > value else "worth_less"
                values = {"colour": PicturedTerm(colour), "points": abs(new_value - value)}
                yield Effect(other, code, values)
        if opened:
            yield Effect(other, "opened", {"spaces": opened.bit_count()})


def _get_price_and_holdings(state: State, colour: int) -> tuple[Price | None, tuple[int, ...]]:
    """Return the price of a colour, and how many of its treasures each seat keeps. Law 9 counts as a
    treasure of its colour."""
    wild = state.law_9 if state.wild == colour else None
    holdings = tuple([kept[colour] + (seat == wild) for seat, kept in enumerate(state.kept)])
    return get_uncovered_price(state, colour), holdings
