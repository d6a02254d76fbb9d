"""The sentences of Three Quarries: refusals, rules, log lines and news."""

from companion.engine.game import Description, Move
from companion.engine.words import N_, CriterionWords, N_n, Term, Words
from tests.example.moves import Build, Favour
from tests.example.state import State

WORDS = Words(
    refusals={
        "example.no_colour": N_("Say which colour is favoured."),
        "example.lid_shape": N_("What the lid says of the last level lies between %(low)s and %(high)s points."),
        "example.favoured_too_many": N_("Stones of the favoured colour: %(favoured)s; in the hand: %(stones)s."),
        "example.quarry_empty": N_("The %(colour)s quarry is empty."),
        "example.hand_full": N_n(
            "%(seat)s may not hold more than %(most)s stone.",
            "%(seat)s may not hold more than %(most)s stones.",
            "most",
        ),
        "example.too_few_stones": N_n(
            "To build level %(level)s, put in %(level)s stone of one colour; of %(colour)s you hold %(held)s.",
            "To build level %(level)s, put in %(level)s stones of one colour; of %(colour)s you hold %(held)s.",
            "level",
        ),
        "example.sheets_too_many": N_("Stones in all hands together: %(held)s; in the box: %(box)s."),
        "example.not_over": N_("Nobody has built level %(level)s yet."),
    },
    moves={"Favour": N_("Favour a colour"), "Take": N_("Take a stone"), "Build": N_("Build a level")},
    log_lines={
        "Favour": N_("%(who)s favours a colour: %(colour)s"),
        "favour_hidden": N_("%(who)s wrote down a colour"),
        "Take": N_("%(who)s took a stone: %(colour)s"),
        "Build": N_("%(who)s built with stones: %(colour)s"),
        "level_built": N_("%(who)s built level %(level)s with stones: %(colour)s"),
    },
    prompts={
        "example.favour": N_("Still to write down a colour: %(seats)s."),
        "example.turn": N_("%(seat)s takes a stone or builds a level."),
    },
    endings={"example.pyramid_complete": N_("The pyramid of %(seat)s is complete.")},
    categories={"levels": N_("Levels"), "favoured": N_("Favoured stones"), "stones": N_("Stones")},
    criteria={
        "points": CriterionWords(
            N_("Most points"),
            N_n("%(who)s has %(value)s point", "%(who)s has %(value)s points", "value"),
            N_n("%(who)s have %(value)s point each", "%(who)s have %(value)s points each", "value"),
        ),
        "stones": CriterionWords(
            N_("Most stones left"),
            N_n("%(best)s stone left to %(others)s", "%(best)s stones left to %(others)s", "best"),
        ),
    },
    rules={
        "setup": (N_("Setting up"), N_("Sixteen stones of each colour lie in their quarries. Who won last begins.")),
        "favour": (N_("Favouring a colour"), N_("Before the first turn everybody writes down one colour, and shows it to nobody before the end.")),
        "take": (N_("Taking a stone"), N_("Take one stone of a colour that is left. A hand holds ten at most.")),
        "build": (N_("Building"), N_("The next level of your pyramid costs as many stones of one colour as its number. They go back to their quarry.")),
        "end": (N_("The end"), N_("When a pyramid has four levels, the round is played to its end, so that all had equally many turns.")),
        "count": (N_("Counting"), N_("Levels 1 to 3 count their number, level 4 what the lid of your box says. Each stone left of your favoured colour counts one; with the switch, every stone left does.")),
        "victory": (N_("Victory"), N_("Most points; level players compare the stones they have left; still level, they share the win.")),
    },
    explained={
        "Favour": "favour", "Take": "take", "Build": "build",
    },
    options={
        "stones_count": (N_("Stones count"), N_("Each stone left in a hand counts one point.")),
        "lid": (N_("What the lid says"), N_("The points of the last level, printed on the lid of your box.")),
    },
    lessons={
        "Favour": (N_("Favour a colour"), N_("Only the stones of this colour count at the end.")),
        "Take": (N_("Take a stone"), N_("Stones of one colour pay for the next level.")),
        "Build": (N_("Build a level"), N_("Every level counts more than the one below.")),
    },
    setup_steps={
        "quarries": (N_("The quarries"), N_("Lay the %(count)s stones of each colour in a quarry of their own.")),
        "lid": (N_("What the lid says"), N_("Read the points of the last level off the lid of your box.")),
        "first": (N_("Who begins"), N_("%(seat)s begins. By the rules it is who won last.")),
    },
    unknowns={"capstone": (N_("the last level"), N_("the points of the last level, printed on the lid"))},
    parts={"level": N_("Level %(level)s"), "favoured": N_("Favoured stones left"), "stones": N_("Stones left")},
    terms={"ochre": N_("ochre"), "rose": N_("rose"), "black": N_("black")},
    fields={
        "colour": N_("the colour"), "levels": N_("the levels"), "stones": N_("the stones left"),
        "favoured": N_("the favoured stones left"),
    },
)  # fmt: skip


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Return the description of a move: the level that was built, and the colour if the reader may know
    it.
    """
    if isinstance(move, Favour) and move.colour is None:
        return Description("favour_hidden")
    colour = {"colour": Term(move.colour)}
    if isinstance(move, Build) and state is not None:
        return Description("level_built", {**colour, "level": state.levels[seat] + 1})
    return Description(type(move).__name__, colour)
