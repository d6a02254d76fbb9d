"""What a game says, as English source strings marked for translation; the pages translate them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class Seat(int):
    """A value that is a seat: a sentence gives it the name of whoever sits there."""

    __slots__ = ()


class Term(str):
    """A value that is a word of the game (a tile, a colour): a sentence takes it from ``Words.terms``.

    ``%(tile)s`` is the word alone, ``%(a tile)s`` its form ``a``: the term ``a:scarab``, *a scarab*.
    """

    __slots__ = ()


class PicturedTerm(Term):
    """A word of the game that a line of news may show as a small picture: a tile, a die, a pawn."""

    __slots__ = ()


class NumberedPlace(str):
    """A place of a kind that is counted, ``quarry-7``: the word of its kind with its number, as ``%(n)s`` in
    the word or behind it."""

    __slots__ = ()


class MoveName(str):
    """A value that is the class name of a move: a sentence shows the label of its button."""

    __slots__ = ()


class OptionName(str):
    """A value that is the name of an option: a sentence shows its label."""

    __slots__ = ()


class FieldName(str):
    """A value that is a field of a move or form: a sentence takes it from ``Words.fields``."""

    __slots__ = ()


class NumberName(FieldName):
    """A value that is a field of numbers from ``low`` to ``high``: a sentence says these as well."""

    def __new__(cls, name: str, low: int, high: int) -> NumberName:
        made = super().__new__(cls, name)
        made.low, made.high = low, high
        return made

    low: int
    high: int


# The kinds are ints and strings still, so that JSON, logs and files carry them in their plain form.
# Any other value speaks for itself: an int is a number, a str stands as it is, a bool is yes or no, a
# tuple is its items with commas between them.


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence in two forms, chosen by the number that its value ``count`` is."""

    one: str
    many: str
    count: str


Sentence = str | Plural


def N_(text: str) -> str:
    """Mark a string for the translators and leave it as it is."""
    return text


def N_n(one: str, many: str, count: str) -> Plural:
    """Mark a sentence with two forms for the translators: ``N_n("%(n)s roof", "%(n)s roofs", "n")``."""
    return Plural(one, many, count)


@dataclass(frozen=True, slots=True)
class CriterionWords:
    """What a step of the order of places is called, and what it says of those whom it parts: clauses without
    a full stop."""

    label: str
    one: Sentence
    """Of one seat (``who`` and ``value``); of a yes or no, of the seats whose value is ``tells``; of a tie-break,
    what the best had that the others had not (``best`` and ``others``)."""
    several: Sentence = ""
    """Of several that are level in it; a tie-break needs none."""
    tells: int = 1
    nobody: str = ""
    """Where it is needed to win and nobody has it."""


