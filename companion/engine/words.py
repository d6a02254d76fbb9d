"""The sentences of a game: English source strings marked for translation, and types for their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class Seat(int):
    """A seat number. A sentence shows the name of the seat's player instead."""


class Term(str):
    """A word of the game, such as a tile or colour: a key of ``Words.terms``.

    For the value ``tile="scarab"``, ``%(tile)s`` in a sentence shows the term ``scarab``, and ``%(a tile)s``
    shows the term ``a:scarab``: the word with its article.
    """


class PicturedTerm(Term):
    """A word of the game for which the news may show a small picture: a tile, a die, a pawn."""


class NumberedPlace(str):
    """A numbered place, such as ``quarry-7``. A sentence shows the word for ``quarry`` and the number."""


class MoveName(str):
    """The class name of a move. A sentence shows the label of the move's button."""


class OptionName(str):
    """The name of an option. A sentence shows the option's label."""


class FieldName(str):
    """The name of a field of a move or sheet: a key of ``Words.fields``. A sentence shows the field's label."""


class NumberFieldName(FieldName):
    """The name of a number field. A sentence also shows its bounds ``low`` and ``high``."""

    def __new__(cls, name: str, low: int, high: int) -> NumberFieldName:
        field = super().__new__(cls, name)
        field.low, field.high = low, high
        return field

    low: int
    high: int


# These types are ints and strings, so that JSON, logs and files contain them in plain form. Of other
# values, an int is shown as a number, a str as it is, a bool as yes or no, a tuple with commas.


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence with two forms. The value named ``count`` chooses the form."""

    one: str
    many: str
    count: str


Sentence = str | Plural


def N_(text: str) -> str:
    """Mark a string for translation, and return it unchanged."""
    return text


def N_n(one: str, many: str, count: str) -> Plural:
    """Return a sentence with two forms. The value named ``count``, such as "n" for ``%(n)s``, chooses one."""
    return Plural(one, many, count)


@dataclass(frozen=True, slots=True)
class CriterionWords:
    """The label of a ranking criterion, and clauses about seats, such as "%(who)s has %(value)s points"."""

    label: str
    one: Sentence
    """The clause about one seat (``who``, ``value``). For a flag, about the seats whose value is ``tells``.
    For a tie-break, what the best had and the others had not (``best``, ``others``)."""
    several: Sentence = ""
    """The clause about several level seats. A tie-break needs none."""
    tells: int = 1
    nobody: str = ""
    """The clause for a criterion that is required to win and that no seat meets."""


MOST_POINTS = CriterionWords(
    N_("Most points"),
    N_n("%(who)s has %(value)s point", "%(who)s has %(value)s points", "value"),
    N_n("%(who)s have %(value)s point each", "%(who)s have %(value)s points each", "value"),
)
"""The words of the usual criterion: most points win."""


@dataclass(frozen=True, slots=True)
class NewsWords:
    """One line of news in up to three wordings, depending on who reads it."""

    other: Sentence
    """The line for others. ``who`` entered the move, ``owner`` is another seat that it affected."""
    you: Sentence
    """The line for the player who entered the move."""
    yours: Sentence | None = None
    """The line for the player of the seat ``owner``."""


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of a game, by code. In a sentence, ``%(name)s`` stands for a value."""

    refusals: Mapping[str, Sentence]
    moves: Mapping[str, str]
    """Label of each move class in buttons and log: ``{"Discard": N_("Discard")}``."""
    prompts: Mapping[str, tuple[Sentence, Sentence]]
    """What the table waits for: (for everybody, for the awaited player; empty if it is the same)."""
    endings: Mapping[str, tuple[Sentence, Sentence]]
    """Why the game is over: (for everybody, for the player who ended it; empty if it is the same)."""
    categories: Mapping[str, str]
    criteria: Mapping[str, CriterionWords]
    rules: Mapping[str, tuple[str, str]]
    """Section of the rules: (title, text in our own words)."""
    options: Mapping[str, tuple[str, str]]
    """Option name: (label, one sentence of help)."""
    log_lines: Mapping[str, Sentence] = field(default_factory=dict)
    """The log's sentence for each ``Description`` that ``news`` does not have. ``who`` entered the move."""
    choices: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Sentence] = field(default_factory=dict)
    """Labels for the parts of a score line."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Words for values in sentences: tiles, colours, sites."""
    counted: Mapping[str, Plural] = field(default_factory=dict)
    """By form and term, a phrase for several equal terms: ``%(n)s small triangles``. A term that is not
    listed is repeated instead."""
    previews: Mapping[str, Sentence] = field(default_factory=dict)
    """A sentence for each ``Description`` of ``Game.preview``."""
    news: Mapping[str, NewsWords] = field(default_factory=dict)
    """The news of an entry, by the code of ``Description``."""
    effects: Mapping[str, NewsWords] = field(default_factory=dict)
    """A whole sentence about an effect on a seat (``who``), by the code of ``Effect``."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Names of the fields of moves and sheets, for messages about missing or invalid values."""
    setup_steps: Mapping[str, tuple[str, Sentence]] = field(default_factory=dict)
    """By ``SetupStep.name``: (title, what to do), with its values."""
    lessons: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By ``Lesson.name``: (what to do, why it may be wise)."""
    reasons: Mapping[str, Sentence] = field(default_factory=dict)
    """A sentence for each ``Description`` of ``Game.reasons``."""
    best_moves_intro: tuple[str, str] = ("", "")
    """The introduction to the best moves with each piece: (in the guide's strip, on the guide's page).
    If the first is empty, the strip shows "Best first"."""
    unknowns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Unknown numbers by ``Unknown.code``: (what has this value, or empty; the number that is missing)."""

    explained: Mapping[str, str] = field(default_factory=dict)
    """The section of the rules that explains each move class: ``{"Discard": "discard"}``."""

    def rule_sections(self) -> Mapping[str, tuple[str, str]]:
        """Return ``{section: (title, text)}`` of the rules: the game's own, and those of every table."""
        return {**self.rules, **{k: v for k, v in COMMON_RULES.items() if k not in self.rules}}


NO_WORDS = Words({}, {}, {}, {}, {}, {}, {}, {})
"""Empty words, for pages without a game."""

COMMON_RULES: Mapping[str, tuple[str, str]] = {
    "setup": (N_("Opening the table"), N_("Choose the house rules and the values printed in your box when you open the table; if a game asks for a printed value later on, enter it then.")),
    "turn": (N_("Whose turn it is"), N_("The line above the board says whom the table is waiting for, and for what. Only what it is waiting for can be entered.")),
    "end": (N_("The end"), N_("Once the game is over, nothing more can be entered. Undo the last entry to play on.")),
    "log": (N_("The log"), N_("Every entry is written down and none is lost. Undo takes back the last entry that counts; redo brings it back. An older entry can be changed or removed; what was entered after it stays as long as it still works.")),
}  # fmt: skip
"""Sections that the app's own refusals name. A game with a section of the same name replaces it."""

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
"""Refusals of the app itself, for every game."""
