"""The sentences of Cheops: refusals, rules in our own words, log and news."""

from collections.abc import Iterator

from companion.engine.game import Description, Effect, Move
from companion.engine.words import (
    MOST_POINTS,
    N_,
    CriterionWords,
    N_n,
    NewsWords,
    NumberedPlace,
    PicturedTerm,
    Term,
    Words,
)
from companion.games.cheops_dice.geometry import find_finished_buildings
from companion.games.cheops_dice.moves import PROPOSED_PAYMENT, Build, Roll
from companion.games.cheops_dice.parts import COLOUR_BY_LETTER, get_building
from companion.games.cheops_dice.payment import fill_in_payments, get_quarry_position
from companion.games.cheops_dice.scoring import count_points_by_category
from companion.games.cheops_dice.state import State

WORDS = Words(
    refusals={
        "cheops_dice.not_yet": N_("Not your turn yet, %(seat)s: the table is waiting for %(who)s."),
        "cheops_dice.already_played": N_("%(seat)s has already played this round: wait for the next roll."),
        "cheops_dice.dice_count": N_("Enter all the dice: %(count)s, not %(given)s."),
        "cheops_dice.nothing_ticked": N_("Tick one or two boxes, or build nothing."),
        "cheops_dice.no_such_box": N_("This sheet has no “%(box)s”: choose another box."),
        "cheops_dice.already_ticked": N_("%(box box)s is already ticked: choose another."),
        "cheops_dice.two_at_most": N_("Tick at most two boxes in a round."),
        "cheops_dice.floor_mixed": N_("Tick only the two floor boxes: no other box goes with them."),
        "cheops_dice.floor_pair": N_("Tick two floor boxes at once, side by side or one above the other."),
        "cheops_dice.needs_both_below": N_("First tick the two boxes below %(box box)s."),
        "cheops_dice.column_from_below": N_("First tick the box below %(box box)s."),
        "cheops_dice.keystone_needs_columns": N_("The last box of the arch needs both columns complete."),
        "cheops_dice.payments_count": N_("Say how each box is paid for."),
        "cheops_dice.cannot_pay": N_("Choose another box or none: %(box boxes)s cannot be paid for."),
        "cheops_dice.no_such_payment": N_("No “%(no payment)s” here: pay with a die, a joker or a stone."),
        "cheops_dice.no_such_die": N_("No %(colour)s die: pay for %(box box)s with a stone or a joker."),
        "cheops_dice.take_the_die": N_("A die in the middle is %(colour)s: use it for %(box box)s."),
        "cheops_dice.no_joker": N_("No joker is left for %(box box)s: pay with a die or a stone."),
        "cheops_dice.stone_passed": N_("Stone %(stone)s is lost: choose one to the right of stone %(mark)s."),
        "cheops_dice.wrong_colour": N_("Pay for %(box box)s with a stone of its colour (%(colour)s)."),
        "cheops_dice.stones_in_order": N_("Swap the two boxes: stone %(stone)s comes before stone %(mark)s."),
        "cheops_dice.leaves_alone": N_("Tick another pair: this one would leave %(box boxes)s without a partner."),
        "cheops_dice.leaves_unfillable": N_("Tick another pair: after this one the floor could never be finished."),
        "cheops_dice.nearer_stone": N_("Stone %(nearest)s would do; if you take stone %(stone)s, those you skip are lost."),
        "cheops_dice.sheets_shape": N_n("Enter one sheet for %(count)s player.", "Enter one sheet for each of the %(count)s players.", "count"),
        "cheops_dice.sheet_shape": N_("This is not a sheet of this game: copy it again."),
        "cheops_dice.sheet_letter": N_("Enter a letter from A to Z (practice sheets: a digit)."),
        "cheops_dice.sheet_changed": N_("Save the sheet as a new version: it was changed after it was saved."),
        "cheops_dice.sheet_second_look": N_("%(name)s copied this sheet: let somebody else compare it with the pad."),
        "cheops_dice.sheet_rows": N_("Check row %(row)s of the pyramid: it must have one box fewer than the row below."),
        "cheops_dice.sheet_row_values": N_("Give each row of the pyramid a value, in rising order: %(count)s in all."),
        "cheops_dice.sheet_columns": N_("Make both columns of the arch equally tall, not %(left)s and %(right)s."),
        "cheops_dice.sheet_level_values": N_("Give each level of the arch a value, in rising order: %(count)s in all."),
        "cheops_dice.sheet_keystone_value": N_("Check the arch: its last box must be worth at least the top level’s %(top)s."),
        "cheops_dice.sheet_floor_boxes": N_n("Give the floor %(count)s box, not %(given)s.", "Give the floor %(count)s boxes, not %(given)s.", "count"),
        "cheops_dice.sheet_floor_pairs": N_("Check the floor: its boxes cannot be filled with neighbouring pairs."),
        "cheops_dice.sheet_floor_points": N_("Correct the floor’s points: %(numbers)s for 4, 6, 8, 10 and 12 boxes."),
        "cheops_dice.sheet_colour": N_n("Colour every box and stone: %(count)s has none of the six colours.", "Colour every box and stone: %(count)s have none of the six colours.", "count"),
        "cheops_dice.sheet_quarry_empty": N_("Copy at least one quarry stone."),
        "cheops_dice.sheet_jokers": N_("Copy at least %(count)s jokers, one for each of five players."),
        "cheops_dice.sheet_bonus_box": N_("Correct the symbol “%(symbol)s” (%(building)s): its box does not exist."),
        "cheops_dice.sheet_bonus_count": N_("“%(symbol)s” (%(building)s): enter one box if it stands alone, else two or more."),
        "cheops_dice.sheet_bonus_twice": N_("Enter the symbol “%(symbol)s” (%(building)s) only once."),
        "cheops_dice.sheet_letter_taken": N_("Choose another letter: the pad already has a sheet %(letter)s."),
        "cheops_dice.sheet_same_colours": N_("Check the colours: this sheet has the same ones as sheet %(letter)s."),
        "cheops_dice.sheet_other_bonuses": N_("Use sheets with the same bonuses: those of sheet %(letter)s differ."),
        "cheops_dice.sheet_no_top": N_n("Check: does the pyramid really end with %(count)s box?", "Check: does the pyramid really end with %(count)s boxes side by side?", "count"),
        "cheops_dice.sheet_uneven": N_n("Check: the colours are unevenly spread, from %(least)s box (%(colour)s) to %(most)s.", "Check: the colours are unevenly spread, from %(least)s boxes (%(colour)s) to %(most)s.", "least"),
        "cheops_dice.sheet_more_jokers": N_n("Check: is there really %(count)s joker?", "Check: are there really %(count)s jokers?", "count"),
        "cheops_dice.sheet_keystone_nothing": N_("Check: is the last box of the arch worth no more than the top level, %(top)s?"),
        "cheops_dice.sheet_no_symbol": N_("Check: is there really no symbol (%(building)s)?"),
        "cheops_dice.sheet_two_symbols": N_("Check: does %(box box)s carry two symbols?"),
        "cheops_dice.sheet_other_symbol": N_("Check: “%(symbol)s” is not one of the five known symbols."),
        "cheops_dice.sheet_unlike": N_("Check: the shape, values or quarry differ from those of sheet %(letter)s."),
        "cheops_dice.count_pyramid": N_n("Enter the pyramid’s points: %(boxes)s box is ticked.", "Enter the pyramid’s points: %(boxes)s boxes are ticked.", "boxes"),
        "cheops_dice.count_finished": N_("The points %(in building)s are missing: enter them, or untick “finished”."),
        "cheops_dice.count_floor": N_("Count the floor again: it is ticked in pairs, so it cannot be %(boxes)s."),
        "cheops_dice.count_jokers": N_("Count the jokers again: only %(count)s were in play, not %(jokers)s."),
        "cheops_dice.count_rounds": N_("Count the boxes again: after round %(rounds)s there are at most %(most)s, not %(boxes)s."),
        "cheops_dice.not_over": N_n("Not over yet: nobody has finished %(count)s building. If you all agree, allow it.", "Not over yet: nobody has finished %(count)s buildings. If you all agree, allow it.", "count"),
    },
    moves={
        "Roll": N_("Enter the dice"),
        "Build": N_("Build"),
        "Pass": N_("Build nothing"),
        "Stop": N_("Stop the game here"),
    },
    log_lines={
        "ticked": N_("%(who)s ticked %(box boxes)s"),
        "crossed": N_("%(who)s ticked %(box boxes)s and crossed off %(a crossed)s"),
        "skipped": N_("%(who)s ticked %(box boxes)s, crossed off %(a crossed)s and skipped %(skipped)s"),
    },
    previews={
        "die": N_("%(colour)s: die."),
        "joker": N_n("%(colour)s: joker (−%(points)s point).", "%(colour)s: joker (−%(points)s points).", "points"),
        "stone": N_n("%(colour)s: quarry stone %(stone)s (−%(points)s point).", "%(colour)s: quarry stone %(stone)s (−%(points)s points).", "points"),
        "skipping": N_n("%(colour)s: quarry stone %(stone)s, skipping %(skipped)s (−%(points)s point).", "%(colour)s: quarry stone %(stone)s, skipping %(skipped)s (−%(points)s points).", "points"),
        "bonus": N_n("%(symbol)s, %(building)s: bonus won (+%(points)s point).", "%(symbol)s, %(building)s: bonus won (+%(points)s points).", "points"),
        "points": N_("Points: %(before)s → %(after)s."),
    },
    news={
        "Roll": NewsWords(
            N_("%(who)s rolled %(dice)s"),
            N_("You rolled %(dice)s"),
        ),
        "ticked_in": NewsWords(
            N_n("%(who)s ticked %(box colours)s %(in building)s: now %(points)s point", "%(who)s ticked %(box colours)s %(in building)s: now %(points)s points", "points"),
            N_n("You ticked %(box colours)s %(in building)s: now %(points)s point", "You ticked %(box colours)s %(in building)s: now %(points)s points", "points"),
        ),
        "ticked_both_in": NewsWords(
            N_n("%(who)s ticked %(box first)s and %(one second)s %(in building)s: now %(points)s point", "%(who)s ticked %(box first)s and %(one second)s %(in building)s: now %(points)s points", "points"),
            N_n("You ticked %(box first)s and %(one second)s %(in building)s: now %(points)s point", "You ticked %(box first)s and %(one second)s %(in building)s: now %(points)s points", "points"),
        ),
        "ticked_two": NewsWords(
            N_("%(who)s ticked %(box colours)s in different buildings"),
            N_("You ticked %(box colours)s in different buildings"),
        ),
        "ticked_both_two": NewsWords(
            N_("%(who)s ticked %(box first)s and %(one second)s in different buildings"),
            N_("You ticked %(box first)s and %(one second)s in different buildings"),
        ),
        "won": NewsWords(
            N_("%(who)s won the %(symbol)s bonus %(in building)s"),
            N_("You won the %(symbol)s bonus %(in building)s"),
        ),
        "finished_won": NewsWords(
            N_("%(who)s finished %(the building)s and won the %(symbol)s bonus"),
            N_("You finished %(the building)s and won the %(symbol)s bonus"),
        ),
        "finished": NewsWords(
            N_("%(who)s finished %(the building)s"),
            N_("You finished %(the building)s"),
        ),
        "Pass": NewsWords(
            N_("%(who)s built nothing"),
            N_("You built nothing"),
        ),
        "Stop": NewsWords(
            N_("You all agreed to stop the game"),
            N_("You all agreed to stop the game"),
        ),
    },
    effects={
        "crossed": NewsWords(
            N_("Crossed off: %(a crossed)s"),
            N_("You crossed off %(a crossed)s"),
        ),
        "bonus_open": NewsWords("", N_("You can still win it this round")),
        "bonus_gone": NewsWords("", N_("You cannot win it any more")),
    },
    prompts={
        "cheops_dice.roll": (N_("%(seat)s rolls the dice."), N_("Roll the dice.")),
        "cheops_dice.active": (N_("%(seat)s builds first."), N_("Build first.")),
        "cheops_dice.others": (N_("Still to build: %(seats)s."), N_("Tick one or two boxes.")),
    },
    endings={
        "cheops_dice.finished": (N_n("%(seats)s has finished two buildings.", "%(seats)s have finished two buildings.", "count"), N_("You have finished two buildings.")),
        "cheops_dice.stopped": (N_("You all agreed to stop; nobody gets the bonus for two buildings."), ""),
    },
    categories={
        "pyramid": N_("Pyramid"),
        "arch": N_("Arch"),
        "floor": N_("Floor"),
        "bonuses": N_("Bonuses"),
        "quarry": N_("Quarry"),
        "jokers": N_("Jokers"),
    },
    criteria={
        "points": MOST_POINTS,
        "pyramid_boxes": CriterionWords(
            N_("Most boxes ticked in the pyramid"),
            N_n("%(best)s box in the pyramid to %(others)s", "%(best)s boxes in the pyramid to %(others)s", "best"),
        ),
    },
    rules={
        "setup": (N_("Setting up"), N_("Everybody has a sheet of their own. Use as many jokers as there are players; cross off the others. Two players roll three dice; more roll four.")),
        "turn": (N_("A round"), N_("The active player rolls once and builds first, ticking at most two boxes; the others cannot use the dice that paid for them this round. Then everybody else builds with the dice still in the middle and puts them back. You need not build. The next player clockwise then becomes the active player.")),
        "pyramid": (N_("The pyramid"), N_("Tick one or two boxes, from the bottom. A box in a higher row needs both boxes below it. One ticked in the same action already counts.")),
        "arch": (N_("The arch"), N_("Tick one or two boxes. Each column grows from the bottom at its own pace; the last box needs both columns complete. The two boxes of an action may be split between pyramid and arch.")),
        "floor": (N_("The floor"), N_("Always tick two neighbouring boxes at once, side by side or one above the other, and nothing else in that action. A box left alone can never be ticked.")),
        "pay": (N_("Paying"), N_("Pay for each box at once with a die of its colour from the middle. Only if there is none do you cross off a stone of that colour in the quarry, or a joker.")),
        "quarry": (N_("The quarry"), N_("Stones are crossed off from left to right; you may skip any number, but nothing to the left of the last stone crossed off comes back. Two stones for the pyramid or arch must follow the order you build in; for a floor pair any order will do.")),
        "bonus": (N_("Bonuses"), N_("Whoever ticks a symbol that stands alone, or the last one of its kind in a building, wins its bonus, and so does everybody else who manages it in the same round. Afterwards it is gone. Each gives 3 points.")),
        "end": (N_("The end"), N_("The game ends after the round in which somebody finishes a second building, with all its boxes ticked. Everybody with two finished buildings gets one more bonus. You may also agree to stop; then nobody gets it.")),
        "count": (N_("Counting"), N_("Pyramid: the value of the topmost box ticked. Arch: the level of the lower column. Floor: 4, 6, 8, 11 or 15 points for 4, 6, 8, 10 or 12 boxes. Each bonus scores 3, each unused joker 2, and each quarry stone to the right of the last one crossed off scores 1.")),
        "victory": (N_("Victory"), N_("Whoever has the most points wins; if level, whoever ticked the most boxes in the pyramid; if still level, they share the place.")),
        "sheet": (N_("The sheets"), N_("What is printed on the sheets is copied from your own pad; the app contains no printed sheet. The practice sheets are ours. A table keeps the sheets it began with.")),
    },
    explained={
        "Roll": "turn", "Build": "pay", "Pass": "turn", "Stop": "end",
    },
    options={
        "strict_order": (N_("One after the other"), N_("The other players enter their actions clockwise instead of in any order. The result is the same.")),
        "sheets": (N_("Sheets"), N_("One for each player: copied from your pad, or one of our practice sheets.")),
    },
    lessons={
        "Roll": (N_("Enter the dice"), N_("Everybody builds with these dice: first whoever rolled, then the others with what is left.")),
        "pyramid": (N_("Build on the pyramid"), N_("The topmost box counts, and opens the row above once its neighbour is ticked too.")),
        "arch": (N_("Build on the arch"), N_("The lower column counts, so both have to grow.")),
        "floor": (N_("Build on the floor"), N_("You tick two neighbouring boxes at once; the more of the floor you build, the more it scores.")),
        "Pass": (N_("Build nothing"), N_("It saves quarry stones and jokers, which count at the end.")),
    },
    reasons={
        "cheops_dice.ends": N_n("It finishes your second building: the game ends with this round, and you are %(points)s point ahead.", "It finishes your second building: the game ends with this round, and you are %(points)s points ahead.", "points"),
        "cheops_dice.wins": N_("It wins a bonus: %(symbols)s."),
        "cheops_dice.spares": N_("Dice pay for it: quarry and jokers stay as they are."),
        "cheops_dice.opens": N_n("It opens %(boxes)s more box.", "It opens %(boxes)s more boxes.", "boxes"),
    },
    setup_steps={
        "sheets": (N_("A sheet each"), N_("Everybody takes a sheet of their own and a pencil. The letter at the bottom right tells the sheets apart.")),
        "practice": (N_("A practice sheet each"), N_("Everybody builds on one of the app’s practice sheets; the printed pad stays in the box. To play on your pad, copy it once and choose it when you open a table.")),
        "jokers": (N_("Jokers"), N_n("On every sheet %(count)s joker counts, one for each player. Cross off the others.", "On every sheet %(count)s jokers count, one for each player. Cross off the others.", "count")),
        "all_jokers": (N_("Jokers"), N_("All %(count)s jokers count; none is crossed off.")),
        "dice": (N_("The dice"), N_n("%(count)s die is rolled.", "%(count)s dice are rolled.", "count")),
        "first": (N_("Who begins"), N_("%(seat)s takes the dice. By the rules you choose who begins.")),
    },
    parts={
        "highest": N_("topmost box ticked"),
        "lower": N_("level of the lower column"),
        "boxes": N_n("%(count)s box", "%(count)s boxes", "count"),
        "bonus": N_n("%(count)s bonus at %(each)s", "%(count)s bonuses at %(each)s", "count"),
        "end_bonus": N_n("%(count)s building finished", "%(count)s buildings finished", "count"),
        "no_end_bonus": N_("buildings finished: %(count)s of %(needed)s, no bonus"),
        "stone": N_n("%(count)s stone at %(each)s", "%(count)s stones at %(each)s", "count"),
        "joker": N_n("%(count)s joker at %(each)s", "%(count)s jokers at %(each)s", "count"),
    },
    fields={
        "dice": N_("the dice"), "boxes": N_("the boxes to tick"), "payments": N_("how each box is paid for"),
        "pyramid": N_("the pyramid’s points"), "pyramid_boxes": N_("boxes ticked in the pyramid"),
        "pyramid_finished": N_("whether the pyramid is finished"), "arch": N_("the arch’s points"),
        "arch_finished": N_("whether the arch is finished"), "floor": N_("boxes ticked on the floor"),
        "bonuses": N_("bonuses won"), "symbols": N_("bonuses won"), "quarry": N_("stones left in the quarry"),
        "jokers": N_("jokers left"), "rounds": N_("rounds played"),
    },
    unknowns={
        "pyramid_boxes": ("", N_("the boxes ticked in %(seat)s’s pyramid")),
    },
    counted={
        "a:joker": N_n("%(n)s joker", "%(n)s jokers", "n"),
        "box:red": N_n("%(n)s red box", "%(n)s red boxes", "n"),
        "box:orange": N_n("%(n)s orange box", "%(n)s orange boxes", "n"),
        "box:yellow": N_n("%(n)s yellow box", "%(n)s yellow boxes", "n"),
        "box:green": N_n("%(n)s green box", "%(n)s green boxes", "n"),
        "box:blue": N_n("%(n)s blue box", "%(n)s blue boxes", "n"),
        "box:violet": N_n("%(n)s violet box", "%(n)s violet boxes", "n"),
    },
    terms={
        "the:pyramid": N_("the pyramid"),
        "the:arch": N_("the arch"),
        "the:floor": N_("the floor"),
        "in:pyramid": N_("in the pyramid"),
        "in:arch": N_("in the arch"),
        "in:floor": N_("on the floor"),
        "box:pyramid": N_("pyramid box %(n)s"),
        "box:floor": N_("floor box %(n)s"),
        "box:left": N_("box %(n)s of the left column"),
        "box:right": N_("box %(n)s of the right column"),
        "box:keystone": N_("the last box of the arch"),
        "box:red": N_("a red box"),
        "box:orange": N_("an orange box"),
        "box:yellow": N_("a yellow box"),
        "box:green": N_("a green box"),
        "box:blue": N_("a blue box"),
        "box:violet": N_("a violet box"),
        "one:red": N_("a red one"),
        "one:orange": N_("an orange one"),
        "one:yellow": N_("a yellow one"),
        "one:green": N_("a green one"),
        "one:blue": N_("a blue one"),
        "one:violet": N_("a violet one"),
        "a:joker": N_("a joker"),
        "a:quarry": N_("stone"), "no:quarry": N_("stone %(n)s"),
        "red": N_("red"),
        "orange": N_("orange"),
        "yellow": N_("yellow"),
        "green": N_("green"),
        "blue": N_("blue"),
        "violet": N_("violet"),
        "pyramid": N_("pyramid"),
        "arch": N_("arch"),
        "floor": N_("floor"),
        "left": N_("left column"),
        "right": N_("right column"),
        "keystone": N_("last box of the arch"),
        "quarry": N_("quarry stone"),
        "die": N_("die"),
        "joker": N_("joker"),
        "sheet": N_("sheet"),
        "pencil": N_("pencil"),
        "scorpion": N_("scorpion"),
        "scarab": N_("scarab"),
        "snake": N_("snake"),
        "eye": N_("eye"),
        "ankh": N_("ankh"),
        "practice": N_("practice sheet, not the printed one"),
        "copied": N_("copied from a printed pad"),
        "checked": N_("copied from a printed pad and checked"),
    },
)  # fmt: skip


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Return the log line of a move. For a build, it names the payments and the quarry stones skipped.

    ``state`` is the state before the move, or None if the move is undone, changed or invalid.
    """
    if isinstance(move, Roll):
        return Description("Roll", {"dice": tuple(map(PicturedTerm, move.dice))})
    if isinstance(move, Build) and move.boxes:
        return _describe_build(state, seat, move)
    return Description("Pass" if isinstance(move, Build) else type(move).__name__)


def _describe_build(state: State | None, seat: int, move: Build) -> Description:
    if state is not None:
        move = fill_in_payments(state, seat, move)
    values: dict[str, object] = {"boxes": tuple(map(NumberedPlace, move.boxes))}
    if not move.payments or PROPOSED_PAYMENT in move.payments:
        return Description("ticked", values)
    values["payments"] = tuple(map(NumberedPlace, move.payments))
    values["crossed"] = tuple(NumberedPlace(payment) for payment in move.payments if payment != "die")
    if state is not None:
        crossed = [get_quarry_position(payment) for payment in move.payments]
        passed = range(state.boards[seat].last_stone + 1, max(crossed))
        if skipped := tuple(stone for stone in passed if stone not in crossed):
            return Description("skipped", values | {"skipped": skipped})
    return Description("crossed" if values["crossed"] else "ticked", values)


def news(before: State, after: State, seat: int, move: Move) -> Description:
    """Return the news of a move. For a build, it names the bonus won or the building finished, or else the
    ticked boxes."""
    if isinstance(move, Build) and move.boxes:
        return _make_build_news(before, after, seat, move)
    return describe(before, seat, move)


def _make_build_news(before: State, after: State, seat: int, move: Build) -> Description:
    plan, before_, after_ = before.rules.plans[seat], before.boards[seat], after.boards[seat]
    finished = find_finished_buildings(plan, after_.ticked)
    newly_finished = [
        name for name in finished if name not in find_finished_buildings(plan, before_.ticked)
    ]
    crossed = describe(before, seat, move).values.get("crossed")
    payment = (Effect(seat, "crossed", {"crossed": crossed}),) if crossed else ()
    won = after_.won & ~before_.won
    if won:
        index = won.bit_length() - 1  # of two bonuses, the news names one
        bonus = plan.bonuses[index]
        values = {
            "symbol": PicturedTerm(bonus.symbol),
            "building": Term(newly_finished[0] if newly_finished else bonus.building),
        }
        effects = (*payment, *_iter_effects(after, seat, 1 << index))
        return Description("finished_won" if newly_finished else "won", values, effects=effects)
    if newly_finished:
        return Description("finished", {"building": Term(newly_finished[0])}, effects=payment)
    colours = tuple(PicturedTerm(COLOUR_BY_LETTER[plan.colours[plan.number[box]]]) for box in move.boxes)
    boxes: dict[str, object] = {"colours": colours, "first": colours[0], "second": colours[-1]}
    ticked = "ticked_both" if len(set(colours)) > 1 else "ticked"
    buildings = {get_building(box) for box in move.boxes}
    if len(buildings) > 1:
        return Description(f"{ticked}_two", boxes, effects=payment)
    building = buildings.pop()
    points = count_points_by_category(plan, after_)[building]
    boxes |= {"building": Term(building), "points": points}
    return Description(f"{ticked}_in", boxes, effects=payment)


def _iter_effects(state: State, seat: int, bonus: int) -> Iterator[Effect]:
    """Yield an effect on each other seat that lacks the bonus with the bit ``bonus``: the bonus is gone for
    it if it has acted in this round, otherwise still open."""
    for other, board in enumerate(state.boards):
        if bonus & ~board.won and other != seat:
            yield Effect(other, "bonus_gone" if state.acted >> other & 1 else "bonus_open")
