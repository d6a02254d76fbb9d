"""What The Pyramid's Deadline says, and the rules at hand in our own words."""

from __future__ import annotations

from companion.engine.words import N_, CriterionWords, N_n, NewsWords, Words

WORDS = Words(
    refusals={
        "deadline.not_picking": N_("It is %(who)s’s turn to pick or roll."),
        "deadline.dice_count": N_n("This table rolls %(count)s dice a round; %(given)s was entered.", "This table rolls %(count)s dice a round; %(given)s were entered.", "given"),
        "deadline.no_such_die": N_("No %(die)s die is left in the middle."),
        "deadline.life_left": N_("The Pharaoh need not die yet: take the %(die)s die and lay its stone."),
        "deadline.no_square_left": N_("No square is left for the %(die)s die: it causes the Pharaoh’s death."),
        "deadline.still_fits": N_("A stone still fits: setting aside needs everybody’s consent."),
        "deadline.no_such_turn": N_("Turn the stone (%(stone)s) one of the ways shown here."),
        "deadline.detached": N_("The %(stone)s would not touch the tomb there, not even at a corner."),
        "deadline.void": N_n("The %(stone)s would leave a gap beneath it in %(columns)s column.", "The %(stone)s would leave a gap beneath it in %(columns)s columns.", "columns"),
        "deadline.side": N_("Read strictly, a side of the %(stone)s must touch a wall, and none does."),
        "deadline.corner": N_("Strictly, a corner of the %(stone)s must meet a corner of another stone."),
        "deadline.not_just_built": N_("Announce right after you build, before the next pick or roll."),
        "deadline.flat_roof": N_n("The tomb is not finished: %(columns)s column still has a flat roof.", "The tomb is not finished: %(columns)s columns still have a flat roof.", "columns"),
        "deadline.high_wall": N_n("The tomb is not finished: %(walls)s wall is higher than one square.", "The tomb is not finished: %(walls)s walls are higher than one square.", "walls"),
        "deadline.sheet_shape": N_("Draw the tomb, or enter length, height and roofs; not both."),
        "deadline.sheet_order": N_n("At this table at most %(count)s tomb can be announced.", "At this table at most %(count)s tombs can be announced.", "count"),
        "deadline.sheet_killer": N_("Choose one: announced a tomb, or caused the death."),
        "deadline.sheets_order": N_("Two tombs cannot be announced at the same moment: give each its own place."),
        "deadline.sheets_killer": N_("Only one player can have caused the Pharaoh’s death."),
        "deadline.sheet_numbers": N_n("No tomb is %(length)s long and %(height)s high with %(roofs)s roof.", "No tomb is %(length)s long and %(height)s high with %(roofs)s roofs.", "roofs"),
        "deadline.sheets_too_many": N_("The tombs show %(laid)s of this stone (%(stone)s); there are only %(count)s to build with."),
        "deadline.sheets_too_many_in_all": N_("Tombs, reserves and stones set aside add up to %(laid)s; there are only %(count)s."),
        "deadline.sheets_symmetry": N_("Rank all tombs with equal points by symmetry, or none of them."),
        "deadline.not_over": N_("The Pharaoh lives. Still to announce a tomb: %(seats)s."),
    },
    moves={
        "Roll": N_("Enter the dice"),
        "Build": N_("Build"),
        "SetAside": N_("Set the stone aside"),
        "BringDeath": N_("Take the die and cause the Pharaoh’s death"),
        "Declare": N_("Announce the tomb"),
    },
    log_lines={
        "Roll": N_("%(who)s rolled %(dice)s"),
        "Build": N_("%(who)s took the %(die)s die and laid the %(stone)s stone in column %(column)s"),
        "stone_laid": N_n("%(who)s laid the %(stone)s: %(points)s point; took the %(die)s die, kept the %(kept)s", "%(who)s laid the %(stone)s: %(points)s points; took the %(die)s die, kept the %(kept)s", "points"),
        "SetAside": N_("%(who)s took the %(die)s die and set the stone aside"),
        "stone_aside": N_("%(who)s took the %(die)s die and set the %(stone)s aside"),
        "BringDeath": N_("%(who)s took the %(die)s die: the Pharaoh is dead"),
        "Declare": N_("%(who)s announced the tomb"),
        "tomb_announced": N_n("%(who)s announced the tomb: %(points)s point", "%(who)s announced the tomb: %(points)s points", "points"),
    },
    previews={
        "tomb": N_("Length %(length)s × height %(height)s − roofs %(roofs)s. Points: %(before)s → %(after)s."),
        "tomb_less_aside": N_("Length %(length)s × height %(height)s − roofs %(roofs)s − %(aside)s for stones set aside. Points: %(before)s → %(after)s."),
    },
    news={
        "rolled": NewsWords(
            N_("%(who)s rolled %(dice)s"),
            N_("You rolled %(dice)s"),
        ),
        "laid": NewsWords(
            N_("%(who)s laid %(stone)s: worth %(points)s"),
            N_("You laid %(stone)s: worth %(points)s"),
        ),
        "laid_reserve": NewsWords(
            N_("%(who)s laid %(stone)s: worth %(points)s, kept %(kept)s"),
            N_("You laid %(stone)s: worth %(points)s, kept %(kept)s"),
        ),
        "laid_of_life": NewsWords(
            N_("%(who)s laid %(stone)s: Pharaoh’s life now %(life)s"),
            N_("You laid %(stone)s: Pharaoh’s life now %(life)s"),
        ),
        "set_aside": NewsWords(
            N_("%(who)s set %(stone)s aside: %(points)s"),
            N_("You set %(stone)s aside: %(points)s"),
        ),
        "brought_death": NewsWords(
            N_("%(who)s caused the Pharaoh’s death"),
            N_("You caused the Pharaoh’s death"),
        ),
        "announced": NewsWords(
            N_n("%(who)s announced %(points)s point", "%(who)s announced %(points)s points", "points"),
            N_n("You announced %(points)s point", "You announced %(points)s points", "points"),
        ),
    },
    own_turn={
        "deadline.roll": N_("Roll the dice."),
        "deadline.pick": N_("Take a die."),
    },
    prompts={
        "deadline.roll": N_("%(seat)s rolls the dice."),
        "deadline.pick": N_("%(seat)s takes a die."),
    },
    endings={
        "deadline.death": N_("The Pharaoh is dead, and %(seat)s caused it."),
        "deadline.all_declared": N_("Every tomb is announced."),
    },
    own_endings={"deadline.death": N_("The Pharaoh is dead, and you caused it.")},
    categories={
        "size": N_("Length × height"),
        "roofs": N_("Roofs"),
        "aside": N_("Stones set aside"),
    },
    criteria={
        "alive": CriterionWords(
            N_("Did not cause the Pharaoh’s death"),
            N_("%(who)s caused the Pharaoh’s death and is last"), N_("%(who)s caused the Pharaoh’s death and are last"),
            tells=0,
        ),
        "announced": CriterionWords(
            N_("Announced a tomb"),
            N_("Only %(who)s’s tomb was announced"), N_("Only the tombs of %(who)s were announced"),
            nobody=N_("Nobody announced a tomb"),
        ),
        "points": CriterionWords(
            N_("Most points"),
            N_n("%(who)s has %(value)s point", "%(who)s has %(value)s points", "value"),
            N_n("%(who)s have %(value)s point each", "%(who)s have %(value)s points each", "value"),
        ),
        "ruled": CriterionWords(
            N_("Most symmetric tomb, as the table sees it"),
            N_("the most symmetric tomb, as the table sees it"),
        ),
        "symmetry": CriterionWords(
            N_("Most symmetric tomb"),
            N_("symmetry %(best)s to %(others)s"),
        ),
        "earlier": CriterionWords(
            N_("Announced earlier"),
            N_("announced earlier"),
        ),
    },
    rules={
        "setup": (N_("Setting up"), N_("Everybody lays a rectangle flat as the chamber and keeps one small triangle in reserve. Square stones in the middle: 6 for two or three players, 8 for four, 10 for five, 12 for six. Dice per round: 5 for four players, 6 for five, otherwise 7.")),
        "round": (N_("A round"), N_("The Supplier rolls. Clockwise from the Supplier, each player takes a die and its stone, until one die is left; nobody may take that one. Then the next player is the Supplier. With few players you may build several times a round.")),
        "pick": (N_("Taking a stone"), N_("Lay the new stone, or lay the one in reserve and keep the new one. You always have exactly one in reserve. If a shape has run out, you take a square instead.")),
        "building": (N_("Building"), N_("Each stone must touch the tomb at least at a corner, leave no gap beneath it down to the table, and stand straight, never tilted. Nothing goes below the chamber. Stones keep to the grid and are never moved. You may turn and flip them.")),
        "aside": (N_("Setting aside"), N_("A stone that cannot be laid is set aside and costs 2 points at the end. While something fits, setting aside needs the table’s consent.")),
        "declare": (N_("Announcing"), N_("Right after you build you may announce your tomb as finished, if no roof is flat and no vertical wall is higher than one square. You then take no more stones. A tomb never announced scores nothing.")),
        "death": (N_("The Pharaoh’s death"), N_("The square stones in the middle are the Pharaoh’s life. Whoever takes a die that would need a square when none is left ends the game and is last.")),
        "end": (N_("The end"), N_("At once, when the Pharaoh dies or when every tomb is announced.")),
        "count": (N_("Counting"), N_("Length times height, less one for each roof (a top that falls away on both sides), less 2 for each stone set aside.")),
        "victory": (N_("Victory"), N_("Most points among the announced tombs; then the more symmetric outline; then the one announced earlier. If nobody announced a tomb, nobody wins. Symmetry is measured as the area the outline shares with its mirror image; if the table sees it otherwise, count by hand and rank the tombs by symmetry.")),
    },
    explained={
        "Roll": "round", "Build": "building", "SetAside": "aside", "BringDeath": "death",
        "Declare": "declare",
    },
    options={
        "geometry": (N_("Which stone shapes are in your box?"), N_("The rulebook does not give the sizes of the large triangle and the trapezoid; the first choice is the likeliest, not a known fact.")),
        "geometry_checked": (N_("The stone shapes were compared with the box"), N_("Until then, points that depend on a large triangle or a trapezoid are marked as assumed.")),
        "strict_rule1": (N_("Touch with a side and a corner"), N_("A stricter reading of the first building rule: a side must touch, and a corner must meet a corner.")),
        "free_set_aside": (N_("Set aside freely"), N_("A player may set a stone aside even if it would fit.")),
    },
    choices={
        "A1": N_("A1: triangle 2 wide and 1 high; trapezoid with one slanted side"),
        "A2": N_("A2: triangle 2 wide and 1 high; trapezoid with two slanted sides"),
        "B1": N_("B1: triangle with legs of 2; trapezoid with one slanted side"),
        "B2": N_("B2: triangle with legs of 2; trapezoid with two slanted sides"),
    },
    lessons={
        "Roll": (N_("Enter the dice"), N_("The dice say which stones can be taken in this round.")),
        "new_stone": (N_("Lay the new stone"), N_("Length times height counts: a tomb wants to be long and high, with few roofs.")),
        "kept_stone": (N_("Lay the stone from the reserve"), N_("You keep the new one for later, when it may fit better.")),
        "Declare": (N_("Announce the tomb"), N_("Only an announced tomb counts; once it is, you take no more stones.")),
        "SetAside": (N_("Set the stone aside"), N_("It costs points at the end, but where nothing fits there is no other way.")),
        "BringDeath": (N_("Take the die and cause the Pharaoh’s death"), N_("It ends the game at once, and you are last.")),
    },
    reasons={
        "deadline.closes": N_n("%(stones)s stone until the Pharaoh dies: this one finishes your tomb.", "%(stones)s stones until the Pharaoh dies: this one finishes your tomb.", "stones"),
        "deadline.safe": N_n("%(points)s point is yours for certain, whatever happens to the Pharaoh.", "%(points)s points are yours for certain, whatever happens to the Pharaoh.", "points"),
        "deadline.ready": N_("Then the tomb can be announced."),
        "deadline.life": N_n("%(stones)s stone until the Pharaoh dies: an unannounced tomb scores nothing.", "%(stones)s stones until the Pharaoh dies: an unannounced tomb scores nothing.", "stones"),
        "deadline.grows": N_n("It makes the tomb worth %(points)s point more.", "It makes the tomb worth %(points)s points more.", "points"),
    },
    setting_up={
        "silhouettes": (N_("Two stones to compare"), N_("Lay a large triangle and a trapezoid beside a square stone: do yours look like these?")),
        "dice": (N_("The dice"), N_("%(count)s dice lie in the middle.")),
        "life": (N_("The Pharaoh’s life"), N_("Line up %(count)s square stones where everybody can count them at any time.")),
        "chambers": (N_("Chamber and reserve"), N_("Everybody lays a rectangle flat in front of them as the Pharaoh’s chamber, and keeps a small triangle within reach.")),
        "supply": (N_("The supply"), N_("Sort all other stones by shape, within everybody’s reach.")),
        "first": (N_("Who begins"), N_("%(seat)s is the first Supplier. By the rules it is whoever last saw a pyramid up close, or else the youngest.")),
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
        "turn": N_("which way the stone is turned"), "column": N_("the column"), "tomb": N_("the tomb"),
        "numbers": N_("length, height and roofs"), "aside": N_("stones set aside"),
        "declared": N_("when the tomb was announced"), "killer": N_("who caused the death"),
        "symmetry": N_("how symmetric the tomb is"),
    },
    terms={
        "a:square": N_("a square"),
        "a:rectangle": N_("a rectangle"),
        "a:small": N_("a small triangle"),
        "a:large": N_("a large triangle"),
        "a:trapezoid": N_("a trapezoid"),
        "square": N_("square"),
        "rectangle": N_("rectangle"),
        "small": N_("small triangle"),
        "large": N_("large triangle"),
        "trapezoid": N_("trapezoid"),
        "new": N_("new"),
        "reserve": N_("reserve"),
        "die": N_("die"),
    },
)  # fmt: skip
