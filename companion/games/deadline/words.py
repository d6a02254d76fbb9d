"""The sentences of The Pyramid's Deadline: refusals, rules in our own words, log and news."""

from companion.engine.game import Description, Move
from companion.engine.json_data import replace
from companion.engine.words import MOST_POINTS, N_, CriterionWords, N_n, NewsWords, PicturedTerm, Words
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import SET_ASIDE_PENALTY
from companion.games.deadline.state import State, count_stones_left, find_stone_for_die
from companion.games.deadline.tomb import count_tomb_points, lay_stone

WORDS = Words(
    refusals={
        "deadline.not_picking": N_("Wait: it is %(who)s’s turn to take a die or roll."),
        "deadline.dice_count": N_("Enter all the dice: %(count)s, not %(given)s."),
        "deadline.no_such_die": N_("Take another die: none shows %(a die)s any more."),
        "deadline.life_left": N_("The Pharaoh need not die yet: take %(the die)s and lay its stone."),
        "deadline.no_square_left": N_("No square is left for this die: take another die or cause the Pharaoh’s death."),
        "deadline.still_fits": N_("Set it aside only if everybody agrees: a stone still fits."),
        "deadline.no_such_turn": N_("Turn the stone one of the ways shown here."),
        "deadline.detached": N_("Lay the stone elsewhere: it must touch the tomb, at least at a corner."),
        "deadline.void": N_n("Lay the stone elsewhere: it leaves a gap in %(columns)s column.", "Lay the stone elsewhere: it leaves a gap in %(columns)s columns.", "columns"),
        "deadline.side": N_("Lay the stone so that one of its sides touches a wall (strict rule)."),
        "deadline.corner": N_("Lay the stone so that it meets another corner to corner (strict rule)."),
        "deadline.not_just_built": N_("Announce right after you build, before anybody takes a die or rolls."),
        "deadline.flat_roof": N_n("Keep building: %(columns)s column of the tomb still has a flat roof.", "Keep building: %(columns)s columns of the tomb still have a flat roof.", "columns"),
        "deadline.high_wall": N_n("Keep building: %(walls)s wall of the tomb is higher than one square.", "Keep building: %(walls)s walls of the tomb are higher than one square.", "walls"),
        "deadline.sheet_shape": N_("Draw the tomb, or enter length, height and roofs; not both."),
        "deadline.sheet_order": N_("There are only %(count)s places in the order: choose one of them."),
        "deadline.sheet_killer": N_("Choose one: whoever announced a tomb cannot cause the Pharaoh’s death."),
        "deadline.sheets_order": N_("Two tombs cannot be announced at the same moment: give each its own place."),
        "deadline.sheets_killer": N_("Choose one player only: who caused the Pharaoh’s death?"),
        "deadline.sheet_numbers": N_n("Measure again: no tomb is %(length)s long and %(height)s high with %(roofs)s roof.", "Measure again: no tomb is %(length)s long and %(height)s high with %(roofs)s roofs.", "roofs"),
        "deadline.sheets_too_many": N_("Count the %(many stone)s again: the tombs show %(laid)s, but there are only %(count)s."),
        "deadline.sheets_too_many_in_all": N_("Count again: tombs, reserves and set-aside stones make at most %(count)s, not %(laid)s."),
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
        "Build": N_("%(who)s took %(the die)s and laid the stone"),
        "built_reserve": N_("%(who)s took %(the die)s and laid the stone from the reserve"),
        "SetAside": N_("%(who)s took %(the die)s and set the stone aside"),
        "Declare": N_("%(who)s announced their tomb"),
    },
    previews={
        "tomb": N_("Length %(length)s × height %(height)s − roofs %(roofs)s. Points: %(before)s → %(after)s."),
        "tomb_less_aside": N_("Length %(length)s × height %(height)s − roofs %(roofs)s − %(aside)s for stones set aside. Points: %(before)s → %(after)s."),
    },
    news={
        "Roll": NewsWords(
            N_("%(who)s rolled %(a dice)s"),
            N_("You rolled %(a dice)s"),
        ),
        "laid": NewsWords(
            N_("%(who)s laid %(a stone)s: the tomb is now worth %(points)s"),
            N_("You laid %(a stone)s: the tomb is now worth %(points)s"),
        ),
        "laid_reserve": NewsWords(
            N_("%(who)s laid %(a stone)s and kept %(a kept)s: the tomb is now worth %(points)s"),
            N_("You laid %(a stone)s and kept %(a kept)s: the tomb is now worth %(points)s"),
        ),
        "laid_of_life": NewsWords(
            N_n("%(who)s laid %(a stone)s: the Pharaoh has %(life)s square left", "%(who)s laid %(a stone)s: the Pharaoh has %(life)s squares left", "life"),
            N_n("You laid %(a stone)s: the Pharaoh has %(life)s square left", "You laid %(a stone)s: the Pharaoh has %(life)s squares left", "life"),
        ),
        "laid_reserve_of_life": NewsWords(
            N_n("%(who)s laid %(a stone)s and kept %(a kept)s: the Pharaoh has %(life)s square left", "%(who)s laid %(a stone)s and kept %(a kept)s: the Pharaoh has %(life)s squares left", "life"),
            N_n("You laid %(a stone)s and kept %(a kept)s: the Pharaoh has %(life)s square left", "You laid %(a stone)s and kept %(a kept)s: the Pharaoh has %(life)s squares left", "life"),
        ),
        "laid_of_last_life": NewsWords(
            N_("%(who)s laid %(a stone)s: the Pharaoh has no squares left"),
            N_("You laid %(a stone)s: the Pharaoh has no squares left"),
        ),
        "laid_reserve_of_last_life": NewsWords(
            N_("%(who)s laid %(a stone)s and kept %(a kept)s: the Pharaoh has no squares left"),
            N_("You laid %(a stone)s and kept %(a kept)s: the Pharaoh has no squares left"),
        ),
        "stone_aside": NewsWords(
            N_("%(who)s set %(a stone)s aside: −%(points)s points"),
            N_("You set %(a stone)s aside: −%(points)s points"),
        ),
        "BringDeath": NewsWords(
            N_("%(who)s caused the Pharaoh’s death"),
            N_("You caused the Pharaoh’s death"),
        ),
        "tomb_announced": NewsWords(
            N_n("%(who)s announced their tomb: %(points)s point", "%(who)s announced their tomb: %(points)s points", "points"),
            N_n("You announced your tomb: %(points)s point", "You announced your tomb: %(points)s points", "points"),
        ),
    },
    prompts={
        "deadline.roll": (N_("%(seat)s rolls the dice."), N_("Roll the dice.")),
        "deadline.pick": (N_("%(seat)s takes a die."), N_("Take a die.")),
    },
    endings={
        "deadline.death": (N_("The Pharaoh is dead, and %(seat)s caused it."), N_("The Pharaoh is dead, and you caused it.")),
        "deadline.all_declared": (N_("Every tomb has been announced."), ""),
    },
    categories={
        "size": N_("Length × height"),
        "roofs": N_("Roofs"),
        "aside": N_("Stones set aside"),
    },
    criteria={
        "alive": CriterionWords(
            N_("Did not cause the Pharaoh’s death"),
            N_("%(who)s caused the Pharaoh’s death and comes last"), N_("%(who)s caused the Pharaoh’s death and comes last"),
            tells=0,
        ),
        "announced": CriterionWords(
            N_("Announced a tomb"),
            N_("Only %(who)s’s tomb was announced"), N_("Only the tombs of %(who)s were announced"),
            nobody=N_("Nobody announced a tomb"),
        ),
        "points": MOST_POINTS,
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
        "aside": (N_("Setting aside"), N_("A stone that cannot be laid is set aside and costs 2 points at the end. As long as a stone fits, setting one aside needs the table’s consent.")),
        "declare": (N_("Announcing"), N_("Right after you build you may announce your tomb as finished, if no roof is flat and no vertical wall is higher than one square. You then take no more stones. A tomb never announced scores nothing.")),
        "death": (N_("The Pharaoh’s death"), N_("The square stones in the middle stand for the Pharaoh’s life. Whoever takes a die that would need a square when none is left ends the game and comes last.")),
        "end": (N_("The end"), N_("At once, when the Pharaoh dies or when every tomb has been announced.")),
        "count": (N_("Counting"), N_("Length times height, less one for each roof (a top that falls away on both sides), less 2 for each stone set aside.")),
        "victory": (N_("Victory"), N_("Most points among the announced tombs; then the more symmetric outline; then the one announced earlier. If nobody announced a tomb, nobody wins. Symmetry is measured as the area the outline shares with its mirror image; if the table sees it otherwise, count by hand and rank the tombs by symmetry.")),
    },
    explained={
        "Roll": "round", "Build": "building", "SetAside": "aside", "BringDeath": "death",
        "Declare": "declare",
    },
    options={
        "geometry": (N_("Which stone shapes are in your box?"), N_("The rulebook does not give the sizes of the large triangle and the trapezoid; the first choice is the likeliest, but not confirmed.")),
        "geometry_checked": (N_("The stone shapes were compared with the box"), N_("Until then, points that depend on a large triangle or a trapezoid are marked as assumed.")),
        "strict_rule1": (N_("Touch with a side and a corner"), N_("A stricter reading of the first building rule: a side must touch, and a corner must meet a corner.")),
        "free_set_aside": (N_("Set stones aside freely"), N_("A player may set a stone aside even if it would fit.")),
    },
    choices={
        "A1": N_("A1: triangle 2 wide and 1 high; trapezoid with one slanted side"),
        "A2": N_("A2: triangle 2 wide and 1 high; trapezoid with two slanted sides"),
        "B1": N_("B1: triangle with legs 2 long; trapezoid with one slanted side"),
        "B2": N_("B2: triangle with legs 2 long; trapezoid with two slanted sides"),
    },
    lessons={
        "Roll": (N_("Enter the dice"), N_("The dice show which stones can be taken this round.")),
        "new_stone": (N_("Lay the new stone"), N_("Length times height counts: a tomb wants to be long and high, with few roofs.")),
        "kept_stone": (N_("Lay the stone from the reserve"), N_("You keep the new one for later, when it may fit better.")),
        "Declare": (N_("Announce the tomb"), N_("Only an announced tomb counts; once you announce it, you take no more stones.")),
        "SetAside": (N_("Set the stone aside"), N_("It costs points at the end, but where nothing fits there is no other way.")),
        "BringDeath": (N_("Take the die and cause the Pharaoh’s death"), N_("It ends the game at once, and you come last.")),
    },
    reasons={
        "deadline.closes": N_n("%(stones)s stone left before the Pharaoh dies: this one finishes your tomb.", "%(stones)s stones left before the Pharaoh dies: this one finishes your tomb.", "stones"),
        "deadline.announce": N_n("Pharaoh’s life: %(stones)s. Announce now: %(worth)s point for certain.", "Pharaoh’s life: %(stones)s. Announce now: %(worth)s points for certain.", "worth"),
        "deadline.ready": N_n("Then the tomb can be announced: %(worth)s point.", "Then the tomb can be announced: %(worth)s points.", "worth"),
        "deadline.kept": N_n("Then the stone in your reserve can finish it: %(kept)s point.", "Then the stone in your reserve can finish it: %(kept)s points.", "kept"),
        "deadline.open": N_("Roofs and walls still to finish: %(open)s instead of %(before)s."),
        "deadline.grows": N_n("It makes the tomb worth %(points)s point more.", "It makes the tomb worth %(points)s points more.", "points"),
    },
    setup_steps={
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
        "aside": N_n("%(stones)s stone: %(each)s", "%(stones)s stones, %(each)s each", "stones"),
    },
    fields={
        "dice": N_("the dice"), "die": N_("the die"), "stone": N_("which stone"),
        "turn": N_("which way the stone is turned"), "column": N_("the column"), "tomb": N_("the tomb"),
        "numbers": N_("length, height and roofs"), "aside": N_("stones set aside"),
        "declared": N_("when the tomb was announced"), "killer": N_("who caused the Pharaoh’s death"),
        "symmetry": N_("how symmetric the tomb is"),
    },
    counted={
        "a:square": N_n("%(n)s square", "%(n)s squares", "n"),
        "a:rectangle": N_n("%(n)s rectangle", "%(n)s rectangles", "n"),
        "a:small": N_n("%(n)s small triangle", "%(n)s small triangles", "n"),
        "a:large": N_n("%(n)s large triangle", "%(n)s large triangles", "n"),
        "a:trapezoid": N_n("%(n)s trapezoid", "%(n)s trapezoids", "n"),
    },
    terms={
        "many:square": N_("squares"),
        "many:rectangle": N_("rectangles"),
        "many:small": N_("small triangles"),
        "many:large": N_("large triangles"),
        "many:trapezoid": N_("trapezoids"),
        "a:square": N_("a square"),
        "a:rectangle": N_("a rectangle"),
        "a:small": N_("a small triangle"),
        "a:large": N_("a large triangle"),
        "a:trapezoid": N_("a trapezoid"),
        "the:square": N_("the square die"),
        "the:rectangle": N_("the rectangle die"),
        "the:small": N_("the small triangle die"),
        "the:large": N_("the large triangle die"),
        "the:trapezoid": N_("the trapezoid die"),
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


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Return the log line of a move. For a build, it names both stones and the points of the tomb.

    ``state`` is the state before the move, or None if the move is undone, changed or invalid.
    """
    if isinstance(move, Roll):
        return Description("Roll", {"dice": tuple(map(PicturedTerm, move.dice))})
    if isinstance(move, BringDeath):
        return Description("BringDeath", {"die": PicturedTerm(move.die)})
    if isinstance(move, SetAside):
        stone = find_stone_for_die(state, move.die) if state is not None else None
        values = {
            "die": PicturedTerm(move.die),
            "stone": PicturedTerm(stone or move.die),
            "points": SET_ASIDE_PENALTY,
        }
        return Description("stone_aside" if stone else "SetAside", values)
    if isinstance(move, Build):
        return _describe_build(state, seat, move)
    if isinstance(move, Declare) and state is not None:
        return Description(
            "tomb_announced", {"points": count_tomb_points(state.tombs[seat], state.aside[seat])}
        )
    return Description(type(move).__name__)


def _describe_build(state: State | None, seat: int, move: Build) -> Description:
    values: dict[str, object] = {"die": PicturedTerm(move.die)}
    stone = find_stone_for_die(state, move.die) if state is not None else None
    if state is None or stone is None:
        return Description("Build" if move.stone == "new" else "built_reserve", values)
    stones = (stone, state.reserves[seat])
    laid, reserve = stones if move.stone == "new" else stones[::-1]
    tomb = lay_stone(state.tombs[seat], state.rules.preset, laid, move.turn, move.column)
    values |= {
        "stone": PicturedTerm(laid),
        "kept": PicturedTerm(reserve),
        "points": count_tomb_points(tomb, state.aside[seat]),
    }
    return Description("laid" if move.stone == "new" else "laid_reserve", values)


def news(before: State, after: State, seat: int, move: Move) -> Description:
    """Return the news of a move. If a build used a square, it includes the number of squares left."""
    item, life = describe(before, seat, move), count_stones_left("square", after)
    if isinstance(move, Build) and life < count_stones_left("square", before):
        code = f"{item.code}_of_life" if life else f"{item.code}_of_last_life"
        return replace(item, code=code, values={**item.values, "life": life})
    return item
