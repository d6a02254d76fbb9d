"""What The Pyramid's Deadline says, and the rules at hand in our own words."""

from __future__ import annotations

from companion.engine.words import N_, N_n, Words

WORDS = Words(
    refusals={
        "deadline.not_picking": N_("It is %(who)s who picks or rolls now."),
        "deadline.dice_count": N_n("This table rolls %(count)s dice a round; %(given)s was entered.", "This table rolls %(count)s dice a round; %(given)s were entered.", "given"),
        "deadline.no_such_die": N_("No %(die)s die is left in the middle."),
        "deadline.life_left": N_("The Pharaoh lives: the %(die)s die still gives a stone."),
        "deadline.no_square_left": N_("No square stone is left for the %(die)s die: taking it brings the Pharaoh’s death."),
        "deadline.still_fits": N_("This %(stone)s or the stone in reserve still fits somewhere, so nothing is set aside unless the table agrees."),
        "deadline.no_such_turn": N_("A %(stone)s cannot be held that way."),
        "deadline.detached": N_("The %(stone)s would not touch the tomb there, not even at a corner."),
        "deadline.void": N_n("The %(stone)s would leave a gap beneath it in %(columns)s column.", "The %(stone)s would leave a gap beneath it in %(columns)s columns.", "columns"),
        "deadline.side": N_("Read strictly, the %(stone)s must touch with a side, and there is no wall to touch."),
        "deadline.corner": N_("Read strictly, a corner of the %(stone)s must meet a corner of another stone."),
        "deadline.not_just_built": N_("Announce right after your own building, before the next pick or roll."),
        "deadline.flat_roof": N_n("The tomb is not finished: %(columns)s column still has a flat roof.", "The tomb is not finished: %(columns)s columns still have a flat roof.", "columns"),
        "deadline.high_wall": N_n("The tomb is not finished: %(walls)s wall is higher than one square.", "The tomb is not finished: %(walls)s walls are higher than one square.", "walls"),
        "deadline.sheet_shape": N_("Draw the tomb, or give length, height and roofs; not both."),
        "deadline.sheet_order": N_n("At this table at most %(count)s tomb can be announced.", "At this table at most %(count)s tombs can be announced.", "count"),
        "deadline.sheet_killer": N_("Who brought the Pharaoh’s death had not announced a tomb."),
        "deadline.sheets_order": N_("Two tombs cannot be announced at the same moment: give each its own place."),
        "deadline.sheets_killer": N_("Only one player can have brought the Pharaoh’s death."),
    },
    moves={
        "Roll": N_("Enter the dice"),
        "Build": N_("Build"),
        "SetAside": N_("Set the stone aside"),
        "BringDeath": N_("Take the die and bring the Pharaoh’s death"),
        "Declare": N_("Announce the tomb"),
    },
    told={
        "Roll": N_("%(who)s rolled %(dice)s"),
        "Build": N_("%(who)s took %(die)s and laid the %(stone)s stone at column %(column)s"),
        "stone_laid": N_("%(who)s took %(die)s, laid %(stone)s at column %(column)s and keeps %(kept)s in reserve"),
        "SetAside": N_("%(who)s took %(die)s and set the stone aside"),
        "stone_aside": N_("%(who)s took %(die)s and set %(stone)s aside"),
        "BringDeath": N_("%(who)s took %(die)s: the Pharaoh is dead"),
        "Declare": N_("%(who)s announced the tomb"),
    },
    prompts={
        "deadline.roll": N_("%(seat)s supplies: roll the dice and enter them as they lie."),
        "deadline.pick": N_("%(seat)s picks a die and builds."),
    },
    endings={
        "deadline.death": N_("The Pharaoh is dead; %(seat)s brought it about."),
        "deadline.all_declared": N_("Every tomb is announced."),
    },
    categories={
        "size": N_("Length × height"),
        "roofs": N_("Roofs"),
        "aside": N_("Stones set aside"),
    },
    criteria={
        "alive": N_("Did not bring the Pharaoh’s death"),
        "announced": N_("Announced a tomb"),
        "points": N_("Most points"),
        "symmetry": N_("Most symmetric tomb"),
        "earlier": N_("Announced earlier"),
    },
    rules={
        "setup": (N_("Setting up"), N_("Everybody lays a rectangle flat as the chamber and keeps one small triangle in reserve. Square stones in the middle: 6 for two or three players, 8 for four, 10 for five, 12 for six. Dice a round: 7, for four players 5, for five 6, for six 7.")),
        "round": (N_("A round"), N_("The Supplier rolls. From the Supplier clockwise each player takes a die and its stone, until one die is left; nobody may take it. Then the next player supplies. With few players you may build several times a round.")),
        "pick": (N_("Taking a stone"), N_("Lay the new stone, or the one in reserve and keep the new one. You always have exactly one in reserve. A shape that is used up gives a square instead.")),
        "building": (N_("Building"), N_("Each stone touches the tomb at least at a corner; leaves no gap beneath it, down to the table; stands straight, never tilted; nothing goes below the chamber. Stones keep to the grid and are never moved. You may turn and flip them.")),
        "aside": (N_("Setting aside"), N_("A stone that cannot be laid goes aside and costs 2 points at the end. While something fits, setting aside needs the table’s consent.")),
        "declare": (N_("Announcing"), N_("Right after your own building you may announce your tomb as finished, if no roof is flat and no vertical wall is higher than one square. You then take no more stones. A tomb never announced counts nothing.")),
        "death": (N_("The Pharaoh’s death"), N_("The square stones in the middle are the Pharaoh’s life. Whoever takes a die that would need a square when none is left ends the game and is last.")),
        "end": (N_("The end"), N_("At once, when the Pharaoh dies or when every tomb is announced.")),
        "count": (N_("Counting"), N_("Length times height, less one for each roof (a top that falls away on both sides), less 2 for each stone set aside.")),
        "victory": (N_("Victory"), N_("Most points among the announced tombs; then the more symmetric outline; then the one announced earlier. Nobody announced: nobody wins. Symmetry is measured as the area the outline shares with its mirror image; the table may rule otherwise.")),
    },
    options={
        "geometry": (N_("Which silhouettes are in your box?"), N_("The sizes of the large triangle and the trapezoid are not in the text; the first choice is the likeliest, not a known fact.")),
        "strict_rule1": (N_("Touch with side and corner"), N_("A stricter reading of the first building rule: a side to lean on and a corner that meets.")),
        "free_set_aside": (N_("Set aside freely"), N_("A player may set a stone aside although it would fit.")),
    },
    choices={
        "A1": N_("A1: triangle 2 wide and 1 high; trapezoid with one slanted side"),
        "A2": N_("A2: triangle 2 wide and 1 high; trapezoid with two slanted sides"),
        "B1": N_("B1: triangle with legs of 2; trapezoid with one slanted side"),
        "B2": N_("B2: triangle with legs of 2; trapezoid with two slanted sides"),
    },
    unknowns={
        "drawing": ("", N_("the drawing of %(seat)s’s tomb")),
    },
    parts={
        "undeclared": N_("Never announced"),
        "size": N_("%(length)s long × %(height)s high"),
        "roofs": N_n("%(roofs)s roof", "%(roofs)s roofs", "roofs"),
        "aside": N_n("%(stones)s stone, %(each)s each", "%(stones)s stones, %(each)s each", "stones"),
    },
    fields={
        "dice": N_("the dice"), "die": N_("the die"), "stone": N_("which stone"),
        "turn": N_("how the stone is held"), "column": N_("the column"), "tomb": N_("the tomb"),
        "numbers": N_("length, height and roofs"), "aside": N_("stones set aside"),
        "declared": N_("when the tomb was announced"), "killer": N_("who brought the death"),
    },
    terms={
        "square": N_("square"),
        "rectangle": N_("rectangle"),
        "small": N_("small triangle"),
        "large": N_("large triangle"),
        "trapezoid": N_("trapezoid"),
        "new": N_("new"),
        "reserve": N_("reserve"),
    },
)  # fmt: skip