@dataclass(frozen=True, slots=True)
class NewsWords:
    """One line of news in the person of who reads it; each is short, for it stands on one line of a phone."""

    other: Sentence
    """As anybody reads it: ``who`` entered it, and ``owner`` is whose thing it touched."""
    you: Sentence
    """As the one reads it who entered it."""
    yours: Sentence | None = None
    """As the owner reads it."""


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences by code; ``%(name)s`` takes a value of the refusal, prompt, ending or part."""

    refusals: Mapping[str, Sentence]
    moves: Mapping[str, str]
    """Button and log label of each move class: ``{"Discard": N_("Discard")}``."""
    prompts: Mapping[str, Sentence]
    endings: Mapping[str, Sentence]
    categories: Mapping[str, str]
    criteria: Mapping[str, CriterionWords]
    rules: Mapping[str, tuple[str, str]]
    """Section of the rules at hand: (title, our own short words)."""
    options: Mapping[str, tuple[str, str]]
    """Option name: (label, one sentence of help)."""
    log_lines: Mapping[str, Sentence] = field(default_factory=dict)
    """The log's sentence for each ``Description`` that is not among ``news``, filled from its values and
    ``who``."""
    choices: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Sentence] = field(default_factory=dict)
    """Words for the parts of a score line."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Words for values that stand in sentences: tiles, colours, sites."""
    counted: Mapping[str, Plural] = field(default_factory=dict)
    """By the form and the term, several equal ones in a row: ``%(n)s small triangles``. Without words they
    are said one by one."""
    own_turn: Mapping[str, Sentence] = field(default_factory=dict)
    """What the one who is awaited reads in place of a prompt, by the prompt's code."""
    own_endings: Mapping[str, Sentence] = field(default_factory=dict)
    """What the one who ended the game reads in place of an ending, by the ending's code."""
    previews: Mapping[str, Sentence] = field(default_factory=dict)
    """What would come of a move, a sentence for each ``Description`` of ``Game.preview``."""
    news: Mapping[str, NewsWords] = field(default_factory=dict)
    """What every phone is told of an entry, by the code of ``NewsItem``."""
    effects: Mapping[str, NewsWords] = field(default_factory=dict)
    """What it came to for a seat (``who``), a whole sentence each, by the code of ``Effect``."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What each field of the moves and sheets is called where one is missing or mistyped."""
    setup_steps: Mapping[str, tuple[str, Sentence]] = field(default_factory=dict)
    """By ``SetupStep.name``: (title, what to do), filled from its values."""
    lessons: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By ``Lesson.name``: (what is done, why it may be wise)."""
    reasons: Mapping[str, Sentence] = field(default_factory=dict)
    """What speaks for a move, a sentence for each ``Description`` of ``Game.reasons``."""
    best_first: tuple[str, str] = ("", "")
    """What introduces the best move for each ``Game.piece``: (on the guide's strip, on its page). Empty on
    the strip: "Best first"."""
    unknowns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Numbers that nobody told yet, by ``Unknown.code``: (what is worth so much, or empty;
    which number is missing)."""

    explained: Mapping[str, str] = field(default_factory=dict)
    """The section of the rules that explains each move class: ``{"Discard": "discard"}``."""

    def sections(self) -> Mapping[str, tuple[str, str]]:
        """Every section of the rules at hand: the game's own, then those that hold at any table."""
        return {**self.rules, **{k: v for k, v in COMMON_RULES.items() if k not in self.rules}}


NO_WORDS = Words({}, {}, {}, {}, {}, {}, {}, {})
"""Where nothing is said of any game."""

COMMON_RULES: Mapping[str, tuple[str, str]] = {
    "setup": (N_("Opening the table"), N_("Choose the house rules and the values printed in your box when you open the table; if a game asks for a printed value later on, enter it then.")),
    "turn": (N_("Whose turn it is"), N_("The line above the board says whom the table is waiting for, and for what. Only what it is waiting for can be entered.")),
    "end": (N_("The end"), N_("Once the game is over, nothing more can be entered. Undo the last entry to play on.")),
    "log": (N_("The log"), N_("Every entry is written down and none is lost. Undo takes back the last entry that counts; redo brings it back. An older entry can be changed or removed; what was entered after it stays as long as it still works.")),
}  # fmt: skip
"""Sections that the house's own refusals name; a game that has a section of that name says it itself."""

COMMON_REFUSALS: Mapping[str, Sentence] = {
    "table.unknown_move": N_("“%(move)s” cannot be entered here: choose something else."),
    "table.over": N_("The game is over. Undo the last entry to play on."),
    "table.not_your_turn": N_("It is not %(seat)s’s turn: the table is waiting for %(seats)s."),
    "table.not_now": N_("“%(moves)s” comes before “%(move)s”."),
    "table.no_such_seat": N_("This table has no such seat: choose another."),
    "table.nothing_to_undo": N_("There is nothing to undo."),
    "table.not_the_last": N_("Entry %(entry)s is no longer the last one: look at the log first."),
    "table.nothing_to_redo": N_("There is nothing to redo."),
    "table.no_such_entry": N_("Choose another entry: number %(entry)s cannot be changed."),
    "table.halted": N_("Entry %(entry)s no longer works. Repair or remove it first, then play on."),
    "table.not_overridable": N_("Enter something else: the board could not show this."),
    "table.nothing_to_allow": N_("The rules allow this as it is; enter it as an ordinary move."),
    "table.no_such_option": N_("Choose another house rule: this game has none called “%(option)s”."),
    "table.option_fixed": N_("Open a new table to change “%(option)s”."),
    "table.option_value": N_("Choose another value for “%(option)s”."),
    "table.count_stands": N_("Finish the count: what was hidden has been shown, so play cannot resume."),
    "table.count_waits": N_("You have already agreed: the count is waiting for %(seats)s."),
    "table.unreadable_entry": N_("This entry can no longer be read: remove it or enter it again."),
    "table.cannot_be_shown": N_(
        "The table could not be shown after this: enter something else. It was noted."
    ),
    "table.already_counting": N_("This table is already being counted: fill in the sheets."),
    "tally.sheets_missing": N_("Fill in what is still missing for %(seats)s."),
}
"""Refusals that no game gives itself; every game's page has a sentence for them."""
